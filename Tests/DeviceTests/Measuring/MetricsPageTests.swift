import Foundation
import Testing

@testable import Device

@Suite("docs/metrics.md")
struct MetricsPageTests {
  private let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    page = try String(contentsOf: root.appending(path: "docs/metrics.md"), encoding: .utf8)
  }

  private func row<Subject>(_ figure: Figure<Subject>, _ last: String? = nil) -> String {
    let cells = [
      "`\(figure.name)`", "`\(figure.key)`", figure.unit.name, figure.better.rawValue,
      figure.definition,
    ]
    return "| " + (cells + (last.map { [$0] } ?? [])).joined(separator: " | ") + " |"
  }

  private func whole(_ figure: Figure<AppStatistics>) -> String {
    switch figure.whole {
    case .sum: "sum"
    case .greatest: "greatest"
    case .mean: "mean"
    case .pooled: "over all"
    }
  }

  private func expectTable(_ rows: [String]) {
    let table = rows.joined(separator: "\n")
    #expect(page.contains("\n\n\(table)\n\n"), "the table is now\n\n\(table)\n")
  }

  @Test("has every metric of the device, and no other")
  func device() {
    expectTable(
      ["| name | key | unit | better | what it is |", "|---|---|---|---|---|"]
        + DeviceFigures.all.map { row($0) })
  }

  @Test("has every metric of apps, and no other")
  func apps() {
    expectTable(
      [
        "| name | key | unit | better | what it is | all apps |", "|---|---|---|---|---|---|",
      ] + AppFigures.all.map { row($0, whole($0)) })
  }

  @Test("the metrics of a run are those of both tables")
  func both() {
    #expect(Metrics.all.map(\.name) == DeviceFigures.all.map(\.name) + AppFigures.all.map(\.name))
    #expect(page.components(separatedBy: "\n| `").count == Metrics.all.count + 1)
  }
}
