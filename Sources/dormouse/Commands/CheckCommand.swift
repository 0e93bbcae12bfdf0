import Experiments
import Reports
import Scripting
import Simulation
import Studies

/// `dormouse check`: loads scripts and reports every error, without running them on a device.
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
      Apps are compiled only. Files of tests are loaded, and no test is run. Scenarios, policies and
      experiments are loaded, and so is what a scenario or an experiment names: apps, policies and data,
      metrics, and the scenarios of all settings.
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
    let kind: ScriptKind
    do throws(ScriptError) {
      let script = try AppScript(file, displayName: file, files: DiskScripts())
      try script.check()
      kind = script.kind
      if kind == .policy {
        _ = try ScriptedPolicy.load(
          file, seed: 1, apps: [], files: DiskScripts(), luaPath: request.luaPath)
      }
    } catch {
      throw CommandError(error)
    }
    switch kind {
    case .app, .policy: return "\(kind.rawValue), no errors"
    case .scenario: return try verdict(onScenario: request)
    case .experiment: return try verdict(onExperiment: request)
    case .test: return try verdict(onTests: request)
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
    return "scenario with \(counted(composition.loaded.scenario.apps.count, "app")), no errors"
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
