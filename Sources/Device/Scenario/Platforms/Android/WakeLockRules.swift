import Simulation

/// From when on wake locks are a finding. Android itself ends nobody for them: the numbers are Google
/// Play's for "excessive partial wake locks" (Android vitals, from 2026 on).
public struct WakeLockRules: Sendable, Equatable {
  /// So long may an app hold wake locks behind,
  public var mostHeld = TimeSpan.hours(2)
  /// within so long.
  public var window = TimeSpan.hours(24)

  public init() {}
}
