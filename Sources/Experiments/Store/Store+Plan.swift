extension Store {
  /// Makes an experiment the present plan, whose runs reports show, and notes what makes its runs.
  /// Older plans and all runs stay.
  ///
  /// - Parameters:
  ///   - digest: of the whole plan; parts can be merged when they agree in it.
  ///   - shard: the part of the plan that this store is for; nil for the whole.
  ///   - given: what the experiment was given, so that it can be read again from the store.
  public func begin(
    _ experiment: Experiment, digest: String, provenance: Provenance, shard: Shard? = nil,
    given: [GivenOption] = []
  ) throws(StoreError) {
    guard let seeds = experiment.seeds else {
      throw .unusable(
        "\(path): seeds above \(Int.max) cannot be stored (first seed \(experiment.firstSeed)); "
          + "choose a smaller seed")
    }
    writer = try write { () throws(SQLiteError) in
      let names = try Names(connection, scenario: experiment.scenario)
      let plans = PlanTables(connection: connection)
      let present = try plans.present(experiment, digest: digest, shard)
      let plan =
        if let present { present } else {
          try plans.insert(experiment, digest: digest, seeds: seeds, shard, names)
        }
      let provenance = try insert(provenance, given, plan: plan)
      return try RunWriter(connection, names: names, provenance: provenance)
    }
  }

  /// Has the present plan so many replications, as far as `precision` has asked for them: what an
  /// older plan has left of others is in no report.
  public func limit(toReplications count: Int) throws(StoreError) {
    try write { () throws(SQLiteError) in
      try connection.prepare(
        """
        UPDATE plans SET last_seed = first_seed + ? * block_count - 1
        WHERE id = (SELECT max(id) FROM plans)
        """
      ).run(count)
    }
  }

  /// The present plan.
  public func experiment() throws(StoreError) -> Experiment {
    let experiment = try attempt { () throws(SQLiteError) -> Experiment? in
      let plans = PlanTables(connection: connection)
      guard let plan = try plans.latest() else { return nil }
      return try plans.experiment(plan)
    }
    guard let experiment else {
      throw .unusable("\(path): it has no runs yet; run `dormouse compare`")
    }
    return experiment
  }

  private func insert(
    _ provenance: Provenance, _ given: [GivenOption], plan: Int
  ) throws(SQLiteError) -> Int {
    try connection.prepare(
      """
      INSERT INTO provenance (plan, began_at, version, commit_id, toolchain, lua, sqlite, platform,
        command)
      VALUES (?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      plan, provenance.version, provenance.commit, provenance.toolchain, provenance.lua,
      Connection.version, provenance.platform, provenance.command)
    let id = connection.lastRowID
    let insert = try connection.prepare("INSERT INTO given VALUES (?, ?, ?, ?)")
    for (ordinal, one) in given.enumerated() {
      try insert.run(id, ordinal, one.option, one.value)
    }
    return id
  }
}
