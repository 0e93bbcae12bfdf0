import Simulation

/// A value that an accessory sends.
public struct AccessoryEvent: Sendable {
  public var accessory: String
  public var at: Instant
  /// Again after each such time; nil: once.
  public var every: TimeSpan?

  public init(accessory: String, at: Instant, every: TimeSpan? = nil) {
    self.accessory = accessory
    self.at = at
    self.every = every
  }
}
