import Experiments
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse check`: reads and loads scripts and reports every error, and tries apps
/// under fault conditions.
enum CheckCommand {
  static let command = Command(
    name: "check", summary: "report every error of scripts, and try apps under fault conditions",
    usage: "FILE... [options]", operands: 1...Int.max,
    options: [
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenario or experiment; may be repeated"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
      StallOption.option,
      .init(name: "no-run", summary: "only read and load: no app is tried"),
      .init(name: "no-luacheck", summary: "do not run luacheck, even where it is installed"),
      .init(name: "strict", summary: "run luacheck, and fail if it is missing, or warns"),
    ],
    notes: """
      The names in all of them are checked: globals that nothing defines, fields that no API has,
      arguments of a kind that a function does not take, misspelt methods of a delegate; with a scenario
      also modes without their methods, and methods without their modes.
      Scenarios, policies, experiments and files of tests are loaded, and so is what a scenario or an
      experiment names: apps, policies and data, metrics, and the scenarios of all settings.
      An app without errors, and each of a scenario, is then tried on a phone of its own: as it is, and
      with no time, no network, slow servers, in Low Power Mode, swiped away, ended for want of memory,
      and launched before the phone is unlocked. The faults that this finds are reported, with status 1.
      No test is run.
      Where luacheck is installed, it checks scripts without errors, and knows the globals that they
      have. Its warnings are reported at the end, and change no status unless --strict is given.
      """
  ) { (arguments, console) throws(CommandError) in
    try Interruption.shared.watching(lastWords: "check: interrupted in the middle of a file") {
      () throws(CommandError) in
      try check(arguments, console)
    }
  }

  private static func check(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let request = try Composition.Request(arguments)
    let count = arguments.operands.count
    var problems: [CommandError] = []
    var tally = DryRunTally()
    var luacheck = try LuacheckTally(arguments)
    for (index, file) in arguments.operands.enumerated() {
      try Interruption.shared.heed("check: interrupted after \(index) of \(counted(count, "file"))")
      do throws(CommandError) {
        let (kind, trials) = try verdict(on: file, request, console)
        try console.output.write("\(shown(file)): \(kind), no errors\n")
        // A person who waits sees which file it is.
        try console.output.flush()
        for script in [file] + trials.flatMap(\.scripts) { luacheck.add(script) }
        guard !arguments.has("no-run") else { continue }
        for line in try tally.lines(of: trials) { try console.output.write("  \(line)\n") }
      } catch {
        switch error {
        case .data, .noInput, .fault: problems.append(error)
        default: throw error
        }
      }
    }
    if count > 1, !problems.isEmpty {
      problems.append(.data("check: \(problems.count) of \(count) files cannot be used"))
    }
    if let found = tally.summary { problems.append(.expectation("check: \(found)")) }
    if let failure = try luacheck.conclude(console) { problems.append(failure) }
    if !problems.isEmpty { throw CommandError(joining: problems) }
  }

  /// The kind of a file, if it has no errors, and the apps that can be tried.
  private typealias Verdict = (kind: String, trials: [DryRunOfApp])

  private static func verdict(
    on file: String, _ request: Composition.Request, _ console: Console
  ) throws(CommandError) -> Verdict {
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
      case .app: return ("app", [.alone(file, luaPath: request.luaPath)])
      case .policy: return try verdict(onPolicy: request)
      case .scenario: return try verdict(onScenario: request, console)
      case .experiment: return try verdict(onExperiment: request, console)
      case .test: return try verdict(onTests: request)
      }
    }
  }

  /// Returns the verdict, or throws all problems: of names in a script, and of loading it.
  private static func joined(
    _ problems: [ScriptError.Problem], _ verdict: () throws(CommandError) -> Verdict
  ) throws(CommandError) -> Verdict {
    let found: Verdict
    do throws(CommandError) { found = try verdict() } catch {
      guard case .data(let text) = error, !problems.isEmpty else { throw error }
      // The error at a line may be the unknown name that is reported there.
      let lines = text.split(separator: "\n").map(String.init)
      let rest = problems.filter { problem in
        !lines.contains { $0.hasPrefix("\(problem.location.map { "\($0)" } ?? ""): ") }
      }
      throw .data((lines + rest.map { shown("\($0)", 400) }).joined(separator: "\n"))
    }
    guard problems.isEmpty else {
      throw .data(problems.map { shown("\($0)", 400) }.joined(separator: "\n"))
    }
    return found
  }

  private static func verdict(
    onPolicy request: Composition.Request
  ) throws(CommandError) -> Verdict {
    do throws(ScriptError) {
      _ = try ScriptedPolicy.load(
        request.file, seed: 1, apps: [], files: DiskScripts(), luaPath: request.luaPath)
      return ("policy", [])
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(
    onTests request: Composition.Request
  ) throws(CommandError) -> Verdict {
    do throws(ScriptError) {
      let tests = try TestRunner(files: [], luaPath: request.luaPath).tests(of: request.file)
      return ("file with \(counted(tests.count, "test"))", [])
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(
    onScenario request: Composition.Request, _ console: Console
  ) throws(CommandError) -> Verdict {
    let composition = try request.composed()
    if let remark = composition.loaded.remark { console.complain(shown("\(remark)", 400)) }
    let problems = problems(withAppsOf: composition.loaded)
    guard problems.isEmpty else {
      throw .data(problems.map { shown("\($0)", 400) }.joined(separator: "\n"))
    }
    let loaded = composition.loaded
    return (
      "scenario with \(counted(loaded.scenario.apps.count, "app"))", DryRunOfApp.all(of: loaded)
    )
  }

  /// Returns the problems of the scripts of a scenario's apps, and of their modes.
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
    onExperiment request: Composition.Request, _ console: Console
  ) throws(CommandError) -> Verdict {
    let request = ExperimentPlan.Request(
      file: request.file, settings: request.settings, luaPath: request.luaPath)
    let plan = try request.planned()
    if let remark = plan.remark { console.complain(shown("\(remark)", 400)) }
    let experiment = plan.experiment
    let policies = experiment.policies.count
    let parts = [
      "\(grouped(policies)) \(policies == 1 ? "policy" : "policies")",
      counted(experiment.settings.count, "setting"),
      counted(experiment.replications, "replication"),
    ]
    let more = experiment.precision == nil ? "" : " or more"
    return (
      "experiment of \(counted(experiment.runCount, "run"))\(more) "
        + "(\(parts.joined(separator: ", ")))", []
    )
  }
}
