import Device
import Lua
import Simulation

extension LoadedExperiment {
  /// The scenario of one of `settings`, anew: its file's under that setting, or what the script's
  /// function makes of it in a sandbox of its own.
  ///
  /// May be called from several threads at once. Traps when the setting is none of `settings`.
  public func scenario(for setting: Setting) throws(ScriptError) -> LoadedScenario {
    let loaded: LoadedScenario
    switch scenarioSource {
    case .file(let path):
      loaded = try ScenarioScript.load(
        path, grid.given(setting), files: files, luaPath: luaPath, shelf: shelf)
    case .function:
      loaded = try LoadedScenario.following { (seed) throws(ScriptError) in
        let declaration = try run(seed: seed)
        let scenario = try declaration.scenario(of: setting, in: grid, at: scenarioLocation)
        return (scenario, declaration.state.hasDrawn)
      }
    }
    let duration = loaded.scenario.duration
    guard warmUp < duration else {
      throw ScriptError(
        at: warmUpLocation,
        "experiment.warmUp: not below the duration (\(plainNumber(warmUp.seconds))); give less than "
          + plainNumber(duration.seconds))
    }
    return loaded
  }

  /// The file of the scenarios; nil when the experiment's own script makes them.
  public var scenarioPath: String? {
    if case .file(let path) = scenarioSource { path } else { nil }
  }

  /// Loads the scenarios of all settings. Throws every problem with them; what is not wrong in all
  /// settings names those in which it is.
  ///
  /// - Parameters:
  ///   - check: looks at each of them; what it throws is a problem like the others.
  public func checkScenarios(
    _ check: (LoadedScenario) throws(ScriptError) -> Void = { _ in }
  ) throws(ScriptError) {
    let log = ProblemLog()
    log.add(problems(at: settings, check))
    try log.throwIfAny()
  }

  /// Returns what is wrong with the scenarios of some settings.
  func problems(
    at some: [Setting], _ check: (LoadedScenario) throws(ScriptError) -> Void = { _ in }
  ) -> [ScriptError.Problem] {
    var found: [(problem: ScriptError.Problem, first: Setting, count: Int)] = []
    var positions: [String: Int] = [:]
    for setting in some {
      do throws(ScriptError) { try check(try scenario(for: setting)) } catch {
        for problem in error.problems {
          if let position = positions[problem.description] {
            found[position].count += 1
          } else {
            positions[problem.description] = found.count
            found.append((problem, setting, 1))
          }
        }
      }
    }
    return Self.byParameter(found.map(\.problem))
      + found.compactMap { problem, first, count in
        // What is said of a parameter's value names it already.
        if problem.setting != nil { return nil }
        if count == settings.count { return problem }
        let more = count == 1 ? "" : " and \(count - 1) other setting\(count == 2 ? "" : "s")"
        return problem.told(at: problem.location, "\(problem.message) (with \(first)\(more))")
      }
  }

  /// Returns the problems of parameters' values: one for all values of which the same is said.
  private static func byParameter(_ problems: [ScriptError.Problem]) -> [ScriptError.Problem] {
    var found: [(problem: ScriptError.Problem, others: Int)] = []
    var positions: [String: Int] = [:]
    for problem in problems {
      guard let setting = problem.setting else { continue }
      let key = problem.with(setting.value, replacedBy: "").description
      if let position = positions[key] {
        found[position].others += 1
      } else {
        positions[key] = found.count
        found.append((problem, 0))
      }
    }
    return found.map { problem, others in
      guard others > 0, let value = problem.setting?.value else { return problem }
      let more = others == 1 ? "one other value" : "\(grouped(others)) other values"
      return problem.with(value, replacedBy: "\(value) and \(more)")
    }
  }

  /// Runs the experiment's script anew.
  func run(seed: UInt64 = DeclarationHost.usualSeed) throws(ScriptError) -> Declaration {
    let host = DeclarationHost(
      path: path, settings: given, files: files, luaPath: luaPath, shelf: shelf, seed: seed)
    guard let declaration = Declaration(host, as: .experiment, isKnown: true) else {
      try host.problems.throwIfAny()
      fatalError("LoadedExperiment: \(path) ran before, and now does not")
    }
    return declaration
  }
}

extension Declaration {
  /// The scenario that an experiment's function makes of a setting.
  fileprivate func scenario(
    of setting: LoadedExperiment.Setting, in grid: ParameterGrid, at location: SourceLocation?
  ) throws(ScriptError) -> LoadedScenario {
    guard let function = function("scenario") else {
      throw ScriptError(
        at: location,
        "experiment.scenario: no function under another seed (of math.random); give one always")
    }
    var made: ScriptValue?
    do throws(LuaFailure) {
      made = try state.call(
        function, limit: Self.limits.entryInstructions,
        arguments: { grid.push(setting, in: $0) },
        results: { (frame) throws(LuaFailure) in try host.value(1, in: frame) })
    } catch {
      host.report(error, in: "experiment.scenario")
    }
    if let value = made, value.constructor != "scenario" {
      host.problems.report(
        "experiment.scenario: the function returns no scenario (\(value.shown)); end it with "
          + "return scenario { ... }", at: location)
      try host.problems.throwIfAny()
    }
    return try host.scenario(made)
  }
}

extension ScriptError.Problem {
  /// The same with other words for a value, which stands in brackets.
  fileprivate func with(_ value: String?, replacedBy words: String) -> Self {
    guard let value else { return self }
    return told(at: location, message.replacing("(\(value))", with: "(\(words))"))
  }
}

extension ParameterGrid {
  /// A setting for a scenario's parameters.
  fileprivate func given(_ setting: LoadedExperiment.Setting) -> GivenSettings {
    var given = GivenSettings(prefix: "experiment.parameters.")
    for value in setting.values {
      given.texts[value.name] = value.text
      given.locations[value.name] = self.value(value).location
    }
    return given
  }

  /// Pushes a table of the setting's values, for the script's functions.
  func push(_ setting: LoadedExperiment.Setting, in frame: borrowing LuaFrame) {
    let table = frame.pushTable(fields: setting.values.count)
    for value in setting.values {
      frame.push(self.value(value).value.asLua)
      frame.setField(value.name, of: table)
    }
  }
}
