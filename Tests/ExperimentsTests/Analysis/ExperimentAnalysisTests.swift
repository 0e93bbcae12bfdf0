import Device
import Experiments
import Simulation
import Testing

@Suite("The analysis of an experiment")
struct ExperimentAnalysisTests {
  let metrics = ["pool used", "fresh at open"].compactMap { Metrics.named($0) }

  @Test("Each metric is compared under each setting, from values in plan order")
  func order() throws {
    let experiment = Experiment(
      settings: [Setting([.init("pool", "5")]), Setting([.init("pool", "10")])],
      policies: [PolicyChoice("a"), PolicyChoice("b")], baseline: 1, replications: 6)
    let analysis = ExperimentAnalysis(of: experiment, metrics: metrics) { metric in
      experiment.runs().map { value(of: metric, in: $0, pool: $0.setting.values[0].text) }
    }
    #expect(analysis.sections.map(\.setting) == experiment.settings)
    for (section, pool) in zip(analysis.sections, [5.0, 10]) {
      func means(_ policy: Int) -> [Double?] {
        section.comparisons.map { $0.standings[policy].estimate?.mean }
      }
      #expect(means(0) == [pool + 2.5, pool + 3.5] && means(1) == [pool + 3.5, pool + 5.5])
      #expect(section.comparisons.map { $0.standings[0].difference?.estimate.mean } == [-1, -2])
      #expect(section.comparisons.map { $0.standings[0].difference?.verdict } == [.better, .worse])
    }
    let comparison = try #require(
      analysis.comparison("freshAtOpen", under: experiment.settings[1]))
    #expect(comparison == analysis.sections[1].comparisons[1])
    #expect(analysis.comparison("fresh at open") == nil && analysis.comparison("pool left") == nil)
  }

  @Test("Parameters that are blocks make units, not settings, wherever they stand in the grid")
  func blocks() {
    let settings = ["1", "2", "3"].flatMap { user in
      ["5", "10"].map { Setting([.init("user", user), .init("pool", $0)]) }
    }
    let experiment = Experiment(
      settings: settings, policies: [PolicyChoice("a"), PolicyChoice("b")], replications: 2,
      blocks: ["user"])
    let analysis = ExperimentAnalysis(of: experiment, metrics: metrics) { metric in
      experiment.runs().map { value(of: metric, in: $0, pool: $0.setting.values[1].text) }
    }
    #expect(analysis.sections.map(\.setting.description) == ["pool=5", "pool=10"])
    for section in analysis.sections {
      #expect(section.comparisons[0].standings.map { $0.estimate?.count } == [3, 3])
    }
  }

  @Test("More replications than planned are analysed when there are more")
  func replications() {
    let experiment = Experiment(policies: [PolicyChoice("a")], replications: 2)
    let analysis = ExperimentAnalysis(of: experiment, replications: 5, metrics: metrics) { _ in
      [1, 2, 3, 4, nil]
    }
    let standing = analysis.sections[0].comparisons[0].standings[0]
    #expect(standing.estimate?.count == 4 && standing.missing == 1)
  }

  @Test("What the source throws comes through")
  func failing() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try ExperimentAnalysis(of: Experiment(policies: [PolicyChoice("a")])) {
        _ throws(Broken) -> [Double?] in throw Broken()
      }
    }
  }

  @Test("p may be adjusted over all comparisons, each of which gets its own back")
  func family() throws {
    let experiment = Experiment(
      settings: ["5", "10", "20"].map { Setting([.init("pool", $0)]) },
      policies: ["a", "b", "c"].map { PolicyChoice($0) }, replications: 6)
    var random = RandomStream(seed: 4, name: "family")
    var drawn: [String: [Double?]] = [:]
    for metric in metrics {
      drawn[metric.name] = experiment.runs().map { run in
        random.uniform() + (run.policy.label == "b" ? 0.4 : 0)
      }
    }
    let own = ExperimentAnalysis(of: experiment, metrics: metrics) { drawn[$0.name] ?? [] }
    let whole = ExperimentAnalysis(of: experiment, metrics: metrics, family: .report) {
      drawn[$0.name] ?? []
    }
    func differences(_ analysis: ExperimentAnalysis) -> [PairedDifference] {
      analysis.sections.flatMap(\.comparisons).flatMap(\.standings).compactMap(\.difference)
    }
    #expect(whole.sections.map(\.comparisons.count) == [2, 2, 2])
    #expect(differences(whole).map(\.estimate) == differences(own).map(\.estimate))
    #expect(
      differences(whole).map(\.adjustedP) == holmAdjusted(differences(own).map(\.p)))
    // Two policies of each comparison are its own family.
    for comparison in own.sections.flatMap(\.comparisons) {
      let differences = comparison.standings.compactMap(\.difference)
      #expect(differences.map(\.adjustedP) == holmAdjusted(differences.map(\.p)))
    }
    // Over more hypotheses fewer are believed.
    func shown(_ analysis: ExperimentAnalysis) -> Int {
      differences(analysis).count { $0.verdict != .noDifferenceShown }
    }
    #expect(shown(whole) < shown(own))
  }

  /// The first policy is the pool's size and 1 or 2, by metric; the second has that once more; and
  /// the seeds differ around it.
  private func value(of metric: Metrics.Metric, in run: PlannedRun, pool: String) -> Double? {
    let step = metric.name == "pool used" ? 1.0 : 2
    let policy = run.policy.label == "a" ? step : 2 * step
    return Double(pool).map { $0 + policy + Double(run.seed) - 2 }
  }
}
