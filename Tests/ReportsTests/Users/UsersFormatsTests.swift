import Foundation
import Simulation
import Testing
import Users

@testable import Reports

/// Text, JSON and CSV of users tell the same.
@Suite("Users in each format")
struct UsersFormatsTests {
  private static let minute: Int64 = 60_000

  /// People who use two of five apps by turns, each in a rhythm of their own.
  private func subject(
    _ name: String, people: Int, days: Int, isDrawn: Bool
  ) -> UsersReport.Subject {
    var measuring = UsagePortrait.Measuring()
    for person in 0..<people {
      let pause = Int64(7 + 4 * person) * Self.minute
      let end = Int64(days) * 1_440 * Self.minute
      var uses: [UsageLog.Use] = []
      var start = Int64(person) * Self.minute
      while start + 3 * Self.minute < end {
        let app = (uses.count * (person + 1) + uses.count / 3) % 5
        let lasted = Int64(uses.count % 3 + 1) * Self.minute / 2
        uses.append(UsageLog.Use(app: app, start: start, end: start + lasted))
        start += uses.count % 2 == 0 ? pause : lasted + 5_000
      }
      measuring.add(
        UsageLog(
          name: "\(person)", apps: ["a", "b", "c", "d", "e"], uses: uses, start: 0, end: end))
    }
    return UsersReport.Subject(name: name, portrait: measuring.portrait(), isDrawn: isDrawn)
  }

  private var report: UsersReport {
    UsersReport([
      subject("people.lua", people: 3, days: 4, isDrawn: true),
      subject("logs, \"raw\".csv", people: 2, days: 2, isDrawn: false),
    ])
  }

  /// The JSON's figures of a subject, or those that were published, by `figure label`.
  private func figures(_ value: JSONValue) -> [String: JSONValue] {
    guard case .object(let figures) = value else { return [:] }
    var found: [String: JSONValue] = [:]
    for figure in figures {
      guard case .object(let values) = figure.value else { continue }
      for member in values { found["\(figure.key) \(member.key)"] = member.value }
    }
    return found
  }

  private func number(_ value: JSONValue?) -> Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  @Test("CSV has a row for each number of the JSON, to the last bit, and no other")
  func csv() throws {
    let report = report
    let json = try JSONValue(parsing: Array(report.json.text.utf8))
    var rows: [String: Double?] = [:]
    for row in csvRows(report.csv).dropFirst() {
      #expect(rows.updateValue(Double(row[3]), forKey: row[..<3].joined(separator: " ")) == nil)
    }
    var compared = 0
    for user in try json.at("users").list {
      let name = try #require(user.at("name").plainText)
      for (key, value) in try figures(user.at("figures")) {
        let row = rows.removeValue(forKey: "\(name) \(key)")
        #expect(row == .some(number(value)), "\(name) \(key)")
        compared += 1
      }
    }
    guard case .object(let published) = try json.at("published") else { return }
    let shown = Set(report.figures.map(\.rawValue))
    for figure in published where shown.contains(figure.key) {
      let source = try #require(figure.value.at("source").plainText)
      let values = try figures(.object([.init(figure.key, figure.value.at("values"))]))
      for (key, value) in values where value != .null {
        let row = rows.removeValue(forKey: "\(source) \(key)")
        #expect(row == .some(number(value)), "\(source) \(key)")
        compared += 1
      }
    }
    #expect(rows.isEmpty, "\(rows.keys.sorted())")
    #expect(compared > 80)
  }

  @Test("the text has each number of the JSON, rounded, in the column of its name")
  func text() throws {
    let report = report
    let json = try JSONValue(parsing: Array(report.json.text.utf8))
    let lines = report.text().split(separator: "\n").map(String.init)
    var compared = 0
    for user in try json.at("users").list {
      let name = try #require(user.at("name").plainText)
      let figures = try figures(user.at("figures"))
      for figure in report.figures {
        let head = try #require(lines.firstIndex { $0.hasPrefix("  \(figure.title) ") })
        let own = lines[(head + 1)...].first { $0.hasPrefix("    \(name) ") }
        for (place, label) in figure.labels.enumerated() {
          let columns = 38 + 10 * place..<48 + 10 * place
          #expect(cell(lines[head], columns) == label.filter { $0 != " " })
          let value = number(figures["\(figure.rawValue) \(label)"]).map(UsersReport.shown)
          let shown = try cell(#require(own), columns).replacing("*", with: "")
          #expect(shown == value ?? "-", "\(name) \(figure.rawValue) \(label)")
          compared += 1
        }
      }
    }
    #expect(compared > 80)
  }

  @Test("in 80 columns the text stands closer, with the same numbers")
  func narrow() {
    func words(_ width: Int) -> [Substring] { report.text(width: width).split { $0.isWhitespace } }
    #expect(report.text(width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(report.text().split(separator: "\n").contains { $0.count > 80 })
    #expect(words(80).filter { Double($0) != nil } == words(100).filter { Double($0) != nil })
  }

  private func cell(_ line: String, _ columns: Range<Int>) -> String {
    String(line.dropFirst(columns.lowerBound).prefix(columns.count)).filter { $0 != " " }
  }

  @Test("a star in the text is a miss, and each miss that a source is held to has its star")
  func stars() {
    let report = UsersReport([subject("people.lua", people: 3, days: 4, isDrawn: true)])
    let lines = report.text().split(separator: "\n").map(String.init)
    var stars = 0
    for source in UsageFigure.Source.allCases {
      for miss in report.misses(of: source) where !miss.contains(" is none;") {
        // people.lua: FIGURE LABEL is VALUE; SOURCE has OTHER
        let words = miss.dropFirst("people.lua: ".count).split(separator: " ")
        let value = miss.components(separatedBy: " is ")[1].components(separatedBy: ";")[0]
        let title = UsageFigure(rawValue: String(words[0]))?.title ?? ""
        let head = lines.firstIndex { $0.hasPrefix("  \(title) ") } ?? 0
        #expect(lines[head + 1].contains(" \(value)*"), "\(miss)")
        stars += 1
      }
    }
    #expect(stars > 10)
    #expect(report.text().hasSuffix("from what was published\n"))
  }

  @Test(
    "recorded users have no stars, and no line that explains them, whatever their file is called",
    arguments: ["logs.csv", "my* logs.csv", "logs*"])
  func recorded(name: String) {
    let report = UsersReport([subject(name, people: 3, days: 4, isDrawn: false)])
    #expect(!report.text().contains("farther than a tenth"))
    #expect(UsageFigure.Source.allCases.allSatisfy { report.misses(of: $0).isEmpty })
  }

  @Test(
    "numbers have as many digits as are significant",
    arguments: [
      (0.0, "0.000"), (0.2834, "0.283"), (0.9996, "1.000"), (5.318, "5.32"), (-5.318, "-5.32"),
      (17.16, "17.2"), (99.96, "100.0"), (144, "144"), (1_069.4, "1,069"),
    ])
  func digits(value: Double, text: String) {
    #expect(UsersReport.shown(value) == text)
  }

  @Test("nobody at all is a report too, with what was published and nothing beside it")
  func nobody() throws {
    let report = UsersReport([])
    #expect(report.text() == "Users\n")
    #expect(report.csv == "users,figure,value,number\n")
    let json = try JSONValue(parsing: Array(report.json.text.utf8))
    #expect(try json.at("users") == .array([]))
    let pickUps = try json.at("published").at("pickUpsPerDay")
    #expect(try pickUps.at("source") == .string("others"))
    #expect(
      try pickUps.at("values")
        == .object([
          .init("least", .integer(10)), .init("p50", .null), .init("most", .integer(200)),
        ]))
  }
}
