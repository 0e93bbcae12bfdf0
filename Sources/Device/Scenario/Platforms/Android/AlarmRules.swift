import Simulation

/// The numbers of `AlarmManager`, as Android 15 has them.
///
/// Where nothing else is said the source is AOSP's AlarmManagerService.java, class `Constants`; each
/// number names its constant there.
public struct AlarmRules: Sendable, Equatable {
  /// So soon after it is set an app's alarm is due at the earliest (`DEFAULT_MIN_FUTURITY`); one
  /// for a moment that is past is due then.
  public var leastDelay = TimeSpan.seconds(5)
  /// The shortest time from one firing of a repeating alarm to the next (`DEFAULT_MIN_INTERVAL`).
  public var shortestInterval = TimeSpan.seconds(60)
  /// The longest one (`DEFAULT_MAX_INTERVAL`).
  public var longestInterval = TimeSpan.days(365)
  /// The shortest window that an inexact alarm may ask for (`DEFAULT_MIN_WINDOW`), for apps that
  /// target Android 12 (`ENFORCE_MINIMUM_WINDOW_ON_INEXACT_ALARMS`).
  public var shortestWindow = TimeSpan.minutes(10)
  /// A longer window is refused, and `cappedWindow` taken instead (`setImpl`, half a day).
  public var longestWindow = TimeSpan.hours(12)
  /// The window in its place, and the longest that an alarm without a window of its own gets if it
  /// does not repeat (`setImpl` and `maxTriggerTime`, an hour).
  public var cappedWindow = TimeSpan.hours(1)
  /// An alarm that is due sooner, or repeats faster, gets no window of the system's own choice
  /// (`MIN_FUZZABLE_INTERVAL`).
  public var shortestFuzzable = TimeSpan.seconds(10)
  /// The part of the time until an alarm that may be its window (`maxTriggerTime`).
  public var windowShare = 0.75
  /// The most alarms that an app may have set at once (`DEFAULT_MAX_ALARMS_PER_UID`).
  public var mostAlarms = 500

  /// How often an app of the active bucket may get alarms (`DEFAULT_APP_STANDBY_QUOTAS`,
  /// `DEFAULT_APP_STANDBY_WINDOW`; also of the next four).
  public var activeQuota = AlarmQuota(count: 720, window: .hours(1))
  public var workingSetQuota = AlarmQuota(count: 10, window: .hours(1))
  public var frequentQuota = AlarmQuota(count: 2, window: .hours(1))
  public var rareQuota = AlarmQuota(count: 1, window: .hours(1))
  /// An app that was never used gets none.
  public var neverQuota = AlarmQuota(count: 0, window: .hours(1))
  /// `DEFAULT_APP_STANDBY_RESTRICTED_QUOTA`, `DEFAULT_APP_STANDBY_RESTRICTED_WINDOW`.
  public var restrictedQuota = AlarmQuota(count: 1, window: .days(1))

  /// How often an app may get alarms that are allowed while idle, in a window
  /// (`DEFAULT_ALLOW_WHILE_IDLE_QUOTA`, `DEFAULT_ALLOW_WHILE_IDLE_WINDOW`).
  public var idleQuota = AlarmQuota(count: 72, window: .hours(1))
  /// The same for apps without the permission of exact alarms, and for inexact ones
  /// (`DEFAULT_ALLOW_WHILE_IDLE_COMPAT_QUOTA`, `DEFAULT_ALLOW_WHILE_IDLE_COMPAT_WINDOW`).
  public var compatibleIdleQuota = AlarmQuota(count: 7, window: .hours(1))
  /// The least time from one prioritized alarm of an app to the next while the device is idle
  /// (`DEFAULT_PRIORITY_ALARM_DELAY`).
  public var priorityDelay = TimeSpan.minutes(9)
  /// How long before the next alarm clock an idle device wakes at the latest
  /// (`DEFAULT_MIN_DEVICE_IDLE_FUZZ`).
  public var leastIdleFuzz = TimeSpan.minutes(2)
  /// And at the earliest (`DEFAULT_MAX_DEVICE_IDLE_FUZZ`).
  public var mostIdleFuzz = TimeSpan.minutes(15)
  /// "Never", for an alarm that nothing but a change of conditions lets through
  /// (`INDEFINITE_DELAY`).
  public var indefinite = TimeSpan.days(365)

  /// How long alarms that do not wake the device may be put off with the screen off, by how long
  /// it has been off (`currentNonWakeupFuzzLocked`).
  public var drowsiness = [
    Drowsiness(screenOff: .minutes(5), delay: .minutes(2)),
    Drowsiness(screenOff: .minutes(30), delay: .minutes(15)),
    Drowsiness(screenOff: .max, delay: .hours(1)),
  ]

  /// Whether an app that targets the version has the permission of exact alarms until the user
  /// takes it away. From Android 14 on it has not (`SCHEDULE_EXACT_ALARM`, denied by default).
  public var allowsExactByDefault = false

  public init() {}

  /// How often an app may get alarms, by its bucket.
  func quota(of bucket: AppBucket) -> AlarmQuota {
    switch bucket {
    case .exempted, .active: activeQuota
    case .workingSet: workingSetQuota
    case .frequent: frequentQuota
    case .rare: rareQuota
    case .restricted: restrictedQuota
    case .never: neverQuota
    }
  }

  /// The most deliveries that a quota of a bucket looks back on.
  var largestQuota: Int { AppBucket.allCases.map { quota(of: $0).count }.max() ?? 0 }

  /// The delay for a screen that has been off so long.
  func delay(screenOff: TimeSpan) -> TimeSpan {
    drowsiness.first { screenOff < $0.screenOff }?.delay ?? .zero
  }
}

/// So many times in a window of time.
public struct AlarmQuota: Sendable, Equatable {
  public var count: Int
  public var window: TimeSpan
}

/// How long an alarm that does not wake the device may be put off.
public struct Drowsiness: Sendable, Equatable {
  /// The screen has been off for less than this.
  public var screenOff: TimeSpan
  public var delay: TimeSpan
}
