import Device
import Simulation
import Testing

@testable import Policies

@Suite("round-robin")
struct RoundRobinTests {
  @Test("each app has one turn a round, whoever has waited longest")
  func turns() {
    let policy = RoundRobin()
    let waiting = [candidate(2, since: 0), candidate(0, since: 5), candidate(1, since: 9)]
    let order = (0..<5).map { _ in policy.fetches(waiting, slots: 1, device: device()).indices }
    #expect(order == [[0], [1], [2], [0], [1]])
  }

  @Test("the turn goes on behind the app that was chosen last, over those that do not wait")
  func turnGoesOn() {
    let policy = RoundRobin()
    let steps: [(waiting: [Int], slots: Int, chosen: [Int])] = [
      ([5, 7], 1, [5]),
      ([1, 5], 1, [1]),
      ([0, 1, 2, 3], 2, [2, 3]),
      ([0, 1, 2, 3], 2, [0, 1]),
      ([], 2, []),
      ([0, 1, 2, 3], 3, [2, 3, 0]),
    ]
    for step in steps {
      let waiting = step.waiting.map { candidate($0) }
      let decision = policy.fetches(waiting, slots: step.slots, device: device())
      #expect(decision.indices == step.chosen)
    }
  }

  @Test("who is not chosen keeps its turn")
  func keepsTurn() {
    let policy = RoundRobin()
    let waiting = [candidate(0), candidate(1), candidate(2)]
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [0])
    #expect(policy.fetches(waiting, slots: 0, device: device()).indices == [])
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [1])
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() {
    #expect(RoundRobin().backgroundTime(request(0), device: device()) == .seconds(30))
    #expect(RoundRobin().backgroundTime(request(0), device: device(available: 4)) == .seconds(4))
  }
}
