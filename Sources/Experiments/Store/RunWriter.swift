import Device

/// A writer of runs, within a transaction of its caller, with its statements prepared.
final class RunWriter {
  private let connection: Connection
  /// The number of the session that makes the runs.
  let provenance: Int
  private let names: Names
  private let known: KnownRuns
  private let findRuns: Statement
  private let takeBack: Statement
  private let setAside: Statement
  private let insertRun: Statement
  private let figures: FigureRows
  private let figuresOfApps: FigureRows
  /// Whether the columns of both are those that the store has.
  private var hasColumns = true
  private let insertFinding: Statement
  private let insertExit: Statement
  private let deletions: [Statement]

  init(_ connection: Connection, names: Names, provenance: Int) throws(SQLiteError) {
    self.connection = connection
    self.provenance = provenance
    self.names = names
    let place = "setting = ? AND policy = ? AND warm_up_ns = ? AND seed = ?"
    known = try KnownRuns(connection)
    findRuns = try connection.prepare("SELECT id, key, status FROM runs WHERE \(place)")
    takeBack = try connection.prepare(
      """
      UPDATE runs SET status = 'done' WHERE \(place) AND key = ? AND status = 'retired'
      """)
    setAside = try connection.prepare(
      """
      UPDATE runs SET status = 'retired' WHERE \(place) AND key <> ? AND status = 'done'
      """)
    insertRun = try connection.prepare(
      """
      INSERT INTO runs (setting, policy, warm_up_ns, seed, key, status, message, fingerprint,
        checkpoints, virtual_seconds, events, policy_fault, decision_calls, decision_seconds, real_seconds,
        provenance)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    figures = try FigureRows(of: .runs, connection)
    figuresOfApps = try FigureRows(of: .apps, connection)
    insertFinding = try connection.prepare(
      "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    insertExit = try connection.prepare("INSERT INTO exits VALUES (?, ?, ?, ?)")
    var deletions: [Statement] = []
    for condition in [
      "run_metrics WHERE run = ?1", "findings WHERE run = ?1", "exits WHERE run = ?1",
      "app_metrics WHERE id BETWEEN ?1 * \(FigureTable.placesOfRun) "
        + "AND ?1 * \(FigureTable.placesOfRun) + \(FigureTable.placesOfRun - 1)",
      "runs WHERE id = ?1",
    ] {
      deletions.append(try connection.prepare("DELETE FROM \(condition)"))
    }
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
    for known in try known.runs(
      setting: try names.id(of: run.setting), policy: try names.id(of: run.policy),
      warmUp: run.warmUp, seed: Int(run.seed))
    {
      switch (known.key == key.description, known.status) {
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
    known.forget(policy: policy, upTo: Int(run.seed))
    for statement in [setAside, takeBack] {
      try statement.run(
        setting, policy, run.warmUp.nanoseconds, Int(run.seed), key.description)
    }
  }

  /// Forgets what is known of the store; to be called when what was written was rolled back.
  func forget() {
    names.forget()
    known.forget()
    hasColumns = false
  }

  /// Writes runs, each in place of what is there for its setting, policy, warm-up and seed: a run that
  /// failed, stalled or has its key is deleted, one that is done under another key is set aside.
  func write(_ runs: [PreparedRun]) throws(SQLiteError) {
    if !hasColumns {
      try figures.readColumns()
      try figuresOfApps.readColumns()
      hasColumns = true
    }
    let done = runs.lazy.compactMap { run in
      if case .done(let figures) = run.outcome { figures } else { nil }
    }
    try figures.makeColumns(for: done.map(\.ofRun))
    try figuresOfApps.makeColumns(for: done.map(\.ofApps))
    for run in runs { try write(run) }
  }

  private func write(_ prepared: PreparedRun) throws(SQLiteError) {
    let run = prepared.run
    let setting = try names.id(of: run.setting)
    let policy = try names.id(of: run.policy)
    try makeRoom(for: prepared, setting, policy)
    switch prepared.outcome {
    case .failed(let message): try insert(prepared, setting, policy, "failed", message)
    case .stalled(let message): try insert(prepared, setting, policy, "stalled", message)
    case .noRoom(let message):
      fatalError("Store: a run that this machine had no room for is no result (\(message))")
    case .done(let figures):
      try insertRun.run(
        setting, policy, run.warmUp.nanoseconds, Int(run.seed), prepared.key.description, "done",
        String?.none, figures.fingerprint, figures.checkpoints, figures.virtualSeconds,
        figures.events, figures.policyFault, figures.decisions, figures.decisionSeconds,
        prepared.realSeconds, provenance)
      try write(figures, as: connection.lastRowID)
    }
  }

  private func makeRoom(
    for prepared: PreparedRun, _ setting: Int, _ policy: Int
  ) throws(SQLiteError) {
    let warmUp = prepared.run.warmUp.nanoseconds
    let seed = Int(prepared.run.seed)
    let key = prepared.key.description
    var replaced: [Int] = []
    var isSetAside = false
    try findRuns.run(setting, policy, warmUp, seed) { row in
      let status = row.text(2)
      if row.text(1) == key || ["failed", "stalled"].contains(status) {
        replaced.append(row.integer(0))
      } else if status == "done" {
        isSetAside = true
      }
    }
    known.forget()
    if isSetAside { try setAside.run(setting, policy, warmUp, seed, key) }
    for id in replaced {
      for deletion in deletions { try deletion.run(id) }
    }
  }

  /// Writes a run without figures.
  private func insert(
    _ prepared: PreparedRun, _ setting: Int, _ policy: Int, _ status: String, _ message: String
  ) throws(SQLiteError) {
    try insertRun.run(
      setting, policy, prepared.run.warmUp.nanoseconds, Int(prepared.run.seed),
      prepared.key.description, status, message, String?.none, String?.none, Double?.none,
      Int?.none, String?.none, Int?.none, Double?.none, prepared.realSeconds, provenance)
  }

  private func write(_ figures: PreparedRun.Figures, as run: Int) throws(SQLiteError) {
    try self.figures.insert(keys: [run], figures.ofRun)
    let apps = try names.ids(of: figures.apps)
    var keys: [Int] = []
    keys.reserveCapacity(3 * apps.count)
    for (place, app) in apps.enumerated() {
      keys.append(run * FigureTable.placesOfRun + place)
      keys.append(run)
      keys.append(app)
    }
    try figuresOfApps.insert(keys: keys, figures.ofApps)
    for exit in figures.exits {
      try insertExit.run(run, apps[exit.app], exit.reason, exit.count)
    }
    for (ordinal, finding) in figures.findings.enumerated() {
      try insertFinding.run(
        run, ordinal, apps[Int(finding.app.index)], finding.rule.rawValue,
        finding.location?.file, finding.location?.line, finding.message,
        finding.firstAt.nanoseconds, finding.count)
    }
  }
}
