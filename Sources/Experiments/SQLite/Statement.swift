internal import CSQLite

/// A prepared statement, which can be run any number of times with other values.
///
/// It keeps its connection open. It belongs to the connection's thread.
@safe
final class Statement {
  private let handle: OpaquePointer
  private let connection: Connection
  private let columnCount: Int32
  private var isOnRow = false

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code: code, on: connection.handle) }
    guard let handle = unsafe prepared else {
      fatalError("Statement: nothing to prepare (\(sql)); give one statement")
    }
    unsafe self.handle = handle
    self.connection = connection
    columnCount = unsafe sqlite3_column_count(handle)
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs the statement to its end, with these values for its parameters, and hands over each of
  /// its rows.
  ///
  /// The statement must not be run again while it is at a row.
  func run<each Value: SQLiteValue>(
    _ values: repeat each Value, row: (borrowing Row) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    guard !isOnRow else { fatalError("Statement: it is run while it is at a row") }
    defer {
      isOnRow = false
      unsafe sqlite3_reset(handle)
    }
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try check(unsafe value.bind(to: handle, at: index))
    }
    guard unsafe sqlite3_bind_parameter_count(handle) == index else {
      fatalError("Statement: \(index) values for another number of parameters")
    }
    while true {
      let code = unsafe sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw unsafe SQLiteError(code: code, on: connection.handle) }
      isOnRow = true
      try row(unsafe Row(handle, columnCount: columnCount))
    }
  }

  /// Binds one value, until another takes its place.
  @inline(__always)
  func bind(_ value: some SQLiteValue, at index: Int32) throws(SQLiteError) {
    try check(unsafe value.bind(to: handle, at: index))
  }

  /// Runs a statement that returns no rows to its end, with the values that were bound, so many.
  func runBound(_ count: Int32) throws(SQLiteError) {
    guard unsafe sqlite3_bind_parameter_count(handle) == count else {
      fatalError("Statement: \(count) values for another number of parameters")
    }
    defer { unsafe sqlite3_reset(handle) }
    let code = unsafe sqlite3_step(handle)
    guard code == SQLITE_DONE else { throw unsafe SQLiteError(code: code, on: connection.handle) }
  }

  /// Returns the number in the first column of the first row; nil when nothing is found.
  func integer<each Value: SQLiteValue>(
    _ values: repeat each Value
  ) throws(SQLiteError) -> Int? {
    var found: Int?
    try run(repeat each values) { row in found = found ?? row.integer(0) }
    return found
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw unsafe SQLiteError(code: code, on: connection.handle) }
  }
}

/// One row that a statement finds, valid only while it is handed over.
@safe
struct Row: ~Copyable {
  private let handle: OpaquePointer
  private let columnCount: Int32

  fileprivate init(_ handle: OpaquePointer, columnCount: Int32) {
    unsafe self.handle = handle
    self.columnCount = columnCount
  }

  var count: Int { Int(columnCount) }

  func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, checked(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) -> Int {
    Int(unsafe sqlite3_column_int64(handle, checked(column)))
  }

  func real(_ column: Int) -> Double { unsafe sqlite3_column_double(handle, checked(column)) }

  func text(_ column: Int) -> String {
    let column = checked(column)
    guard let bytes = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns the bytes of a blob; empty for null.
  func bytes(_ column: Int) -> [UInt8] {
    let column = checked(column)
    guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Returns the number in a column; nil for null.
  func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

  /// Returns the whole number in a column; nil for null.
  func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

  /// Returns the string in a column; nil for null.
  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  private func checked(_ column: Int) -> Int32 {
    guard 0..<Int(columnCount) ~= column else {
      fatalError("Row: there is no column \(column); it has \(columnCount)")
    }
    return Int32(column)
  }
}
