internal import CSQLite

/// An open SQLite file.
///
/// It belongs to one thread at a time, and is closed when it and its statements are let go of.
@safe
final class Connection {
  enum Mode {
    /// Reads and writes; reads only where the file may not be written.
    case readWrite
    /// The same; makes the file if it is absent.
    case create
    /// Reads the file alone, as if nothing else were there: leaves no trace beside it, and sees
    /// nothing of a write-ahead log.
    case immutable
    /// The same, of the file's head: also when it tells of more pages than there are, because a log
    /// was not moved into the file to its end.
    case head
    /// No file at all, whatever its name.
    case memory
  }

  /// What SQLite waits for another process that reads or writes, in milliseconds.
  private static let patience: Int32 = 5000

  let handle: OpaquePointer
  /// How to name the same file to SQLite again.
  let uri: String

  init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    let flags =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create, .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .immutable, .head: SQLITE_OPEN_READONLY
      }
    uri = mode == .memory ? ":memory:" : Connection.uri(path, mode)
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      uri, &opened,
      flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      let error = unsafe SQLiteError(code: code, on: opened)
      unsafe sqlite3_close(opened)
      throw error
    }
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, Connection.patience)
    // A file from elsewhere is data: what its schema says is trusted with nothing.
    unsafe dm_sqlite3_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    // SQLite compares the lengths unless it may be told how to mend a file.
    unsafe dm_sqlite3_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, mode == .head ? 0 : 1)
    unsafe dm_sqlite3_configure(handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, mode == .head ? 1 : 0)
  }

  /// A database of its own that is never written to a disk.
  static func inMemory(_ sql: String) throws(SQLiteError) -> Connection {
    let connection = try Connection("", .memory)
    try connection.execute(sql)
    return connection
  }

  deinit {
    // Statements hold the connection, so none is left.
    guard unsafe sqlite3_close(handle) == SQLITE_OK else {
      fatalError("Connection: SQLite could not close a file")
    }
  }

  /// Names that SQLite would read as something else than a path are none in a URI like this.
  private static func uri(_ path: String, _ mode: Mode) -> String {
    let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    var uri = path.hasPrefix("/") ? "file://" : "file:./"
    for byte in path.utf8 {
      if kept.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    if mode == .immutable || mode == .head { uri += "?immutable=1" }
    return uri
  }

  /// Runs statements that find nothing and take no values, separated by semicolons.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, on: handle) }
  }

  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// What is made of each row that a statement without parameters finds, in order. O(rows).
  func rows<Element>(
    _ sql: String, _ element: (borrowing Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    var elements: [Element] = []
    try prepare(sql).run { row throws(SQLiteError) in elements.append(try element(row)) }
    return elements
  }

  /// The one number that a statement finds.
  func integer(_ sql: String) throws(SQLiteError) -> Int {
    var found = 0
    try prepare(sql).run { row in found = row.integer(0) }
    return found
  }

  /// The one text that a statement finds.
  func text(_ sql: String) throws(SQLiteError) -> String {
    var found = ""
    try prepare(sql).run { row in found = row.text(0) }
    return found
  }

  /// The row that was inserted last.
  var lastRowID: Int { Int(unsafe sqlite3_last_insert_rowid(handle)) }

  /// Does all of `body` or nothing of it. It may write, and is safe from other writers.
  func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors have ended it already; then there is nothing to roll back.
      if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Whether closing the last connection moves the write-ahead log into the file and removes it.
  func setKeepsLog(_ keeps: Bool) {
    unsafe dm_sqlite3_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
  }

  /// Whether the file cannot be written by this connection.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Where the write-ahead log is, if there is one.
  var logPath: String {
    guard let name = unsafe sqlite3_filename_wal(sqlite3_db_filename(handle, "main")) else {
      return ""
    }
    return unsafe String(cString: name)
  }

  /// Of the library that is linked.
  static var version: String { unsafe String(cString: sqlite3_libversion()) }
}
