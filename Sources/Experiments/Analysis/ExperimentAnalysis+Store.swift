import Device

extension ExperimentAnalysis {
  /// Analyses the runs in a store, as far as they are done, in whatever order they came.
  ///
  /// O(runs) time for each metric; no more than one metric's values are in memory.
  public init(
    of store: Store, metrics: [Metrics.Metric] = Metrics.all, level: Double = Estimate.usualLevel,
    family: Family = .metric, judged: Int? = nil
  ) throws(StoreError) {
    let experiment = try store.experiment()
    let replications = try store.replications()
    try self.init(
      of: experiment, replications: replications, metrics: metrics, level: level, family: family,
      judged: judged, repeats: try store.repeatedRuns()
    ) { metric throws(StoreError) -> [Double?] in
      try store.values(of: metric.name, in: experiment, replications: replications)
    }
  }
}
