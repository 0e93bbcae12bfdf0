import Simulation
import Testing

@testable import Device

/// What AOSP's PrefetchControllerTest, FlexibilityControllerTest and, of periodic jobs,
/// JobSchedulerServiceTest expect (Tests/AOSP/prefetch.txt, flexibility.txt and periodic.txt).
@Suite("When jobs may run: expected values of AOSP's tests")
struct JobHoldFactTests {
  @Test(
    "every expected value that can be said holds",
    arguments: [("prefetch.txt", 18, 26), ("flexibility.txt", 200, 254), ("periodic.txt", 104, 0)])
  func facts(_ file: String, _ count: Int, _ left: Int) throws {
    let (facts, leftOut) = try Fact.read(file)
    #expect(facts.count == count)
    #expect(leftOut == left)
    for fact in facts {
      var app = HeldJob(isFlexible: fact.kind == "flexible")
      for step in fact.steps { app.make(step) }
      #expect(app.meets(fact.expected[0], fact.expected[1]), "\(fact)")
    }
  }
}

/// A job of an app with a clock, which makes the steps of a fact.
private struct HeldJob {
  private var rules = FlexibilityRules()
  private var prefetch = PrefetchRules()
  private var flexibility: Flexibility
  private var launches: LaunchForecast
  private var score = RunScore()
  private var presence = AppPresence.behind
  private var now: Instant
  private var job: PendingJob
  private var from: Instant?

  init(isFlexible: Bool) {
    now = isFlexible ? .start + .milliseconds(100) : .start
    if isFlexible {
      rules.proximity = .zero
      for priority in JobPriority.allCases { rules[priority].percents = [50, 60, 70, 80] }
    }
    flexibility = Flexibility(
      rules, applied: Set(FlexibleConstraint.allCases), booted: .start)
    launches = LaunchForecast(prefetch)
    job = HeldJob.pending(JobRequest(id: 1), at: now)
  }

  private static func pending(_ request: JobRequest, at now: Instant) -> PendingJob {
    PendingJob(request, JobRules(), at: now, location: JobSchedulerTests.here)
  }

  mutating func make(_ step: Fact.Step) {
    let word = step.words.count > 1 ? step.words[1] : ""
    switch step.name {
    case "at": now = Fact.moment(word)
    case "rules": set(word)
    case "apply": flexibility.applied = constraints(step.words)
    case "hold": flexibility.note(constraints(step.words), at: now)
    case "launch": launches.expect(Fact.moment(word), at: now)
    case "leave": launches.leave(at: now)
    case "front": presence = .front
    case "service": presence = .service
    case "behind": presence = .behind
    case "run": score.add(rules[HeldJob.priority(word)].score, at: now)
    case "job": job = HeldJob.pending(request(step), at: now)
    case "fail": job = job.again(after: nil, JobRules(), at: now)
    case "stop": job = job.again(after: .deviceState, JobRules(), at: now)
    case "from": from = Fact.moment(word)
    default: Issue.record("unknown step: \(step.words)")
    }
  }

  private func constraints(_ words: [String]) -> Set<FlexibleConstraint> {
    if words[1] == "all" { return Set(FlexibleConstraint.allCases) }
    return Set(
      words.dropFirst().filter { $0 != "none" }.map { word in
        FlexibleConstraint(rawValue: word)
          ?? {
            Issue.record("unknown constraint: \(word)")
            return .charging
          }()
      })
  }

  private static func priority(_ word: String) -> JobPriority {
    let names = Dictionary(uniqueKeysWithValues: JobPriority.allCases.map { ("\($0)", $0) })
    return Fact.word(word, names, else: .medium)
  }

  private func request(_ step: Fact.Step) -> JobRequest {
    var request = JobRequest(id: 1)
    request.minimumLatency = step.word(after: "latency").map { Fact.span($0) }
    request.overrideDeadline = step.word(after: "deadline").map { Fact.span($0) }
    request.period = step.word(after: "periodic").map { Fact.span($0) }
    request.flex = step.word(after: "flex").map { Fact.span($0) }
    request.backoff = step.word(after: "backoff").map {
      JobBackoff(.exponential, initial: Fact.span($0))
    }
    if step.has("network") { request.network = .any }
    request.isExpedited = step.has("expedited")
    request.isPrefetch = step.has("prefetch")
    for (name, condition) in JobConditions.byName where step.has("needs") && step.has(name) {
      request.conditions.insert(condition)
    }
    request.priority = JobPriority.allCases.first { step.has("\($0)") }
    return request
  }

  private mutating func set(_ rule: String) {
    let parts = rule.split(separator: "=").map(String.init)
    let names = parts[0].split(separator: ".").map(String.init)
    let priority = names.count > 1 ? HeldJob.priority(names[1]) : .medium
    switch names[0] {
    case "allowance": prefetch.allowance = Fact.span(parts[1])
    case "threshold": prefetch.threshold = Fact.span(parts[1])
    case "relax": prefetch.relax = Fact.span(parts[1])
    case "proximity": rules.proximity = Fact.span(parts[1])
    case "longest": rules.longestTime = Fact.span(parts[1])
    case "time": rules[priority].time = Fact.span(parts[1])
    case "timeOfScore": rules[priority].timeOfScore = Fact.span(parts[1])
    case "percents":
      rules[priority].percents = parts[1].split(separator: ",").map { Fact.number($0) }
    default: Issue.record("unknown rule: \(rule)")
    }
    flexibility.rules = rules
    launches = LaunchForecast(prefetch)
  }

  // MARK: Values

  func meets(_ question: String, _ expected: String) -> Bool {
    let life = flexibility.life(of: job, score: score.total(at: now), launches: launches)
    let required = flexibility.required(job, in: life, at: now)
    let isExpected = expected == "yes"
    switch question {
    case "soon": return launches.isSoon(at: now) == isExpected
    case "from": return Fact.isMet(expected, by: launches.soon)
    case "waits", "runs":
      let allows = launches.allows(
        isRunning: question == "runs", isInFront: presence == .front, at: now)
      return allows == isExpected
    case "next.from": return Fact.isMet(expected, by: job.next(JobRules(), at: now)?.earliest)
    case "next.to": return Fact.isMet(expected, by: job.next(JobRules(), at: now)?.latest)
    case "earliest": return Fact.isMet(expected, by: job.earliest)
    case "latest": return Fact.isMet(expected, by: job.latest)
    case "begin": return Fact.isMet(expected, by: life.begin)
    case "end":
      let end = from.map {
        flexibility.end(of: job, from: $0, score: score.total(at: now))
      }
      return Fact.isMet(expected, by: end ?? life.end)
    case "next": return Fact.isMet(expected, by: flexibility.nextDrop(job, in: life, at: now))
    case "since": return Fact.isMet(expected, by: launches.since)
    case "percent": return flexibility.percent(of: life, at: now) == Fact.number(expected)
    case "required": return required == Fact.number(expected)
    case "dropped": return 3 - required == Fact.number(expected)
    case "score": return score.total(at: now) == Fact.number(expected)
    case "concerned": return flexibility.concerns(job) == isExpected
    case "enough":
      return flexibility.isEnough(for: job, required: required, at: now) == isExpected
    case "free":
      return
        (flexibility.isExempt(job, presence)
        || flexibility.isEnough(for: job, required: required, at: now)) == isExpected
    case _ where question.hasPrefix("percents."):
      let priority = HeldJob.priority(String(question.dropFirst(9)))
      return FlexibilityRules()[priority].percents.count == Fact.number(expected)
    default:
      Issue.record("unknown question: \(question)")
      return false
    }
  }
}
