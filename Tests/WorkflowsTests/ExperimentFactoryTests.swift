import Device
import Experiments
import Runs
import Scripting
import Testing

@testable import Workflows

@Suite("The devices of an experiment's runs")
struct ExperimentFactoryTests {
  private func plan(_ scripts: [String: String]) throws -> ExperimentPlan {
    try ExperimentPlan(
      .init(file: "/study/two.lua"), by: SampleStudy.build, files: ScriptTexts(scripts))
  }

  /// What `dormouse run` would make of it.
  private func alone(_ run: PlannedRun, _ scripts: [String: String]) throws -> RunResult {
    let settings = run.setting.values.map { ($0.name, $0.text) }
    let composition = try Composition(
      .init(
        file: "/study/hour.lua", settings: Dictionary(uniqueKeysWithValues: settings),
        seed: run.seed, policy: run.policy.source.replacing("half.lua", with: "/study/half.lua")),
      files: ScriptTexts(scripts))
    let device = composition.device()
    device.run()
    return device.result()
  }

  private func result(_ factory: ExperimentFactory, _ run: PlannedRun) throws -> RunResult {
    let device = try factory.device(for: run)
    device.run()
    return device.result()
  }

  @Test("each does what the same run alone does, in whatever order they are asked for")
  func equalsRun() throws {
    let scripts = SampleStudy.scripts.merging([
      "/study/two.lua": SampleStudy.experiment.replacing(
        "{ 0, 10 }", with: "{ 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 10 }")
    ]) { $1 }
    let plan = try plan(scripts)
    let factory = ExperimentFactory(plan.loaded)
    // More settings than are remembered, twice around, and each under another policy.
    let runs = plan.experiment.settings.indices.map { index in
      PlannedRun(
        setting: plan.experiment.settings[index],
        policy: plan.experiment.policies[index % plan.experiment.policies.count], seed: 2)
    }
    let expected = try runs.map { try alone($0, scripts).fingerprint }
    #expect(Set(expected).count > 3)
    for _ in 1...2 {
      #expect(try runs.map { try result(factory, $0).fingerprint } == expected)
    }
    #expect(try runs.reversed().map { try result(factory, $0).fingerprint } == expected.reversed())
  }

  @Test("a scenario that draws its apps has those of the run's seed, and their scripts")
  func drawn() throws {
    let scripts = SampleStudy.scripts.merging([
      "/study/hour.lua": """
      scenario.parameters { poolMinutes = { default = 10, min = 0 } }
      local script = math.random() < 0.5 and "saver.lua" or "sleeper.lua"
      local apps = { app { id = "first", script = script } }
      for number = 1, math.random(5) do
        apps[#apps + 1] = app { id = "other-" .. number, script = "sleeper.lua" }
      end
      return scenario {
        title = "drawn", duration = 600, apps = apps,
        user = usage.schedule { { at = 10, open = "first", lasting = 20 } },
      }
      """
    ]) { $1 }
    let plan = try plan(scripts)
    let factory = ExperimentFactory(plan.loaded)
    var counts = Set<Int>()
    var findings = Set<Int>()
    for seed in 1...8 {
      let run = PlannedRun(
        setting: plan.experiment.settings[1], policy: plan.experiment.policies[0],
        seed: UInt64(seed))
      let result = try result(factory, run)
      #expect(try result.fingerprint == alone(run, scripts).fingerprint)
      counts.insert(result.apps.count)
      findings.insert(result.findings.count)
    }
    // The one script makes mistakes, the other none.
    #expect(counts.count > 1 && findings.count == 2 && findings.contains(0))
  }
}
