import Simulation

// What keeps jobs from running: their own conditions, and what Android holds them back for.
extension JobSchedulerService {
  /// Returns what keeps a job from running now; nil: it may, if the policy gives its app a place.
  func obstacle(to job: PendingJob, of process: Process) -> Ineligibility? {
    var first: Ineligibility?
    findObstacles(to: job, of: process) {
      first = $0
      return false
    }
    return first
  }

  /// Returns all that keeps a job from running now, for who asks why.
  func obstacles(to job: PendingJob, of process: Process) -> [Ineligibility] {
    var all: [Ineligibility] = []
    findObstacles(to: job, of: process) {
      all.append($0)
      return true
    }
    return all
  }

  /// Hands over what keeps a job from running now, in order, while more is wanted.
  private func findObstacles(
    to job: PendingJob, of process: Process, _ wantsMore: (Ineligibility) -> Bool
  ) {
    if job.earliest > now, !wantsMore(.earliestNotReached(until: job.earliest)) { return }
    if let held = restriction(of: job, process), !wantsMore(held) { return }
    if let held = idleHold(on: job, of: process), !wantsMore(held) { return }
    if !job.overrides(at: now) {
      if let lacking = lacking(job.request), !wantsMore(lacking.obstacle) { return }
      if let hold = hold(on: job, of: process), !wantsMore(hold) { return }
    }
    if let spent = spentQuota(of: process, for: job.request) { _ = wantsMore(spent) }
  }

  private func spentQuota(of process: Process, for request: JobRequest) -> Ineligibility? {
    if request.isExpedited, apps[process].quota.isWithinExpedited(at: now) { return nil }
    if apps[process].quota.isWithin(at: now) || hasNothingBetterToDo(for: process) { return nil }
    return .quotaSpent(until: quotaReturns(to: request, of: process))
  }

  private func quotaReturns(to request: JobRequest, of process: Process) -> Instant {
    let regular = apps[process].quota.returns(at: now) ?? now
    return request.isExpedited
      ? min(regular, apps[process].quota.expeditedReturns(at: now) ?? now) : regular
  }

  // MARK: The device

  /// Returns what holds back a job of an app that is not active: battery saver (AOSP,
  /// AppStateTrackerImpl, `isRestricted`); or any job: that nobody has unlocked the device yet.
  ///
  /// - Parameters:
  ///   - isExpedited: it runs, and has begun as an expedited one.
  func restriction(
    of job: PendingJob, _ process: Process, isExpedited: Bool = false
  ) -> Ineligibility? {
    if device.world.lock.isBeforeFirstUnlock { return .beforeFirstUnlock }
    guard device.world.power.isLowPowerMode, !device.standby.isActive(process),
      !comesThrough(job, of: process, isExpedited: isExpedited)
    else { return nil }
    return .lowPowerMode
  }

  /// Returns whether Doze holds a job of an app behind.
  func idleHold(
    on job: PendingJob, of process: Process, isExpedited: Bool = false
  ) -> Ineligibility? {
    guard device.standby.idle.holdsWork, device.world.foreground != process.id,
      !comesThrough(job, of: process, isExpedited: isExpedited)
    else { return nil }
    return .deviceIdle
  }

  /// Whether neither Doze nor battery saver hold a job back: it is expedited, and its app has time
  /// for that, or it has begun as such. One that was stopped at the end of its time is held the
  /// next time (AOSP, JobStatus: canRunInDoze, canRunInBatterySaver).
  private func comesThrough(_ job: PendingJob, of process: Process, isExpedited: Bool) -> Bool {
    job.request.isExpedited && !job.hasTimedOut
      && (isExpedited || apps[process].quota.isWithinExpedited(at: now))
  }

  // MARK: Its own conditions

  /// Returns the condition of a job that does not hold, and how it is called by whoever is stopped
  /// for it; nil: all do.
  func lacking(_ request: JobRequest) -> (obstacle: Ineligibility, stop: JobStopReason)? {
    let world = device.world
    switch request.network {
    case .none: break
    case .any: if world.network == .none { return (.noNetwork, .constraintConnectivity) }
    case .unmetered: if world.network != .wifi { return (.noNetwork, .constraintConnectivity) }
    }
    if request.conditions.contains(.charging), !world.power.isCharging {
      return (.notCharging, .constraintCharging)
    }
    if request.conditions.contains(.batteryNotLow), isBatteryLow {
      return (.batteryLow, .constraintBatteryNotLow)
    }
    if request.conditions.contains(.deviceIdle), !isIdle {
      return (.deviceInUse, .constraintDeviceIdle)
    }
    return nil
  }

  var isIdle: Bool { laidDown.map { $0 + rules.idleAfter <= now } ?? false }

  /// Whether an app of the restricted bucket may run jobs beyond its quota: the device is on the
  /// charger and idle, its battery is not low, and its network is not metered.
  func hasNothingBetterToDo(for process: Process) -> Bool {
    apps[process].quota.bucket == .restricted && isIdle && !isBatteryLow
      && device.world.power.isCharging && device.world.network == .wifi
  }

  // MARK: What it does not name

  /// Returns what holds a job; nil: nothing does.
  func hold(on job: PendingJob, of process: Process) -> Ineligibility? {
    if job.request.isPrefetch, !allowsPrefetch(isRunning: false, of: process) {
      return apps[process].quota.presence == .front
        ? .inForeground : .notOpenedSoon(until: apps[process].launches.soon)
    }
    return flexibleHold(on: job, of: process)
  }

  /// Returns whether a prefetch job that runs is in vain: its app is not expected any more.
  func isInVain(_ request: JobRequest, of process: Process) -> Bool {
    request.isPrefetch && !allowsPrefetch(isRunning: true, of: process)
  }

  private func allowsPrefetch(isRunning: Bool, of process: Process) -> Bool {
    apps[process].launches.allows(
      isRunning: isRunning, isInFront: apps[process].quota.presence == .front, at: now)
  }

  private func flexibleHold(on job: PendingJob, of process: Process) -> Ineligibility? {
    guard let flexibility, flexibility.concerns(job),
      !flexibility.isExempt(job, presence(of: process))
    else {
      return nil
    }
    let life = flexibility.life(
      of: job, score: apps[process].score.total(at: now), launches: apps[process].launches)
    let required = flexibility.required(job, in: life, at: now)
    if flexibility.isEnough(for: job, required: required, at: now) { return nil }
    let moments = [
      flexibility.nextDrop(job, in: life, at: now), flexibility.nextForgetting(after: now),
    ]
    return .flexibleConstraints(until: moments.compactMap(\.self).min())
  }

  func presence(of process: Process) -> AppPresence {
    if device.world.foreground == process.id { return .front }
    return device.services.areInForeground(process) ? .service : .behind
  }

  /// Notes what holds of the flexible constraints, and that the device has been idle since.
  func noteConstraints() {
    guard flexibility != nil else { return }
    noteIdle()
    var holding: Flexibility.Constraints = []
    if device.world.power.isCharging { holding.insert(.charging) }
    if !isBatteryLow { holding.insert(.batteryNotLow) }
    if device.world.network == .wifi { holding.insert(.connectivity) }
    if isIdle { holding.insert(.deviceIdle) }
    flexibility?.note(holding, at: now)
  }

  /// Notes from when on the device has been idle, which no event tells.
  func noteIdle() {
    guard let flexibility, let laidDown, laidDown + rules.idleAfter <= now else { return }
    self.flexibility?.note(
      flexibility.holding.union([.deviceIdle]), at: laidDown + rules.idleAfter)
  }
}
