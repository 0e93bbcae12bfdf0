import Device
import Experiments
import Reports
import Scripting
import Simulation

/// An experiment as it will be run: everything it names is there and in order.
struct ExperimentPlan {
  /// What the user named.
  struct Request {
    /// The experiment's file.
    var file: String
    /// Texts by parameter; looked up only.
    var settings: [String: String] = [:]
    /// Nil: the experiment's own.
    var replications: Int?
    var shard: Shard?
    /// Folders in which `require` looks after the scripts' own.
    var luaPath: [String] = []
  }

  let loaded: LoadedExperiment
  let experiment: Experiment
  let shard: Shard?
  /// Of a device of the first setting.
  let appCount: Int
  let duration: TimeSpan
  /// Of everything that the plan names; parts can be merged when they agree in it.
  let digest: String
  let paths: SourcePath
  /// By the policy's label; looked up only.
  private let contents: [String: String]
  /// Files that keys stand for, by the names that a store has for them.
  private let keyed: Set<String>

  /// Loads everything and runs nothing. Throws `usage` for what the user named wrongly, `data` for
  /// scripts that cannot be used.
  ///
  /// - Parameters:
  ///   - console: tells how far it is, on a terminal; nil: nothing is told.
  init(
    _ request: Request, files: any ScriptFiles = DiskScripts(), console: Console? = nil
  ) throws(CommandError) {
    do throws(ScriptError) {
      loaded = try ExperimentScript.load(
        request.file, settings: request.settings, files: files, luaPath: request.luaPath)
    } catch {
      throw CommandError(error)
    }
    shard = request.shard
    paths = SourcePath(besides: request.file)
    experiment = Experiment(loaded, replications: request.replications, paths)
    try ExperimentPlan.checkSize(of: experiment, request)
    if shard != nil, experiment.precision != nil {
      throw .usage(
        "--shard: this experiment adds replications by what all runs come to, which no part knows "
          + "(precision); run it whole, or take its precision out and give --replications")
    }
    var problems = loaded.problemsWithMetrics
    let first = loaded.checkWorlds(&problems, console?.isErrorTerminal == true ? console : nil)
    let world = WorldDigest(loaded, paths)
    let contents = loaded.policyContents(in: first, world, &problems)
    let names = loaded.policies.map { [paths] in paths.name(of: $0.file ?? $0.source) }
    self.contents = contents
    if !problems.isEmpty { throw CommandError(ScriptError(problems)) }
    appCount = first?.scenario.apps.count ?? 0
    duration = first?.scenario.duration ?? .zero
    digest = WorldDigest.joined(loaded.policies.map { contents[$0.label, default: ""] })
    keyed = world.names.union(names)
  }

  /// More runs than any study that we know of; even to count them takes minutes.
  private static let mostRuns = 100_000_000

  /// Refuses what could be planned but never be run.
  private static func checkSize(
    of experiment: Experiment, _ request: Request
  ) throws(CommandError) {
    guard experiment.runCount <= mostRuns else {
      throw .data(
        "\(shown(request.file)): too many runs (\(grouped(experiment.runCount))); vary less or give "
          + "fewer replications, at most \(grouped(mostRuns)) runs")
    }
    guard experiment.seeds != nil else {
      throw .data(
        "\(shown(request.file)): experiment.seed: seeds above \(Int.max) do not fit "
          + "(\(experiment.firstSeed)); give a smaller first seed")
    }
  }

  /// What a run's results depend on.
  func key(of run: PlannedRun) -> RunKey {
    RunKey(of: run, in: experiment, content: contents[run.policy.label, default: ""])
  }

  /// This part's runs, in plan order.
  ///
  /// - Parameters:
  ///   - replications: nil takes the experiment's own number.
  func runs(replications: Int? = nil) -> some Sequence<(PlannedRun, RunKey)> {
    experiment.runs(replications: replications, shard: shard).lazy.map { ($0, key(of: $0)) }
  }

  /// All files that were read so far, by the names that a store has for them.
  var files: [Store.File] {
    loaded.files.inputs
      .map { Store.File(path: paths.name(of: $0.path), digest: $0.digest.description) }
      .sorted { $0.path < $1.path }
  }

  /// Whether a file of which runs were made is another now, and their keys do not tell: a module that
  /// a script required while it ran.
  func isStale(_ file: Store.File) -> Bool {
    guard !keyed.contains(file.path), file.path != paths.name(of: loaded.path),
      // A policy that the plan no longer has.
      let bytes = try? loaded.files.contents(of: paths.file(of: file.path))
    else { return false }
    return Fingerprint(of: bytes).description != file.digest
  }
}

/// What the worlds of an experiment are made of: scenarios, apps, data, and the simulator itself.
private struct WorldDigest {
  let text: String
  /// Of the files.
  let names: Set<String>

  /// To be asked when all worlds have been loaded, and no policy.
  init(_ loaded: LoadedExperiment, _ paths: SourcePath) {
    let others = Set(
      loaded.policies.map { $0.file ?? $0.source }
        + (loaded.scenarioPath == nil ? [] : [loaded.path]))
    let inputs = loaded.files.inputs.filter { !others.contains($0.path) }
      .map { (name: paths.name(of: $0.path), digest: $0.digest.description) }
      .sorted { $0.name < $1.name }
    names = Set(inputs.map(\.name))
    text = WorldDigest.joined([BuildFacts.identity] + inputs.flatMap { [$0.name, $0.digest] })
  }

  /// Lengths keep texts apart that would be equal when joined.
  static func joined(_ parts: [String]) -> String {
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return Fingerprint(of: Array(text.utf8)).description
  }
}

extension LoadedExperiment {
  /// Metrics that there are not.
  fileprivate var problemsWithMetrics: [ScriptError.Problem] {
    let mentions =
      metrics.map { ("experiment.metrics", $0) }
      + (precision.map { [("experiment.precision.metric", $0.metric)] } ?? [])
    let unknown = mentions.compactMap { place, mention -> ScriptError.Problem? in
      guard Metrics.named(mention.name) == nil else { return nil }
      return ScriptError.Problem(
        at: mention.location,
        "\(place): unknown metric (\"\(mention.name)\"); " + adviceOnMetric(mention.name))
    }
    return unknown + (precision?.problems ?? [])
  }

  /// Loads all scenarios and compiles their apps; the first that there is.
  fileprivate func checkWorlds(
    _ problems: inout [ScriptError.Problem], _ console: Console?
  ) -> LoadedScenario? {
    var line = RunsLine(total: settings.count)
    var count = 0
    defer { console?.remark(ProgressLine.wipe) }
    var first: LoadedScenario?
    var checked = Set<[String]>()
    do throws(ScriptError) {
      try checkScenarios { (scenario) throws(ScriptError) in
        first = first ?? scenario
        count += 1
        if let console, let text = line.text(done: count, "scenarios") { console.remark(text) }
        guard checked.insert(scenario.appScripts.map(\.path)).inserted else { return }
        _ = try AppScripts(
          scenario.appScripts, files: files,
          modules: ModuleSearch(files: files, folders: scenario.luaPath))
      }
    } catch {
      problems += error.problems
    }
    return first
  }

  /// What runs under each policy are made of, by the policy's label. Each policy is made once, in
  /// the first world, to find out what is wrong with it and which files it has.
  fileprivate func policyContents(
    in world: LoadedScenario?, _ digest: WorldDigest, _ problems: inout [ScriptError.Problem]
  ) -> [String: String] {
    var contents: [String: String] = [:]
    guard let world else { return contents }
    for policy in policies {
      let read = FilesRead(files)
      do throws(ScriptError) {
        _ = try Composition.policySource(world, read).policy(
          policy.source, seed: world.scenario.seed, apps: world.scenario.apps.map(\.name))
      } catch {
        problems += error.problems.map {
          ScriptError.Problem(at: $0.location ?? policy.location, $0.message)
        }
      }
      contents[policy.label] = WorldDigest.joined(
        [digest.text] + read.inputs.map(\.digest.description))
    }
    return contents
  }
}

extension LoadedExperiment.Precision {
  /// What could not fail to be reached, or not be reached by anything.
  fileprivate var problems: [ScriptError.Problem] {
    guard let known = Metrics.named(metric.name), let extent = known.unit.extent else { return [] }
    // The mean of what lies between two ends is known to half of their distance before it is measured.
    let limit = isOfDifferences ? extent : extent / 2
    guard halfWidth >= limit else { return [] }
    let isPercentage = known.unit == .share && halfWidth > 1 && halfWidth / 100 < limit
    let shown = plainNumber(halfWidth)
    let advice =
      isPercentage ? "\(halfWidth / 100) for \(shown) %" : "less than \(plainNumber(limit))"
    return [
      ScriptError.Problem(
        at: halfWidthLocation,
        "experiment.precision.halfWidth: too wide for what is between 0 and 1 (\(shown) of "
          + "\"\(known.name)\"); give \(advice)")
    ]
  }
}

/// What to do about a metric that there is not.
func adviceOnMetric(_ name: String) -> String {
  // Part of a name is meant more often than another one with few letters exchanged.
  let begun = Metrics.all.map(\.name).filter { $0.hasPrefix(name.lowercased()) }
  let known =
    begun.isEmpty ? Metrics.all.map(\.name).filter { $0.contains(name.lowercased()) } : begun
  if !name.isEmpty, (1...6).contains(known.count) {
    let last = known.count > 1 ? " or \(known[known.count - 1])" : ""
    return "did you mean \(known.dropLast(known.count > 1 ? 1 : 0).joined(separator: ", "))\(last)?"
  }
  return advice(
    for: name, among: Metrics.all.map(\.name) + Metrics.all.map(\.key),
    otherwise: "docs/metrics.md lists them, and so does 'dormouse compare --help'")
}

extension Experiment {
  /// The plan of a script.
  ///
  /// - Parameters:
  ///   - replications: in place of the script's.
  fileprivate init(_ loaded: LoadedExperiment, replications: Int?, _ paths: SourcePath) {
    let count = replications ?? loaded.replications
    self.init(
      title: loaded.title, scenario: paths.name(of: loaded.scenarioPath ?? loaded.path),
      settings: loaded.settings.map { Setting($0) },
      // Sources are as written, and so do not depend on where the scripts lie.
      policies: loaded.policies.map { PolicyChoice($0.label, source: $0.name) },
      baseline: loaded.policies.firstIndex { $0.label == loaded.baseline } ?? 0,
      replications: count, firstSeed: loaded.firstSeed, warmUp: loaded.warmUp,
      blocks: loaded.blocks, metrics: loaded.metrics.map(\.name),
      precision: loaded.precision.map {
        Precision(
          metric: $0.metric.name, subject: $0.isOfDifferences ? .difference : .mean,
          halfWidth: $0.halfWidth, maximum: max($0.maximum, count))
      })
  }
}
