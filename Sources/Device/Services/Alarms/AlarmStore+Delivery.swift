import Simulation

/// Delivering alarms.
extension AlarmStore {
  /// Takes out what is delivered now, in this order: first the apps of which an alarm wakes the
  /// device, the others after them; of each, by the requested moment. A repeating alarm is set
  /// anew. O(alarms).
  mutating func deliver(at now: Instant) -> [Alarm] {
    if let idleUntil, idleUntil <= now { endIdle(at: now) }
    let due = Array(alarms.prefix { $0.when <= now })
    alarms.removeFirst(due.count)
    for alarm in due {
      if let interval = alarm.interval { repeats(alarm, every: interval, at: now) }
    }
    let delivered = AlarmStore.ordered(drowsy.sift(due, at: now, rules))
    for alarm in delivered { apps[Int(alarm.app.index)].count -= 1 }
    note(delivered, at: now)
    return delivered
  }

  /// Notes that alarms were delivered: only from then on do they count for a quota.
  private mutating func note(_ delivered: [Alarm], at now: Instant) {
    var concerned: Set<AppID> = []
    for alarm in delivered where !alarm.isOfSystem {
      let app = Int(alarm.app.index)
      if !alarm.isExemptFromStandby {
        apps[app].delivered.record(at: now, forQuotaOf: rules.largestQuota)
      }
      if idle != nil || isSaving { noteIdleAccess(of: alarm, at: now) }
      concerned.insert(alarm.app)
    }
    guard !concerned.isEmpty else { return }
    holdAgain(at: now) { concerned.contains($0.app) }
  }

  private mutating func noteIdleAccess(of alarm: Alarm, at now: Instant) {
    let app = Int(alarm.app.index)
    switch alarm.access {
    case .allowed: apps[app].whileIdle.record(at: now, forQuotaOf: rules.idleQuota.count)
    case .allowedCompatibly:
      apps[app].whileIdleCompatibly.record(
        at: now, forQuotaOf: rules.compatibleIdleQuota.count)
    case .prioritized: apps[app].lastPrioritized = now
    case .none, .unrestricted, .alarmClock: break
    }
  }

  /// Sets the next firing of a repeating alarm: its moments stay multiples of the interval after
  /// the first; those that were missed are left out.
  private mutating func repeats(_ alarm: Alarm, every interval: TimeSpan, at now: Instant) {
    let late = max(.zero, now - alarm.requested).nanoseconds
    let next = alarm.requested + interval * (Int(late / interval.nanoseconds) + 1)
    numbers += 1
    var again = Alarm(
      app: alarm.app, number: numbers, operation: alarm.operation, wakes: alarm.wakes,
      interval: interval, access: alarm.access, requested: next, window: alarm.window)
    again.isOfSystem = alarm.isOfSystem
    again.mayStartServices = alarm.mayStartServices
    add(again, at: now)
  }

  private static func ordered(_ due: [Alarm]) -> [Alarm] {
    let waking = Set(due.lazy.filter(\.wakes).map(\.app))
    return due.sorted { left, right in
      let (isLeftLate, isRightLate) = (!waking.contains(left.app), !waking.contains(right.app))
      if isLeftLate != isRightLate { return isRightLate }
      return (left.requested, left.number) < (right.requested, right.number)
    }
  }
}
