import Simulation

/// The numbers of Doze, as Android 15 has them.
///
/// The source is AOSP's DeviceIdleController.java, class `Constants`; each number names its constant
/// there.
public struct DozeRules: Sendable, Equatable {
  // MARK: Light

  /// From the moment that the screen is off until the device is lightly idle
  /// (`LIGHT_IDLE_AFTER_INACTIVE_TIMEOUT`).
  public var lightAfter = TimeSpan.minutes(4)
  /// The first light idle time (`LIGHT_IDLE_TIMEOUT`).
  public var lightIdle = TimeSpan.minutes(5)
  /// Each further one is so many times as long (`LIGHT_IDLE_FACTOR`).
  public var lightFactor = 2.0
  /// Instead of the factor each further one is so much longer (`LIGHT_IDLE_INCREASE_LINEARLY`,
  /// `LIGHT_IDLE_LINEAR_INCREASE_FACTOR_MS`); nil: the factor holds, as it does by default.
  public var lightIncrease: TimeSpan?
  /// The longest one (`LIGHT_MAX_IDLE_TIMEOUT`).
  public var longestLightIdle = TimeSpan.minutes(15)
  /// The shortest and the longest light maintenance window
  /// (`LIGHT_IDLE_MAINTENANCE_MIN_BUDGET`, `LIGHT_IDLE_MAINTENANCE_MAX_BUDGET`).
  public var shortestLightWindow = TimeSpan.minutes(1)
  public var longestLightWindow = TimeSpan.minutes(5)
  /// A light window ends no sooner, though there be nothing to do (`MIN_LIGHT_MAINTENANCE_TIME`).
  public var leastLightWindow = TimeSpan.seconds(5)

  // MARK: Deep

  /// From the moment that the screen is off until the device begins to look whether it is moved
  /// (`INACTIVE_TIMEOUT`).
  public var inactive = TimeSpan.minutes(30)
  /// The same after it was moved (`MOTION_INACTIVE_TIMEOUT`).
  public var inactiveAfterMotion = TimeSpan.minutes(10)
  /// How long it must then lie still (`IDLE_AFTER_INACTIVE_TIMEOUT`).
  public var pending = TimeSpan.minutes(30)
  /// The longest time that it takes to see whether it is tilted (`SENSING_TIMEOUT`).
  public var longestSensing = TimeSpan.minutes(4)
  /// The time that it takes if nobody touches it: two measurements of 2.5 s, 5 s apart
  /// (AnyMotionDetector.java, `ORIENTATION_MEASUREMENT_DURATION_MILLIS` and
  /// `ORIENTATION_MEASUREMENT_INTERVAL_MILLIS`).
  public var sensing = TimeSpan.milliseconds(7500)
  /// How long it looks where it is (`LOCATING_TIMEOUT`).
  public var locating = TimeSpan.seconds(30)
  /// The first deep idle time (`IDLE_TIMEOUT`).
  public var idle = TimeSpan.hours(1)
  /// Each further one is so many times as long (`IDLE_FACTOR`).
  public var idleFactor = 2.0
  /// The longest one (`MAX_IDLE_TIMEOUT`).
  public var longestIdle = TimeSpan.hours(6)
  /// The first deep maintenance window (`IDLE_PENDING_TIMEOUT`).
  public var window = TimeSpan.minutes(5)
  /// Each further one is so many times as long (`IDLE_PENDING_FACTOR`).
  public var windowFactor = 2.0
  /// The longest one (`MAX_IDLE_PENDING_TIMEOUT`).
  public var longestWindow = TimeSpan.minutes(10)
  /// A deep window ends no sooner, though there be nothing to do (`MIN_DEEP_MAINTENANCE_TIME`).
  public var leastWindow = TimeSpan.seconds(30)
  /// From the moment that the screen is off until the device is idle in battery saver
  /// (`QUICK_DOZE_DELAY_TIMEOUT`).
  public var quickDelay = TimeSpan.minutes(1)
  /// With an alarm clock so near it does not become idle (`MIN_TIME_TO_ALARM`).
  public var leastTimeToAlarm = TimeSpan.minutes(30)
  /// Only unlocking makes the device active, not the screen alone (`WAIT_FOR_UNLOCK`).
  public var waitsForUnlock = true

  public init() {}
}
