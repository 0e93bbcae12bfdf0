import Simulation
import Testing

@testable import Policies

@Suite("rates from counted items")
struct ItemRateEstimateTests {
  @Test("items over time, with half an item more")
  func rate() {
    var estimate = ItemRateEstimate()
    #expect(estimate.rate == 0)
    estimate.add(0, after: 2)
    #expect(estimate.rate == 0.25)
    estimate.add(7, after: 3)
    #expect(estimate.rate == 1.5 && estimate.looks == 2)
  }

  @Test("a rate far above that of the looks is found, and a new one is learned")
  func follows() {
    var random = RandomStream(seed: 1, name: "items")
    var estimate = ItemRateEstimate()
    for rate in [32.0, 2] {
      for _ in 0..<1_000 {
        var count = 0
        var time = random.exponential(mean: 1 / rate)
        while time < 1 {
          count += 1
          time += random.exponential(mean: 1 / rate)
        }
        estimate.add(count, after: 1)
      }
      // Four standard errors of the 128 to 256 looks that count.
      #expect(abs(estimate.rate - rate) < 4 * (rate / 128).squareRoot() + 0.01)
    }
  }
}
