import Device
import Experiments

/// A report of an experiment's results from the store of its runs; docs/statistics.md explains each
/// figure.
///
/// It is a function of the plan and the runs that are done, except for the cost of deciding:
/// neither the order in which runs were stored nor the time that they took is in it.
public struct ComparisonReport: Sendable {
  let experiment: Experiment
  /// The analysis of the metrics that were asked for, followed by those of distributions.
  let analysis: ExperimentAnalysis
  /// The number of the analysis' metrics that have tables of their own.
  let shownCount: Int
  /// The metrics that the experiment declares and that do not exist.
  let unknownMetrics: [String]
  let progress: Store.Progress
  /// The number of done runs that the store keeps beside those of the plan.
  let beyondPlan: Int
  let origins: [Origin]
  let files: [Store.File]
  let failures: [FailedRun]
  let policyFaults: [Store.FaultTotal]
  let findings: [Store.FindingTotal]
  let exits: [Store.ExitTotal]
  /// The reason why the metric that has to be known precisely is not; nil: it is.
  let shortfall: Experiment.Precision.Shortfall?
  let costs: [Store.CostTotal]
  /// The tables of apps by metric, then by setting; empty unless asked for.
  let apps: [AppTable]
  /// The tables of seeds or blocks by metric, then by setting; empty unless asked for.
  let units: [UnitTable]
  /// The tables of effects by metric; empty unless asked for.
  let effects: [EffectTable]
  /// The regrets by metric, then by setting, of metrics that have a reference.
  let regrets: [Regret]
  /// Whether the first setting is the experiment as it stands, and the others are variations of it.
  let isScreening: Bool
  let isDetailed: Bool

  /// The origin of runs, as far as it may matter to their results.
  struct Origin: Sendable, Hashable {
    var version: String
    var commit: String
    var toolchain: String
    var lua: String
    var platform: String
    var sqlite: String
  }

  /// Reads the report from a store.
  ///
  /// - Parameters:
  ///   - metrics: nil takes those that the experiment declares, or usual ones if it declares none,
  ///     and the distributions of waits and staleness.
  ///   - detail: shows apps too, and leaves out nothing.
  ///   - apps: shows apps and groups of apps too.
  ///   - units: shows seeds, or blocks, too.
  ///   - effects: shows the effects of the parameters.
  ///   - family: the verdicts among which wrong ones are held rare.
  /// - Throws: StoreError if the store cannot be read, or nothing was run into it.
  ///
  /// O(runs) time for each metric; memory holds the values of one metric at a time.
  public init(
    of store: Store, metrics: [Metrics.Metric]? = nil, detail: Bool = false, apps: Bool = false,
    units: Bool = false, effects: Bool = false,
    family: ExperimentAnalysis.Family = .metric
  ) throws(StoreError) {
    experiment = try store.experiment()
    let declared = experiment.metrics.map { (name: $0, metric: Metrics.named($0)) }
    unknownMetrics = metrics == nil ? declared.filter { $0.metric == nil }.map(\.name) : []
    let known = declared.compactMap(\.metric)
    let shown = ComparisonReport.unique(
      metrics ?? (known.isEmpty ? ComparisonReport.usualMetrics : known))
    shownCount = shown.count
    let quantiles = metrics == nil || detail ? ComparisonReport.quantiles : []
    let all = ComparisonReport.unique(shown + quantiles)
    analysis = try ExperimentAnalysis(of: store, metrics: all, family: family, judged: shownCount)
    progress = try store.progress()
    beyondPlan = try store.runsBeyondPlan()
    let sessions = try store.sessions()
    origins = ComparisonReport.origins(sessions)
    files = ComparisonReport.files(sessions)
    failures = try store.failures()
    policyFaults = try store.policyFaults()
    findings = try store.findings()
    exits = try store.exits()
    shortfall = try ComparisonReport.shortfall(of: experiment.precision, in: store)
    costs = try store.costs()
    isScreening = try store.given().contains(.sensitivity)
    isDetailed = detail
    self.apps = detail || apps ? try AppTable.all(of: all, in: store) : []
    self.units = units ? try UnitTable.all(of: shown, in: store) : []
    self.effects = effects ? try EffectTable.all(of: shown, in: store) : []
    let reference = experiment.policies.firstIndex { $0.source == ComparisonReport.foresight }
    regrets = try Regret.all(of: shown, in: store, reference: reference)
  }

  /// The policy that knows what the user will do, the reference where a metric has no bound.
  static let foresight = "far-sighted"

  private static func shortfall(
    of precision: Experiment.Precision?, in store: Store
  ) throws(StoreError) -> Experiment.Precision.Shortfall? {
    guard let precision, let metric = Metrics.named(precision.metric) else { return nil }
    return precision.shortfall(in: try ExperimentAnalysis(of: store, metrics: [metric]))
  }

  /// The metrics of an experiment that declares none.
  static let usualMetrics = [
    "fresh at open", "staleness mean", "fetches new", "slot wait mean", "background seconds used",
    "energy background", "jain index", "wake ups", "device wake ups",
  ].compactMap { Metrics.named($0) }

  /// The quantiles that describe waits and staleness beyond their means.
  static let quantiles = (AppFigures.waits + AppFigures.staleness)
    .filter { !$0.group.isEmpty }.compactMap { Metrics.named($0.name) }

  /// Returns the first metric of each name.
  private static func unique(_ metrics: [Metrics.Metric]) -> [Metrics.Metric] {
    metrics.enumerated().filter { place, metric in
      !metrics[..<place].contains { $0.name == metric.name }
    }.map(\.element)
  }

  /// Returns the origins in the order of the sessions that made runs; else that of the last
  /// session.
  private static func origins(_ sessions: [Store.Session]) -> [Origin] {
    let makingSessions = sessions.filter { $0.runs > 0 }
    var origins: [Origin] = []
    for session in makingSessions.isEmpty ? sessions.suffix(1) : makingSessions[...] {
      let made = session.provenance
      let origin = Origin(
        version: made.version, commit: made.commit, toolchain: made.toolchain, lua: made.lua,
        platform: made.platform, sqlite: session.sqlite)
      if !origins.contains(origin) { origins.append(origin) }
    }
    return origins
  }

  /// Returns the files by path; for each that changed, all of its versions.
  private static func files(_ sessions: [Store.Session]) -> [Store.File] {
    Set(sessions.flatMap(\.files)).sorted { ($0.path, $0.digest) < ($1.path, $1.digest) }
  }

  /// Returns the whole report, with a newline at its end. Colours and widths are those of `style`
  /// in a text, and none in the other formats.
  public func text(_ format: ReportFormat, _ style: TextStyle = TextStyle()) -> String {
    switch format {
    case .text: text(style)
    case .csv: csv
    case .json: jsonValue.text + "\n"
    case .markdown: markdown
    case .latex: latex
    }
  }
}
