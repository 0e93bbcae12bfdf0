import Simulation

/// What jobs are held for though they do not require it: so many of the conditions that the device
/// applies must hold, fewer as a job's time goes by, and none that have not held for days (AOSP:
/// FlexibilityController).
///
/// Pure: it is told what holds, in order of time, and asked about moments not before.
struct Flexibility: Sendable {
  typealias Constraints = Set<FlexibleConstraint>

  /// The time of a job within which conditions are dropped; without an end none is.
  struct Life: Equatable, Sendable {
    let begin: Instant
    let end: Instant?
  }

  var rules: FlexibilityRules
  var applied: Constraints
  private(set) var holding: Constraints = []
  /// When conditions last held, together and each.
  private var lastHeld: [Constraints: Instant] = [:]
  private let booted: Instant

  init(_ rules: FlexibilityRules, applied: Constraints, booted: Instant) {
    self.rules = rules
    self.applied = applied
    self.booted = booted
  }

  /// These conditions hold from now on, and no other.
  mutating func note(_ holding: Constraints, at now: Instant) {
    guard holding != self.holding else { return }
    lastHeld[self.holding] = now
    for lost in self.holding.subtracting(holding) { lastHeld[[lost]] = now }
    self.holding = holding
  }

  // MARK: A job

  /// Whether a job is held at all: not an urgent one, one that has just failed for the first time,
  /// and one that requires all conditions anyway.
  func concerns(_ job: PendingJob) -> Bool {
    let all: JobConditions = [.charging, .batteryNotLow, .deviceIdle]
    return !job.request.isExpedited && job.vainRuns != 1
      && (job.request.network != .none || !job.request.conditions.isSuperset(of: all))
  }

  /// Whether a job runs whatever holds: one of the app in front, and of an app with a service in the
  /// foreground one that matters.
  func isExempt(_ job: PendingJob, _ presence: AppPresence) -> Bool {
    switch presence {
    case .front: true
    case .service: job.request.rank >= .medium
    case .behind: false
    }
  }

  /// Returns the time of a job.
  ///
  /// - Parameters:
  ///   - score: of its app.
  ///   - launches: when its app is expected, for which a prefetch job must be in time.
  func life(of job: PendingJob, score: Int, launches: LaunchForecast) -> Life {
    guard job.request.isPrefetch else {
      return Life(begin: job.earliest, end: end(of: job, from: job.earliest, score: score))
    }
    let window = launches.next.map { $0 - launches.rules.threshold } ?? .start
    return Life(
      begin: max(job.earliest, launches.since, window),
      end: launches.next.map { $0 - launches.rules.relax })
  }

  /// Returns the end of the time of a job that begins at a moment, and is no prefetch job.
  func end(of job: PendingJob, from begin: Instant, score: Int) -> Instant {
    if job.vainRuns > 1 {
      let doublings = min(job.vainRuns - 2, 16)
      return begin + min(rules.longestRetryTime, rules.retryTime * (1 << doublings))
    }
    let rank = rules[job.request.rank]
    let end = begin + min(rules.longestTime, rank.time + rank.timeOfScore * score)
    return job.latest == .distantFuture ? end : max(end, job.latest)
  }

  /// Returns how many percent of its time have passed.
  func percent(of life: Life, at now: Instant) -> Int {
    guard let end = life.end, life.begin < now else { return 0 }
    guard now <= end, life.begin < end else { return 100 }
    return Int((now - life.begin) / max(.nanoseconds(1), (end - life.begin) / 100))
  }

  /// Returns how many conditions a job still wants.
  func required(_ job: PendingJob, in life: Life, at now: Instant) -> Int {
    if let end = life.end, end - now < rules.proximity { return 0 }
    let percent = percent(of: life, at: now)
    return relevant(to: job).count - dropped(at: percent, of: job)
  }

  /// Returns when it will want one less, as things are; nil: never.
  func nextDrop(_ job: PendingJob, in life: Life, at now: Instant) -> Instant? {
    guard let end = life.end else { return nil }
    let percents = rules[job.request.rank].percents
    let dropped = percents.count { $0 <= percent(of: life, at: now) }
    guard dropped < percents.count else { return nil }
    let part = (end - life.begin) / 100 * percents[dropped]
    return min(life.begin + part, end - rules.proximity)
  }

  private func dropped(at percent: Int, of job: PendingJob) -> Int {
    rules[job.request.rank].percents.prefix(relevant(to: job).count).count { $0 <= percent }
  }

  private func relevant(to job: PendingJob) -> Constraints {
    job.request.network == .none ? applied.subtracting([.connectivity]) : applied
  }

  // MARK: Whether it may run

  /// Whether enough holds for a job that wants so many conditions, or no more is to be expected.
  func isEnough(for job: PendingJob, required: Int, at now: Instant) -> Bool {
    let relevant = relevant(to: job)
    let held = holding.intersection(relevant).count
    if held >= required { return true }
    guard now - booted >= rules.memory else { return false }
    return !lastHeld.contains { together, last in
      together.count > held && together.isSubset(of: relevant) && now - last <= rules.memory
    }
  }

  /// Returns when what has held is next forgotten; nil: there is nothing to forget.
  func nextForgetting(after now: Instant) -> Instant? {
    (lastHeld.values.map { $0 + rules.memory + .nanoseconds(1) } + [booted + rules.memory])
      .filter { $0 > now }.min()
  }
}
