import Simulation

/// The alarms of all apps, and what holds them back.
///
/// Pure: it knows rules and moments, but no clock and no device. Whoever has it calls `deliver` at
/// `nextDelivery` if the device is awake then, and wakes it at `nextWakeUp` for it.
///
/// An alarm is held back until the latest of its requested moment, the moment at which its app's
/// bucket lets it through, and the end of the device's idle time. Delivery is lazy, as from Android
/// 12 on: nothing is sorted into batches beforehand; when the window of one alarm ends, all that
/// are due by then go with it.
struct AlarmStore: Sendable {
  /// What the store knows of an app.
  struct App: Sendable, Equatable {
    var bucket = AppBucket.active
    /// It is in use, or was a moment ago.
    var isActive = false
    var count = 0
    var delivered = DeliveryHistory()
    var whileIdle = DeliveryHistory()
    var whileIdleCompatibly = DeliveryHistory()
    var lastPrioritized: Instant?
  }

  let rules: AlarmRules
  /// By the moment from which on they may be delivered.
  var alarms: [Alarm] = []
  var apps: [App]
  /// How many were ever set.
  var numbers: Int32 = 0
  /// The device is on the charger: no quota of a bucket holds.
  var isCharging = false
  /// Battery saver holds alarms back.
  var isSaving = false
  /// The device is idle until then, as asked for, with how long before the next alarm clock it is
  /// to wake.
  var idle: (until: Instant, fuzz: TimeSpan)?
  /// When it wakes from being idle; nil: it is not idle.
  var idleUntil: Instant?
  /// Alarms that could be delivered, and wait since they wake nobody and the screen is off.
  var drowsy = DrowsyAlarms()

  init(_ rules: AlarmRules, apps: Int) {
    self.rules = rules
    self.apps = Array(repeating: App(), count: apps)
  }

  // MARK: Setting

  /// Whether no alarm is set.
  var isEmpty: Bool { alarms.isEmpty && drowsy.alarms.isEmpty }

  /// How many alarms an app has set.
  func count(of app: AppID) -> Int { apps[Int(app.index)].count }

  /// Sets an alarm; one of the app's that starts the same gives way to it. O(alarms).
  ///
  /// The alarms are counted before that one has given way, as the platform does.
  mutating func set(
    _ request: AlarmRequest, of app: AppID, at now: Instant, isOfSystem: Bool = false
  ) -> Result<Alarm, AlarmError> {
    guard count(of: app) < rules.mostAlarms else { return .failure(.tooMany) }
    if let interval = request.interval, interval <= .zero { return .failure(.noInterval) }
    cancel(request.operation, of: app, at: now)
    let timing = request.timing(at: now, rules, isTrusted: isOfSystem)
    numbers += 1
    var alarm = Alarm(
      app: app, number: numbers, operation: request.operation, wakes: request.wakes,
      interval: timing.interval, access: request.access, requested: timing.due,
      window: timing.window)
    alarm.isOfSystem = isOfSystem
    alarm.mayStartServices = request.window == .exact
    add(alarm, at: now)
    return .success(alarm)
  }

  /// Takes alarms back. O(alarms).
  ///
  /// - Returns: those that are no more set.
  @discardableResult
  mutating func cancel(
    of app: AppID? = nil, at now: Instant, where isMeant: (Alarm) -> Bool
  ) -> [Alarm] {
    let taken = (alarms + drowsy.alarms).filter { (app == nil || $0.app == app) && isMeant($0) }
    guard !taken.isEmpty else { return [] }
    let numbers = Set(taken.map(\.number))
    alarms.removeAll { numbers.contains($0.number) }
    drowsy.alarms.removeAll { numbers.contains($0.number) }
    for alarm in taken { apps[Int(alarm.app.index)].count -= 1 }
    if taken.contains(where: { $0.access == .alarmClock }) { adjustIdleTime(at: now) }
    return taken
  }

  @discardableResult
  mutating func cancel(_ operation: String, of app: AppID, at now: Instant) -> [Alarm] {
    cancel(of: app, at: now) { $0.operation == operation }
  }

  /// The exact alarms of an app go when it loses the permission of them.
  @discardableResult
  mutating func permissionIsLost(by app: AppID, at now: Instant) -> [Alarm] {
    cancel(of: app, at: now) { $0.isExact || $0.access == .alarmClock }
  }

  mutating func add(_ alarm: Alarm, at now: Instant) {
    var alarm = alarm
    apps[Int(alarm.app.index)].count += 1
    hold(&alarm, at: now)
    insert(alarm)
    if alarm.access == .alarmClock { adjustIdleTime(at: now) }
  }

  private mutating func insert(_ alarm: Alarm) {
    let place = alarms.firstIndex { alarm.precedes($0) } ?? alarms.endIndex
    alarms.insert(alarm, at: place)
  }

  // MARK: What is to come

  /// When the next alarm must be delivered, if the device is awake; nil: there is none.
  ///
  /// O(alarms) at worst; those that may not be delivered before the answer are not looked at.
  var nextDelivery: Instant? {
    let next = earliestEnd { _ in true }
    guard let end = drowsy.until else { return next }
    return min(next ?? end, end)
  }

  /// When the device must be woken for one.
  var nextWakeUp: Instant? { earliestEnd(of: \.wakes) }

  /// The next alarm clock, for which an idle device wakes in time.
  var nextAlarmClock: Alarm? { alarms.first { $0.access == .alarmClock } }

  private func earliestEnd(of isMeant: (Alarm) -> Bool) -> Instant? {
    var earliest: Instant?
    for alarm in alarms where isMeant(alarm) {
      if let earliest, alarm.when >= earliest { break }
      earliest = min(earliest ?? alarm.latest, alarm.latest)
    }
    return earliest
  }
}
