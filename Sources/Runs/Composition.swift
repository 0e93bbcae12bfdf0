import Device
import Policies
import Scripting
import Simulation

/// A run put together from what its user named: scenario, policy, apps. All commands compose runs
/// by it.
public struct Composition {
  /// A request for a run, as the user named it.
  public struct Request: Sendable {
    /// The scenario's file; for the command also a store of runs.
    public var file: String
    /// The values by parameter; looked up only.
    public var settings: [String: String]
    /// The seed; nil: the scenario's own.
    public var seed: UInt64?
    /// The policy: a name, `name{key=value}`, or a `.lua` file; nil: the scenario's own.
    public var policy: String?
    /// The folders in which `require` looks after the scenario's own.
    public var luaPath: [String]
    /// The number of a run in a store; nil: not given.
    public var run: Int?
    /// The names of the apps that stay in the scenario; empty: all do.
    public var only: [String]

    public init(
      file: String, settings: [String: String] = [:], seed: UInt64? = nil, policy: String? = nil,
      luaPath: [String] = [], run: Int? = nil, only: [String] = []
    ) {
      self.only = only
      self.file = file
      self.settings = settings
      self.seed = seed
      self.policy = policy
      self.luaPath = luaPath
      self.run = run
    }
  }

  public let loaded: LoadedScenario
  public let apps: AppScripts
  public let policy: any SchedulingPolicy
  /// The parameters that were set, with their values as `--set` writes them.
  public package(set) var settings: [(name: String, text: String)] = []
  /// How much from the start is left out of the figures.
  public package(set) var warmUp = TimeSpan.zero
  /// What its store knows it by; nil: it is not from a store.
  public package(set) var stored: Stored?

  /// What a store knows a run by.
  public struct Stored: Sendable {
    public let number: Int
    /// As reports call it: `poolMinutes=5, first-come, seed 3`.
    public let name: String
    /// The policy's file in Lua by its name in the store; nil: the policy is built in.
    public let policyFile: String?

    package init(number: Int, name: String, policyFile: String?) {
      self.number = number
      self.name = name
      self.policyFile = policyFile
    }
  }

  /// Loads everything and runs nothing. Throws every problem with the scripts, and with the
  /// request; the latter have no location.
  public init(_ request: Request, files: any ScriptFiles = DiskScripts()) throws(ScriptError) {
    var loaded = try ScenarioScript.load(
      request.file, settings: request.settings, files: files, luaPath: request.luaPath)
    if let seed = request.seed { loaded = try loaded.drawn(from: seed) }
    if !request.only.isEmpty { loaded = try loaded.keeping(apps: request.only) }
    self.loaded = loaded
    // Both are tried, so that the problems of both are reported at once.
    var problems: [ScriptError.Problem] = []
    let apps = Composition.attempt(&problems) { [loaded] () throws(ScriptError) in
      try Composition.apps(loaded, files)
    }
    let policy = Composition.attempt(&problems) { [loaded] () throws(ScriptError) in
      try Composition.policy(request.policy, loaded, files)
    }
    guard let apps, let policy else { throw ScriptError(problems) }
    self.apps = apps
    self.policy = policy
    settings = loaded.parameters.filter(\.isSet).map {
      ($0.name, ScenarioParameter.text($0.value))
    }
  }

  package init(_ loaded: LoadedScenario, _ apps: AppScripts, _ policy: any SchedulingPolicy) {
    self.loaded = loaded
    self.apps = apps
    self.policy = policy
  }

  private static func attempt<Value>(
    _ problems: inout [ScriptError.Problem], _ make: () throws(ScriptError) -> Value
  ) -> Value? {
    do throws(ScriptError) { return try make() } catch {
      problems += error.problems
      return nil
    }
  }

  /// Returns the device of the run.
  ///
  /// - Parameters:
  ///   - observer: gets every record.
  ///   - explaining: gets every decision with all that it rested on.
  ///   - mostTold: the number of candidates that it tells of, beside those that were chosen; nil:
  ///     of all, and of the apps that were none.
  public func device(
    trace: Trace = Trace(), observer: RecordObserver? = nil,
    explaining: ((DecisionExplanation) -> Void)? = nil, mostTold: Int? = nil
  ) -> Device {
    let device = Device(
      loaded.scenario, policy: policy, trace: trace, observer: observer,
      explaining: explaining, mostTold: mostTold, behaviors: apps.behaviorFactory)
    device.warmUp = warmUp
    return device
  }

  /// Returns the scripts of a scenario's apps.
  package static func apps(
    _ loaded: LoadedScenario, _ files: any ScriptFiles
  ) throws(ScriptError) -> AppScripts {
    try AppScripts(
      loaded.appScripts, files: files,
      modules: ModuleSearch(files: files, folders: loaded.luaPath))
  }

  /// Returns a new policy for one run of a scenario.
  ///
  /// - Parameters:
  ///   - name: a name, `name{key=value}`, or a `.lua` file; nil: the scenario's own.
  package static func policy(
    _ name: String?, _ loaded: LoadedScenario, _ files: any ScriptFiles
  ) throws(ScriptError) -> any SchedulingPolicy {
    let source = PolicySource(for: loaded.scenario, files: files, luaPath: loaded.luaPath)
    guard let name else { return try source.policy(for: loaded) }
    return try source.policy(name, for: loaded.scenario)
  }
}

extension PolicySource {
  /// The policies that runs of a scenario can have: those of the catalogue, and files of Lua.
  package init(for scenario: Scenario, files: any ScriptFiles, luaPath: [String] = []) {
    self.init(files: files, luaPath: luaPath) {
      try PolicyCatalogue.policy($0, in: PolicyWorld(scenario))
    }
  }
}
