import Device
import Experiments
import Simulation
import Testing

/// What `precision` stops at, against a truth that is known. Of 300 experiments a share has a
/// standard error of .013 at .95.
@Suite("Precision against a known truth")
struct PrecisionCoverageTests {
  private static let experiments = 300

  /// What a run comes to, and what that is in the mean.
  struct Law: CustomTestStringConvertible, Sendable {
    let name: String
    let metric: String
    let halfWidth: Double
    let truth: Double
    /// Share of the experiments that covered it when the width alone decided, from five runs on.
    let before: ClosedRange<Double>
    let least: Double
    let draw: @Sendable (inout RandomStream) -> Double

    var testDescription: String { name }
  }

  static let laws = [
    Law(
      name: "a rare event", metric: "tasks expired", halfWidth: 0.1, truth: 0.05,
      before: 0.05...0.35, least: 0.93
    ) { $0.bernoulli(0.05) ? 1 : 0 },
    Law(
      name: "exponential", metric: "pool used", halfWidth: 0.3, truth: 1, before: 0.7...0.88,
      least: 0.9
    ) { $0.exponential(mean: 1) },
    Law(
      name: "normal", metric: "pool used", halfWidth: 1, truth: 10, before: 0.9...0.98, least: 0.91
    ) { $0.normal(mean: 10, deviation: 3) },
  ]

  @Test(
    "it covers rare events and skewed values too, which the width alone does not", arguments: laws)
  func coverage(_ law: Law) throws {
    var (covered, before) = (0, 0)
    for number in 0..<Self.experiments {
      var random = RandomStream(seed: UInt64(number), name: "precision of \(law.name)")
      var values: [Double] = []
      var grow = { (count: Int) in
        while values.count < count { values.append(law.draw(&random)) }
        return values
      }
      let estimate = try byWidth(law.halfWidth, &grow)
      before += covers(estimate.mean, estimate.halfWidth ?? 0, law.truth) ? 1 : 0
      let known = try byPrecision(law, &grow)
      // Equal values are known to within what was asked for.
      let half = known.deviation == 0 ? law.halfWidth : known.halfWidth ?? 0
      covered += covers(known.mean, half, law.truth) ? 1 : 0
    }
    let share = { (count: Int) in Double(count) / Double(Self.experiments) }
    #expect(law.before.contains(share(before)), "\(share(before)) before")
    #expect(share(covered) >= law.least, "\(share(covered))")
  }

  private func covers(_ mean: Double, _ halfWidth: Double, _ truth: Double) -> Bool {
    (mean - truth).magnitude <= halfWidth
  }

  /// The rule that was: five runs, and as many more as the width asks for.
  private func byWidth(_ halfWidth: Double, _ grow: inout (Int) -> [Double]) throws -> Estimate {
    var count = 5
    while true {
      let estimate = try #require(Estimate(grow(count).prefix(count)))
      let ratio = try #require(estimate.halfWidth) / halfWidth
      if ratio <= 1 || count >= 2_000 { return estimate }
      count = max(count + 1, Int((Double(count) * min(2, ratio * ratio)).rounded(.up)))
    }
  }

  private func byPrecision(_ law: Law, _ grow: inout (Int) -> [Double]) throws -> Estimate {
    let precision = Experiment.Precision(
      metric: law.metric, halfWidth: law.halfWidth, maximum: 2_000)
    let metric = try #require(Metrics.named(law.metric))
    var count = 5
    while true {
      let values = grow(count)
      let analysis = ExperimentAnalysis(
        of: Experiment(policies: [PolicyChoice("a")], replications: count), metrics: [metric]
      ) { _ in values.prefix(count).map { $0 } }
      guard let next = precision.nextReplications(after: analysis) else {
        return try #require(analysis.sections[0].comparisons[0].standings[0].estimate)
      }
      count = next
    }
  }
}
