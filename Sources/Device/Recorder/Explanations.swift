import Simulation

/// Whom the policy chose for slots, and among whom.
public struct WorkChoice: Sendable, Equatable {
  public let chosen: [String]
  public let candidates: [String]
  /// The kinds of the candidates' work; empty where all of it is fetches.
  public let kinds: [String]
  /// The policy's own words, by app.
  public var reasons: NamedValues<String>
  public let refused: [String]
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

  func coded<Coder: RecordCoder & ~Copyable>(by coder: inout Coder) throws(Coder.Failure) -> Self {
    Self(
      slots: try coder.field("slots", slots), running: try coder.field("running", running),
      startsInWindow: try coder.field("startsInWindow", startsInWindow),
      windowOpens: try coder.optional("windowOpensNs", windowOpens),
      payable: try coder.field("payable", payable), pool: try coder.field("poolNs", pool),
      network: try coder.field("network", network),
      power: PowerStatus(
        level: try coder.field("battery", power.level),
        isCharging: try coder.field("charging", power.isCharging),
        isLowPowerMode: try coder.field("lowPowerMode", power.isLowPowerMode)),
      measure: try coder.optional("measure", measure), unit: try coder.optional("unit", unit),
      first: try coder.optional("first", first), fault: try coder.optional("fault", fault))
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

  func coded<Coder: RecordCoder & ~Copyable>(by coder: inout Coder) throws(Coder.Failure) -> Self {
    var coded = Self()
    coded.outcome = try coder.field("outcome", outcome)
    coded.rank = try coder.optional("rank", rank)
    coded.score = try coder.optional("score", score)
    coded.terms = try coder.list("terms", terms)
    coded.weights = try coder.list("weights", weights)
    coded.scores = try coder.list("scores", scores)
    coded.sum = try coder.optional("sum", sum)
    coded.denominator = try coder.optional("denominator", denominator)
    coded.threshold = try coder.optional("threshold", threshold)
    coded.assumed = try coder.list("assumed", assumed)
    coded.reason = try coder.optional("reason", reason)
    coded.needs = try coder.optional("needs", needs)
    coded.leastScore = try coder.optional("leastScore", leastScore)
    if coded.isCandidate { coded.until = try coder.optional("untilNs", until) }
    coded.since = try coder.optional("sinceNs", since)
    coded.ineligible = try coder.list("ineligible", ineligible)
    if !coded.isCandidate { coded.until = try coder.optional("untilNs", until) }
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

  func coded<Coder: RecordCoder & ~Copyable>(by coder: inout Coder) throws(Coder.Failure) -> Self {
    Self(
      allowance: try coder.field("allowanceNs", allowance),
      answer: try coder.field("answerNs", answer), granted: try coder.field("grantNs", granted),
      pool: try coder.field("poolNs", pool), reason: try coder.optional("reason", reason),
      terms: try coder.list("terms", terms), fault: try coder.optional("fault", fault))
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
  fileprivate init(_ terms: [Term]) { self.init(terms.map { ($0.name, $0.value) }) }
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
