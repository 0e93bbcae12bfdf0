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
    let interval = studentQuantile(0.975, degrees: 29) * 41.948 / 30.0.squareRoot()
    #expect(abs(interval - 15.7) < 0.05 && page.contains("| 95 % interval (`±95%`) | ±15.7 |"))
    // Those of the seven policies in the table, in its order.
    let p = [0.016439, 3.3597e-5, 0.080240, 0.177748, 4.1323e-5, 7.0565e-9, 1.8057e-10]
    #expect(abs(try #require(holmAdjusted(p)[0]) - 3 * 0.016439) < 1e-9)
    #expect(page.contains("fair-share       84.9  ±15.7  41.9   +5.8  ±4.7  .049 "))
    let reduction = (45.272 * 45.272 + 41.948 * 41.948) / (12.5453 * 12.5453)
    #expect(abs(reduction - 24.2) < 0.01 && page.contains("/ 12.545² = 24."))
  }
}
