import Simulation

// `performExpiringActivity` (B15): a background task whose end is the return of a block, which runs
// beside the main thread.
extension BackgroundTaskService {
  fileprivate func perform(
    _ block: BlockID, _ reason: String, of process: Process, at location: SourceLocation
  ) {
    guard mayBegin(process) else {
      refuse(reason, of: process)
      arm(
        Deadline.activityRefused, block.number, of: process, at: now,
        rank: DeviceEvent.Rank.callback)
      return
    }
    let id = open(reason, activity: block, of: process, at: location)
    arm(
      Deadline.activity, Int32(truncatingIfNeeded: id), of: process, at: now,
      rank: DeviceEvent.Rank.callback)
  }

  /// Calls the block of an activity that has not ended; its first call is the activity.
  func callActivity(_ identifier: Int, of process: Process, isExpired: Bool) {
    guard let block = lives[process].tasks.task(identifier)?.activity else { return }
    process.runBeside(
      .activity(block, isExpired: isExpired),
      for: isExpired ? nil : BesideOwner(service: number, number: identifier))
  }

  /// The first call has returned: the activity is over.
  func activityReturned(_ number: Int, of process: Process) {
    guard let task = lives[process].tasks.end(number) else { return }
    if let block = task.activity { process.behavior?.release(block) }
    isOver(task, of: process)
  }
}

extension Feature {
  /// `ProcessInfo.performExpiringActivity`, of iOS 8.2.
  public static let expiringActivities = Feature("performExpiringActivity", since: 8)
}

extension Application {
  /// `ProcessInfo.performExpiringActivity`: calls a block beside the main thread, which keeps the
  /// app running until it returns, and once more when the time is nearly over; only so where the
  /// time is refused.
  ///
  /// With more than the allowed number of tasks open the process is doomed, as by
  /// `beginBackgroundTask`.
  public func performExpiringActivity(
    _ reason: String, block: BlockID, at location: SourceLocation
  ) {
    device.services.find(BackgroundTaskService.self)
      .perform(block, reason, of: process, at: location)
  }
}
