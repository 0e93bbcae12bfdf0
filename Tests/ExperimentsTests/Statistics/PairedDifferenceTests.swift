import Device
import Testing

@testable import Experiments

@Suite("A paired difference")
struct PairedDifferenceTests {
  /// Hours of sleep gained by ten patients under two drugs (Student 1908, "The probable error of a
  /// mean").
  static let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
  static let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  @Test("Student's sleep data: 1.58 h more, from 0.70 to 2.46, p = .002833")
  func sleep() throws {
    let difference = try #require(paired(Self.second, Self.first, .higher))
    let estimate = difference.estimate
    let deviation = try #require(estimate.deviation)
    #expect(estimate.count == 10)
    #expect(abs(estimate.mean - 1.58) < 1e-12)
    #expect(abs(estimate.mean / (deviation / Double(10).squareRoot()) - 4.0621) < 5e-5)
    #expect(abs(try #require(difference.p) - 0.002833) < 5e-7)
    #expect(abs(try #require(estimate.low) - 0.7001142) < 5e-8)
    #expect(abs(try #require(estimate.high) - 2.4598858) < 5e-8)
    #expect(difference.verdict == .better)
  }

  @Test("Pairing the sleep data leaves a fifth of the variance")
  func varianceReduction() throws {
    // Variances 3.200556 and 4.009, of the difference 1.512889.
    let reduction = try #require(paired(Self.second, Self.first, .higher)?.varianceReduction)
    #expect(abs(reduction - (3.200556 + 4.009) / 1.512889) < 1e-5)
  }

  @Test("A policy compared with itself differs by exactly nothing")
  func itself() throws {
    let values = (0..<30).map { 1 / Double($0 + 3) }
    let difference = try #require(paired(values, values, .lower))
    #expect(difference.estimate.mean == 0 && difference.estimate.deviation == 0)
    #expect(difference.estimate.low == 0 && difference.estimate.high == 0)
    #expect(difference.p == 1 && difference.adjustedP == 1)
    #expect(difference.verdict == .equal)
    #expect(difference.varianceReduction == .infinity)
  }

  @Test("Sums of the same terms in another order are equal")
  func rounding() throws {
    let terms = (1...1_000).map { 1 / Double($0 * $0) }
    let forward = terms.reduce(0, +)
    let backward = terms.reversed().reduce(0, +)
    #expect(forward != backward)
    let difference = try #require(
      paired([forward, 2 * forward], [backward, 2 * backward], .lower))
    #expect(difference.verdict == .equal && difference.p == 1)
    #expect(Experiments.difference(1, 1 + 2e-9) == 1 - (1 + 2e-9))
  }

  @Test("A constant difference has an interval of no width, and is judged by the sign test")
  func constant() throws {
    let few = try #require(paired([3, 4, 5], [1, 2, 3], .lower))
    #expect(few.estimate.low == 2 && few.estimate.high == 2 && few.p == 0.25)
    #expect(few.verdict == .noDifferenceShown)
    #expect(few.varianceReduction == .infinity)
    // 0.0004 in each, but for the last bits of values that are far greater.
    let close = try #require(
      paired([16.5 + 4e-4, 18.3 + 4e-4, 12.7 + 4e-4], [16.5, 18.3, 12.7], .lower))
    #expect(close.estimate.deviation == 0 && close.p == 0.25)
    let values = (1...6).map(Double.init)
    let many = try #require(paired(values.map { $0 + 2 }, values, .lower))
    #expect(many.p == 1.0 / 32 && many.verdict == .worse)
  }

  @Test("The verdict is the adjusted p's, and its side the metric's")
  func verdicts() throws {
    let cases: [([Double], Better, PairedDifference.Verdict)] = [
      ([1, 1.1, 1.2], .higher, .better), ([1, 1.1, 1.2], .lower, .worse),
      ([1, 1.1, 1.2], .neutral, .higher), ([-1, -1.1, -1.2], .higher, .worse),
      ([-1, -1.1, -1.2], .lower, .better), ([-1, -1.1, -1.2], .neutral, .lower),
      ([1, -1.1, 1.2], .higher, .noDifferenceShown), ([0, 0, 0], .higher, .equal),
      ([4], .higher, .tooFewPairs),
    ]
    for (differences, better, expected) in cases {
      let zeros = differences.map { _ in 0.0 }
      #expect(paired(differences, zeros, better)?.verdict == expected, "\(differences) \(better)")
    }
    var adjusted = try #require(paired([1, 1.1, 1.2], [0, 0, 0], .higher))
    adjusted.judge(0.06, better: .higher, level: 0.95)
    #expect(adjusted.verdict == .noDifferenceShown && adjusted.adjustedP == 0.06)
  }

  private func paired(_ values: [Double], _ baselines: [Double], _ better: Better)
    -> PairedDifference?
  {
    var pairs = PairTally()
    for (value, baseline) in zip(values, baselines) { pairs.add(value, baseline: baseline) }
    var difference = PairedDifference(pairs, level: 0.95, extent: nil)
    let p = difference?.hypothesis
    difference?.judge(p, better: better, level: 0.95)
    return difference
  }
}
