import Device
import Simulation

/// Two instances of a policy in one sequence of calls: asks both, judges the answers, and returns
/// what the device would make of them (U3).
struct PolicyTrial {
  let subject: any SchedulingPolicy
  let twin: any SchedulingPolicy
  let sequence: PolicyConformance.Sequence
  let seed: UInt64
  private(set) var violations: [PolicyConformance.Violation] = []
  private(set) var calls = 0

  /// Notes a breach of a rule; only the first counts, since those that follow say no more.
  mutating func require(
    _ condition: Bool, _ rule: PolicyConformance.Rule, _ message: @autoclosure () -> String
  ) {
    guard !condition, !violations.contains(where: { $0.rule == rule }) else { return }
    violations.append(
      PolicyConformance.Violation(
        rule: rule, sequence: sequence, seed: seed, call: calls, message: message()))
  }

  /// Returns the grant, brought within its limits.
  mutating func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot)
    -> TimeSpan
  {
    calls += 1
    let answer = subject.answer(request, device: device)
    let other = twin.answer(request, device: asked(device))
    let grant = answer.value.amount
    let second = other.value.amount
    require(
      grant == second, .differs, "one instance grants \(grant), the other \(second)")
    guard !hasFault(answer, other) else { return .zero }
    let most = min(request.allowance, device.pool.available)
    require(
      grant >= .zero && grant <= most, .overdraws,
      "grants \(grant) where \(request.allowance) is the allowance"
        + " and the pool has \(device.pool.available)")
    return max(.zero, min(grant, most))
  }

  /// Returns the positions in `candidates` of the fetches that may be started.
  mutating func fetches(_ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot)
    -> [Int]
  {
    calls += 1
    let answer = subject.answer(candidates, slots: slots, device: device)
    let other = twin.answer(candidates, slots: slots, device: asked(device))
    let decision = answer.value
    let second = other.value
    require(
      decision.chosen == second.chosen && decision.askAgainAfter == second.askAgainAfter
        && decision.reasons.elementsEqual(second.reasons, by: ==), .differs,
      "one instance chooses \(names(decision.chosen)), the other \(names(second.chosen)),"
        + " or for other reasons")
    guard !hasFault(answer, other) else { return [] }
    if let wait = decision.askAgainAfter {
      require(wait > .zero, .asksAgainAtOnce, "wants to be asked again after \(wait)")
    }
    require(
      decision.chosen.count <= slots, .exceedsSlots,
      "chooses \(decision.chosen.count) apps for \(slots) slots")
    let named = checked(decision.chosen, among: candidates.map(\.app.id), are: "eligible")
    return Array(named.prefix(slots))
  }

  /// Returns the positions in `holders` of the apps to expire.
  mutating func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [Int] {
    calls += 1
    let answer = subject.answer(holders, for: request, device: device)
    let other = twin.answer(holders, for: request, device: device)
    let expired = answer.value
    let second = other.value
    require(
      expired == second, .differs,
      "one instance expires \(names(expired)), the other \(names(second))")
    guard !hasFault(answer, other) else { return [] }
    return checked(expired, among: holders.map(\.app.id), are: "holders of time")
  }

  mutating func observe(_ outcome: PolicyOutcome) {
    calls += 1
    _ = hasFault(subject.answer(outcome), twin.answer(outcome))
  }

  /// The second instance is asked for explanations too, which must not change its answers.
  private func asked(_ device: DeviceSnapshot) -> DeviceSnapshot {
    var device = device
    device.explains = true
    return device
  }

  /// Returns whether the last call went wrong.
  private mutating func hasFault<Value>(
    _ answer: PolicyAnswer<Value>, _ other: PolicyAnswer<Value>
  ) -> Bool {
    let fault = answer.fault?.message
    let second = other.fault?.message
    require(
      fault == second, .differs,
      "one instance has the fault \(fault ?? "none"), the other \(second ?? "none")")
    require(fault == nil, .faults, fault ?? "")
    return fault != nil
  }

  /// Returns the positions of the named apps among those that may be named, each once.
  private mutating func checked(_ apps: [AppID], among allowed: [AppID], are what: String)
    -> [Int]
  {
    var positions: [AppID: Int] = [:]
    for (position, app) in allowed.enumerated() { positions[app] = position }
    var named: Set<AppID> = []
    var result: [Int] = []
    for app in apps {
      let isNew = named.insert(app).inserted
      require(isNew, .picksTwice, "names app \(app.index) twice in \(names(apps))")
      require(
        positions[app] != nil, .picksIneligible,
        "names app \(app.index); \(what) are only \(names(allowed))")
      if isNew, let position = positions[app] { result.append(position) }
    }
    return result
  }
}

/// Returns the first few of some apps, for messages.
private func names(_ apps: [AppID]) -> String {
  let shown = apps.prefix(8).map { "\($0.index)" }.joined(separator: ", ")
  return "[\(shown)\(apps.count > 8 ? ", ... \(apps.count) in all" : "")]"
}
