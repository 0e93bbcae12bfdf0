import Simulation

/// `AlarmManager` on a device: it wakes it for alarms, and starts apps for what they set.
///
/// The rules are the store's (`AlarmStore`); here are the moments, the device that sleeps or not, and
/// the apps. Alarms that wake nobody are delivered while the device is awake: an app runs, or the
/// screen is on.
final class AlarmService: Service {
  private var store: AlarmStore
  private var step = EventToken.none
  private var random: RandomStream
  /// The operations of alarms that were delivered in this life, until the app has asked; looked up
  /// only.
  private let delivered: PerApp<[AlarmID: String]>
  /// Where and for when an alarm was set.
  private struct Setting {
    let location: SourceLocation
    /// nil: it comes again and again.
    let due: Instant?
  }

  /// Those of the alarms that there are, by operation.
  private let places: PerApp<[String: Setting]>
  /// Those of the alarms that a restart has cancelled, and that were not set again, by operation.
  private let lost: PerApp<[String: Setting]>

  override class var givesTime: Bool { false }
  override class var feature: Feature? { .alarms }

  required init(_ scenario: Scenario) {
    store = AlarmStore(scenario.device.androidRules.alarms, apps: scenario.apps.count)
    random = RandomStream(seed: scenario.seed, name: "alarms/idle")
    delivered = PerApp([:], count: scenario.apps.count)
    places = PerApp([:], count: scenario.apps.count)
    lost = PerApp([:], count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What happens

  override func begin() {
    store.charge(device.world.power.isCharging, at: now)
    store.save(device.world.power.isLowPowerMode, at: now)
    store.drowsy.screen(isOn: device.world.foreground != nil, at: now)
    for process in device.processes {
      store.move(process.id, to: device.standby.bucket(of: process), at: now)
    }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    // A process that begins to run has woken the device.
    case .moved where process.state.isRunning && !store.isEmpty: review()
    case .suspending: reportLost(of: process)
    case .ended: delivered[process] = [:]
    default: break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .inUse(let isInUse): store.drowsy.screen(isOn: isInUse, at: now)
    case .power(let power):
      store.charge(power.isCharging, at: now)
      store.save(power.isLowPowerMode, at: now)
    case .network, .moved, .thermal, .discretionaryWork: return
    }
    review()
  }

  override func bucketChanged(of process: Process) {
    store.move(process.id, to: device.standby.bucket(of: process), at: now)
    review()
  }

  override func activityChanged(of process: Process) {
    store.setActive(process.id, device.standby.isActive(process), at: now)
    if device.world.power.isLowPowerMode { review() }
  }

  override func deviceIdleChanged() {
    if device.standby.idle == .deep, let end = device.standby.idleUntil {
      store.beIdle(until: end, fuzz: fuzz(), at: now)
    } else {
      store.endIdle(at: now)
    }
    review()
  }

  /// Alarms die with the device's run.
  override func deviceBoots() {
    for process in device.processes where !places[process].isEmpty {
      lost[process].merge(places[process]) { $1 }
      places[process] = [:]
    }
    for alarm in store.cancel(at: now, where: { _ in true }) {
      device[alarm.app].record(.alarmCancelled(Int(alarm.number), operation: alarm.operation))
    }
    review()
  }

  override func happens(_ number: Int32) { review() }

  /// How long before an alarm clock an idle device wakes.
  private func fuzz() -> TimeSpan {
    let (least, most) = (store.rules.leastIdleFuzz, store.rules.mostIdleFuzz)
    return least + (most - least) * random.uniform()
  }

  // MARK: Delivery

  /// Delivers what is due, and arms what comes next.
  private func review() {
    if isDue { deliver() }
    device.standby.alarmClockIs(at: store.nextAlarmClock?.when)
    if let end = store.idleUntil { device.standby.wakes(at: end) }
    device.agenda.cancel(step)
    step = .none
    guard let next, next <= device.end else { return }
    step = arm(world: 0, at: max(now, next))
  }

  private var next: Instant? {
    device.power.isAsleep ? store.nextWakeUp : store.nextDelivery
  }

  private var isDue: Bool { next.map { $0 <= now } ?? false }

  private func deliver() {
    for alarm in store.deliver(at: now) {
      let process = device[alarm.app]
      process.record(
        .alarmDelivered(
          Int(alarm.number), operation: alarm.operation, late: now - alarm.requested))
      let id = AlarmID(alarm.number)
      if alarm.mayStartServices || alarm.access != .none {
        device.standby.exempt(
          process, for: androidRules.services.afterExactAlarm,
          because: alarm.mayStartServices ? .exactAlarm : nil)
      }
      if alarm.interval == nil { places[process][alarm.operation] = nil }
      process.wake(for: limits.suspensionDelay, because: .alarm)
      delivered[process][id] = alarm.operation
      process.due(.callback(.alarm(id)))
    }
  }

  // MARK: For apps

  fileprivate func set(
    _ request: AlarmRequest, of process: Process, at location: SourceLocation
  ) -> AlarmError? {
    let permission = process.configuration.exactAlarms
    let result = request.permitted(by: permission, store.rules).flatMap {
      store.set($0, of: process.id, at: now)
    }
    switch result {
    case .success(let alarm):
      places[process][alarm.operation] = Setting(
        location: location, due: alarm.interval == nil ? alarm.requested : nil)
      // A line that sets alarms anew may give them other names.
      if !lost[process].isEmpty {
        lost[process] = lost[process].filter {
          $0.key != alarm.operation && $0.value.location != location
        }
      }
      process.record(
        .alarmSet(
          Int(alarm.number), operation: alarm.operation, at: alarm.requested, window: alarm.window,
          every: alarm.interval, wakes: alarm.wakes, whileIdle: alarm.access.word), at: location)
      if process.behavior?.implements("onReceive") == false {
        process.report(
          .modeWithoutMethod,
          "an alarm is set, and the app has no onReceive(operation), which it would call",
          at: location)
      }
      review()
      return nil
    case .failure(let error):
      process.record(.alarmRefused(request.operation, error: error.exception), at: location)
      return error
    }
  }

  fileprivate func cancel(_ operation: String, of process: Process) -> Bool {
    let taken = store.cancel(operation, of: process.id, at: now)
    places[process][operation] = nil
    if !lost[process].isEmpty { lost[process][operation] = nil }
    for alarm in taken { process.record(.alarmCancelled(Int(alarm.number), operation: operation)) }
    if !taken.isEmpty { review() }
    return !taken.isEmpty
  }

  /// The app has run since the restart, and comes to rest without the alarms that it had: one whose
  /// moment is over may have been dealt with, as may one where the app has stored something, and a
  /// job that waits may set it yet.
  private func reportLost(of process: Process) {
    guard !lost[process].isEmpty, !device.services.haveJobs(of: process) else { return }
    for (operation, setting) in lost[process].sorted(by: { $0.key < $1.key })
    where process.storedAt == nil && (setting.due.map({ $0 > now }) ?? true) {
      process.report(
        .alarmNotSetAgain,
        "the alarm \"\(operation)\" is gone since the restart, and was not set again",
        at: setting.location)
    }
    lost[process] = [:]
  }

  fileprivate func takeOperation(of id: AlarmID, _ process: Process) -> String? {
    delivered[process].removeValue(forKey: id)
  }

  fileprivate func mayBeExact(_ process: Process) -> Bool {
    process.configuration.exactAlarms.canScheduleExactAlarms(
      byDefault: store.rules.allowsExactByDefault)
  }

  /// How many alarms an app has set.
  fileprivate func count(of process: Process) -> Int { store.count(of: process.id) }

  fileprivate func next(of process: Process) -> Instant? {
    store.alarms.first { $0.app == process.id }.map { $0.when + $0.window }
  }
}

extension IdleAccess {
  /// As traces name it; nil: nothing lets it through.
  fileprivate var word: String? {
    switch self {
    case .none: nil
    case .allowed: "allowed"
    case .allowedCompatibly: "compatible"
    case .unrestricted: "unrestricted"
    case .prioritized: "prioritized"
    case .alarmClock: "alarmClock"
    }
  }
}

extension Feature {
  /// `AlarmManager`.
  public static let alarms = Feature("AlarmManager", since: 1, of: .android)
}

extension Application {
  private var alarms: AlarmService { device.services.find(AlarmService.self) }

  /// Sets an alarm, as the methods `set...` of `AlarmManager` do; the app's former one of the same
  /// operation is gone. O(alarms).
  ///
  /// - Returns: why it is not set, and then nothing has changed; nil: it is.
  public func setAlarm(_ request: AlarmRequest, at location: SourceLocation) -> AlarmError? {
    alarms.set(request, of: process, at: location)
  }

  /// `AlarmManager:cancel`; false where there is none of that operation. O(alarms).
  @discardableResult
  public func cancelAlarm(_ operation: String) -> Bool { alarms.cancel(operation, of: process) }

  /// `AlarmManager:canScheduleExactAlarms()`.
  public var canScheduleExactAlarms: Bool { alarms.mayBeExact(process) }

  /// When the next alarm clock of any app is due (`AlarmManager.getNextAlarmClock()`); nil: there is
  /// none.
  public var nextAlarmClock: Instant? { device.standby.nextAlarmClock }

  /// Returns the operation of an alarm that the app is told of, once; nil afterwards.
  public func takeOperation(of alarm: AlarmID) -> String? {
    alarms.takeOperation(of: alarm, process)
  }
}

extension Device {
  /// How many alarms an app has set.
  public func alarms(of app: AppID) -> Int {
    services.find(AlarmService.self).count(of: known(app))
  }

  /// The moment by which an app's next alarm is delivered if nothing holds it back; nil: it has set
  /// none. O(alarms).
  public func nextAlarm(of app: AppID) -> Instant? {
    services.find(AlarmService.self).next(of: known(app))
  }
}
