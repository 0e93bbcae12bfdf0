/// The battery's level at the end: as the scenario last said it, less what was spent off the
/// charger since.
///
/// Apps and policies do not see it but the scenario's own level, which stays the same whatever they
/// do, so that the world is one under every policy.
struct BatteryGauge {
  private let capacity: Energy
  private var said = 1.0
  private var isCharging = false
  private var drained = Energy.zero
  private var countedUntil = Energy.zero

  init(_ battery: EnergyConfiguration.Battery) {
    capacity = battery.capacity
  }

  /// Takes note of what the scenario says; `spent` is all energy since the start of the run.
  mutating func change(_ change: PowerChange, spent: Energy) {
    if !isCharging { drained += spent - countedUntil }
    countedUntil = spent
    if let charging = change.charging { isCharging = charging }
    guard let level = change.level else { return }
    said = level
    drained = .zero
  }

  /// 0 to 1.
  func level(spent: Energy) -> Double {
    let drained = isCharging ? drained : drained + (spent - countedUntil)
    return max(0, said - drained / capacity)
  }

  /// As a share of what a full battery holds; more than 1 when it would have had to be charged.
  func share(_ energy: Energy) -> Double { energy / capacity }
}
