/// Why a process ended, by the names that traces and reports use (semantics.md, section 2).
public enum ExitReason: String, CaseIterable, Sendable {
  /// The main thread did not answer within a limit.
  case watchdog
  /// A background task was still open at the deadline (B6).
  case backgroundTaskAssertionTimeout
  /// More than 1,000 background tasks were open at once (B14).
  case tooManyBackgroundTasks
  /// A fetch's completion handler was not called in time (F5).
  case backgroundFetchTimeout
  /// A task of BGTaskScheduler was not completed after its time was over.
  case backgroundTaskSchedulerTimeout
  /// A silent push's completion handler was not called in time.
  case remoteNotificationTimeout
  /// A VoIP push was not answered by a call.
  case incomingCallNotReported
  /// The events of a background session were not completed in time (R5).
  case backgroundSessionTimeout
  /// A lock in a shared container was held when the app was suspended.
  case suspendedWithLockedFile
  /// Behind the app in front it took most of a processor for too long.
  case cpuLimit
  /// The app's own memory went above its cap.
  case memoryLimit
  /// The device was short of memory and chose this app.
  case memoryPressure
  /// The device was too hot.
  case thermalEvent
  /// An error that no code of the app caught.
  case uncaughtException
  /// The user swiped the app away.
  case forceQuit
  /// The app ended in good order.
  case normal

  /// The feature that a version must have to end a process so; nil: every version may.
  var feature: Feature? {
    switch self {
    case .backgroundFetchTimeout: .backgroundFetch
    case .backgroundTaskSchedulerTimeout: .taskScheduler
    case .cpuLimit: Feature("the limit of CPU time in the background", since: 8)
    case .remoteNotificationTimeout: .silentPush
    case .incomingCallNotReported: .reportedCalls
    case .backgroundSessionTimeout: .backgroundTransfer
    case .tooManyBackgroundTasks: .openTaskLimit
    case .watchdog, .backgroundTaskAssertionTimeout, .suspendedWithLockedFile, .memoryLimit,
      .memoryPressure, .thermalEvent, .uncaughtException, .forceQuit, .normal:
      nil
    }
  }

  /// The code that the newest version shows for it; nil where it shows none. `Platform.code` knows
  /// what older ones show.
  public var code: String? {
    switch self {
    case .watchdog: "0x8badf00d"
    case .tooManyBackgroundTasks: "0xbada5e47"
    case .backgroundFetchTimeout, .remoteNotificationTimeout: "0x2182bad4"
    case .backgroundTaskAssertionTimeout, .backgroundTaskSchedulerTimeout: "0x2182bad2"
    case .incomingCallNotReported: "0xbaadca11"
    case .backgroundSessionTimeout: "0x2182bad3"
    case .suspendedWithLockedFile: "0xdead10cc"
    case .cpuLimit: "EXC_RESOURCE"
    case .memoryLimit: "per-process-limit"
    case .memoryPressure: "jetsam"
    case .thermalEvent: "0xc00010ff"
    case .uncaughtException, .forceQuit, .normal: nil
    }
  }

  /// The finding about an app whose own code has failed so; nil: it is reported where it is found.
  var finding: FindingRule? {
    switch self {
    case .watchdog: .callbackTooLong
    case .memoryLimit: .memoryLimit
    case .uncaughtException: .uncaughtError
    default: nil
    }
  }

  /// Not the app's fault.
  public var isOrderly: Bool {
    switch self {
    case .memoryPressure, .thermalEvent, .forceQuit, .normal: true
    case .watchdog, .backgroundTaskAssertionTimeout, .tooManyBackgroundTasks,
      .backgroundFetchTimeout, .backgroundTaskSchedulerTimeout, .remoteNotificationTimeout,
      .incomingCallNotReported, .backgroundSessionTimeout, .suspendedWithLockedFile, .cpuLimit,
      .memoryLimit,
      .uncaughtException:
      false
    }
  }
}
