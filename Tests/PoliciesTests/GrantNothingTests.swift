import Device
import Simulation
import Testing

@testable import Policies

@Suite("nothing")
struct GrantNothingTests {
  @Test("neither time nor slots are given, however much there is")
  func nothing() {
    let policy = GrantNothing()
    #expect(policy.backgroundTime(request(0), device: device()) == .zero)
    let decision = policy.fetches([candidate(0), candidate(1)], slots: 3, device: device())
    #expect(decision.chosen.isEmpty)
    #expect(decision.askAgainAfter == nil)
  }
}
