import Device
import Simulation
import Testing

@testable import Policies

@Suite("seven-factors")
struct SevenFactorsTests {
  /// A situation in which one factor alone holds app 0 back.
  struct Case: Sendable, CustomTestStringConvertible {
    let factor: String
    let reason: String
    var app = AppFields()
    var device = DeviceFields()
    var spent = 0
    var waits: Int?
    var testDescription: String { factor }

    /// The app's fields that matter.
    struct AppFields: Sendable {
      var lastFetch: Int?
      var isInAppSwitcher = true
      var backgroundRefresh = true
      var opensAt = 8
    }
    struct DeviceFields: Sendable {
      var power = PowerStatus(level: 1, isCharging: false)
    }
  }

  /// Day ten at eight.
  private static let now = 10 * 86_400 + 8 * 3_600

  static let cases = [
    Case(
      factor: "lowBattery", reason: "battery critically low",
      device: .init(power: PowerStatus(level: 0.19, isCharging: false))),
    Case(
      factor: "lowPowerMode", reason: "Low Power Mode",
      device: .init(power: PowerStatus(level: 1, isCharging: true, isLowPowerMode: true))),
    Case(
      factor: "appUsage", reason: "not likely to be used soon", app: .init(opensAt: 20),
      waits: 900),
    Case(
      factor: "appSwitcher", reason: "not in the app switcher",
      app: .init(isInAppSwitcher: false)),
    Case(
      factor: "refreshSwitch", reason: "background refresh is off",
      app: .init(backgroundRefresh: false)),
    Case(factor: "systemBudget", reason: "system budget spent", spent: 300),
    Case(
      factor: "rateLimit", reason: "fetched too short a while ago",
      app: .init(lastFetch: now - 1_199), waits: 1),
  ]

  private func decide(_ known: Case, _ settings: String) throws -> WorkDecision {
    let policy = try PolicyCatalogue.policy("seven-factors{\(settings)}")
    if known.spent > 0 { policy.observe(fetched(0, at: Self.now - known.spent, took: known.spent)) }
    policy.observe(all: opened(0, onDays: 0...9, atHour: known.app.opensAt))
    let snapshot = app(
      0, lastFetch: known.app.lastFetch,
      isInAppSwitcher: known.app.isInAppSwitcher, backgroundRefresh: known.app.backgroundRefresh)
    return policy.fetches(
      [candidate(snapshot)], slots: 1, device: device(at: Self.now, power: known.device.power))
  }

  @Test("each factor holds an app back, says so, and can be switched off", arguments: cases)
  func factor(known: Case) throws {
    let held = try decide(known, "")
    #expect(held.indices == [])
    #expect(held.reason(for: 0) == known.reason)
    if let waits = known.waits { #expect(held.askAgainAfter == .seconds(waits)) }
    let free = try decide(known, "\(known.factor)=0")
    #expect(free.indices == [0])
    #expect(free.reason(for: 0) == "no factor against it")
  }

  @Test("a low battery on the charger is not critical")
  func charging() throws {
    var known = Case(factor: "", reason: "")
    for (level, isCharging, chosen) in [(0.1, true, [0]), (0.2, false, [0]), (0.1, false, [])] {
      known.device.power = PowerStatus(level: level, isCharging: isCharging)
      #expect(try decide(known, "").indices == chosen)
    }
  }

  @Test("apps go by how likely their use is, or by waiting when that does not count")
  func order() throws {
    let waiting = [candidate(0, since: 0), candidate(1, since: 5)]
    for (settings, chosen) in [("", [1, 0]), ("appUsage=0", [0, 1])] {
      let policy = try PolicyCatalogue.policy("seven-factors{\(settings)}")
      policy.observe(all: opened(0, onDays: 7...9, atHour: 8))
      policy.observe(all: opened(1, onDays: 0...9, atHour: 8))
      let decision = policy.fetches(waiting, slots: 2, device: device(at: Self.now))
      #expect(decision.indices == chosen)
    }
  }

  @Test("the budget goes into debt by the last fetch, and is asked for again when it is made up")
  func budget() throws {
    // 600 s a day are a second in 144.
    let policy = try PolicyCatalogue.policy("seven-factors{appUsage=0}")
    policy.observe(fetched(0, at: 0, took: 130))
    let refused = policy.fetches([candidate(0)], slots: 1, device: device(at: 130))
    let wait = try #require(refused.askAgainAfter)
    #expect(abs(wait.seconds - 1_440) < 0.01)
    let early = device(at: 130 + 1_439)
    #expect(policy.fetches([candidate(0)], slots: 1, device: early).indices == [])
    let later = device(at: 130 + 1_441)
    #expect(policy.fetches([candidate(0)], slots: 1, device: later).indices == [0])
  }

  @Test("the factors do not concern background time")
  func grants() throws {
    let policy = try PolicyCatalogue.policy("seven-factors")
    let low = device(
      available: 4, power: PowerStatus(level: 0.01, isCharging: false, isLowPowerMode: true))
    #expect(policy.backgroundTime(request(0), device: low) == .seconds(4))
  }

  @Test(
    "whatever apps wait, those that no factor holds back are taken as the plain rule has it",
    arguments: [
      "usageThreshold=0.05", "usageThreshold=0", "usageThreshold=1", "usageThreshold=0.995",
      "appUsage=0",
    ])
  func plain(settings: String) throws {
    for seed in UInt64(1)...3 {
      let policy = try PolicyCatalogue.policy("seven-factors{budgetDaily=86400,\(settings)}")
      let threshold = Double(settings.drop { $0 != "=" }.dropFirst())
      let plain = PlainFactors(threshold: settings == "appUsage=0" ? nil : threshold)
      var random = RandomStream(seed: seed, name: "candidates")
      var now = 0
      for _ in 0..<300 {
        now += random.integer(in: 0..<4_000)
        if random.integer(in: 0..<2) == 0 {
          let app = min(random.integer(in: 0..<30), random.integer(in: 0..<30))
          let open = PolicyOutcome.opened(app: AppID(app), at: .start + .seconds(now))
          policy.observe(open)
          plain.forecast.observe(open)
        }
        let candidates = (0..<40).filter { _ in random.integer(in: 0..<3) > 0 }.map { index in
          candidate(
            app(
              index,
              lastFetch: random.integer(in: 0..<2) == 0 ? now - random.integer(in: 0..<3_000) : nil,
              isInAppSwitcher: random.integer(in: 0..<9) > 0,
              backgroundRefresh: random.integer(in: 0..<9) > 0),
            since: now - random.integer(in: 0..<2))
        }
        let slots = random.integer(in: 1..<6)
        var asked = device(at: now)
        asked.explains = random.integer(in: 0..<4) == 0
        let decision = policy.fetches(candidates, slots: slots, device: asked)
        let expected = plain.decide(candidates, slots: slots, asked)
        #expect(decision.chosen == expected.chosen)
        #expect(decision.reasons.map(\.app) == expected.reasons.map(\.app))
        #expect(decision.reasons.map(\.reason) == expected.reasons.map(\.reason))
        #expect(decision.askAgainAfter == expected.askAgainAfter)
      }
    }
  }
}

/// The factors that concern one app, of each candidate in turn; all are put in order.
private final class PlainFactors {
  var forecast = OpenForecast(
    horizon: .hours(2), priorRate: 0.1, priorDays: 1, halfLife: .days(7))
  /// Nil: usage is no factor.
  private let threshold: Double?

  init(threshold: Double?) { self.threshold = threshold }

  func decide(_ candidates: [WorkCandidate], slots: Int, _ device: DeviceSnapshot) -> WorkDecision {
    var free: [(likelihood: Double, candidate: WorkCandidate)] = []
    var decision = WorkDecision()
    for candidate in candidates {
      let likelihood = forecast.probability(of: candidate.app.id, on: device)
      let interval = candidate.app.lastFetchBegan.map { $0 + .seconds(1_200) - device.now }
      var wait: TimeSpan?
      var reason: String?
      if !candidate.app.backgroundRefresh {
        reason = "background refresh is off"
      } else if !candidate.app.isInAppSwitcher {
        reason = "not in the app switcher"
      } else if let interval, interval > .zero {
        (reason, wait) = ("fetched too short a while ago", interval)
      } else if let threshold, likelihood < threshold {
        (reason, wait) = ("not likely to be used soon", forecast.changes(after: device))
      }
      if let reason {
        decision.reasons.append((candidate.app.id, reason))
        if let wait { decision.askAgainAfter = min(decision.askAgainAfter ?? wait, wait) }
      } else {
        free.append((threshold == nil ? 0 : (likelihood * 1e12).rounded(), candidate))
      }
    }
    decision.chosen = free.sorted { left, right in
      left.likelihood != right.likelihood
        ? left.likelihood > right.likelihood
        : (left.candidate.eligibleSince, left.candidate.app.id)
          < (right.candidate.eligibleSince, right.candidate.app.id)
    }.prefix(slots).map(\.candidate.app.id)
    decision.reasons = decision.chosen.map { ($0, "no factor against it") } + decision.reasons
    return decision
  }
}
