import Simulation

/// The plans in a store.
struct PlanTables {
  let connection: Connection

  /// The number of the present plan; nil when there is none yet.
  func latest() throws(SQLiteError) -> Int? {
    try connection.prepare("SELECT id FROM plans ORDER BY id DESC LIMIT 1").integer()
  }

  /// The present plan's number if it is this one.
  func present(
    _ experiment: Experiment, digest: String, _ shard: Shard?
  ) throws(SQLiteError) -> Int? {
    let plan = try connection.prepare(
      """
      SELECT id FROM plans WHERE id = (SELECT max(id) FROM plans)
        AND digest = ? AND shard_index IS ? AND shard_count IS ?
      """
    ).integer(digest, shard?.index, shard?.count)
    guard let plan, try self.experiment(plan) == experiment else { return nil }
    return plan
  }

  func insert(
    _ experiment: Experiment, digest: String, seeds: ClosedRange<Int>, _ shard: Shard?,
    _ names: Names
  ) throws(SQLiteError) -> Int {
    let blocks = ReplicationSeeds(experiment)
    try connection.prepare(
      """
      INSERT INTO plans (digest, title, scenario, baseline, replications, first_seed, last_seed,
        block_count, warm_up_ns, precision_metric, precision_of, precision_half_width,
        precision_maximum, shard_index, shard_count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      digest, experiment.title, experiment.scenario, experiment.baseline,
      experiment.replications, seeds.lowerBound, seeds.upperBound, blocks.blockCount,
      experiment.warmUp.nanoseconds,
      experiment.precision?.metric, experiment.precision?.subject.rawValue,
      experiment.precision?.halfWidth, experiment.precision?.maximum, shard?.index, shard?.count)
    let plan = connection.lastRowID
    for (table, list) in [("plan_blocks", experiment.blocks), ("plan_metrics", experiment.metrics)]
    {
      let insert = try connection.prepare("INSERT INTO \(table) VALUES (?, ?, ?)")
      for (ordinal, name) in list.enumerated() { try insert.run(plan, ordinal, name) }
    }
    let insertSetting = try connection.prepare("INSERT INTO plan_settings VALUES (?, ?, ?, ?)")
    for (ordinal, setting) in experiment.settings.enumerated() {
      try insertSetting.run(
        plan, ordinal, names.id(of: setting), blocks.blockOfSetting[ordinal])
    }
    let insertPolicy = try connection.prepare("INSERT INTO plan_policies VALUES (?, ?, ?)")
    for (ordinal, policy) in experiment.policies.enumerated() {
      try insertPolicy.run(plan, ordinal, names.id(of: policy))
    }
    return plan
  }

  /// Returns a plan's experiment.
  func experiment(_ plan: Int) throws(SQLiteError) -> Experiment {
    var experiment = Experiment(settings: [], policies: [])
    var (lastSeed, blockCount) = (0, 0)
    try connection.prepare(
      """
      SELECT title, baseline, replications, first_seed, warm_up_ns, precision_metric,
        precision_half_width, precision_maximum, scenario, precision_of, last_seed,
        block_count
      FROM plans WHERE id = ?
      """
    ).run(plan) { row in
      experiment.title = row.text(0)
      experiment.scenario = row.text(8)
      experiment.baseline = row.integer(1)
      (lastSeed, blockCount) = (row.integer(10), row.integer(11))
      experiment.replications = row.integer(2)
      experiment.firstSeed = UInt64(bitPattern: Int64(row.integer(3)))
      experiment.warmUp = TimeSpan(nanoseconds: Int64(row.integer(4)))
      if let metric = row.optionalText(5) {
        experiment.precision = .init(
          metric: metric,
          subject: row.optionalText(9).flatMap(Experiment.Precision.Subject.init) ?? .mean,
          halfWidth: row.real(6),
          maximum: row.integer(7))
      }
    }
    experiment.settings = try settings(of: plan)
    try connection.prepare(
      """
      SELECT label, source FROM plan_policies JOIN policies ON id = policy
      WHERE plan = ? ORDER BY ordinal
      """
    ).run(plan) { row in
      experiment.policies.append(PolicyChoice(row.text(0), source: row.text(1)))
    }
    experiment.blocks = try list("plan_blocks", of: plan)
    experiment.metrics = try list("plan_metrics", of: plan)
    guard experiment.policies.indices.contains(experiment.baseline), !experiment.settings.isEmpty,
      experiment.replications > 0, let seeds = experiment.seeds
    else { throw .damaged("a plan without policies, settings, replications or seeds") }
    let blocks = ReplicationSeeds(experiment)
    let least = Int(blocks.last(ofReplications: experiment.replications))
    guard least...seeds.upperBound ~= lastSeed, blockCount == blocks.blockCount else {
      throw .damaged("a plan whose seeds are not those of its replications")
    }
    return experiment
  }

  private func settings(of plan: Int) throws(SQLiteError) -> [Setting] {
    var settings: [Setting] = []
    var texts: [String] = []
    try connection.prepare(
      """
      SELECT s.ordinal, v.name, v.text, t.text
      FROM plan_settings AS s JOIN settings AS t ON t.id = s.setting
        LEFT JOIN setting_values AS v ON v.setting = s.setting
      WHERE s.plan = ? ORDER BY s.ordinal, v.ordinal
      """
    ).run(plan) { row in
      if row.integer(0) == settings.count {
        settings.append(Setting())
        texts.append(row.text(3))
      }
      guard let name = row.optionalText(1) else { return }
      settings[settings.count - 1].values.append(.init(name, row.text(2)))
    }
    guard settings.map(\.identity) == texts else {
      throw .damaged("a setting whose text is not that of its values")
    }
    return settings
  }

  private func list(_ table: String, of plan: Int) throws(SQLiteError) -> [String] {
    var names: [String] = []
    try connection.prepare("SELECT name FROM \(table) WHERE plan = ? ORDER BY ordinal").run(plan) {
      row in names.append(row.text(0))
    }
    return names
  }
}
