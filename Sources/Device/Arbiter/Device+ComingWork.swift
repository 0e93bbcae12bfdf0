import Simulation

extension Device {
  /// All work that is to come, the earliest first, then by app and kind. What nobody has asked for
  /// yet, such as pushes on their way, is not known. O(n log n) of the apps.
  func coming() -> [ComingWork] {
    let coming = services.queues.flatMap { queue in processes.compactMap { queue.coming(of: $0) } }
    return coming.sorted {
      ($0.from, $0.app, $0.kind.index) < ($1.from, $1.app, $1.kind.index)
    }
  }
}

extension WorkQueue {
  /// The work of an app that is to come; nil: it waits already, has asked for none, or is kept from
  /// it until the app or its user does something.
  fileprivate func coming(of process: Process) -> ComingWork? {
    guard waitsSince(process) == nil, concerns(process), hasNext(process) else { return nil }
    let obstacles = obstacles(of: process)
    guard !obstacles.isEmpty, obstacles.allSatisfy(\.passes) else { return nil }
    return ComingWork(
      app: process.id, kind: kind, from: obstacles.compactMap(\.until).max() ?? device.now,
      latest: wish(of: process).latest, obstacles: obstacles)
  }
}

extension Ineligibility {
  /// Whether it passes as time goes on, the user comes and goes, and the device is charged; else the
  /// app must ask for work first, or its user let it have some.
  public var passes: Bool {
    switch self {
    case .inForeground, .fetching, .lowPowerMode, .batteryLow, .tooHot, .intervalNotElapsed,
      .working, .earliestNotReached, .throttled, .quotaSpent, .notOpenedSoon,
      .flexibleConstraints, .deviceInUse, .deviceIdle, .notCharging, .noNetwork, .handlingPush,
      .transferring, .transferWaits, .beforeFirstUnlock:
      true
    case .noFetchMode, .backgroundRefreshOff, .noInterval, .forceQuit, .usesTaskScheduler,
      .noRequest, .noRemoteNotificationMode, .neverOpened, .noPush, .noTransfer:
      false
    }
  }
}
