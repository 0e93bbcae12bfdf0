import Experiments
import Foundation
import Testing

@testable import Reports

@Suite("docs/statistics.md")
struct StatisticsPageTests {
  private let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    page = try String(contentsOf: root.appending(path: "docs/statistics.md"), encoding: .utf8)
  }

  @Test("has every column of the CSV in its order, and no other")
  func columns() throws {
    let table = try #require(page.components(separatedBy: "## As CSV").last)
    let columns = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(columns == ComparisonReport.columns)
  }

  @Test("names every verdict as CSV and JSON have it")
  func verdicts() throws {
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `verdict` |") })
    for verdict in PairedDifference.Verdict.allCases {
      #expect(row.contains("`\(verdict.rawValue)`"))
    }
  }

  @Test("explains the very figures of its example: Holm's p, and what pairing brings")
  func example() throws {
    let interval = studentQuantile(0.975, degrees: 29) * 25.951 / 30.0.squareRoot()
    #expect(abs(interval - 9.7) < 0.05 && page.contains("| 95 % interval (`±95%`) | ±9.7 |"))
    // Those of the seven policies in the table, in its order.
    let p = [0.00100963, 0.880419, 2.66975e-4, 0.220113, 0.138965, 0.0106252, 3.06075e-6]
    #expect(abs(try #require(holmAdjusted(p)[0]) - 5 * 0.00100963) < 1e-9)
    #expect(page.contains("fair-share       29.3  ±9.7  26.0   +4.0 ±2.3  .005 "))
    let reduction = (23.984 * 23.984 + 25.951 * 25.951) / (6.04285 * 6.04285)
    #expect(abs(reduction - 34.19) < 0.01 && page.contains("/ 6.0429² = 34."))
  }
}
