/// The reason why a store cannot be used, or could not be written.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be used for what was asked, and is unchanged.
  case unusable(String)
  /// Making, reading or writing failed; what had been stored before is there.
  case failed(String)

  /// The message, as `path: what (value); what to do`.
  public var description: String {
    switch self {
    case .unusable(let message), .failed(let message): message
    }
  }

  /// Creates the error from what SQLite met while a store was in use.
  init(_ error: SQLiteError, at path: String) {
    self =
      switch error.kind {
      case .full:
        .failed("\(path): the disk is full; make room and run again, all finished runs are kept")
      case .busy:
        .failed("\(path): another program holds it (\(error)); close that and run again")
      case .damaged, .notADatabase:
        .unusable("\(path): it is damaged (\(error)); use a copy, or another file and run again")
      case .readOnly, .cannotOpen:
        .unusable(
          "\(path): it cannot be opened or written (\(error)); make file and folder writable, or "
            + "name another"
        )
      case .other:
        .failed("\(path): it cannot be read or written (\(error)); all finished runs are kept")
      }
  }
}
