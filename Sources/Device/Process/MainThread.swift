import Simulation

/// An app's main thread: one callback at a time (P7); those that wait are in a `MainQueue`.
///
/// Plain values alone. Storing one can run no other code, so that the compiler proves all accesses
/// apart and every event gets by without a check of that at run time.
struct MainThread {
  /// A callback that has begun and still holds the thread.
  struct Running {
    let fiber: FiberID
    let transition: Transition?
    /// Whether it waits, and uses no CPU.
    var isBlocked = false
  }

  private var burst = Burst()
  /// Callbacks that began at another moment than the one before, and blocks on global queues.
  var wakeUps = 0
  /// The callback that holds the thread.
  var running: Running?
  /// CPU time already spent keeps the thread until then.
  var busyUntil = Instant.start
  /// When the present or last callback began.
  var startedAt = Instant.start
  /// The present or last callback, for findings; nil: one that goes on after a wait.
  var callback: Callback? = .load
  /// CPU time that the callback has taken in small pieces, or without pausing at all: a loop of
  /// them has no end of its own.
  var endless = TimeSpan.zero
  /// Looks at the callback if it does not return in time.
  var limit = EventToken.none
  /// Ends the process if the next transition is not over in time.
  var transitionLimit = EventToken.none
  var transitionDeadline = Instant.start
  /// The transition that limit is for.
  var watched = Transition.load
  /// Transitions queued or running.
  var transitions = 0
  /// A turn is in the event queue.
  var turnScheduled = false
  /// Callbacks that wait.
  var queued = 0
  /// Items that were in the queue when suspension was decided still run.
  var itemsBeforeSuspension: Int?
  /// The process must end as soon as the running code has returned.
  var isDoomed = false

  var hasWork: Bool { queued > 0 }

  /// The fiber that waits and holds the thread.
  var blocked: FiberID? { running.flatMap { $0.isBlocked ? $0.fiber : nil } }

  /// Whether the thread has a step to do: to go on with what holds it, or to take an item.
  var hasStep: Bool { running.map { !$0.isBlocked } ?? (hasWork && mayTakeItem) }

  /// Whether a callback that is due now can run at once.
  func isFree(at now: Instant) -> Bool {
    running == nil && !hasWork && busyUntil <= now && itemsBeforeSuspension == nil
  }

  /// Once suspension is decided only what was queued before still runs (B8).
  var mayTakeItem: Bool { itemsBeforeSuspension.map { $0 > 0 } ?? true }

  /// Whether something is to be done after a callback: it goes on, or suspension is decided.
  var isUnsettled: Bool { running != nil || itemsBeforeSuspension != nil }

  mutating func begin(_ callback: Callback, at now: Instant) {
    if startedAt != now { wakeUps &+= 1 }
    startedAt = now
    endless = .zero
    self.callback = callback
  }

  /// A callback that has waited goes on; its limit begins anew.
  mutating func goesOn(at now: Instant) {
    if startedAt != now { wakeUps &+= 1 }
    startedAt = now
    endless = .zero
    callback = nil
  }

  /// It goes on and on. True once that has taken longer than any callback may.
  mutating func runsOn(_ time: TimeSpan, isPreempted: Bool, _ limits: Limits) -> Bool {
    if isPreempted || time < MainThread.piece { endless += time }
    return endless > limits.callback
  }

  /// Less is a small piece: asking for a thousand of them is one loop.
  private static let piece = TimeSpan.milliseconds(10)

  /// Counts the cost of the device's work that the running code causes.
  mutating func weigh(_ cost: TimeSpan, at now: Instant) { burst.weigh(cost, at: now) }

  /// Charges a callback, or a part of one, and returns its time: its CPU time, or more for a
  /// process that runs callback after callback without time passing.
  mutating func spend(_ cpu: TimeSpan, at now: Instant, _ livelock: Livelock) -> TimeSpan {
    burst.weigh(livelock.cost, at: now)
    let time = max(cpu, burst.excess(at: now, livelock))
    if time > .zero { busyUntil = now + time }
    return time
  }

  /// Books a callback that returned without taking time, the most frequent case; false if there is
  /// more to be done about it, and nothing is booked.
  @inline(__always)
  mutating func endCallbackAtOnce(at now: Instant, _ livelock: Livelock) -> Bool {
    guard !isDoomed, limit == .none, !isUnsettled else { return false }
    var booked = burst
    booked.weigh(livelock.cost, at: now)
    guard booked.excess(at: now, livelock) == .zero else { return false }
    burst = booked
    return true
  }
}

/// The two limits for callbacks that let no time pass, which every callback asks for.
struct Livelock {
  /// The cost of one callback.
  let cost: TimeSpan
  /// The most cost that may come at one instant.
  let most: TimeSpan

  init(_ limits: Limits) {
    cost = limits.livelockCost
    most = limits.livelockCost * limits.callbacksAtOneInstant
  }
}

/// The weight on a process of callbacks that have come close together, though each took no time: it
/// drains as time passes (a leaky bucket, the generic cell rate algorithm of ITU-T I.371).
struct Burst {
  /// When all so far would be over, one after the other, if each had taken what it weighs.
  private var end = Instant.start

  mutating func weigh(_ cost: TimeSpan, at now: Instant) { end = max(end, now) + cost }

  /// The weight beyond as much as may come at one instant.
  @inline(__always)
  func excess(at now: Instant, _ livelock: Livelock) -> TimeSpan {
    max(end - now - livelock.most, .zero)
  }
}
