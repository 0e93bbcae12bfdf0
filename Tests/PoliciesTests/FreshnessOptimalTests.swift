import Device
import Simulation
import TestSizes
import Testing

@testable import Policies

@Suite("freshness-optimal")
struct FreshnessOptimalTests {
  private func policy(_ settings: String = "", apps: Int = 5) throws -> any SchedulingPolicy {
    try PolicyCatalogue.policy("freshness-optimal{\(settings)}", in: world(apps: apps))
  }

  @Test("until rates are known, everybody has an even share: a period of apps / fetches")
  func evenly() throws {
    let policy = try policy("fetchesPerHour=6")
    let waiting = [
      candidate(app(0, lastFetch: 0)), candidate(app(1, lastFetch: 600)), candidate(app(2)),
    ]
    // Three apps at six fetches an hour: every 30 minutes.
    let decision = policy.fetches(waiting, slots: 3, device: device(at: 1_800))
    #expect(decision.indices == [2, 0])
    #expect(decision.askAgainAfter == .seconds(600))
    #expect(decision.reason(for: 1) == "its period is not over")
  }

  @Test("who is most overdue goes first")
  func overdue() throws {
    let policy = try policy("fetchesPerHour=6")
    let waiting = [candidate(app(0, lastFetch: 100)), candidate(app(1, lastFetch: 50))]
    #expect(policy.fetches(waiting, slots: 1, device: device(at: 9_000)).indices == [1])
  }

  @Test("an open begins the period anew, unless it is said not to")
  func opens() throws {
    for (refresh, chosen) in [(1, []), (0, [0])] {
      let policy = try policy("fetchesPerHour=2,opensRefresh=\(refresh)")
      let waiting = [candidate(app(0, lastFetch: 0))]
      _ = policy.fetches(waiting, slots: 1, device: device(at: 10))
      policy.observe(.opened(app: AppID(0), at: .start + .seconds(1_000)))
      let decision = policy.fetches(waiting, slots: 1, device: device(at: 1_801))
      #expect(decision.indices == chosen)
    }
  }

  @Test(
    "the fetches to spread are what slots and pool sustain",
    arguments: [
      // (starts an hour, pool seconds an hour, mean time of a fetch, period of the only app)
      (12, 3_600, 10, 900), (2, 3_600, 10, 1_800), (12, 30, 15, 1_800), (12, 30, 60, 7_200),
    ])
  func budget(starts: Int, refill: Int, took: Int, period: Int) throws {
    var world = world(apps: 1)
    world.device.fetchSlots.starts = starts
    world.device.fetchSlots.window = .hours(1)
    world.device.pool.refill = .seconds(refill)
    world.device.pool.refillEvery = .hours(1)
    let policy = try PolicyCatalogue.policy("freshness-optimal{explore=1}", in: world)
    policy.observe(fetched(0, at: 0, took: took))
    let waiting = [candidate(app(0, lastFetch: 0))]
    let early = policy.fetches(waiting, slots: 1, device: device(at: period - 1))
    #expect(early.indices == [] && early.askAgainAfter == .seconds(1))
    #expect(policy.fetches(waiting, slots: 1, device: device(at: period)).indices == [0])
  }

  /// Apps that change 1 to 5 times an hour, five fetches an hour in all: the case of Cho and
  /// Garcia-Molina, whose best freshness is .373889, and .365053 with even fetches.
  @Test("on the device it comes within 1 % of the best freshness, and above even fetches")
  func onDevice() throws {
    let world = ChangingWorld(rates: [1, 2, 3, 4, 5], hours: 1_000, seed: 1)
    let settings = "freshness-optimal{fetchesPerHour=5}"
    let best = world.freshness(
      under: try PolicyCatalogue.policy(settings, in: PolicyWorld(world.scenario)))
    #expect(abs(best - 0.373889) < 0.01 * 0.373889, "\(best)")
    let even = world.freshness(
      under: try PolicyCatalogue.policy(
        "freshness-optimal{fetchesPerHour=5,explore=1}", in: PolicyWorld(world.scenario)))
    #expect(abs(even - 0.365053) < 0.001 * 0.365053, "\(even)")
    #expect(best > 1.01 * even)
  }

  /// Eight apps that change .25 to 32 times an hour: a fetch an hour for each gives .40004, the
  /// best spread .44258.
  @Test(
    "rates far above the fetches are learned: 95 % of what there is to gain within 500 h",
    arguments: FullSize.isWanted ? [1, 2, 3, 4] : [1])
  func learnsFastRates(seed: UInt64) throws {
    let rates = (-2...5).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let best = refreshFrequencies(changeRates: rates, total: 8)
    let optimum = mean(zip(rates, best).map { Refreshing.freshness(changeRate: $0, frequency: $1) })
    let even = mean(rates.map { Refreshing.freshness(changeRate: $0, frequency: 1) })
    #expect(abs(optimum - 0.44258) < 1e-5 && abs(even - 0.40004) < 1e-5)

    let world = ChangingWorld(rates: rates, hours: 500, seed: seed)
    let outcome = world.outcome(
      under: try PolicyCatalogue.policy(
        "freshness-optimal{fetchesPerHour=8}", in: PolicyWorld(world.scenario)))
    let gain = (outcome.freshness - even) / (optimum - even)
    #expect(gain >= 0.95, "\(gain) of the gain")
    #expect(Double(outcome.fetches) <= 1.005 * 8 * 500, "\(outcome.fetches) fetches")
  }

  /// Uniform .40004, optimum .44258, as above.
  @Test("from results alone fast rates are taken for slower ones, and most of the gain is lost")
  func resultsAlone() throws {
    let world = ChangingWorld(rates: [0.25, 0.5, 1, 2, 4, 8, 16, 32], hours: 500, seed: 1)
    let fresh = world.outcome(
      under: try PolicyCatalogue.policy(
        "freshness-optimal{fetchesPerHour=8,items=0}", in: PolicyWorld(world.scenario))
    ).freshness
    let gain = (fresh - 0.40004) / (0.44258 - 0.40004)
    #expect((0.1...0.6).contains(gain), "\(gain) of the gain")
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The apps of Cho and Garcia-Molina, and five starts an hour that the device allows and no more:
  /// who is due often has to wait.
  @Test("where there are just as many starts as fetches, waiting for one leaves hardly any over")
  func waits() throws {
    let world = ChangingWorld(rates: [1, 2, 3, 4, 5], hours: 1_000, seed: 1, startsPerHour: 5)
    func outcome(_ policy: String) throws -> ChangingWorld.Outcome {
      world.outcome(
        under: try PolicyCatalogue.policy(policy, in: PolicyWorld(world.scenario)), after: 0.2)
    }
    let first = try outcome("first-come")
    let optimal = try outcome("freshness-optimal")
    #expect(optimal.fetches > 4_900, "\(optimal.fetches) of 5,000 starts")
    #expect(optimal.freshness > first.freshness + 0.002, "\(optimal) and \(first)")
  }

  @Test("what opens spare goes to others: all starts are used, and fresher than by first-come")
  func spared() throws {
    let world = ChangingWorld(
      rates: [1, 2, 3, 4, 5, 6], hours: 240, seed: 1, opens: 2, startsPerHour: 12,
      minimumInterval: .minutes(15))
    func outcome(_ policy: String) throws -> ChangingWorld.Outcome {
      world.outcome(under: try PolicyCatalogue.policy(policy, in: PolicyWorld(world.scenario)))
    }
    let first = try outcome("first-come")
    let optimal = try outcome("freshness-optimal")
    #expect(optimal.fetches > 2_800, "\(optimal.fetches) of 2,880 starts")
    #expect(optimal.freshness > first.freshness + 0.01, "\(optimal) and \(first)")
  }

  @Test("a fetch that an open spared is given to the app to which it is worth most now")
  func givesSpared() throws {
    let policy = try policy("fetchesPerHour=2")
    let waiting = [candidate(app(0)), candidate(app(1))]
    #expect(policy.fetches(waiting, slots: 2, device: device(at: 0)).indices == [0, 1])
    for index in 0...1 { policy.observe(fetched(index, at: index)) }
    // Each has a period of one hour. The first is opened when it is nearly over.
    policy.observe(.opened(app: AppID(0), at: .start + .seconds(3_599)))
    let whole = policy.fetches(waiting, slots: 2, device: device(at: 3_599))
    #expect(whole.indices == [])
    policy.observe(.opened(app: AppID(0), at: .start + .seconds(3_600)))
    let decision = policy.fetches(waiting, slots: 2, device: device(at: 3_600))
    #expect(decision.indices == [1])
    #expect(decision.reason(for: 1) == "an open has spared a fetch")
    // It had waited for nearly all of a fetch of its own.
    #expect(decision.reason(for: 0) == "its period is not over")
  }

  @Test("a grant is the allowance or what the pool still has")
  func grants() throws {
    #expect(try policy().backgroundTime(request(0), device: device(available: 4)) == .seconds(4))
  }
}
