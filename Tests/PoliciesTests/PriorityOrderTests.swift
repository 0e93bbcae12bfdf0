import Device
import Simulation
import Testing

@testable import Policies

@Suite("priority")
struct PriorityOrderTests {
  @Test(
    "fetches go by the apps' numbers, equal ones by waiting, unset ones at 100",
    arguments: [
      ("priority", [0, 1, 2, 3]),
      ("priority{app-2=1}", [2, 3, 1, 0]),
      ("priority{app-2=1,app-0=0.5}", [0, 2, 3, 1]),
      ("priority{app-3=100.5,app-1=101}", [2, 0, 3, 1]),
    ])
  func order(text: String, chosen: [Int]) throws {
    let waiting = [candidate(3, since: 10), candidate(1, since: 20), candidate(0, since: 30)]
    let all = [candidate(2, since: 5)] + waiting
    let policy = try PolicyCatalogue.policy(text, in: world(apps: 4))
    for slots in 0...4 {
      let decision = policy.fetches(all, slots: slots, device: device())
      #expect(decision.indices == Array(chosen.prefix(slots)))
    }
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() {
    #expect(PriorityOrder().backgroundTime(request(0), device: device()) == .seconds(30))
    let short = device(available: 4)
    #expect(PriorityOrder().backgroundTime(request(0), device: short) == .seconds(4))
  }
}
