import Testing

@testable import Experiments

@Suite("Wilson's interval of a share")
struct WilsonIntervalTests {
  /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine
  /// 1998, table I, method 3.
  @Test(
    "has the published figures",
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ])
  func published(count: Int, total: Int, low: Double, high: Double) {
    let interval = wilsonInterval(count, of: total)
    #expect(abs(interval.lowerBound - low) < 5e-5 && abs(interval.upperBound - high) < 5e-5)
  }

  @Test("of none and of all is each other's mirror, and keeps a width")
  func ends() {
    let (none, all) = (wilsonInterval(0, of: 5), wilsonInterval(5, of: 5))
    #expect(none.lowerBound == 0 && all.upperBound == 1)
    #expect(abs(none.upperBound - (1 - all.lowerBound)) < 1e-15 && none.upperBound > 0.4)
  }

  @Test("covers the share in 95 of 100 samples, or nearly so, also a small one")
  func covers() {
    for (share, total) in [(0.5, 30), (0.1, 30), (0.05, 50)] {
      // Exactly: the sum of the binomial probabilities of the samples whose interval covers.
      var (coverage, probability) = (0.0, 1.0)
      for _ in 0..<total { probability *= 1 - share }
      for count in 0...total {
        if wilsonInterval(count, of: total).contains(share) { coverage += probability }
        probability *= share / (1 - share) * Double(total - count) / Double(count + 1)
      }
      #expect((0.93...0.985).contains(coverage), "\(share) of \(total): \(coverage)")
    }
  }
}
