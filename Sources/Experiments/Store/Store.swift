/// A store of experiments' results in one SQLite file; docs/store.md describes it for other
/// programs.
///
/// A store belongs to one thread at a time. Any number of processes may read while one writes.
public final class Store {
  public enum Access: Sendable {
    /// Makes the file if it is absent; refused while another process writes it.
    case write
    /// Sees the store as it was when it was opened.
    case read
  }

  /// The version of the file's layout, which docs/store.md describes.
  public static var schemaVersion: Int { Schema.version }

  /// The path as it was given.
  public let path: String
  let connection: Connection
  private let lock: WriterLock?
  /// The writer of runs, set by `begin`.
  var writer: RunWriter?

  /// Whether SQLite has looked for damage in the whole file.
  private var isChecked: Bool

  /// Opens a store. A file that is no store of this schema, or that SQLite finds damaged, is
  /// refused. O(n) in its size, all of which is checked.
  ///
  /// - Parameters:
  ///   - checksRunsLater: leaves out runs and their figures, which take nearly all of the time,
  ///     until runs are written or `check` is called; what is found then is thrown then.
  public init(
    _ path: String, access: Access, checksRunsLater: Bool = false
  ) throws(StoreError) {
    self.path = path
    // If another process makes it meanwhile, that process has it now, and this one is refused
    // below.
    if access == .write, DiskFile.kind(of: path) == .absent { _ = try Store.make(at: path) }
    try Store.identify(path)
    (connection, isChecked) = try Store.connect(to: path, access, checksRunsLater)
    lock = access == .write ? try Store.lock(connection, at: path) : nil
  }

  /// Refuses a store that SQLite finds damaged; looks once only. O(n) in its size.
  public func check() throws(StoreError) {
    if isChecked { return }
    try attempt { () throws(SQLiteError) in try connection.check() }
    isChecked = true
  }

  /// Does what SQLite may refuse.
  func attempt<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    try Store.attempt(path, body)
  }

  /// Returns what `element` makes of each row that a statement without parameters finds, in order.
  /// O(rows).
  func rows<Element>(
    _ sql: String, _ element: (borrowing Row) throws(SQLiteError) -> Element
  ) throws(StoreError) -> [Element] {
    try attempt { () throws(SQLiteError) in try connection.rows(sql, element) }
  }

  static func attempt<Result>(
    _ path: String, _ body: () throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SQLiteError) { return try body() } catch { throw StoreError(error, at: path) }
  }
}
