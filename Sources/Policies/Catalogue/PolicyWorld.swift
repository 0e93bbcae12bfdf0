import Device
import Simulation

/// The run that a policy is made for, as it is known before it begins.
///
/// A real scheduler knows its device and its apps, and may draw random numbers; what the user, the
/// network and the charger will do is for policies that serve comparison only, such as
/// `far-sighted`.
public struct PolicyWorld: Sendable {
  public var seed: UInt64
  public var duration: TimeSpan
  /// The time of day at the start.
  public var startsAt: TimeSpan
  /// The apps' names, by `AppID`.
  public var apps: [String]
  public var device: DeviceConfiguration
  /// The user's actions in order of time.
  public var user: [UserAction]
  /// The changes of the network in order of time; before the first, Wi-Fi.
  public var network: [NetworkChange]
  /// The changes of power in order of time; before the first, a full battery off the charger.
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

  /// The world of no scenario: no apps, a user who does nothing, the standard device.
  public static let unknown = PolicyWorld(Scenario(duration: .zero))
}
