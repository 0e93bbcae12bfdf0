import Device
import Simulation

/// A table of one metric of each unit (a seed, which may be a person, or a block) by policy, under
/// one setting: for whom a policy is better, for how many, and by how much.
public struct UnitTable: Sendable {
  public struct Row: Equatable, Sendable {
    public let unit: ComparedUnit
    /// The comparison over the unit's own seeds, each one pair; a single seed has no interval. p is
    /// adjusted over all units of the table.
    public internal(set) var comparison: Comparison
  }

  /// The spread of a policy's differences from the baseline over the units.
  public struct Spread: Sendable {
    /// The numbers of units with a higher value, a lower one, and exactly the same one.
    public let higher: Int
    public let lower: Int
    public let equal: Int
    /// The share of the units for which the policy is better, and what that share may be among all
    /// others (`wilsonInterval`); nil where neither side is better.
    public let better: (share: Double, interval: ClosedRange<Double>)?
    /// The .1, .5 and .9 quantiles of the differences.
    public let quantiles: (low: Double, median: Double, high: Double)
    /// The units whose difference is the least and the greatest; the first of several.
    public let least: (unit: ComparedUnit, difference: Double)
    public let greatest: (unit: ComparedUnit, difference: Double)

    public var count: Int { higher + lower + equal }
  }

  /// The setting, without the parameters that are blocks.
  public let setting: Setting
  public let metric: Metrics.Metric
  /// The units in which any policy has a value, in plan order.
  public let rows: [Row]
  /// The spreads, one a policy; nil for the baseline, and for a policy without pairs.
  public let spreads: [Spread?]

  /// Returns the tables of the runs in a store, metric by metric and setting by setting; there is
  /// none for a metric that no run has.
  ///
  /// O(runs · metrics) time and memory.
  public static func all(
    of metrics: [Metrics.Metric], in store: Store, level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [UnitTable] {
    let experiment = try store.experiment()
    let replications = try store.replications()
    let plan = UnitPlan(experiment, replications: replications)
    let repeats = try store.repeatedRuns()
    var tables: [UnitTable] = []
    for metric in metrics {
      let values = try store.values(of: metric.name, in: experiment, replications: replications)
      for (setting, units) in zip(plan.sections.settings, plan.units(of: values)) {
        let table = UnitTable(
          setting, metric, units, experiment, level: level, repeats: repeats)
        if !table.rows.isEmpty { tables.append(table) }
      }
    }
    return tables
  }

  init(
    _ setting: Setting, _ metric: Metrics.Metric, _ units: [UnitPlan.Unit],
    _ experiment: Experiment, level: Double, repeats: RepeatedRuns = RepeatedRuns()
  ) {
    self.setting = setting
    self.metric = metric
    let (count, baseline) = (experiment.policies.count, experiment.baseline)
    var rows = units.filter { unit in unit.rows.contains { $0.contains { $0 != nil } } }
      .map { unit in
        Row(
          unit: unit.name,
          comparison: Comparison(
            units: unit.rows.map { [$0] }, policies: count, baseline: baseline,
            better: metric.better, extent: metric.unit.extent, level: level,
            repeated: repeats.policies(under: [unit.setting])))
      }
    let judged = Comparison.judged(together: rows.map(\.comparison), level: level)
    for (place, comparison) in judged.enumerated() { rows[place].comparison = comparison }
    self.rows = rows
    spreads = (0..<count).map { policy in
      let differences = rows.compactMap { row in
        row.comparison.standings[policy].difference.map { (row.unit, $0.estimate.mean) }
      }
      return Spread(differences, better: metric.better, level: level)
    }
  }
}

extension UnitTable.Spread {
  /// Creates the spread of some differences; nil without any. O(n log n).
  init?(
    _ differences: [(unit: ComparedUnit, difference: Double)], better side: Better, level: Double
  ) {
    guard
      let least = differences.min(by: { $0.difference < $1.difference }),
      // The first of several equals, where `max` would take the last.
      let greatest = differences.min(by: { $0.difference > $1.difference })
    else { return nil }
    (self.least, self.greatest) = (least, greatest)
    higher = differences.count { $0.difference > 0 }
    lower = differences.count { $0.difference < 0 }
    equal = differences.count - higher - lower
    let wins: Int? =
      switch side {
      case .higher: higher
      case .lower: lower
      case .neutral: nil
      }
    better = wins.map { wins in
      (
        Double(wins) / Double(differences.count),
        wilsonInterval(wins, of: differences.count, level: level)
      )
    }
    let sorted = differences.map(\.difference).sorted()
    let quantiles = [0.1, 0.5, 0.9].map { quantile($0, ofSorted: sorted) ?? 0 }
    self.quantiles = (quantiles[0], quantiles[1], quantiles[2])
  }
}
