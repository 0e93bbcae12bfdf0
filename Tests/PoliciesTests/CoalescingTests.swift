import Device
import Simulation
import Testing

@testable import Policies

@Suite("coalescing")
struct CoalescingTests {
  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("coalescing{\(settings)}")
  }

  private let waiting = [candidate(1, since: 100), candidate(0, since: 400)]

  @Test(
    "everybody starts when the first tolerance is over, which is shorter where it is cheap",
    arguments: [
      // (network, charging, seconds after which the first must start)
      (NetworkKind.cellular, false, 1_800), (.wifi, false, 60), (.cellular, true, 60),
      (.wifi, true, 60),
    ])
  func tolerance(network: NetworkKind, charging: Bool, seconds: Int) throws {
    let power = PowerStatus(level: 0.5, isCharging: charging)
    let apps = [candidate(1, since: 100), candidate(0, since: 130)]
    let before = device(at: 100 + seconds - 1, network: network, power: power)
    let early = try policy().fetches(apps, slots: 3, device: before)
    #expect(early.indices == [] && early.askAgainAfter == .seconds(1))
    #expect(early.reason(for: 0) == "waits for company")
    let due = device(at: 100 + seconds, network: network, power: power)
    #expect(try policy().fetches(apps, slots: 3, device: due).indices == [1, 0])
    #expect(try policy().fetches(apps, slots: 1, device: due).indices == [1])
  }

  @Test("an awake radio is used: of a device in use, and for ten seconds after a fetch")
  func awake() throws {
    func isStarted(_ policy: any SchedulingPolicy, at second: Int, isInUse: Bool = false) -> Bool {
      let now = device(at: second, network: .cellular, isInUse: isInUse)
      return policy.fetches(waiting, slots: 3, device: now).indices == [1, 0]
    }
    #expect(try isStarted(policy(), at: 400, isInUse: true))
    #expect(try !isStarted(policy(), at: 400))
    let tail = try policy()
    tail.observe(fetched(7, at: 390, took: 5))
    #expect(isStarted(tail, at: 404))
    let late = try policy()
    late.observe(fetched(7, at: 390, took: 5))
    #expect(!isStarted(late, at: 405))
    // A start is a transfer too.
    #expect(isStarted(tail, at: 413))
  }

  @Test("without network nothing starts, however long it has waited")
  func noNetwork() throws {
    let decision = try policy().fetches(
      waiting, slots: 3, device: device(at: 90_000, network: .none))
    #expect(decision.indices == [] && decision.askAgainAfter == nil)
    #expect(decision.reason(for: 1) == "no network")
  }

  @Test("windows [0,4] [3,7] [5,9] [8,12] [11,15] are served by three wake-ups")
  func fewestWakeUps() throws {
    let policy = try policy("tolerance=4,tail=0")
    var open = [0, 3, 5, 8, 11]
    var wakeUps: [Int] = []
    for second in 0...20 {
      let apps = open.filter { $0 <= second }.map { candidate($0, since: $0) }
      let now = device(at: second, network: .cellular)
      let chosen = policy.fetches(apps, slots: 9, device: now).indices
      if !chosen.isEmpty { wakeUps.append(second) }
      open.removeAll { chosen.contains($0) }
    }
    #expect(wakeUps == [4, 9, 15] && open.isEmpty)
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() throws {
    #expect(try policy().backgroundTime(request(0), device: device(available: 4)) == .seconds(4))
  }
}
