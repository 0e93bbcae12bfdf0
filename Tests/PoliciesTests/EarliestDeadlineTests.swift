import Device
import Simulation
import Testing

@testable import Policies

@Suite("earliest-deadline")
struct EarliestDeadlineTests {
  @Test(
    "fetches go in order of eligibleSince + interval, then of waiting, then of the scenario",
    arguments: [
      // (app, eligible since, interval)
      ([(0, 0, 3_600), (1, 600, 900)], [1, 0]),
      ([(0, 0, 3_600), (1, 2_700, 900)], [0, 1]),
      ([(0, 10, 890), (1, 0, 900)], [1, 0]),
      ([(1, 0, 900), (0, 0, 900)], [0, 1]),
      ([(0, 0, .max), (1, 5, .max), (2, 9, 900)], [2, 0, 1]),
    ])
  func order(apps: [(Int, Int, Int)], chosen: [Int]) {
    let waiting = apps.map { candidate($0.0, since: $0.1, interval: $0.2) }
    let decision = EarliestDeadline().fetches(waiting, slots: apps.count, device: device())
    #expect(decision.indices == chosen)
  }

  @Test("a long interval is served before new short ones once it is due")
  func longIntervalIsServed() {
    let policy = EarliestDeadline()
    let patient = candidate(0, since: 0, interval: 3_600)
    for now in stride(from: 0, to: 2_700, by: 60) {
      let waiting = [patient, candidate(1, since: now, interval: 900)]
      #expect(policy.fetches(waiting, slots: 1, device: device(at: now)).indices == [1])
    }
    let waiting = [patient, candidate(1, since: 2_760, interval: 900)]
    #expect(policy.fetches(waiting, slots: 1, device: device(at: 2_760)).indices == [0])
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() {
    #expect(EarliestDeadline().backgroundTime(request(0), device: device()) == .seconds(30))
    let short = device(available: 4)
    #expect(EarliestDeadline().backgroundTime(request(0), device: short) == .seconds(4))
  }
}
