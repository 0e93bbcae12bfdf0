import Simulation

/// An app's main thread: a queue of callbacks, one at a time (P7).
struct MainThread {
  /// A callback that has begun and still holds the thread.
  struct Running {
    let fiber: FiberID
    let transition: Transition?
  }

  private var items: [MainItem] = []
  private var head = 0
  /// When all callbacks so far would be over if each had taken the cost of a livelock.
  private var burstEnd = Instant.start
  /// The callback that holds the thread.
  var running: Running?
  /// CPU time already spent keeps the thread until then.
  var busyUntil = Instant.start
  /// When the present or last callback began.
  var startedAt = Instant.start
  /// The present or last callback, for findings.
  var callback = Callback.load
  /// Ends the process if the callback does not return in time.
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

  var hasWork: Bool { head < items.count }
  var queued: Int { items.count - head }

  mutating func enqueue(_ item: MainItem) {
    items.append(item)
  }

  mutating func dequeue() -> MainItem? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: items.capacity <= 64)
        head = 0
      } else if head >= 1_024, head * 2 >= items.count {
        items.removeFirst(head)
        head = 0
      }
    }
    return items[head]
  }

  /// The transition that is waiting first.
  var nextTransition: Transition? {
    for item in items[head...] {
      if case .transition(let transition) = item { return transition }
    }
    return nil
  }

  mutating func begin(_ callback: Callback, at now: Instant) {
    startedAt = now
    self.callback = callback
  }

  /// Charges a callback's CPU time, and something more to a process that runs callback after
  /// callback without time passing.
  mutating func spend(_ cpu: TimeSpan, at now: Instant, _ limits: Limits) {
    if isLivelocked(at: now, limits) {
      busyUntil = now + max(cpu, limits.livelockCost)
    } else if cpu > .zero {
      busyUntil = now + cpu
    }
  }

  /// Counts a callback; true if it is to be charged, since more of them came close together than may
  /// come at one instant (a leaky bucket, the generic cell rate algorithm of ITU-T I.371).
  mutating func isLivelocked(at now: Instant, _ limits: Limits) -> Bool {
    let most = limits.livelockCost * limits.callbacksAtOneInstant
    burstEnd = min(max(burstEnd, now), now + most) + limits.livelockCost
    return burstEnd - now > most
  }
}

extension ProcessLife {
  /// Whether a callback that is due now can run at once.
  func isMainThreadFree(at now: Instant) -> Bool {
    main.running == nil && !main.hasWork && main.busyUntil <= now && itemsBeforeSuspension == nil
  }

  /// Whether something is to be done after a callback: it goes on, or suspension is decided.
  var isUnsettled: Bool { main.running != nil || itemsBeforeSuspension != nil }

  /// Books a callback that returned without taking time, the most frequent case; false if there is
  /// more to be done about it.
  mutating func endCallbackAtOnce(at now: Instant, _ limits: Limits) -> Bool {
    guard doom == nil, main.limit == .none, !isUnsettled else { return false }
    main.spend(.zero, at: now, limits)
    return true
  }
}

/// Something the main thread is to do.
enum MainItem {
  case transition(Transition)
  case callback(Callback)
  case timer(TimerID)
  case resume(FiberID)
  /// The handler of a task, if it is still open (B4).
  case expirationHandler(task: Int)
  /// Right after the round of handlers (B5).
  case expirationReview
}

/// A step of the life cycle: a callback and the change of state it stands for (P2).
enum Transition: Equatable {
  /// Runs the script; part of the launch.
  case load
  case finishLaunching(LaunchReason)
  case becomeActive
  case resignActive
  case enterBackground
  case enterForeground
  case terminate

  var callback: Callback {
    switch self {
    case .load: .load
    case .finishLaunching(let reason): .didFinishLaunching(reason)
    case .becomeActive: .didBecomeActive
    case .resignActive: .willResignActive
    case .enterBackground: .didEnterBackground
    case .enterForeground: .willEnterForeground
    case .terminate: .willTerminate
    }
  }

  /// Section 2.
  func limit(_ limits: Limits) -> TimeSpan {
    switch self {
    case .load, .finishLaunching: limits.launch
    case .enterBackground: limits.enterBackground
    default: limits.transition
    }
  }
}

/// What came due while the app was suspended, kept for its resumption (P3).
enum DeferredWork {
  case main(MainItem)
  case besideBlock(BlockID)
  case besideFiber(FiberID)
}
