import Device
import Simulation

/// One decision of the policy, in the words and figures of `dormouse why`.
///
/// A page has many thousands, so candidates lie in few arrays: their figures together, and their
/// words once where neighbours are told in the same.
public struct TimelineDecision: Sendable, Equatable {
  /// An app that took part, in the policy's order.
  public struct Candidate: Sendable, Equatable {
    public let app: String
    /// The figures in the columns before the outcome's.
    let figures: [Quantity]
    fileprivate let fate: Fate
    /// The changes that would have been needed, or the app that would have been next.
    let remedies: [Phrase]

    public var isChosen: Bool { fate.isChosen }
    /// The verdict in a sentence without the app's name; nil where a trace does not have it.
    public var verdict: String? { fate.verdict?.text(DayClock()) }

    /// Returns the cells, one string a column. O(columns).
    func cells(_ clock: DayClock) -> [String] {
      figures.map { $0.text(clock) } + (fate.outcome.map { [$0.text(clock)] } ?? [])
    }
  }

  /// What came of a candidate, in words.
  struct Fate: Sendable, Equatable {
    let isChosen: Bool
    let verdict: Phrase?
    /// The outcome in the last column; nil for a grant, whose verdict says all.
    let outcome: Phrase?
  }

  /// The place of what came of a candidate, and of its remedies.
  typealias Words = (fate: Int, remedies: Int)

  /// A fact about the device then.
  struct Fact: Sendable, Equatable {
    let name: String
    let value: Phrase

    init(_ name: String, _ value: Phrase) {
      self.name = name
      self.value = value
    }

    init(_ name: String, words: String) { self.init(name, Phrase(words: words)) }
  }

  public let at: Instant
  /// The decision in one line.
  public let title: String
  let facts: [Fact]
  /// The order of the candidates; nil where the policy gives none.
  public let order: String?
  public let columns: [String]
  /// The apps of the candidates.
  private(set) var apps: [String] = []
  /// The candidates' figures, one candidate after the other.
  private(set) var figures: [Quantity] = []
  /// What came of candidates, each as long as it does not change.
  private(set) var fates: [Fate] = []
  /// The remedies of candidates, each as long as they do not change.
  private(set) var remedies: [[Phrase]] = []
  /// The candidates' words, one a candidate.
  private(set) var words: [Words] = []
  /// The number of candidates beyond those that are shown.
  public let others: Int

  /// The most candidates that a decision shows.
  public static let most = 12

  /// Creates a decision without candidates.
  init(
    at: Instant, title: String, facts: [Fact], order: String? = nil, columns: [String],
    others: Int = 0
  ) {
    self.at = at
    self.title = title
    self.facts = facts
    self.order = order
    self.columns = columns
    self.others = others
  }

  /// The figures of a candidate.
  var width: Int { apps.isEmpty ? 0 : figures.count / apps.count }

  /// The candidates that are shown. O(their figures).
  public var candidates: [Candidate] {
    apps.indices.map { place in
      Candidate(
        app: apps[place], figures: Array(figures[place * width..<(place + 1) * width]),
        fate: fates[words[place].fate], remedies: remedies[words[place].remedies])
    }
  }

  /// Adds a candidate, with words of its own if they are others than those of the one before it.
  ///
  /// - Parameters:
  ///   - figures: its figures, where they are not there yet.
  mutating func add(
    _ app: String, figures: [Quantity] = [], _ fate: Fate, remedies: [Phrase] = []
  ) {
    self.figures += figures
    if fates.last != fate { fates.append(fate) }
    if self.remedies.last != remedies { self.remedies.append(remedies) }
    add(likeTheLast: app)
  }

  private mutating func add(likeTheLast app: String) {
    apps.append(app)
    words.append((fates.count - 1, remedies.count - 1))
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.at == right.at && left.title == right.title && left.facts == right.facts
      && left.order == right.order && left.columns == right.columns && left.others == right.others
      && left.candidates == right.candidates
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
    let started = review.started
    self.init(
      at: review.device.now, title: Self.title(started, review.room.free),
      facts: Self.facts(of: review.device, review.room),
      order: review.measure.map { "\($0.name), the \($0.first) first" },
      columns: figures.columns.map(\.heading) + ["outcome"],
      others: review.candidates.count - shown.count)
    apps.reserveCapacity(shown.count)
    words.reserveCapacity(shown.count)
    self.figures.reserveCapacity(shown.count * figures.columns.count)
    // Candidates that are alike stand together, and are told in the same words.
    var last: CandidateStanding?
    for standing in shown {
      figures.append(standing, to: &self.figures)
      tell(of: standing, after: last, started, review)
      last = standing
    }
  }

  private mutating func tell(
    of standing: CandidateStanding, after last: CandidateStanding?,
    _ started: [CandidateStanding], _ review: WorkReview
  ) {
    let isAlike = last.map { standing.isTold(like: $0) } ?? false
    if !isAlike {
      fates.append(
        Fate(
          isChosen: standing.outcome == .started, verdict: review.verdict(on: standing, started),
          outcome: standing.outcomePhrase))
    }
    if !isAlike || last.map({ !standing.lacks(what: $0) }) ?? true {
      let remedies = review.remedies(for: standing, started)
      if self.remedies.last != remedies { self.remedies.append(remedies) }
    }
    add(likeTheLast: standing.app.name)
  }

  private static func title(_ started: [CandidateStanding], _ free: Int) -> String {
    let slots = "\(free) free slot\(free == 1 ? "" : "s")"
    return started.isEmpty
      ? "Nobody was chosen for \(slots)"
      : "\(listed(started.map(\.app.name))) chosen for \(slots)"
  }

  init(_ grant: GrantReview) {
    let clock = grant.device.clock
    let asked = "\(seconds(grant.request.allowance)), \(grant.request.occasion.words)"
    self.init(
      at: grant.device.now, title: "\(grant.request.app.name) \(grant.verdict)",
      facts: Self.facts(of: grant.device, nil)
        + [Fact("asked for", words: asked), Fact("answer", words: seconds(grant.answer))]
        + (grant.policy.map { [Fact("rule", words: $0.reason)] } ?? [])
        + (grant.policy?.terms.map { Fact($0.name, words: $0.unit.text($0.value, clock)) } ?? []),
      columns: ["given"])
    add(
      grant.request.app.name, figures: [.text(seconds(grant.granted))],
      Fate(
        isChosen: grant.granted > .zero, verdict: Phrase(words: grant.verdict), outcome: nil),
      remedies: grant.remedies.map { Phrase(words: $0) })
  }

  /// Returns the names of chosen apps: the first six, and how many there are beside.
  static func listed(_ chosen: [String]) -> String {
    let more = chosen.count > 6 ? " and \(chosen.count - 6) others" : ""
    return chosen.prefix(6).joined(separator: ", ") + more
  }

  private static func facts(of device: DeviceSnapshot, _ room: SlotRoom?) -> [Fact] {
    let pool = Phrase("@ of @", .time(device.pool.available), .time(device.pool.capacity))
    let rest = [
      Fact("pool", pool), Fact("battery", device.power.phrase),
      Fact("network", Phrase(device.network.rawValue)),
    ]
    return room.map { [Fact("slots", $0.phrase)] + rest } ?? rest
  }
}
