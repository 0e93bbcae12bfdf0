import Simulation

/// The time that an app's services of one type have left in the foreground while the app is behind.
///
/// It is used up by all services of the type together, and whole again when the user opens the app, or
/// when a service starts so long after the first one that used it as the window is. Pure.
struct ServiceBudget: Equatable {
  let type: ServiceTypes
  let limit: TimeSpan
  let window: TimeSpan
  private var used = TimeSpan.zero
  /// When a service of the type first ran behind.
  private var first: Instant?
  /// Since when one runs behind; nil: none does.
  private var since: Instant?

  init(_ type: ServiceTypes, _ rules: ServiceRules) {
    self.type = type
    limit = rules.limit
    window = rules.window
  }

  /// When it will be used up; nil: nothing uses it.
  var end: Instant? { since.map { $0 + max(.zero, limit - used) } }

  /// Whether a service may start behind now.
  func mayStart(at now: Instant) -> Bool { used < limit || isOld(at: now) }

  /// A service of the type runs behind from now on.
  mutating func begin(at now: Instant) {
    guard since == nil else { return }
    if isOld(at: now) { reset() }
    first = first ?? now
    since = now
  }

  /// It does so no more: it has ended, or the app is in front.
  mutating func stop(at now: Instant) {
    guard let since else { return }
    used += now - since
    self.since = nil
  }

  /// The user has opened the app.
  mutating func reset() {
    used = .zero
    first = nil
    since = nil
  }

  private func isOld(at now: Instant) -> Bool { first.map { $0 + window <= now } ?? false }
}
