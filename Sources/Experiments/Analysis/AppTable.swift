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

  /// Those of the runs in a store, setting by setting, in the order of `ExperimentAnalysis`; none of
  /// a metric that is not one of single apps.
  ///
  /// O(runs · apps) time; memory grows with settings, policies and apps, and not with the runs.
  public static func all(
    of metric: Metrics.Metric, in store: Store, level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [AppTable] {
    guard Metrics.ofApps.contains(where: { $0.name == metric.name }) else { return [] }
    let experiment = try store.experiment()
    let plan = SectionPlan(experiment)
    let empty = Array(repeating: Tally(), count: experiment.policies.count)
    var tallies: [[String: [Tally]]] = Array(repeating: [:], count: plan.settings.count)
    try store.observations(ofEachApp: metric.name) { app, observation in
      guard let value = observation.value, value.isFinite else { return }
      let section = plan.sectionOfPoint[observation.setting]
      tallies[section][app, default: empty][observation.policy].add(value)
    }
    return zip(plan.settings, tallies).map { setting, apps in
      let rows = apps.sorted { $0.key < $1.key }.map { app, tallies in
        Row(app: app, estimates: tallies.map { Estimate($0, level: level) })
      }
      return AppTable(setting: setting, metric: metric, rows: rows)
    }
  }
}
