import Simulation

/// The time of expedited jobs: what an app has used of it in a rolling window, less what the user's
/// attention has earned it.
struct ExpeditedBudget: Equatable, Sendable {
  var log = JobLog()
  var timer = JobTimer()
  /// What sessions within the window have used and rewards have not given back. It never falls
  /// below zero: no reward is kept for later.
  private(set) var debits = TimeSpan.zero
  /// What rewards have given back to the session that goes on.
  private var credit = TimeSpan.zero
  /// Since when the user has the app in front.
  private var useBegan: Instant?

  // MARK: Sessions

  mutating func start(at now: Instant) {
    if timer.session(at: now) == nil { credit = .zero }
    _ = timer.start(at: now)
  }

  mutating func stop(at now: Instant) {
    keep(timer.stop(at: now))
  }

  mutating func setFree(_ isFree: Bool, at now: Instant) {
    let change = timer.setFree(isFree, at: now)
    keep(change.ended)
    if change.counted > 0 { credit = .zero }
  }

  private mutating func keep(_ session: JobSession?) {
    guard let session else { return }
    log.add(session)
    debits = max(.zero, debits + session.length - credit)
    credit = .zero
  }

  /// A session that has been before the first that is followed.
  mutating func add(_ session: JobSession) { keep(session) }

  /// Sessions that have left the window count no more. O(sessions).
  mutating func forget(before window: TimeSpan, at now: Instant) {
    for session in log.forget(endedBy: now - window) {
      debits = max(.zero, debits - session.length)
    }
  }

  // MARK: Rewards

  /// Gives time back: first what earlier sessions have used, then what the one that goes on has.
  mutating func reward(_ amount: TimeSpan, at now: Instant) {
    let given = min(amount, debits)
    debits -= given
    guard let session = timer.session(at: now) else { return }
    credit = min(credit + amount - given, session.length)
  }

  mutating func beginUse(at now: Instant) {
    if useBegan == nil { useBegan = now }
  }

  mutating func endUse(at now: Instant, _ rules: JobQuotaRules) {
    let earned = earned(at: now, rules)
    useBegan = nil
    reward(earned, at: now)
  }

  /// Returns what this use of the app will have earned: so much for each chunk of it, where the last
  /// one, of a second at least, is a whole one.
  private func earned(at now: Instant, _ rules: JobQuotaRules) -> TimeSpan {
    guard let useBegan, rules.useChunk > .zero else { return .zero }
    let (chunks, rest) = (now - useBegan).nanoseconds.quotientAndRemainder(
      dividingBy: rules.useChunk.nanoseconds)
    return rules.useReward * (Int(chunks) + (rest >= TimeSpan.seconds(1).nanoseconds ? 1 : 0))
  }

  // MARK: What is left

  /// Returns what is left of a limit; below zero where the limit has been lowered since.
  func left(of limit: TimeSpan, at now: Instant, _ rules: JobQuotaRules) -> TimeSpan {
    let from = now - rules.expeditedWindow
    // The oldest session may be partly out of the window, and counts in full among the debits.
    let out = log.sessions.first.map { $0.length - $0.time(after: from) } ?? .zero
    let running = timer.session(at: now).map { $0.length - credit } ?? .zero
    return min(limit, limit - debits + out + earned(at: now, rules) - running)
  }

  /// Returns how long an expedited job that begins now may run without a break.
  func timeToFill(_ limit: TimeSpan, at now: Instant, _ rules: JobQuotaRules) -> TimeSpan {
    min(
      limit,
      log.timeToFill(
        left(of: limit, at: now, rules), within: rules.expeditedWindow, at: now))
  }

  /// Returns when there will be the buffer's time again, rewards left aside; nil: there is.
  func returns(to limit: TimeSpan, at now: Instant, _ rules: JobQuotaRules) -> Instant? {
    guard left(of: limit, at: now, rules) <= .zero else { return nil }
    return log.whenTime(
      isAtMost: limit - max(rules.buffer, .nanoseconds(1)), within: rules.expeditedWindow,
      running: timer.session(at: now)) ?? now
  }
}
