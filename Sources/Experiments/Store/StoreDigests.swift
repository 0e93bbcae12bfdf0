import Simulation

/// The digests of a store's contents, by which later readers see whether it is as it was written.
///
/// A digest is the sum, modulo 2^64, of the hashes of all rows that belong together (Bellare and
/// Micciancio, "A new paradigm for collision-free hashing", 1997, AdHash): the order of rows does
/// not matter, nor do the numbers that a store gives to names, so that a row keeps its digest when
/// it is merged. It finds damage and hasty edits; it is no protection against somebody who knows
/// how it is made.
final class StoreDigests {
  private let connection: Connection
  private let run: Statement
  private let runMetrics: Statement
  private let appMetrics: Statement
  private let findings: Statement
  private let exits: Statement
  /// The hashes of metrics by their numbers; looked up only, never walked.
  private var metrics: [Int: UInt64] = [:]
  private var apps: [Int: UInt64] = [:]

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    run = try connection.prepare(
      """
      SELECT s.scenario, s.text, p.label, p.source, r.warm_up_ns, r.seed, r.key,
        r.status = 'failed', r.status = 'stalled', r.message, r.fingerprint, r.checkpoints,
        r.virtual_seconds, r.events, r.policy_fault, r.decision_calls, r.decision_seconds, r.real_seconds
      FROM runs AS r LEFT JOIN settings AS s ON s.id = r.setting
        LEFT JOIN policies AS p ON p.id = r.policy
      WHERE r.id = ?
      """)
    runMetrics = try connection.prepare("SELECT metric, value FROM run_metrics WHERE run = ?")
    appMetrics = try connection.prepare("SELECT app, metric, value FROM app_metrics WHERE run = ?")
    findings = try connection.prepare(
      """
      SELECT f.ordinal, a.name, a.app_group, f.rule, f.file, f.line, f.message, f.first_at_ns, f.count
      FROM findings AS f LEFT JOIN apps AS a ON a.id = f.app WHERE f.run = ?
      """)
    exits = try connection.prepare(
      """
      SELECT a.name, a.app_group, e.reason, e.count
      FROM exits AS e LEFT JOIN apps AS a ON a.id = e.app WHERE e.run = ?
      """)
  }

  /// Returns the digest of a run with all of its results. O(values).
  ///
  /// - Parameters:
  ///   - values: the sum of the hashes of its values, where it was just written; else they are
  ///     read.
  func ofRun(_ id: Int, values: UInt64? = nil) throws(SQLiteError) -> String {
    var sum = if let values { values } else { try valuesOfRun(id) }
    try run.run(id) { row in sum &+= hash(row, "run") }
    try findings.run(id) { row in sum &+= hash(row, "finding") }
    try exits.run(id) { row in sum &+= hash(row, "exit") }
    return text(sum)
  }

  private func valuesOfRun(_ id: Int) throws(SQLiteError) -> UInt64 {
    var sum: UInt64 = 0
    try runMetrics.run(id) { row throws(SQLiteError) in
      sum &+= try ofValue(row.real(1), metric: row.integer(0))
    }
    try appMetrics.run(id) { row throws(SQLiteError) in
      sum &+= try ofValue(row.real(2), metric: row.integer(1), app: app(row.integer(0)))
    }
    return sum
  }

  /// Returns the hash of a value of a run as a whole.
  func ofValue(_ value: Double, metric id: Int) throws(SQLiteError) -> UInt64 {
    mixed(try metric(id) ^ bits(value))
  }

  /// Returns the hash of a value of an app of a run; `app` is the app's hash.
  func ofValue(_ value: Double, metric id: Int, app: UInt64) throws(SQLiteError) -> UInt64 {
    mixed(mixed(try metric(id) ^ mixed(app)) ^ bits(value))
  }

  /// Returns the digest of a plan and all that it names. O(settings).
  func ofPlan(_ id: Int) throws(SQLiteError) -> String {
    let parts = [
      """
      SELECT digest, title, scenario, baseline, replications, first_seed, last_seed, warm_up_ns,
        precision_metric, precision_of, precision_half_width, precision_maximum, shard_index,
        shard_count
      FROM plans WHERE id = ?
      """,
      "SELECT ordinal, name, 'block' FROM plan_blocks WHERE plan = ?",
      "SELECT ordinal, name, 'metric' FROM plan_metrics WHERE plan = ?",
      """
      SELECT p.ordinal, s.scenario, s.text, v.ordinal, v.name, v.text, v.number
      FROM plan_settings AS p LEFT JOIN settings AS s ON s.id = p.setting
        LEFT JOIN setting_values AS v ON v.setting = p.setting
      WHERE p.plan = ?
      """,
      """
      SELECT p.ordinal, c.label, c.source
      FROM plan_policies AS p LEFT JOIN policies AS c ON c.id = p.policy WHERE p.plan = ?
      """,
    ]
    return try digest(parts, of: id)
  }

  /// Returns the digest of a session, with its files.
  func ofSession(_ id: Int) throws(SQLiteError) -> String {
    try digest(
      [
        """
        SELECT began_at, version, commit_id, toolchain, lua, sqlite, platform, command
        FROM provenance WHERE id = ?
        """,
        "SELECT path, digest FROM files WHERE provenance = ?",
        "SELECT ordinal, option, value FROM given WHERE provenance = ?",
      ], of: id)
  }

  private func digest(_ queries: [String], of id: Int) throws(SQLiteError) -> String {
    var sum: UInt64 = 0
    for (place, query) in queries.enumerated() {
      try connection.prepare(query).run(id) { row in sum &+= hash(row, "\(place)") }
    }
    return text(sum)
  }

  // MARK: Hashes

  /// Returns the hash of a metric's name, key, unit and better side, without which a value means
  /// nothing. Metrics may be added while a store is written, but never change.
  private func metric(_ id: Int) throws(SQLiteError) -> UInt64 {
    if let known = metrics[id] { return known }
    try connection.prepare("SELECT id, name, key, unit, better FROM metrics").run { row in
      metrics[row.integer(0)] = hash(row, "metric", from: 1)
    }
    return metrics[id] ?? 0
  }

  /// Returns the hash of an app's name and group.
  func app(_ id: Int) throws(SQLiteError) -> UInt64 {
    if let known = apps[id] { return known }
    try connection.prepare("SELECT id, name, app_group FROM apps").run { row in
      apps[row.integer(0)] = hash(row, "app", from: 1)
    }
    return apps[id] ?? 0
  }

  /// Returns the hash of all columns of a row from one on.
  private func hash(_ row: borrowing Row, _ kind: String, from first: Int = 0) -> UInt64 {
    var text = kind
    for column in first..<row.count {
      let part = row.exact(column)
      // Lengths keep columns apart that would be equal when joined.
      text += " \(part.utf8.count):\(part)"
    }
    return Self.hash(text)
  }

  private static func hash(_ text: String) -> UInt64 { Fingerprint(of: Array(text.utf8)).low }

  /// Returns the bits of a value as SQLite keeps it: -0 as 0.
  private func bits(_ value: Double) -> UInt64 { (value + 0).bitPattern }

  /// Returns a mix of which each bit depends on all bits of the value (the last steps of
  /// SplitMix64).
  private func mixed(_ value: UInt64) -> UInt64 {
    var word = value &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  private func text(_ sum: UInt64) -> String { String(sum, radix: 16) }
}
