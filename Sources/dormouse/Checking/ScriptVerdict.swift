import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// What a script without errors is, and the apps that can be tried.
struct ScriptVerdict {
  /// What it is, in words: "app", "scenario with 2 apps".
  let kind: String
  var apps: [TriedApp] = []
  /// Whether it is an app's script.
  var isApp: Bool { kind == "app" }
  /// A scenario, which can be run to its end.
  var composition: Composition?
  /// A policy, which can be tried.
  var policy: PolicyTrial?
  /// The comments that allow findings, in all scripts that belong to it.
  private(set) var allowances = ScriptAllowances()

  /// Reads and loads a script.
  ///
  /// - Throws: all that is wrong with it.
  init(
    _ request: Composition.Request, declared: DeclaredApp?, _ console: Console
  ) throws(CommandError) {
    try request.requireFiles(in: [.script])
    let script: AppScript
    do throws(ScriptError) {
      script = try AppScript(request.file, displayName: request.file, files: DiskScripts())
      try script.check()
    } catch {
      throw CommandError(error)
    }
    let folder = ScriptPath.folder(of: request.file)
    var allowances = script.allowances(
      ModuleSearch(files: DiskScripts(), folders: [folder.isEmpty ? "." : folder] + request.luaPath)
    )
    var problems = script.problemsWithNames() + allowances.problems
    if script.kind == .app, let problem = script.emptiness { problems.append(problem) }
    if script.kind == .app, let declared {
      problems += script.problems(
        ofApp: "the app", modes: declared.modes,
        usesTaskScheduler: !declared.identifiers.isEmpty, declaredIn: "UIBackgroundModes")
    }
    self = try ScriptVerdict.joined(problems) { () throws(CommandError) in
      switch script.kind {
      case .app:
        let app = TriedApp.alone(request.file, declared: declared, luaPath: request.luaPath)
        return ScriptVerdict(kind: "app", apps: [app])
      case .policy: return try ScriptVerdict.verdict(onPolicy: request)
      case .scenario:
        if declared != nil {
          throw .usage(
            "--info-plist: the apps of a scenario declare their own modes and identifiers"
              + " (\(shown(request.file))); leave it out, or name the app's script")
        }
        return try ScriptVerdict.verdict(onScenario: request, &allowances, console)
      case .experiment: return try ScriptVerdict.verdict(onExperiment: request, console)
      case .test: return try ScriptVerdict.verdict(onTests: request)
      }
    }
    self.allowances = allowances
  }

  private init(kind: String, apps: [TriedApp] = [], composition: Composition? = nil) {
    self.kind = kind
    self.apps = apps
    self.composition = composition
  }

  /// Returns the verdict, or throws all problems: of names in a script, and of loading it.
  private static func joined(
    _ problems: [ScriptError.Problem], _ verdict: () throws(CommandError) -> ScriptVerdict
  ) throws(CommandError) -> ScriptVerdict {
    let found: ScriptVerdict
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
  ) throws(CommandError) -> ScriptVerdict {
    do throws(ScriptError) {
      _ = try ScriptedPolicy.load(
        request.file, seed: 1, apps: [], files: DiskScripts(), luaPath: request.luaPath)
      var verdict = ScriptVerdict(kind: "policy")
      verdict.policy = PolicyTrial(path: request.file, luaPath: request.luaPath)
      return verdict
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(
    onTests request: Composition.Request
  ) throws(CommandError) -> ScriptVerdict {
    do throws(ScriptError) {
      let tests = try TestRunner(files: [], luaPath: request.luaPath).tests(of: request.file)
      return ScriptVerdict(kind: "file with \(counted(tests.count, "test"))")
    } catch {
      throw CommandError(error)
    }
  }

  private static func verdict(
    onScenario request: Composition.Request, _ allowances: inout ScriptAllowances,
    _ console: Console
  ) throws(CommandError) -> ScriptVerdict {
    let composition = try request.composed()
    if let remark = composition.loaded.remark { console.complain(shown("\(remark)", 400)) }
    let told = allowances.problems.count
    allowances.add(composition.apps)
    let problems =
      problems(withAppsOf: composition.loaded) + allowances.problems.dropFirst(told)
    guard problems.isEmpty else {
      throw .data(problems.map { shown("\($0)", 400) }.joined(separator: "\n"))
    }
    let loaded = composition.loaded
    return ScriptVerdict(
      kind: "scenario with \(counted(loaded.scenario.apps.count, "app"))",
      apps: TriedApp.all(of: loaded), composition: composition)
  }

  /// Returns the problems of the scripts of a scenario's apps, and of their modes.
  private static func problems(withAppsOf loaded: LoadedScenario) -> [ScriptError.Problem] {
    var scripts: [String: AppScript] = [:]
    var problems: [ScriptError.Problem] = []
    let family = loaded.scenario.device.platform.family
    for (app, reference) in zip(loaded.scenario.apps, loaded.appScripts) {
      let path = reference.path
      if scripts[path] == nil {
        guard let script = try? AppScript(path, displayName: path, files: DiskScripts()) else {
          continue
        }
        scripts[path] = script
        problems += script.problemsWithNames(on: family)
      }
      let more = scripts[path]?.problems(
        ofApp: app.group.isEmpty ? app.name : app.group, modes: app.modes,
        usesTaskScheduler: !app.permittedIdentifiers.isEmpty, on: family)
      for problem in more ?? [] where !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  private static func verdict(
    onExperiment request: Composition.Request, _ console: Console
  ) throws(CommandError) -> ScriptVerdict {
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
    return ScriptVerdict(
      kind: "experiment of \(counted(experiment.runCount, "run"))\(more) "
        + "(\(parts.joined(separator: ", ")))")
  }
}
