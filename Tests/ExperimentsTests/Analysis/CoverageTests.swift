import Experiments
import Simulation
import Testing

@Suite("Intervals against a known truth")
struct CoverageTests {
  /// An M/D/1 of rate 0.5 and service 1, by Lindley's recursion; mean wait 0.5 (Pollaczek and
  /// Khinchine). The device's slots follow that recursion to the nanosecond (QueueingTests), and
  /// IntervalsOfTheDeviceTests takes such experiments through them.
  ///
  /// 5 replications of 2,000 customers: of fewer customers a mean wait is too far from normal for
  /// Student's interval.
  @Test("95 in 100 cover: 1,000 small experiments on an M/D/1 by Lindley's recursion")
  func queue() throws {
    var covered = 0
    var coveredDifferences = 0
    var reduction = RunningMoments()
    for number in 0..<1_000 {
      let comparison = Comparison(
        units: (0..<5).map { [meanWaits(seed: UInt64(number * 5 + $0))] }, policies: 2,
        better: .lower)
      let mean = try #require(comparison.standings[0].estimate)
      let difference = try #require(comparison.standings[1].difference)
      covered += covers(mean, 0.5) ? 1 : 0
      coveredDifferences += covers(difference.estimate, Self.otherMean - 0.5) ? 1 : 0
      reduction.add(try #require(difference.varianceReduction))
    }
    // 95 % and three standard errors of a share of 1,000: √(.95 · .05 / 1,000) = .0069.
    #expect((930...970).contains(covered), "\(covered)")
    #expect((930...970).contains(coveredDifferences), "\(coveredDifferences)")
    // One world for both queues: without it the difference would take over four times as many runs.
    #expect(try #require(reduction.mean) > 4)
  }

  /// The mean wait if a service takes 0.8: rate · service² / 2 (1 − rate · service).
  static let otherMean = 0.5 * 0.64 / (2 * (1 - 0.4))

  /// The mean wait of 2,000 customers in one world, with services of 1 and of 0.8.
  ///
  /// Both queues start in their stationary state, so that the means are without bias: the work that
  /// a customer finds is a geometric number of remaining services, each uniform (Kleinrock,
  /// Queueing Systems I, 1975, 5.8).
  private func meanWaits(seed: UInt64) -> [Double?] {
    var random = RandomStream(seed: seed, name: "coverage")
    var (wait, other) = (0.0, 0.0)
    while random.bernoulli(0.5) { wait += random.uniform() }
    while random.bernoulli(0.4) { other += 0.8 * random.uniform() }
    var (sum, otherSum) = (0.0, 0.0)
    for _ in 0..<2_000 {
      sum += wait
      otherSum += other
      let gap = random.exponential(mean: 2)
      wait = max(0, wait + 1 - gap)
      other = max(0, other + 0.8 - gap)
    }
    return [sum / 2_000, otherSum / 2_000]
  }

  private func covers(_ estimate: Estimate, _ truth: Double) -> Bool {
    guard let low = estimate.low, let high = estimate.high else { return false }
    return low <= truth && truth <= high
  }
}
