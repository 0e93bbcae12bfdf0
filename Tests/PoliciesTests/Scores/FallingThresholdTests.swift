import Simulation
import Testing

@testable import Policies

@Suite("A threshold that falls as the window passes")
struct FallingThresholdTests {
  private let threshold = FallingThreshold(first: 0.9, last: 0.01)

  private func value(_ hours: Int) -> Double {
    threshold.value(at: .start + .hours(hours), since: .start + .hours(10), in: .hours(20))
  }

  @Test("it is high before the window opens, falls evenly within it, and stays low after it")
  func value() {
    #expect([0, 10].map(value) == [0.9, 0.9])
    #expect(abs(value(20) - 0.455) < 1e-12)
    #expect([30, 31, 90].map(value).allSatisfy { abs($0 - 0.01) < 1e-12 })
  }

  @Test("the time until it has fallen to a score is that after which it is no higher")
  func fall() {
    for score in [0.89, 0.5, 0.02] {
      let fall = threshold.fall(from: value(12), to: score, in: .hours(20))
      let then = Instant.start + .hours(12) + .seconds(fall)
      let found = threshold.value(at: then, since: .start + .hours(10), in: .hours(20))
      #expect(score > value(12) ? fall == 0 : abs(found - score) < 1e-9)
    }
    #expect(threshold.fall(from: 0.5, to: 0.5, in: .hours(20)) == 0)
    #expect(threshold.fall(from: 0.01, to: 0.009, in: .hours(20)) == .infinity)
    let level = FallingThreshold(first: 0.5, last: 0.5)
    #expect(level.value(at: .start + .hours(1), since: .start, in: .hours(2)) == 0.5)
    #expect(level.fall(from: 0.5, to: 0.4, in: .hours(2)) == .infinity)
  }
}
