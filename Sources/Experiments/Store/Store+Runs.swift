/// What an experiment was given on the command line: the values of its options.
public struct Given: Hashable, Sendable {
  /// Without hyphens; empty for the experiment's own file.
  public var option: String
  public var value: String

  public init(_ option: String, _ value: String) {
    self.option = option
    self.value = value
  }
}

/// A run of the present plan that is done.
public struct StoredRun: Equatable, Sendable {
  /// Its number in the store.
  public var number: Int
  /// By its place in the experiment.
  public var setting: Int
  /// By its place in the experiment.
  public var policy: Int
  public var seed: UInt64
  /// Of its trace.
  public var fingerprint: String
  /// Nil: the store has none that can be read.
  public var checkpoints: Checkpoints?

  public init(
    number: Int, setting: Int, policy: Int, seed: UInt64, fingerprint: String,
    checkpoints: Checkpoints? = nil
  ) {
    self.number = number
    self.setting = setting
    self.policy = policy
    self.seed = seed
    self.fingerprint = fingerprint
    self.checkpoints = checkpoints
  }
}

extension Store {
  /// The runs of the present plan that are done, in its order. O(runs).
  public func runs() throws(StoreError) -> [StoredRun] {
    try attempt { () throws(SQLiteError) in
      var runs: [StoredRun] = []
      try connection.prepare(
        """
        SELECT p.run, p.setting_ordinal, p.policy_ordinal, p.seed, r.fingerprint, r.checkpoints
        FROM sound_runs AS p JOIN runs AS r ON r.id = p.run
        WHERE p.status = 'done' ORDER BY p.setting_ordinal, p.seed, p.policy_ordinal
        """
      ).run { row in
        runs.append(
          StoredRun(
            number: row.integer(0), setting: row.integer(1), policy: row.integer(2),
            seed: UInt64(row.integer(3)), fingerprint: row.text(4),
            checkpoints: row.optionalText(5).flatMap { Checkpoints($0) }))
      }
      return runs
    }
  }

  /// What a run came to, by the metrics' names; looked up only.
  public func values(ofRun number: Int) throws(StoreError) -> [String: Double] {
    try attempt { () throws(SQLiteError) in
      var values: [String: Double] = [:]
      try connection.prepare(
        "SELECT name, value FROM run_metrics JOIN metrics ON id = metric WHERE run = ?"
      ).run(number) { row in values[row.text(0)] = row.real(1) }
      return values
    }
  }

  /// What the present plan's experiment was given when runs were last made of it.
  public func given() throws(StoreError) -> [Given] {
    try attempt { () throws(SQLiteError) in
      var given: [Given] = []
      try connection.prepare(
        """
        SELECT option, value FROM given
        WHERE provenance = (SELECT max(provenance) FROM given) ORDER BY ordinal
        """
      ).run { row in given.append(Given(row.text(0), row.text(1))) }
      return given
    }
  }

  /// What is in a file that runs were made of, by its digest; nil where it is not kept.
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
