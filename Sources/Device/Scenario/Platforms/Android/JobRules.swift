import Simulation

/// The numbers of JobScheduler in one version of Android: those of Android 15, where no version says
/// otherwise.
public struct JobRules: Equatable, Sendable {
  /// What an app may run by its bucket. Android 13 and 15 have the same: that the windows of apps in
  /// front and often used are longer came with Android 16 (developer.android.com, Android 16,
  /// JobScheduler quota optimizations).
  public var quota = JobQuotaRules.legacy
  /// A job may run for so long while its conditions hold and its app has the quota; from then on
  /// only while nothing needs its place. AOSP, the service of JobScheduler,
  /// `DEFAULT_RUNTIME_MIN_GUARANTEE_MS`.
  public var guarantee = TimeSpan.minutes(10)
  /// The same of an expedited job, for which the quota does not count so long.
  /// `DEFAULT_RUNTIME_MIN_EJ_GUARANTEE_MS`.
  public var expeditedGuarantee = TimeSpan.minutes(3)
  /// No job runs longer. `DEFAULT_RUNTIME_FREE_QUOTA_MAX_LIMIT_MS`.
  public var longestRun = TimeSpan.minutes(30)
  /// The time in which `onStartJob` must return and `onStopJob` answer. JobServiceContext,
  /// `OP_TIMEOUT_MILLIS`.
  public var answer = TimeSpan.seconds(8)
  /// An app that has not answered by then does not respond, which ends it. JobServiceContext,
  /// `ANR_PRE_UDC_APIS_ON_SLOW_RESPONSES`: apps made for Android 14 on.
  public var endsLateApps = true
  /// Apps whose jobs run at the same time. JobConcurrencyManager, `MAX_STANDARD_JOB_CONCURRENCY`, is
  /// of jobs: here an app's jobs run side by side in one place.
  public var appsAtOnce = 16
  /// Jobs of one app that run at the same time. `DEFAULT_PKG_CONCURRENCY_LIMIT_REGULAR`.
  public var jobsAtOnce = 8
  /// An expedited job gives its app the network though it requires none, as before Android 14
  /// (JobServiceContext, `BIND_BYPASS_POWER_NETWORK_RESTRICTIONS`).
  public var expeditedHasNetwork = false
  /// Jobs that an app may have scheduled. The service of JobScheduler, `MAX_JOBS_PER_APP`.
  public var jobsOfApp = 150
  /// JobInfo, `MIN_PERIOD_MILLIS`.
  public var leastPeriod = TimeSpan.minutes(15)
  /// JobInfo, `MIN_FLEX_MILLIS`, and at least a twentieth of the period.
  public var leastFlex = TimeSpan.minutes(5)
  /// A periodic job that ends so long before its time is over, or in the last sixth of its period,
  /// begins the next as much later (AOSP: PERIODIC_JOB_WINDOW_BUFFER).
  public var longestPause = TimeSpan.minutes(30)
  /// JobInfo, `DEFAULT_INITIAL_BACKOFF_MILLIS`.
  public var backoff = JobBackoff(.exponential, initial: .seconds(30))
  /// JobInfo, `MIN_BACKOFF_MILLIS`.
  public var leastBackoff = TimeSpan.seconds(10)
  /// JobInfo, `MAX_BACKOFF_DELAY_MILLIS`.
  public var longestBackoff = TimeSpan.hours(5)
  /// So many stops that are no failures of the app's count as one. The service of JobScheduler,
  /// `DEFAULT_SYSTEM_STOP_TO_FAILURE_RATIO`, from Android 14 on.
  public var stopsOfFailure = 3
  /// The device is idle when its screen has been off for so long.
  /// `config_jobSchedulerInactivityIdleThreshold`.
  public var idleAfter = TimeSpan.minutes(31)
  /// The battery is low from this level on, off the charger, until it has `okayBattery` again.
  /// `config_lowBatteryWarningLevel`, `config_lowBatteryCloseWarningBump`.
  public var lowBattery = 0.15
  public var okayBattery = 0.2
  public var prefetch = PrefetchRules()
  /// Conditions that jobs are held for without requiring them; nil: the version does not know it.
  public var flexibility: FlexibilityRules? = FlexibilityRules()

  public init() {}
}
