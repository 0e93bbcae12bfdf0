import Device
import Simulation
import Testing

@testable import Policies

@Suite("standby-buckets")
struct StandbyBucketsTests {
  private static let hour = 3_600

  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("standby-buckets{\(settings)}")
  }

  @Test(
    "the bucket is that of the time since the last use",
    arguments: [
      (0, "active bucket"), (12 * hour - 1, "active bucket"), (12 * hour, "working set"),
      (24 * hour - 1, "working set"), (24 * hour, "frequent bucket"), (48 * hour, "rare bucket"),
      (8 * 24 * hour - 1, "rare bucket"), (8 * 24 * hour, "restricted bucket"),
    ])
  func buckets(unused: Int, title: String) throws {
    let used = candidate(app(0, lastOpened: 1_000))
    let decision = try policy().fetches([used], slots: 1, device: device(at: 1_000 + unused))
    #expect(decision.indices == [0])
    #expect(decision.reason(for: 0) == title)
    let never = try policy().fetches([candidate(1)], slots: 1, device: device(at: unused))
    #expect(never.reason(for: 1) == title)
  }

  @Test("slots go by bucket, then by waiting")
  func order() throws {
    let waiting = [
      candidate(app(0, lastOpened: 0), since: 1), candidate(app(1, lastOpened: 90_000), since: 9),
      candidate(app(2, lastOpened: 90_000), since: 5),
    ]
    let now = device(at: 100_000)
    #expect(try policy().fetches(waiting, slots: 3, device: now).indices == [2, 1, 0])
    #expect(try policy().fetches(waiting, slots: 1, device: now).indices == [2])
    #expect(try policy().fetches(waiting, slots: 0, device: now).indices == [])
  }

  /// Sessions of one second each, ten minutes apart, until the bucket's quota is spent.
  @Test(
    "a window holds so many sessions, and the next may begin when the oldest leaves it",
    arguments: [
      // (time since use in hours, sessions, window in hours)
      (13, 10, 2), (25, 8, 8), (49, 3, 24), (200, 1, 24),
    ])
  func sessions(unused: Int, sessions: Int, window: Int) throws {
    let policy = try policy()
    let start = unused * Self.hour
    for session in 0..<sessions {
      let now = start + session * 600
      let decision = policy.fetches([candidate(0)], slots: 1, device: device(at: now))
      #expect(decision.indices == [0])
      policy.observe(fetched(0, at: now, took: 1))
    }
    let now = start + sessions * 600
    let returns = start + 1 + window * Self.hour
    let refused = policy.fetches([candidate(0)], slots: 1, device: device(at: now))
    #expect(refused.indices == [])
    #expect(refused.reason(for: 0)?.hasPrefix("quota spent") == true)
    #expect(refused.askAgainAfter == .seconds(returns - now))
    let before = policy.fetches([candidate(0)], slots: 1, device: device(at: returns - 1))
    #expect(before.indices == [])
    let after = policy.fetches([candidate(0)], slots: 1, device: device(at: returns))
    #expect(after.indices == [0])
  }

  @Test("ten minutes of run time spend a window, whatever the sessions")
  func runTime() throws {
    let policy = try policy()
    policy.observe(fetched(0, at: 1_000, took: 599))
    let working = candidate(app(0, lastOpened: -13 * Self.hour))
    #expect(policy.fetches([working], slots: 1, device: device(at: 1_700)).indices == [0])
    policy.observe(fetched(0, at: 1_700, took: 1))
    #expect(policy.fetches([working], slots: 1, device: device(at: 1_800)).indices == [])
    // The first run has left by a second.
    let later = device(at: 1_001 + 2 * Self.hour)
    #expect(policy.fetches([working], slots: 1, device: later).indices == [0])
  }

  @Test("on the charger there is no quota, but for the restricted bucket")
  func charger() throws {
    let charging = PowerStatus(level: 0.5, isCharging: true)
    for (lastOpened, settings, chosen) in [
      (-72, "", [0]), (-300, "", []), (-72, "freeOnCharger=0", []),
    ] {
      let policy = try policy(settings)
      for session in 0..<3 { policy.observe(fetched(0, at: session * 60, took: 1)) }
      let waiting = [candidate(app(0, lastOpened: lastOpened * Self.hour))]
      let decision = policy.fetches(waiting, slots: 1, device: device(at: 300, power: charging))
      #expect(decision.indices == chosen)
      #expect(policy.fetches(waiting, slots: 1, device: device(at: 300)).indices == [])
    }
  }

  @Test("one app's quota is no other's")
  func separate() throws {
    let policy = try policy("activeSessions=1")
    policy.observe(fetched(0, at: 0, took: 1))
    let decision = policy.fetches(
      [candidate(0), candidate(1)], slots: 2, device: device(at: 10))
    #expect(decision.indices == [1])
    #expect(policy.backgroundTime(request(0), device: device()) == .seconds(30))
  }
}
