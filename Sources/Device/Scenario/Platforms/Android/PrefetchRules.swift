import Simulation

/// When prefetch jobs may run, the same on Android 13, 15 and 16.
///
/// The source is AOSP's PrefetchController.java, class `PcConstants`, where nothing else is said.
public struct PrefetchRules: Equatable, Sendable {
  /// They may from so long before the app is expected to be opened on
  /// (`DEFAULT_LAUNCH_TIME_THRESHOLD_MS`),
  public var threshold = TimeSpan.hours(7)
  /// less so much, as that may be early (`DEFAULT_LAUNCH_TIME_ALLOWANCE_MS`).
  public var allowance = TimeSpan.minutes(20)
  /// An app is expected so long after it was opened (UsageStatsService, `calculateNextLaunchTime`,
  /// `ONE_WEEK`),
  public var week = TimeSpan.days(7)
  /// or, while nothing older is known of it, so long after (`ONE_DAY`).
  public var day = TimeSpan.days(1)
  /// Flexible constraints are dropped so long before it is opened (the service of JobScheduler,
  /// `DEFAULT_PREFETCH_FORCE_BATCH_RELAX_THRESHOLD_MS`).
  public var relax = TimeSpan.hours(1)

  public init() {}
}
