import Testing

@testable import Experiments

@Suite("The parts of an experiment")
struct ShardTests {
  private let experiment = Experiment(
    settings: ["5", "10", "20"].map { Setting([.init("pool", $0)]) },
    policies: ["a", "b"].map { PolicyChoice($0) }, replications: 7)

  @Test("there is no part before the first, after the last, or of none")
  func bounds() {
    #expect(Shard(0, of: 3) == nil && Shard(4, of: 3) == nil && Shard(1, of: 0) == nil)
    #expect(Shard(1, of: 1) != nil && Shard(3, of: 3)?.description == "3/3")
  }

  @Test("each run is in one part, with all that it is paired with", arguments: [1, 2, 3, 4, 50])
  func pairs(count: Int) throws {
    var parts: [[PlannedRun]] = []
    for index in 1...count {
      let shard = try #require(Shard(index, of: count))
      parts.append(Array(experiment.runs(shard: shard)))
    }
    #expect(parts.map(\.count).reduce(0, +) == experiment.runCount)
    #expect(Set(parts.joined()) == Set(experiment.runs()))
    for part in parts {
      let units = Dictionary(grouping: part) { "\($0.setting) \($0.seed)" }
      #expect(units.values.allSatisfy { $0.map(\.policy) == experiment.policies })
    }
    // A unit has two runs, so no part is more than that larger than another.
    let sizes = parts.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 2)
  }

  @Test("a part of more replications has all that the part of fewer has")
  func growing() throws {
    for index in 1...4 {
      let shard = try #require(Shard(index, of: 4))
      let few = Set(experiment.runs(replications: 5, shard: shard))
      #expect(few.isSubset(of: experiment.runs(replications: 8, shard: shard)))
    }
  }
}
