import Device
import Experiments
import Simulation

// Figures of single apps and of groups of apps.

extension ComparisonReport {
  /// The tables of apps and of groups, by policy, with means or differences from the baseline:
  /// groups before apps, means before differences.
  var appPanels: [NamedPanel] {
    distinctApps.flatMap { table, alike in
      [(table.groups, "group"), (table.apps, "app")].flatMap { rows, kind in
        meansAndDifferences(
          of: rows.map { (printable($0.name), $0.comparison) }, by: kind, table.metric,
          table.setting, alike: alike)
      }
    }
  }

  /// Returns two panels, of means and of differences; only the first where there is nothing to
  /// compare with.
  func meansAndDifferences(
    of rows: [(name: String, comparison: Comparison)], by kind: String, _ metric: Metrics.Metric,
    _ setting: Setting, alike: String
  ) -> [NamedPanel] {
    guard !rows.isEmpty else { return [] }
    let scale = MetricScale(metric.unit, rows.map(\.comparison))
    let heading = heading(metric, unit: scale.unit)
    let policies = Array(experiment.policies.indices)
    let means = NamedPanel(
      title: "\(heading), by \(kind): means", setting: setting, kind: kind,
      columns: columns(policies),
      rows: rows.map { row in
        let texts = policies.map { StandingText(row.comparison, $0, scale) }
        return .init(name: row.name, cells: texts.map { Panel.Cell(text: $0.mean) })
      }, remarks: [alike, gaps(rows, by: kind)].filter { !$0.isEmpty })
    let others = policies.filter { $0 != experiment.baseline }
    guard !others.isEmpty else { return [means] }
    let ofDifferences = self.heading(metric, unit: differenceUnit(scale.unit))
    let differences = NamedPanel(
      title: "\(ofDifferences), by \(kind): differences from \(baselineName) ±95%",
      setting: setting, kind: kind, columns: columns(others),
      rows: rows.map { row in
        .init(
          name: row.name,
          cells: others.map { differenceCell(StandingText(row.comparison, $0, scale)) })
      },
      remarks: [markMeanings(metric, rows.map(\.comparison), "over all \(kind)s of the table")]
        .filter { !$0.isEmpty })
    return [means, differences]
  }

  /// Returns a remark on the runs without a value, by row; empty where there are none, and for
  /// seeds, whose cells show it.
  private func gaps(_ rows: [(name: String, comparison: Comparison)], by kind: String) -> String {
    guard kind != "seed" else { return "" }
    let found = rows.compactMap { row -> String? in
      let missing = row.comparison.standings.map(\.missing)
      let policies = missing.indices.filter { missing[$0] > 0 }
      let counts = policies.map { "\(name($0)) \(grouped(missing[$0]))" }
      return counts.isEmpty ? nil : "\(row.name) (\(counts.joined(separator: ", ")))"
    }
    guard !found.isEmpty else { return "" }
    let place = kind == unitKind ? "" : " where another policy has one"
    return "runs without a value\(place): \(listed(found, limit: 8))"
  }

  /// Returns what the marks in a table mean; empty where there are none.
  private func markMeanings(
    _ metric: Metrics.Metric, _ comparisons: [Comparison], _ family: String
  ) -> String {
    let fixed = markWithoutChance(in: comparisons)
    guard comparisons.contains(where: { $0.standings.contains { $0.difference?.p != nil } }) else {
      return fixed.map { "Marks: \($0), = identical" } ?? ""
    }
    let marks = metric.better == .neutral ? "> higher, < lower" : "+ better, - worse"
    return "Marks: \(marks) (Holm's p \(family) < .05), ~ no difference shown"
      + "\(fixed.map { ", \($0)" } ?? ""), = identical"
  }
}
