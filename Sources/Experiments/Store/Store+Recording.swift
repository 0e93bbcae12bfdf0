extension Store {
  /// Returns whether a run of the present plan is done under a key, so that it need not be run. One
  /// that had been set aside counts again; one that is done under another key is set aside.
  public func reuse(_ key: RunKey, for run: PlannedRun) throws(StoreError) -> Bool {
    let writer = begun()
    let status = try attempt { () throws(SQLiteError) in try writer.status(of: run, key) }
    switch status {
    case .done: return true
    case .absent: return false
    case .stale, .setAside:
      try check()
      try write { () throws(SQLiteError) in try writer.exchange(run, key) }
      return status == .setAside
    }
  }

  /// Keeps runs, all of them or none. What ran before under their setting, policy, warm-up and seed
  /// is replaced, or set aside if it was done under another key.
  ///
  /// After it returns, they survive any end of the process.
  public func record(_ runs: [PreparedRun]) throws(StoreError) {
    let writer = begun()
    try check()
    do {
      try write { () throws(SQLiteError) in try writer.write(runs) }
    } catch {
      writer.forget()
      throw error
    }
  }

  public func record(_ runs: [RunRecord]) throws(StoreError) {
    try record(runs.map { PreparedRun($0) })
  }

  public func record(_ run: RunRecord) throws(StoreError) { try record([run]) }

  /// Sets all runs aside for good: they are kept, but reports do not show them, and `reuse` does
  /// not take them back. This is for contents that changed in a way that keys do not show.
  public func setAsideAll() throws(StoreError) {
    try check()
    writer?.forget()
    try write { () throws(SQLiteError) in
      try connection.execute("DELETE FROM runs WHERE status IN ('failed', 'stalled')")
      // A number that no other run has keeps keys apart, however often this is done.
      try connection.execute(
        "UPDATE runs SET status = 'retired', key = key || ' retired ' || id WHERE status = 'done'")
    }
  }

  /// A script or data file that runs are made of.
  public struct File: Hashable, Sendable {
    /// The path as it is shown to people.
    public var path: String
    public var digest: String
    /// The file's contents; nil: the store keeps the digest only.
    public var bytes: [UInt8]?

    public init(path: String, digest: String, bytes: [UInt8]? = nil) {
      self.path = path
      self.digest = digest
      self.bytes = bytes
    }
  }

  /// The size beyond which a file, such as a long recording, is not kept in a store, in bytes.
  public static let largestFile = 16 << 20

  /// Notes the files of the runs from now on, in addition to those noted since `begin`.
  public func note(_ files: [File]) throws(StoreError) {
    let provenance = begun().provenance
    try write { () throws(SQLiteError) in
      let insert = try connection.prepare("INSERT OR REPLACE INTO files VALUES (?, ?, ?)")
      let keep = try connection.prepare("INSERT OR IGNORE INTO contents VALUES (?, ?)")
      for file in files {
        try insert.run(provenance, file.path, file.digest)
        if let bytes = file.bytes, bytes.count <= Store.largestFile {
          try keep.run(file.digest, bytes)
        }
      }
    }
  }

  /// Returns the files that were noted last, by path: those that the present runs were made of.
  public func files() throws(StoreError) -> [File] {
    try rows(
      """
      SELECT path, digest FROM files WHERE provenance = (SELECT max(provenance) FROM files)
      ORDER BY path
      """
    ) { row in File(path: row.text(0), digest: row.text(1)) }
  }

  func write<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    let result = try attempt { () throws(SQLiteError) in try connection.transaction(body) }
    guard !connection.hasMoved else {
      throw .failed(
        "\(path): it was removed or replaced while it was in use, and what was written is lost; run "
          + "again, and leave it where it is")
    }
    return result
  }

  private func begun() -> RunWriter {
    guard let writer else { fatalError("Store: runs of no plan (\(path)); call begin first") }
    return writer
  }
}
