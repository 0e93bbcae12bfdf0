import Device
import Foundation
import Simulation
import Testing

@testable import Experiments

@Suite("A store's runs")
struct RecordingTests {
  @Test(
    "Every metric of random runs comes back to the last bit, in the plan's order", arguments: 1...3)
  func roundTrip(seed: UInt64) throws {
    var random = RandomRuns(seed: seed)
    let experiment = Experiment.sample(replications: 5, firstSeed: 40)
    let records = experiment.runs().map { random.record($0) }
    let folder = try StoreFolder()
    do {
      let store = try folder.store(experiment)
      for record in random.shuffled(records) { try store.record(record) }
    }
    let store = try Store(folder.file("runs.db"), access: .read)
    let inOrder = inPlanOrder(records, experiment)
    for metric in Metrics.all {
      let stored = try observations(metric.name, in: store).map(bits)
      #expect(stored == inOrder.map { bits(observation($0, metric.value, experiment)) })
    }
    var found: [[(app: Int, Observation)]] = Array(repeating: [], count: Metrics.ofApps.count)
    let names = try store.apps()
    try store.observations(ofEachApp: Metrics.ofApps.map(\.name)) {
      found[$0].append(($1, $2))
    }
    for (figure, found) in zip(Metrics.ofApps, found) {
      // Runs come seed by seed, the apps of one run in any order.
      var stored: [String] = []
      var last: Observation?
      var apps: [String: Observation] = [:]
      for (app, observation) in found + [(-1, Observation(setting: -1, policy: -1, seed: 0))] {
        if let last, !isOfOneRun(last, observation) {
          stored += apps.sorted { $0.key < $1.key }.map { "\($0.key) \(bits($0.value))" }
          apps = [:]
        }
        last = observation
        apps[names[app]?.name ?? ""] = observation
      }
      let expected = inOrder.flatMap { record in
        result(record).apps.sorted { $0.name < $1.name }.compactMap { app in
          figure.value(app).map { value in
            "\(app.name) \(bits(observation(record, { _ in value }, experiment)))"
          }
        }
      }
      #expect(stored.sorted() == expected.sorted())
    }
  }

  @Test(
    "A store that is removed, replaced or moved away while it is in use takes no more runs",
    arguments: ["removed", "replaced", "moved"])
  func lostStore(how: String) throws {
    var random = RandomRuns(seed: 1)
    let experiment = Experiment.sample(replications: 1)
    let records = experiment.runs().map { random.record($0) }
    let folder = try StoreFolder()
    let store = try folder.store(experiment)
    try store.record(records[0])
    let place = folder.file("runs.db")
    try FileManager.default.moveItem(atPath: place, toPath: folder.file("away.db"))
    if how != "moved" { try FileManager.default.removeItem(atPath: folder.file("away.db")) }
    if how == "replaced" { try folder.write(Data("other".utf8), to: "runs.db") }
    let error = #expect(throws: StoreError.self) { try store.record(records[1]) }
    #expect(
      error
        == .failed(
          "\(place): it was removed or replaced while it was in use, and what was written is lost; run "
            + "again, and leave it where it is"))
  }

  @Test("Values at the ends of what a double can be come back to the last bit")
  func extremes() throws {
    let values = [
      0, 1, -1, 0.1, 1e300, -1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
      0x1p53 + 2, 1 / 3,
    ]
    let folder = try StoreFolder()
    let connection = try Connection(folder.file("values.db"), .create)
    try connection.execute("CREATE TABLE t (value REAL NOT NULL) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    for value in values { try insert.run(value) }
    var back: [UInt64] = []
    try connection.prepare("SELECT value FROM t ORDER BY rowid").run { row in
      back.append(row.real(0).bitPattern)
    }
    #expect(back == values.map(\.bitPattern))
  }

  @Test(
    "Texts come back as they were, with quotes, zero bytes and none at all",
    arguments: [
      "", "it's \"so\"", "a\0b", "Ünïcödé 🐭", "line\nline",
    ])
  func texts(text: String) throws {
    let folder = try StoreFolder()
    let experiment = Experiment(
      title: text, settings: [Setting([.init("p", text)])], policies: [PolicyChoice(text)],
      blocks: [text], metrics: [text, "x"])
    let store = try folder.store(experiment)
    #expect(try store.experiment() == experiment)
  }

  @Test("A run that is done under its key need not be run, one that failed or has another key does")
  func reuse() throws {
    var random = RandomRuns(seed: 1)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    let store = try folder.store(experiment)
    try store.record(random.record(runs[0], key: "k0"))
    try store.record(failed(runs[1], key: "k1"))
    #expect(try store.reuse(RunKey("k0"), for: runs[0]))
    #expect(try !store.reuse(RunKey("k0"), for: runs[2]))
    #expect(try !store.reuse(RunKey("k1"), for: runs[1]))
    #expect(try store.progress() == .init(done: 1, failed: 1, missing: 10))
    #expect(try !store.reuse(RunKey("other"), for: runs[0]))
  }

  @Test("A run whose code has changed is set aside, and counts again when the change is undone")
  func setAside() throws {
    var random = RandomRuns(seed: 2)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).first)
    let store = try folder.store(experiment)
    let old = random.record(run, key: "old")
    let new = random.record(run, key: "new")
    try store.record(old)
    #expect(try !store.reuse(new.key, for: run))
    #expect(try store.progress().done == 0)
    try store.record(new)
    #expect(try wakeUps(store) == [Double(result(new).device.wakeUps)])
    #expect(try store.reuse(old.key, for: run))
    #expect(try wakeUps(store) == [Double(result(old).device.wakeUps)])
  }

  @Test("Runs that are set aside for good do not come back, however often that is done")
  func setAsideForGood() throws {
    var random = RandomRuns(seed: 2)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).first)
    let store = try folder.store(experiment)
    for _ in 0..<2 {
      let record = random.record(run, key: "same")
      try store.record(record)
      #expect(try store.keysOfDoneRuns().contains(record.key))
      try store.setAsideAll()
      #expect(try wakeUps(store) == [])
      #expect(try !store.keysOfDoneRuns().contains(record.key))
      #expect(try !store.reuse(record.key, for: run))
      #expect(try store.progress().done == 0)
    }
  }

  @Test("A run that failed is kept with its message, and replaced when it is run again")
  func failures() throws {
    var random = RandomRuns(seed: 3)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).last)
    let store = try folder.store(experiment)
    try store.record(failed(run, key: "k"))
    #expect(
      try store.failures() == [FailedRun(setting: 1, policy: 1, seed: 3, message: "a.lua: no")])
    try store.record(random.record(run, key: "k"))
    #expect(try store.failures() == [])
    #expect(try store.progress() == .init(done: 1, failed: 0, missing: 11))
  }

  @Test("A run that the watchdog has ended is kept as that, is no result, and is run again")
  func stalls() throws {
    var random = RandomRuns(seed: 5)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).last)
    let store = try folder.store(experiment)
    try store.record(
      RunRecord(run: run, key: RunKey("k"), outcome: .stalled("a.lua:3: slow"), realSeconds: 1))
    #expect(
      try store.failures() == [
        FailedRun(setting: 1, policy: 1, seed: 3, message: "a.lua:3: slow", isStalled: true)
      ])
    #expect(try store.progress() == .init(done: 0, failed: 0, stalled: 1, missing: 11))
    #expect(try wakeUps(store) == [])
    #expect(try !store.keysOfDoneRuns().contains(RunKey("k")))
    #expect(try !store.reuse(RunKey("k"), for: run))
    try store.record(random.record(run, key: "k"))
    #expect(try store.failures() == [])
    #expect(try store.progress() == .init(done: 1, failed: 0, missing: 11))
  }

  @Test("A run written twice is there once, with the figures of the second")
  func twice() throws {
    var random = RandomRuns(seed: 4)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let run = try #require(Array(experiment.runs()).first)
    let store = try folder.store(experiment)
    let first = random.record(run, key: "k")
    let second = random.record(run, key: "k")
    try store.record([first, second])
    #expect(try wakeUps(store) == [Double(result(second).device.wakeUps)])
  }

  @Test("Keys of runs that failed are not among those that are done")
  func doneKeys() throws {
    var random = RandomRuns(seed: 5)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let runs = Array(experiment.runs())
    let store = try folder.store(experiment)
    #expect(try store.keysOfDoneRuns().isEmpty)
    try store.record([
      random.record(runs[0], key: "done"), failed(runs[1], key: "failed"),
      random.record(runs[2], key: "old"), random.record(runs[2], key: "new"),
    ])
    // One that is set aside may come back.
    #expect(try store.keysOfDoneRuns() == [RunKey("done"), RunKey("old"), RunKey("new")])
  }

  @Test("Names of what could not be written are not taken to be there")
  func forgotten() throws {
    var random = RandomRuns(seed: 6)
    let folder = try StoreFolder()
    let experiment = Experiment.sample()
    let records = experiment.runs().map { random.record($0) }
    let store = try folder.store(experiment)
    let pages = try store.connection.integer("PRAGMA page_count")
    try store.connection.prepare("PRAGMA max_page_count = \(pages + 2)").run()
    #expect(throws: StoreError.self) { try store.record(records) }
    #expect(try store.apps().isEmpty)
    try store.connection.prepare("PRAGMA max_page_count = 1000000").run()
    try store.record(records)
    #expect(try Set(store.apps().values.map(\.name)) == Set(random.apps))
    #expect(try store.connection.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
  }

  private func wakeUps(_ store: Store) throws -> [Double?] {
    try observations("wake ups", in: store).map(\.value)
  }

  private func failed(_ run: PlannedRun, key: String) -> RunRecord {
    RunRecord(run: run, key: RunKey(key), outcome: .failed("a.lua: no"), realSeconds: 0.1)
  }
}

/// Setting by setting, policy by policy, seed by seed.
func inPlanOrder(_ records: [RunRecord], _ experiment: Experiment) -> [RunRecord] {
  experiment.settings.flatMap { setting in
    experiment.policies.flatMap { policy in
      records.filter { $0.run.setting == setting && $0.run.policy == policy }
        .sorted { $0.run.seed < $1.run.seed }
    }
  }
}

func result(_ record: RunRecord) -> RunResult {
  guard case .done(let result) = record.outcome else { fatalError("the run is not done") }
  return result
}

private func observation(
  _ record: RunRecord, _ value: (RunResult) -> Double?, _ experiment: Experiment
) -> Observation {
  Observation(
    setting: experiment.settings.firstIndex(of: record.run.setting) ?? -1,
    policy: experiment.policies.firstIndex(of: record.run.policy) ?? -1, seed: record.run.seed,
    value: value(result(record)))
}

/// Tells apart what `==` does not.
private func bits(_ observation: Observation) -> String {
  let value = observation.value.map { String($0.bitPattern, radix: 16) } ?? "nothing"
  return "\(observation.setting) \(observation.policy) \(observation.seed) \(value)"
}

private func isOfOneRun(_ first: Observation, _ second: Observation) -> Bool {
  (first.setting, first.policy, first.seed) == (second.setting, second.policy, second.seed)
}
