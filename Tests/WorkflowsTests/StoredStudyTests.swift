import Scripting
import Simulation
import Testing
import Workflows

@testable import Experiments

@Suite("A study out of its store alone")
struct StoredStudyTests {
  private let provenance = SampleStudy.build.provenance(command: ["test"])

  private func store(
    _ plan: ExperimentPlan, at place: StorePlace
  ) throws -> Store {
    var experimentRun = ExperimentRun(plan, into: try Store(place.path, access: .write), jobs: 1)
    try experimentRun.run(provenance)
    #expect(experimentRun.outcome.failed == 0)
    return experimentRun.store
  }

  private func study(_ store: Store) throws -> StoredStudy {
    try StoredStudy(store, by: SampleStudy.build)
  }

  @Test("all its runs come to the same again, though no script lies on the disk")
  func same() throws {
    let place = try StorePlace()
    let study = try study(store(SampleStudy.plan(), at: place))
    #expect(study.runs.count == 18)
    var heard: [Int] = []
    let verification = Verification(study, runs: study.runs, jobs: 2)
    #expect(
      try verification.run {
        heard.append($0)
        return true
      } == [])
    #expect(heard.last == 18)
  }

  @Test("so do those of parts that were merged")
  func merged() throws {
    let places = try (0..<3).map { _ in try StorePlace() }
    for index in 1...2 {
      _ = try store(SampleStudy.plan(shard: Shard(index, of: 2)), at: places[index])
    }
    try Store.merge(places[1...2].map(\.path), into: places[0].path)
    let study = try study(Store(places[0].path, access: .read))
    #expect(study.runs.count == 18)
    #expect(try Verification(study, runs: study.runs).run() == [])
  }

  /// The app is left at 08:11, an hour has 24 parts of two and a half minutes.
  @Test("a run in which something else happens is reported with the part in which it first does")
  func differs() throws {
    let (place, other) = (try StorePlace(), try StorePlace())
    let study = try study(store(SampleStudy.plan(), at: place))
    let slower = SampleStudy.files(replacing: "asyncAfter(2,", with: "asyncAfter(3,")
    let theirs = try self.study(store(SampleStudy.plan(slower), at: other))
    let found = try Verification(study, runs: theirs.runs).run()
    #expect(
      found.map(\.run)
        == theirs.runs.filter {
          theirs.planned($0).policy.label != "nothing"
            && theirs.planned($0).setting.description != "poolMinutes=0"
        })
    for difference in found {
      guard case .events(let first, let figures) = difference.what else {
        Issue.record("\(difference)")
        continue
      }
      #expect(first == .start + .minutes(10) ... .start + .seconds(12.5 * 60))
      #expect(figures.isEmpty, "the store's own figures are those of its own run")
      #expect(difference.clock.text(.start) == "08:00:00.000")
    }
    // The same events, but the figures of another run.
    let shifted = study.runs.map { run in
      var run = run
      run.number = study.runs.first { study.planned($0).policy.label == "nothing" }?.number ?? 0
      return run
    }
    let changed = try Verification(study, runs: shifted).run()
    #expect(changed.count >= 6)
    for difference in changed {
      guard case .contents(let figures) = difference.what else {
        Issue.record("\(difference)")
        continue
      }
      #expect(!figures.isEmpty && figures.allSatisfy { $0.now != $0.stored })
    }
  }

  @Test(
    "names that lead out of the experiment's folder or start at the root, settings and folders of modules are kept",
    arguments: ["../../scenarios/hour.lua", "/studies/mine/scenarios/hour.lua"])
  func folders(scenario: String) throws {
    let files = ScriptTexts([
      "/studies/mine/lib/words.lua": "return { wait = 2 }",
      "/studies/mine/experiments/sub/two.lua": """
      local p = experiment.parameters { slots = { default = 1, min = 1 } }
      return experiment {
        title = "x", scenario = "\(scenario)", policies = { "first-come" },
        parameters = { poolMinutes = { p.slots } }, replications = 2,
      }
      """,
      "/studies/mine/scenarios/hour.lua": SampleStudy.scenario
        .replacing("script = \"", with: "script = \"../apps/"),
      "/studies/mine/apps/saver.lua": "local words = require \"words\"\n"
        + SampleStudy.saver.replacing("asyncAfter(2,", with: "asyncAfter(words.wait,"),
      "/studies/mine/apps/sleeper.lua": SampleStudy.sleeper,
    ])
    let place = try StorePlace()
    let plan = try ExperimentPlan(
      .init(
        file: "/studies/mine/experiments/sub/two.lua", settings: ["slots": "7"],
        luaPath: ["/studies/mine/lib"]), by: SampleStudy.build, files: files)
    let study = try study(store(plan, at: place))
    #expect(
      study.runs.map { study.name(of: $0) }
        == ["poolMinutes=7, first-come, seed 1", "poolMinutes=7, first-come, seed 2"])
    #expect(try Verification(study, runs: study.runs).run() == [])
  }

  @Test("an experiment beside the folder that it leads to is read from its store")
  func besideAFolder() throws {
    let files = ScriptTexts([
      "/mine/study/two.lua": """
      return experiment {
        scenario = "../scripts/hour.lua", policies = { "first-come" }, replications = 2,
      }
      """,
      "/mine/scripts/hour.lua": SampleStudy.scenario,
      "/mine/scripts/saver.lua": SampleStudy.saver,
      "/mine/scripts/sleeper.lua": SampleStudy.sleeper,
    ])
    let place = try StorePlace()
    let plan = try ExperimentPlan(
      .init(file: "/mine/study/two.lua"), by: SampleStudy.build, files: files)
    let study = try study(store(plan, at: place))
    #expect(study.runs.count == 2)
    #expect(try Verification(study, runs: study.runs).run() == [])
  }

  @Test("runs that the plan has and the store has not are named, in plan order")
  func missing() throws {
    let (place, part) = (try StorePlace(), try StorePlace())
    _ = try store(SampleStudy.plan(), at: place)
    let store = try Store(place.path, access: .write)
    try store.connection.execute("DELETE FROM runs WHERE seed = 2 AND policy = 1")
    try store.connection.execute("UPDATE runs SET status = 'retired' WHERE id = 1")
    let study = try study(store)
    #expect(
      try study.missing().map(\.name) == [
        "poolMinutes=0, first-come, seed 1", "poolMinutes=0, first-come, seed 2",
        "poolMinutes=10, first-come, seed 2",
      ])
    let shard = try self.study(self.store(SampleStudy.plan(shard: Shard(2, of: 2)), at: part))
    #expect(try shard.runs.count == 9 && shard.missing().isEmpty)
  }

  @Test("a run is found by its number, or by policy, seed and parameters")
  func find() throws {
    let place = try StorePlace()
    let study = try study(store(SampleStudy.plan(), at: place))
    for run in study.runs { #expect(study.run(number: run.number) == run) }
    let run = try #require(study.run(policy: "half.lua", seed: 2, settings: ["poolMinutes": "10"]))
    #expect(study.name(of: run) == "poolMinutes=10, half, seed 2")
    #expect(study.run(policy: "half", seed: 2, settings: ["poolMinutes": "10"]) == run)
    #expect(study.run() == study.runs.first)
    #expect(study.run(number: 99) == nil && study.run(policy: "none") == nil)
    #expect(study.run(number: run.number, seed: 3) == nil)
    #expect(study.run(settings: ["slots": "1"]) == nil)
    let composition = try study.composition(of: run)
    let device = composition.device()
    device.run()
    #expect(device.result().fingerprint.description == run.fingerprint)
  }

  @Test("some runs are drawn evenly, each once and in order, the same under one seed")
  func draw() throws {
    let runs = (1...100).map {
      StoredRun(number: $0, setting: 0, policy: 0, seed: UInt64($0), fingerprint: "")
    }
    var drawn = [Int](repeating: 0, count: 101)
    for seed in 0..<400 {
      let some = Verification.draw(10, of: runs, seed: UInt64(seed))
      #expect(some == Verification.draw(10, of: runs, seed: UInt64(seed)))
      #expect(some.count == 10 && some.map(\.number) == Set(some.map(\.number)).sorted())
      for run in some { drawn[run.number] += 1 }
    }
    // Each 40 times in the mean, with a deviation of 6.
    #expect(drawn.dropFirst().allSatisfy { (10...70).contains($0) }, "\(drawn)")
    #expect(Verification.draw(1_000, of: runs, seed: 1) == runs)
  }

  @Test("a store that lacks what it would take says so")
  func lacks() throws {
    let (bare, half) = (try StorePlace(), try StorePlace())
    let plan = try SampleStudy.plan()
    let store = try Store(bare.path, access: .write)
    try store.begin(plan.experiment, digest: "d", provenance: provenance)
    #expect(throws: WorkflowError.self) { try study(store) }
    let other = try Store(half.path, access: .write)
    try other.begin(
      plan.experiment, digest: "d", provenance: provenance, given: [.init("", "two.lua")])
    try other.note(plan.files.map { .init(path: $0.path, digest: $0.digest) })
    do throws(WorkflowError) {
      _ = try StoredStudy(other, by: SampleStudy.build)
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains("does not hold it (files above 16 MB"), "\(error)")
    }
  }
}
