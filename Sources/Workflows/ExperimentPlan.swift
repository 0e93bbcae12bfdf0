import Device
import Experiments
import Runs
import Scripting
import Simulation

/// An experiment ready to be run: everything that it names has been loaded and checked.
public struct ExperimentPlan: Sendable {
  /// A request for an experiment, as the user named it.
  public struct Request: Sendable {
    /// The experiment's file.
    public var file: String
    /// The values by parameter; looked up only.
    public var settings: [String: String]
    /// The number of replications; nil: the experiment's own.
    public var replications: Int?
    /// The part to run; nil: all of it.
    public var shard: Shard?
    /// The folders in which `require` looks after the scripts' own.
    public var luaPath: [String]
    /// Whether the settings are those of a screening, in place of the experiment's own.
    public var isScreening = false

    public init(
      file: String, settings: [String: String] = [:], replications: Int? = nil,
      shard: Shard? = nil, luaPath: [String] = []
    ) {
      self.file = file
      self.settings = settings
      self.replications = replications
      self.shard = shard
      self.luaPath = luaPath
    }
  }

  public let loaded: LoadedExperiment
  public let experiment: Experiment
  public let shard: Shard?
  /// The experiment's options and values, with names as a store has them.
  let given: [GivenOption]
  /// The number of apps on a device of the first setting.
  public let appCount: Int
  public let duration: TimeSpan
  /// A remark on what is no error in a scenario and surely not meant; nil: there is none.
  public let remark: ScriptError.Problem?
  /// The digest of everything that the plan names; parts can be merged when they agree in it.
  public let digest: String
  private let paths: SourcePath
  /// The contents of each policy, by its label; looked up only.
  private let contents: [String: String]
  /// The files that keys cover, by the names that a store has for them.
  private let keyed: Set<String>

  /// Loads everything and runs nothing. O(settings): the scenario of each is loaded.
  ///
  /// - Parameters:
  ///   - build: the program that will run it, on which results depend.
  ///   - progress: is called with how many scenarios have been loaded, and of how many.
  /// - Throws: every problem with what it names; never `store`.
  public init(
    _ request: Request, by build: Build, files: any ScriptFiles = DiskScripts(),
    progress: (_ loaded: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(WorkflowError) {
    do throws(ScriptError) {
      loaded = try ExperimentScript.load(
        request.file, settings: request.settings, files: files, luaPath: request.luaPath,
        isScreening: request.isScreening)
    } catch {
      throw .script(error)
    }
    shard = request.shard
    paths = SourcePath(besides: request.file)
    given =
      [GivenOption("", paths.name(of: request.file))]
      + request.settings.sorted { $0.key < $1.key }.map {
        GivenOption("set", "\($0.key)=\($0.value)")
      }
      + request.luaPath.map { [paths] in GivenOption("lua-path", paths.name(of: $0)) }
      + (request.isScreening ? [.sensitivity] : [])
    experiment = Experiment(loaded, replications: request.replications, paths)
    try ExperimentPlan.checkSize(of: experiment)
    if shard != nil, experiment.precision != nil {
      throw .shard(
        "--shard: this experiment adds replications by the results of all runs, which no part has "
          + "(precision); run it as a whole, or remove its precision and give --replications")
    }
    var problems = loaded.problemsWithMetrics
    let total = loaded.settings.count
    let (first, remark) = loaded.checkWorlds(&problems) { progress($0, total) }
    let world = WorldDigest(loaded, paths, build)
    let contents = loaded.policyContents(in: first, world, &problems)
    let names = loaded.policies.map { [paths] in paths.name(of: $0.file ?? $0.source) }
    self.contents = contents
    if !problems.isEmpty { throw .script(ScriptError(problems)) }
    self.remark = remark
    appCount = first?.scenario.apps.count ?? 0
    duration = first?.scenario.duration ?? .zero
    digest = WorldDigest.joined(loaded.policies.map { contents[$0.label, default: ""] })
    keyed = world.names.union(names)
  }

  /// More runs than any study that we know of; even counting them takes minutes.
  private static let mostRuns = 100_000_000

  /// Refuses an experiment that could be planned but never be run.
  private static func checkSize(of experiment: Experiment) throws(WorkflowError) {
    guard experiment.runCount <= mostRuns else {
      throw .size(
        "too many runs (\(grouped(experiment.runCount))); vary less or give "
          + "fewer replications, at most \(grouped(mostRuns)) runs")
    }
    guard experiment.seeds != nil else {
      throw .size(
        "experiment.seed: seeds above \(Int.max) cannot be stored (\(experiment.firstSeed)); "
          + "give a smaller first seed")
    }
  }

  /// Returns the key of all that a run's results depend on.
  public func key(of run: PlannedRun) -> RunKey {
    RunKey(of: run, in: experiment, content: contents[run.policy.label, default: ""])
  }

  /// Returns this part's runs, in plan order.
  ///
  /// - Parameters:
  ///   - replications: nil takes the experiment's own number.
  public func runs(replications: Int? = nil) -> some Sequence<(PlannedRun, RunKey)> {
    plannedRuns(replications: replications).lazy.map { ($0, key(of: $0)) }
  }

  /// Returns this part's runs, in plan order, without their keys.
  func plannedRuns(replications: Int?) -> PlannedRuns {
    experiment.runs(replications: replications, shard: shard)
  }

  /// All files that were read so far, by the names that a store has for them. O(bytes).
  public var files: [Store.File] {
    loaded.files.inputs
      .map {
        Store.File(
          path: paths.name(of: $0.path), digest: $0.digest.description, bytes: $0.bytes)
      }
      .sorted { $0.path < $1.path }
  }

  /// Returns whether a file of which runs were made has changed in a way that their keys do not
  /// show: a module that a script required while it ran. O(bytes) of it.
  public func isStale(_ file: Store.File) -> Bool {
    guard !keyed.contains(file.path), file.path != paths.name(of: loaded.path),
      // The file is of a policy that the plan no longer has.
      let bytes = try? loaded.files.contents(of: paths.file(of: file.path))
    else { return false }
    return Fingerprint(of: bytes).description != file.digest
  }

  /// The lines that the experiment's script has printed as it was loaded.
  public var printed: [String] { loaded.printed }

  /// Returns the expectations of the experiment's `expect` that the results in a store do not meet,
  /// in order; none without `expect`. O(runs).
  ///
  /// - Parameters:
  ///   - print: gets each line that `expect` prints.
  public func unmetExpectations(
    in store: Store, print: (String) -> Void = { _ in }
  ) throws(WorkflowError) -> [ScriptError.Problem] {
    guard loaded.hasExpectation else { return [] }
    let results: ExpectedResults
    do throws(StoreError) {
      try store.check()
      results = try ExpectedResults(store)
    } catch {
      throw .store(error)
    }
    let verdict = Result { () throws(ScriptError) in
      try loaded.check(results, print: print)
    }
    // The answers of `expect` mean nothing when results could not be read.
    if let failure = results.failure { throw .store(failure) }
    do throws(ScriptError) { return try verdict.get() } catch { throw .script(error) }
  }
}

extension Experiment {
  /// Creates the plan of a script.
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
