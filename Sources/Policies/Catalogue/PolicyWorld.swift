import Device
import Simulation

/// What a policy is told of the run before it begins.
///
/// A real scheduler knows its device and its apps, and may draw random numbers; what the user, the
/// network and the charger will do is for comparison only, such as `far-sighted`.
public struct PolicyWorld: Sendable {
  public var seed: UInt64
  public var duration: TimeSpan
  /// Time of day at the start.
  public var startsAt: TimeSpan
  /// Names, by `AppID`.
  public var apps: [String]
  public var device: DeviceConfiguration
  /// In order of time.
  public var user: [UserAction]
  /// In order of time; before the first, Wi-Fi.
  public var network: [NetworkChange]
  /// In order of time; before the first, a full battery off the charger.
  public var power: [PowerChange]

  public init(_ scenario: Scenario) {
    seed = scenario.seed
    duration = scenario.duration
    startsAt = scenario.startsAt
    apps = scenario.apps.map(\.name)
    device = scenario.device
    user = scenario.user
    network = scenario.network
    power = scenario.power
  }

  /// No scenario yet: no apps, a user who does nothing, the standard device.
  public static let unknown = PolicyWorld(Scenario(duration: .zero))
}
