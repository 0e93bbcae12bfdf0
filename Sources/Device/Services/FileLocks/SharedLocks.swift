import Simulation

/// The locks in shared containers: who holds which, and who waits for it.
///
/// Pure: it knows apps, fibers and moments by value, but no clock and no device.
struct SharedLocks {
  struct Waiter: Equatable {
    let app: AppID
    let lock: LockID
    let fiber: FiberID
    let location: SourceLocation
    let since: Instant
    /// It was in front when it began to wait.
    let wasInFront: Bool
  }

  private struct Lock {
    var holder: AppID?
    /// In order of asking.
    var waiters: [Waiter] = []
  }

  /// Looked up only, but for `wanted`, which sorts.
  private var locks: [String: Lock] = [:]

  func holder(of name: String) -> AppID? { locks[name]?.holder }

  /// Takes a free lock; false if it is held.
  mutating func take(_ name: String, for app: AppID) -> Bool {
    guard holder(of: name) == nil else { return false }
    locks[name, default: Lock()].holder = app
    return true
  }

  mutating func release(_ name: String) {
    locks[name]?.holder = nil
    forgetIfIdle(name)
  }

  mutating func wait(for name: String, _ waiter: Waiter) {
    locks[name, default: Lock()].waiters.append(waiter)
  }

  /// Takes the waiter out that has waited longest of those that may go on, if the lock is free.
  mutating func next(for name: String, where mayGoOn: (AppID) -> Bool) -> Waiter? {
    guard let lock = locks[name], lock.holder == nil,
      let index = lock.waiters.firstIndex(where: { mayGoOn($0.app) })
    else { return nil }
    return locks[name]?.waiters.remove(at: index)
  }

  /// The locks that an app waits for, by name.
  func wanted(by app: AppID) -> [String] {
    if locks.isEmpty { return [] }
    return locks.filter { $0.value.waiters.contains { $0.app == app } }.keys.sorted()
  }

  /// Every wait of an app that is not over, in no order.
  func waits(of app: AppID) -> [Waiter] {
    locks.isEmpty ? [] : locks.values.flatMap { $0.waiters.filter { $0.app == app } }
  }

  /// The app's process has ended: it waits for nothing any more.
  mutating func forgetWaits(of app: AppID) {
    for name in wanted(by: app) {
      locks[name]?.waiters.removeAll { $0.app == app }
      forgetIfIdle(name)
    }
  }

  private mutating func forgetIfIdle(_ name: String) {
    if locks[name]?.holder == nil, locks[name]?.waiters.isEmpty == true { locks[name] = nil }
  }
}
