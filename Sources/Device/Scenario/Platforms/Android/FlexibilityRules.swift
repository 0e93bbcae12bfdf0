import Simulation

/// How long jobs are held for conditions that they do not require, the same on Android 15 and 16.
///
/// Which conditions a device applies is the scenario's (`DeviceConfiguration.flexibleConstraints`):
/// AOSP's default is none (`DEFAULT_APPLIED_CONSTRAINTS`). The source is AOSP's
/// FlexibilityController.java, class `FcConfig`; each number names its constant there.
public struct FlexibilityRules: Equatable, Sendable {
  /// What differs by a job's priority.
  public struct Rank: Equatable, Sendable {
    /// After so many percent of its time one condition less is wanted, and one more less
    /// (`DEFAULT_PERCENTS_TO_DROP_FLEXIBLE_CONSTRAINTS`).
    public var percents: [Int]
    /// Its time, where its deadline is not later (`DEFAULT_FALLBACK_FLEXIBILITY_DEADLINES`).
    public var time: TimeSpan
    /// What a job that has begun adds to its app's score of the last day
    /// (`DEFAULT_FALLBACK_FLEXIBILITY_DEADLINE_SCORES`).
    public var score: Int
    /// The time is longer by so much for each of that score
    /// (`DEFAULT_FALLBACK_FLEXIBILITY_DEADLINE_ADDITIONAL_SCORE_TIME_FACTORS`).
    public var timeOfScore: TimeSpan
  }

  /// By the order of `JobPriority`.
  private var ranks = [
    Rank(percents: [55, 65, 75, 85], time: .hours(48), score: 1, timeOfScore: .minutes(1)),
    Rank(percents: [50, 60, 70, 80], time: .hours(24), score: 2, timeOfScore: .minutes(1)),
    Rank(percents: [50, 60, 70, 80], time: .hours(12), score: 3, timeOfScore: .minutes(2)),
    Rank(percents: [33, 50, 60, 75], time: .hours(6), score: 4, timeOfScore: .minutes(3)),
    Rank(percents: [1, 2, 3, 4], time: .hours(1), score: 5, timeOfScore: .zero),
  ]
  /// With the score the time is no longer than this (three times
  /// `DEFAULT_FALLBACK_FLEXIBILITY_DEADLINE_MS`).
  public var longestTime = TimeSpan.hours(72)
  /// So close to the end nothing is wanted any more (`DEFAULT_DEADLINE_PROXIMITY_LIMIT_MS`).
  public var proximity = TimeSpan.minutes(15)
  /// The time of a job that has failed twice; it doubles with each failure
  /// (`DEFAULT_RESCHEDULED_JOB_DEADLINE_MS`).
  public var retryTime = TimeSpan.hours(1)
  /// `DEFAULT_MAX_RESCHEDULED_DEADLINE_MS`.
  public var longestRetryTime = TimeSpan.hours(24)
  /// What has not held together for so long is not waited for
  /// (`DEFAULT_UNSEEN_CONSTRAINT_GRACE_PERIOD_MS`).
  public var memory = TimeSpan.days(3)

  public init() {}

  public subscript(priority: JobPriority) -> Rank {
    get { ranks[priority.rawValue / 100 - 1] }
    set { ranks[priority.rawValue / 100 - 1] = newValue }
  }
}
