import Device

/// One metric of each app, and of each group of apps, by policy, under one setting.
public struct AppTable: Sendable {
  public struct Row: Equatable, Sendable {
    /// The app's or the group's name.
    public let name: String
    /// Whether the row is a group's: the mean over its apps that have a value, run by run.
    public let isGroup: Bool
    /// The policies' standings, with p adjusted over all apps of the table, or over all its groups.
    public internal(set) var comparison: Comparison
  }

  /// The setting, without the parameters that are blocks.
  public let setting: Setting
  public let metric: Metrics.Metric
  /// The apps by their names, then the groups by theirs.
  public let rows: [Row]

  public var apps: [Row] { rows.filter { !$0.isGroup } }
  public var groups: [Row] { rows.filter(\.isGroup) }

  /// Returns the tables of the runs in a store, metric by metric and setting by setting, in the
  /// order of `ExperimentAnalysis`; there is none for a metric that is not one of single apps, or
  /// that no app has.
  ///
  /// O(runs · apps · metrics) time, in one pass; memory grows with settings, policies, apps and
  /// metrics, and not with the runs, except those of one block.
  public static func all(
    of metrics: [Metrics.Metric], in store: Store, level: Double = Estimate.usualLevel
  ) throws(StoreError) -> [AppTable] {
    let metrics = metrics.filter { metric in
      Metrics.ofApps.contains { $0.name == metric.name }
    }
    let experiment = try store.experiment()
    var tallies = AppTallies(
      experiment, metrics, apps: try store.apps(), repeats: try store.repeatedRuns())
    try store.observations(ofEachApp: metrics.map(\.name)) { metric, app, found in
      tallies.add(found, metric: metric, app: app)
    }
    tallies.finish()
    let settings = tallies.plan.settings
    return metrics.indices.flatMap { metric in
      settings.indices.compactMap { section in
        let rows = tallies.rows(metric: metric, section: section, level: level)
        guard !rows.isEmpty else { return nil }
        return AppTable(setting: settings[section], metric: metrics[metric], rows: rows)
      }
    }
  }
}

/// The running comparisons of apps and groups, which take values seed by seed.
private struct AppTallies {
  let plan: SectionPlan
  private let experiment: Experiment
  private let metrics: [Metrics.Metric]
  /// The apps by name, then the groups with the places of their apps.
  private let names: [String]
  private let groups: [(name: String, apps: [Int])]
  /// The place of an app by its number in the store; looked up only, never walked.
  private let places: [Int: Int]
  /// The places of the policies whose runs do not depend on the seed, by section.
  private let repeated: [Set<Int>]
  /// The tallies by metric, section and subject (apps, then groups); nil where there are no values.
  private var tallies: [[[ComparisonTally?]]]
  /// The present seed's values, one a policy, by metric and app; empty where there are none.
  private var row: [[[Double?]]]
  /// The present block's rows, one a seed, by metric and subject.
  private var unit: [[[[Double?]]]]
  private var present: (setting: Int, seed: UInt64)?

  init(
    _ experiment: Experiment, _ metrics: [Metrics.Metric], apps: [Int: StoredApp],
    repeats: RepeatedRuns
  ) {
    self.experiment = experiment
    self.metrics = metrics
    plan = SectionPlan(experiment)
    repeated = plan.repeated(repeats)
    let ordered = apps.sorted { ($0.value.name, $0.value.group) < ($1.value.name, $1.value.group) }
    names = ordered.map(\.value.name)
    places = Dictionary(
      ordered.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    let grouped = Dictionary(grouping: ordered.indices) { ordered[$0].value.group }
    groups = grouped.filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
      .map { (name: $0.key, apps: $0.value) }
    let subjects = names.count + groups.count
    let sections: [[ComparisonTally?]] = Array(
      repeating: Array(repeating: nil, count: subjects), count: plan.settings.count)
    tallies = Array(repeating: sections, count: metrics.count)
    row = Array(repeating: Array(repeating: [], count: names.count), count: metrics.count)
    unit = Array(repeating: Array(repeating: [], count: subjects), count: metrics.count)
  }

  mutating func add(_ found: Observation, metric: Int, app: Int) {
    guard let value = found.value, value.isFinite, let place = places[app] else { return }
    if let present, present != (found.setting, found.seed) {
      endSeed()
      if experiment.blocks.isEmpty || present.setting != found.setting {
        endUnit(of: present.setting)
      }
    }
    present = (found.setting, found.seed)
    if row[metric][place].isEmpty {
      row[metric][place] = Array(repeating: nil, count: experiment.policies.count)
    }
    row[metric][place][found.policy] = value
  }

  mutating func finish() {
    guard let present else { return }
    endSeed()
    endUnit(of: present.setting)
  }

  private mutating func endSeed() {
    for metric in metrics.indices {
      for (place, group) in groups.enumerated() {
        let own = group.apps.map { row[metric][$0] }.filter { !$0.isEmpty }
        guard !own.isEmpty else { continue }
        unit[metric][names.count + place].append(mean(of: own))
      }
      for app in names.indices where !row[metric][app].isEmpty {
        unit[metric][app].append(row[metric][app])
        row[metric][app] = []
      }
    }
  }

  /// Returns the mean for each policy, over the rows that have a value.
  private func mean(of rows: [[Double?]]) -> [Double?] {
    experiment.policies.indices.map { policy in
      let values = rows.compactMap { $0[policy] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }

  private mutating func endUnit(of setting: Int) {
    let section = plan.sectionOfPoint[setting]
    for metric in metrics.indices {
      for subject in unit[metric].indices where !unit[metric][subject].isEmpty {
        var tally =
          tallies[metric][section][subject]
          ?? ComparisonTally(
            policies: experiment.policies.count, baseline: experiment.baseline,
            better: metrics[metric].better, extent: metrics[metric].unit.extent,
            repeated: repeated[section])
        tally.add(unit: unit[metric][subject])
        tallies[metric][section][subject] = tally
        unit[metric][subject] = []
      }
    }
  }

  func rows(metric: Int, section: Int, level: Double) -> [AppTable.Row] {
    let own = tallies[metric][section]
    return judged(own[..<names.count], names, isGroup: false, level)
      + judged(own[names.count...], groups.map(\.name), isGroup: true, level)
  }

  private func judged(
    _ tallies: ArraySlice<ComparisonTally?>, _ names: [String], isGroup: Bool, _ level: Double
  ) -> [AppTable.Row] {
    var rows = zip(tallies, names).compactMap { tally, name in
      tally.map {
        AppTable.Row(name: name, isGroup: isGroup, comparison: Comparison($0, level: level))
      }
    }
    let judged = Comparison.judged(together: rows.map(\.comparison), level: level)
    for (place, comparison) in judged.enumerated() { rows[place].comparison = comparison }
    return rows
  }
}
