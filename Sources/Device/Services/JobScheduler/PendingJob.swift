import Simulation

/// A job that an app has scheduled and that does not run, with the moments between which it is to.
struct PendingJob: Equatable, Sendable {
  let request: JobRequest
  /// The place at which the app scheduled it.
  let location: SourceLocation
  let scheduled: Instant
  /// It is not run before, whatever holds.
  private(set) var earliest: Instant
  /// A job that comes once is run then, whatever does not hold; one that is periodic should have been
  /// run. `distantFuture`: there is none.
  private(set) var latest: Instant
  /// Runs since its last good one that the app has failed, or that took all of their time.
  private(set) var failures = 0
  /// And those that the system, or the end of the process, has ended.
  private(set) var systemStops = 0
  /// It was stopped at the end of its time when it last ran.
  private(set) var hasTimedOut = false

  init(
    _ request: JobRequest, _ rules: JobRules, at now: Instant, location: SourceLocation
  ) {
    self.request = request
    self.location = location
    scheduled = now
    if let (period, flex) = rules.periodic(request) {
      latest = now + period
      earliest = latest - flex
    } else {
      earliest = now + max(.zero, request.minimumLatency ?? .zero)
      latest = request.overrideDeadline.map { now + max(.zero, $0) } ?? .distantFuture
    }
  }

  /// Whether its time has come to run without its conditions.
  func overrides(at now: Instant) -> Bool { request.period == nil && latest <= now }

  /// Returns what the policy is told of the job, together with others that may run.
  func wish(_ rules: JobRules, beside other: WorkWish?) -> WorkWish {
    WorkWish(
      earliest: min(earliest, other?.earliest ?? .distantFuture),
      latest: latest == .distantFuture ? other?.latest : min(latest, other?.latest ?? latest),
      minimumInterval: min(
        rules.periodic(request)?.period ?? .zero, other?.minimumInterval ?? .max),
      requirements: request.network == .none ? other?.requirements ?? [] : .network)
  }

  /// Runs since its last good one that were in vain.
  var vainRuns: Int { failures + systemStops }

  /// Returns the job as it waits when it is wanted again after a run: its deadline counts no more.
  ///
  /// What is no failure of the app's counts only where it happens over and over (AOSP:
  /// getRescheduleJobForFailureLocked).
  ///
  /// - Parameters:
  ///   - stop: why it was stopped; nil: the app has finished it.
  func again(after stop: JobStopReason?, _ rules: JobRules, at now: Instant) -> PendingJob {
    var job = self
    job.hasTimedOut = stop == .timeout
    if stop == nil || stop == .timeout { job.failures += 1 } else { job.systemStops += 1 }
    let failures = job.failures + job.systemStops / rules.stopsOfFailure
    job.earliest = now + rules.wait(of: request, afterFailures: failures)
    if request.period == nil { job.latest = .distantFuture }
    return job
  }

  /// Returns the job in its next period; nil: it comes once.
  ///
  /// The periods follow each other from the first on: one that is late makes the next no later, and
  /// those that have passed meanwhile are left out. But two runs are kept apart: after one that ends
  /// when its period is nearly over the next begins a while later, and a late one takes the place of
  /// the next where that is near or has begun (AOSP: getRescheduleJobForPeriodic).
  func next(_ rules: JobRules, at now: Instant) -> PendingJob? {
    guard let (period, flex) = rules.periodic(request) else { return nil }
    var job = self
    (job.failures, job.systemStops, job.hasTimedOut) = (0, 0, false)
    var (pause, periods) = (TimeSpan.zero, 1)
    if now > latest {
      let (passed, part) = (now - latest).nanoseconds.quotientAndRemainder(
        dividingBy: period.nanoseconds)
      periods += Int(passed)
      let toNext = period - flex - TimeSpan(nanoseconds: part)
      if flex < period, toNext <= flex / 6 { periods += 1 }
    } else if latest - now < min(rules.longestPause, period / 6) {
      pause = min(rules.longestPause, period / 6 - (latest - now))
    }
    job.latest = latest + period * periods
    job.earliest = job.latest - min(flex, period - pause)
    return job
  }
}

extension JobRules {
  /// Returns period and flex of a periodic job, no shorter than they may be; nil: it comes once.
  func periodic(_ request: JobRequest) -> (period: TimeSpan, flex: TimeSpan)? {
    guard let wanted = request.period else { return nil }
    let period = max(leastPeriod, wanted)
    let least = max(leastFlex, TimeSpan(nanoseconds: period.nanoseconds / 20))
    return (period, max(least, min(period, request.flex ?? period)))
  }

  /// Returns how long a job waits after so many failures in a row.
  func wait(of request: JobRequest, afterFailures failures: Int) -> TimeSpan {
    guard failures > 0 else { return .zero }
    let backoff = request.backoff ?? backoff
    let initial = max(leastBackoff, backoff.initial)
    let factor =
      switch backoff.policy {
      case .linear: failures
      case .exponential: 1 << min(failures - 1, 30)
      }
    return min(longestBackoff, initial * factor)
  }
}

/// The first of several moments after one.
struct NextMoment {
  let now: Instant
  private var first = Instant.distantFuture

  init(after now: Instant) { self.now = now }

  /// The first that was added and is after now; nil: there is none.
  var moment: Instant? { first < .distantFuture ? first : nil }

  mutating func add(_ moment: Instant?) {
    if let moment, moment > now, moment < first { first = moment }
  }
}
