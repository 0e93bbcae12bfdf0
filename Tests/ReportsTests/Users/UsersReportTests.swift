import Simulation
import Testing
import Users

@testable import Reports

@Suite("Reports of users")
struct UsersReportTests {
  private static let minute: Int64 = 60_000

  /// Two apps by turns, every ten minutes of some days.
  private func subject(_ name: String, days: Int, isDrawn: Bool) -> UsersReport.Subject {
    let uses = (0..<days * 144).map { index in
      let start = Int64(index) * 10 * Self.minute
      return UsageLog.Use(app: index % 2, start: start, end: start + Self.minute)
    }
    var measuring = UsagePortrait.Measuring()
    measuring.add(
      UsageLog(
        name: "1", apps: ["a", "b"], uses: uses, start: 0, end: Int64(days) * 1_440 * Self.minute))
    return UsersReport.Subject(name: name, portrait: measuring.portrait(), isDrawn: isDrawn)
  }

  private var report: UsersReport {
    UsersReport([
      subject("people.lua", days: 3, isDrawn: true), subject("a.csv", days: 1, isDrawn: false),
    ])
  }

  @Test("show every figure of each, beside the published one, in 88 columns")
  func text() {
    let text = report.text()
    #expect(
      text.hasPrefix("Users\n  people.lua: 1 drawn person, 3 days\n  a.csv: 1 recorded person"))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 88 })
    let start = lines.firstIndex { $0.hasPrefix("  sessions a day") } ?? 0
    #expect(
      lines[start..<start + 4].map { $0.split(separator: " ").joined(separator: " ") } == [
        "sessions a day mean", "people.lua 144*", "a.csv 144", "LSApp 17.4",
      ])
    #expect(
      lines.contains { $0.hasPrefix("    LSApp") && $0.hasSuffix("0.396     0.663     0.772") })
    #expect(text.hasSuffix("from what was published\n"))
    // Nothing that needs two people.
    #expect(!text.contains("most used by all people"))
  }

  @Test("as JSON have figures by name, null where there is none, and what was published")
  func json() throws {
    let value = try JSONValue(parsing: Array(report.json.text.utf8))
    guard case .object(let members) = value, case .array(let users) = members[0].value,
      case .object(let first) = users[0]
    else {
      Issue.record("not an object with users")
      return
    }
    #expect(first.map(\.key) == ["name", "drawn", "people", "days", "figures"])
    #expect(first[1].value == .bool(true) && first[3].value == .integer(3))
    #expect(members[1].key == "published")
    let text = report.json.text.filter { $0 != " " && $0 != "\n" }
    #expect(text.contains("\"ensemble\":{\"first\":1,\"first3\":1,\"first5\":1}"))
  }

  @Test("as CSV have a row a value, drawn, recorded or published")
  func csv() {
    let rows = report.csv.split(separator: "\n")
    #expect(rows[0] == "users,figure,value,number")
    #expect(rows.contains("people.lua,sessionsPerDay,mean,144"))
    #expect(rows.contains("a.csv,markov,first 3,1"))
    #expect(rows.contains("lsapp,sessionsPerDay,mean,17.4"))
    #expect(!rows.contains { $0.hasPrefix("others,pickUpsPerDay,p50") })
  }

  @Test("report what drawn users miss of a source, and nothing of recorded ones")
  func misses() {
    let misses = report.misses(of: .lsapp)
    #expect(misses.contains("people.lua: sessionsPerDay mean is 144; LSApp has 17.4"))
    #expect(misses.contains("people.lua: mostUsedOfAll first is none; LSApp has 0.136"))
    #expect(misses.allSatisfy { $0.hasPrefix("people.lua: ") && !$0.contains("changesPerSession") })
    #expect(UsersReport([subject("a.csv", days: 3, isDrawn: false)]).misses(of: .lsapp).isEmpty)
  }
}
