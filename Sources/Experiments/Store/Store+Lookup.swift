extension Store {
  /// Keys of all runs that are done, those set aside under a key that may come back too: what
  /// `reuse` would take. O(runs), in memory too.
  public func keysOfDoneRuns() throws(StoreError) -> Set<RunKey> {
    try attempt { () throws(SQLiteError) in
      var keys = Set<RunKey>()
      try connection.prepare(
        "SELECT key FROM runs WHERE status NOT IN ('failed', 'stalled')"
          + " AND id NOT IN (SELECT run FROM temp.damaged_runs)"
      ).run { row in
        keys.insert(RunKey(row.text(0)))
      }
      return keys
    }
  }
}
