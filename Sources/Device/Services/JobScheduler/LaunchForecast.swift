import Simulation

/// When an app is expected to be opened next: as it was a week ago (AOSP: UsageStatsService).
///
/// The first opening of the last seven days comes again a week later; while that is less than a day
/// ago, a day later. An expectation stands until its moment has come. One that nobody has opened for
/// a week is not expected until somebody does.
struct LaunchForecast: Sendable {
  let rules: PrefetchRules
  private var opened: [Instant] = []
  /// When; nil: nobody knows.
  private(set) var next: Instant?
  /// Since when prefetch jobs could run, or are to: the app was left, or is expected at another time.
  private(set) var since = Instant.start

  init(_ rules: PrefetchRules) { self.rules = rules }

  /// The user has come to the app.
  mutating func open(at now: Instant) {
    settle(at: now)
    opened.append(now)
    if next == nil { renew(at: now) }
  }

  /// The user has left it.
  mutating func leave(at now: Instant) { since = max(since, now) }

  /// Another moment is expected where the last one has come. O(openings of a week).
  mutating func settle(at now: Instant) {
    if let next, next <= now { renew(at: now) }
  }

  private mutating func renew(at now: Instant) {
    opened.removeAll { $0 <= now - rules.week }
    expect(opened.first.map { $0 + (now - $0 < rules.day ? rules.day : rules.week) }, at: now)
  }

  /// Somebody who knows says when.
  mutating func expect(_ next: Instant?, at now: Instant) {
    let wasSoon = isSoon(at: now)
    self.next = next
    if isSoon(at: now) != wasSoon { since = max(since, now) }
  }

  /// From when on the app is expected to be opened soon; nil: not for the time being.
  var soon: Instant? { next.map { $0 - (rules.threshold - rules.allowance) } }

  func isSoon(at now: Instant) -> Bool { soon.map { $0 <= now } ?? false }

  /// Whether a prefetch job may begin, or go on: none begins while the app is in front.
  func allows(isRunning: Bool, isInFront: Bool, at now: Instant) -> Bool {
    isInFront ? isRunning : isSoon(at: now)
  }
}
