import Simulation
import Testing

@testable import Device
@testable import Experiments

@Suite("Runs of a store, many and with new figures")
struct FigureColumnsTests {
  @Test("What is done is found seed by seed, in any order, over more seeds than are read at a time")
  func manySeeds() throws {
    let folder = try StoreFolder()
    var experiment = Experiment.sample(replications: 1_200, firstSeed: 7)
    experiment.settings.removeLast()
    let store = try folder.store(experiment)
    let runs = Array(experiment.runs())
    let kept = runs.filter { $0.seed % 3 == 0 || $0.policy.label == "a" && $0.seed < 600 }
    try store.record(
      kept.map {
        RunRecord(run: $0, key: RunKey("no"), outcome: .failed("no"), realSeconds: 0)
      })
    try store.record(kept.map { record($0, key: "\($0.seed)") })
    let expected = Set(kept)
    var random = RandomRuns(seed: 8)
    for runs in [runs, random.shuffled(runs)] {
      for run in runs {
        #expect(try store.reuse(RunKey("\(run.seed)"), for: run) == expected.contains(run))
      }
    }
  }

  @Test("Runs whose code has changed are set aside seed by seed, and come back so")
  func exchange() throws {
    let folder = try StoreFolder()
    let experiment = Experiment.sample(replications: 600)
    let store = try folder.store(experiment)
    let runs = Array(experiment.runs())
    try store.record(runs.map { record($0, key: "old") })
    for run in runs { #expect(try !store.reuse(RunKey("new"), for: run)) }
    #expect(try store.progress().done == 0)
    for run in runs { #expect(try store.reuse(RunKey("old"), for: run)) }
    #expect(try store.progress().done == runs.count)
    #expect(try !store.reuse(RunKey("new"), for: runs[0]))
    #expect(try !store.reuse(RunKey("new"), for: runs[0]))
    #expect(try store.progress().done == runs.count - 1)
  }

  @Test("A figure that no run had so far gets a column, and is not there for the runs before")
  func newFigures() throws {
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    do {
      let store = try folder.store(experiment)
      for (place, run) in runs.prefix(3).enumerated() {
        try store.record(record(run, key: "k", staleness: place == 1 ? 90 : nil))
      }
    }
    let store = try folder.store(experiment)
    try store.record(record(runs[3], key: "k"))
    #expect(
      try observations("staleness mean", in: store).map(\.value).sorted { ($0 ?? 0) < ($1 ?? 0) }
        == [nil, nil, nil, 90])
    #expect(
      try store.connection.rows(
        "SELECT app, value FROM app_results WHERE metric = 'staleness mean'"
      ) { "\($0.text(0)) \($0.real(1))" } == ["a 90.0"])
    #expect(
      try store.connection.integer("SELECT count(*) FROM results WHERE metric = 'opens'") == 4)
  }

  /// A day on which one app was there, and nothing happened.
  private func record(_ run: PlannedRun, key: String, staleness: Double? = nil) -> RunRecord {
    var app = AppStatistics(name: "a")
    if let staleness { app.staleness.add(staleness) }
    let result = RunResult(
      title: "", policy: run.policy.label, seed: run.seed, duration: .hours(24), events: 1,
      fingerprint: Fingerprint(high: 1, low: run.seed), device: DeviceStatistics(), apps: [app],
      findings: [])
    return RunRecord(run: run, key: RunKey(key), outcome: .done(result), realSeconds: 0)
  }
}
