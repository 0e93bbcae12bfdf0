import Simulation
import Testing

@testable import Experiments

@Suite("Seeds of replications")
struct ReplicationSeedsTests {
  private func users(_ users: [String], pools: [String] = ["5", "10"], replications: Int = 2)
    -> Experiment
  {
    Experiment(
      settings: pools.flatMap { pool in
        users.map { Setting([.init("pool", pool), .init("user", $0)]) }
      },
      policies: [PolicyChoice("a"), PolicyChoice("b")], replications: replications, firstSeed: 7,
      blocks: ["user"])
  }

  @Test("Each block has its own, the same under all policies and other parameters")
  func ownSeeds() {
    let experiment = users(["ann", "bo", "cy"])
    var seeds: [String: Set<UInt64>] = [:]
    for run in experiment.runs() {
      seeds[run.setting.only(["user"]).description, default: []].insert(run.seed)
    }
    #expect(seeds == ["user=ann": [7, 10], "user=bo": [8, 11], "user=cy": [9, 12]])
    #expect(experiment.seeds == 7...12)
  }

  @Test("More replications leave those before as they are")
  func moreReplications() {
    let few = Set(users(["ann", "bo"], replications: 2).runs())
    let more = Set(users(["ann", "bo"], replications: 5).runs())
    #expect(few.isSubset(of: more) && more.count == 2 * 2 * 2 * 5)
  }

  @Test("Every planned seed is that of its replication")
  func replications() {
    let experiment = users(["ann", "bo", "cy"], replications: 4)
    let seeds = ReplicationSeeds(experiment)
    for setting in experiment.settings.indices {
      for replication in 0..<4 {
        let seed = seeds.seed(ofReplication: replication, setting: setting)
        #expect(seeds.replication(under: seed) == replication)
        #expect(seed <= seeds.last(ofReplications: 4))
      }
    }
  }

  @Test("A plan covers another exactly if it has all its runs")
  func covering() {
    let plans = [
      users(["ann", "bo"]), users(["ann", "bo"], replications: 3), users(["ann"]),
      users(["bo", "ann"]), users(["ann", "bo", "cy"]), users(["ann", "bo"], pools: ["5"]),
    ]
    for (index, one) in plans.enumerated() {
      for (other, two) in plans.enumerated() {
        let isSubset = Set(two.runs()).isSubset(of: Set(one.runs()))
        #expect(one.covers(two) == isSubset, "\(index) covers \(other)")
      }
    }
    var later = users(["ann", "bo"])
    later.firstSeed += 2
    #expect(users(["ann", "bo"], replications: 3).covers(later))
    #expect(!users(["ann", "bo"], replications: 2).covers(later))
    later.firstSeed += 1
    #expect(!users(["ann", "bo"], replications: 3).covers(later))
  }
}
