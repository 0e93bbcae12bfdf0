import Experiments
import Scripting
import Simulation
import Studies
import Testing

@Suite("A campaign into a store")
struct CampaignTests {
  private let provenance = SampleStudy.build.provenance(command: ["test"])

  @Test("it runs what is missing, and nothing twice")
  func twice() throws {
    let place = try StorePlace()
    var first = Campaign(try SampleStudy.plan(), into: try Store(place.path, access: .write))
    try first.run(provenance)
    #expect(first.outcome.run == 18 && first.outcome.kept == 0 && first.outcome.failed == 0)
    #expect(first.outcome.brokenOff == nil)
    var second = Campaign(try SampleStudy.plan(replications: 4), into: first.store)
    try second.run(provenance)
    #expect(second.outcome.run == 6 && second.outcome.kept == 18)
  }

  @Test("one that is broken off tells how far it was, and the next goes on from there")
  func brokenOff() throws {
    let place = try StorePlace()
    let store = try Store(place.path, access: .write)
    var first = Campaign(try SampleStudy.plan(), into: store, jobs: 1)
    try first.run(provenance) { $0.done < 5 }
    let stopped = try #require(first.outcome.brokenOff)
    #expect(stopped.total == 18 && stopped.done >= 5 && stopped.done < 18)
    #expect(first.outcome.run == stopped.done)
    var second = Campaign(try SampleStudy.plan(), into: store, jobs: 1)
    var totals: Set<Int> = []
    try second.run(provenance) {
      totals.insert($0.total)
      return true
    }
    #expect(second.outcome.kept == stopped.done && second.outcome.run == 18 - stopped.done)
    #expect(totals == [18 - stopped.done])
  }

  @Test("rounds add replications until precision is content or its most are done")
  func precision() throws {
    // The pool of 0 minutes refuses what that of 10 lets expire, whatever the seed.
    let files = SampleStudy.files(
      replacing: "replications = 3,",
      with: """
        precision = { metric = "tasks expired", halfWidth = 0.5, maximum = 32 }, replications = 3,
        """)
    let place = try StorePlace()
    var campaign = Campaign(
      try SampleStudy.plan(files), into: try Store(place.path, access: .write))
    try campaign.run(provenance)
    #expect(campaign.outcome.added > 0 && campaign.outcome.added <= 29)
    #expect(campaign.outcome.run == 6 * (3 + campaign.outcome.added))
  }

  @Test("each thread is prepared before its first run")
  func threads() throws {
    let prepared = Guarded(0)
    let place = try StorePlace()
    var campaign = Campaign(
      try SampleStudy.plan(), into: try Store(place.path, access: .write), jobs: 3,
      prepareThread: { prepared.withLock { $0 += 1 } })
    #expect(campaign.jobs == 3)
    try campaign.run(provenance)
    #expect(prepared.withLock { $0 } == 3)
  }

  @Test("what expect finds wrong is told of the store's results")
  func expectations() throws {
    let files = SampleStudy.files(
      replacing: "replications = 3,",
      with: """
        replications = 3,
        expect = function(result)
          local used = result:metric("background seconds used", "nothing", { poolMinutes = 10 })
          assert(used.mean > 0, "nothing has used nothing")
        end,
        """)
    let place = try StorePlace()
    let plan = try SampleStudy.plan(files)
    let store = try Store(place.path, access: .write)
    var campaign = Campaign(plan, into: store)
    try campaign.run(provenance)
    #expect(try SampleStudy.plan().unmetExpectations(in: store).isEmpty)
    #expect(
      try plan.unmetExpectations(in: store).map(\.message) == ["expect: nothing has used nothing"])
  }

  @Test("an estimate tries runs, and counts what is done")
  func estimate() throws {
    let place = try StorePlace()
    let before = try PlanEstimate(of: SampleStudy.plan(), storePath: place.path)
    #expect(before.runs == 18 && before.done == 0 && before.tried > 0 && before.tried <= 18)
    let range = before.secondsLeft(jobs: 2)
    #expect(range.lowerBound > 0 && range.lowerBound < range.upperBound)
    #expect(range.upperBound / 18 * 2 >= before.secondsPerRun)
    #expect(before.bytesLeft > 0)
    var campaign = Campaign(
      try SampleStudy.plan(), into: try Store(place.path, access: .write))
    try campaign.run(provenance)
    let after = try PlanEstimate(of: SampleStudy.plan(), storePath: place.path)
    #expect(after.runs == 18 && after.done == 18)
    #expect(after.secondsLeft(jobs: 2) == 0...0 && after.bytesLeft == 0)
  }
}
