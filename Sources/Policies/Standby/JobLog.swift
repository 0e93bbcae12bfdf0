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
  /// When each session ended: jobs that are not far apart are one.
  private var sessionEnds: [Instant] = []

  /// Notes a job that has ended, and forgets what ended longer ago than `window`. O(runs kept).
  ///
  /// - Parameters:
  ///   - gap: the time between jobs up to which they are one session.
  mutating func add(
    from began: Instant, to ended: Instant, keeping window: TimeSpan, apart gap: TimeSpan
  ) {
    runs.append(Run(began: began, ended: ended))
    runs.removeAll { $0.ended < ended - window }
    sessionEnds.removeAll(keepingCapacity: true)
    for run in runs {
      if let last = sessionEnds.last, run.began - last <= gap {
        sessionEnds[sessionEnds.count - 1] = max(last, run.ended)
      } else {
        sessionEnds.append(run.ended)
      }
    }
  }

  /// Returns when a job may begin by all limits of a bucket; nil: now. O(runs kept).
  func returns(
    to bucket: StandbyBucket, by limits: JobLimits, after now: Instant
  ) -> Instant? {
    var latest = now
    latest = max(latest, returns(to: limits.dayRunTime, in: JobLimits.dayWindow))
    latest = max(latest, jobReturns(below: limits.rate, in: limits.rateWindow))
    latest = max(latest, sessionReturns(below: limits.rate, in: limits.rateWindow))
    latest = max(latest, returns(to: limits.runTime, in: bucket.window))
    latest = max(latest, jobReturns(below: bucket.jobs, in: bucket.window))
    latest = max(latest, sessionReturns(below: bucket.sessions, in: bucket.window))
    return latest > now ? latest : nil
  }

  /// Returns how long jobs have run since a moment. O(runs).
  func time(since moment: Instant) -> TimeSpan {
    runs.reduce(.zero) { $0 + max(.zero, $1.ended - max($1.began, moment)) }
  }

  func terms(since moment: Instant) -> [Term] {
    [
      Term("sessions", Double(sessionEnds.count { $0 > moment })),
      Term("run time", time(since: moment)),
    ]
  }

  /// Returns from when on fewer than `limit` of the jobs' ends lie within the window.
  private func jobReturns(below limit: Int, in window: TimeSpan) -> Instant {
    runs.count < limit ? .start : runs[runs.count - limit].ended + window
  }

  /// The same of the sessions' ends.
  private func sessionReturns(below limit: Int, in window: TimeSpan) -> Instant {
    sessionEnds.count < limit ? .start : sessionEnds[sessionEnds.count - limit] + window
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
