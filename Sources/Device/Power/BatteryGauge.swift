import Simulation

/// The battery's level, from what is spent off the charger and what the charger gives.
///
/// Usually it starts anew at each level that the scenario says, the charger gives nothing but what
/// the device spends, and nobody sees it but `battery at end`: apps and policies see the scenario's own
/// level, which stays the same whatever they do, so that the world is one under every policy. With
/// `BatterySource.simulated` they see this one.
struct BatteryGauge {
  private let capacity: Energy
  /// The power that the charger gives beside what the device spends; nil where the scenario says
  /// the levels.
  private let charger: Power?
  private var said = 1.0
  private var isCharging = false
  /// Negative where it was charged.
  private var drained = Energy.zero
  private var countedUntil = Energy.zero
  private var chargedUntil = Instant.start

  init(_ battery: EnergyConfiguration.Battery, _ source: BatterySource) {
    capacity = battery.capacity
    charger = source == .scenario ? nil : .watts(battery.chargingWatts)
  }

  /// Takes note of what the scenario says; `spent` is all energy since the start of the run.
  mutating func change(_ change: PowerChange, spent: Energy, at now: Instant) {
    settle(spent: spent, at: now)
    if let charging = change.charging { isCharging = charging }
    guard let level = change.level else { return }
    said = level
    drained = .zero
  }

  /// 0 to 1.
  func level(spent: Energy, at now: Instant) -> Double {
    var gauge = self
    gauge.settle(spent: spent, at: now)
    return max(0, said - gauge.drained / capacity)
  }

  private mutating func settle(spent: Energy, at now: Instant) {
    if !isCharging {
      drained += spent - countedUntil
    } else if let charger {
      drained -= charger * (now - chargedUntil)
    }
    countedUntil = spent
    chargedUntil = now
    // What is full or empty stays so: nothing is owed.
    guard charger != nil else { return }
    drained = min(max(drained, part(said - 1)), part(said))
  }

  private func part(_ share: Double) -> Energy {
    Energy(femtojoules: Int128((Double(capacity.femtojoules) * share).rounded()))
  }

  /// Returns an energy as a share of a full battery; more than 1 when it would have had to be
  /// charged.
  func share(_ energy: Energy) -> Double { energy / capacity }
}
