extension ExitReason {
  /// The meaning in one line.
  public var summary: String {
    switch self {
    case .watchdog: "the main thread did not answer within a limit"
    case .backgroundTaskAssertionTimeout: "a background task was open when its time was over"
    case .tooManyBackgroundTasks: "too many background tasks were open at once"
    case .backgroundFetchTimeout: "a fetch was not completed in time"
    case .backgroundTaskSchedulerTimeout: "a task of BGTaskScheduler was not completed in time"
    case .remoteNotificationTimeout: "a silent push was not completed in time"
    case .incomingCallNotReported: "a VoIP push came, and no call was reported"
    case .backgroundSessionTimeout: "events of a background session were not completed in time"
    case .suspendedWithLockedFile: "a shared file was locked at suspension"
    case .cpuLimit: "it took most of a processor in the background"
    case .memoryLimit: "its memory went above its cap"
    case .memoryPressure: "the device was short of memory and chose this app"
    case .thermalEvent: "the device was too hot, and the app ran in the background"
    case .uncaughtException: "an error that no code of the app caught"
    case .forceQuit: "the user swiped it away"
    case .normal: "it ended in good order, as by a restart of the phone"
    }
  }

  /// The finding that stands for it; nil for an exit that no finding leads to.
  public var cause: FindingRule? {
    switch self {
    case .watchdog: .callbackTooLong
    case .backgroundTaskAssertionTimeout: .taskNeverEnded
    case .tooManyBackgroundTasks: .tooManyTasks
    case .backgroundFetchTimeout: .completionNeverCalled
    case .backgroundTaskSchedulerTimeout: .taskNotCompleted
    case .incomingCallNotReported: .incomingCallNotReported
    case .backgroundSessionTimeout: .sessionEventsNotCompleted
    case .suspendedWithLockedFile: .lockHeldAtSuspension
    case .cpuLimit: .cpuLimit
    case .memoryLimit: .memoryLimit
    case .uncaughtException: .uncaughtError
    case .remoteNotificationTimeout, .memoryPressure, .thermalEvent, .forceQuit, .normal: nil
    }
  }

  /// What to do about it, in one line.
  public var advice: String {
    if let cause { return cause.advice }
    return switch self {
    case .remoteNotificationTimeout: FindingRule.completionNeverCalled.advice
    case .memoryPressure:
      "no mistake in itself; save in didEnterBackground, restore at the launch, and keep little in"
        + " memory behind, so that others are chosen first"
    case .thermalEvent:
      "no mistake in itself; do less behind while ProcessInfo.processInfo.thermalState is serious,"
        + " and save before"
    case .forceQuit:
      "it is the user's wish; save in didEnterBackground, and expect no work in the background"
        + " before the app is opened again"
    default: "nothing; save in didEnterBackground, for no method is called at such an end"
    }
  }

  /// The name of MetricKit's counter of such exits; nil: it publishes none. That an app which the
  /// user swipes away has ended normally, and one with an uncaught exception abnormally, is our
  /// reading of its documentation.
  public var metricKitCounter: String? {
    switch self {
    case .watchdog: "cumulativeAppWatchdogExitCount"
    case .backgroundTaskAssertionTimeout: "cumulativeBackgroundTaskAssertionTimeoutExitCount"
    case .suspendedWithLockedFile: "cumulativeSuspendedWithLockedFileExitCount"
    case .cpuLimit: "cumulativeCPUResourceLimitExitCount"
    case .memoryLimit: "cumulativeMemoryResourceLimitExitCount"
    case .memoryPressure: "cumulativeMemoryPressureExitCount"
    case .uncaughtException: "cumulativeAbnormalExitCount"
    case .forceQuit, .normal: "cumulativeNormalAppExitCount"
    case .tooManyBackgroundTasks, .backgroundFetchTimeout, .backgroundTaskSchedulerTimeout,
      .remoteNotificationTimeout, .incomingCallNotReported, .backgroundSessionTimeout,
      .thermalEvent:
      nil
    }
  }

  /// Returns what became of an app's processes: "killed by watchdog, ended by forceQuit". Whoever is
  /// ended for a fault of its own is killed.
  ///
  /// - Parameters:
  ///   - name: the words for a reason.
  public static func inWords(
    _ reasons: [ExitReason], name: (ExitReason) -> String = { $0.rawValue }
  ) -> String {
    reasons.enumerated().map { index, reason in
      let isAlike = index > 0 && reasons[index - 1].isOrderly == reason.isOrderly
      return (isAlike ? "" : reason.isOrderly ? "ended by " : "killed by ") + name(reason)
    }.joined(separator: ", ")
  }

  /// Returns a code in both notations of logs: 0x2182bad2 (562215634); a word as it is.
  public static func bothNotations(of code: String) -> String {
    decimal(of: code).map { "\(code) (\($0))" } ?? code
  }

  /// Returns a code in decimal; nil for one that is a word.
  public static func decimal(of code: String) -> UInt64? {
    code.hasPrefix("0x") ? UInt64(code.dropFirst(2), radix: 16) : nil
  }
}
