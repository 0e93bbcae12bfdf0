import Simulation

/// A wake lock of Android's: how often it was acquired, and released. Pure.
///
/// It is held until it was released as often as it was acquired, or once where it does not count; a
/// timeout releases it, and what is released by hand after that is no mistake.
struct PartialWakeLock: Equatable {
  let tag: String
  /// The line that made it.
  let location: SourceLocation
  var isCounted = true
  /// Since when it is held; nil: it is not.
  private(set) var since: Instant?
  private var held = 0
  /// The same but for what timeouts have released.
  private var acquired = 0
  /// The events at which it is released, one for each timeout that was given.
  var timeouts: [EventToken] = []

  init(_ tag: String, at location: SourceLocation) {
    self.tag = tag
    self.location = location
  }

  var isHeld: Bool { since != nil }

  /// True if it was not held before.
  mutating func acquire(at now: Instant) -> Bool {
    held += 1
    acquired += 1
    guard since == nil else { return false }
    since = now
    return true
  }

  /// Returns how long it was held, if it is so no more.
  mutating func release(byTimeout: Bool, at now: Instant) -> TimeSpan? {
    held = isCounted ? max(0, held - 1) : 0
    if !byTimeout { acquired = isCounted ? acquired - 1 : 0 }
    guard held == 0 else { return nil }
    return drop(at: now)
  }

  /// Returns how long it was held, which it is no more; nil: it was not.
  mutating func drop(at now: Instant) -> TimeSpan? {
    defer {
      since = nil
      held = 0
    }
    return since.map { now - $0 }
  }

  /// It was released more often than acquired.
  var isUnderLocked: Bool { isCounted && acquired < 0 }
}
