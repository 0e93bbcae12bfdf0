import Simulation

/// The timers of one process life.
///
/// A timer's firing is the device's most frequent event, so what it needs lies together, without
/// references; where a timer was made, which only findings ask for, lies apart.
struct Timers {
  struct Timer {
    let block: BlockID
    let interval: TimeSpan
    let repeats: Bool
    var due: Instant
    var token = EventToken.none
    /// Missed firings are reported once a timer.
    var isReported = false
  }

  private struct Slot {
    var timer: Timer
    var generation: Int32
    var isLive: Bool
  }

  /// Foundation's own smallest interval: zero and less mean this.
  static let smallestInterval = TimeSpan(nanoseconds: 100_000)

  private var slots: [Slot] = []
  private var locations: [SourceLocation] = []
  private var free: [Int32] = []

  mutating func add(_ timer: Timer, at location: SourceLocation) -> TimerID {
    if let slot = free.popLast() {
      let index = Int(slot)
      slots[index].timer = timer
      slots[index].isLive = true
      locations[index] = location
      return TimerID(slot: slot, generation: slots[index].generation)
    }
    slots.append(Slot(timer: timer, generation: 0, isLive: true))
    locations.append(location)
    return TimerID(slot: Int32(slots.count - 1), generation: 0)
  }

  /// Returns the timer; nil when it is over.
  subscript(id: TimerID) -> Timer? {
    let slot = slots[Int(id.slot)]
    return slot.isLive && slot.generation == id.generation ? slot.timer : nil
  }

  /// Whether no timer is to fire. O(timers).
  var isEmpty: Bool { !slots.contains { $0.isLive } }

  func isValid(_ id: TimerID) -> Bool { self[id] != nil }

  func location(of id: TimerID) -> SourceLocation { locations[Int(id.slot)] }

  /// Changes a timer that is not over.
  mutating func update(_ id: TimerID, _ change: (inout Timer) -> Void) {
    guard self[id] != nil else { return }
    change(&slots[Int(id.slot)].timer)
  }

  /// A timer's moment has come: what is to run, and whether it will again; nil when it is over.
  /// One that repeats is due anew, by the event that `schedule` puts on the agenda: firings missed
  /// meanwhile are skipped, as Foundation has it.
  @inline(__always)
  mutating func fire(
    _ id: TimerID, at now: Instant, schedule: (Instant) -> EventToken
  ) -> (block: BlockID, repeats: Bool)? {
    var places = slots.mutableSpan
    let slot = Int(id.slot)
    guard places[slot].isLive, places[slot].generation == id.generation else { return nil }
    let timer = places[slot].timer
    if timer.repeats {
      let due = Timers.nextDue(after: timer.due, interval: timer.interval, now: now)
      places[slot].timer.due = due
      places[slot].timer.token = schedule(due)
    }
    return (timer.block, timer.repeats)
  }

  /// Forgets a timer and returns it; nil when it is over already.
  mutating func remove(_ id: TimerID) -> Timer? {
    guard let timer = self[id] else { return nil }
    let index = Int(id.slot)
    slots[index].isLive = false
    slots[index].generation &+= 1
    free.append(id.slot)
    return timer
  }

  /// The first multiple of the interval after the due time that lies in the future.
  @inline(__always)
  static func nextDue(after due: Instant, interval: TimeSpan, now: Instant) -> Instant {
    let next = due + interval
    return next > now ? next : afterPause(due, interval, now)
  }

  private static func afterPause(_ due: Instant, _ interval: TimeSpan, _ now: Instant) -> Instant {
    let periods = (now - due).nanoseconds / interval.nanoseconds + 1
    return due + TimeSpan(nanoseconds: periods * interval.nanoseconds)
  }
}
