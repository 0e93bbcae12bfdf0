import Simulation

/// The moments at which an app was given alarms.
struct DeliveryHistory: Sendable, Equatable {
  /// In the order of time; alarms of one moment count once.
  private var moments: [Instant] = []

  /// - Parameters:
  ///   - quota: how many moments the largest quota looks back.
  mutating func record(at now: Instant, forQuotaOf quota: Int) {
    guard moments.last != now else { return }
    moments.append(now)
    if moments.count > 2 * quota { moments.removeFirst(moments.count - quota) }
  }

  /// The moment from which on another alarm is within a quota: now, or later.
  func next(within quota: AlarmQuota, at now: Instant, indefinite: TimeSpan) -> Instant {
    guard quota.count > 0 else { return now + indefinite }
    guard moments.count >= quota.count else { return now }
    return max(now, moments[moments.count - quota.count] + quota.window)
  }
}
