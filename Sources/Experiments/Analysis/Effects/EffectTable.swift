import Device
import Simulation

/// The effects of an experiment's parameters on a metric: docs/effects.md.
public struct EffectTable: Sendable {
  /// The way in which effects are told apart, which depends on the settings that there are.
  public enum Method: String, Sendable, CaseIterable {
    /// A study with every combination of values: what each value, and each pair of values, adds to
    /// the mean over all of them (Fisher; Box, Hunter and Hunter, Statistics for Experimenters).
    case factorial
    /// A study of trajectories in which one parameter changes at a time: elementary effects
    /// (Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics
    /// 1991).
    case screening
    /// A study of any other settings: the plane that fits them best, by least squares.
    case linear
  }

  /// The subject whose values a column shows.
  public enum Subject: Equatable, Sendable {
    /// The values of a policy, by its place.
    case value(Int)
    /// A policy's differences from the baseline.
    case difference(Int)
    /// The values of the policies that differ in their own parameters only: a policy's name. Its
    /// parameters are among those of the table, as `name.parameter`.
    case family(String)
  }

  public struct Parameter: Equatable, Sendable {
    public let name: String
    /// The parameter's values, numbers ascending.
    public let texts: [String]
  }

  /// The parameter, or the interaction of two, that has an effect.
  public struct Term: Hashable, Sendable {
    /// The parameter's name, or the names of the two that interact.
    public let parameters: [String]
    /// The value of each parameter; empty: the effect is from the parameter's least value to its
    /// greatest.
    public let texts: [String]
  }

  public struct Effect: Equatable, Sendable {
    /// The estimate over the units: each has effects of its own, for the settings are the same in
    /// all.
    public let estimate: Estimate
    /// The p adjusted by Holm's procedure over all effects of the table that are not exactly 0,
    /// those that mirror each other (one of two values) counting once; nil for a single unit.
    public internal(set) var adjustedP: Double?
    /// The mean size of a screening's elementary effects, μ*, over the trajectories; nil in other
    /// studies.
    public let size: Estimate?
    /// The deviation of a screening's elementary effects, σ, great where a parameter acts through
    /// others or not in proportion; nil in other studies.
    public let deviation: Double?
  }

  /// The share of the variance between the settings' means that is due to one parameter, or to two
  /// together.
  public struct Share: Equatable, Sendable {
    /// The parameters' names; none: all parameters of the table together.
    public let parameters: [String]
    /// The share, from 0 to 1.
    public let value: Double
  }

  public struct Column: Sendable {
    public let subject: Subject
    /// The number of units that have a value under every setting.
    public let units: Int
    /// The mean over all settings.
    public let mean: Estimate
    /// The effects, one a term.
    public internal(set) var effects: [Effect]
    /// The shares of the variance; none for a screening, and where nothing varies.
    public let shares: [Share]
  }

  public let metric: Metrics.Metric
  public let method: Method
  public let parameters: [Parameter]
  public let terms: [Term]
  /// For each term, whether none before it says the same, as one of two values does.
  public let isFirst: [Bool]
  /// The columns that have at least one unit; never empty.
  public internal(set) var columns: [Column]

  /// Returns the tables of the runs in a store, metric by metric: of the policies' values, of their
  /// differences from the baseline, and of families of policies. None without a parameter that
  /// varies, and where the settings are too few to tell effects apart.
  ///
  /// O(metrics · (runs + terms · settings · units)) time.
  public static func all(
    of metrics: [Metrics.Metric], in store: Store, level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [EffectTable] {
    let experiment = try store.experiment()
    let replications = try store.replications()
    let plan = UnitPlan(experiment, replications: replications)
    let settings = EffectContrasts(ParameterStudy(plan.sections.settings))
    let families = PolicyFamily.families(of: experiment.policies).map { family in
      (family, EffectContrasts(family.study(of: plan.sections.settings)))
    }
    let repeats = try store.repeatedRuns()
    // Replications that are one run say no more than one.
    let isOne = experiment.blocks.isEmpty && repeats.done > 0 && repeats.alike == repeats.done
    var tables: [EffectTable] = []
    for metric in metrics {
      let values = try store.values(of: metric.name, in: experiment, replications: replications)
      let units = plan.units(of: values)
      let grid = UnitGrid(isOne ? units.map { Array($0.prefix(1)) } : units)
      let policies = Array(experiment.policies.indices)
      if let settings {
        let values = policies.map { policy -> (Subject, [[Double]]) in
          (.value(policy), grid.rows { $0[policy] })
        }
        let differences = policies.filter { $0 != experiment.baseline }
          .map { policy -> (Subject, [[Double]]) in
            let rows = grid.rows { row in
              guard let own = row[policy], let base = row[experiment.baseline] else { return nil }
              return difference(own, base)
            }
            return (.difference(policy), rows)
          }
        tables += [values, differences].compactMap {
          EffectTable(metric, settings, $0, level: level)
        }
      }
      for (family, contrasts) in families {
        guard let contrasts else { continue }
        let rows = grid.rowsOfSeveral({ row in family.members.map { row[$0.place] } })
        let subjects: [(Subject, [[Double]])] = [(.family(family.name), rows)]
        tables += [EffectTable(metric, contrasts, subjects, level: level)].compactMap(\.self)
      }
    }
    return tables
  }

  /// Creates the table of one metric; nil when no subject has a unit.
  ///
  /// - Parameters:
  ///   - subjects: each with one row a unit, of one value a point.
  init?(
    _ metric: Metrics.Metric, _ contrasts: EffectContrasts,
    _ subjects: [(Subject, rows: [[Double]])], level: Double
  ) {
    self.metric = metric
    method = contrasts.method
    parameters = contrasts.study.axes.map { Parameter(name: $0.name, texts: $0.texts) }
    terms = contrasts.terms
    isFirst = contrasts.firstEqual.enumerated().map { $0 == $1 }
    columns = subjects.compactMap { subject, rows in
      contrasts.column(of: rows, subject, level: level)
    }
    guard !columns.isEmpty else { return nil }
    let hypotheses = columns.flatMap { column in
      zip(column.effects, isFirst).map { effect, isFirst in
        isFirst && !effect.isZero ? effect.estimate.pOfZeroMean : nil
      }
    }
    let adjusted = holmAdjusted(hypotheses)
    for column in columns.indices {
      for effect in terms.indices {
        columns[column].effects[effect].adjustedP =
          adjusted[column * terms.count + contrasts.firstEqual[effect]]
      }
    }
  }
}

extension EffectTable.Effect {
  /// Whether the effect is exactly 0 in every unit.
  var isZero: Bool { estimate.mean == 0 && estimate.deviation ?? 0 == 0 }

  /// Returns whether the effect is beyond chance at the level.
  public func isShown(level: Double = Estimate.usualLevel) -> Bool {
    adjustedP.map { $0 < 1 - level } ?? false
  }
}

/// The units of all settings, side by side.
private struct UnitGrid {
  /// The units' rows by unit, in order of first appearance, and setting: one row a seed, of one
  /// value a policy.
  private var seeds: [[[[Double?]]]] = []

  init(_ sections: [[UnitPlan.Unit]]) {
    var places: [ComparedUnit: Int] = [:]
    for (section, units) in sections.enumerated() {
      for unit in units {
        let place = places[unit.name] ?? seeds.count
        if place == seeds.count {
          places[unit.name] = place
          seeds.append(Array(repeating: [], count: sections.count))
        }
        seeds[place][section] = unit.rows
      }
    }
  }

  /// Returns one row a unit, of one value a setting, the mean over its seeds; units without a value
  /// under any of the settings are left out.
  func rows(_ value: ([Double?]) -> Double?) -> [[Double]] {
    rowsOfSeveral({ [value($0)] })
  }

  /// Returns one row a unit, of several values a setting, each the mean over its seeds; units that
  /// lack any are left out.
  func rowsOfSeveral(_ values: ([Double?]) -> [Double?]) -> [[Double]] {
    seeds.compactMap { sections in
      let row = sections.flatMap { rows -> [Double?] in
        let all = rows.map(values)
        guard let count = all.first?.count else { return [nil] }
        return (0..<count).map { place in mean(all.map { $0[place] }) }
      }
      let known = row.compactMap(\.self)
      return known.count == row.count ? known : nil
    }
  }
}
