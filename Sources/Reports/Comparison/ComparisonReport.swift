import Device
import Experiments

/// What an experiment came to, told from the store of its runs; docs/statistics.md explains each
/// figure.
///
/// A function of the plan and the runs that are done, but for what deciding cost: neither the order
/// in which they were stored nor the time that they took is in it.
public struct ComparisonReport: Sendable {
  let experiment: Experiment
  /// Of the metrics that were asked for, and then of distributions.
  let analysis: ExperimentAnalysis
  /// How many of the analysis' metrics have tables of their own.
  let shownCount: Int
  /// Names of metrics that the experiment declares and that there are not.
  let unknownMetrics: [String]
  let progress: Store.Progress
  let origins: [Origin]
  let files: [Store.File]
  let failures: [FailedRun]
  let policyFaults: [Store.FaultTotal]
  let findings: [Store.FindingTotal]
  let exits: [Store.ExitTotal]
  /// Why the metric that has to be known precisely is not.
  let shortfall: Experiment.Precision.Shortfall?
  let costs: [Store.CostTotal]
  /// By metric, then by setting; empty unless they are asked for.
  let apps: [AppTable]
  /// The same of seeds or blocks.
  let units: [UnitTable]
  /// The same of parameters.
  let effects: [EffectTable]
  /// By metric, then by setting, of those that have something to be measured by.
  let regrets: [Regret]
  let damagedRuns: [Store.DamagedRun]
  let isDetailed: Bool

  /// What runs were made by, as far as it may matter to what they came to.
  struct Origin: Sendable, Hashable {
    var version: String
    var commit: String
    var toolchain: String
    var lua: String
    var platform: String
    var sqlite: String
  }

  /// - Parameters:
  ///   - metrics: nil takes those that the experiment declares, or usual ones if it declares none,
  ///     and the distributions of waits and staleness.
  ///   - detail: tells apps apart too, and leaves out nothing.
  ///   - apps: tells apps and groups of apps apart too.
  ///   - units: tells seeds, or blocks, apart too.
  ///   - effects: tells what the parameters do.
  ///   - family: among which verdicts wrong ones are held rare.
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
    analysis = try ExperimentAnalysis(of: store, metrics: all, family: family)
    progress = try store.progress()
    let sessions = try store.sessions()
    origins = ComparisonReport.origins(sessions)
    files = ComparisonReport.files(sessions)
    failures = try store.failures()
    policyFaults = try store.policyFaults()
    findings = try store.findings()
    exits = try store.exits()
    shortfall = try ComparisonReport.shortfall(of: experiment.precision, in: store)
    costs = try store.costs()
    isDetailed = detail
    self.apps = detail || apps ? try AppTable.all(of: all, in: store) : []
    self.units = units ? try UnitTable.all(of: shown, in: store) : []
    self.effects = effects ? try EffectTable.all(of: shown, in: store) : []
    let reference = experiment.policies.firstIndex { $0.source == ComparisonReport.foresight }
    regrets = try Regret.all(of: shown, in: store, reference: reference)
    damagedRuns = store.damagedRuns
  }

  /// The policy that knows what the user will do: what others are measured by where a metric has no
  /// bound.
  static let foresight = "far-sighted"

  private static func shortfall(
    of precision: Experiment.Precision?, in store: Store
  ) throws(StoreError) -> Experiment.Precision.Shortfall? {
    guard let precision, let metric = Metrics.named(precision.metric) else { return nil }
    return precision.shortfall(in: try ExperimentAnalysis(of: store, metrics: [metric]))
  }

  /// What an experiment that declares no metrics is judged by.
  static let usualMetrics = [
    "fresh at open", "staleness mean", "fetches new", "slot wait mean", "background seconds used",
    "energy background", "jain index", "wake ups", "device wake ups",
  ].compactMap { Metrics.named($0) }

  /// By what waits and staleness are told beyond their means.
  static let quantiles = (AppFigures.waits + AppFigures.staleness)
    .filter { !$0.group.isEmpty }.compactMap { Metrics.named($0.name) }

  /// The first of each name.
  private static func unique(_ metrics: [Metrics.Metric]) -> [Metrics.Metric] {
    metrics.enumerated().filter { place, metric in
      !metrics[..<place].contains { $0.name == metric.name }
    }.map(\.element)
  }

  /// In the order of the sessions; of those that made runs, or the last one.
  private static func origins(_ sessions: [Store.Session]) -> [Origin] {
    let makers = sessions.filter { $0.runs > 0 }
    var origins: [Origin] = []
    for session in makers.isEmpty ? sessions.suffix(1) : makers[...] {
      let made = session.provenance
      let origin = Origin(
        version: made.version, commit: made.commit, toolchain: made.toolchain, lua: made.lua,
        platform: made.platform, sqlite: session.sqlite)
      if !origins.contains(origin) { origins.append(origin) }
    }
    return origins
  }

  /// By path; of each that changed, all that there were.
  private static func files(_ sessions: [Store.Session]) -> [Store.File] {
    Set(sessions.flatMap(\.files)).sorted { ($0.path, $0.digest) < ($1.path, $1.digest) }
  }

  /// The whole report, with a newline at its end. Colours and widths are those of `style` in a
  /// text, and none in the other formats.
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
