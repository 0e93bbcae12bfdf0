import Foundation
import Testing

@Suite("docs/semantics.md and docs/semantics-tests.md")
struct SemanticsPageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A rule, named as both pages name it. Names are unique within a section.
  private struct Rule: Hashable, CustomStringConvertible {
    let section: String
    let name: String

    var description: String { "\(section): \(name)" }
  }

  /// The rows of a page's tables whose header begins and ends with given words.
  private static func rows(of page: String, from first: Set<String>, to last: Set<String>) throws
    -> [(rule: Rule, cells: [String])]
  {
    let page = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    var rows: [(rule: Rule, cells: [String])] = []
    var section = ""
    var isWanted = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard line.hasPrefix("|") else {
        isWanted = false
        continue
      }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if first.contains(cells[0]), last.contains(cells.last ?? "") {
        isWanted = true
      } else if isWanted, !cells[0].hasPrefix("---") {
        rows.append((Rule(section: section, name: cells[0]), Array(cells.dropFirst())))
      }
    }
    return rows
  }

  private static func rules() throws -> [(rule: Rule, cells: [String])] {
    try rows(
      of: "docs/semantics.md", from: ["rule", "finding"],
      to: [
        "what happens", "limit and exit", "what is found", "what the policy does", "the decision",
      ])
  }

  /// The tests of each rule, in the order of their page.
  private static func tests() throws -> [(rule: Rule, tests: [(file: String, sentence: String)])] {
    try rows(of: "docs/semantics-tests.md", from: ["rule"], to: ["pinned by"]).map {
      ($0.rule, testsNamed(in: $0.cells.last ?? ""))
    }
  }

  private static func testsNamed(in cell: String) -> [(file: String, sentence: String)] {
    cell.matches(of: /`(\w+)` "([^"]+)"/).map {
      (file: String($0.output.1), sentence: String($0.output.2))
    }
  }

  /// Sources of all tests, by the file's name without extension, or that of the suite which the file
  /// extends.
  private static func sources() throws -> [String: String] {
    let tests = root.appending(path: "Tests").resolvingSymlinksInPath()
    var sources: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix("Tests.swift") {
      let file = tests.appending(path: path)
      let text = try String(contentsOf: file, encoding: .utf8)
      let extended = text.firstMatch(of: /\nextension (\w+Tests) \{/).map { String($0.output.1) }
      sources[extended ?? file.deletingPathExtension().lastPathComponent, default: ""] += text
    }
    return sources
  }

  @Test("every rule has its row of tests, in the same order, and no row is without a rule")
  func everyRuleIsPinned() throws {
    let rules = try Self.rules().map(\.rule)
    #expect(rules.count > 140 && Set(rules).count == rules.count)
    #expect(try Self.tests().map(\.rule) == rules)
  }

  @Test("every row names a test, and each test it names is there")
  func everyTestIsThere() throws {
    let sources = try Self.sources()
    for (rule, tests) in try Self.tests() {
      #expect(!tests.isEmpty, "\(rule) names no test")
      for test in tests {
        let isThere = sources[test.file]?.contains("\"\(test.sentence)\"") ?? false
        #expect(isThere, "\(rule): there is no \(test.file) \"\(test.sentence)\"")
      }
    }
  }

  @Test("each public rule of docs/phone.md is a rule here with its test, or is not modelled")
  func publicRules() throws {
    let rules = Set(try Self.rules().map(\.rule.name))
    let sources = try Self.sources()
    let rows = try Self.rows(of: "docs/phone.md", from: ["public rule"], to: ["pinned by"])
    #expect(rows.count > 60)
    for (rule, cells) in rows where cells.count > 1 {
      #expect(rule.name.hasSuffix("."), "\(rule) is no sentence")
      #expect(cells[0].contains(/^[DL]\b/), "\(rule): \(cells[0])")
      guard !cells[1].hasPrefix("not modelled") else { continue }
      for name in cells[1].split(separator: "; ") {
        #expect(rules.contains(String(name)), "\(rule): there is no rule \(name)")
      }
      let tests = Self.testsNamed(in: cells.last ?? "")
      #expect(!tests.isEmpty, "\(rule) names no test")
      for test in tests {
        let isThere = sources[test.file]?.contains("\"\(test.sentence)\"") ?? false
        #expect(isThere, "\(rule): there is no \(test.file) \"\(test.sentence)\"")
      }
    }
  }

  @Test("every rule has its basis and is a sentence")
  func sentences() throws {
    for (rule, cells) in try Self.rules() {
      #expect(cells[0].contains(/^[DLAO]\b/), "\(rule): \(cells[0])")
      #expect(cells.count == 2 && cells[1].hasSuffix("."), "\(rule): \(cells.last ?? "")")
    }
  }

  @Test("no rule of sections 1 to 5 is missing")
  func allRules() throws {
    let rules = try Self.rules().map(\.rule.name)
    let expected =
      (1...7).map { "P\($0)" }
      + [
        "launch", "enterBackground", "terminate", "transition", "task", "fetch", "call",
        "session events", "assumed codes", "lock", "callback", "cpu", "cpu by role", "wakeUps",
        "memory", "error", "reasons",
      ] + (1...15).map { "B\($0)" } + (1...7).map { "F\($0)" } + (1...8).map { "N\($0)" }
      + (1...12).map { "R\($0)" } + (1...9).map { "V\($0)" } + (1...8).map { "E\($0)" }
      + (1...5).map { "U\($0)" }
    #expect(Array(rules.prefix(expected.count)) == expected)
  }
}
