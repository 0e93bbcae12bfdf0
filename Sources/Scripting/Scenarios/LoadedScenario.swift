import Device
import Simulation

/// A scenario as its script declares it, ready to run.
public struct LoadedScenario: Sendable {
  /// Of its file, as the user named it.
  public let path: String
  public private(set) var scenario: Scenario
  /// The scripts of the scenario's apps, by `AppID`.
  public let appScripts: [AppScriptReference]
  /// A policy's name, or the path of its file, which ends in `.lua`.
  public let policy: String
  /// Where the scenario names it; nil if it does not.
  public let policyLocation: SourceLocation?
  /// In the order in which scripts see them.
  public let parameters: [ScenarioParameter]
  /// Folders in which the scripts' `require` looks.
  public let luaPath: [String]
  /// Nil: nobody opens anything.
  let user: (any UserModel)?

  /// The same scenario under another seed: the user does what that seed draws.
  public func drawn(from seed: UInt64) throws(UserModelError) -> LoadedScenario {
    var drawn = self
    drawn.scenario.seed = seed
    drawn.scenario.user =
      try user?.actions(
        seed: seed, duration: scenario.duration, startsAt: scenario.startsAt,
        apps: scenario.apps.map(\.name)) ?? []
    return drawn
  }
}
