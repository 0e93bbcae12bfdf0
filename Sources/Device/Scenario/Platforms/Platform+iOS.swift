import Simulation

/// The versions of iOS.
extension Platform {
  /// All versions of iOS, the oldest first. One that adds nothing to what is modelled behaves as the
  /// one before it; there is none between 18 and 26.
  public static let all = (Array(4...18) + [26, 27]).map(Platform.init(iOS:))

  public static let iOS6 = Platform(iOS: 6)
  public static let iOS7 = Platform(iOS: 7)
  public static let iOS13 = Platform(iOS: 13)
  public static let iOS15 = Platform(iOS: 15)
  public static let iOS18 = Platform(iOS: 18)
  public static let iOS26 = Platform(iOS: 26)
  /// The newest version that phones of the public are known to run: that of a device that names none.
  public static let newest = iOS26

  /// What differs from the latest limits is set here.
  var limitsOfIOS: Limits {
    var limits = Limits()
    // The system watches the CPU time of apps behind since iOS 8.
    if version < 8 { limits.cpuShare = 1_000 }
    if !has(.openTaskLimit) { limits.openTasks = Limits.unlimitedTasks }
    // UIKit notes old tasks in the log since iOS 13.
    if version < 13 { limits.taskAge = .max }
    // Seen in crash logs: 12 MB on iOS 12 (OneSignal-Flutter-SDK #122), 24 MB later.
    if version < 13 { limits.notificationServiceBytes = 12 << 20 }
    switch version {
    case ..<7: limits.backgroundTime = .minutes(10)
    case ..<13:
      limits.backgroundTime = .minutes(3)
      limits.afterFetch = .seconds(40)
    default: break
    }
    return limits
  }

  func codeOfIOS(of reason: ExitReason) -> String? {
    guard knows(reason) else { return nil }
    switch reason {
    // Since iOS 13 who ends an app for time that was over has a code of its own for each kind.
    case .backgroundTaskAssertionTimeout where version < 13,
      .backgroundSessionTimeout where version < 13:
      return ExitReason.watchdog.code
    default: return reason.code
    }
  }

  func assumesCodeOfIOS(of reason: ExitReason) -> Bool {
    guard code(of: reason) != nil else { return false }
    return switch reason {
    case .backgroundTaskSchedulerTimeout, .remoteNotificationTimeout: true
    case .backgroundSessionTimeout: version < 13
    default: false
    }
  }
}

extension Feature {
  /// The number of open background tasks has a limit (Apple's developer forum, thread 85066).
  public static let openTaskLimit = Feature("the limit of open background tasks", since: 11)
}
