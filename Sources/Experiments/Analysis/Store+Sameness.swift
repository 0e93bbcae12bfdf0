extension Store {
  /// Returns how many runs of the present plan are done, and how many of them are of policies and
  /// settings whose runs are the same under each of several seeds, event by event: nothing that
  /// matters is drawn there, and the replications are one run. O(runs).
  public func repeatedRuns() throws(StoreError) -> (alike: Int, done: Int) {
    let counts = try rows(
      """
      SELECT count(*), count(DISTINCT r.fingerprint)
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = 'done'
      GROUP BY p.setting_ordinal, p.policy_ordinal
      """
    ) { row in (runs: row.integer(0), different: row.integer(1)) }
    return (
      counts.filter { $0.runs > 1 && $0.different == 1 }.reduce(0) { $0 + $1.runs },
      counts.reduce(0) { $0 + $1.runs }
    )
  }
}
