internal import CSQLite

/// An open SQLite file.
///
/// It belongs to one thread at a time, and is closed when nothing refers to it or its statements
/// any more.
@safe
final class Connection {
  enum Mode {
    /// Reads and writes; reads only where the file may not be written.
    case readWrite
    /// Reads and writes, and makes the file if it is absent.
    case create
    /// Reads the file alone, as if nothing else were there: leaves no trace beside it, and does not
    /// see a write-ahead log.
    case immutable
  }

  /// The time that SQLite waits for another process that reads or writes, in milliseconds.
  private static let busyTimeout: Int32 = 5000

  let handle: OpaquePointer
  /// The file's URI, by which SQLite can open it again.
  let uri: String

  /// Has SQLite keep no count of its memory, for which each allocation would take a lock.
  private static let isSetUp: Void = { _ = dm_sqlite3_count_no_memory() }()

  init(_ path: String, _ mode: Mode) throws(SQLiteError) {
    Connection.isSetUp
    let flags =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .immutable: SQLITE_OPEN_READONLY
      }
    uri = Connection.uri(path, mode)
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
    unsafe sqlite3_busy_timeout(handle, Connection.busyTimeout)
  }

  deinit {
    // Statements keep the connection open, so none is left.
    guard unsafe sqlite3_close(handle) == SQLITE_OK else {
      fatalError("Connection: SQLite could not close a file")
    }
  }

  /// Returns the URI of a path, so that names with a meaning to SQLite are read as paths.
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
    if mode == .immutable { uri += "?immutable=1" }
    return uri
  }

  /// Runs statements that return no rows and take no values, separated by semicolons.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, on: handle) }
  }

  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Returns what `element` makes of each row that a statement without parameters finds, in order.
  /// O(rows).
  func rows<Element>(
    _ sql: String, _ element: (borrowing Row) throws(SQLiteError) -> Element
  ) throws(SQLiteError) -> [Element] {
    var elements: [Element] = []
    try prepare(sql).run { row throws(SQLiteError) in elements.append(try element(row)) }
    return elements
  }

  /// Returns the one number that a statement finds; 0 when it finds none.
  func integer(_ sql: String) throws(SQLiteError) -> Int {
    var found = 0
    try prepare(sql).run { row in found = row.integer(0) }
    return found
  }

  /// Returns the one string that a statement finds; empty when it finds none.
  func text(_ sql: String) throws(SQLiteError) -> String {
    var found = ""
    try prepare(sql).run { row in found = row.text(0) }
    return found
  }

  /// Throws what damage SQLite finds, in the whole file or in one table. O(n) in its size.
  func check(_ table: String? = nil) throws(SQLiteError) {
    let verdict = try text("PRAGMA integrity_check(\(table ?? "1"))")
    guard verdict == "ok" else { throw .damaged(byVerdict: verdict) }
  }

  /// The number of the row that was inserted last.
  var lastRowID: Int { Int(unsafe sqlite3_last_insert_rowid(handle)) }

  /// Does all of `body` or nothing of it. `body` may write, and no other connection writes
  /// meanwhile.
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

  /// Whether the file has been moved or removed since it was opened: SQLite would go on with one
  /// that is gone when the process ends.
  var hasMoved: Bool {
    var moved: Int32 = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }

  /// The path of the write-ahead log; empty if there is none.
  var logPath: String {
    guard let name = unsafe sqlite3_filename_wal(sqlite3_db_filename(handle, "main")) else {
      return ""
    }
    return unsafe String(cString: name)
  }

  /// The version of the SQLite library that is linked.
  static var version: String { unsafe String(cString: sqlite3_libversion()) }
}
