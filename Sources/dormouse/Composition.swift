import Device
import Policies
import Scripting
import Simulation

/// A run put together from what its user named: scenario, policy, apps. The one place that does so.
struct Composition {
  /// What the user named.
  struct Request {
    /// The scenario's file.
    var file: String
    /// Texts by parameter; looked up only.
    var settings: [String: String] = [:]
    /// Nil: the scenario's own.
    var seed: UInt64?
    /// A name, `name{key=value}`, or a `.lua` file; nil: the scenario's own.
    var policy: String?
    /// Folders in which `require` looks after the scenario's own.
    var luaPath: [String] = []
  }

  let loaded: LoadedScenario
  let apps: AppScripts
  let policy: any SchedulingPolicy

  /// Loads everything and runs nothing. Throws `usage` for what the user named wrongly, `data` for
  /// scripts that cannot be used.
  init(_ request: Request, files: any ScriptFiles = DiskScripts()) throws(CommandError) {
    loaded = try Composition.load(request, files)
    // Both are tried, so that one look shows what is wrong with either.
    var problems: [CommandError] = []
    let apps = Composition.attempt(&problems) { [loaded] () throws(CommandError) in
      try Composition.apps(loaded, files)
    }
    let policy = Composition.attempt(&problems) { [loaded] () throws(CommandError) in
      try Composition.policy(request.policy, loaded, files)
    }
    guard let apps, let policy else { throw CommandError(joining: problems) }
    self.apps = apps
    self.policy = policy
  }

  private static func attempt<Value>(
    _ problems: inout [CommandError], _ make: () throws(CommandError) -> Value
  ) -> Value? {
    do throws(CommandError) { return try make() } catch {
      problems.append(error)
      return nil
    }
  }

  /// The device of the one run.
  ///
  /// - Parameters:
  ///   - explaining: gets every decision with all that it rested on.
  func device(
    trace: Trace = Trace(), explaining: ((DecisionExplanation) -> Void)? = nil
  ) -> Device {
    Device(
      loaded.scenario, policy: policy, trace: trace, explaining: explaining,
      behaviors: apps.behaviorFactory)
  }

  private static func load(
    _ request: Request, _ files: any ScriptFiles
  ) throws(CommandError) -> LoadedScenario {
    let loaded: LoadedScenario
    do throws(ScriptError) {
      loaded = try ScenarioScript.load(
        request.file, settings: request.settings, files: files, luaPath: request.luaPath)
    } catch {
      throw CommandError(error)
    }
    guard let seed = request.seed else { return loaded }
    return try drawn(loaded, from: seed)
  }

  /// A scenario under another seed.
  static func drawn(
    _ loaded: LoadedScenario, from seed: UInt64
  ) throws(CommandError) -> LoadedScenario {
    do throws(ScriptError) { return try loaded.drawn(from: seed) } catch {
      throw CommandError(error)
    }
  }

  /// The scripts of a scenario's apps.
  static func apps(
    _ loaded: LoadedScenario, _ files: any ScriptFiles
  ) throws(CommandError) -> AppScripts {
    do throws(ScriptError) {
      return try AppScripts(
        loaded.appScripts, files: files,
        modules: ModuleSearch(files: files, folders: loaded.luaPath))
    } catch {
      throw CommandError(error)
    }
  }

  /// A new policy for one run of a scenario.
  ///
  /// - Parameters:
  ///   - name: a name, `name{key=value}`, or a `.lua` file; nil: the scenario's own.
  static func policy(
    _ name: String?, _ loaded: LoadedScenario, _ files: any ScriptFiles
  ) throws(CommandError) -> any SchedulingPolicy {
    let source = policySource(loaded, files)
    do throws(ScriptError) {
      guard let name else { return try source.policy(for: loaded) }
      let scenario = loaded.scenario
      return try source.policy(name, seed: scenario.seed, apps: scenario.apps.map(\.name))
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes policies for a scenario.
  static func policySource(_ loaded: LoadedScenario, _ files: any ScriptFiles) -> PolicySource {
    PolicySource(files: files, luaPath: loaded.luaPath) { name in
      try PolicyCatalogue.policy(name, in: PolicyWorld(loaded.scenario))
    }
  }
}

extension Composition.Request {
  /// What `options` say, as far as a command has them, and the first operand.
  init(_ arguments: Arguments) throws(CommandError) {
    file = arguments.operands[0]
    let settings = try arguments.settings("set")
    self.settings = Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) })
    seed = try arguments.seed("seed")
    policy = arguments.value("policy")
    luaPath = arguments.all("lua-path")
  }

  /// Refuses files that are named but not there.
  func requireFiles() throws(CommandError) {
    try InputFile.require(file, in: [.script])
    try InputFile.require(policy: policy)
    for folder in luaPath { try InputFile.requireFolder(folder, for: "lua-path") }
  }

  /// The options of a command that runs one scenario.
  static let options: [Command.Option] = [
    .init(
      name: "policy", value: "NAME|FILE",
      summary: "another policy: a name, name{key=value}, or a .lua file"),
    .init(name: "seed", value: "N", summary: "another world of the same kind"),
    .init(
      name: "set", value: "K=V", repeats: true,
      summary: "set a parameter of the scenario; may be repeated"),
    .init(
      name: "lua-path", value: "DIR", repeats: true,
      summary: "look here too for what scripts require; may be repeated"),
  ]
}

extension CommandError {
  /// Wrong use if no script is to blame: a setting on the command line.
  init(_ error: ScriptError) {
    let isUse = error.problems.allSatisfy { $0.location == nil }
    self = isUse ? .usage("\(error)") : .data("\(error)")
  }

  /// One error with the messages of all, which are not none, and the status of the first.
  init(joining errors: [CommandError]) {
    let text = errors.compactMap(\.message).joined(separator: "\n")
    switch errors.first {
    case .usage: self = .usage(text)
    case .noInput: self = .noInput(text)
    default: self = .data(text)
    }
  }
}
