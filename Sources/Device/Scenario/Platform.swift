import Simulation

/// One version of the operating system: its services, its limits, and the exits that its crash logs
/// know. The differences between versions lie here, and in the `Feature` that a service declares.
public struct Platform: Sendable, Equatable {
  /// The version's name in scenarios: "iOS 13".
  public let name: String
  /// Its major version: 13.
  public let version: Int

  /// All versions, the oldest first. One that adds nothing to what is modelled behaves as the one
  /// before it; there is none between 18 and 26.
  public static let all = (Array(4...18) + [26, 27]).map(Platform.init(_:))

  public static let iOS6 = Platform(6)
  public static let iOS7 = Platform(7)
  public static let iOS13 = Platform(13)
  public static let iOS15 = Platform(15)
  public static let iOS18 = Platform(18)
  public static let iOS26 = Platform(26)
  /// The newest version that phones of the public are known to run: that of a device that names none.
  public static let newest = iOS26

  /// Creates the version of a name; nil when there is none.
  public init?(named name: String) {
    guard let platform = Platform.all.first(where: { $0.name == name }) else { return nil }
    self = platform
  }

  private init(_ version: Int) {
    self.version = version
    name = "iOS \(version)"
  }

  /// The limits of this version (semantics.md, sections 2 to 4); what differs is set here.
  public var limits: Limits {
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

  /// Whether this version ends an app for that reason.
  public func knows(_ reason: ExitReason) -> Bool { reason.feature.map(has) ?? true }

  /// The code that a crash log of this version shows for a reason; nil where there is none.
  public func code(of reason: ExitReason) -> String? {
    guard knows(reason) else { return nil }
    switch reason {
    // Since iOS 13 who ends an app for time that was over has a code of its own for each kind.
    case .backgroundTaskAssertionTimeout where version < 13,
      .backgroundSessionTimeout where version < 13:
      return ExitReason.watchdog.code
    default: return reason.code
    }
  }

  /// Whether that code is assumed: nothing public shows the one for it.
  public func assumesCode(of reason: ExitReason) -> Bool {
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

extension Platform {
  public func has(_ feature: Feature) -> Bool { absence(of: feature) == nil }

  /// Why it is not there, in words; nil where it is.
  public func absence(of feature: Feature) -> String? {
    if version < feature.since {
      return "\(feature.name) came with iOS \(feature.since); this device is \(name)"
    }
    if let last = feature.until, version > last {
      return "\(feature.name) ended with iOS \(last); this device is \(name)"
    }
    return nil
  }
}
