import Device
import Experiments
import Simulation

/// An experiment's results as one HTML file that needs nothing else: charts, their numbers, and CSV
/// to download.
///
/// Its figures are those of `ComparisonReport`, in the same words; charts of energy, fairness,
/// regret and of freshness against energy are there whatever metrics the experiment names.
public struct ComparisonPage: Sendable {
  let report: ComparisonReport
  /// The analysis of metrics that charts need and the report was not asked for. Only their means
  /// are shown, so that they do not count among the verdicts of the report.
  let extras: ExperimentAnalysis
  /// The runs by setting.
  let runs: [ComparisonReport.Runs]
  let apps: [AppTable]
  /// The metrics of the report beside each policy, as baselines in the order of the policies.
  let baselines: [ExperimentAnalysis]
  /// Returns the rule of a policy in one sentence; nil where it is a script's.
  let about: @Sendable (PolicyChoice) -> String?

  /// The metrics that have charts of their own.
  static let chartMetrics = [
    "fresh at open", "energy background", "energy total", "energy cpu", "energy radio",
    "energy base", "jain index", "jain index work", "max min share seconds", "max min share work",
    "fresh at open bound", "fresh at open regret",
  ].compactMap { Metrics.named($0) }

  /// The metrics that are shown for each app, after those of the report.
  static let appMetrics = [
    "fresh at open", "staleness mean", "fetches new", "background seconds used",
  ].compactMap { Metrics.named($0) }

  /// Reads the page's figures from a store.
  ///
  /// - Parameters: as those of `ComparisonReport`, and
  ///   - about: returns the rule of a policy in one sentence, nil where it is not known.
  /// - Throws: StoreError if the store cannot be read, or nothing was run into it.
  ///
  /// O(runs) time for each metric, and O(runs · apps) for the apps; memory holds the values of one
  /// metric at a time, and what is drawn.
  public init(
    of store: Store, metrics: [Metrics.Metric]? = nil, detail: Bool = false,
    family: ExperimentAnalysis.Family = .metric,
    about: @escaping @Sendable (PolicyChoice) -> String? = { _ in nil }
  ) throws(StoreError) {
    self.about = about
    let report = try ComparisonReport(of: store, metrics: metrics, detail: detail, family: family)
    self.report = report
    let known = Set(report.analysis.metrics.map(\.name))
    extras = try ExperimentAnalysis(
      of: store, metrics: Self.chartMetrics.filter { !known.contains($0.name) })
    runs = try report.singleRuns(in: store)
    let shown = Array(report.analysis.metrics.prefix(report.shownCount))
    baselines = try Self.baselines(of: report, shown, in: store)
    let others = Self.appMetrics.filter { metric in !shown.contains { $0.name == metric.name } }
    apps = try AppTable.all(of: shown + others, in: store)
  }

  /// Returns the analyses with each policy as the baseline. O(policies · runs · metrics) time; the
  /// values of all metrics are in memory.
  private static func baselines(
    of report: ComparisonReport, _ metrics: [Metrics.Metric], in store: Store
  ) throws(StoreError) -> [ExperimentAnalysis] {
    let replications = report.analysis.replications
    var values: [String: [Double?]] = [:]
    for metric in metrics {
      values[metric.name] = try store.values(
        of: metric.name, in: report.experiment, replications: replications)
    }
    return report.experiment.policies.indices.map { policy in
      var experiment = report.experiment
      experiment.baseline = policy
      return ExperimentAnalysis(
        of: experiment, replications: replications, metrics: metrics, level: report.analysis.level,
        family: report.analysis.family
      ) { values[$0.name] ?? [] }
    }
  }

  /// What the page shows. O(figures).
  var data: JSONValue { ComparisonPageData(self).json }

  /// The whole file, in UTF-8. O(figures).
  public var bytes: [UInt8] {
    PageFrame(
      frame: PageParts.Comparison.frame, title: report.title, style: PageParts.Comparison.style,
      script: PageParts.Comparison.script, data: data
    ).bytes
  }
}
