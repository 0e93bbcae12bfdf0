import Experiments
import Reports
import Scripting
import Simulation
import Studies

/// `dormouse check`: reads and loads scripts and reports every error, without running them on a
/// device.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "report every error of scripts without running them",
    usage: "FILE... [options]", operands: 1...Int.max,
    options: [
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenario or experiment; may be repeated"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
    ],
    notes: """
      In all of them the names are looked at: globals that nobody defines, fields that no API has,
      arguments of a kind that a function does not take, misspelt methods of a delegate; with a scenario
      also modes without their methods, and methods without their modes. No app and no test is run.
      Scenarios, policies, experiments and files of tests are loaded, and so is what a scenario or an
      experiment names: apps, policies and data, metrics, and the scenarios of all settings.
      """
  ) { (arguments, console) throws(CommandError) in
    let request = try Composition.Request(arguments)
    var problems: [CommandError] = []
    for file in arguments.operands {
      do throws(CommandError) {
        try console.output.write("\(shown(file)): \(try verdict(on: file, request))\n")
      } catch {
        switch error {
        case .data, .noInput: problems.append(error)
        default: throw error
        }
      }
    }
    let count = arguments.operands.count
    if count > 1, !problems.isEmpty {
      problems.append(.data("check: \(problems.count) of \(count) files cannot be used"))
    }
    if !problems.isEmpty { throw CommandError(joining: problems) }
  }

  /// What a file is, if all is well with it.
  private static func verdict(
    on file: String, _ request: Composition.Request
  ) throws(CommandError) -> String {
    var request = request
    request.file = file
    try request.requireFiles(in: [.script])
    let script: AppScript
    do throws(ScriptError) {
      script = try AppScript(file, displayName: file, files: DiskScripts())
      try script.check()
    } catch {
      throw CommandError(error)
    }
    return try joined(script.problemsWithNames()) { () throws(CommandError) in
      switch script.kind {
      case .app: return "app, no errors"
      case .policy: return try verdict(onPolicy: request)
      case .scenario: return try verdict(onScenario: request)
      case .experiment: return try verdict(onExperiment: request)
      case .test: return try verdict(onTests: request)
      }
    }
  }

  /// The verdict, or all that is wrong: with the names in a script, and what loading it says.
  private static func joined(
    _ problems: [ScriptError.Problem], _ verdict: () throws(CommandError) -> String
  ) throws(CommandError) -> String {
    let found: String
    do throws(CommandError) { found = try verdict() } catch {
      guard case .data(let text) = error, !problems.isEmpty else { throw error }
      // What has stopped the script at a line may be the name that is told of it.
      let told = text.split(separator: "\n").map(String.init)
      let rest = problems.filter { problem in
        !told.contains { $0.hasPrefix("\(problem.location.map { "\($0)" } ?? ""): ") }
      }
      throw .data((told + rest.map { shown("\($0)", 400) }).joined(separator: "\n"))
    }
    guard problems.isEmpty else {
      throw .data(problems.map { shown("\($0)", 400) }.joined(separator: "\n"))
    }
    return found
  }

  private static func verdict(
    onPolicy request: Composition.Request
  ) throws(CommandError) -> String {
    do throws(ScriptError) {
      _ = try ScriptedPolicy.load(
        request.file, seed: 1, apps: [], files: DiskScripts(), luaPath: request.luaPath)
      return "policy, no errors"
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(onTests request: Composition.Request) throws(CommandError) -> String {
    do throws(ScriptError) {
      let tests = try Rehearsal(files: [], luaPath: request.luaPath).tests(of: request.file)
      return "file with \(counted(tests.count, "test")), no errors"
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(
    onScenario request: Composition.Request
  ) throws(CommandError) -> String {
    let composition = try request.composed()
    let problems = problems(withAppsOf: composition.loaded)
    guard problems.isEmpty else {
      throw .data(problems.map { shown("\($0)", 400) }.joined(separator: "\n"))
    }
    return "scenario with \(counted(composition.loaded.scenario.apps.count, "app")), no errors"
  }

  /// What is wrong with the scripts of a scenario's apps, and with their modes.
  private static func problems(withAppsOf loaded: LoadedScenario) -> [ScriptError.Problem] {
    var scripts: [String: AppScript] = [:]
    var problems: [ScriptError.Problem] = []
    for (app, reference) in zip(loaded.scenario.apps, loaded.appScripts) {
      let path = reference.path
      if scripts[path] == nil {
        guard let script = try? AppScript(path, displayName: path, files: DiskScripts()) else {
          continue
        }
        scripts[path] = script
        problems += script.problemsWithNames()
      }
      let more = scripts[path]?.problems(
        ofApp: app.group.isEmpty ? app.name : app.group, modes: app.modes,
        usesTaskScheduler: !app.permittedIdentifiers.isEmpty)
      for problem in more ?? [] where !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  private static func verdict(
    onExperiment request: Composition.Request
  ) throws(CommandError) -> String {
    let request = ExperimentPlan.Request(
      file: request.file, settings: request.settings, luaPath: request.luaPath)
    let plan = try request.planned(console: nil)
    let experiment = plan.experiment
    let policies = experiment.policies.count
    let parts = [
      "\(grouped(policies)) \(policies == 1 ? "policy" : "policies")",
      counted(experiment.settings.count, "setting"),
      counted(experiment.replications, "replication"),
    ]
    let more = experiment.precision == nil ? "" : " or more"
    return "experiment of \(counted(experiment.runCount, "run"))\(more) "
      + "(\(parts.joined(separator: ", "))), no errors"
  }
}
