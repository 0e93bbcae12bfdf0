import Simulation
import Testing

@testable import Device

/// What AOSP's DeviceIdleControllerTest expects (Tests/AOSP/doze.txt).
@Suite("Doze: expected values of AOSP's tests")
struct DozeFactTests {
  @Test("every expected value that can be said holds")
  func facts() throws {
    let (facts, leftOut) = try Fact.read("doze.txt")
    #expect(facts.count == 347)
    #expect(leftOut == 285)
    for fact in facts {
      var phone = DozeFactPhone()
      for step in fact.steps { phone.make(step) }
      #expect(phone.meets(fact.expected), "\(fact): \(phone.doze)")
    }
  }
}

/// A device that may doze, with a clock, which makes the steps of a fact.
private struct DozeFactPhone {
  private(set) var doze = Doze(DozeRules())
  private var now = Instant.start

  init() {
    doze.change(at: now) { $0.canLocate = false }
  }

  mutating func make(_ step: Fact.Step) {
    let word = step.words.count > 1 ? step.words[1] : ""
    var isOn: Bool { Fact.isOn(word) }
    switch step.name {
    case "at": now = Fact.moment(word)
    case "use":
      change { $0.isScreenOn = true }
      doze.becomeActive()
    case "screen": change { $0.isScreenOn = isOn }
    case "charging": change { $0.isCharging = isOn }
    case "locked": change { $0.isLocked = isOn }
    case "network": change { $0.isConnected = isOn }
    case "quick": change { $0.isQuick = isOn }
    case "emergency": change { $0.isInEmergency = isOn }
    case "locate": change { $0.canLocate = isOn }
    case "work": change { $0.hasWork = isOn }
    case "alarm": change { [now] in $0.nextAlarmClock = now + Fact.span(word) }
    case "unlock-counts": doze.rules.waitsForUnlock = isOn
    case "rules": for rule in step.words.dropFirst() { set(rule) }
    case "motion": doze.move(at: now)
    case "end-window": doze.endWindowEarly(at: now)
    case "step" where word == "deep": doze.stepDeep(at: now)
    case "step" where word == "light": doze.stepLight(at: now)
    case "wait":
      now = doze.lightStep ?? now
      doze.stepLight(at: now)
    case "deep": enter(deep: word)
    case "light": enter(light: word)
    default: Issue.record("unknown step: \(step.words)")
    }
  }

  private mutating func change(_ change: (inout Doze.Surroundings) -> Void) {
    doze.change(at: now, change)
  }

  private mutating func set(_ rule: String) {
    let parts = rule.split(separator: "=").map(String.init)
    let span = Fact.span(parts[1])
    switch parts[0] {
    case "pending": doze.rules.pending = span
    case "lightIdle": doze.rules.lightIdle = span
    case "longestLight": doze.rules.longestLightIdle = span
    case "factor": doze.rules.lightFactor = Double(parts[1]) ?? 0
    case "increase": doze.rules.lightIncrease = span
    case "windowLeast": doze.rules.shortestLightWindow = span
    case "windowMost": doze.rules.longestLightWindow = span
    default: Issue.record("unknown rule: \(rule)")
    }
  }

  /// Brings the deep machine to a state, from being used.
  private mutating func enter(deep name: String) {
    change { $0.isScreenOn = true }
    doze.becomeActive()
    guard name != "active" else { return }
    change { around in
      around.isQuick = name == "quickDelay"
      around.isScreenOn = false
      around.isCharging = false
      around.canLocate = name == "locating"
      around.nextAlarmClock = nil
    }
    for _ in 0..<10 where doze.deep.rawValue != name { doze.stepDeep(at: now) }
    #expect(doze.deep.rawValue == name)
  }

  private mutating func enter(light name: String) {
    change { $0.isScreenOn = true }
    doze.becomeActive()
    guard name != "active" else { return }
    change { around in
      around.isScreenOn = false
      around.isConnected = name != "waitingForNetwork"
    }
    if name == "overridden" { doze.light = .overridden }
    for _ in 0..<10 where doze.light.rawValue != name { doze.stepLight(at: now) }
    #expect(doze.light.rawValue == name)
  }

  func meets(_ expected: [String]) -> Bool {
    switch expected[0] {
    case "deep": return doze.deep.rawValue == expected[1]
    case "light": return doze.light.rawValue == expected[1]
    case "deep-step": return isAfter(doze.deepStep, expected[1])
    case "light-step": return isAfter(doze.lightStep, expected[1])
    default: return false
    }
  }

  /// Whether a step is so long after now.
  private func isAfter(_ step: Instant?, _ expected: String) -> Bool {
    Fact.isMet(expected, by: step.map { .start + ($0 - now) })
  }
}
