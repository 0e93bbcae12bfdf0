import Device

/// Every comparison of an experiment: each metric under each setting.
public struct ExperimentAnalysis: Sendable {
  /// The comparisons under one setting.
  public struct Section: Sendable {
    /// The setting, without the parameters that are blocks.
    public let setting: Setting
    /// The comparisons, one a metric, in the analysis' order.
    public let comparisons: [Comparison]
  }

  public let experiment: Experiment
  /// The number of replications of each policy under each setting, which precision may have raised.
  public let replications: Int
  public let metrics: [Metrics.Metric]
  /// The sections, one a setting, in the experiment's order.
  public let sections: [Section]
  /// The share of intervals that cover the true value, between 0 and 1.
  public let level: Double
  public let family: Family
  /// Where runs do not depend on the seed.
  public let repeats: RepeatedRuns

  /// The set of verdicts among which the probability of a wrong one is held below 1 − level, by
  /// Holm's procedure.
  public enum Family: String, Sendable, CaseIterable {
    /// The verdicts of one metric under one setting.
    case metric
    /// All verdicts of the first `judged` metrics, under all settings.
    case report
  }

  /// Compares the policies of an experiment in each metric.
  ///
  /// - Parameters:
  ///   - replications: nil takes the experiment's own number.
  ///   - metrics: all metrics, unless given.
  ///   - judged: how many of them, from the first, a family of the whole report has; the others are
  ///     families of their own. Nil: all.
  ///   - repeats: where runs do not depend on the seed.
  ///   - values: returns one metric's values, one a run in the order of
  ///     `experiment.runs(replications:)`, nil where a run has none. It is called metric by metric,
  ///     so that no more than one is in memory.
  /// - Throws: what `values` throws.
  public init<Failure: Error>(
    of experiment: Experiment, replications: Int? = nil, metrics: [Metrics.Metric] = Metrics.all,
    level: Double = Estimate.usualLevel, family: Family = .metric, judged: Int? = nil,
    repeats: RepeatedRuns = RepeatedRuns(),
    values: (Metrics.Metric) throws(Failure) -> [Double?]
  ) throws(Failure) {
    self.experiment = experiment
    self.replications = replications ?? experiment.replications
    self.metrics = metrics
    self.level = level
    self.family = family
    self.repeats = repeats
    let plan = UnitPlan(experiment, replications: self.replications)
    var comparisons: [[Comparison]] = Array(repeating: [], count: plan.sections.settings.count)
    let repeated = plan.sections.repeated(repeats)
    for metric in metrics {
      for (section, units) in plan.units(of: try values(metric)).enumerated() {
        comparisons[section].append(
          Comparison(
            units: units.map(\.rows), policies: experiment.policies.count,
            baseline: experiment.baseline, better: metric.better, extent: metric.unit.extent,
            level: level, repeated: repeated[section]))
      }
    }
    if family == .report {
      let count = judged ?? metrics.count
      let together = comparisons.flatMap { $0.prefix(count) }
      var adjusted = Comparison.judged(together: together, level: level)[...]
      for section in comparisons.indices {
        comparisons[section].replaceSubrange(..<count, with: adjusted.prefix(count))
        adjusted = adjusted.dropFirst(count)
      }
    }
    sections = zip(plan.sections.settings, comparisons).map {
      Section(setting: $0, comparisons: $1)
    }
  }

  /// Returns the comparison in a metric, by its name or key, under a setting; nil when there is
  /// none.
  public func comparison(_ metric: String, under setting: Setting = Setting()) -> Comparison? {
    guard let place = metrics.firstIndex(where: { $0.name == metric || $0.key == metric })
    else { return nil }
    return sections.first { $0.setting == setting }?.comparisons[place]
  }
}
