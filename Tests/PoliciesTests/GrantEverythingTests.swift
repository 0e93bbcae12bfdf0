import Device
import Simulation
import Testing

@testable import Policies

@Suite("everything")
struct GrantEverythingTests {
  @Test("whatever fits is started, in the scenario's order", arguments: 0...4)
  func fetches(slots: Int) {
    let waiting = [candidate(2, since: 0), candidate(0, since: 9), candidate(1, since: 5)]
    let decision = GrantEverything().fetches(waiting, slots: slots, device: device())
    #expect(decision.indices == Array([0, 1, 2].prefix(slots)))
  }

  @Test(
    "a grant is the whole allowance, or nothing once the pool has less",
    arguments: [(600, 30), (30, 30), (29, 0), (0, 0)])
  func grants(available: Int, granted: Int) {
    let grant = GrantEverything().backgroundTime(request(0), device: device(available: available))
    #expect(grant == .seconds(granted))
  }
}
