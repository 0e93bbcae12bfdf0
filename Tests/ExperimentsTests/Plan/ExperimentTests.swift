import Experiments
import Testing

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
}
