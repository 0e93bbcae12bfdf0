import Simulation
import Testing

@testable import Device

/// What AOSP's AppStandbyControllerTests expect (Tests/AOSP/buckets.txt).
@Suite("App standby buckets: expected values of AOSP's tests")
struct BucketFactTests {
  @Test("every expected value that can be said holds")
  func facts() throws {
    let (facts, leftOut) = try Fact.read("buckets.txt")
    #expect(facts.count == 107)
    #expect(leftOut == 110)
    for fact in facts {
      var app = BucketFactApp()
      for step in fact.steps { app.make(step) }
      #expect(app.history.bucket.rawValue == fact.expected[0], "\(fact): \(app.history)")
    }
  }
}

/// An app with a clock and a screen, which makes the steps of a fact.
private struct BucketFactApp {
  private(set) var history = BucketHistory(BucketRules())
  private var now = Instant.start
  private var screenOn = TimeSpan.zero
  private var isScreenOn = true

  mutating func make(_ step: Fact.Step) {
    let word = step.words.count > 1 ? step.words[1] : ""
    let last = step.words.last ?? ""
    switch step.name {
    case "at":
      let moment = Fact.moment(word)
      if isScreenOn { screenOn = screenOn + (moment - now) }
      now = moment
    case "screen": isScreenOn = Fact.isOn(word)
    case "rules": set(word)
    case "check": history.check(at: now, screenOn: screenOn)
    case "use": history.use(use(word), at: now, screenOn: screenOn)
    case "predict": history.predict(Fact.bucket(last), at: now, screenOn: screenOn)
    case "force": history.force(Fact.bucket(last))
    default: Issue.record("unknown step: \(step.words)")
    }
  }

  private func use(_ word: String) -> BucketHistory.Use {
    switch word {
    case "user": .user
    case "system": .system
    case "notification": .notificationSeen
    case "pinned": .pinned
    default: .foregroundService
    }
  }

  private mutating func set(_ rule: String) {
    var rules = BucketRules()
    let parts = rule.split(separator: "=").map(String.init)
    switch parts[0] {
    case "notification": rules.notificationBucket = Fact.bucket(parts[1])
    case "screen-free":
      for place in rules.thresholds.steps.indices { rules.thresholds.steps[place].screenOn = .zero }
    default: Issue.record("unknown rule: \(rule)")
    }
    history = BucketHistory(rules)
  }
}
