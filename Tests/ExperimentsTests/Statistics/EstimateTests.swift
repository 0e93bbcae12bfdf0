import Experiments
import Testing

@Suite("An estimate of a mean")
struct EstimateTests {
  @Test("Its interval is mean ± t · deviation / √n")
  func interval() throws {
    // Mean 5, deviation 2.581989, t(3, .975) 3.182446: half width 4.108520.
    let estimate = try #require(Estimate([2, 4, 6, 8]))
    #expect(estimate.count == 4 && estimate.mean == 5)
    #expect(abs(try #require(estimate.deviation) - 2.581989) < 1e-6)
    #expect(abs(try #require(estimate.low) - 0.891480) < 1e-6)
    #expect(abs(try #require(estimate.high) - 9.108520) < 1e-6)
  }

  @Test("Another level has another t")
  func level() throws {
    // t(3, .995) 5.840909 instead of 3.182446.
    let usual = try #require(Estimate([2, 4, 6, 8])?.halfWidth)
    let surer = try #require(Estimate([2, 4, 6, 8], level: 0.99)?.halfWidth)
    #expect(abs(surer / usual - 5.840909 / 3.182446) < 1e-6)
  }

  @Test("A single value has no deviation and no interval, and nothing has no estimate")
  func few() throws {
    let single = try #require(Estimate([7]))
    #expect(single.mean == 7 && single.deviation == nil && single.low == nil && single.high == nil)
    #expect(single.pOfZeroMean == nil)
    #expect(Estimate([]) == nil)
  }

  @Test("Equal values have an interval of exactly no width", arguments: [0.1, 1e9 / 3, 0, -7.3])
  func equal(value: Double) throws {
    let estimate = try #require(Estimate(Array(repeating: value, count: 30)))
    #expect(estimate.mean == value && estimate.low == value && estimate.high == value)
    #expect(estimate.pOfZeroMean == (value == 0 ? 1 : 1.0 / 536_870_912))
  }
}
