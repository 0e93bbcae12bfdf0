import Device

/// A writer of runs, within a transaction of its caller, with its statements prepared.
final class RunWriter {
  private let connection: Connection
  /// The number of the session that makes the runs.
  let provenance: Int
  private let names: Names
  private let findRuns: Statement
  private let takeBack: Statement
  private let setAside: Statement
  private let findStale: Statement
  private let insertRun: Statement
  private let runMetrics: NumberRows
  private let appMetrics: NumberRows
  private let insertFinding: Statement
  private let insertExit: Statement
  private let deletions: [Statement]

  init(_ connection: Connection, names: Names, provenance: Int) throws(SQLiteError) {
    self.connection = connection
    self.provenance = provenance
    self.names = names
    let place = "setting = ? AND policy = ? AND warm_up_ns = ? AND seed = ?"
    findRuns = try connection.prepare("SELECT key, status FROM runs WHERE \(place)")
    takeBack = try connection.prepare(
      """
      UPDATE runs SET status = 'done' WHERE \(place) AND key = ? AND status = 'retired'
      """)
    setAside = try connection.prepare(
      """
      UPDATE runs SET status = 'retired' WHERE \(place) AND key <> ? AND status = 'done'
      """)
    findStale = try connection.prepare(
      "SELECT id FROM runs WHERE \(place) AND (key = ? OR status IN ('failed', 'stalled'))")
    insertRun = try connection.prepare(
      """
      INSERT INTO runs (setting, policy, warm_up_ns, seed, key, status, message, fingerprint,
        checkpoints, virtual_seconds, events, policy_fault, decision_calls, decision_seconds, real_seconds,
        provenance)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    runMetrics = try NumberRows(of: "run_metrics", columns: 3, connection)
    appMetrics = try NumberRows(of: "app_metrics", columns: 4, connection)
    insertFinding = try connection.prepare(
      "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    insertExit = try connection.prepare("INSERT INTO exits VALUES (?, ?, ?, ?)")
    var deletions: [Statement] = []
    for table in ["run_metrics", "app_metrics", "findings", "exits"] {
      deletions.append(try connection.prepare("DELETE FROM \(table) WHERE run = ?"))
    }
    deletions.append(try connection.prepare("DELETE FROM runs WHERE id = ?"))
    self.deletions = deletions
  }

  /// The status of a run under a key.
  enum Status {
    case absent
    case done
    case setAside
    /// Not done under this key, but done under another.
    case stale
  }

  func status(of run: PlannedRun, _ key: RunKey) throws(SQLiteError) -> Status {
    var isDoneUnderAnotherKey = false
    var found: Status?
    try findRuns.run(
      try names.id(of: run.setting), try names.id(of: run.policy), run.warmUp.nanoseconds,
      Int(run.seed)
    ) { row in
      switch (row.text(0) == key.description, row.text(1)) {
      case (true, "done"): found = .done
      case (true, "retired"): found = .setAside
      case (false, "done"): isDoneUnderAnotherKey = true
      default: break
      }
    }
    return found ?? (isDoneUnderAnotherKey ? .stale : .absent)
  }

  /// Sets aside a run that is done under another key, and takes back the one that was set aside
  /// under this key.
  func exchange(_ run: PlannedRun, _ key: RunKey) throws(SQLiteError) {
    let setting = try names.id(of: run.setting)
    let policy = try names.id(of: run.policy)
    for statement in [setAside, takeBack] {
      try statement.run(
        setting, policy, run.warmUp.nanoseconds, Int(run.seed), key.description)
    }
  }

  func forget() { names.forget() }

  /// Writes a run in place of what is there for its setting, policy, warm-up and seed: a run that
  /// failed, stalled or has its key is deleted, one that is done under another key is set aside.
  func write(_ record: RunRecord) throws(SQLiteError) {
    let run = record.run
    let setting = try names.id(of: run.setting)
    let policy = try names.id(of: run.policy)
    let warmUp = run.warmUp.nanoseconds
    let seed = Int(run.seed)
    let key = record.key.description
    try setAside.run(setting, policy, warmUp, seed, key)
    var stale: [Int] = []
    try findStale.run(setting, policy, warmUp, seed, key) { row in stale.append(row.integer(0)) }
    for id in stale {
      for deletion in deletions { try deletion.run(id) }
    }
    switch record.outcome {
    case .failed(let message): try insert(record, setting, policy, "failed", message)
    case .stalled(let message): try insert(record, setting, policy, "stalled", message)
    case .noRoom(let message):
      fatalError("Store: a run that this machine had no room for is no result (\(message))")
    case .done(let result):
      try insertRun.run(
        setting, policy, warmUp, seed, key, "done", String?.none, result.fingerprint.description,
        record.checkpoints?.description, result.duration.seconds, result.events,
        result.device.firstPolicyFault,
        result.device.decisions, result.decisionRealTime.map { $0 / .seconds(1) },
        record.realSeconds, provenance)
      try write(result, as: connection.lastRowID)
    }
  }

  /// Writes a run without figures.
  private func insert(
    _ record: RunRecord, _ setting: Int, _ policy: Int, _ status: String, _ message: String
  ) throws(SQLiteError) {
    try insertRun.run(
      setting, policy, record.run.warmUp.nanoseconds, Int(record.run.seed),
      record.key.description, status, message, String?.none, String?.none, Double?.none, Int?.none,
      String?.none, Int?.none, Double?.none, record.realSeconds, provenance)
  }

  private func write(_ result: RunResult, as run: Int) throws(SQLiteError) {
    let values = Metrics.values(of: result)
    var rows: [NumberRows.Number] = []
    rows.reserveCapacity(4 * values.ofApps.reduce(0) { $0 + $1.count })
    for (value, id) in zip(values.all, names.metrics) {
      guard let value = stored(value) else { continue }
      rows.append(.integer(run))
      rows.append(.integer(id))
      rows.append(.real(value))
    }
    try runMetrics.insert(rows)
    rows.removeAll(keepingCapacity: true)
    var apps: [Int] = []
    for (app, values) in zip(result.apps, values.ofApps) {
      let appID = try names.id(of: StoredApp(name: app.name, group: app.group))
      apps.append(appID)
      for (value, id) in zip(values, names.appMetrics) {
        guard let value = stored(value) else { continue }
        rows.append(.integer(run))
        rows.append(.integer(appID))
        rows.append(.integer(id))
        rows.append(.real(value))
      }
      for (reason, count) in app.exitsByReason {
        try insertExit.run(run, appID, reason.rawValue, count)
      }
    }
    try appMetrics.insert(rows)
    for (ordinal, finding) in result.findings.enumerated() {
      try insertFinding.run(
        run, ordinal, apps[Int(finding.app.index)], finding.rule.rawValue,
        finding.location?.file, finding.location?.line, finding.message,
        finding.firstAt.nanoseconds, finding.count)
    }
  }

  /// Returns a value as SQLite keeps it: not-a-number becomes nil, since SQLite has no form for it.
  private func stored(_ value: Double?) -> Double? {
    value.flatMap { $0.isNaN ? nil : $0 }
  }
}
