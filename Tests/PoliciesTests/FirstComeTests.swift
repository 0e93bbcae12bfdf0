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

  @Test(
    "no more fetches are started than the pool holds allowances for",
    arguments: [(29, []), (30, [2]), (89, [2, 1]), (90, [2, 1, 3])])
  func poolBounds(available: Int, chosen: [Int]) {
    let decision = FirstCome().fetches(waiting, slots: 4, device: device(available: available))
    #expect(decision.indices == chosen)
  }

  @Test("a large allowance that does not fit now is not overtaken by a small one")
  func noOvertaking() {
    let decision = FirstCome().fetches(
      [candidate(0, since: 1, allowance: 100), candidate(1, since: 2, allowance: 10)], slots: 2,
      device: device(available: 50))
    #expect(decision.indices == [])
    #expect(decision.reasons.map(\.reason) == ["the pool holds less than its allowance"])
  }

  @Test("an allowance that a full pool could not hold keeps nobody waiting")
  func neverFits() {
    let decision = FirstCome().fetches(
      [candidate(0, since: 1, allowance: 601), candidate(1, since: 2)], slots: 2, device: device())
    #expect(decision.indices == [1])
    #expect(decision.reasons.map(\.app) == [AppID(0), AppID(1)])
    #expect(
      decision.reasons.map(\.reason)
        == ["its allowance exceeds the pool's capacity", "waited longest"])
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
