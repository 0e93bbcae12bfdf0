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
  ///
  /// - Parameters:
  ///   - startsAt: the time of day at the start of the run.
  mutating func free(at now: Instant, startsAt: TimeSpan = .zero) -> Int {
    forgetStarts(before: now)
    let limits = limits(at: now, startsAt: startsAt)
    return max(0, min(limits.concurrent - busy, limits.starts - starts.count))
  }

  /// The limits of a moment.
  func limits(at now: Instant, startsAt: TimeSpan) -> DeviceConfiguration.SlotLimits {
    limits.byTime.isEmpty ? limits : limits.at(now.timeOfDay(startsAt: startsAt))
  }

  /// When the window will let other work start, or at last the limits of another part of the day
  /// may; nil if neither is what holds them back.
  func windowOpens(at now: Instant, startsAt: TimeSpan = .zero) -> Instant? {
    let limits = limits(at: now, startsAt: startsAt)
    let change =
      limits.byTime.isEmpty
      ? nil : limits.nextChange(after: now.timeOfDay(startsAt: startsAt)).map { now + $0 }
    guard busy < limits.concurrent else { return change }
    guard starts.count >= limits.starts else { return nil }
    // So many of the oldest starts must be forgotten.
    let oldest = starts.count - limits.starts
    guard starts.indices.contains(oldest) else { return change }
    let opens = starts[oldest] + limits.window
    return change.map { min($0, opens) } ?? opens
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
