import Experiments
import Simulation
import Testing

@Suite("The key of a run")
struct RunKeyTests {
  private func key(
    content: String = "c", scenario: String = "s", source: String = "p",
    values: [(String, String)] = [("a", "1")], seed: UInt64 = 1, warmUp: TimeSpan = .zero
  ) -> RunKey {
    let policy = PolicyChoice("label", source: source)
    let run = PlannedRun(
      setting: Setting(values.map { .init($0.0, $0.1) }), policy: policy, seed: seed,
      warmUp: warmUp)
    let experiment = Experiment(scenario: scenario, policies: [policy])
    return RunKey(of: run, in: experiment, content: content)
  }

  @Test("texts that would be equal when joined make keys that are not")
  func joined() {
    let keys = [
      key(), key(content: "cs", scenario: ""), key(content: "", scenario: "cs"),
      key(scenario: "sp", source: ""), key(values: [("a1", "")]), key(values: [("", "a1")]),
      key(values: [("a", "1"), ("b", "2")]), key(values: [("a", "1b"), ("2", "")]),
      key(values: []), key(seed: 11), key(warmUp: .seconds(1)), key(content: "1:c"),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(key() == key() && key().description.count == 32)
  }

  @Test("what a policy is called is no part of it")
  func label() {
    let run = PlannedRun(setting: Setting(), policy: PolicyChoice("x", source: "p"), seed: 1)
    let other = PlannedRun(setting: Setting(), policy: PolicyChoice("y", source: "p"), seed: 1)
    let experiment = Experiment(policies: [run.policy])
    #expect(RunKey(of: run, in: experiment) == RunKey(of: other, in: experiment))
  }
}
