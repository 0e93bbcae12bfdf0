import Simulation
import Testing

@Suite struct StatisticsTests {
  @Test("a tally without values has no mean, and with one value no variance")
  func few() {
    var tally = RunningMoments()
    #expect(tally.mean == nil && tally.min == nil && tally.max == nil && tally.variance == nil)
    tally.add(-2)
    #expect(tally.mean == -2 && tally.min == -2 && tally.max == -2 && tally.variance == nil)
  }

  @Test("a tally far from zero keeps its precision")
  func precision() throws {
    var tally = RunningMoments()
    for value in [4.0, 7, 13, 16] { tally.add(1e9 + value) }
    #expect(tally.count == 4)
    #expect(tally.mean == 1e9 + 10)
    #expect(tally.variance == 30)
    #expect(tally.min == 1e9 + 4)
    #expect(tally.max == 1e9 + 16)
    #expect(abs(try #require(tally.deviation) - 5.477225575) < 1e-9)
  }

  @Test("skewness is Fisher's coefficient, far from zero too, and there is none without variation")
  func skewness() throws {
    var tally = RunningMoments()
    for _ in 0..<3 { tally.add(5) }
    #expect(tally.skewness == nil)
    // 2, 8, 0, 4, 1, 9, 9, 0: m₂ = 13.859375, m₃ = 13.67578125.
    var other = RunningMoments()
    for value in [2.0, 8, 0, 4, 1, 9, 9, 0] { other.add(1e4 + value) }
    #expect(abs(try #require(other.skewness) - 0.2650554) < 1e-6)
    // A rare event of probability p has (1 - 2p) / √(p (1 - p)).
    var rare = RunningMoments()
    for number in 0..<50 { rare.add(number == 7 ? 1 : 0) }
    #expect(abs(try #require(rare.skewness) - 0.96 / (0.02 * 0.98).squareRoot()) < 1e-12)
  }

  @Test("Jain's index of 1, 2, 3, 4 is 0.833333, and of k equal shares among n it is k/n")
  func jain() {
    #expect(abs(jainIndex([1, 2, 3, 4]) - 0.833333) < 1e-6)
    for served in 1...10 {
      let shares = (0..<10).map { $0 < served ? 3.7 : 0 }
      #expect(abs(jainIndex(shares) - Double(served) / 10) < 1e-12)
    }
    #expect(jainIndex([5e-200, 5e-200, 0, 0]) == 0.5)
    #expect(jainIndex([5e200, 5e200, 0, 0]) == 0.5)
  }

  @Test("the smallest share is told as a part of the mean")
  func maxMin() {
    #expect(maxMinShare([1, 2, 3, 4]) == 0.4)
    #expect(maxMinShare([3.7, 3.7, 3.7]) == 1)
    #expect(maxMinShare([0, 5]) == 0)
    #expect(maxMinShare([5e300, 5e300, 5e300, 5e300]) == 1)
    #expect(maxMinShare([]) == 1 && maxMinShare([0, 0]) == 1)
  }

  @Test("quantiles of several samples are those of all their values, zeros among them")
  func samples() {
    var first = Sample()
    for value in [4.0, 0, 1, 0] { first.add(value) }
    var second = Sample()
    for value in [3.0, 2, 0] { second.add(value) }
    #expect(Sample.quantile(0.5, of: [first, second]) == 1)
    #expect(Sample.quantile(1, of: [first, second, Sample()]) == 4)
    #expect(Sample.quantile(0.9, of: [first]) == quantile(0.9, of: [4, 0, 1, 0]))
    #expect(Sample.quantile(0.5, of: [Sample()]) == nil)
    #expect(first.count == 4 && first.mean == 1.25 && first.max == 4)
  }

  @Test("Jain's index of no shares, or of shares that are all zero, is 1 by definition")
  func jainOfNothing() {
    #expect(jainIndex([]) == 1)
    #expect(jainIndex([0, 0, 0]) == 1)
  }

  @Test(
    "quantiles of 1, 2, 3, 4, 10 are R's type 7",
    arguments: [(0, 1.0), (0.1, 1.4), (0.25, 2), (0.5, 3), (0.9, 7.6), (0.95, 8.8), (1, 10)]
      as [(Double, Double)])
  func type7(probability: Double, expected: Double) throws {
    let value = try #require(quantile(probability, of: [10, 3, 1, 4, 2]))
    #expect(abs(value - expected) < 1e-12)
  }

  @Test("a sample without values has no quantile, and a single value is every quantile")
  func smallSamples() {
    #expect(quantile(0.5, of: []) == nil)
    #expect(quantile(0.5, of: [7]) == 7)
    #expect(quantile(1, of: [7]) == 7)
  }
}
