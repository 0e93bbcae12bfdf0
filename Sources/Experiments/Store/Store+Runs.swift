/// A value that an experiment was given on the command line.
public struct GivenOption: Hashable, Sendable {
  /// The option's name without hyphens; empty for the experiment's own file.
  public var option: String
  public var value: String

  public init(_ option: String, _ value: String) {
    self.option = option
    self.value = value
  }
}

/// A run of the present plan.
public struct StoredRun: Equatable, Sendable {
  /// The run's number in the store.
  public var number: Int
  /// The setting's place in the experiment.
  public var setting: Int
  /// The policy's place in the experiment.
  public var policy: Int
  public var seed: UInt64
  /// The fingerprint of the run's trace; empty when it failed.
  public var fingerprint: String
  /// The run's checkpoints; nil: the store has none that can be read.
  public var checkpoints: Checkpoints?
}

extension Store {
  /// Returns the runs of the present plan that are done, in its order. O(runs).
  public func runs() throws(StoreError) -> [StoredRun] { try runs(of: "done") }

  /// Returns the runs of the present plan that could not be made, in its order. O(runs).
  public func failedRuns() throws(StoreError) -> [StoredRun] { try runs(of: "failed") }

  /// Returns the runs of the present plan that the watchdog ended, in its order. O(runs).
  public func stalledRuns() throws(StoreError) -> [StoredRun] { try runs(of: "stalled") }

  private func runs(of status: String) throws(StoreError) -> [StoredRun] {
    try rows(
      """
      SELECT p.run, p.setting_ordinal, p.policy_ordinal, p.seed, ifnull(r.fingerprint, ''),
        r.checkpoints
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = '\(status)' ORDER BY p.setting_ordinal, p.seed, p.policy_ordinal
      """
    ) { row in
      StoredRun(
        number: row.integer(0), setting: row.integer(1), policy: row.integer(2),
        seed: UInt64(row.integer(3)), fingerprint: row.text(4),
        checkpoints: row.optionalText(5).flatMap { Checkpoints($0) })
    }
  }

  /// Returns the part of the present plan that the store is for; nil: all of it.
  public func shard() throws(StoreError) -> Shard? {
    try rows(
      "SELECT shard_index, shard_count FROM plans ORDER BY id DESC LIMIT 1"
    ) { row -> Shard? in
      guard let index = row.optionalInteger(0), let count = row.optionalInteger(1) else {
        return nil
      }
      return Shard(index, of: count)
    }.first ?? nil
  }

  /// Returns what the present plan's experiment was given when runs were last made of it.
  public func given() throws(StoreError) -> [GivenOption] {
    try rows(
      """
      SELECT option, value FROM given
      WHERE provenance = (SELECT max(provenance) FROM given) ORDER BY ordinal
      """
    ) { row in GivenOption(row.text(0), row.text(1)) }
  }

  /// Returns the contents of a file that runs were made of, by its digest; nil where it is not
  /// kept.
  public func contents(digest: String) throws(StoreError) -> [UInt8]? {
    try attempt { () throws(SQLiteError) in
      var bytes: [UInt8]?
      try connection.prepare("SELECT bytes FROM contents WHERE digest = ?").run(digest) { row in
        bytes = row.bytes(0)
      }
      return bytes
    }
  }
}
