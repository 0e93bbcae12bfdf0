import Simulation
import Testing

@testable import Device
@testable import Experiments

/// Tables of apps from a store, against comparisons that are reckoned from the runs themselves.
@Suite("Tables by app and by group")
struct AppTableTests {
  private static let metrics = ["slot wait mean", "opens", "wake ups"].compactMap {
    Metrics.named($0)
  }

  /// Two pools of three users, and two policies beside the baseline, which is the second.
  private func experiment(blocks: [String]) -> Experiment {
    let settings = ["ann", "bob", "eve"].flatMap { user in
      ["5", "10"].map { Setting([.init("user", user), .init("pool", $0)]) }
    }
    return Experiment(
      settings: settings, policies: ["a", "b", "c"].map { PolicyChoice($0) }, baseline: 1,
      replications: 3, blocks: blocks)
  }

  /// Apps of a run: two chats, a mail app that waits in some runs only, one alone that never waits.
  private func apps(_ random: inout RandomRuns) -> [AppStatistics] {
    let names = [("chat-2", "chats"), ("mail", ""), ("chat-1", "chats"), ("zoo", "alone")]
    return names.map { name, group in
      var app = AppStatistics(name: name, group: group)
      app.opens = random.count(20)
      guard name != "zoo" else { return app }
      for _ in 0..<random.count(3) { app[.fetch].wait.add(Double(random.count(1_000))) }
      return app
    }
  }

  /// Runs of all but the last policy's last seed under the first setting.
  private func records(_ experiment: Experiment, seed: UInt64) -> [RunRecord] {
    var random = RandomRuns(seed: seed)
    let last = ReplicationSeeds(experiment).seed(ofReplication: 2, setting: 0)
    return experiment.runs().compactMap { run in
      let (device, apps) = (DeviceStatistics(), apps(&random))
      if run.setting == experiment.settings[0], run.policy.label == "c", run.seed == last {
        return nil
      }
      let result = RunResult(
        title: "", policy: run.policy.label, seed: run.seed, duration: .hours(1), events: 1,
        fingerprint: Fingerprint(high: 0, low: run.seed), device: device, apps: apps, findings: [])
      return RunRecord(
        run: run, key: RunKey(of: run, in: experiment), outcome: .done(result), realSeconds: 1)
    }
  }

  /// A figure of some apps, by policy, in the runs of one setting and seed: the mean over those
  /// that have it.
  private func row(
    _ metric: Metrics.Metric, of names: [String], _ setting: Setting, _ seed: UInt64,
    _ records: [RunRecord], _ experiment: Experiment
  ) -> [Double?] {
    experiment.policies.map { policy in
      let run = records.first {
        $0.run.setting == setting && $0.run.seed == seed && $0.run.policy == policy
      }
      let figure = Metrics.ofApps.first { $0.name == metric.name }
      let own = run.map { result($0).apps.filter { names.contains($0.name) } } ?? []
      let values = own.sorted { $0.name < $1.name }.compactMap { figure?.value($0) }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }

  /// Of seeds, or of blocks of them, in which any policy has a value.
  private func comparison(
    _ metric: Metrics.Metric, of names: [String], at section: Setting, _ records: [RunRecord],
    _ experiment: Experiment
  ) -> Comparison? {
    let seeds = ReplicationSeeds(experiment)
    let points = experiment.settings.indices.filter {
      experiment.settings[$0].without(experiment.blocks) == section
    }
    let blocks = points.map { point in
      (0..<3).map { seeds.seed(ofReplication: $0, setting: point) }
        .map { row(metric, of: names, experiment.settings[point], $0, records, experiment) }
        .filter { row in row.contains { $0 != nil } }
    }
    let units = experiment.blocks.isEmpty ? blocks.flatMap { $0.map { [$0] } } : blocks
    let present = units.filter { !$0.isEmpty }
    guard !present.isEmpty else { return nil }
    return Comparison(units: present, policies: 3, baseline: 1, better: metric.better)
  }

  @Test(
    "each row is the comparison of its runs, with p by Holm over the apps, or over the groups",
    arguments: [[], ["user"]], [UInt64(1), 2, 3])
  func rows(blocks: [String], seed: UInt64) throws {
    let experiment = experiment(blocks: blocks)
    let records = records(experiment, seed: seed)
    let folder = try StoreFolder()
    var random = RandomRuns(seed: seed)
    let store = try folder.store(experiment)
    try store.record(random.shuffled(records))
    let tables = try AppTable.all(of: Self.metrics, in: store)
    // Wake-ups are the device's.
    let sections = SectionPlan(experiment).settings
    #expect(
      tables.map { "\($0.metric.name) \($0.setting)" }
        == ["slot wait mean", "opens"].flatMap { name in sections.map { "\(name) \($0)" } })
    for table in tables {
      let apps = ["chat-1", "chat-2", "mail"] + (table.metric.name == "opens" ? ["zoo"] : [])
      let groups = (table.metric.name == "opens" ? ["alone"] : []) + ["chats"]
      #expect(table.apps.map(\.name) == apps && table.groups.map(\.name) == groups)
      let members = ["alone": ["zoo"], "chats": ["chat-1", "chat-2"]]
      let ofApps = try apps.map {
        try #require(comparison(table.metric, of: [$0], at: table.setting, records, experiment))
      }
      let ofGroups = try groups.map {
        try #require(
          comparison(
            table.metric, of: members[$0] ?? [], at: table.setting, records, experiment))
      }
      #expect(
        table.apps.map(\.comparison)
          == Comparison.judged(together: ofApps, level: Estimate.usualLevel))
      #expect(
        table.groups.map(\.comparison)
          == Comparison.judged(together: ofGroups, level: Estimate.usualLevel))
    }
  }

  @Test("a store of runs without apps has no table")
  func none() throws {
    let experiment = experiment(blocks: [])
    let folder = try StoreFolder()
    let store = try folder.store(experiment)
    #expect(try AppTable.all(of: Self.metrics, in: store).isEmpty)
  }
}
