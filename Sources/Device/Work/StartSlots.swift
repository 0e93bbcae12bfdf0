import Simulation

/// The slots of a lane: so much work at once, and so many starts in any rolling window (F2).
struct StartSlots {
  let limits: DeviceConfiguration.SlotLimits
  private(set) var busy = 0
  /// Starts of the last window, oldest first.
  private var starts: [Instant] = []

  /// The number of starts in the window, as of the last `free`.
  var startsInWindow: Int { starts.count }

  init(_ limits: DeviceConfiguration.SlotLimits) {
    self.limits = limits
  }

  /// Slots free at a moment, by both limits.
  mutating func free(at now: Instant) -> Int {
    forgetStarts(before: now)
    return max(0, min(limits.concurrent - busy, limits.starts - starts.count))
  }

  /// When the window will let other work start; nil if it is not what holds them back.
  func windowOpens(at now: Instant) -> Instant? {
    guard busy < limits.concurrent, starts.count >= limits.starts, let oldest = starts.first else {
      return nil
    }
    return oldest + limits.window
  }

  mutating func start(at now: Instant) {
    busy += 1
    starts.append(now)
  }

  mutating func finish() {
    busy -= 1
  }

  private mutating func forgetStarts(before now: Instant) {
    let old = starts.prefix { $0 + limits.window <= now }.count
    if old > 0 { starts.removeFirst(old) }
  }
}
