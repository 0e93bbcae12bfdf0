import Testing

@testable import Experiments

@Suite("The plan of an experiment")
struct PlanTests {
  @Test("Runs go setting by setting, seed by seed, policy by policy")
  func order() {
    let experiment = Experiment(
      settings: [Setting([.init("pool", "5")]), Setting([.init("pool", "10")])],
      policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 2, firstSeed: 7)
    let runs = experiment.runs().map { "\($0.setting) \($0.seed) \($0.policy.label)" }
    #expect(
      runs == [
        "pool=5 7 a", "pool=5 7 b", "pool=5 8 a", "pool=5 8 b", "pool=10 7 a", "pool=10 7 b",
        "pool=10 8 a", "pool=10 8 b",
      ])
    #expect(runs.count == experiment.runCount)
  }

  @Test("A setting is split into blocks and the rest")
  func blocks() {
    let setting = Setting([.init("pool", "5"), .init("user", "3")])
    #expect(setting.without(["user"]).description == "pool=5")
    #expect(setting.only(["user"]).description == "user=3")
  }

  @Test("The grid's parameters have their values each once, in order of first appearance")
  func axes() {
    let settings = [
      Setting([.init("pool", "10"), .init("user", "b")]),
      Setting([.init("pool", "5"), .init("user", "b")]),
      Setting([.init("pool", "10"), .init("user", "a")]), Setting([.init("days", "5")]),
    ]
    let axes = ParameterAxis.axes(of: settings)
    #expect(axes.map(\.name) == ["pool", "user", "days"])
    #expect(axes.map(\.texts) == [["10", "5"], ["b", "a"], ["5"]])
    #expect(ParameterAxis.axes(of: [Setting()]).isEmpty)
  }

  @Test("Points that differ in blocks only are one setting to tell apart")
  func sections() {
    let points = [("5", "b"), ("10", "b"), ("5", "a"), ("10", "a"), ("7", "a")].map {
      Setting([.init("pool", $0.0), .init("user", $0.1)])
    }
    let policies = [PolicyChoice("a")]
    let plan = SectionPlan(Experiment(settings: points, policies: policies, blocks: ["user"]))
    #expect(plan.settings.map(\.description) == ["pool=5", "pool=10", "pool=7"])
    #expect(plan.sectionOfPoint == [0, 1, 0, 1, 2])
    let other = SectionPlan(
      Experiment(settings: points, policies: policies, blocks: ["user", "pool"]))
    #expect(other.settings == [Setting()] && other.sectionOfPoint == [0, 0, 0, 0, 0])
    let none = SectionPlan(Experiment(settings: points, policies: policies))
    #expect(none.settings == points && none.sectionOfPoint == [0, 1, 2, 3, 4])
  }
}
