extension [PowerChange] {
  /// With Low Power Mode as the user has it: turned on when the level falls to `lowPowerAt` off the
  /// charger, and off once charged to 80 %. The first tells level and charger. O(changes).
  public func withLowPowerMode(at lowPowerAt: Double) -> [PowerChange] {
    var status = PowerStatus(level: 1, isCharging: false)
    return map { change in
      status.apply(change)
      if status.isCharging, status.level >= 0.8 { status.isLowPowerMode = false }
      if !status.isCharging, status.level <= lowPowerAt { status.isLowPowerMode = true }
      var change = change
      change.lowPowerMode = status.isLowPowerMode
      return change
    }
  }

  /// Without the levels after the start, for a battery that finds them by itself. O(changes).
  public var withChargerAlone: [PowerChange] {
    var isCharging: Bool?
    return compactMap { change in
      defer { isCharging = change.charging ?? isCharging }
      if change.at == .start { return change }
      let isNew = change.charging != nil && change.charging != isCharging
      return isNew ? PowerChange(at: change.at, charging: change.charging) : nil
    }
  }
}
