import Simulation

/// The timers of one process life.
struct Timers {
  struct Timer {
    let block: BlockID
    let interval: TimeSpan
    let repeats: Bool
    let location: SourceLocation
    var due: Instant
    var token: EventToken
    /// It is in the main thread's queue, or waits for the app's resumption.
    var pending: Bool
    /// Missed firings are reported once a timer.
    var reported: Bool
  }

  /// Foundation's own smallest interval: zero and less mean this.
  static let smallestInterval = TimeSpan(nanoseconds: 100_000)

  private var slots: [(timer: Timer?, generation: Int32)] = []
  private var free: [Int32] = []

  subscript(id: TimerID) -> Timer? {
    get {
      let slot = slots[Int(id.slot)]
      return slot.generation == id.generation ? slot.timer : nil
    }
    set { slots[Int(id.slot)].timer = newValue }
  }

  mutating func add(_ timer: Timer) -> TimerID {
    if let slot = free.popLast() {
      slots[Int(slot)].timer = timer
      return TimerID(slot: slot, generation: slots[Int(slot)].generation)
    }
    slots.append((timer, 0))
    return TimerID(slot: Int32(slots.count - 1), generation: 0)
  }

  /// Forgets a timer and returns it; nil when it is over already.
  mutating func remove(_ id: TimerID) -> Timer? {
    guard let timer = self[id] else { return nil }
    slots[Int(id.slot)].timer = nil
    slots[Int(id.slot)].generation &+= 1
    free.append(id.slot)
    return timer
  }

  /// The first multiple of the interval after the due time that lies in the future.
  static func nextDue(after due: Instant, interval: TimeSpan, now: Instant) -> Instant {
    let next = due + interval
    if next > now { return next }
    let periods = (now - due).nanoseconds / interval.nanoseconds + 1
    return due + TimeSpan(nanoseconds: periods * interval.nanoseconds)
  }
}
