extension Store {
  /// Makes a store, whole or not at all, under a temporary name until it is whole.
  ///
  /// - Parameters:
  ///   - fill: writes the contents.
  /// - Returns: whether the name was free and is the store's now.
  static func make(
    at path: String, fill: (Connection) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) -> Bool {
    let temporary = DiskFile.temporaryName(beside: path)
    DiskFile.remove(temporary)
    // SQLite would not report the reason.
    if let reason = DiskFile.make(temporary) {
      throw .failed("\(path): it cannot be made (\(reason)); name a file in another folder")
    }
    do throws(StoreError) { try write(temporary, for: path, fill) } catch {
      DiskFile.remove(temporary)
      throw error
    }
    guard let reason = DiskFile.publish(temporary, as: path) else { return true }
    DiskFile.remove(temporary)
    guard DiskFile.kind(of: path) == .absent else { return false }
    throw .failed("\(path): it cannot be made (\(reason)); name a file in another folder")
  }

  /// Writes the file and closes it, so that all of it is on the disk.
  private static func write(
    _ temporary: String, for path: String, _ fill: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    let connection = try attempt(path) { () throws(SQLiteError) in
      let connection = try Connection(temporary, .create)
      try connection.transaction { () throws(SQLiteError) in try connection.execute(Schema.sql) }
      return connection
    }
    try fill(connection)
    try attempt(path) { () throws(SQLiteError) in
      try connection.execute("PRAGMA journal_mode = WAL")
    }
  }

  /// Refuses what is no store of this schema, without leaving a trace.
  static func identify(_ path: String) throws(StoreError) {
    switch DiskFile.kind(of: path) {
    case .absent:
      throw .unusable("\(path): there is no such file; check the name, or run `dormouse compare`")
    case .brokenLink:
      throw .unusable("\(path): it is a broken link; remove it, or name another file")
    case .folder: throw .unusable("\(path): it is a folder; name a file")
    case .special: throw .unusable("\(path): it is not a regular file; name one")
    case .regular(byteCount: 0):
      throw .unusable("\(path): it is empty; remove it, or name another file")
    case .unknown(let reason):
      throw .unusable("\(path): it cannot be read (\(reason)); name a readable file")
    case .regular: break
    }
    let application: Int
    let version: Int
    do throws(SQLiteError) {
      let file = try Connection(path, .head)
      application = try file.integer("PRAGMA application_id")
      version = try file.integer("PRAGMA user_version")
    } catch {
      guard error.kind == .notADatabase else { throw StoreError(error, at: path) }
      throw .unusable(
        "\(path): it is not an SQLite file; name a store, or a new file")
    }
    guard application == Schema.applicationID else {
      throw .unusable(
        "\(path): it is another program's SQLite file (application \(application)); name a store, "
          + "or a new file")
    }
    guard version == Schema.version else {
      throw .unusable(
        "\(path): it is a store of another version (schema \(version), not \(Schema.version)); "
          + "use the dormouse that made it, or another file")
    }
  }

  /// Opens a store; refuses one that SQLite finds damaged.
  static func connect(to path: String, _ access: Access) throws(StoreError) -> Connection {
    if let reason = DiskFile.reasonNotToWrite(path) {
      guard access == .read else {
        throw .unusable(
          "\(path): it cannot be written (\(reason)); make it writable, or name another file")
      }
      // A log that this process makes would be in the way of one that may write.
      if DiskFile.kind(of: path + "-wal") == .absent {
        return try attempt(path) { () throws(SQLiteError) in
          try checked(Connection(path, .immutable), access)
        }
      }
    }
    do throws(SQLiteError) { return try checked(Connection(path, .readWrite), access) } catch {
      // Without a log the file is all there is, so it can be read where nothing can be written;
      // with one, SQLite has to write there to read it.
      guard access == .read, [.cannotOpen, .readOnly].contains(error.kind),
        DiskFile.kind(of: path + "-wal") == .absent
      else { throw StoreError(error, at: path) }
      return try attempt(path) { () throws(SQLiteError) in
        try checked(Connection(path, .immutable), access)
      }
    }
  }

  private static func checked(
    _ connection: Connection, _ access: Access
  ) throws(SQLiteError) -> Connection {
    connection.setKeepsLog(true)
    do throws(SQLiteError) {
      try connection.execute("PRAGMA temp_store = MEMORY")
      // A transaction sees the store as it was at its first statement; a reader stays in it.
      try connection.execute("BEGIN")
      let verdict = try connection.text("PRAGMA integrity_check(1)")
      guard verdict == "ok" else { throw .damaged(byVerdict: verdict) }
      try connection.execute(access == .write ? "COMMIT" : "PRAGMA query_only = TRUE")
    } catch {
      // A log that was not there before must not be left behind, and no log must be moved into the
      // file.
      connection.setKeepsLog(DiskFile.kind(of: connection.logPath) != .regular(byteCount: 0))
      throw error
    }
    connection.setKeepsLog(false)
    return connection
  }

  /// Makes a connection the only writer.
  static func lock(
    _ connection: Connection, at path: String
  ) throws(StoreError) -> WriterLock {
    guard !connection.isReadOnly else {
      throw .unusable("\(path): it cannot be written; make it writable, or name another file")
    }
    let lock = try attempt(path) { () throws(SQLiteError) in
      let mode = try connection.text("PRAGMA journal_mode = WAL")
      guard mode == "wal" else { throw .unsupported("no write-ahead log can be made here") }
      // What is committed survives the end of the process at any moment; the end of the machine
      // may take the last runs with it, but does not damage the store.
      try connection.execute("PRAGMA synchronous = NORMAL")
      _ = try connection.integer("PRAGMA user_version")
      return try WriterLock(onLog: connection.logPath)
    }
    guard let lock else {
      throw .unusable(
        "\(path): it is in use by another process; wait for its end, or name another file")
    }
    return lock
  }
}
