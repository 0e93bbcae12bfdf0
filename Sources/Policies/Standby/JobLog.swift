import Device
import Simulation

/// The limits on jobs that hold in every bucket.
struct JobLimits: Sendable {
  /// The run time within the window of the bucket.
  let runTime: TimeSpan
  /// The run time within `dayWindow`.
  let dayRunTime: TimeSpan
  /// The gap up to which jobs are one session.
  let sessionGap: TimeSpan
  /// The number of jobs, and of sessions, within `rateWindow`.
  let rate: Int
  let rateWindow: TimeSpan

  static let dayWindow = TimeSpan.days(1)

  init(_ parameters: PolicyParameters) {
    runTime = .seconds(parameters["runTime"])
    dayRunTime = .seconds(parameters["dayRunTime"])
    sessionGap = .seconds(parameters["sessionGap"])
    rate = Int(parameters["rate"])
    rateWindow = .seconds(parameters["rateWindow"])
  }

  var longestWindow: TimeSpan { max(JobLimits.dayWindow, rateWindow) }

  static let parameters = [
    PolicyParameter(
      name: "runTime", unit: "s", standard: 600, range: 0.001...86_400,
      summary: "how long an app may fetch in its bucket's window",
      basis: .documented("QuotaController, DEFAULT_ALLOWED_TIME_PER_PERIOD")),
    PolicyParameter(
      name: "dayRunTime", unit: "s", standard: 14_400, range: 0.001...86_400,
      summary: "how long an app may fetch in 24 hours",
      basis: .documented("QuotaController, DEFAULT_MAX_EXECUTION_TIME")),
    PolicyParameter(
      name: "sessionGap", unit: "s", standard: 5, range: 0...86_400,
      summary: "fetches of an app that are not further apart are one session",
      basis: .documented("QuotaController, DEFAULT_TIMING_SESSION_COALESCING_DURATION")),
    PolicyParameter(
      name: "rate", unit: "", standard: 20, range: 1...1_000_000, isWhole: true,
      summary: "how many fetches, and how many sessions, an app may have in rateWindow",
      basis: .documented("QuotaController, DEFAULT_MAX_SESSION_COUNT_PER_RATE_LIMITING_WINDOW")),
    PolicyParameter(
      name: "rateWindow", unit: "s", standard: 60, range: 1...86_400,
      summary: "the window of rate",
      basis: .documented("QuotaController, DEFAULT_RATE_LIMITING_WINDOW")),
  ]
}

/// The log of when an app's jobs ran, as far as they may still count.
struct JobLog {
  private struct Run {
    let began: Instant
    let ended: Instant
  }
  /// The runs, oldest first.
  private var runs: [Run] = []
  /// Notes a job that has ended, and forgets what ended longer ago than `window`. O(runs kept).
  mutating func add(from began: Instant, to ended: Instant, keeping window: TimeSpan) {
    runs.append(Run(began: began, ended: ended))
    runs.removeAll { $0.ended < ended - window }
  }

  /// Returns when a job may begin by all limits of a bucket; nil: now. O(runs kept).
  func returns(
    to bucket: StandbyBucket, by limits: JobLimits, after now: Instant
  ) -> Instant? {
    let jobs = runs.map(\.ended)
    let sessions = sessionEnds(apart: limits.sessionGap)
    let moments = [
      returns(to: limits.dayRunTime, in: JobLimits.dayWindow),
      JobLog.returns(below: limits.rate, of: jobs, in: limits.rateWindow),
      JobLog.returns(below: limits.rate, of: sessions, in: limits.rateWindow),
      returns(to: limits.runTime, in: bucket.window),
      JobLog.returns(below: bucket.jobs, of: jobs, in: bucket.window),
      JobLog.returns(below: bucket.sessions, of: sessions, in: bucket.window),
    ]
    return moments.reduce(nil) { $1 > $0 ?? now ? $1 : $0 }
  }

  /// Returns how long jobs have run since a moment. O(runs).
  func time(since moment: Instant) -> TimeSpan {
    runs.reduce(.zero) { $0 + max(.zero, $1.ended - max($1.began, moment)) }
  }

  func terms(since moment: Instant, _ limits: JobLimits) -> [Term] {
    [
      Term("sessions", Double(sessionEnds(apart: limits.sessionGap).count { $0 > moment })),
      Term("run time", time(since: moment)),
    ]
  }

  /// Returns when each session ended: jobs that are not far apart are one.
  private func sessionEnds(apart gap: TimeSpan) -> [Instant] {
    var ends: [Instant] = []
    for run in runs {
      if let last = ends.last, run.began - last <= gap {
        ends[ends.count - 1] = max(last, run.ended)
      } else {
        ends.append(run.ended)
      }
    }
    return ends
  }

  /// Returns from when on fewer than `limit` of these ends lie within the window.
  private static func returns(below limit: Int, of ends: [Instant], in window: TimeSpan) -> Instant
  {
    ends.count < limit ? .start : ends[ends.count - limit] + window
  }

  /// Returns from when on less than `limit` of run time lies within the window.
  private func returns(to limit: TimeSpan, in window: TimeSpan) -> Instant {
    var newer = TimeSpan.zero
    for run in runs.reversed() {
      let length = run.ended - run.began
      if newer + length >= limit {
        return run.ended - (limit - newer) + window + .nanoseconds(1)
      }
      newer += length
    }
    return .start
  }
}
