import Device
import Users

/// The parts of a scenario's world that follow its user's places: `network = "person"`,
/// `power = "person"`.
struct FollowedPerson: Sendable {
  var network = false
  var power = false
  /// Level at which the user turns Low Power Mode on; 0: never.
  var lowPowerAt = 0.0

  var isAny: Bool { network || power }

  func apply(_ user: (any UserModel)?, seed: UInt64, to scenario: inout Scenario) {
    guard isAny,
      let found = user?.surroundings(
        seed: seed, duration: scenario.duration, startsAt: scenario.startsAt)
    else { return }
    if network { scenario.network = found.network }
    guard power else { return }
    if case .simulated = scenario.battery {
      scenario.power = found.power.withChargerAlone
    } else {
      scenario.power = lowPowerAt > 0 ? found.power.withLowPowerMode(at: lowPowerAt) : found.power
    }
  }
}
