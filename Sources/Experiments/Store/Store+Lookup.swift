extension Store {
  /// Returns the keys of all runs that are done, including those set aside under a key that may
  /// come back: what `reuse` would take. O(runs), in memory too.
  public func keysOfDoneRuns() throws(StoreError) -> Set<RunKey> {
    Set(
      try rows("SELECT key FROM runs WHERE status NOT IN ('failed', 'stalled')") { row in
        RunKey(row.text(0))
      })
  }
}
