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

  @Test("a start counts one second, so that fetches which take no time do not go first for ever")
  func startCharge() {
    let policy = FairShare()
    let waiting = [candidate(0), candidate(1, used: 3)]
    let order = (0..<5).map { _ in policy.fetches(waiting, slots: 1, device: device()).indices }
    // App 0 is at 0, 1, 2, 3 and then, having waited as long, before app 1 by its position.
    #expect(order == [[0], [0], [0], [0], [1]])
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

  @Test("when the pool is short, apps that wait for a slot keep their share of it")
  func shortPool() {
    let policy = FairShare()
    let waiting = [candidate(1, used: 0), candidate(2, used: 10)]
    _ = policy.fetches(waiting, slots: 0, device: device(available: 45))
    // 45 s over 0, 10 and 20 s held, 30 s wanted: the level is 25 s, and 5 s are app 0's.
    let grant = policy.backgroundTime(request(0, used: 20), device: device(available: 45))
    #expect(grant == .seconds(5))
  }

  @Test("the emptiest gets all of a short pool")
  func emptiestFirst() {
    let policy = FairShare()
    _ = policy.fetches([candidate(1, used: 40)], slots: 0, device: device(available: 25))
    #expect(policy.backgroundTime(request(0), device: device(available: 25)) == .seconds(25))
    #expect(policy.backgroundTime(request(2, used: 90), device: device(available: 20)) == .zero)
  }

  @Test(
    "who asked before claims what it used then, or its allowance when that ran out",
    arguments: [(5, false, 45), (30, true, 25), (30, false, 25)])
  func claimsWhatItUsed(used: Int, expired: Bool, share: Int) {
    let policy = FairShare()
    #expect(policy.backgroundTime(request(1), device: device()) == .seconds(30))
    policy.observe(
      .backgroundTime(
        app: AppID(1), at: .start + .seconds(used), granted: .seconds(30), used: .seconds(used),
        expired: expired))
    let grant = policy.backgroundTime(
      request(0, allowance: 60, used: 30), device: device(available: 50, at: 40))
    #expect(grant == .seconds(share))
  }

  @Test("a claim is over after an hour")
  func claimsEnd() {
    let policy = FairShare()
    _ = policy.fetches([candidate(1)], slots: 0, device: device(available: 30))
    let later = device(available: 30, at: 3_600)
    #expect(policy.backgroundTime(request(0, used: 500), device: later) == .zero)
    let over = device(available: 30, at: 3_601)
    #expect(policy.backgroundTime(request(0, used: 500), device: over) == .seconds(30))
  }

  @Test("the parameters are set by name")
  func parameters() throws {
    let policy = try PolicyCatalogue.policy("fair-share{startCharge=4, claimLifetime=10}")
    #expect(policy.name == "fair-share{startCharge=4.0,claimLifetime=10.0}")
    let waiting = [candidate(0), candidate(1, used: 3)]
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [0])
    #expect(policy.fetches(waiting, slots: 1, device: device()).indices == [1])
  }
}
