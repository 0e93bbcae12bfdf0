import Simulation
import Testing

@testable import Device

/// What AOSP's AlarmManagerServiceTest and AlarmStoreTest expect (Tests/AOSP/alarms.txt).
@Suite("Alarms: expected values of AOSP's tests")
struct AlarmFactTests {
  @Test("every expected value that can be said holds")
  func facts() throws {
    let (facts, leftOut) = try Fact.read("alarms.txt")
    #expect(facts.count == 291)
    #expect(leftOut == 198)
    for fact in facts {
      switch fact.kind {
      case "alarms":
        var phone = AlarmFactPhone()
        for step in fact.steps { phone.make(step) }
        #expect(phone.meets(fact.expected), "\(fact): \(phone.account)")
      case "batches":
        var phone = BatchFactPhone()
        for step in fact.steps { phone.make(step) }
        #expect(phone.meets(fact.expected), "\(fact): \(phone.batches)")
      case "permission": #expect(Self.meetsPermission(fact), "\(fact)")
      default: Issue.record("unknown kind: \(fact)")
      }
    }
  }

  private static func meetsPermission(_ fact: Fact) -> Bool {
    let words = fact.steps[0]
    var permission = ExactAlarmPermission(isDeclared: words.has("declared"))
    permission.setting =
      words.has("allowed") ? .allowed : words.has("denied") ? .denied : .untouched
    permission.predatesPermission = words.has("old")
    permission.isClockOrCalendar = words.has("clock")
    permission.isExempt = words.has("exempt")
    permission.isExemptByUser = words.has("exempt-by-user")
    var rules = AlarmRules()
    rules.allowsExactByDefault = words.has("default=allowed")
    let request = AlarmRequest(
      "a", at: .start, window: words.has("exact") ? .exact : .chosen,
      access: words.has("alarm-clock") ? .alarmClock : words.has("idle") ? .allowed : .none)
    let isAllowed = rules.allowsExactByDefault
    switch (fact.expected[0], request.permitted(by: permission, rules)) {
    case ("held", _): return permission.isHeld(byDefault: isAllowed) == (fact.expected[1] == "yes")
    case ("may", _):
      return permission.canScheduleExactAlarms(byDefault: isAllowed) == (fact.expected[1] == "yes")
    case ("set", .success(let set)): return "\(set.access)" == fact.expected[1]
    case ("throws", .failure(let error)): return error.exception == fact.expected[1]
    default: return false
    }
  }
}

/// A store of alarms with a clock, which makes the steps of a fact.
struct AlarmFactPhone {
  var rules = AlarmRules()
  private(set) var store: AlarmStore
  private(set) var now = Instant.start
  private(set) var delivered: [Alarm] = []

  init() {
    // As the tests of AOSP set them up.
    rules.leastDelay = .zero
    rules.leastIdleFuzz = .zero
    store = AlarmStore(rules, apps: 2)
  }

  /// What is to come, for a message.
  var account: String {
    "now \(now), next \(store.nextDelivery as Any), delivered \(delivered.map(\.operation))"
  }

  private var next: Instant? {
    [store.nextDelivery, store.idleUntil].compactMap(\.self).min()
  }

  mutating func make(_ step: Fact.Step) {
    let round = step.round
    let name = step.words.count > 1 ? named(step.words[1], round) : ""
    var isOn: Bool { Fact.isOn(name) }
    switch step.name {
    case "rules": set(step)
    case "at": now = Fact.moment(name)
    case "set": setAlarm(step, name)
    case "cancel": store.cancel(name, of: AppID(0), at: now)
    case "remove": store.cancel(of: AppID(0), at: now) { _ in true }
    case "revoke": store.permissionIsLost(by: AppID(0), at: now)
    case "bucket":
      store.move(AppID(0), to: Fact.bucket(name), at: now)
    case "charger": store.charge(isOn, at: now)
    case "saver": store.save(isOn, at: now)
    case "screen": store.drowsy.screen(isOn: isOn, at: now)
    case "idle" where name == "over": store.endIdle(at: now)
    case "idle":
      let fuzz = step.word(after: "fuzz").map { Fact.span($0) } ?? .zero
      store.beIdle(until: Fact.moment(step.word(after: "until") ?? ""), fuzz: fuzz, at: now)
    case "timer":
      now = max(now, next ?? now)
      delivered = store.deliver(at: now)
    case "deliver": delivered = store.deliver(at: now)
    default: Issue.record("unknown step: \(step.words)")
    }
  }

  private func named(_ word: String, _ round: Int) -> String {
    word.replacing("#", with: "\(round)")
  }

  private mutating func setAlarm(_ step: Fact.Step, _ name: String) {
    let round = step.round
    let kinds = Dictionary(uniqueKeysWithValues: IdleAccess.allCases.map { ("\($0)", $0) })
    let access = step.word(after: "as").map { Fact.word($0, kinds, else: .none) } ?? .none
    let request = AlarmRequest(
      name, at: Fact.moment(step.word(after: "at") ?? "", round: round),
      window: step.word(after: "for").map { .length(Fact.span($0)) } ?? .exact,
      wakes: !step.has("drowsy"), every: step.word(after: "every").map { Fact.span($0) },
      access: access)
    let app = AppID(step.word(after: "app") == "1" ? 1 : 0)
    if case .failure(let error) = store.set(
      request, of: app, at: now, isOfSystem: step.has("system"))
    {
      Issue.record("\(step.words): \(error)")
    }
  }

  private mutating func set(_ step: Fact.Step) {
    for word in step.words.dropFirst() {
      let parts = word.split(separator: "=").map(String.init)
      let (span, count) = (Fact.span(parts[1]), Int(parts[1]) ?? 0)
      switch parts[0] {
      case "delay": rules.leastDelay = span
      case "interval": rules.shortestInterval = span
      case "window": rules.shortestWindow = span
      case "priority": rules.priorityDelay = span
      case "fuzz-least": rules.leastIdleFuzz = span
      case "fuzz-most": rules.mostIdleFuzz = span
      case "active": rules.activeQuota.count = count
      case "workingSet": rules.workingSetQuota.count = count
      case "frequent": rules.frequentQuota.count = count
      case "rare": rules.rareQuota.count = count
      default: Issue.record("unknown rule: \(word)")
      }
    }
    store = AlarmStore(rules, apps: 2)
  }

  func meets(_ expected: [String]) -> Bool {
    let value = expected.count > 1 ? expected[1] : ""
    let alarm = store.alarms.first { $0.operation == value }
    switch expected[0] {
    case "next":
      return Fact.isMet(value, by: value == "never" ? next.map { .start + ($0 - now) } : next)
    case "wake-up": return Fact.isMet(value, by: store.nextWakeUp)
    case "wakes":
      let isNext = next != nil && store.nextWakeUp == next
      return isNext == Fact.word(value, ["yes": true, "no": false], else: !isNext)
    case "idle-until": return Fact.isMet(value, by: store.idleUntil)
    case "clock": return (store.nextAlarmClock?.operation ?? "none") == value
    case "count": return store.count(of: AppID(0)) == Int(value)
    case "count-app": return store.count(of: AppID(Int(value) ?? 0)) == Int(expected[2])
    case "size": return store.alarms.count == Int(value)
    case "has": return alarm != nil
    case "window": return alarm?.window == Fact.span(expected[2])
    case "put-off": return store.drowsy.alarms.count == Int(value)
    case "delivered": return delivered.map(\.operation) == Array(expected.dropFirst())
    case "delivered-count": return delivered.count == Int(value)
    case "delivered-waking": return delivered.count(where: \.wakes) == Int(value)
    default: return false
    }
  }
}

/// Alarms that are sorted as they are set, for the facts of the store that does so.
struct BatchFactPhone {
  private(set) var batches = AlarmBatches()
  private var names: [String] = []
  private var now = Instant.start
  private var delivered = 0

  mutating func make(_ step: Fact.Step) {
    switch step.name {
    case "rules": break
    case "at": now = Fact.moment(step.words[1])
    case "set":
      let start = Fact.moment(step.word(after: "at") ?? "")
      let end = start + (step.word(after: "for").map { Fact.span($0) } ?? .zero)
      names.append(step.words[1])
      batches.add(
        AlarmBatches.Window(
          number: names.count - 1, start: start, end: end, isWaking: !step.has("drowsy")))
    case "cancel": _ = batches.remove { names[$0.number] == step.words[1] }
    case "remove": _ = batches.remove { _ in true }
    case "deliver": delivered = batches.takeDue(at: now).count
    default: Issue.record("unknown step: \(step.words)")
    }
  }

  func meets(_ expected: [String]) -> Bool {
    switch expected[0] {
    case "next": Fact.isMet(expected[1], by: batches.nextDelivery)
    case "wake-up": Fact.isMet(expected[1], by: batches.nextWakeUp)
    case "size": batches.count == Int(expected[1])
    case "delivered-count": delivered == Int(expected[1])
    default: false
    }
  }
}
