import Device
import Simulation
import Users

/// A scenario as its script declares it, ready to run.
public struct LoadedScenario: Sendable {
  /// The path of its file, as the user named it.
  public let path: String
  public internal(set) var scenario: Scenario
  /// The scripts of the scenario's apps, by `AppID`.
  public internal(set) var appScripts: [AppScriptReference]
  /// A policy's name, or the path of its file, which ends in `.lua`.
  public let policy: String
  /// Where the scenario names it; nil if it does not.
  public let policyLocation: SourceLocation?
  /// In the order in which scripts see them.
  public let parameters: [ScenarioParameter]
  /// Folders in which the scripts' `require` looks.
  public let luaPath: [String]
  /// Whether it says what must hold of a run.
  public let hasExpectation: Bool
  /// Whether it says what must hold while it runs.
  public internal(set) var hasProperties = false
  /// The user model; nil where nobody opens anything.
  let user: (any UserModel)?
  /// The parts of the world that follow the user's places.
  var follows = FollowedPerson()
  /// A remark on what is no error and surely not meant, at its line; nil: there is none.
  public internal(set) var remark: ScriptError.Problem?

  /// A function that runs the script under a seed, and tells whether that has used `math.random`.
  typealias Making = @Sendable (UInt64) throws(ScriptError) -> (scenario: Self, hasDrawn: Bool)

  /// Runs the script again under another seed; nil where `math.random` had no part in it.
  var again: Making?

  /// Runs the script again under a seed, for its functions alone; nil where they are another's.
  var rerun: (@Sendable (UInt64) throws(ScriptError) -> Declaration)?

  /// The scenario, whose `expect` is that of a script that can be run again.
  func judged(
    by rerun: @escaping @Sendable (UInt64) throws(ScriptError) -> Declaration
  ) -> LoadedScenario {
    var loaded = self
    loaded.rerun = rerun
    return loaded
  }

  /// Returns the script run again for its `expect`; nil where it has none, or is an experiment's,
  /// whose `expect` is about all of its results.
  func declarationForJudging() throws(ScriptError) -> Declaration? {
    hasExpectation ? try rerun?(scenario.seed) : nil
  }

  /// Runs a script under the seed that it declares, which is known only when it has run once.
  static func following(_ make: @escaping Making) throws(ScriptError) -> LoadedScenario {
    let (first, hasDrawn) = try make(DeclarationHost.usualSeed)
    guard hasDrawn else { return first }
    var loaded = first
    loaded.again = make
    return try loaded.drawn(from: first.scenario.seed)
  }

  /// Whether all but the user is the same under every seed.
  public var isFixed: Bool { again == nil }

  /// The same scenario under another seed: the user does what that seed draws, and a script that
  /// has used `math.random` is run again, for that follows the seed too.
  public func drawn(from seed: UInt64) throws(ScriptError) -> LoadedScenario {
    var loaded = try again?(seed).scenario ?? self
    loaded.again = again
    loaded.rerun = rerun
    do throws(UserModelError) { return try loaded.withUser(from: seed) } catch {
      throw ScriptError(at: SourceLocation(file: path, line: 0), error.description)
    }
  }

  /// Whether each seed draws another user; nil where nobody opens anything.
  public var drawsUsers: Bool? { user.map { $0.isDrawn || !isFixed } }

  /// Returns what the user does under a seed, for so many days or else for the scenario's duration.
  public func usage(seed: UInt64, days: Int?) throws(ScriptError) -> UsageLog {
    let made = try again?(seed).scenario ?? self
    let (scenario, user) = (made.scenario, made.user)
    let apps = scenario.openable.map(\.name)
    let duration = days.map { TimeSpan.days($0) } ?? scenario.duration
    do throws(UserModelError) {
      let actions = try user?.actions(
        seed: seed, duration: duration, startsAt: scenario.startsAt, apps: apps)
      var log = UsageLog(
        name: "\(seed)", apps: apps, actions: actions ?? [], startsAt: scenario.startsAt,
        duration: duration)
      if made.follows.isAny {
        log.surroundings = user?.surroundings(
          seed: seed, duration: duration, startsAt: scenario.startsAt
        ).map { HoursBySurroundings($0, duration: duration) }
      }
      return log
    } catch {
      throw ScriptError(at: SourceLocation(file: path, line: 0), error.description)
    }
  }

  /// With what the user does under a seed.
  func withUser(from seed: UInt64) throws(UserModelError) -> LoadedScenario {
    var drawn = self
    drawn.scenario.seed = seed
    drawn.scenario.user =
      try user?.actions(
        seed: seed, duration: scenario.duration, startsAt: scenario.startsAt,
        apps: scenario.openable.map(\.name)) ?? []
    follows.apply(user, seed: seed, to: &drawn.scenario)
    return drawn
  }
}
