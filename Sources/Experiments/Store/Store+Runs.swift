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

/// A run of the present plan that is done.
public struct StoredRun: Equatable, Sendable {
  /// The run's number in the store.
  public var number: Int
  /// The setting's place in the experiment.
  public var setting: Int
  /// The policy's place in the experiment.
  public var policy: Int
  public var seed: UInt64
  /// The fingerprint of the run's trace.
  public var fingerprint: String
  /// The run's checkpoints; nil: the store has none that can be read.
  public var checkpoints: Checkpoints?
}

extension Store {
  /// Returns the runs of the present plan that are done, in its order. O(runs).
  public func runs() throws(StoreError) -> [StoredRun] {
    try rows(
      """
      SELECT p.run, p.setting_ordinal, p.policy_ordinal, p.seed, r.fingerprint, r.checkpoints
      FROM plan_runs AS p JOIN runs AS r ON r.id = p.run
      WHERE p.status = 'done' ORDER BY p.setting_ordinal, p.seed, p.policy_ordinal
      """
    ) { row in
      StoredRun(
        number: row.integer(0), setting: row.integer(1), policy: row.integer(2),
        seed: UInt64(row.integer(3)), fingerprint: row.text(4),
        checkpoints: row.optionalText(5).flatMap { Checkpoints($0) })
    }
  }

  /// Returns a run's values by the metrics' names; the dictionary is for looking up only.
  public func values(ofRun number: Int) throws(StoreError) -> [String: Double] {
    try attempt { () throws(SQLiteError) in
      var names: [String: String] = [:]
      try connection.prepare("SELECT key, name FROM metrics").run { row in
        names[row.text(0)] = row.text(1)
      }
      let columns = try FigureTable.runs.columns(connection)
      var values: [String: Double] = [:]
      try connection.prepare(
        "SELECT \(columns.map(sqlName).joined(separator: ", ")) FROM run_metrics WHERE run = ?"
      ).run(number) { row in
        for (place, column) in columns.enumerated() {
          guard let name = names[column], let value = row.optionalReal(place) else { continue }
          values[name] = value
        }
      }
      return values
    }
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
