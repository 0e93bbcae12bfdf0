internal import CSQLite
import Foundation

/// An error of SQLite.
struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// SQLite's extended result code.
  let code: Int32
  /// The message in SQLite's words.
  let description: String
  /// The system's error number; 0 when the error was not the system's.
  private let system: Int32

  private init(code: Int32, _ description: String, system: Int32 = 0) {
    self.code = code
    self.description = description
    self.system = system
  }

  /// Creates the error of what failed last on a connection; without one, of what the code means.
  init(code: Int32, on database: OpaquePointer?) {
    let message = unsafe database == nil ? sqlite3_errstr(code) : sqlite3_errmsg(database)
    var text = unsafe message.map { unsafe String(cString: $0) } ?? "error \(code)"
    let system = unsafe sqlite3_system_errno(database)
    if system != 0, [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff) {
      text += unsafe ": " + String(cString: strerror(system))
    }
    self.init(code: code, text, system: system)
  }

  /// Returns the error of a file whose contents are invalid.
  static func damaged(_ description: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, description)
  }

  /// Returns the error of SQLite's own integrity check: lines, of which the first only names the
  /// database.
  static func damaged(byVerdict verdict: String) -> SQLiteError {
    let lines = verdict.split(separator: "\n").filter { !$0.hasPrefix("***") }
    return damaged(lines.joined(separator: "; "))
  }

  /// Returns the error of a file that cannot be used for a reason that is not SQLite's.
  static func unsupported(_ description: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CANTOPEN, description)
  }

  /// The kinds of errors that are told apart.
  enum Kind {
    case full, busy, damaged, notADatabase, readOnly, cannotOpen, other
  }

  var kind: Kind {
    switch code & 0xff {
    case SQLITE_FULL: .full
    // An error of another kind of write, such as making room for the log's index.
    case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(system): .full
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_CORRUPT: .damaged
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    default: .other
    }
  }
}
