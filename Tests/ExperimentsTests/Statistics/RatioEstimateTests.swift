import Simulation
import Testing

@testable import Experiments

@Suite("Ratios of means")
struct RatioEstimateTests {
  private func drawn(_ count: Int, seed: UInt64) -> [(Double, Double)] {
    var random = RandomStream(seed: seed, name: "ratio")
    return (0..<count).map { _ in
      let common = random.normal(mean: 10, deviation: 2)
      return (common + random.normal(mean: -5, deviation: 1), common)
    }
  }

  @Test("the ends of the interval are the ratios whose difference is just beyond chance")
  func ends() throws {
    let pairs = drawn(12, seed: 3)
    let estimate = try #require(RatioEstimate(pairs))
    let interval = try #require(estimate.interval)
    #expect(interval.contains(estimate.ratio) && estimate.count == 12)
    let low = try #require(Estimate(pairs.map { $0.0 - interval.lowerBound * $0.1 }))
    let high = try #require(Estimate(pairs.map { $0.0 - interval.upperBound * $0.1 }))
    #expect(abs(try #require(low.low)) < 1e-9)
    #expect(abs(try #require(high.high)) < 1e-9)
  }

  @Test("covers the true ratio in 95 of 100 experiments")
  func covers() throws {
    let count = (0..<1_000).count {
      RatioEstimate(drawn(8, seed: UInt64($0)))?.interval?.contains(0.5) ?? false
    }
    #expect((930...970).contains(count), "\(count)")
  }

  @Test("values in proportion have an interval without width")
  func proportion() throws {
    let estimate = try #require(RatioEstimate([(4, 8), (4.5, 9), (4.25, 8.5)]))
    let interval = try #require(estimate.interval)
    #expect(estimate.ratio == 0.5)
    #expect(abs(interval.lowerBound - 0.5) < 1e-7 && abs(interval.upperBound - 0.5) < 1e-7)
  }

  @Test("there is none by 0, and no interval of one pair or where the second mean may be 0")
  func without() throws {
    #expect(RatioEstimate([]) == nil && RatioEstimate([(1, 1), (1, -1)]) == nil)
    #expect(try #require(RatioEstimate([(1, 4)])).interval == nil)
    #expect(try #require(RatioEstimate([(1, 9), (1, -8), (2, 0.1)])).interval == nil)
  }
}
