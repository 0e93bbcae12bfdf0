import Foundation
import Synchronization

/// A value that is used by one thread at a time.
///
/// ThreadSanitizer does not see the locking of `Mutex` on Linux, whose library is not built for it,
/// and reports races that are none. It sees that of `NSLock`, which is held around it; the `Mutex`
/// within lets the compiler prove the rest.
public final class Locked<Value: Sendable>: Sendable {
  private let lock = NSLock()
  private let value: Mutex<Value>

  public init(_ value: Value) {
    self.value = Mutex(value)
  }

  /// Waits until no other thread uses the value, and hands it to `body`, which must not come back
  /// here.
  public func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return value.withLock { body(&$0) }
  }
}
