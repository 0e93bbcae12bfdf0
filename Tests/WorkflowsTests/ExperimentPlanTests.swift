import Experiments
import Scripting
import Testing
import Workflows

@Suite("The plan of an experiment")
struct ExperimentPlanTests {
  private func keys(_ plan: ExperimentPlan) -> [RunKey] { plan.runs().map(\.1) }

  @Test("every run has a key of its own, and the same scripts give the same keys and digest")
  func keys() throws {
    let plan = try SampleStudy.plan()
    #expect(plan.experiment.runCount == 18 && plan.appCount == 2)
    #expect(Set(keys(plan)).count == 18)
    let again = try SampleStudy.plan()
    #expect(keys(again) == keys(plan))
    #expect(again.digest == plan.digest)
  }

  @Test("another app or another build gives other keys, another policy file its policy's only")
  func contents() throws {
    let plan = try SampleStudy.plan()
    let slower = SampleStudy.files(replacing: "asyncAfter(2", with: "asyncAfter(3")
    let app = try SampleStudy.plan(slower)
    #expect(Set(keys(app)).isDisjoint(with: keys(plan)))
    #expect(app.digest != plan.digest)
    let build = try SampleStudy.plan(by: Build(version: "1.2.4"))
    #expect(Set(keys(build)).isDisjoint(with: keys(plan)))
    let policy = try SampleStudy.plan(SampleStudy.files(replacing: "return 15", with: "return 16"))
    let kept = Set(keys(policy)).intersection(keys(plan))
    #expect(kept.count == 12)
    #expect(policy.runs().allSatisfy { kept.contains($1) == ($0.policy.label != "half") })
  }

  @Test("parts have each run once, under the keys of the whole")
  func shards() throws {
    let parts = try (1...4).map { index in
      try keys(SampleStudy.plan(shard: Shard(index, of: 4)))
    }
    #expect(parts.map(\.count).reduce(0, +) == 18)
    #expect(try Set(parts.joined()) == Set(keys(SampleStudy.plan())))
  }

  @Test("a part of an experiment that asks for precision is refused: no part knows the others")
  func precision() {
    let files = SampleStudy.files(
      replacing: "replications = 3,",
      with: "precision = { metric = \"tasks expired\", halfWidth = 1 }, replications = 3,")
    let error = #expect(throws: WorkflowError.self) {
      try SampleStudy.plan(files, shard: Shard(1, of: 2))
    }
    guard case .shard(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("--shard: this experiment adds replications"))
  }

  @Test("a pool too small for any fetch is remarked on once, with how many settings have it")
  func remark() throws {
    #expect(try SampleStudy.plan().remark == nil)
    let files = SampleStudy.files(
      replacing: #"script = "saver.lua""#, with: #"script = "saver.lua", modes = { "fetch" }"#)
    let message =
      "/study/hour.lua:4: device.pool.capacity: too small for any fetch or push, which the pool pays"
      + " 30 s for (0 s): none will ever start; give 30 or more (in 1 of 2 settings)"
    #expect(try SampleStudy.plan(files).remark?.description == message)
  }

  @Test("more runs than can be run are refused with their number")
  func size() {
    #expect(
      throws: WorkflowError.size(
        "too many runs (120,000,000); vary less or give fewer replications, "
          + "at most 100,000,000 runs")
    ) { try SampleStudy.plan(replications: 20_000_000) }
  }

  @Test(
    "everything that is wrong with metrics, apps and policies is reported at once, with its line")
  func problems() {
    let files = SampleStudy.files(replacing: "\"tasks expired\"", with: "\"tasks\", \"fresh\"")
    let broken = ScriptTexts(
      SampleStudy.scripts.merging([
        "/study/two.lua": String(
          decoding: files.contents(of: "/study/two.lua") ?? [], as: UTF8.self
        ).replacing("\"nothing\"", with: "\"nothin\""),
        "/study/sleeper.lua": "return = {}",
      ]) { $1 })
    let refusal = #expect(throws: WorkflowError.self) { try SampleStudy.plan(broken) }
    guard case .script(let error) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    let messages = error.problems.map(\.message)
    #expect(messages.count == 4)
    #expect(messages.prefix(2).allSatisfy { $0.hasPrefix("experiment.metrics: unknown metric") })
    #expect(messages.contains { $0.contains("nothin") })
    #expect(error.problems.allSatisfy { $0.location != nil })
  }

  @Test("scenarios are counted as they are loaded")
  func progress() throws {
    var heard: [[Int]] = []
    _ = try ExperimentPlan(
      .init(file: "/study/two.lua"), by: SampleStudy.build, files: SampleStudy.files
    ) { heard.append([$0, $1]) }
    #expect(heard == [[1, 2], [2, 2]])
  }

  @Test("files have the names that they have beside the experiment, wherever that lies")
  func files() throws {
    let names = try SampleStudy.plan().files.map(\.path)
    #expect(names == ["half.lua", "hour.lua", "saver.lua", "sleeper.lua", "two.lua"])
  }

  @Test("seeds that no store can count are refused")
  func seeds() throws {
    func plan(_ seed: Int) throws -> ExperimentPlan {
      try SampleStudy.plan(
        SampleStudy.files(replacing: "replications = 3", with: "replications = 3, seed = \(seed)"))
    }
    #expect(try plan(.max - 2).experiment.seeds?.upperBound == .max)
    #expect(
      throws: WorkflowError.size(
        "experiment.seed: seeds above 9223372036854775807 cannot be stored (9223372036854775806); "
          + "give a smaller first seed")
    ) { try plan(.max - 1) }
  }

  @Test("an unknown metric of precision is reported with its line")
  func precisionMetric() {
    let files = SampleStudy.files(
      replacing: "replications = 3,",
      with: "replications = 3, precision = { metric = \"tasks expirt\", halfWidth = 1 },")
    let refusal = #expect(throws: WorkflowError.self) { try SampleStudy.plan(files) }
    guard case .script(let error) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(
      error.problems.map(\.message) == [
        "experiment.precision.metric: unknown metric (\"tasks expirt\"); did you mean tasks expired?"
      ])
    #expect(error.problems[0].location?.line == 5)
    #expect(refusal?.description == error.description)
  }

  @Test("an experiment that does not exist is reported by its name")
  func absent() {
    let refusal = #expect(throws: WorkflowError.self) {
      try ExperimentPlan(
        .init(file: "/study/tow.lua"), by: SampleStudy.build, files: SampleStudy.files)
    }
    guard case .script(let error) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(error.description.contains("/study/tow.lua"))
  }

  @Test("what the user gives counts more than what the script says")
  func given() throws {
    let files = SampleStudy.files(
      replacing: "return experiment {",
      with: """
        local p = experiment.parameters { days = { default = 2, min = 1 } }
        return experiment { baseline = "nothing", warmUp = 60 * p.days,
        """)
    let plan = try ExperimentPlan(
      .init(file: "/study/two.lua", settings: ["days": "3"], replications: 7),
      by: SampleStudy.build, files: files)
    #expect(plan.experiment.replications == 7 && plan.experiment.warmUp == .minutes(3))
    #expect(plan.experiment.baseline == 2 && plan.duration == .hours(1))
    #expect(plan.runs(replications: 2).map { _ in 1 }.count == 12)
    #expect(throws: WorkflowError.self) {
      try ExperimentPlan(
        .init(file: "/study/two.lua", settings: ["day": "3"]), by: SampleStudy.build, files: files)
    }
  }

  @Test("the most replications of precision are never less than those asked for")
  func maximum() throws {
    let files = SampleStudy.files(
      replacing: "replications = 3,",
      with: "replications = 3, "
        + "precision = { metric = \"wake ups\", of = \"difference\", halfWidth = 2, maximum = 9 },")
    let plan = try SampleStudy.plan(files)
    let precision = Experiment.Precision(
      metric: "wake ups", subject: .difference, halfWidth: 2, maximum: 9)
    #expect(plan.experiment.precision == precision)
    #expect(try SampleStudy.plan(files, replications: 20).experiment.precision?.maximum == 20)
  }
}
