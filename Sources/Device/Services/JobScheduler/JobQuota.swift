import Simulation

/// Whether the user has an app before them.
enum AppPresence: Equatable, Sendable {
  case behind
  /// It has a foreground service, and is not in front.
  case service
  case front
}

/// What an app has run of jobs, and what it may (AOSP: QuotaController).
///
/// Pure: it is told what happens, in order of time, and asked about moments not before.
struct JobQuota: Sendable {
  var rules: JobQuotaRules
  private(set) var bucket: AppBucket
  private(set) var isCharging = false
  private(set) var presence = AppPresence.behind
  private(set) var log = JobLog()
  private var timer = JobTimer()
  private var jobRate = RateCounter()
  private var sessionRate = RateCounter()
  private(set) var expedited = ExpeditedBudget()
  /// Until when expedited jobs are free as the app was in front; nil: they are not for that.
  private var useGraceEnds: Instant?
  /// Until when they are free as the system allows it: for the time being, `distantFuture`.
  private var allowanceEnds: Instant?

  init(_ rules: JobQuotaRules, bucket: AppBucket) {
    self.rules = rules
    self.bucket = bucket
  }

  // MARK: What happens

  mutating func setBucket(_ bucket: AppBucket, at now: Instant) {
    settle(at: now)
    self.bucket = bucket
    updateFreedom(at: now)
  }

  mutating func setCharging(_ isCharging: Bool, at now: Instant) {
    settle(at: now)
    self.isCharging = isCharging
    updateFreedom(at: now)
  }

  mutating func setPresence(_ presence: AppPresence, at now: Instant) {
    settle(at: now)
    if self.presence == .front, presence != .front { useGraceEnds = now + rules.useGrace }
    if presence == .front { useGraceEnds = nil }
    self.presence = presence
    updateFreedom(at: now)
  }

  /// The system lets the app run expedited jobs for a while, or does not any more.
  mutating func setAllowed(_ isAllowed: Bool, at now: Instant) {
    // A restart has ended it already.
    guard isAllowed || allowanceEnds == .distantFuture else { return }
    settle(at: now)
    allowanceEnds = isAllowed ? .distantFuture : now + rules.allowanceGrace
    updateFreedom(at: now)
  }

  /// Whether the system lets the app run expedited jobs now.
  var isAllowed: Bool { allowanceEnds == .distantFuture }

  /// A job begins. False: it does not count, whatever happens, as the app is in front now; then
  /// `stop` must not be called for it.
  mutating func start(isExpedited: Bool, at now: Instant) -> Bool {
    settle(at: now)
    if presence == .front, !rules.countsJobsBegunInFront { return false }
    if isExpedited {
      expedited.start(at: now)
    } else {
      jobRate.add(timer.start(at: now), at: now, lasting: rules.rateWindow)
    }
    return true
  }

  /// A job of which `start` said that it counts has ended.
  mutating func stop(isExpedited: Bool, at now: Instant) {
    settle(at: now)
    if isExpedited {
      expedited.stop(at: now)
    } else {
      keep(timer.stop(at: now), at: now)
    }
  }

  /// The user has done something with the app that did not bring it to the front.
  mutating func noteInteraction(at now: Instant) {
    settle(at: now)
    expedited.reward(rules.interactionReward, at: now)
  }

  /// The user has the app in front from now on, and earns it time of expedited jobs.
  mutating func beginUse(at now: Instant) {
    settle(at: now)
    expedited.beginUse(at: now)
  }

  mutating func endUse(at now: Instant) {
    settle(at: now)
    expedited.endUse(at: now, rules)
  }

  /// A session that has been before the app is followed; sessions come in order.
  mutating func add(_ session: JobSession, isExpedited: Bool = false) {
    if isExpedited { expedited.add(session) } else { log.add(session) }
  }

  /// Counts jobs of the rate that have been before the app is followed.
  mutating func addToRate(jobs: Int, at now: Instant) {
    jobRate.add(jobs, at: now, lasting: rules.rateWindow)
  }

  /// Brings what goes on up to a moment: what free time has run out, what is too old to count.
  mutating func settle(at now: Instant) {
    while let end = expeditedGraceEnds, end <= now {
      updateFreedom(at: end)
      if useGraceEnds == end { useGraceEnds = nil }
      if allowanceEnds == end { allowanceEnds = nil }
    }
    let longest = max(JobQuotaRules.day, rules[.restricted].window)
    _ = log.forget(endedBy: now - longest)
    expedited.forget(before: rules.expeditedWindow, at: now)
  }

  private mutating func updateFreedom(at now: Instant) {
    let change = timer.setFree(isFree, at: now)
    keep(change.ended, at: now)
    if change.counted > 0 { jobRate.add(change.counted, at: now, lasting: rules.rateWindow) }
    expedited.setFree(isExpeditedFree(at: now), at: now)
  }

  private mutating func keep(_ session: JobSession?, at now: Instant) {
    guard let session else { return }
    log.add(session)
    sessionRate.add(1, at: now, lasting: rules.rateWindow)
  }

  // MARK: Free jobs

  /// Whether jobs run without counting: in front, beside a foreground service where the rules say
  /// so, and on the charger but for the restricted bucket.
  var isFree: Bool {
    switch presence {
    case .front: true
    case .service where !rules.countsForegroundServices: true
    case .service, .behind: isCharging && bucket < .restricted
    }
  }

  private func isExpeditedFree(at now: Instant) -> Bool {
    if isFree { return true }
    if let useGraceEnds, now < useGraceEnds { return true }
    guard bucket < .restricted, let allowanceEnds else { return false }
    return now < allowanceEnds
  }

  // MARK: Jobs

  /// Returns what has run in the window that ends now. O(sessions), as all that follows.
  func usage(within window: TimeSpan, at now: Instant) -> JobUsage {
    log.usage(
      within: window, at: now, apart: rules.sessionGap, running: timer.session(at: now))
  }

  /// Returns how much longer jobs may run in all; below zero where the bucket has changed to one
  /// with less.
  func timeLeft(at now: Instant) -> TimeSpan {
    guard bucket != .never else { return .zero }
    return min(
      rules[bucket].time - usage(within: rules[bucket].window, at: now).time,
      rules.dayTime - usage(within: JobQuotaRules.day, at: now).time)
  }

  /// Whether a job may begin, or run on.
  func isWithin(at now: Instant, isRunning: Bool = false) -> Bool {
    if isFree { return true }
    guard bucket != .never else { return false }
    let usage = usage(within: rules[bucket].window, at: now)
    // What goes on leaves a window no longer than the time as fast as it comes to it
    // (getTimeUntilQuotaConsumedLocked).
    let isEndless = isRunning && rules[bucket].time >= rules[bucket].window
    guard isEndless || usage.time < rules[bucket].time, hasDayTime(at: now) else { return false }
    if isRunning, !rules.countsEndJobs, bucket != .restricted { return true }
    return usage.jobs < rules[bucket].jobs && usage.sessions < rules[bucket].sessions
      && jobRate.count(at: now) < rules.jobRate && sessionRate.count(at: now) < rules.sessionRate
  }

  private func hasDayTime(at now: Instant) -> Bool {
    // Hardly an app comes near a day's time: for most this is enough.
    let most = log.time + (timer.session(at: now)?.length ?? .zero)
    return most < rules.dayTime
      || usage(within: JobQuotaRules.day, at: now).time < rules.dayTime
  }

  /// Returns how long a job that begins now may run without a break until the app's time is used
  /// up, if nothing else changes.
  func runTime(at now: Instant) -> TimeSpan {
    guard bucket != .never else { return .zero }
    func time(_ share: TimeSpan, _ window: TimeSpan) -> TimeSpan {
      log.timeToFill(
        share - usage(within: window, at: now).time, within: window, at: now)
    }
    return min(
      time(rules[bucket].time, rules[bucket].window), time(rules.dayTime, JobQuotaRules.day))
  }

  /// Returns when a job may begin again, with the buffer's time, if nothing runs until then; nil: it
  /// may now. `distantFuture`: not by waiting.
  func returns(at now: Instant) -> Instant? {
    guard !isWithin(at: now) else { return nil }
    let quota = rules[bucket]
    guard bucket != .never, quota.jobs > 0, quota.sessions > 0 else { return .distantFuture }
    let running = timer.session(at: now)
    let least = max(rules.buffer, .nanoseconds(1))
    var moments = [
      log.whenTime(isAtMost: quota.time - least, within: quota.window, running: running),
      log.whenTime(
        isAtMost: rules.dayTime - least, within: JobQuotaRules.day, running: running),
      log.whenJobs(areBelow: quota.jobs, within: quota.window, running: running),
      log.whenSessions(areBelow: quota.sessions, within: quota.window, apart: rules.sessionGap),
    ]
    if jobRate.count(at: now) >= rules.jobRate { moments.append(jobRate.until) }
    if sessionRate.count(at: now) >= rules.sessionRate { moments.append(sessionRate.until) }
    return max(moments.compactMap { $0 }.max() ?? now, now + .nanoseconds(1))
  }

  /// Jobs that count in the rate at a moment.
  func jobsInRate(at now: Instant) -> Int { jobRate.count(at: now) }

  // MARK: Expedited jobs

  /// Returns how much longer expedited jobs may run in all.
  func expeditedLeft(at now: Instant) -> TimeSpan {
    guard bucket != .never else { return .zero }
    return expedited.left(of: rules[bucket].expedited, at: now, rules)
  }

  /// When the next grace ends of those for which expedited jobs are free: after the app was in front,
  /// and after it was allowed more; nil: there is none.
  var expeditedGraceEnds: Instant? {
    let end = min(useGraceEnds ?? .distantFuture, allowanceEnds ?? .distantFuture)
    return end < .distantFuture ? end : nil
  }

  /// Whether an expedited job may begin, or run on.
  func isWithinExpedited(at now: Instant) -> Bool {
    isExpeditedFree(at: now) || expeditedLeft(at: now) > .zero
  }

  /// Returns how long an expedited job that begins now may run without a break.
  func expeditedRunTime(at now: Instant) -> TimeSpan {
    expedited.timeToFill(rules[bucket].expedited, at: now, rules)
  }

  /// Returns when an expedited job may begin again; nil: it may now.
  func expeditedReturns(at now: Instant) -> Instant? {
    if isWithinExpedited(at: now) { return nil }
    return bucket == .never
      ? .distantFuture : expedited.returns(to: rules[bucket].expedited, at: now, rules)
  }
}
