extension Store {
  /// A run that is not as it was written.
  public struct DamagedRun: Equatable, Sendable, CustomStringConvertible {
    /// The run's number in the store.
    public let number: Int
    /// The run's name as the store has it, which may be damaged too: `poolMinutes=5, first-come,
    /// seed 3`.
    public let name: String

    public var description: String { "run \(number) (\(name))" }
  }

  /// Checks what SQLite does not: that the file has all that this version makes, that numbers are
  /// in their ranges, and that plan, sessions and runs are as they were written.
  ///
  /// O(n) in the store's size.
  ///
  /// - Returns: the damaged runs; `sound_runs` leaves them out.
  /// - Throws: when more than single runs is damaged.
  static func check(_ connection: Connection) throws(SQLiteError) -> [DamagedRun] {
    try checkSchema(connection)
    try checkNumbers(connection)
    let plans = PlanTables(connection: connection)
    let digests = try StoreDigests(connection)
    if let plan = try plans.latest() {
      _ = try plans.experiment(plan)
      let content = try connection.text("SELECT content FROM plans WHERE id = \(plan)")
      guard try digests.ofPlan(plan) == content else {
        throw .damaged("its plan is not as it was written")
      }
    }
    var sessions: [(id: Int, content: String)] = []
    try connection.prepare("SELECT id, content FROM provenance").run { row in
      sessions.append((row.integer(0), row.text(1)))
    }
    for session in sessions where try digests.ofSession(session.id) != session.content {
      throw .damaged("its provenance is not as it was written")
    }
    let damaged = try damagedRuns(connection, digests)
    try connection.execute(
      """
      CREATE TEMP TABLE damaged_runs (run INTEGER PRIMARY KEY);
      CREATE TEMP VIEW sound_runs AS
        SELECT * FROM main.plan_runs WHERE run NOT IN (SELECT run FROM temp.damaged_runs);
      """)
    let insert = try connection.prepare("INSERT INTO temp.damaged_runs VALUES (?)")
    for run in damaged { try insert.run(run.number) }
    return damaged
  }

  private static func damagedRuns(
    _ connection: Connection, _ digests: StoreDigests
  ) throws(SQLiteError) -> [DamagedRun] {
    var damaged: [DamagedRun] = []
    try connection.prepare(
      """
      SELECT r.id, r.digest, s.text, p.label, r.seed
      FROM runs AS r LEFT JOIN settings AS s ON s.id = r.setting
        LEFT JOIN policies AS p ON p.id = r.policy
      WHERE r.status <> 'retired' ORDER BY r.id
      """
    ).run { row throws(SQLiteError) in
      guard try digests.ofRun(row.integer(0)) != row.text(1) else { return }
      let setting = row.text(2).isEmpty ? "" : row.text(2) + ", "
      damaged.append(
        DamagedRun(
          number: row.integer(0), name: "\(setting)\(row.text(3)), seed \(row.integer(4))"))
    }
    return damaged
  }

  /// Refuses a file in which a table, a view or a column is missing or differs. Anything else in it
  /// is ignored, except triggers, which change what is written.
  private static func checkSchema(_ connection: Connection) throws(SQLiteError) {
    let present = try schema(of: connection)
    if let trigger = present.first(where: { $0.key.hasPrefix("trigger ") }) {
      throw .damaged("\(trigger.key) does not belong to it")
    }
    for (name, sql) in try schema(of: Connection.inMemory(Schema.sql)).sorted(by: { $0 < $1 }) {
      guard let found = present[name] else { throw .damaged("\(name) is missing") }
      guard found == sql else { throw .damaged("\(name) is not as it was made") }
    }
  }

  /// Returns the schema's SQL by type and name.
  private static func schema(of connection: Connection) throws(SQLiteError) -> [String: String] {
    var objects: [String: String] = [:]
    try connection.prepare("SELECT type, name, sql FROM main.sqlite_schema").run { row in
      objects["\(row.text(0)) \(row.text(1))"] = row.text(2)
    }
    return objects
  }

  /// More rows than there can be; SQLite cannot count on from its greatest number.
  private static let mostRows = 1 << 48

  private static func checkNumbers(_ connection: Connection) throws(SQLiteError) {
    for table in ["plans", "settings", "policies", "provenance", "runs", "metrics", "apps"] {
      var bounds = 1...1
      try connection.prepare("SELECT ifnull(min(id), 1), ifnull(max(id), 1) FROM \(table)").run {
        row in bounds = min(row.integer(0), row.integer(1))...row.integer(1)
      }
      guard bounds.lowerBound >= 1, bounds.upperBound <= mostRows else {
        let wrong = bounds.lowerBound < 1 ? bounds.lowerBound : bounds.upperBound
        throw .damaged("an id of \(table) is out of range (\(wrong))")
      }
    }
    for table in [
      "plan_blocks", "plan_metrics", "plan_settings", "plan_policies", "setting_values",
      "provenance",
      "files", "given",
    ] {
      var isWhole = true
      try connection.prepare("PRAGMA foreign_key_check(\(table))").run { _ in isWhole = false }
      guard isWhole else { throw .damaged("\(table) refers to rows that are missing") }
    }
  }
}
