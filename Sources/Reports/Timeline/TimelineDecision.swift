import Device
import Simulation

/// One decision of the policy, in the words and figures of `dormouse why`.
public struct TimelineDecision: Sendable, Equatable {
  /// An app that took part, in the policy's order.
  public struct Candidate: Sendable, Equatable {
    public let app: String
    public let isChosen: Bool
    /// The verdict in a sentence without the app's name; nil where a trace does not have it.
    public let verdict: String?
    /// The outcome in the last column; nil for a grant, whose verdict says all.
    let outcome: String?
    /// The figures in the columns before that.
    let figures: [Quantity]
    /// The changes that would have been needed, or the app that would have been next.
    let remedies: [Phrase]

    /// Returns the cells, one string a column. O(columns).
    func cells(_ clock: DayClock) -> [String] {
      figures.map { $0.text(clock) } + (outcome.map { [$0] } ?? [])
    }
  }

  public let at: Instant
  /// The decision in one line.
  public let title: String
  /// The state of the device then, by name.
  public let facts: [(name: String, value: String)]
  /// The order of the candidates; nil where the policy gives none.
  public let order: String?
  public let columns: [String]
  public let candidates: [Candidate]
  /// The number of candidates beyond those that are shown.
  public let others: Int

  /// The most candidates that a decision shows.
  public static let most = 12

  public static func == (left: Self, right: Self) -> Bool {
    left.at == right.at && left.title == right.title && left.candidates == right.candidates
      && left.columns == right.columns && left.order == right.order && left.others == right.others
  }
}

// Decisions that a device has explained.
extension TimelineDecision {
  init(_ review: WorkReview) {
    // Candidates come first, and those that were chosen are shown in any case.
    let all = review.apps.prefix { $0.isCandidate }
    let shown =
      Array(all.prefix(Self.most)) + all.dropFirst(Self.most).filter { $0.outcome == .started }
    let figures = CandidateFigures(of: shown, in: review)
    at = review.device.now
    let started = review.started
    let chosen = started.map(\.app.name)
    let free = "\(review.room.free) free slot\(review.room.free == 1 ? "" : "s")"
    title =
      chosen.isEmpty
      ? "Nobody was chosen for \(free)"
      : "\(Self.listed(chosen)) chosen for \(free)"
    facts = Self.facts(of: review.device, review.room)
    order = review.measure.map { "\($0.name), the \($0.first) first" }
    columns = figures.columns.map(\.heading) + ["outcome"]
    // Candidates that are alike stand together, and are told in the same words.
    var last: (standing: CandidateStanding, told: Candidate)?
    var candidates: [Candidate] = []
    candidates.reserveCapacity(shown.count)
    for standing in shown {
      let alike = last.flatMap { standing.isTold(like: $0.standing) ? $0 : nil }
      let told = Candidate(
        app: standing.app.name, isChosen: standing.outcome == .started,
        verdict: alike?.told.verdict ?? review.verdict(on: standing, started),
        outcome: alike?.told.outcome ?? standing.outcomeWords, figures: figures.of(standing),
        remedies: alike.flatMap { standing.lacks(what: $0.standing) ? $0.told.remedies : nil }
          ?? review.remedies(for: standing, started))
      candidates.append(told)
      last = (standing, told)
    }
    self.candidates = candidates
    others = review.candidates.count - shown.count
  }

  init(_ grant: GrantReview) {
    let clock = grant.device.clock
    at = grant.device.now
    title = "\(grant.request.app.name) \(grant.verdict)"
    facts =
      Self.facts(of: grant.device, nil) + [
        ("asked for", "\(seconds(grant.request.allowance)), \(grant.request.occasion.words)"),
        ("answer", seconds(grant.answer)),
      ] + (grant.policy.map { [("rule", $0.reason)] } ?? [])
      + (grant.policy?.terms.map { ($0.name, $0.unit.text($0.value, clock)) } ?? [])
    order = nil
    columns = ["given"]
    candidates = [
      Candidate(
        app: grant.request.app.name, isChosen: grant.granted > .zero, verdict: grant.verdict,
        outcome: nil, figures: [.text(seconds(grant.granted))],
        remedies: grant.remedies.map { Phrase(words: $0) })
    ]
    others = 0
  }

  /// Returns the names of chosen apps: the first six, and how many there are beside.
  static func listed(_ chosen: [String]) -> String {
    let more = chosen.count > 6 ? " and \(chosen.count - 6) others" : ""
    return chosen.prefix(6).joined(separator: ", ") + more
  }

  private static func facts(
    of device: DeviceSnapshot, _ room: SlotRoom?
  ) -> [(name: String, value: String)] {
    let power = device.power
    return (room.map { [("slots", $0.words)] } ?? []) + [
      ("pool", "\(seconds(device.pool.available)) of \(seconds(device.pool.capacity))"),
      ("battery", power.words),
      ("network", device.network.rawValue),
    ]
  }
}
