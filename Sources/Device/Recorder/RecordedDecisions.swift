import Simulation

/// The apps that a policy chose, and among whom.
public struct Choice: Sendable, Equatable {
  public var chosen: [String] = []
  public var candidates: CandidateTexts = []
  /// The kinds of the candidates' work; empty where all of it is fetches.
  public var kinds: CandidateTexts = []
  /// The policy's own words, by app.
  public var reasons = NamedValues<String>()
  public var refused: [String] = []
}

/// The device's part in the grounds of a decision about slots.
public struct ReviewSummary: Sendable, Equatable {
  public var slots = 0
  public var running = 0
  public var startsInWindow = 0
  public var windowOpens: Instant?
  public var payable = 0
  public var pool = TimeSpan.zero
  public var network = NetworkKind.wifi
  public var power = PowerStatus(level: 1, isCharging: false)
  public var measure: String?
  public var unit: Measure.Unit?
  /// Which end of the measure goes first: `highest` or `lowest`.
  public var first: String?
  public var fault: String?

  func coded<Coder: RecordCoder & ~Copyable>(by field: inout Coder) throws(Coder.Failure) -> Self {
    try Self(
      slots: field("slots", slots), running: field("running", running),
      startsInWindow: field("startsInWindow", startsInWindow),
      windowOpens: field.optional("windowOpensNs", windowOpens),
      payable: field("payable", payable), pool: field("poolNs", pool),
      network: field("network", network),
      power: PowerStatus(
        level: field("battery", power.level),
        isCharging: field("charging", power.isCharging),
        isLowPowerMode: field("lowPowerMode", power.isLowPowerMode)),
      measure: field.optional("measure", measure), unit: field.optional("unit", unit),
      first: field.optional("first", first), fault: field.optional("fault", fault))
  }
}

/// How one app stood in a decision about slots.
public struct StandingSummary: Sendable, Equatable {
  public var outcome = ""
  public var rank: Int?
  public var score: Double?
  public var terms = NamedValues<Double>()
  public var weights = NamedValues<Double>()
  public var scores = NamedValues<Double>()
  public var sum: Double?
  public var denominator: Double?
  public var threshold: Double?
  public var assumed: [String] = []
  public var reason: String?
  public var needs: String?
  public var leastScore: Double?
  /// When time alone has removed what it lacked.
  public var until: Instant?
  public var since: Instant?
  /// Why it was no candidate; empty where it was one.
  public var ineligible: [String] = []

  /// Whether the app waited for a slot.
  public var isCandidate: Bool { outcome != "notEligible" }

  func coded<Coder: RecordCoder & ~Copyable>(by field: inout Coder) throws(Coder.Failure) -> Self {
    var coded = Self()
    coded.outcome = try field("outcome", outcome)
    coded.rank = try field.optional("rank", rank)
    coded.score = try field.optional("score", score)
    coded.terms = try field.list("terms", terms)
    coded.weights = try field.list("weights", weights)
    coded.scores = try field.list("scores", scores)
    coded.sum = try field.optional("sum", sum)
    coded.denominator = try field.optional("denominator", denominator)
    coded.threshold = try field.optional("threshold", threshold)
    coded.assumed = try field.list("assumed", assumed)
    coded.reason = try field.optional("reason", reason)
    coded.needs = try field.optional("needs", needs)
    coded.leastScore = try field.optional("leastScore", leastScore)
    if coded.isCandidate { coded.until = try field.optional("untilNs", until) }
    coded.since = try field.optional("sinceNs", since)
    coded.ineligible = try field.list("ineligible", ineligible)
    if !coded.isCandidate { coded.until = try field.optional("untilNs", until) }
    return coded
  }
}

/// The grounds of a grant of background time.
public struct GrantSummary: Sendable, Equatable {
  public var allowance = TimeSpan.zero
  public var answer = TimeSpan.zero
  public var granted = TimeSpan.zero
  public var pool = TimeSpan.zero
  public var reason: String?
  public var terms = NamedValues<Double>()
  public var fault: String?

  func coded<Coder: RecordCoder & ~Copyable>(by field: inout Coder) throws(Coder.Failure) -> Self {
    try Self(
      allowance: field("allowanceNs", allowance),
      answer: field("answerNs", answer), granted: field("grantNs", granted),
      pool: field("poolNs", pool), reason: field.optional("reason", reason),
      terms: field.list("terms", terms), fault: field.optional("fault", fault))
  }
}

extension Trace {
  /// Adds what a decision rested on as `policy.explanation`: one line for the device, one for each
  /// app. They are annotations: the fingerprint stays as it is without them.
  public func annotate(_ decision: DecisionExplanation) {
    for (app, record) in decision.records {
      annotate(TraceKind.explanation.rawValue, at: decision.device.now, app: app) {
        record.coded(by: &$0)
      }
    }
  }
}

extension Trace {
  /// Adds what was run as `run.origin`, which leaves the fingerprint as it is.
  ///
  /// - Parameters:
  ///   - scenario: its file, by the folder of the trace.
  ///   - options: those of `dormouse run` that make the run what it is.
  ///   - build: the program that made it.
  public func annotate(
    originIn scenario: String, options: [String], build: String, at end: Instant
  ) {
    annotate(TraceKind.origin.rawValue, at: end) {
      Record.origin(scenario, options: options, build: build).coded(by: &$0)
    }
  }
}

extension DecisionExplanation {
  /// The records that a trace has of the decision; a nil app stands for the device as a whole.
  var records: [(app: String?, record: Record)] {
    switch self {
    case .fetches(let review):
      [(nil, .reviewExplained(ReviewSummary(review)))]
        + review.apps.map { ($0.app.name, .standingExplained(StandingSummary($0))) }
    case .backgroundTime(let grant):
      [(grant.request.app.name, .grantExplained(GrantSummary(grant)))]
    }
  }
}

extension ReviewSummary {
  init(_ review: WorkReview) {
    self.init(
      slots: review.room.free, running: review.room.running,
      startsInWindow: review.room.startsInWindow, windowOpens: review.room.windowOpens,
      payable: review.room.payable, pool: review.device.pool.available,
      network: review.device.network, power: review.device.power, measure: review.measure?.name,
      unit: review.measure?.unit,
      first: review.measure.map { $0.isHighestFirst ? "highest" : "lowest" }, fault: review.fault)
  }
}

extension StandingSummary {
  init(_ standing: CandidateStanding) {
    let policy = standing.policy
    outcome = standing.outcome.name
    rank = standing.rank
    score = policy?.score
    terms = NamedValues(policy?.terms ?? [])
    if let table = policy?.table {
      weights = NamedValues(table.terms.map { ($0.name, $0.weight) })
      scores = NamedValues(table.terms.map { ($0.name, $0.score) })
      sum = table.sum
      denominator = table.denominator
      threshold = table.threshold
      assumed = table.assumed
    }
    reason = standing.reason
    needs = policy?.obstacle?.needs
    leastScore = policy?.obstacle?.score
    until = policy?.obstacle?.until
    since = standing.app.waitingSince
    guard case .notEligible(let reasons) = standing.outcome else { return }
    ineligible = reasons.map(\.name)
    until = reasons.compactMap(\.until).max()
  }
}

extension GrantSummary {
  init(_ grant: GrantReview) {
    self.init(
      allowance: grant.request.allowance, answer: grant.answer, granted: grant.granted,
      pool: grant.device.pool.available, reason: grant.policy?.reason,
      terms: NamedValues(grant.policy?.terms ?? []), fault: grant.fault)
  }
}

extension NamedValues<Double> {
  fileprivate init(_ terms: some Sequence<Term>) { self.init(terms.map { ($0.name, $0.value) }) }
}

extension CandidateStanding.Outcome {
  /// The outcome's name in traces.
  public var name: String {
    switch self {
    case .started: "started"
    case .passedOver: "passedOver"
    case .refused: "refused"
    case .noSlot: "noSlot"
    case .notEligible: "notEligible"
    }
  }
}
