import Simulation

/// What an app of a bucket may run of jobs.
public struct BucketQuota: Equatable, Sendable {
  /// The time that jobs may run within the window.
  public var time: TimeSpan
  /// The rolling window in which time, jobs and sessions are counted.
  public var window: TimeSpan
  /// The jobs that may have run within the window.
  public var jobs: Int
  /// The sessions that may have ended within the window.
  public var sessions: Int
  /// The time that expedited jobs may run within `JobQuotaRules.expeditedWindow`.
  public var expedited: TimeSpan

  public init(time: TimeSpan, window: TimeSpan, jobs: Int, sessions: Int, expedited: TimeSpan) {
    self.time = time
    self.window = window
    self.jobs = jobs
    self.sessions = sessions
    self.expedited = expedited
  }

  /// Nothing runs.
  static let none = BucketQuota(time: .zero, window: .zero, jobs: 0, sessions: 0, expedited: .zero)
}

/// The numbers of a version by which an app's jobs are counted and held back.
///
/// Source of each: AOSP, `QuotaController.QcConstants`, by the constant that is named.
public struct JobQuotaRules: Equatable, Sendable {
  /// By position of the bucket. `DEFAULT_ALLOWED_TIME_PER_PERIOD_*`, `DEFAULT_WINDOW_SIZE_*`,
  /// `DEFAULT_MAX_JOB_COUNT_*`, `DEFAULT_MAX_SESSION_COUNT_*`, `DEFAULT_EJ_LIMIT_*`.
  private var buckets: [BucketQuota]

  /// The time that jobs may run within `day`, in any bucket. `DEFAULT_MAX_EXECUTION_TIME_MS`.
  public var dayTime = TimeSpan.hours(4)
  /// The longest window of all. `MAX_PERIOD_MS`.
  public static let day = TimeSpan.hours(24)
  /// The time that an app that had none left must have before it may begin again.
  /// `DEFAULT_IN_QUOTA_BUFFER_MS`.
  public var buffer = TimeSpan.seconds(30)
  /// Sessions no further apart are one. `DEFAULT_TIMING_SESSION_COALESCING_DURATION_MS`.
  public var sessionGap = TimeSpan.seconds(5)
  /// How long the counters of the rate last. `DEFAULT_RATE_LIMITING_WINDOW_MS`.
  public var rateWindow = TimeSpan.minutes(1)
  /// `DEFAULT_MAX_JOB_COUNT_PER_RATE_LIMITING_WINDOW`.
  public var jobRate = 20
  /// `DEFAULT_MAX_SESSION_COUNT_PER_RATE_LIMITING_WINDOW`.
  public var sessionRate = 20

  /// The window of expedited jobs. `DEFAULT_EJ_WINDOW_SIZE_MS`.
  public var expeditedWindow = TimeSpan.hours(24)
  /// An app earns `useReward` for each such piece of time that the user has it in front.
  /// `DEFAULT_*_EJ_TOP_APP_TIME_CHUNK_SIZE_MS`.
  public var useChunk = TimeSpan.seconds(30)
  /// `DEFAULT_EJ_REWARD_TOP_APP_MS`.
  public var useReward = TimeSpan.seconds(10)
  /// What it earns when the user does something with it that does not bring it to the front.
  /// `DEFAULT_*_EJ_REWARD_INTERACTION_MS`.
  public var interactionReward = TimeSpan.seconds(15)
  /// What it earns when the user sees a notification. `DEFAULT_EJ_REWARD_NOTIFICATION_SEEN_MS`.
  public var notificationReward = TimeSpan.zero
  /// How long expedited jobs stay free after the app has left the front.
  /// `DEFAULT_EJ_GRACE_PERIOD_TOP_APP_MS`.
  public var useGrace = TimeSpan.minutes(1)
  /// How long they stay free after a time allowed by the system, as for an urgent message, is over.
  /// `DEFAULT_EJ_GRACE_PERIOD_TEMP_ALLOWLIST_MS`.
  public var allowanceGrace = TimeSpan.minutes(3)

  /// Whether jobs that began while the app was in front count once it has left it.
  /// `FLAG_ENFORCE_QUOTA_POLICY_TO_TOP_STARTED_JOBS`.
  public var countsJobsBegunInFront = false
  /// Whether jobs count while the app has a foreground service, and not the front.
  /// `FLAG_ENFORCE_QUOTA_POLICY_TO_FGS_JOBS`.
  public var countsForegroundServices = false
  /// Whether a job that runs ends when the counts of jobs or sessions are used up, and not only
  /// when the time is. Without `FLAG_COUNT_QUOTA_FIX`.
  public var countsEndJobs = true

  public subscript(bucket: AppBucket) -> BucketQuota {
    get { buckets[bucket.index] }
    set { buckets[bucket.index] = newValue }
  }

  /// Android 13 to 15, `DEFAULT_LEGACY_*`: an app that is active runs jobs without a break, up to
  /// four hours a day.
  public static let legacy = JobQuotaRules()

  public init() {
    func quota(_ time: Int, _ window: Int, _ jobs: Int, _ sessions: Int, expedited: Int)
      -> BucketQuota
    {
      BucketQuota(
        time: .minutes(time), window: .minutes(window), jobs: jobs, sessions: sessions,
        expedited: .minutes(expedited))
    }
    buckets = [
      quota(10, 10, 75, 75, expedited: 60),
      quota(10, 10, 75, 75, expedited: 30),
      quota(10, 2 * 60, 120, 10, expedited: 30),
      quota(10, 8 * 60, 200, 8, expedited: 10),
      quota(10, 24 * 60, 48, 3, expedited: 10),
      quota(10, 24 * 60, 10, 1, expedited: 5),
      .none,
    ]
  }

  /// `DEFAULT_CURRENT_*`, on the way from Android 15 to 16: windows twice as long and more, half the
  /// time of expedited jobs for the working set, smaller rewards. No release is known to have had
  /// these as its own; AOSP's tests hold them.
  public static let current: JobQuotaRules = {
    var rules = JobQuotaRules()
    rules[.exempted].window = .minutes(20)
    rules[.active].window = .minutes(30)
    rules[.workingSet].window = .hours(4)
    rules[.frequent].window = .hours(12)
    rules[.workingSet].expedited = .minutes(15)
    rules.useChunk = .minutes(5)
    rules.interactionReward = .seconds(5)
    rules.countsEndJobs = false
    return rules
  }()

  /// Android 16, `DEFAULT_LATEST_*`: 20 minutes an hour for an app that is active, and what was begun
  /// in front or beside a foreground service counts too.
  ///
  /// The documentation has the same numbers: developer.android.com, Power management resource
  /// limits.
  public static let latest: JobQuotaRules = {
    var rules = current
    rules[.exempted].time = .minutes(20)
    rules[.exempted].window = .minutes(40)
    rules[.active].time = .minutes(20)
    rules[.active].window = .minutes(60)
    rules.countsJobsBegunInFront = true
    rules.countsForegroundServices = true
    return rules
  }()
}
