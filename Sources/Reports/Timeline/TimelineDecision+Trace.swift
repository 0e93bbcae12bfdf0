import Device
import Simulation

// A decision as a trace has it: with `--explain` nearly complete, without it only which apps were
// chosen.
extension TimelineDecision {
  /// Creates the decision of a record; nil: the record is of none.
  ///
  /// - Parameters:
  ///   - explanations: the lines of kind policy.explanation that follow the decision's.
  init?(_ entry: RecordEntry, _ explanations: [RecordEntry], clock: DayClock) {
    var device: ReviewSummary?
    var standings: [(app: String, standing: StandingSummary)] = []
    var grant: GrantSummary?
    for explanation in explanations {
      switch explanation.record {
      case .reviewExplained(let review): device = device ?? review
      case .standingExplained(let standing): standings.append((explanation.app ?? "", standing))
      case .grantExplained(let told) where explanation.app == entry.app: grant = grant ?? told
      default: break
      }
    }
    switch entry.record {
    case .timeDecided(_, let allowance, let granted, _):
      self.init(of: entry.app ?? "", granted, allowance, grant, at: entry.at)
    case .decided(let call, let choice):
      self.init(choice, isReclaim: call == .reclaim, device, standings, at: entry.at, clock)
    default: return nil
    }
  }

  private init(
    of app: String, _ granted: TimeSpan, _ allowance: TimeSpan, _ told: GrantSummary?,
    at instant: Instant
  ) {
    self.init(
      at: instant,
      title: granted > .zero
        ? "\(app) was given \(seconds(granted)) of background time, of \(seconds(allowance))"
        : "\(app) was given no background time",
      columns: ["given"])
    if let told { addFact("pool", words: seconds(told.pool)) }
    addFact("asked for", words: seconds(allowance))
    if let reason = told?.reason { addFact("rule", words: reason) }
    for term in told?.terms.pairs ?? [] {
      addFact(term.name, words: JSONValue.number(term.value).text)
    }
    add(app, figures: [.text(seconds(granted))], isChosen: granted > .zero, outcome: nil)
  }

  private init(
    _ choice: Choice, isReclaim: Bool, _ device: ReviewSummary?,
    _ told: [(app: String, standing: StandingSummary)], at instant: Instant, _ clock: DayClock
  ) {
    let chosen = choice.chosen
    let names = told.filter(\.standing.isCandidate).map(\.app)
    let all = names.isEmpty ? choice.candidates.texts : names
    let shown = all.enumerated().filter {
      $0.offset < Self.most || chosen.contains($0.element)
    }.map(\.element)
    let list = Self.listed(chosen)
    let measure = device?.measure
    let terms = told.first { !$0.standing.terms.pairs.isEmpty }?.standing.terms.pairs ?? []
    self.init(
      at: instant,
      title: isReclaim
        ? "The pool was short: \(chosen.isEmpty ? "nobody" : list) told to end early"
        : chosen.isEmpty ? "Nobody was chosen" : "\(list) chosen",
      order: measure.map { Order(measure: $0, first: device?.first ?? "first") },
      columns: (told.isEmpty ? [] : ["place"]) + (measure.map { [$0] } ?? []) + terms.map(\.name)
        + ["outcome"],
      others: all.count - shown.count)
    if let device { addFacts(of: device) }
    for name in shown {
      let standing = told.first { $0.app == name }?.standing
      let isRefused = choice.refused.contains(name)
      let isChosen = chosen.contains(name) && !isRefused
      let score = standing?.score.map { device?.unit?.text($0, clock) ?? "\($0)" }
      let values = terms.map { term in
        standing?.terms[term.name].map { JSONValue.number($0).text } ?? "-"
      }
      let outcome = isChosen ? "chosen" : isRefused ? "refused" : "passed over"
      let rank: [Quantity] = told.isEmpty ? [] : [standing?.rank.map { .count($0) } ?? .none]
      let scores: [Quantity] = measure == nil ? [] : [.text(score ?? "-")]
      add(
        name, figures: rank + scores + values.map { .text($0) }, isChosen: isChosen,
        outcome: Phrase(words: outcome + (choice.reasons[name].map { ": \($0)" } ?? "")),
        remedies: standing.map { Self.needs($0, device?.unit, clock) } ?? [])
    }
  }

  private mutating func addFacts(of device: ReviewSummary) {
    addFact("slots", words: "\(device.slots) free, \(device.running) taken")
    addFact("pool", words: seconds(device.pool))
    addFact("battery", device.power.phrase)
    addFact("network", Phrase(device.network.rawValue))
  }

  private static func needs(
    _ standing: StandingSummary, _ unit: Measure.Unit?, _ clock: DayClock
  ) -> [Phrase] {
    guard let needs = standing.needs else { return [] }
    let least = standing.leastScore.map { ": at least \(unit?.text($0, clock) ?? "\($0)")" }
    let until = standing.until.map { "; that is so from \(clock.text($0)) on" }
    return [Phrase(words: needs + (least ?? "") + (until ?? ""))]
  }
}
