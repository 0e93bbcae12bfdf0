import Experiments
import Foundation
import Scripting
import Testing
import Workflows

@Suite("What a plan will cost")
struct PlanEstimateTests {
  private func estimate(
    _ plan: ExperimentPlan, in path: String = "/nowhere/runs.sqlite", trialTime: Double = 1
  ) throws -> PlanEstimate {
    try PlanEstimate(of: plan, storePath: path, trialTime: trialTime)
  }

  @Test("runs are tried, and those that are done cost nothing")
  func done() throws {
    let place = try StorePlace()
    let before = try estimate(SampleStudy.plan(), in: place.path)
    #expect(before.runs == 18 && before.done == 0 && before.tried > 0 && before.tried <= 18)
    #expect(before.secondsPerRun > 0)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    var experimentRun = ExperimentRun(
      try SampleStudy.plan(), into: try Store(place.path, access: .write))
    try experimentRun.run(SampleStudy.build.provenance(command: []))
    let after = try estimate(SampleStudy.plan(), in: place.path)
    #expect(after.runs == 18 && after.done == 18 && after.tried == 0)
    #expect(after.secondsLeft(jobs: 2) == 0...0 && after.bytesLeft == 0)
    // Four replications: six runs more, and the file is there already.
    let more = try estimate(SampleStudy.plan(replications: 4), in: place.path)
    #expect(more.runs == 24 && more.done == 18)
    #expect(more.bytesLeft > 0 && more.bytesLeft < before.bytesLeft / 2)
  }

  @Test("of a shard its own runs are left")
  func shard() throws {
    let part = try estimate(SampleStudy.plan(shard: Shard(1, of: 3)))
    #expect(part.runs == 6 && part.done == 0)
  }

  @Test("twice the threads take half the time; the mean lies within, by a fifth at least")
  func seconds() throws {
    let estimate = try estimate(SampleStudy.plan())
    let alone = estimate.secondsLeft(jobs: 1)
    let two = estimate.secondsLeft(jobs: 2)
    #expect(abs(alone.upperBound / two.upperBound - 2) < 1e-9)
    #expect(abs(alone.lowerBound / two.lowerBound - 2) < 1e-9)
    let mean = estimate.secondsPerRun * 18
    #expect(alone.lowerBound <= mean * 0.801 && alone.upperBound >= mean * 1.199)
    #expect(alone.lowerBound >= mean * 0.499)
  }

  @Test("one run gives an estimate within half and twice only")
  func single() throws {
    let files = SampleStudy.files(replacing: "{ 0, 10 }", with: "{ 10 }")
    let one = ScriptTexts(
      SampleStudy.scripts.mapValues {
        $0.replacing("{ 0, 10 }", with: "{ 10 }")
          .replacing("{ \"first-come\", \"half.lua\", \"nothing\" }", with: "{ \"nothing\" }")
      })
    #expect(try estimate(SampleStudy.plan(files)).runs == 9)
    let estimate = try estimate(SampleStudy.plan(one, replications: 1))
    #expect(estimate.runs == 1 && estimate.tried == 1)
    let range = estimate.secondsLeft(jobs: 1)
    #expect(abs(range.lowerBound * 2 - estimate.secondsPerRun) < 1e-12)
    #expect(abs(range.upperBound / 2 - estimate.secondsPerRun) < 1e-12)
  }

  @Test("a long run is tried in part, and taken to go on as it began")
  func long() throws {
    // 31 million ticks in a year, of which a hundredth of a second has few.
    let files = ScriptTexts(
      SampleStudy.scripts.merging([
        "/study/hour.lua": """
        scenario.parameters { poolMinutes = { default = 10, min = 0 } }
        return scenario {
          duration = days(365),
          apps = { app { id = "ticker", script = "ticker.lua", modes = { "audio" } } },
          user = usage.schedule { { at = 0, open = "ticker", lasting = 10 } },
        }
        """,
        "/study/ticker.lua": """
        local app = {}
        function app:didFinishLaunching()
          AVAudioSession.sharedInstance():setActive(true)
          Timer.scheduledTimer(1, true, function() end)
        end
        return app
        """,
      ]) { $1 })
    let estimate = try estimate(SampleStudy.plan(files), trialTime: 0.05)
    // Each policy has its turn, however long that takes.
    #expect(estimate.tried >= 3)
    #expect(estimate.secondsPerRun > 0.5)
  }

  @Test("the store's size is estimated to within a fifth")
  func bytes() throws {
    let place = try StorePlace()
    let plan = try SampleStudy.plan(replications: 40)
    let estimate = try estimate(plan)
    do {
      var experimentRun = ExperimentRun(plan, into: try Store(place.path, access: .write))
      try experimentRun.run(SampleStudy.build.provenance(command: []))
    }
    let size = try Double(Data(contentsOf: URL(filePath: place.path)).count)
    #expect(abs(estimate.bytesLeft - size) < size / 5, "\(estimate.bytesLeft) of \(size)")
  }

  @Test("a file that is no store is reported, and nothing is tried")
  func noStore() throws {
    let place = try StorePlace()
    try Data("not a store".utf8).write(to: URL(filePath: place.path))
    let error = #expect(throws: StoreError.self) {
      try estimate(SampleStudy.plan(), in: place.path)
    }
    #expect(error?.description.hasPrefix("\(place.path): it is not an SQLite file") == true)
  }
}
