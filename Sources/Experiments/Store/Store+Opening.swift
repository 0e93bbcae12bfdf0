import Foundation

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
      try connection.execute("PRAGMA page_size = \(Schema.pageSize)")
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
    // The file's head says whose it is (sqlite.org, Database File Format, section 1.3).
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .unusable("\(path): it cannot be read; make it readable, or name another")
    }
    let head = (try? file.read(upToCount: 100)) ?? Data()
    guard head.count == 100, head.starts(with: Data("SQLite format 3\0".utf8)) else {
      throw .unusable("\(path): it is not an SQLite file; name another")
    }
    func number(at place: Int) -> Int {
      head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (application, version) = (number(at: 68), number(at: 60))
    guard application == Schema.applicationID else {
      throw .unusable(
        "\(path): it is another program's SQLite file (application \(application)); name "
          + "another")
    }
    guard version == Schema.version else {
      throw .unusable(
        "\(path): it is a store of another version (schema \(version), not \(Schema.version)); "
          + "use the dormouse that made it, or another file")
    }
  }

  /// Opens a store; refuses one that SQLite finds damaged. Returns whether all of it was looked at.
  static func connect(
    to path: String, _ access: Access, _ checksRunsLater: Bool
  ) throws(StoreError) -> (Connection, isChecked: Bool) {
    let obstacle = DiskFile.reasonNotToWrite(path)
    if access == .write, let obstacle {
      throw .failed(
        "\(path): it cannot be written (\(obstacle)); make it writable, or name another file")
    }
    // Without a log the file is all there is, so it can be read where nothing can be written; with
    // one, SQLite has to write there to read it.
    let folder = DiskFile.folder(of: path)
    let isFixed =
      (obstacle ?? DiskFile.reasonNotToWrite(folder)) != nil
      && DiskFile.kind(of: path + "-wal") == .absent
    return try attempt(path) { () throws(SQLiteError) -> (Connection, isChecked: Bool) in
      let mode = access == .read && isFixed ? Connection.Mode.immutable : .readWrite
      do throws(SQLiteError) { return try opened(path, access, mode, checksRunsLater) } catch {
        // On a full disk there is no room for the index of a log. Where nothing is in the log, none
        // is needed.
        let log = DiskFile.kind(of: path + "-wal")
        guard access == .read, mode == .readWrite, error.kind == .full,
          log == .absent || log == .regular(byteCount: 0)
        else { throw error }
        return try opened(path, access, .immutable, checksRunsLater)
      }
    }
  }

  private static func opened(
    _ path: String, _ access: Access, _ mode: Connection.Mode, _ checksRunsLater: Bool
  ) throws(SQLiteError) -> (Connection, isChecked: Bool) {
    let connection = try Connection(path, mode)
    try connection.execute("PRAGMA temp_store = MEMORY")
    // A transaction sees the store as it was at its first statement; a reader stays in it.
    try connection.execute("BEGIN")
    // Pages that are free are no table's.
    let isWhole = checksRunsLater ? try connection.integer("PRAGMA freelist_count") > 0 : true
    if isWhole {
      try connection.check()
    } else {
      for table in try connection.rows(Schema.smallTables, { $0.text(0) }) {
        try connection.check(table)
      }
    }
    try connection.execute(access == .write ? "COMMIT" : "PRAGMA query_only = TRUE")
    return (connection, isWhole)
  }

  /// Makes a connection the only writer.
  static func lock(
    _ connection: Connection, at path: String
  ) throws(StoreError) -> WriterLock {
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
