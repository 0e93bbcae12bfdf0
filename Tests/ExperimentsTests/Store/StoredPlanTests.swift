import Simulation
import Testing

@testable import Device
@testable import Experiments

@Suite("A store's plan")
struct StoredPlanTests {
  @Test("An experiment comes back as it was")
  func roundTrip() throws {
    let experiment = Experiment(
      title: "Pools", scenario: "../s.lua",
      settings: [
        Setting([.init("pool", "10"), .init("user", "a b")]), Setting([.init("pool", "10 user=a")]),
        Setting(), Setting([.init("pool", "10"), .init("user", "a\\ b")]),
      ],
      policies: [PolicyChoice("b"), PolicyChoice("a", source: "a{x=1}")], baseline: 1,
      replications: 7, firstSeed: 42, warmUp: .minutes(90), blocks: ["user"],
      metrics: ["fresh at open", "wake ups"],
      precision: .init(metric: "fresh at open", halfWidth: 0.1 + 0.2, maximum: 100))
    let folder = try StoreFolder()
    let store = try folder.store(experiment)
    #expect(try store.experiment() == experiment)
  }

  @Test("Nothing that two settings have in common makes them one")
  func settingsDiffer() throws {
    let settings = [
      Setting([.init("a", "1 b=2")]), Setting([.init("a", "1"), .init("b", "2")]),
      Setting([.init("a", "1\\ b=2")]), Setting([.init("a", "1\\"), .init("b", "2")]),
    ]
    #expect(Set(settings.map(\.identity)).count == settings.count)
    #expect(settings[1].identity == settings[1].description)
  }

  @Test("The latest plan counts; runs that both plans have are shown in both")
  func latest() throws {
    var random = RandomRuns(seed: 1)
    let folder = try StoreFolder()
    let small = Experiment.sample(replications: 2)
    var large = Experiment.sample(replications: 3)
    large.policies.insert(PolicyChoice("c"), at: 0)
    let store = try folder.store(small)
    let records = small.runs().map { random.record($0) }
    try store.record(records)
    let before = try observations("wake ups", in: store)
    try store.begin(large, digest: "larger", provenance: .sample)
    #expect(try store.progress() == .init(done: 8, failed: 0, missing: 10))
    #expect(try observations("wake ups", in: store).map(\.policy) == [1, 1, 2, 2, 1, 1, 2, 2])
    for record in records { #expect(try store.reuse(record.key, for: record.run)) }
    try store.begin(small, digest: "plan", provenance: .sample)
    #expect(try observations("wake ups", in: store) == before)
    #expect(try store.experiment() == small)
  }

  @Test("Runs of another scenario are told apart, and each is there for its own plan")
  func scenarios() throws {
    var random = RandomRuns(seed: 5)
    let folder = try StoreFolder()
    let one = Experiment.sample()
    var other = one
    other.scenario = "other.lua"
    let store = try folder.store(one)
    let records = one.runs().map { random.record($0) }
    try store.record(records)
    try store.begin(other, digest: "other", provenance: .sample)
    #expect(try store.progress() == .init(done: 0, failed: 0, missing: 12))
    #expect(try !store.reuse(records[0].key, for: records[0].run))
    try store.record(random.record(records[0].run))
    try store.begin(one, digest: "plan", provenance: .sample)
    #expect(try store.progress() == .init(done: 12, failed: 0, missing: 0))
  }

  @Test("Replications beyond the plan's count when precision asked for them")
  func precision() throws {
    var random = RandomRuns(seed: 2)
    let folder = try StoreFolder()
    var experiment = Experiment.sample(replications: 2)
    experiment.precision = .init(metric: "wake ups", halfWidth: 1, maximum: 10)
    let store = try folder.store(experiment)
    #expect(try store.replications() == 2)
    let records = experiment.runs(replications: 4).map { random.record($0) }
    try store.record(records)
    #expect(try store.progress() == .init(done: 16, failed: 0, missing: 0))
    #expect(try store.replications() == 4)
    let values = try store.values(of: "wake ups", in: experiment, replications: 4)
    #expect(values == records.map { Double(result($0).device.wakeUps) })
    #expect(
      try store.values(of: "wake ups", in: experiment, replications: 1)
        == [0, 1, 8, 9].map { Double(result(records[$0]).device.wakeUps) })
  }

  @Test("Findings, exits and costs are summed by policy over all settings and seeds")
  func totals() throws {
    var random = RandomRuns(seed: 3)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let records = experiment.runs().map { random.record($0) }
    let store = try folder.store(experiment)
    try store.record(random.shuffled(records))
    var findings: [String: Int] = [:]
    var exits: [String: Int] = [:]
    for record in records {
      let policy = experiment.policies.firstIndex(of: record.run.policy) ?? -1
      for finding in result(record).findings {
        let place = finding.location?.description ?? "nowhere"
        findings["\(policy) \(finding.rule) \(place)", default: 0] += finding.count
      }
      for app in result(record).apps {
        for exit in app.exitsByReason {
          exits["\(policy) \(exit.reason)", default: 0] += exit.count
        }
      }
    }
    let stored = try store.findings()
    #expect(stored.count == findings.count)
    for finding in stored {
      let place =
        finding.file.map { SourceLocation(file: $0, line: finding.line ?? 0).description }
        ?? "nowhere"
      #expect(findings["\(finding.policy) \(finding.rule) \(place)"] == finding.count)
      #expect(finding.message == FindingRule(rawValue: finding.rule)?.summary)
    }
    let storedExits = try store.exits()
    #expect(storedExits.count == exits.count)
    for exit in storedExits { #expect(exits["\(exit.policy) \(exit.reason)"] == exit.count) }
    let costs = try store.costs()
    #expect(costs.map(\.policy) == [0, 1])
    #expect(costs.map(\.runs) == [6, 6])
    #expect(costs.map(\.virtualSeconds) == [518_400, 518_400])
    #expect(costs.map(\.events).reduce(0, +) == records.map { result($0).events }.reduce(0, +))
  }

  @Test("Each session is known with its files and the runs that count")
  func sessions() throws {
    var random = RandomRuns(seed: 4)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    let store = try folder.store(experiment)
    try store.note([.init(path: "b.lua", digest: "1"), .init(path: "a.lua", digest: "2")])
    try store.record(random.record(runs[0]))
    try store.begin(experiment, digest: "plan", provenance: .sample)
    try store.begin(experiment, digest: "plan", provenance: .sample)
    #expect(
      try store.files() == [.init(path: "a.lua", digest: "2"), .init(path: "b.lua", digest: "1")])
    try store.note([.init(path: "b.lua", digest: "3")])
    try store.record(Array(runs[1...2].map { random.record($0) }))
    #expect(try store.files() == [.init(path: "b.lua", digest: "3")])
    let sessions = try store.sessions()
    #expect(sessions.map(\.runs) == [1, 2])
    #expect(sessions.map(\.files.count) == [2, 1])
    #expect(sessions.map(\.provenance) == [.sample, .sample])
  }

  @Test("What precision asks for comes back, of means and of differences")
  func precisionSubject() throws {
    for subject in Experiment.Precision.Subject.allCases {
      var experiment = Experiment.sample()
      experiment.precision = .init(
        metric: "wake ups", subject: subject, halfWidth: 0.25, maximum: 7)
      #expect(try StoreFolder().store(experiment).experiment() == experiment)
    }
  }

  @Test("The same plan again is the same plan; another digest or part makes another")
  func present() throws {
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let store = try folder.store(experiment)
    func plans() throws -> Int { try store.connection.integer("SELECT count(*) FROM plans") }
    try store.begin(experiment, digest: "plan", provenance: .sample)
    #expect(try plans() == 1)
    try store.begin(experiment, digest: "other", provenance: .sample)
    #expect(try plans() == 2)
    try store.begin(experiment, digest: "other", provenance: .sample, shard: Shard(1, of: 2))
    try store.begin(experiment, digest: "other", provenance: .sample, shard: Shard(1, of: 2))
    #expect(try plans() == 3)
    try store.begin(experiment, digest: "other", provenance: .sample, shard: Shard(2, of: 2))
    #expect(try plans() == 4)
    // Each knows its settings and policies, and so tells the same.
    #expect(try store.experiment() == experiment)
  }

  @Test("Values of parameters that are numbers are numbers in SQL, and others are not")
  func numbers() throws {
    let texts = ["5", "-0.5", "1e3", "ten", "inf", "nan", ""]
    let experiment = Experiment(
      settings: texts.map { Setting([.init("p", $0)]) }, policies: [PolicyChoice("a")])
    let store = try StoreFolder().store(experiment)
    let numbers = try store.connection.rows(
      "SELECT v.number FROM plan_settings AS s JOIN setting_values AS v USING (setting) "
        + "ORDER BY s.ordinal"
    ) { $0.optionalReal(0) }
    #expect(numbers == [5, -0.5, 1_000, nil, nil, nil, nil])
  }

  @Test("Faults of policies and what deciding took are summed over the runs that are done")
  func faults() throws {
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let store = try folder.store(experiment)
    let records = experiment.runs().map { run in
      var device = DeviceStatistics()
      device.decisions = 10
      if run.policy.label == "b", run.seed == 2 {
        device.firstPolicyFault = "b.lua:\(run.setting.values[0].text): no"
      }
      var result = RunResult(
        title: "", policy: run.policy.label, seed: run.seed, duration: .hours(1), events: 1,
        fingerprint: Fingerprint(high: 0, low: run.seed), device: device, apps: [], findings: [])
      result.decisionRealTime = .milliseconds(250)
      return RunRecord(
        run: run, key: RunKey(of: run, in: experiment), outcome: .done(result), realSeconds: 0.5)
    }
    try store.record(records)
    #expect(
      try store.policyFaults() == [
        .init(policy: 0, message: "b.lua:10: no", runs: 2, done: 6)
      ])
    let costs = try store.costs()
    #expect(costs.map(\.decisions) == [60, 60] && costs.map(\.decisionSeconds) == [1.5, 1.5])
    #expect(costs.map(\.realSeconds) == [3, 3])
  }
}
