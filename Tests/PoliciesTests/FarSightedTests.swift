import Device
import Simulation
import Testing

@testable import Policies

@Suite("far-sighted")
struct FarSightedTests {
  /// A policy for apps that will be opened at these seconds.
  private func policy(
    opens: [(app: Int, at: Int)], concurrent: Int = 3, network: [NetworkChange] = [],
    power: [PowerChange] = []
  ) throws -> any SchedulingPolicy {
    var world = world(apps: 5)
    world.user = opens.map { UserAction(at: .start + .seconds($0.at), kind: .open(AppID($0.app))) }
    world.device.fetchSlots.concurrent = concurrent
    world.network = network
    world.power = power
    return try PolicyCatalogue.policy("far-sighted", in: world)
  }

  private func at(_ second: Int) -> Instant { .start + .seconds(second) }

  @Test("a fetch starts ten seconds before the next open, and not before")
  func justInTime() throws {
    let policy = try policy(opens: [(0, 500), (0, 1_000)])
    for (now, chosen, wait) in [
      (0, [], 490), (489, [], 1), (490, [0], nil), (499, [0], nil), (500, [], 490),
      (1_000, [], nil),
    ] as [(Int, [Int], Int?)] {
      let decision = policy.fetches([candidate(0)], slots: 3, device: device(at: now))
      #expect(decision.indices == chosen)
      #expect(decision.askAgainAfter == wait.map { TimeSpan.seconds($0) })
    }
  }

  @Test("once an app's fetches are known, the longest of them and a second is enough")
  func lead() throws {
    let policy = try policy(opens: [(0, 500), (1, 500)])
    policy.observe(fetched(0, at: 10, took: 3))
    policy.observe(fetched(0, at: 50, took: 2))
    policy.observe(fetched(0, at: 90, took: 20, nil))
    let waiting = [candidate(0), candidate(1)]
    let decision = policy.fetches(waiting, slots: 3, device: device(at: 490))
    #expect(decision.indices == [1])
    #expect(decision.askAgainAfter == .seconds(6))
  }

  @Test("the next open goes first, and who is not opened again gets nothing")
  func order() throws {
    let policy = try policy(opens: [(4, 50), (2, 103), (0, 105), (1, 109)])
    let waiting = (0..<5).map { candidate($0) }
    #expect(policy.fetches(waiting, slots: 5, device: device(at: 100)).indices == [2, 0, 1])
    #expect(policy.fetches(waiting, slots: 2, device: device(at: 100)).indices == [2, 0])
  }

  @Test("fetches that would overlap beyond the slots go earlier")
  func contention() throws {
    let policy = try policy(opens: [(0, 500), (1, 502), (2, 504), (3, 506)], concurrent: 2)
    // Ten seconds each on two slots: begun by 484 and 486, then by 494 and 496.
    let waiting = (0..<4).map { candidate($0) }
    let first = policy.fetches(waiting, slots: 2, device: device(at: 479))
    #expect(first.indices == [] && first.askAgainAfter == .seconds(5))
    #expect(policy.fetches(waiting, slots: 2, device: device(at: 484)).indices == [0])
    #expect(policy.fetches(waiting, slots: 2, device: device(at: 486)).indices == [0, 1])
  }

  @Test("it goes before an outage or a time without discretionary work, not into it")
  func closures() throws {
    let outage = [
      NetworkChange(at: at(400), kind: .none), NetworkChange(at: at(600), kind: .cellular),
    ]
    let lowPower = [
      PowerChange(at: at(380), lowPowerMode: true), PowerChange(at: at(450), lowPowerMode: false),
      PowerChange(at: at(460), level: 0.1), PowerChange(at: at(470), charging: true),
    ]
    for (network, power, open, start) in [
      (outage, [], 500, 390), (outage, [], 409, 390), (outage, [], 605, 390),
      (outage, [], 610, 600),
      (outage, [], 400, 390), ([], lowPower, 400, 370), ([], lowPower, 465, 450),
      ([], lowPower, 480, 470), (outage, lowPower, 605, 370),
    ] as [([NetworkChange], [PowerChange], Int, Int)] {
      let policy = try policy(opens: [(0, open)], network: network, power: power)
      let decision = policy.fetches([candidate(0)], slots: 1, device: device(at: 100))
      #expect(decision.askAgainAfter == .seconds(start - 100))
    }
    let late = try policy(opens: [(0, 500)], network: outage)
    let now = device(at: 450, network: .none)
    #expect(late.fetches([candidate(0)], slots: 1, device: now).indices == [])
  }

  @Test(
    "while opens are to come, background time leaves the pool what a fetch needs",
    arguments: [(0, 600, 30), (0, 60, 30), (0, 50, 20), (0, 30, 0), (0, 9, 0), (500, 9, 9)])
  func grants(now: Int, available: Int, granted: Int) throws {
    let policy = try policy(opens: [(0, 500)])
    let grant = policy.backgroundTime(request(1), device: device(available: available, at: now))
    #expect(grant == .seconds(granted))
  }
}
