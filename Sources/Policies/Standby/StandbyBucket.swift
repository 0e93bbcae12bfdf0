import Device
import Simulation

/// One of Android's buckets with its standard limits.
struct StandbyBucket: Sendable {
  let name: String
  /// The name in reasons.
  let title: String
  let refusal: String
  /// The time after its last use from which an app is in the bucket, if `screenOn` has passed too.
  var after: TimeSpan
  /// The time with the screen on after its last use from which an app is in the bucket.
  var screenOn: TimeSpan
  /// The rolling window of the bucket's quota.
  var window: TimeSpan
  /// The number of sessions that may begin in the window.
  var sessions: Int
  /// The number of jobs that may begin in the window.
  var jobs: Int
  /// The run time of expedited jobs, in their own window.
  var expedited: TimeSpan

  private init(
    _ name: String, _ title: String, after: TimeSpan, screenOn: TimeSpan, window: TimeSpan,
    sessions: Int, jobs: Int, expedited: TimeSpan
  ) {
    self.name = name
    self.title = title
    refusal = "quota spent: \(title)"
    self.after = after
    self.screenOn = screenOn
    self.window = window
    self.sessions = sessions
    self.jobs = jobs
    self.expedited = expedited
  }

  /// The buckets from the most to the least used.
  static let all = [
    StandbyBucket(
      "active", "active bucket", after: .zero, screenOn: .zero, window: .minutes(10),
      sessions: 75, jobs: 75, expedited: .minutes(30)),
    StandbyBucket(
      "workingSet", "working set", after: .hours(12), screenOn: .zero, window: .hours(2),
      sessions: 10, jobs: 120, expedited: .minutes(30)),
    StandbyBucket(
      "frequent", "frequent bucket", after: .hours(24), screenOn: .hours(1), window: .hours(8),
      sessions: 8, jobs: 200, expedited: .minutes(10)),
    StandbyBucket(
      "rare", "rare bucket", after: .hours(48), screenOn: .hours(2), window: .hours(24),
      sessions: 3, jobs: 48, expedited: .minutes(10)),
    StandbyBucket(
      "restricted", "restricted bucket", after: .days(8), screenOn: .hours(6),
      window: .hours(24), sessions: 1, jobs: 10, expedited: .minutes(5)),
  ]

  private var windowName: String { "\(name)Window" }
  private var sessionsName: String { "\(name)Sessions" }
  private var jobsName: String { "\(name)Jobs" }
  private var expeditedName: String { "\(name)Expedited" }
  /// The name of the parameter for `after`; nil for the first bucket, which begins at once.
  var afterName: String? { after == .zero ? nil : "\(name)After" }
  var screenOnName: String? { after == .zero ? nil : "\(name)ScreenOn" }

  func set(by parameters: PolicyParameters) -> StandbyBucket {
    var bucket = self
    bucket.window = .seconds(parameters[windowName])
    bucket.sessions = Int(parameters[sessionsName])
    bucket.jobs = Int(parameters[jobsName])
    bucket.expedited = .seconds(parameters[expeditedName])
    if let afterName { bucket.after = .seconds(parameters[afterName]) }
    if let screenOnName { bucket.screenOn = .seconds(parameters[screenOnName]) }
    return bucket
  }

  var parameters: [PolicyParameter] {
    [
      span(windowName, window, "the rolling window of its quota", "DEFAULT_WINDOW_SIZE", from: 1),
      count(sessionsName, sessions, "sessions", "DEFAULT_MAX_SESSION_COUNT"),
      count(jobsName, jobs, "fetches", "DEFAULT_MAX_JOB_COUNT"),
      span(
        expeditedName, expedited, "its background time in the window of expedited jobs",
        "DEFAULT_EJ_LIMIT"),
    ]
      + (afterName.map {
        [
          PolicyParameter(
            name: $0, unit: "s", standard: after.seconds, range: 0...31_536_000,
            summary: "\(title): time since the last use from which an app is in it",
            basis: .documented("AppStandbyController, DEFAULT_ELAPSED_TIME_THRESHOLDS"))
        ]
      } ?? [])
      + (screenOnName.map {
        [
          PolicyParameter(
            name: $0, unit: "s", standard: screenOn.seconds, range: 0...31_536_000,
            summary: "\(title): time with the screen on since then, which must have passed too",
            basis: .documented("AppStandbyController, DEFAULT_SCREEN_TIME_THRESHOLDS"))
        ]
      } ?? [])
  }

  private func span(
    _ name: String, _ standard: TimeSpan, _ what: String, _ source: String, from least: Double = 0
  ) -> PolicyParameter {
    PolicyParameter(
      name: name, unit: "s", standard: standard.seconds, range: least...31_536_000,
      summary: "\(title): \(what)", basis: .documented("QuotaController, \(source)"))
  }

  private func count(_ name: String, _ standard: Int, _ what: String, _ source: String)
    -> PolicyParameter
  {
    PolicyParameter(
      name: name, unit: "", standard: Double(standard), range: 1...1_000_000, isWhole: true,
      summary: "\(title): how many \(what) its window holds",
      basis: .documented("QuotaController, \(source)"))
  }
}
