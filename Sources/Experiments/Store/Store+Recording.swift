extension Store {
  /// Whether a run of the present plan is done under a key, so that it need not be run. One that
  /// had been set aside counts again; what is done under another key is set aside.
  public func reuse(_ key: RunKey, for run: PlannedRun) throws(StoreError) -> Bool {
    let writer = begun()
    let status = try attempt { () throws(SQLiteError) in try writer.status(of: run, key) }
    switch status {
    case .done: return true
    case .absent: return false
    case .stale, .setAside:
      try write { () throws(SQLiteError) in try writer.exchange(run, key) }
      return status == .setAside
    }
  }

  /// Keeps what runs came to, all of them or none. What ran before under their setting, policy,
  /// warm-up and seed is replaced, or set aside if it was done under another key.
  ///
  /// After it returns, no end of the process loses them.
  public func record(_ runs: [RunRecord]) throws(StoreError) {
    let writer = begun()
    do {
      try write { () throws(SQLiteError) in
        for run in runs { try writer.write(run) }
      }
    } catch {
      writer.forget()
      throw error
    }
  }

  public func record(_ run: RunRecord) throws(StoreError) { try record([run]) }

  /// Sets all runs aside for good: they are kept, but reports do not show them, and `reuse` does
  /// not take them back. For when what they were made of has changed in a way that keys do not
  /// tell.
  public func setAsideAll() throws(StoreError) {
    try write { () throws(SQLiteError) in
      try connection.execute("DELETE FROM runs WHERE status IN ('failed', 'stalled')")
      // A number that no other run has keeps keys apart, however often this is done.
      try connection.execute(
        "UPDATE runs SET status = 'retired', key = key || ' retired ' || id, digest = 'retired'"
          + " WHERE status = 'done'")
    }
  }

  /// A script or data file that runs are made of.
  public struct File: Hashable, Sendable {
    /// As it is shown to people.
    public var path: String
    public var digest: String
    /// What is in it; nil: the store keeps the digest only.
    public var bytes: [UInt8]?

    public init(path: String, digest: String, bytes: [UInt8]? = nil) {
      self.path = path
      self.digest = digest
      self.bytes = bytes
    }
  }

  /// What is larger, such as a long recording, is not kept in a store.
  public static let largestFile = 16 << 20

  /// Notes what the runs from now on are made of, in addition to what was noted since `begin`.
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
      try seal(session: provenance)
    }
  }

  /// What was noted last, by path: what the runs that are done were made of.
  public func files() throws(StoreError) -> [File] {
    try attempt { () throws(SQLiteError) in
      var files: [File] = []
      try connection.prepare(
        """
        SELECT path, digest FROM files WHERE provenance = (SELECT max(provenance) FROM files)
        ORDER BY path
        """
      ).run { row in files.append(File(path: row.text(0), digest: row.text(1))) }
      return files
    }
  }

  func write<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
    let result = try attempt { () throws(SQLiteError) in try connection.transaction(body) }
    // SQLite goes on with a file that has no name any more, and that ends with the process.
    guard DiskFile.identity(of: path) == identity else {
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
