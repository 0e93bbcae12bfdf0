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
      }, remarks: alike.isEmpty ? [] : [alike])
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
      remarks: rows.allSatisfy { $0.comparison.standings.allSatisfy { $0.difference?.p == nil } }
        ? [] : [markMeanings(metric, "over all \(kind)s of the table")])
    return [means, differences]
  }

  private func markMeanings(_ metric: Metrics.Metric, _ family: String) -> String {
    let marks = metric.better == .neutral ? "> higher, < lower" : "+ better, - worse"
    return "Marks: \(marks) (Holm's p \(family) < .05), ~ no difference shown, = identical"
  }
}
