import Device
import Lua
import Simulation

/// Loads experiments: Lua files that end in `return experiment { ... }`.
public enum ExperimentScript {
  /// Runs an experiment's script in a sandbox of its own, reads what it returns, and loads the
  /// scenario of its first setting.
  ///
  /// - Parameters:
  ///   - path: as the user named it; messages show it so.
  ///   - settings: texts by parameter that the experiment declares: `--set name=value`.
  ///   - files: where the script and what it names are read from, once.
  ///   - luaPath: folders in which `require` looks after the scripts' own.
  ///   - isScreening: takes settings over all that the scenario's parameters may plausibly be, in
  ///     place of the experiment's own, and no `expect`.
  /// - Throws: every problem that could be found, each with its line.
  public static func load(
    _ path: String, settings: [String: String] = [:], files: any ScriptFiles,
    luaPath: [String] = [], isScreening: Bool = false
  ) throws(ScriptError) -> LoadedExperiment {
    let inputs = InputFiles(files)
    let host = DeclarationHost(
      path: path, settings: GivenSettings(texts: settings), files: inputs, luaPath: luaPath,
      shelf: RecordingShelf())
    let declaration = Declaration(host, as: .experiment)
    if declaration != nil || !host.parameters.isEmpty { host.checkSettings() }
    if declaration != nil, let source = try? files.script(at: path) {
      host.problems.add(AppScript(source: source, displayName: path).keysGivenTwice)
    }
    let experiment = declaration.flatMap {
      $0.experiment(inputs, luaPath: luaPath, isScreening: isScreening)
    }
    if let experiment, let first = experiment.settings.first {
      host.problems.add(experiment.problems(at: [first]))
    }
    try host.problems.throwIfAny()
    guard let experiment else {
      fatalError("ExperimentScript: \(path) has neither value nor problem")
    }
    return experiment
  }

  /// The parameters that an experiment declares, also when its script cannot go on without a
  /// setting: for `compare FILE --help`.
  ///
  /// - Throws: when the script declares none and fails.
  public static func parameters(
    of path: String, files: any ScriptFiles, luaPath: [String] = []
  ) throws(ScriptError) -> [ScenarioParameter] {
    try ScenarioScript.parameters(of: path, as: .experiment, files: files, luaPath: luaPath)
  }
}

extension Declaration {
  /// The experiment that was declared; nil when something is so wrong with it that there is none.
  fileprivate func experiment(
    _ inputs: InputFiles, luaPath: [String], isScreening: Bool
  ) -> LoadedExperiment? {
    guard case .table(let table) = value else { return nil }
    let place = Place("experiment", origin: table.origin, problems: host.problems)
    var draft = ExperimentKeys.Draft()
    ExperimentKeys.experiment.read(table, at: place, into: &draft)
    let reading = ExperimentReading(host: host, place: place, files: inputs.unnoted)
    let before = host.problems.count
    var grid = ParameterGrid(draft.parameters, host.problems)
    let scenario = draft.scenario.flatMap(reading.scenario)
    if isScreening, host.problems.count == before {
      draft.expectation = nil
      grid = screening(grid, scenario, draft, at: place, inputs.unnoted, luaPath: luaPath) ?? grid
    }
    let isRestricted = reading.hasFunction(draft.restriction)
    var settings: [LoadedExperiment.Setting] = []
    if host.problems.count == before {
      settings = grid.settings
      if isRestricted { restrict(&settings, of: grid, at: place.key("where")) }
      if isScreening, let first = settings.first, first != grid.settings.first {
        place.key("where").report(
          "leaves out the experiment as it stands (\(grid.settings[0])); let it pass for "
            + "--sensitivity")
      }
    }
    let policies = draft.policies.map(reading.policies) ?? []
    let baseline = reading.baseline(draft.baseline, among: policies)
    let metrics = reading.metrics(draft.metrics)
    let blocks = reading.blocks(draft.blocks, of: grid)
    let precision = reading.precision(draft.precision, replications: draft.replications)
    let hasExpectation = reading.hasFunction(draft.expectation)
    guard let scenario else { return nil }
    return LoadedExperiment(
      path: host.path,
      title: draft.title.isEmpty ? ScriptPath.stem(of: host.path) : draft.title,
      parameters: host.parameters, settings: settings, policies: policies,
      baseline: baseline ?? "", metrics: metrics, replications: draft.replications,
      firstSeed: UInt64(draft.seed), warmUp: draft.warmUp, blocks: blocks, precision: precision,
      hasExpectation: hasExpectation, printed: host.log.take(), files: inputs,
      luaPath: luaPath, scenarioSource: scenario,
      grid: grid, given: host.settings, shelf: host.shelf,
      warmUpLocation: place.key("warmUp").location,
      scenarioLocation: place.key("scenario").location)
  }

  /// Returns the settings of a screening; nil after reporting why there are none.
  private func screening(
    _ grid: ParameterGrid, _ scenario: ScenarioSource?, _ draft: ExperimentKeys.Draft,
    at place: Place, _ files: InputFiles, luaPath: [String]
  ) -> ParameterGrid? {
    if draft.blocks != nil {
      place.key("blocks").report("not with --sensitivity; remove one of them")
      return nil
    }
    if grid.isSample {
      place.key("parameters").report(
        "a sample has its settings (\(grid.settings.count)); leave --sensitivity out, which "
          + "'dormouse report' takes too")
      return nil
    }
    var declared: [ScenarioParameter] = []
    if case .file(let path) = scenario {
      do throws(ScriptError) {
        declared = try ScenarioScript.parameters(of: path, files: files, luaPath: luaPath)
      } catch {
        host.problems.add(error.problems)
        return nil
      }
    }
    let screening = ParameterScreening(declared, besides: grid)
    guard let found = screening.grid(seed: UInt64(draft.seed)) else {
      place.key("parameters").report(
        "nothing to vary for --sensitivity; list values here, or declare plausible = { least, "
          + "greatest } for parameters of the scenario")
      return nil
    }
    return found
  }

  /// Leaves out the settings that `where` does not let pass. All its calls share one limit.
  private func restrict(
    _ settings: inout [LoadedExperiment.Setting], of grid: ParameterGrid, at place: Place
  ) {
    guard let function = function("where") else { return }
    guard let strictCall = preludeFunction else {
      fatalError("Declaration: the prelude of an experiment returned no function")
    }
    host.gridNames = grid.axes.map(\.name)
    let count = settings.count
    _ = state.takeInstructions()
    var left = Self.limits.entryInstructions
    do throws(LuaFailure) {
      var passed: [LoadedExperiment.Setting] = []
      for setting in settings {
        do throws(LuaFailure) {
          let passes = try state.call(
            strictCall, limit: left,
            arguments: {
              $0.push(function)
              grid.push(setting, in: $0)
            },
            results: { (frame) throws(LuaFailure) in frame.truth(1) })
          if passes { passed.append(setting) }
          left = max(1, left - state.takeInstructions())
        } catch {
          host.report(error, in: place.name, " (with \(setting))")
          throw error
        }
      }
      settings = passed
      if passed.isEmpty {
        place.report("leaves nothing (of \(count) settings); let at least one pass")
      }
    } catch {
      settings = []
    }
  }
}
