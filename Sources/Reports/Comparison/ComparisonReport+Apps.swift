import Device
import Experiments

// For whom: apps and groups of apps told apart.

extension ComparisonReport {
  /// Means, or differences from the baseline, of apps or of groups, by policy.
  struct AppPanel {
    let title: String
    let setting: Setting
    /// `app` or `group`.
    let kind: String
    let policies: [Int]
    /// The name, and one cell a policy.
    let rows: [(name: String, cells: [Panel.Cell])]
    /// What the cells mean, or under which other settings they are the same; empty: nothing to say.
    let remarks: [String]
  }

  /// Groups before apps, means before differences.
  var appPanels: [AppPanel] {
    distinctApps.flatMap { table, alike in
      [(table.groups, "group"), (table.apps, "app")].flatMap { rows, kind -> [AppPanel] in
        guard !rows.isEmpty else { return [] }
        let scale = MetricScale(table.metric.unit, rows.map(\.comparison))
        let heading = heading(table.metric, unit: scale.unit)
        let means = AppPanel(
          title: "\(heading), by \(kind): means", setting: table.setting, kind: kind,
          policies: Array(experiment.policies.indices),
          rows: rows.map { row in
            let texts = experiment.policies.indices.map { StandingText(row.comparison, $0, scale) }
            return (printable(row.name), texts.map { Panel.Cell(text: $0.mean) })
          }, remarks: alike.isEmpty ? [] : [alike])
        let others = experiment.policies.indices.filter { $0 != experiment.baseline }
        guard !others.isEmpty else { return [means] }
        let differences = AppPanel(
          title: "\(heading), by \(kind): differences from \(baselineName) ±95%",
          setting: table.setting, kind: kind, policies: others,
          rows: rows.map { row in
            (printable(row.name), others.map { cell(StandingText(row.comparison, $0, scale)) })
          }, remarks: [markMeanings(table.metric, "over all \(kind)s of the table")])
        return [means, differences]
      }
    }
  }

  /// `+5.8 ±4.7 +`.
  private func cell(_ text: StandingText) -> Panel.Cell {
    let parts = [text.difference, text.differenceHalfWidth].filter { $0 != StandingText.none }
    return Panel.Cell(
      text: parts.isEmpty ? StandingText.none : parts.joined(separator: " "),
      mark: parts.isEmpty ? "" : text.mark, ink: text.ink)
  }

  private func markMeanings(_ metric: Metrics.Metric, _ family: String) -> String {
    let marks = metric.better == .neutral ? "> higher, < lower" : "+ better, - worse"
    return "Marks: \(marks) (Holm's p \(family) < .05), ~ no difference shown, = identical"
  }

  func appTables(_ style: TextStyle) -> [[String]] {
    let names = shortNames
    return appPanels.map { panel in
      var table = Table(
        columns: [
          .init(heading: tellsSettingsApart ? nameHeading(panel.setting) : panel.kind)
        ] + panel.policies.map { .init(heading: names[$0]) })
      table.rows = panel.rows.map { row in
        [Table.Cell(text: row.name)]
          + row.cells.map { cell in
            Table.Cell(
              text: cell.mark.isEmpty ? cell.text : "\(cell.text) \(cell.mark)", ink: cell.ink)
          }
      }
      return wrapped(panel.title, to: style.width).map { style.paint($0, .strong) }
        + table.parts(within: style.width).flatMap { $0.lines(style) }
        + panel.remarks.flatMap { remark($0, style) }
    }
  }
}
