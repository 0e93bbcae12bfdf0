/// The value of one metric in one run of the present plan.
public struct Observation: Equatable, Sendable {
  /// The setting's place in the experiment.
  public var setting: Int
  /// The policy's place in the experiment.
  public var policy: Int
  public var seed: UInt64
  /// The metric's value; nil when the run has none: a mean without cases.
  public var value: Double?
}

/// A run of the present plan that could not be run.
public struct FailedRun: Equatable, Sendable {
  /// The setting's place in the experiment.
  public var setting: Int
  /// The policy's place in the experiment.
  public var policy: Int
  public var seed: UInt64
  public var message: String
  /// It could be run, but a call of a script took too much of the machine's time.
  public var isStalled = false
}

extension Store {
  /// Hands over a metric's value in every run of the present plan that is done, setting by setting,
  /// policy by policy, seed by seed, in whatever order they were run. Memory does not grow with
  /// their number.
  ///
  /// - Parameters:
  ///   - metric: its name in `Metrics`.
  public func observations(
    of metric: String, _ body: (Observation) -> Void
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let column = try FigureTable.runs.column(of: metric, connection) ?? "NULL"
      try connection.prepare(
        """
        SELECT r.setting_ordinal, r.policy_ordinal, r.seed, \(column)
        FROM plan_runs AS r LEFT JOIN run_metrics AS v ON v.run = r.run
        WHERE r.status = 'done'
        ORDER BY r.setting_ordinal, r.policy_ordinal, r.seed
        """
      ).run { row in
        body(
          Observation(
            setting: row.integer(0), policy: row.integer(1), seed: UInt64(row.integer(2)),
            value: row.optionalReal(3)))
      }
    }
  }

  /// Returns a metric's value in every run of the present plan, in the order of `experiment.runs`,
  /// nil where there is none: what `ExperimentAnalysis` asks for. O(runs), in memory too.
  public func values(of metric: String, in experiment: Experiment, replications: Int)
    throws(StoreError) -> [Double?]
  {
    let policies = experiment.policies.count
    var values = [Double?](
      repeating: nil, count: experiment.settings.count * replications * policies)
    let seeds = ReplicationSeeds(experiment)
    try observations(of: metric) { observation in
      let replication = seeds.replication(under: observation.seed)
      guard replication < replications else { return }
      let row = observation.setting * replications + replication
      values[row * policies + observation.policy] = observation.value
    }
    return values
  }

  /// Returns the number of replications of each policy under each setting: as many as the
  /// experiment asks for, or as precision has reached.
  public func replications() throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try connection.integer(
        """
        SELECT max(replications,
          ifnull(((SELECT max(seed) FROM plan_runs WHERE status = 'done') - first_seed)
            / block_count + 1, 0))
        FROM plans WHERE id = (SELECT max(id) FROM plans)
        """)
    }
  }

  /// Returns all apps of all runs, by their numbers.
  public func apps() throws(StoreError) -> [Int: StoredApp] {
    try attempt { () throws(SQLiteError) in
      var apps: [Int: StoredApp] = [:]
      try connection.prepare("SELECT id, name, app_group FROM apps").run { row in
        apps[row.integer(0)] = StoredApp(name: row.text(1), group: row.text(2))
      }
      return apps
    }
  }

  /// Hands over metrics of single apps in one pass over the runs, setting by setting, seed by seed,
  /// policy by policy; apps and metrics of one run in any order.
  ///
  /// - Parameters:
  ///   - body: gets the place of the metric among those asked for, and the app by its number.
  public func observations(
    ofEachApp metrics: [String], _ body: (_ metric: Int, _ app: Int, Observation) -> Void
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      var places: [Int] = []
      var columns = ""
      for (place, name) in metrics.enumerated() {
        guard let column = try FigureTable.apps.column(of: name, connection) else { continue }
        places.append(place)
        columns += ", \(column)"
      }
      try connection.prepare(
        """
        SELECT r.setting_ordinal, r.policy_ordinal, r.seed, v.app\(columns)
        FROM plan_runs AS r CROSS JOIN app_metrics AS v
        WHERE r.status = 'done' AND \(FigureTable.isOfRun)
        ORDER BY r.setting_ordinal, r.seed, r.policy_ordinal
        """
      ).run { row in
        let (setting, policy) = (row.integer(0), row.integer(1))
        let (seed, app) = (UInt64(row.integer(2)), row.integer(3))
        for (offset, place) in places.enumerated() {
          guard let value = row.optionalReal(4 + offset) else { continue }
          body(place, app, Observation(setting: setting, policy: policy, seed: seed, value: value))
        }
      }
    }
  }

  /// The progress of the present plan.
  public struct Progress: Equatable, Sendable {
    public var done = 0
    public var failed = 0
    /// The number of runs that the watchdog has ended.
    public var stalled = 0
    /// The number of runs missing of the replications that the experiment asks for; in a shard's
    /// store, of the whole plan.
    public var missing = 0
  }

  public func progress() throws(StoreError) -> Progress {
    try attempt { () throws(SQLiteError) in
      var progress = Progress()
      try connection.prepare("SELECT status, count(*) FROM plan_runs GROUP BY status").run { row in
        switch row.text(0) {
        case "done": progress.done = row.integer(1)
        case "stalled": progress.stalled = row.integer(1)
        default: progress.failed = row.integer(1)
        }
      }
      progress.missing = try connection.integer(
        """
        SELECT replications * (SELECT count(*) FROM plan_settings WHERE plan = id)
          * (SELECT count(*) FROM plan_policies WHERE plan = id)
          - (SELECT count(*) FROM plan_runs WHERE seed - first_seed < replications * block_count)
        FROM plans WHERE id = (SELECT max(id) FROM plans)
        """)
      return progress
    }
  }

  /// Returns the failed runs in the order of the plan.
  public func failures() throws(StoreError) -> [FailedRun] {
    try rows(
      """
      SELECT r.setting_ordinal, r.policy_ordinal, r.seed, message, r.status = 'stalled'
      FROM plan_runs AS r JOIN runs ON id = r.run
      WHERE r.status IN ('failed', 'stalled')
      ORDER BY r.setting_ordinal, r.policy_ordinal, r.seed
      """
    ) { row in
      FailedRun(
        setting: row.integer(0), policy: row.integer(1), seed: UInt64(row.integer(2)),
        message: row.text(3), isStalled: row.integer(4) != 0)
    }
  }
}
