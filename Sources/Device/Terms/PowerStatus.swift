import Simulation

/// Battery and charger.
public struct PowerStatus: Sendable, Equatable {
  /// 0 to 1.
  public var level: Double
  public var isCharging: Bool
  public var isLowPowerMode: Bool

  public init(level: Double, isCharging: Bool, isLowPowerMode: Bool = false) {
    self.level = level
    self.isCharging = isCharging
    self.isLowPowerMode = isLowPowerMode
  }

  /// Applies a change; the properties that it leaves open stay as they are.
  public mutating func apply(_ change: PowerChange) {
    if let level = change.level { self.level = level }
    if let charging = change.charging { isCharging = charging }
    if let lowPowerMode = change.lowPowerMode { isLowPowerMode = lowPowerMode }
  }

  /// Whether discretionary work may run (section 6).
  ///
  /// - Parameters:
  ///   - critical: the least level off the charger.
  public func allowsDiscretionaryWork(above critical: Double) -> Bool {
    !isLowPowerMode && (isCharging || level >= critical)
  }
}

/// Battery and charger from a moment on; what is nil stays as it was.
public struct PowerChange: Sendable, Equatable {
  public var at: Instant
  /// 0 to 1.
  public var level: Double?
  public var charging: Bool?
  public var lowPowerMode: Bool?

  public init(
    at: Instant, level: Double? = nil, charging: Bool? = nil, lowPowerMode: Bool? = nil
  ) {
    self.at = at
    self.level = level
    self.charging = charging
    self.lowPowerMode = lowPowerMode
  }
}
