import Experiments
import Foundation
import Testing

@testable import Device
@testable import Reports

@Suite("A comparison as CSV")
struct ComparisonCSVTests {
  @Test("one row for each setting, policy and metric, with as many fields as there are columns")
  func rows() throws {
    let sample = try sampleComparison()
    let report = try ComparisonReport(of: sample.store)
    let rows = fields(report.text(.csv))
    #expect(rows[0] == ComparisonReport.columns + ["parameter.poolMinutes"])
    #expect(rows.dropFirst().count == 2 * 4 * report.analysis.metrics.count)
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    #expect(
      rows.contains(
        [
          "poolMinutes=5", "again", "first-come", "false", "", "", "wake ups", "wakeUps", "number",
          "lower",
          "4", "0", "25", "12.909944487358056", "4.457397432394789", "45.542602567605215", "4", "0",
          "0",
          "0", "0", "1", "1", "inf", "equal", "2.75", "0",
        ] + Array(repeating: "", count: 11) + [
          "5"
        ]))
  }

  @Test("fields with commas, quotes and ends of lines are quoted, and read back as they were")
  func quoting() throws {
    let label = "a, \"b\"\nc"
    let sample = try SampleStore(
      Experiment(
        settings: [Setting([.init("x,y", "1\r2")])],
        policies: [PolicyChoice(label, source: "lottery{a=1,b=2}"), PolicyChoice("plain")],
        replications: 2, metrics: ["wake ups"]))
    try sample.record { .done(.of($0)) }
    let rows = fields(try ComparisonReport(of: sample.store).text(.csv))
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    #expect(rows[1].prefix(4) == ["x,y=1\r2", label, "lottery{a=1,b=2}", "true"])
    #expect(rows[0].last == "parameter.x,y" && rows[1].last == "1\r2")
  }

  @Test("a setting is named as the store names it, so that both can be joined")
  func settings() throws {
    let sample = try SampleStore(
      Experiment(
        settings: [Setting([.init("mode", "on wifi")])], policies: [PolicyChoice("a")],
        replications: 2, metrics: ["wake ups"]))
    try sample.record { .done(.of($0)) }
    #expect(fields(try ComparisonReport(of: sample.store).text(.csv))[1][0] == #"mode=on\ wifi"#)
  }

  /// Reads RFC 4180, strictly enough for these texts.
  private func fields(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      let last = rows[rows.count - 1].count - 1
      switch scalar {
      // A quote within quotes ends them, and the next begins them anew.
      case "\"":
        isQuoted.toggle()
        if isQuoted, rows[rows.count - 1][last].unicodeScalars.last == "\u{0}" {
          rows[rows.count - 1][last].unicodeScalars.removeLast()
          rows[rows.count - 1][last] += "\""
        } else if !isQuoted {
          rows[rows.count - 1][last] += "\u{0}"
        }
      case "," where !isQuoted: rows[rows.count - 1].append("")
      case "\n" where !isQuoted: rows.append([""])
      default: rows[rows.count - 1][last].unicodeScalars.append(scalar)
      }
    }
    return rows.dropLast().map { row in row.map { $0.replacing("\u{0}", with: "") } }
  }
}
