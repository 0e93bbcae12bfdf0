import Foundation

/// A lock that makes its owner the only writer of a store, for as long as the owner or its process
/// lives.
///
/// The lock is `flock`'s, on the write-ahead log: it does not affect readers, it goes with the
/// process however that ends, and it leaves no file of its own. SQLite removes the log only when
/// nobody is connected, so the lock must be taken with the connection open and released when that
/// is closed. The database file itself will not do: closing any descriptor of it drops the locks
/// that SQLite holds on it in this process.
final class WriterLock {
  private let descriptor: Int32

  /// Takes the lock; nil when another process, or another store of this one, has it.
  init?(onLog path: String) throws(SQLiteError) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unsupported(unsafe String(cString: strerror(errno))) }
    self.descriptor = descriptor
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { close(descriptor) }
}
