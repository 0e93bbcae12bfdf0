import Device

/// The part that policies leave of the way from the baseline to the best that is known, in one
/// metric under one setting: 1 is as far off as the baseline, 0 as good as the best, less than 0
/// better.
public struct Regret: Sendable {
  /// The value that stands for the best.
  public enum Reference: Equatable, Sendable {
    /// The value that no policy can exceed in the run: the metric has a bound.
    case bound
    /// The value of a policy, by its place in the experiment.
    case policy(Int)
  }

  /// The setting, without the parameters that are blocks.
  public let setting: Setting
  public let metric: Metrics.Metric
  public let reference: Reference
  /// The ratios, one a policy: its mean distance from the reference, divided by the baseline's,
  /// over the units in which policy, baseline and reference have a value; nil without any, and
  /// where the baseline is as good as the reference.
  ///
  /// The baseline's ratio is 1, and 0 that of a policy which is the reference, both without an
  /// interval.
  public let ratios: [RatioEstimate?]

  /// The metrics that have a bound, with the metric that says how far a run fell short of it.
  public static let shortfalls = ["fresh at open": "fresh at open regret"]

  /// Returns the regrets of the runs in a store, metric by metric and setting by setting; there is
  /// none for a metric in which neither side is better, or whose reference is no better than the
  /// baseline beyond chance.
  ///
  /// O(runs · metrics) time.
  ///
  /// - Parameters:
  ///   - reference: the policy to measure by where there is no bound, by its place; nil: none.
  public static func all(
    of metrics: [Metrics.Metric], in store: Store, reference: Int?,
    level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [Regret] {
    let experiment = try store.experiment()
    let replications = try store.replications()
    let plan = UnitPlan(experiment, replications: replications)
    let read = { (name: String) throws(StoreError) in
      plan.units(of: try store.values(of: name, in: experiment, replications: replications))
    }
    var found: [Regret] = []
    for metric in metrics where metric.better != .neutral {
      var own: [Regret] = []
      if let shortfall = shortfalls[metric.name] {
        own = zip(plan.sections.settings, try read(shortfall)).compactMap {
          Regret($0, metric, .bound, $1, experiment.baseline, level)
        }
      }
      if own.isEmpty, let reference, reference != experiment.baseline {
        own = zip(plan.sections.settings, try read(metric.name)).compactMap {
          Regret($0, metric, .policy(reference), $1, experiment.baseline, level)
        }
      }
      found += own
    }
    return found
  }

  /// Creates the regret of one metric; nil where the reference is not better than the baseline.
  init?(
    _ setting: Setting, _ metric: Metrics.Metric, _ reference: Reference, _ units: [UnitPlan.Unit],
    _ baseline: Int, _ level: Double
  ) {
    self.setting = setting
    self.metric = metric
    self.reference = reference
    // The distance of each policy, by unit.
    let distances = units.map { unit in
      unit.rows.first.map { row in
        row.indices.map { policy in
          mean(unit.rows.map { Regret.distance($0, policy, reference, metric.better) })
        }
      } ?? []
    }
    let way = Estimate(distances.compactMap { $0[baseline] }, level: level)
    guard let way, way.mean > 0, way.low.map({ $0 > 0 }) ?? true,
      let policies = distances.first?.count
    else { return nil }
    ratios = (0..<policies).map { policy in
      let pairs = distances.compactMap { unit -> (Double, Double)? in
        guard let own = unit[policy], let base = unit[baseline] else { return nil }
        return (own, base)
      }
      let estimate = RatioEstimate(pairs, level: level)
      let isFixed = policy == baseline || reference == .policy(policy)
      return isFixed ? estimate.map { RatioEstimate(count: $0.count, exactly: $0.ratio) } : estimate
    }
  }

  /// Returns a policy's distance from the reference in one run; nil where the run, or the
  /// reference's, has no value.
  private static func distance(
    _ row: [Double?], _ policy: Int, _ reference: Reference, _ better: Better
  ) -> Double? {
    guard let value = row[policy] else { return nil }
    switch reference {
    case .bound: return value
    case .policy(let best):
      guard let best = row[best] else { return nil }
      return better == .higher ? best - value : value - best
    }
  }
}

extension RatioEstimate {
  /// Creates a ratio that holds by definition, without an interval.
  fileprivate init(count: Int, exactly ratio: Double) {
    self.count = count
    self.ratio = ratio
    interval = nil
  }
}
