import Device
import Simulation
import Testing

@testable import Policies

@Suite("learned")
struct LearnedTests {
  /// Ten days: at eight 0, and a minute later 1; 2 in the evening, alone. What it fetched is known
  /// to change each hour or so.
  private func policy(_ settings: String = "") throws -> any SchedulingPolicy {
    let policy = try PolicyCatalogue.policy("learned{\(settings)}")
    for day in 0...9 {
      policy.observe(all: opened(0, onDays: day...day, atHour: 8, and: 0))
      policy.observe(all: opened(1, onDays: day...day, atHour: 8, and: 60))
      policy.observe(all: opened(2, onDays: day...day, atHour: 19, and: 0))
    }
    return policy
  }

  private func decide(
    _ policy: any SchedulingPolicy, _ apps: [Int], at seconds: Int, slots: Int = 3,
    network: NetworkKind = .wifi, tail: TimeSpan = .zero
  ) throws -> (decision: WorkDecision, gains: [Double], needed: [Double?]) {
    let plain = device(at: seconds, network: network)
    let asked = DeviceSnapshot(
      now: plain.now, timeOfDay: plain.timeOfDay, power: plain.power, network: network,
      pool: plain.pool, freeSlots: slots, appCount: 3, radioTail: tail, explains: true)
    let decision = policy.fetches(apps.map { candidate($0) }, slots: slots, device: asked)
    let told = try #require(decision.explanation).candidates.sorted { $0.app < $1.app }
    return (decision, told.compactMap(\.score), told.map { $0.obstacle?.score })
  }

  private let eight = 10 * 86_400 + 8 * 3_600

  @Test("who follows the app that was just opened is fetched for at once, others are not")
  func follows() throws {
    let policy = try policy("leastGain=0.1")
    policy.observe(.opened(app: AppID(0), at: .start + .seconds(eight)))
    let (decision, gains, needed) = try decide(policy, [1, 2], at: eight + 1)
    #expect(decision.indices == [1])
    #expect(decision.reason(for: 2) == "not worth its energy yet")
    // One start of the window is used by then.
    let all = Double(DeviceConfiguration().fetchSlots.starts)
    let leastAfterOne = 0.1 * (all / (all - 1))
    #expect(gains[0] > 0.25 && gains[1] < 0.05 && needed == [nil, leastAfterOne])
    #expect(policy.asksAtOpens)
  }

  @Test("an app is worth more before the hour at which it is opened, and when it is staler")
  func hours() throws {
    func gain(_ hours: Int) throws -> Double {
      try decide(policy(), [2], at: 10 * 86_400 + hours * 3_600).gains[0]
    }
    #expect(try gain(18) > 3 * gain(12))
    let told = try policy()
    told.observe(.opened(app: AppID(2), at: .start + .seconds(eight + 10 * 3_600)))
    let fresh = try decide(told, [2], at: eight + 10 * 3_600 + 60).gains[0]
    #expect(try fresh < 0.1 * gain(18))
  }

  @Test("a radio that must wake up costs more than one that is awake, and Wi-Fi next to nothing")
  func energy() throws {
    func needed(_ network: NetworkKind, _ tail: TimeSpan) throws -> Double {
      let answer = try decide(
        policy("leastGain=0,gainPerJoule=0.5"), [2], at: eight, network: network, tail: tail)
      return try #require(answer.needed[0])
    }
    // A second of transfer, and promotion and tail of LTE: 11.36704 J without the transfer.
    #expect(try abs(needed(.cellular, .zero) - 0.5 * (11.36704 + 1.2)) < 1e-9)
    #expect(try needed(.cellular, .seconds(10)) < 0.5 * 1.5)
    #expect(try abs(needed(.wifi, .zero) - 0.5 * (0.10075 + 0.403)) < 1e-9)
  }

  @Test("the fewer starts are left, the more one must gain")
  func scarcity() throws {
    let all = DeviceConfiguration().fetchSlots.starts
    let policy = try policy("leastGain=0.01,gainPerJoule=0,scarcity=1")
    var needs: [Double] = []
    for start in 0..<all {
      let now = eight + start
      policy.observe(.opened(app: AppID(0), at: .start + .seconds(now)))
      let (decision, _, needed) = try decide(policy, [1, 5], at: now, slots: 1)
      #expect(decision.indices == [1])
      if let least = needed[1] { needs.append(least) }
    }
    // In the round of a start one is less left for the others.
    let left = (0..<all).map { Double(max(1, all - 1 - $0)) }
    #expect(needs == left.map { 0.01 * (Double(all) / $0) })
    // An hour later all are back.
    let (_, _, later) = try decide(policy, [5], at: eight + 2 * 3_600)
    #expect(later == [0.01])
  }

  @Test("without a network nothing starts, and what is refused is asked about again")
  func waiting() throws {
    let none = try decide(policy(), [0, 1], at: eight, network: .none).decision
    #expect(none.chosen.isEmpty && none.reason(for: 0) == "no network")
    let held = try decide(policy("leastGain=1"), [0, 1], at: eight + 60).decision
    #expect(held.chosen.isEmpty && held.askAgainAfter == .minutes(14))
  }

  @Test(
    "what is kept from decision to decision changes none: all are those of the plain rule",
    arguments: [
      "", "horizon=5400,soon=60", "horizon=86400,leastGain=0.05", "gainPerJoule=0,leastGain=0",
      "horizon=700,priorRate=0,halfLife=0.05", "scarcity=3,priorRate=30",
    ])
  func plain(settings: String) throws {
    for seed in UInt64(1)...2 { try compare(settings, seed: seed) }
  }

  /// A week of opens and fetches of a dozen apps at random; at each step both are asked, and now
  /// and then why.
  private func compare(_ settings: String, seed: UInt64) throws {
    let world = world(apps: 14)
    let policy = try PolicyCatalogue.policy("learned{\(settings)}", in: world)
    let entry = try #require(PolicyCatalogue.entries.first { $0.name == "learned" })
    let values = settings.split(separator: ",").map { setting in
      let parts = setting.split(separator: "=").map(String.init)
      return (name: parts[0], value: parts[1])
    }
    let plain = PlainLearned(
      try PolicyParameters(of: entry, setting: values, apps: []), world: world)
    var random = RandomStream(seed: seed, name: "decisions")
    var now = Instant.start
    func tell(_ outcome: PolicyOutcome) {
      policy.observe(outcome)
      plain.observe(outcome)
    }
    for _ in 0..<400 {
      now = now + .seconds(random.exponential(mean: random.integer(in: 0..<3) == 0 ? 40 : 3_000))
      if random.integer(in: 0..<3) == 0 {
        // Some apps are opened often, two never.
        let app = min(random.integer(in: 0..<12), random.integer(in: 0..<12))
        tell(.opened(app: AppID(app), at: now))
      }
      let apps = (0..<14).filter { _ in random.integer(in: 0..<4) > 0 }
      let candidates = apps.map { index in
        WorkCandidate(
          app: AppSnapshot(
            id: AppID(index), name: "app-\(index)",
            newItems: Int((now - .start) / .hours(1 + index % 5))),
          kind: index % 4 == 3 ? .refresh : .fetch,
          eligibleSince: now - .minutes(random.integer(in: 0..<3)), minimumInterval: .zero,
          allowance: .seconds(30))
      }
      let slots = random.integer(in: 1..<4)
      let asked = DeviceSnapshot(
        now: now, timeOfDay: TimeSpan(nanoseconds: (now - .start).nanoseconds % 86_400_000_000_000),
        power: PowerStatus(level: 1, isCharging: false),
        network: random.integer(in: 0..<2) == 0 ? .cellular : .wifi,
        pool: PoolSnapshot(
          available: .zero, capacity: .zero, nextRefill: nil, refill: .zero),
        freeSlots: slots, appCount: 14, isInUse: random.integer(in: 0..<4) == 0,
        radioTail: .seconds(random.integer(in: 0..<2) * 3),
        explains: random.integer(in: 0..<5) == 0)
      let decision = policy.fetches(candidates, slots: slots, device: asked)
      let expected = plain.answer(candidates, slots: slots, asked)
      #expect(decision.chosen == expected.chosen)
      #expect(decision.askAgainAfter == expected.askAgainAfter)
      let held = Set(expected.told.filter { $0.needed != nil }.map(\.app))
      #expect(
        decision.reasons.map(\.app)
          == expected.chosen + candidates.map(\.app.id).filter(held.contains))
      if asked.explains, let told = decision.explanation?.candidates {
        #expect(told.map(\.app) == expected.told.map(\.app))
        #expect(told.map(\.score) == expected.told.map(\.gain))
        #expect(told.map(\.obstacle?.score) == expected.told.map(\.needed))
        #expect(
          told.map { $0.terms[0] }
            == expected.told.map {
              Term("probability of an open", $0.probability)
            })
      }
      for app in decision.chosen {
        let took = TimeSpan.seconds(random.uniform())
        let result: WorkResult = [.newData, .noData, .failed][random.integer(in: 0..<3)]
        tell(.work(.fetch, app: app, at: now + took, result: result, took: took))
      }
    }
  }
}
