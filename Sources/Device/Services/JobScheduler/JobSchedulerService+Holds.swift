import Simulation

// What Android holds a job back for that the job itself does not name.
extension JobSchedulerService {
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
