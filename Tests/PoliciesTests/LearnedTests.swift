import Simulation
import Testing

@testable import Device
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

  @Test("each part can be switched off, and then tells no app from another by what it learned")
  func ablation() throws {
    func gains(_ settings: String) throws -> [Double] {
      let policy = try policy(settings)
      policy.observe(.opened(app: AppID(0), at: .start + .seconds(eight)))
      return try decide(policy, [1, 2], at: eight + 1).gains
    }
    let whole = try gains("")
    #expect(whole[0] > 5 * whole[1])
    // 1 and 2 are opened as often as each other; only what follows 0 tells them apart.
    let unordered = try gains("order=0")
    #expect(unordered[0] < whole[0])
    #expect(try gains("gaps=0")[0] < whole[0])
    let alike = try gains("shares=0,rates=0")
    #expect(abs(alike[0] - alike[1]) < 1e-3 * alike[0])
    #expect(try !policy("asksAtOpens=0").asksAtOpens)
  }
}
