import Foundation
import Simulation
import Testing

@testable import Policies

@Suite("estimated change rates")
struct ChangeRateEstimateTests {
  @Test(
    "equal intervals give -log((n - X + 0.5) / (n + 0.5)) / T",
    arguments: [(1, 1), (4, 1), (4, 3), (10, 10), (200, 37)])
  func equalIntervals(looks: Int, changes: Int) {
    var estimate = ChangeRateEstimate()
    for look in 0..<looks { estimate.add(changed: look < changes, after: 0.25) }
    estimate.update()
    let n = Double(looks)
    let expected = -log((n - Double(changes) + 0.5) / (n + 0.5)) / 0.25
    #expect(abs(estimate.rate - expected) < 1e-9 * expected)
    #expect(estimate.count == looks)
  }

  @Test("no look and no change give zero")
  func zero() {
    var estimate = ChangeRateEstimate()
    #expect(estimate.rate == 0)
    for _ in 0..<9 { estimate.add(changed: false, after: 1) }
    #expect(estimate.rate == 0)
  }

  @Test(
    "irregular looks at a Poisson process find its rate, within four standard errors",
    arguments: [0.2, 1, 3.0])
  func irregular(rate: Double) {
    var random = RandomStream(seed: 1, name: "looks")
    var estimates = RunningMoments()
    for _ in 0..<200 {
      var estimate = ChangeRateEstimate()
      for _ in 0..<100 {
        let interval = 0.05 + random.uniform()
        estimate.add(changed: random.bernoulli(-expm1(-rate * interval)), after: interval)
      }
      estimate.update()
      estimates.add(estimate.rate)
    }
    let error = (estimates.deviation ?? 0) / Double(estimates.count).squareRoot()
    let mean = estimates.mean ?? 0
    #expect(abs(mean - rate) < 4 * error)
    #expect(error < 0.03 * rate)
  }

  @Test("the rate follows the looks, at most a sixteenth of them behind")
  func follows() {
    var estimate = ChangeRateEstimate()
    for look in 0..<160 {
      estimate.add(changed: look % 2 == 0, after: 1)
      var exact = estimate
      exact.update()
      #expect(abs(estimate.rate - exact.rate) <= 0.1 * exact.rate)
    }
  }

  @Test("while no change was seen, half of one is taken to have been missed")
  func cautious() {
    var estimate = ChangeRateEstimate()
    #expect(estimate.cautiousRate == 0)
    for _ in 0..<10 { estimate.add(changed: false, after: 2) }
    #expect(estimate.cautiousRate == 0.025 && estimate.rate == 0)
  }

  @Test("old looks are forgotten")
  func forgets() {
    var estimate = ChangeRateEstimate()
    for _ in 0..<500 { estimate.add(changed: true, after: 1) }
    #expect(estimate.rate > 5)
    for _ in 0..<ChangeRateEstimate.memory { estimate.add(changed: false, after: 1) }
    estimate.update()
    #expect(estimate.rate == 0 && estimate.count == ChangeRateEstimate.memory)
  }
}
