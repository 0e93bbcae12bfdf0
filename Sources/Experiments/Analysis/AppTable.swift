import Device
import Simulation

/// One metric of each app, by policy, under one setting.
public struct AppTable: Sendable {
  public struct Row: Equatable, Sendable {
    public let app: String
    /// One a policy, over all its runs; nil without a value.
    public let estimates: [Estimate?]
  }

  /// Without the parameters that are blocks.
  public let setting: Setting
  public let metric: Metrics.Metric
  /// By the apps' names.
  public let rows: [Row]

  /// Those of the runs in a store, metric by metric and setting by setting, in the order of
  /// `ExperimentAnalysis`; none of a metric that is not one of single apps, or that no app has.
  ///
  /// O(runs · apps · metrics) time, in one pass; memory grows with settings, policies, apps and
  /// metrics, and not with the runs.
  public static func all(
    of metrics: [Metrics.Metric], in store: Store, level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [AppTable] {
    let metrics = metrics.filter { metric in
      Metrics.ofApps.contains { $0.name == metric.name }
    }
    let experiment = try store.experiment()
    let plan = SectionPlan(experiment)
    let policies = experiment.policies.count
    let empty = Array(repeating: Tally(), count: policies)
    /// By metric, setting and number of the app.
    var tallies: [[[Int: [Tally]]]] = Array(
      repeating: Array(repeating: [:], count: plan.settings.count), count: metrics.count)
    let names = try store.observations(ofEachApp: metrics.map(\.name)) { metric, app, found in
      guard let value = found.value, value.isFinite else { return }
      let section = plan.sectionOfPoint[found.setting]
      tallies[metric][section][app, default: empty][found.policy].add(value)
    }
    return zip(metrics, tallies).flatMap { metric, sections in
      zip(plan.settings, sections).map { setting, apps in
        let rows = apps.map { (app: names[$0.key] ?? "", tallies: $0.value) }
          .sorted { $0.app < $1.app }
          .map { app, tallies in
            Row(app: app, estimates: tallies.map { Estimate($0, level: level) })
          }
        return AppTable(setting: setting, metric: metric, rows: rows)
      }
    }.filter { !$0.rows.isEmpty }
  }
}
