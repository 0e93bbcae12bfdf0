internal import CSQLite

/// A value that can be bound to a parameter of a statement.
protocol SQLiteValue {
  /// Binds the value and returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    unsafe sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Int64: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    unsafe sqlite3_bind_int64(statement, index, self)
  }
}

/// A number that SQLite keeps in fewer bytes when it is whole, and with that −0 as 0; all other
/// values come back bit by bit. Not-a-number would come back as null.
extension Double: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    unsafe sqlite3_bind_double(statement, index, self)
  }
}

extension String: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      // An empty buffer may have no address, and SQLite binds null when there is none.
      guard let start = bytes.baseAddress else {
        return unsafe dm_sqlite3_bind_text(statement, index, "", 0)
      }
      return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
        unsafe dm_sqlite3_bind_text(statement, index, start, UInt64(bytes.count))
      }
    }
  }
}

/// Bytes that SQLite keeps as a blob; empty ones are not null.
extension [UInt8]: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard !isEmpty else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
    return unsafe withUnsafeBytes { bytes in
      unsafe dm_sqlite3_bind_blob(statement, index, bytes.baseAddress, UInt64(bytes.count))
    }
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    unsafe self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}
