import Simulation

/// What holds alarms back: buckets, an idle device, battery saver.
extension AlarmStore {
  /// The app is in another bucket.
  mutating func move(_ app: AppID, to bucket: AppBucket, at now: Instant) {
    guard apps[Int(app.index)].bucket != bucket else { return }
    apps[Int(app.index)].bucket = bucket
    holdAgain(at: now) { $0.app == app }
  }

  /// The app is in use, or no longer.
  mutating func setActive(_ app: AppID, _ isActive: Bool, at now: Instant) {
    guard apps[Int(app.index)].isActive != isActive else { return }
    apps[Int(app.index)].isActive = isActive
    if isSaving { holdAgain(at: now) { $0.app == app } }
  }

  /// The device is laid on the charger, or taken from it.
  mutating func charge(_ isCharging: Bool, at now: Instant) {
    guard self.isCharging != isCharging else { return }
    self.isCharging = isCharging
    holdAgain(at: now) { _ in true }
  }

  /// Battery saver is switched.
  mutating func save(_ isSaving: Bool, at now: Instant) {
    guard self.isSaving != isSaving else { return }
    self.isSaving = isSaving
    holdAgain(at: now) { _ in true }
  }

  /// The device is idle until a moment, or earlier where an alarm clock is due.
  ///
  /// - Parameters:
  ///   - fuzz: how long before an alarm clock it wakes, within the rules' bounds.
  mutating func beIdle(until end: Instant, fuzz: TimeSpan, at now: Instant) {
    idle = (end, fuzz)
    adjustIdleTime(at: now)
  }

  /// The device is idle no more: what has waited is due.
  mutating func endIdle(at now: Instant) {
    guard idle != nil else { return }
    idle = nil
    idleUntil = nil
    holdAgain(at: now) { _ in true }
  }

  mutating func adjustIdleTime(at now: Instant) {
    guard let idle else { return }
    var end = idle.until
    if let clock = nextAlarmClock?.when, end > clock - rules.leastIdleFuzz {
      end = clock - now < rules.leastIdleFuzz ? now : max(now, clock - idle.fuzz)
    }
    idleUntil = end
    holdAgain(at: now) { _ in true }
  }

  mutating func holdAgain(at now: Instant, where isMeant: (Alarm) -> Bool) {
    guard alarms.contains(where: isMeant) else { return }
    for place in alarms.indices where isMeant(alarms[place]) { hold(&alarms[place], at: now) }
    alarms.sort { $0.precedes($1) }
  }

  func hold(_ alarm: inout Alarm, at now: Instant) {
    alarm.standbyUntil = standby(alarm, at: now)
    alarm.idleUntil = .start
    alarm.saverUntil = .start
    guard !alarm.isOfSystem else { return }
    if let idleUntil { alarm.idleUntil = min(idleUntil, access(of: alarm, at: now) ?? idleUntil) }
    if isHeldBySaver(alarm.app) {
      alarm.saverUntil = access(of: alarm, at: now) ?? now + rules.indefinite
    }
  }

  /// Whether battery saver holds an app's alarms: not those of one that is active, nor, off the
  /// charger, of one that is set apart (AOSP, AppStateTrackerImpl,
  /// `areAlarmsRestrictedByBatterySaver`).
  private func isHeldBySaver(_ id: AppID) -> Bool {
    let app = apps[Int(id.index)]
    return isSaving && !app.isActive && (app.bucket != .exempted || isCharging)
  }

  /// When the bucket of its app lets an alarm through.
  private func standby(_ alarm: Alarm, at now: Instant) -> Instant {
    guard !isCharging, !alarm.isExemptFromStandby else { return .start }
    let app = apps[Int(alarm.app.index)]
    return app.delivered.next(
      within: rules.quota(of: app.bucket), at: now, indefinite: rules.indefinite)
  }

  /// From when on an alarm comes through in spite of an idle device; nil: it does not.
  private func access(of alarm: Alarm, at now: Instant) -> Instant? {
    let app = apps[Int(alarm.app.index)]
    switch alarm.access {
    case .none: return nil
    case .unrestricted, .alarmClock: return now
    case .allowed:
      return app.whileIdle.next(
        within: rules.idleQuota, at: now, indefinite: rules.indefinite)
    case .allowedCompatibly:
      return app.whileIdleCompatibly.next(
        within: rules.compatibleIdleQuota, at: now, indefinite: rules.indefinite)
    case .prioritized: return app.lastPrioritized.map { max(now, $0 + rules.priorityDelay) } ?? now
    }
  }
}
