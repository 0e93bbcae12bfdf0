import Device
import Lua
import Simulation

/// Loads scenarios: Lua files that end in `return scenario { ... }`.
public enum ScenarioScript {
  /// What a scenario's script may use before it is stopped.
  static let limits = LuaLimits(memoryBytes: 256 << 20, entryInstructions: 50_000_000)

  /// Runs a scenario's script in a sandbox of its own and reads what it returns.
  ///
  /// - Parameters:
  ///   - path: as the user named it; messages show it so.
  ///   - settings: texts by parameter: `--set name=value`.
  ///   - files: where the script and what it names are read from.
  ///   - luaPath: folders in which `require` looks after the scenario's own.
  /// - Throws: every problem that could be found, each with its line.
  public static func load(
    _ path: String, settings: [String: String] = [:], files: any ScriptFiles,
    luaPath: [String] = []
  ) throws(ScriptError) -> LoadedScenario {
    let folder = ScriptPath.folder(of: path)
    let folders = [folder.isEmpty ? "." : folder] + luaPath
    let host = ScenarioHost(
      path: path, settings: settings, files: files,
      modules: ModuleSearch(files: files, folders: folders))
    let value = run(host)
    host.checkSettings()
    let reading = ScenarioReading(
      path: path, recordings: host.recordings, files: files, problems: host.problems)
    let found = value.flatMap { reading.read($0) }
    try host.problems.throwIfAny()
    guard let found else { fatalError("ScenarioScript: \(path) has neither value nor problem") }
    let loaded = LoadedScenario(
      path: path, scenario: found.scenario, appScripts: found.apps, policy: found.policy,
      policyLocation: found.policyLocation,
      parameters: host.parameters, luaPath: folders, user: found.user)
    do throws(UserModelError) {
      return try loaded.drawn(from: found.scenario.seed)
    } catch {
      found.userPlace?.reportAsIs(error.description)
      try host.problems.throwIfAny()
      throw ScriptError(at: SourceLocation(file: path, line: 0), error.description)
    }
  }

  /// The parameters that a scenario declares, also when its script cannot go on without a setting:
  /// for `run FILE --help`.
  ///
  /// - Throws: when the script declares none and fails.
  public static func parameters(
    of path: String, files: any ScriptFiles, luaPath: [String] = []
  ) throws(ScriptError) -> [ScenarioParameter] {
    let folders = [ScriptPath.folder(of: path)] + luaPath
    let host = ScenarioHost(
      path: path, settings: [:], files: files,
      modules: ModuleSearch(files: files, folders: folders))
    _ = run(host)
    if host.parameters.isEmpty { try host.problems.throwIfAny() }
    return host.parameters
  }

  /// What the script returns; nil after reporting why it does not.
  private static func run(_ host: ScenarioHost) -> ScriptValue? {
    let file = SourceLocation(file: host.path, line: 0)
    do throws(ScriptFileError) {
      guard let source = try host.files.contents(of: host.path) else {
        host.problems.report("no such file; name a scenario, a .lua file that is there", at: file)
        return nil
      }
      host.problems.add(source: source, named: host.path)
      return run(source, host)
    } catch {
      host.problems.report(error.description, at: file)
      return nil
    }
  }

  private static func run(_ source: [UInt8], _ host: ScenarioHost) -> ScriptValue? {
    do throws(LuaFailure) {
      let seed = RandomStream(seed: 0, name: "scenario").seedWords
      let state = try LuaState(
        limits: limits, seed: LuaSeed(seed.0, seed.1, seed.2, seed.3),
        library: ScenarioHost.library, host: host)
      try state.call(try state.load(ScenarioHost.prelude, name: "scenario"))
      let chunk = try state.load(source, name: host.path)
      return try state.call(chunk, limit: limits.entryInstructions) {
        (frame) throws(LuaFailure) -> ScriptValue in
        var reading = ScriptValueReading(origins: host.origins)
        return try reading.value(1, in: frame)
      }
    } catch {
      report(error, host)
      return nil
    }
  }

  private static func report(_ failure: LuaFailure, _ host: ScenarioHost) {
    if failure.message.hasSuffix(ScenarioHost.stop.message) { return }
    let message =
      switch failure.kind {
      case .instructions:
        "the script goes on for too long (over \(limits.entryInstructions) instructions); "
          + "look for a loop without end"
      case .memory:
        "the script takes too much memory (over \(limits.memoryBytes >> 20) MB); make less"
      default: withoutPlace(failure)
      }
    host.problems.report(
      message, at: SourceLocation(file: failure.file ?? host.path, line: failure.line ?? 0))
  }
}
