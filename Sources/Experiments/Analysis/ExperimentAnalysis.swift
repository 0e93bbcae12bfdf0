import Device

/// Every comparison of an experiment: each metric under each setting.
public struct ExperimentAnalysis: Sendable {
  /// What is compared under one setting.
  public struct Section: Sendable {
    /// Without the parameters that are blocks.
    public let setting: Setting
    /// One a metric, in the analysis' order.
    public let comparisons: [Comparison]
  }

  public let experiment: Experiment
  /// Those of each policy under each setting, which precision may have asked for more of.
  public let replications: Int
  public let metrics: [Metrics.Metric]
  /// One a setting, in the experiment's order.
  public let sections: [Section]
  /// How often an interval covers.
  public let level: Double
  public let family: Family

  /// Among which verdicts the probability of a wrong one is held below 1 − level, by Holm's
  /// procedure.
  public enum Family: String, Sendable, CaseIterable {
    /// Those of one metric under one setting.
    case metric
    /// All of the analysis.
    case report
  }

  /// - Parameters:
  ///   - replications: nil takes the experiment's own number.
  ///   - metrics: every metric that there is, unless told otherwise.
  ///   - values: of one metric, one a run in the order of `experiment.runs(replications:)`, nil
  ///     where a run has none. Asked metric by metric, so that no more than one is in memory.
  /// - Throws: what `values` throws.
  public init<Failure: Error>(
    of experiment: Experiment, replications: Int? = nil, metrics: [Metrics.Metric] = Metrics.all,
    level: Double = Estimate.usualLevel, family: Family = .metric,
    values: (Metrics.Metric) throws(Failure) -> [Double?]
  ) throws(Failure) {
    self.experiment = experiment
    self.replications = replications ?? experiment.replications
    self.metrics = metrics
    self.level = level
    self.family = family
    let plan = UnitPlan(experiment, replications: self.replications)
    var comparisons: [[Comparison]] = Array(repeating: [], count: plan.sections.settings.count)
    for metric in metrics {
      for (section, units) in plan.units(of: try values(metric)).enumerated() {
        comparisons[section].append(
          Comparison(
            units: units.map(\.rows), policies: experiment.policies.count,
            baseline: experiment.baseline, better: metric.better, level: level))
      }
    }
    if family == .report {
      var judged = Comparison.judged(together: comparisons.flatMap(\.self), level: level)[...]
      for section in comparisons.indices {
        comparisons[section] = Array(judged.prefix(metrics.count))
        judged = judged.dropFirst(metrics.count)
      }
    }
    sections = zip(plan.sections.settings, comparisons).map {
      Section(setting: $0, comparisons: $1)
    }
  }

  /// The comparison in a metric, by its name or key, under a setting; nil without such.
  public func comparison(_ metric: String, under setting: Setting = Setting()) -> Comparison? {
    guard let place = metrics.firstIndex(where: { $0.name == metric || $0.key == metric })
    else { return nil }
    return sections.first { $0.setting == setting }?.comparisons[place]
  }
}
