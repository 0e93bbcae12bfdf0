import Simulation
import Testing

@testable import Device
@testable import Experiments

@Suite("A store of blocks")
struct StoredBlocksTests {
  private let users = ["ann", "bo", "cy"]

  private func experiment(blocks: [String], replications: Int = 2) -> Experiment {
    Experiment(
      settings: users.map { Setting([.init("user", $0)]) },
      policies: [PolicyChoice("a"), PolicyChoice("b")], replications: replications,
      blocks: blocks)
  }

  @Test("Reports have the runs of each block's own seeds, whatever else is kept of it")
  func ownSeeds() throws {
    let folder = try StoreFolder()
    // Without blocks all users have the seeds 1 to 6.
    let apart = experiment(blocks: [], replications: 6)
    let store = try folder.store(apart)
    var random = RandomRuns(seed: 1)
    try store.record(apart.runs().map { random.record($0) })
    #expect(try store.progress() == .init(done: 36))

    let blocks = experiment(blocks: ["user"])
    try store.begin(blocks, digest: "blocks", provenance: .sample)
    let seeds = try observations("wake ups", in: store).map { "\(users[$0.setting]) \($0.seed)" }
    #expect(
      seeds == [
        "ann 1", "ann 4", "ann 1", "ann 4", "bo 2", "bo 5", "bo 2", "bo 5", "cy 3", "cy 6", "cy 3",
        "cy 6",
      ])
    #expect(try store.progress() == .init(done: 12))
    #expect(try store.runsBeyondPlan() == 24)
    #expect(try store.replications() == 2)
    #expect(try store.experiment() == blocks)
  }

  @Test("Values are by replication, and precision counts replications of all blocks")
  func values() throws {
    let folder = try StoreFolder()
    let blocks = experiment(blocks: ["user"], replications: 3)
    let store = try folder.store(blocks)
    let records = blocks.runs().map { run in
      let result = RunResult(
        title: "", policy: run.policy.label, seed: run.seed, duration: .hours(1),
        events: Int(run.seed), fingerprint: Fingerprint(high: 0, low: run.seed), device: .init(),
        apps: [], findings: [])
      return RunRecord(
        run: run, key: RunKey(of: run, in: blocks), outcome: .done(result), realSeconds: 0.5)
    }
    try store.record(records)
    let values = try store.values(of: "wake ups", in: blocks, replications: 3)
    #expect(values.count == 18 && values.allSatisfy { $0 != nil })
    try store.limit(toReplications: 2)
    #expect(try store.progress().done == 12)
    try store.limit(toReplications: 3)
    #expect(try store.replications() == 3)
  }

  @Test("A plan with another number of blocks than its settings have is damaged")
  func damaged() throws {
    let store = try StoreFolder().store(experiment(blocks: ["user"]))
    try store.connection.execute("UPDATE plans SET block_count = 2")
    #expect(throws: StoreError.self) { try store.experiment() }
  }
}
