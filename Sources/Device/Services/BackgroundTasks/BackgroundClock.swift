import Simulation

/// The clock of one stay in the background (B2): it belongs to the process, not to the task.
///
/// Pure: inputs are moments and grants, answers are values.
struct BackgroundClock {
  /// How far handlers go ahead of the deadline (B4).
  let lead: TimeSpan
  /// When open tasks end the process; set once a stay, later begins never move it.
  private(set) var deadline: Instant?
  /// Until when the policy's grant pays.
  private(set) var grantedUntil: Instant?
  /// Handlers have been called in this stay.
  private(set) var expired = false

  init(lead: TimeSpan) {
    self.lead = lead
  }

  /// Starts with a grant. An app that enters the background has `grace` anyway, the time that its
  /// didEnterBackground may take, so a shorter grant does not end it sooner.
  mutating func start(granted: TimeSpan, at now: Instant, grace: TimeSpan = .zero) {
    grantedUntil = now + granted
    deadline = now + max(granted, grace)
  }

  /// Moves the deadline forward to a policy's early expiry: handlers now, the end after the lead.
  /// False if that has come already, or no clock runs.
  mutating func expireEarly(at now: Instant) -> Bool {
    guard let old = deadline, !expired, old - lead > now else { return false }
    deadline = now + lead
    grantedUntil = grantedUntil.map { min($0, now + lead) }
    return true
  }

  mutating func markExpired() {
    expired = true
  }

  /// When handlers are to run.
  func handlersDue(notBefore now: Instant) -> Instant? {
    deadline.map { max(now, $0 - lead) }
  }

  /// B3; nil while no clock runs.
  func remaining(at now: Instant) -> TimeSpan? {
    deadline.map { max(.zero, $0 - now) }
  }

  /// The end of the stay: the next one is a new grant (B9).
  mutating func stop() {
    self = BackgroundClock(lead: lead)
  }
}
