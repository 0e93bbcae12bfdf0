import Device
import Simulation
import Testing

@testable import Policies

@Suite("fair-share")
struct FairShareTests {
  @Test(
    "slots go to who has used least, then to who has waited longest",
    arguments: [
      // (app, used, eligible since)
      ([(0, 50, 0), (1, 10, 90), (2, 20, 5)], [1, 2, 0]),
      ([(0, 10, 9), (1, 10, 3), (2, 10, 3)], [1, 2, 0]),
    ])
  func order(apps: [(Int, Int, Int)], chosen: [Int]) {
    let waiting = apps.map { candidate($0.0, since: $0.2, used: $0.1) }
    #expect(FairShare().fetches(waiting, slots: 3, device: device()).indices == chosen)
  }

  @Test("a start counts a tenth of a second at least, so that none goes first for ever")
  func startCharge() {
    let policy = FairShare(startCharge: .seconds(1))
    let waiting = [candidate(0), candidate(1, used: 3)]
    let order = (0..<5).map { turn in
      let chosen = policy.fetches(waiting, slots: 1, device: device()).indices
      policy.observe(fetched(chosen[0], at: turn))
      return chosen
    }
    // App 0 is at 0, 1, 2, 3 and then, having waited as long, before app 1 by its position.
    #expect(order == [[0], [0], [0], [0], [1]])
  }

  @Test("a start that took longer counts its time and no more")
  func noChargeBeside() {
    let policy = FairShare()
    policy.observe(fetched(0, at: 0, took: 1))
    let waiting = [candidate(0, used: 1), candidate(1, since: 1, used: 1)]
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [0])
  }

  /// Ten fetches of app 1 are as long as one of app 0.
  @Test("on the device, apps with fetches of .2 and 2 s have the same seconds of short slots")
  func evenSeconds() {
    var configuration = DeviceConfiguration()
    configuration.fetchSlots.concurrent = 1
    configuration.fetchSlots.starts = 2
    configuration.fetchSlots.window = .minutes(1)
    configuration.pool.capacity = .days(1)
    configuration.limits.minimumFetchInterval = .seconds(1)
    let scenario = Scenario(
      duration: .days(1), device: configuration,
      apps: ["long", "short"].map { AppConfiguration(name: $0, modes: [.fetch, .resident]) })
    let device = Device(scenario, policy: FairShare()) {
      Worker($0, fetchTime: $0.name == "long" ? .seconds(2) : .milliseconds(200))
    }
    device.run()
    let apps = device.result().apps
    let used = apps.map(\.used.seconds)
    #expect(used[0] > 500 && abs(used[0] - used[1]) <= 2, "\(used)")
    #expect(apps[1].fetches > 9 * apps[0].fetches)
  }

  @Test("a request gets its allowance while the pool has enough for all claims")
  func enough() {
    let policy = FairShare()
    for index in 0..<3 {
      let grant = policy.backgroundTime(
        request(index, used: 100 * index), device: device(available: 90))
      #expect(grant == .seconds(30))
    }
  }

  /// A round of 100 s in which all four hold time at once, known from the round before.
  @Test("what is held at the same time is divided by what is expected of the others")
  func atOnce() {
    let policy = FairShare(expirationLead: .zero)
    func ask(_ index: Int, _ allowance: Int, available: Int, refill: Int) -> Double {
      policy.backgroundTime(
        request(index, allowance: allowance), device: device(available: available, refill: refill)
      ).seconds
    }
    for (index, used) in [20, 26].enumerated() {
      _ = ask(index, 60, available: 1_000, refill: 1)
      policy.observe(ended(index, granted: 60, used: used))
    }
    for index in 2...3 {
      _ = ask(index, 60, available: 1_000, refill: 1)
      policy.observe(ended(index, granted: 60, used: 60))
    }
    // Two are kept 20.1 and 26.1 s; the two who wanted more than they had divide what is left.
    #expect(abs(ask(3, 60, available: 100, refill: 2) - 26.9) < 0.01)
    #expect(abs(ask(2, 60, available: 73, refill: 2) - 26.9) < 0.2)
    // Nothing beyond what is expected, for the next asks before it comes back.
    #expect(abs(ask(0, 60, available: 46, refill: 2) - 20) < 0.15)
    #expect(abs(ask(1, 60, available: 26, refill: 2) - 26) < 0.01)
  }

  @Test("when the pool is short, apps that wait for a slot keep their share of it")
  func shortPool() {
    let policy = FairShare()
    _ = policy.fetches([candidate(1), candidate(2)], slots: 0, device: device(available: 45))
    #expect(policy.backgroundTime(request(0), device: device(available: 45)) == .seconds(15))
  }

  @Test("fetches that are known to be short keep no more than they need")
  func shortFetches() {
    let policy = FairShare()
    let waiting = [candidate(1), candidate(2)]
    #expect(policy.fetches(waiting, slots: 2, device: device()).indices == [1, 2])
    for index in 1...2 { policy.observe(ended(index, granted: 30, used: 1)) }
    _ = policy.fetches(waiting, slots: 0, device: device(available: 30, refill: 1))
    let grant = policy.backgroundTime(request(0), device: device(available: 30, refill: 1))
    #expect(abs(grant.seconds - 27.8) < 0.001)
  }

  @Test(
    "who asked before claims what it used then, or its allowance when that ran out or was cut short",
    arguments: [
      // (used of 30, handlers called, share of 40)
      (5, false, 34.9), (12, false, 27.9), (24, false, 20), (30, true, 20),
      // One who ends when its handlers are called: 5 s are left for it to give back.
      (25, true, 17.5), (28, true, 19),
    ])
  func claimsWhatItUsed(used: Int, expired: Bool, share: Double) {
    let policy = FairShare()
    #expect(policy.backgroundTime(request(1), device: device(refill: 1)) == .seconds(30))
    policy.observe(ended(1, granted: 30, used: used, expired: expired))
    let grant = policy.backgroundTime(
      request(0, allowance: 60), device: device(available: 40, at: 40, refill: 2))
    #expect(abs(grant.seconds - share) < 0.01)
  }

  @Test("who was served in a round and had enough claims nothing until the next")
  func served() {
    let policy = FairShare()
    #expect(policy.backgroundTime(request(1), device: device(refill: 1)) == .seconds(30))
    policy.observe(ended(1, granted: 30, used: 20))
    let same = device(available: 30, at: 40, refill: 1)
    #expect(policy.backgroundTime(request(0), device: same) == .seconds(30))
    policy.observe(ended(0, granted: 30, used: 30))
    let next = device(available: 30, at: 80, refill: 2)
    #expect(abs(policy.backgroundTime(request(0), device: next).seconds - 15) < 0.01)
  }

  @Test("a claim is over after an hour")
  func claimsEnd() {
    let policy = FairShare()
    _ = policy.fetches([candidate(1)], slots: 0, device: device(available: 30))
    let later = device(available: 30, at: 3_600)
    #expect(policy.backgroundTime(request(0), device: later) == .seconds(15))
    let other = FairShare()
    _ = other.fetches([candidate(1)], slots: 0, device: device(available: 30))
    let over = device(available: 30, at: 3_601)
    #expect(other.backgroundTime(request(0), device: over) == .seconds(30))
  }

  @Test("the parameters are set by name")
  func parameters() throws {
    let policy = try PolicyCatalogue.policy("fair-share{startCharge=4, claimLifetime=10}")
    #expect(policy.name == "fair-share{startCharge=4.0,claimLifetime=10.0}")
    let waiting = [candidate(0), candidate(1, used: 3)]
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [0])
    policy.observe(fetched(0, at: 0))
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [1])
  }

  private func ended(
    _ app: Int, granted: Int, used: Int, expired: Bool = false, at seconds: Int = 0
  ) -> PolicyOutcome {
    .backgroundTime(
      app: AppID(app), at: .start + .seconds(seconds), granted: .seconds(granted),
      used: .seconds(used), expired: expired)
  }
}
