import Device
import Lua
import Simulation
import Users

/// Loads scenarios: Lua files that end in `return scenario { ... }`.
public enum ScenarioScript {
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
    try load(
      path, GivenSettings(texts: settings), files: files, luaPath: luaPath, shelf: RecordingShelf())
  }

  static func load(
    _ path: String, _ settings: GivenSettings, files: any ScriptFiles, luaPath: [String],
    shelf: RecordingShelf
  ) throws(ScriptError) -> LoadedScenario {
    @Sendable func host(_ seed: UInt64) -> DeclarationHost {
      DeclarationHost(
        path: path, settings: settings, files: files, luaPath: luaPath, shelf: shelf, seed: seed)
    }
    return try LoadedScenario.following { (seed) throws(ScriptError) in
      let host = host(seed)
      let declaration = Declaration(host, as: .scenario)
      if declaration != nil || !host.parameters.isEmpty { host.checkSettings() }
      return (try host.scenario(declaration?.value), declaration?.state.hasDrawn ?? false)
    }.judged { (seed) throws(ScriptError) in
      let host = host(seed)
      guard let declaration = Declaration(host, as: .scenario, isKnown: true) else {
        try host.problems.throwIfAny()
        fatalError("ScenarioScript: \(path) ran before, and now does not")
      }
      return declaration
    }
  }

  /// The parameters that a scenario declares, also when its script cannot go on without a setting:
  /// for `run FILE --help`.
  ///
  /// - Throws: when the script declares none and fails.
  public static func parameters(
    of path: String, files: any ScriptFiles, luaPath: [String] = []
  ) throws(ScriptError) -> [ScenarioParameter] {
    try parameters(of: path, as: .scenario, files: files, luaPath: luaPath)
  }

  static func parameters(
    of path: String, as kind: DeclarationKind, files: any ScriptFiles, luaPath: [String]
  ) throws(ScriptError) -> [ScenarioParameter] {
    let host = DeclarationHost(
      path: path, settings: GivenSettings(), files: files, luaPath: luaPath,
      shelf: RecordingShelf())
    _ = Declaration(host, as: kind)
    if host.parameters.isEmpty { try host.problems.throwIfAny() }
    return host.parameters
  }
}

extension DeclarationHost {
  /// The scenario that a value declares. Throws all problems so far; without a value there must be
  /// some.
  func scenario(_ value: ScriptValue?) throws(ScriptError) -> LoadedScenario {
    let reading = ScenarioReading(
      path: path, recordings: recordings, batteries: batteries, files: files, problems: problems)
    let found = value.flatMap { reading.read($0) }
    try problems.throwIfAny()
    guard let found else { fatalError("ScenarioScript: \(path) has neither value nor problem") }
    var loaded = LoadedScenario(
      path: path, scenario: found.scenario, appScripts: found.apps, policy: found.policy,
      policyLocation: found.policyLocation, parameters: parameters, luaPath: luaPath,
      hasExpectation: found.hasExpectation, user: found.user, follows: found.follows)
    loaded.remark = found.remark
    loaded.hasProperties = found.hasProperties
    do throws(UserModelError) {
      return try loaded.withUser(from: found.scenario.seed)
    } catch {
      found.userPlace?.reportAsIs(error.description)
      try problems.throwIfAny()
      throw ScriptError(at: file, error.description)
    }
  }
}
