import Device
import Simulation
import Testing

@testable import Policies

@Suite("first-come")
struct FirstComeTests {
  let waiting = [
    candidate(3, since: 10), candidate(0, since: 20), candidate(1, since: 10),
    candidate(2, since: 5, used: 500),
  ]

  @Test(
    "fetches go to who has waited longest, then to the first in the scenario",
    arguments: [(0, []), (1, [2]), (2, [2, 1]), (3, [2, 1, 3]), (9, [2, 1, 3, 0]), (-1, [])])
  func order(slots: Int, chosen: [Int]) {
    #expect(FirstCome().fetches(waiting, slots: slots, device: device()).indices == chosen)
  }

  @Test("the trace has the reason for each chosen app")
  func reasons() {
    let decision = FirstCome().fetches(waiting, slots: 2, device: device())
    #expect(decision.reasons.map(\.app) == [AppID(2), AppID(1)])
    #expect(decision.reasons.map(\.reason) == ["waited longest", "waited longest"])
  }

  @Test(
    "a grant is the allowance or what the pool still has",
    arguments: [(30, 600, 30), (30, 30, 30), (30, 12, 12), (30, 0, 0), (0, 600, 0)])
  func grants(allowance: Int, available: Int, granted: Int) {
    let grant = FirstCome().backgroundTime(
      request(0, allowance: allowance), device: device(available: available))
    #expect(grant == .seconds(granted))
  }
}
