import Simulation

/// The numbers of app standby buckets, the same on Android 13, 15 and 16.
///
/// The source is AOSP's AppStandbyController.java, class `ConstantsObserver`; each number names its
/// constant there.
public struct BucketRules: Sendable, Equatable {
  /// How long an app must not have been used for each bucket.
  public var thresholds = BucketThresholds()
  /// So long an app stays active after the user has used it (`DEFAULT_STRONG_USAGE_TIMEOUT`).
  public var usage = TimeSpan.hours(1)
  /// So long a notification that was seen keeps its app in `notificationBucket`
  /// (`DEFAULT_NOTIFICATION_TIMEOUT`).
  public var notification = TimeSpan.hours(12)
  /// `DEFAULT_NOTIFICATION_SEEN_PROMOTED_BUCKET`.
  public var notificationBucket = AppBucket.workingSet
  /// So long something of the app that the system shows elsewhere keeps it in the working set
  /// (`DEFAULT_SYSTEM_UPDATE_TIMEOUT` and the timeout of a pinned slice).
  public var pinned = TimeSpan.hours(12)
  /// So long an app is active after the system has used it
  /// (`DEFAULT_SYSTEM_INTERACTION_TIMEOUT`).
  public var systemUse = TimeSpan.minutes(10)
  /// So long one that was never used is active after its first foreground service began
  /// (`DEFAULT_INITIAL_FOREGROUND_SERVICE_START_TIMEOUT`).
  public var firstService = TimeSpan.minutes(30)
  /// So long a prediction holds (`DEFAULT_PREDICTION_TIMEOUT`).
  public var prediction = TimeSpan.hours(12)

  public init() {}
}
