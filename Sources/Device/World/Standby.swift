import Simulation

/// What a device of Android's is held back by when nobody uses it, as its services tell each other:
/// how idle it is, the buckets of its apps, the next alarm clock.
final class Standby: DeviceComponent {
  private(set) var idle = DeviceIdle.awake
  /// When the idle time, or the maintenance window, ends; nil: the device is awake.
  private(set) var idleUntil: Instant?
  /// For which the device wakes though it is idle.
  private(set) var nextAlarmClock: Instant?
  private let buckets: PerApp<AppBucket>
  /// Pieces of work for which a maintenance window goes on.
  private(set) var works = 0
  private let exemptions: PerApp<[Exemption]>
  private let active: PerApp<Bool>
  /// Whether the system cuts apps off from the network, as Android does.
  let cutsNetwork: Bool

  init(_ scenario: Scenario) {
    buckets = PerApp(.never, count: scenario.apps.count)
    exemptions = PerApp([], count: scenario.apps.count)
    active = PerApp(false, count: scenario.apps.count)
    cutsNetwork = scenario.device.platform.family == .android
  }

  // MARK: Idle

  /// Doze has come to another state.
  func become(_ idle: DeviceIdle, until end: Instant?) {
    guard idle != self.idle || end != idleUntil else { return }
    self.idle = idle
    idleUntil = end
    device.recorder.record(.idleChanged(idle, until: end))
    device.services.all.each { $0.deviceIdleChanged() }
  }

  /// The deep idle time ends earlier, for an alarm clock.
  func wakes(at moment: Instant) {
    guard idle == .deep, moment != idleUntil else { return }
    idleUntil = moment
    device.recorder.record(.idleChanged(idle, until: moment))
    device.services.all.each { $0.idleTimeIsCut() }
  }

  /// Another alarm clock is the next, or none is.
  func alarmClockIs(at moment: Instant?) {
    guard moment != nextAlarmClock else { return }
    nextAlarmClock = moment
    device.services.all.each { $0.alarmClockChanged() }
  }

  /// An app's work for which a maintenance window goes on begins, or is over.
  func workBegins() { change(works: 1) }
  func workEnds(of process: Process) {
    change(works: -1)
    device.services.all.each { $0.maintenanceWorkEnded(of: process) }
  }

  private func change(works: Int) {
    let wasWorking = self.works > 0
    self.works += works
    guard wasWorking != (self.works > 0) else { return }
    device.services.all.each { $0.maintenanceWorkChanged() }
  }

  // MARK: Allowance

  /// For a while an app is let out of standby, as after a message of high priority; or no longer.
  func allow(_ process: Process, _ isAllowed: Bool) {
    device.services.all.each { $0.allowanceChanged(of: process, isAllowed) }
  }

  // MARK: Exemptions

  /// For so long an app has the network, and may start services from behind: it is on Android's
  /// temporary allowlist.
  ///
  /// - Parameters:
  ///   - reason: nil: it may not start services.
  func exempt(_ process: Process, for time: TimeSpan, because reason: Exemption.Reason?) {
    exemptions[process].removeAll { $0.until <= now }
    exemptions[process].append(Exemption(until: now + time, reason: reason))
    device.services.all.each { $0.exemptionChanged(of: process) }
  }

  /// Why an app may start services from behind now, of several the reason that allows most; nil: it
  /// may not.
  func exemption(of process: Process) -> Exemption.Reason? {
    let standing = exemptions[process].filter { $0.until > now }.compactMap(\.reason)
    return standing.first { $0 != .boot } ?? standing.first
  }

  /// When an app is exempt no more; nil: it is not.
  func exemptUntil(_ process: Process) -> Instant? {
    exemptions[process].map(\.until).filter { $0 > now }.max()
  }

  /// The device restarts.
  func endExemptions() { exemptions.changeEach { $0 = [] } }

  // MARK: Activity

  /// Whether an app is in front, has a service in the foreground or is exempt for a while.
  func isImportant(_ process: Process) -> Bool {
    process.state.isForeground || device.world.foreground == process.id
      || device.services.areInForeground(process) || exemptUntil(process) != nil
  }

  /// Whether an app is in use, or was a moment ago.
  func isActive(_ process: Process) -> Bool { active[process] }

  func become(_ process: Process, isActive: Bool) {
    guard active[process] != isActive else { return }
    active[process] = isActive
    device.services.all.each { $0.activityChanged(of: process) }
  }

  // MARK: Buckets

  func bucket(of process: Process) -> AppBucket { buckets[process] }

  func move(_ process: Process, to bucket: AppBucket) {
    guard buckets[process] != bucket else { return }
    buckets[process] = bucket
    process.record(.bucketChanged(bucket))
    device.services.all.each { $0.bucketChanged(of: process) }
  }
}

/// For a while an app that is behind is held back less.
struct Exemption: Equatable {
  enum Reason: String {
    /// An exact alarm has gone off.
    case exactAlarm
    /// It was told of a restart.
    case boot
    /// An urgent message has come for it.
    case message
  }

  let until: Instant
  /// Why it may also start services; nil: it may not.
  let reason: Reason?
}
