import Simulation

/// The least time between two launches in the background, of whatever apps: longer while the user
/// has an app in front.
struct LaunchSpacing {
  private let inUse: TimeSpan
  private let idle: TimeSpan
  private var last: Instant?

  init(_ parameters: PolicyParameters) {
    inUse = .seconds(parameters["spacingInUse"])
    idle = .seconds(parameters["spacingIdle"])
  }

  static let parameters = [
    PolicyParameter(
      name: "spacingInUse", unit: "s", standard: 900, range: 0...31_536_000,
      summary: "the least time after another launch while the user has an app in front",
      basis: ScoreFactor.logs),
    PolicyParameter(
      name: "spacingIdle", unit: "s", standard: 300, range: 0...31_536_000,
      summary: "the least time after another launch otherwise", basis: ScoreFactor.logs),
  ]

  mutating func note(launchAt now: Instant) { last = now }

  /// Returns when another launch may be, as the device is now; nil: at once.
  func opens(at now: Instant, isInUse: Bool) -> Instant? {
    guard let last else { return nil }
    let opens = last + (isInUse ? inUse : idle)
    return opens > now ? opens : nil
  }

  /// Returns when it is worth asking again: when another launch may be, or could be if the device
  /// were laid down.
  func askAgain(at now: Instant, isInUse: Bool) -> TimeSpan? {
    guard let opens = opens(at: now, isInUse: isInUse) else { return nil }
    return (self.opens(at: now, isInUse: false) ?? opens) - now
  }
}
