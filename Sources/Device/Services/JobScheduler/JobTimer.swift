import Simulation

/// Follows the jobs of an app that run, and makes sessions of the time in which they count.
///
/// While the app's jobs are free (on the charger, in front) they run on and do not count: the
/// session ends, and when that is over another begins with all that still run.
struct JobTimer: Equatable, Sendable {
  /// The jobs that run, whether they count now or not.
  private(set) var running = 0
  private(set) var isFree = false
  private var began: Instant?
  /// The jobs that have counted in the session.
  private var jobs = 0

  /// The session that goes on, as if it ended now; nil: nothing counts.
  func session(at now: Instant) -> JobSession? {
    began.map { JobSession(began: $0, ended: now, jobs: jobs) }
  }

  /// A job begins. Returns the number of jobs that count from now on: one or none.
  mutating func start(at now: Instant) -> Int {
    running += 1
    guard !isFree else { return 0 }
    if began == nil { began = now }
    jobs += 1
    return 1
  }

  /// A job ends. Returns the session that ends with it.
  mutating func stop(at now: Instant) -> JobSession? {
    running -= 1
    return running == 0 ? end(at: now) : nil
  }

  /// The jobs are free from now on, or not any more.
  ///
  /// - Returns: the session that ends, and the number of jobs that count from now on.
  mutating func setFree(_ isFree: Bool, at now: Instant) -> (ended: JobSession?, counted: Int) {
    guard isFree != self.isFree else { return (nil, 0) }
    self.isFree = isFree
    if isFree { return (end(at: now), 0) }
    guard running > 0 else { return (nil, 0) }
    began = now
    jobs = running
    return (nil, running)
  }

  private mutating func end(at now: Instant) -> JobSession? {
    defer {
      began = nil
      jobs = 0
    }
    return session(at: now)
  }
}

/// A counter that begins with the first event and is thrown away a while later, unlike a window that
/// rolls.
struct RateCounter: Equatable, Sendable {
  private var count = 0
  /// When it is thrown away.
  private(set) var until = Instant.start

  mutating func add(_ number: Int, at now: Instant, lasting span: TimeSpan) {
    if until <= now { self = RateCounter(until: now + span) }
    count += number
  }

  func count(at now: Instant) -> Int { until <= now ? 0 : count }

  init() {}

  private init(until: Instant) { self.until = until }
}
