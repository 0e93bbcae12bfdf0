import Device
import Experiments
import Simulation

// Figures of single seeds, which may be people, or of blocks.

extension ComparisonReport {
  /// The word for a unit: `seed`, or `block`.
  var unitKind: String { experiment.blocks.isEmpty ? "seed" : "block" }

  /// The tables of units: for how many a policy is better, then the units themselves.
  var unitPanels: [NamedPanel] {
    units.flatMap { table in
      let rows = table.rows.map { (printable($0.unit.description), $0.comparison) }
      return [spreadPanel(table)].compactMap(\.self)
        + meansAndDifferences(
          of: rows, by: unitKind, table.metric, table.setting, alike: "")
    }
  }

  /// Returns the table of how differences are spread; nil without pairs.
  private func spreadPanel(_ table: UnitTable) -> NamedPanel? {
    let scale = MetricScale(table.metric.unit, table.rows.map(\.comparison))
    let isNeutral = table.metric.better == .neutral
    let rows = zip(experiment.policies.indices, table.spreads).compactMap { policy, spread in
      spread.map { spread in
        let favoured = table.metric.better == .lower ? spread.lower : spread.higher
        let share = spread.better.map { percent($0.share) } ?? StandingText.none
        let interval =
          spread.better.map {
            "\(percent($0.interval.lowerBound)) to \(percent($0.interval.upperBound))"
          } ?? StandingText.none
        return NamedPanel.Row(
          name: shortNames[policy],
          cells: ([
            "\(grouped(favoured)) of \(grouped(spread.count))", share, interval,
            "\(scale.signed(spread.least.difference)) (\(short(spread.least.unit)))",
          ]
            + [spread.quantiles.low, spread.quantiles.median, spread.quantiles.high].map(
              scale.signed)
            + ["\(scale.signed(spread.greatest.difference)) (\(short(spread.greatest.unit)))"])
            .map { Panel.Cell(text: $0) })
      }
    }
    guard !rows.isEmpty else { return nil }
    let group = isNeutral ? "higher for" : "better for"
    let heading = heading(table.metric, unit: differenceUnit(scale.unit))
    return NamedPanel(
      title: "\(heading), by \(unitKind): for how many, and how "
        + "differences from \(baselineName) are spread",
      setting: table.setting, kind: "policy",
      columns: [
        .init("\(unitKind)s", group: group), .init("share", group: group),
        .init("95%", group: group),
      ]
        + ["least (whose)", "p10", "median", "p90", "greatest (whose)"].map {
          .init($0, group: "difference")
        },
      rows: rows, remarks: [])
  }

  /// Returns a unit's short name: `3`, or `user=ann`.
  private func short(_ unit: ComparedUnit) -> String {
    switch unit {
    case .seed(let seed): "\(seed)"
    case .block(let setting): printable(setting.description)
    }
  }

  func percent(_ share: Double) -> String { grouped(share * 100, decimals: 0) + "%" }
}
