extension Store {
  /// The findings of one rule at one line, in all runs of one policy.
  public struct FindingTotal: Equatable, Sendable {
    /// The policy's place in the experiment.
    public var policy: Int
    /// The rule's name in `FindingRule`.
    public var rule: String
    public var file: String?
    public var line: Int?
    /// The message of one of the findings.
    public var message: String
    public var count: Int
    /// The number of runs that have such findings.
    public var runs: Int
  }

  /// Returns the findings of the present plan, policy by policy, by rule, file and line.
  public func findings() throws(StoreError) -> [FindingTotal] {
    try rows(
      """
      SELECT r.policy_ordinal, f.rule, f.file, f.line, min(f.message), sum(f.count),
        count(DISTINCT r.run)
      FROM plan_runs AS r JOIN findings AS f ON f.run = r.run
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      """
    ) { row in
      FindingTotal(
        policy: row.integer(0), rule: row.text(1), file: row.optionalText(2),
        line: row.optionalInteger(3), message: row.text(4), count: row.integer(5),
        runs: row.integer(6))
    }
  }

  /// The processes that ended for one reason, in all runs of one policy.
  public struct ExitTotal: Equatable, Sendable {
    /// The policy's place in the experiment.
    public var policy: Int
    /// The reason's name in `ExitReason`.
    public var reason: String
    public var count: Int
    /// The number of runs that have such exits.
    public var runs: Int
  }

  /// Returns the exits of the present plan, policy by policy, by reason.
  public func exits() throws(StoreError) -> [ExitTotal] {
    try rows(
      """
      SELECT r.policy_ordinal, e.reason, sum(e.count), count(DISTINCT r.run)
      FROM plan_runs AS r JOIN exits AS e ON e.run = r.run
      GROUP BY 1, 2 ORDER BY 1, 2
      """
    ) { row in
      ExitTotal(
        policy: row.integer(0), reason: row.text(1), count: row.integer(2),
        runs: row.integer(3))
    }
  }

  /// A policy that failed in calls.
  public struct FaultTotal: Equatable, Sendable {
    /// The policy's place in the experiment.
    public var policy: Int
    /// The message of the first fault of one of the runs.
    public var message: String
    /// The number of runs that have faults.
    public var runs: Int
    /// The number of runs that are done.
    public var done: Int
  }

  /// Returns the policies' faults in the present plan, policy by policy; policies without faults
  /// are left out.
  public func policyFaults() throws(StoreError) -> [FaultTotal] {
    try rows(
      """
      SELECT p.policy_ordinal, min(r.policy_fault), count(r.policy_fault), count(*)
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = 'done' GROUP BY 1 HAVING count(r.policy_fault) > 0 ORDER BY 1
      """
    ) { row in
      FaultTotal(
        policy: row.integer(0), message: row.text(1), runs: row.integer(2),
        done: row.integer(3))
    }
  }

  /// The cost of the done runs of one policy.
  public struct CostTotal: Equatable, Sendable {
    /// The policy's place in the experiment.
    public var policy: Int
    public var runs: Int
    public var virtualSeconds: Double
    public var events: Int
    public var realSeconds: Double
    /// The number of calls of the policy.
    public var decisions: Int
    /// The real time that the policy took to answer, in seconds.
    public var decisionSeconds: Double
  }

  /// Returns the costs of the present plan, policy by policy; a policy without runs is left out.
  public func costs() throws(StoreError) -> [CostTotal] {
    try rows(
      """
      SELECT p.policy_ordinal, count(*), sum(r.virtual_seconds), sum(r.events),
        sum(r.real_seconds), sum(r.decision_calls), total(r.decision_seconds)
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = 'done' GROUP BY 1 ORDER BY 1
      """
    ) { row in
      CostTotal(
        policy: row.integer(0), runs: row.integer(1), virtualSeconds: row.real(2),
        events: row.integer(3), realSeconds: row.real(4), decisions: row.integer(5),
        decisionSeconds: row.real(6))
    }
  }

  /// A session: what one call of `begin` noted.
  public struct Session: Equatable, Sendable {
    public var provenance: Provenance
    /// The version of the SQLite library.
    public var sqlite: String
    /// Coordinated universal time, as `2026-01-31T12:00:00Z`.
    public var beganAt: String
    /// The files, by path.
    public var files: [File]
    /// The number of runs of the present plan that were made in the session.
    public var runs: Int
  }

  /// Returns the sessions whose runs the present plan has, and the last one, in order.
  public func sessions() throws(StoreError) -> [Session] {
    try attempt { () throws(SQLiteError) in
      var sessions: [Session] = []
      let files = try connection.prepare(
        "SELECT path, digest FROM files WHERE provenance = ? ORDER BY path")
      try connection.prepare(
        """
        SELECT p.id, p.version, p.commit_id, p.toolchain, p.lua, p.platform, p.command, p.sqlite,
          p.began_at, ifnull(c.runs, 0)
        FROM provenance AS p LEFT JOIN (
          SELECT r.provenance, count(*) AS runs FROM plan_runs JOIN runs AS r ON r.id = run GROUP BY 1
        ) AS c ON c.provenance = p.id
        WHERE c.runs > 0 OR p.id = (SELECT max(id) FROM provenance)
        ORDER BY p.id
        """
      ).run { row throws(SQLiteError) in
        var session = Session(
          provenance: Provenance(
            version: row.text(1), commit: row.text(2), toolchain: row.text(3), lua: row.text(4),
            platform: row.text(5), command: row.text(6)),
          sqlite: row.text(7), beganAt: row.text(8), files: [], runs: row.integer(9))
        try files.run(row.integer(0)) { file in
          session.files.append(File(path: file.text(0), digest: file.text(1)))
        }
        sessions.append(session)
      }
      return sessions
    }
  }
}
