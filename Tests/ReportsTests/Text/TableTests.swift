import Simulation
import Testing

@testable import Reports

@Suite("Tables")
struct TableTests {
  private func table(
    _ columns: [Table.Column], _ rows: [[String]], footer: [[String]] = []
  ) -> Table {
    var table = Table(columns: columns)
    table.rows = rows.map { $0.map { Table.Cell(text: $0) } }
    table.footer = footer.map { $0.map { Table.Cell(text: $0) } }
    return table
  }

  private let style = TextStyle(width: 80)

  @Test("names stand to the left, numbers to the right, sums below a rule")
  func layout() {
    let table = table(
      [.init(heading: "app"), .init(heading: "opens"), .init(heading: "used")],
      [["news", "12", "1.5"], ["a-longer-name", "3", "10.25"]], footer: [["all 2", "15", "11.75"]])
    #expect(
      table.lines(style) == [
        "app            opens   used",
        "news              12    1.5",
        "a-longer-name      3  10.25",
        "---------------------------",
        "all 2             15  11.75",
      ])
  }

  @Test("neighbours of a group share a heading, and stand closer together")
  func groups() {
    let table = table(
      [
        .init(heading: "app"), .init(group: "fetches", heading: "new"),
        .init(group: "fetches", heading: "none"), .init(heading: "exits"),
        .init(group: "wait", heading: "m"),
      ], [["a", "1", "2", "3", "4"]])
    #expect(
      table.lines(style) == [
        "      fetches         wait",
        "app  new none  exits     m",
        "a      1    2      3     4",
      ])
    let wide = self.table(
      [
        .init(heading: "app"), .init(group: "x", heading: "number"),
        .init(group: "x", heading: "another"),
      ], [["a", "1", "2"]])
    #expect(wide.lines(style)[0] == "     ----- x ------")
  }

  @Test("a last column of text stands to the left and is cut where it is too wide")
  func textColumn() {
    let long = String(repeating: "word ", count: 40)
    let table = table(
      [.init(heading: "app"), .init(heading: "n"), .init(heading: "outcome", isText: true)],
      [["a", "1", "short"], ["b", "22", long]])
    let lines = table.lines(style)
    #expect(lines[0] == "app   n  outcome")
    #expect(lines[1] == "a     1  short")
    #expect(lines[2].hasPrefix("b    22  word word "))
    #expect(lines[2].hasSuffix(".."))
    #expect(displayWidth(lines[2]) == 80)
  }

  @Test("long names give way to a last column of text, in their middle")
  func namesBesideText() {
    let names = ["mail", "messages"].map { "com.example.company.division.product.\($0)" }
    let outcome = "held back: too soon after another launch"
    let table = table(
      [.init(heading: "app"), .init(heading: "n"), .init(heading: "outcome", isText: true)],
      names.map { [$0, "1", outcome] })
    #expect(
      table.lines(style) == [
        "app                                  n  outcome",
        "com.example.compa..ion.product.mail  1  held back: too soon after another launch",
        "com.example.compa..product.messages  1  held back: too soon after another launch",
      ], "\(table.lines(style).joined(separator: "\n"))")
  }

  @Test("names give way to numbers, and stay apart")
  func narrow() {
    let numbers = (0..<6).map { _ in "1234567890" }
    let names = ["photos-of-the-family-1", "photos-of-the-family-2"]
    let table = table(
      [.init(heading: "app")] + (0..<6).map { .init(heading: "n\($0)") },
      names.map { [$0] + numbers })
    let lines = table.lines(style)
    #expect(lines.allSatisfy { displayWidth($0) <= 80 })
    #expect(lines[1].hasPrefix("pho..y-1 ") && lines[2].hasPrefix("pho..y-2 "), "\(lines)")
    #expect(table.nameRoom(within: 80) == 8)
    #expect(table.nameRoom(within: 100) == 28)
  }

  @Test("names that are kept make parts instead, of which each has them and fits")
  func kept() {
    var table = table(
      [.init(heading: "policy")] + (0..<9).map { .init(heading: "heading \($0)") },
      [["a-name-of-24-characters!"] + (0..<9).map { "\($0)" }],
      footer: [["sum"] + (0..<9).map { "\($0)" }])
    table.keepsNames = true
    let lines = table.fittingLines(style)
    #expect(lines.allSatisfy { displayWidth($0) <= 80 })
    #expect(lines.filter { $0.hasPrefix("a-name-of-24-characters!") }.count == 2)
    #expect(lines.filter { $0.hasPrefix("sum") }.count == 2)
    for number in 0..<9 { #expect(lines.joined().contains("heading \(number)")) }
    table.keepsNames = false
    #expect(table.parts(within: 400).count == 1)
  }

  @Test("a table that fits is not parted, and a column that never fits stands alone")
  func parts() {
    let small = table(
      [.init(heading: "a"), .init(heading: "b"), .init(heading: "c")], [["1", "2", "3"]])
    #expect(small.parts(within: 80).count == 1)
    #expect(small.fittingLines(style) == small.lines(style))
    let broad = table(
      [
        .init(heading: "a"), .init(heading: String(repeating: "b", count: 200)),
        .init(heading: "c"),
      ],
      [["1", "2", "3"]])
    #expect(broad.parts(within: 80).count == 2)
    #expect(broad.parts(within: 80).allSatisfy { $0.columns[0].heading == "a" })
  }

  @Test("a heading of names that is too wide stands on lines of its own")
  func wideHeading() {
    let heading =
      "poolMinutes=5, slots=3, and so on for a while, until no line can hold it any more"
    let numbers = (0..<6).map { _ in "1234567890" }
    let table = table(
      [.init(heading: heading)] + (0..<6).map { .init(heading: "n\($0)") }, [["a"] + numbers])
    let lines = table.lines(style)
    #expect(lines[0].hasPrefix("poolMinutes=5, slots=3, "))
    #expect(lines.allSatisfy { displayWidth($0) <= 80 })
    #expect(lines.last?.hasPrefix("a  1234567890") == true, "\(lines)")
  }

  @Test("wide characters take two columns")
  func wideCharacters() {
    let table = table(
      [.init(heading: "app"), .init(heading: "n")], [["日本", "1"], ["abcd", "22"], ["🌙", "3"]])
    #expect(table.lines(style) == ["app    n", "日本   1", "abcd  22", "🌙     3"])
  }

  @Test("colours change nothing else")
  func colors() {
    var table = table(
      [.init(heading: "app"), .init(group: "g", heading: "n")], [["a", "1"], ["b", "2"]],
      footer: [["all", "3"]])
    table.rows[0][1].ink = .bad
    table.rows[1][0].ink = .good
    let plain = table.lines(style)
    let colored = table.lines(TextStyle(width: 80, isColored: true))
    #expect(colored != plain)
    #expect(colored.contains { $0.contains("\u{1B}[31m1\u{1B}[0m") })
    #expect(colored.map { $0.replacing(/\x1B\[[0-9]+m/, with: "") } == plain)
  }

  @Test("no line is wider than it may be, whatever the cells", arguments: 1...40)
  func widths(seed: Int) {
    var state = UInt64(seed)
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let count = 2 + below(9)
    let columns = (0..<count).map { index in
      Table.Column(
        group: ["", "g", "a longer group"][below(3)],
        heading: String(repeating: "h", count: 1 + below(9)),
        isText: index == count - 1 && below(2) == 0)
    }
    let rows = (0..<1 + below(5)).map { _ in
      (0..<count).map { _ in String(repeating: ["x", "日"][below(2)], count: below(12)) }
    }
    let table = table(columns, rows)
    #expect(table.fittingLines(style).allSatisfy { displayWidth($0) <= 80 })
    #expect(table.lines(TextStyle(width: 400)).allSatisfy { !$0.hasSuffix(" ") })
  }
}

@Suite("Texts that others chose")
struct DisplayTextTests {
  @Test(
    "show control characters as escapes",
    arguments: [
      ("plain", "plain"), ("a\nb", "a\\nb"), ("a\tb", "a\\tb"), ("\u{1B}[2J", "\\x1b[2J"),
      ("\u{7F}", "\\x7f"), ("\u{85}", "\\x85"), ("é日🌙", "é日🌙"), ("a\r", "a\\x0d"), ("", ""),
      ("\u{0}", "\\x00"),
    ])
  func printables(text: String, expected: String) {
    #expect(printable(text) == expected)
  }

  @Test(
    "take one column a character, two for wide ones",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("日本", 4), ("ｶ", 1), ("Ａ", 2), ("🌙", 2), ("한글", 4),
      ("e\u{301}", 1),
    ])
  func columns(text: String, columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test(
    "are cut with two dots",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abc.."), ("日本語", 5, "日.."), ("ab", 1, "a.."),
    ])
  func cuts(text: String, width: Int, expected: String) {
    #expect(cut(text, to: width) == expected)
  }

  @Test("are filled or padded to a width, and never cut by that")
  func filling() {
    #expect(filled("ab", to: 4) == "ab  ")
    #expect(padded("ab", to: 4) == "  ab")
    #expect(padded("7", to: 3, with: "0") == "007")
    #expect(filled("abcde", to: 4) == "abcde")
    #expect(padded("日", to: 3) == " 日")
    #expect(trimmed("a b  ") == "a b")
    #expect(trimmed("   ") == "")
  }

  @Test("break at spaces, of which a line neither begins nor ends with one")
  func breaking() {
    #expect(wrapped("", to: 10) == [])
    #expect(wrapped("   ", to: 10) == [])
    #expect(wrapped("  a   b  ", to: 10) == ["a b"])
    #expect(wrapped("aa bb cc", to: 5) == ["aa bb", "cc"])
    #expect(wrapped("日本 日本", to: 8) == ["日本", "日本"])
  }

  @Test("have no width below 80 columns, and rows as asked for")
  func style() {
    #expect(TextStyle(width: 20).width == 80)
    #expect(TextStyle().width == 100)
    #expect(TextStyle(rows: nil).rows == nil)
    #expect(TextStyle().paint("x", .bad) == "x")
    #expect(TextStyle(isColored: true).paint("x", .bad) == "\u{1B}[31mx\u{1B}[0m")
    #expect(TextStyle(isColored: true).paint("x", .plain) == "x")
  }
}
