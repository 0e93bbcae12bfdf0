import Device
import Simulation

/// One decision of the policy, in the words and figures of `dormouse why`.
///
/// A page has many thousands, so candidates lie in few arrays: their figures together, their words
/// together, and those once where neighbours are told in the same.
public struct TimelineDecision: Sendable, Equatable {
  /// An app that took part, in the policy's order.
  public struct Candidate: Sendable, Equatable {
    public let app: String
    /// The figures in the columns before the outcome's.
    let figures: [Quantity]
    public let isChosen: Bool
    fileprivate let verdictPhrase: Phrase?
    fileprivate let outcome: Phrase?
    /// The changes that would have been needed, or the app that would have been next.
    let remedies: [Phrase]

    /// The verdict in a sentence without the app's name; nil where a trace does not have it.
    public var verdict: String? { verdictPhrase?.text(DayClock()) }

    /// Returns the cells, one string a column. O(columns).
    func cells(_ clock: DayClock) -> [String] {
      figures.map { $0.text(clock) } + (outcome.map { [$0.text(clock)] } ?? [])
    }
  }

  /// What the policy orders candidates by: `score, the highest first`.
  struct Order: Equatable {
    let measure: String
    /// The end of the measure that goes first: `highest`.
    let first: String

    var text: String { "\(measure), the \(first) first" }
  }

  /// What came of a candidate, by the places of sentences among the decision's.
  struct Fate {
    let isChosen: Bool
    let verdict: Int?
    /// The outcome in the last column; nil for a grant, whose verdict says all.
    let outcome: Int?
  }

  /// The place of what came of a candidate, and of its remedies.
  typealias Words = (fate: Int, remedies: Int)

  /// A fact about the device then.
  struct Fact: Equatable {
    let name: String
    let value: Phrase
  }

  public let at: Instant
  /// All sentences: the title, then those of the facts, then the candidates'.
  private(set) var phrases = Phrases()
  /// The names of facts about the device then.
  private(set) var factNames: [String] = []
  /// The order of the candidates; nil where the policy gives none.
  let order: Order?
  public let columns: [String]
  /// The apps of the candidates.
  private(set) var apps: [String] = []
  /// The candidates' figures, one candidate after the other.
  private(set) var figures: [Quantity] = []
  /// What came of candidates, each as long as it does not change.
  private(set) var fates: [Fate] = []
  /// The places of the remedies of candidates, each as long as they do not change.
  private(set) var remedies: [Range<Int>] = []
  /// The candidates' words, one a candidate.
  private(set) var words: [Words] = []
  /// The number of candidates beyond those that are shown.
  public let others: Int

  /// The most candidates that a decision shows.
  public static let most = 10

  /// Creates a decision without facts and candidates, whose title is still to be appended.
  private init(at: Instant, untitled order: Order?, columns: [String], others: Int) {
    self.at = at
    self.order = order
    self.columns = columns
    self.others = others
  }

  /// Creates a decision without facts and candidates.
  init(
    at: Instant, title: String, order: Order? = nil, columns: [String], others: Int = 0
  ) {
    self.init(at: at, untitled: order, columns: columns, others: others)
    phrases.append(words: title)
  }

  /// The decision in one line.
  public var title: String { phrases[0].text(DayClock()) }

  /// The figures of a candidate.
  var width: Int { apps.isEmpty ? 0 : figures.count / apps.count }

  /// The facts about the device then. O(facts).
  var facts: [Fact] { zip(factNames, phrases.dropFirst()).map { Fact(name: $0, value: $1) } }

  /// The candidates that are shown. O(their figures).
  public var candidates: [Candidate] {
    apps.indices.map { place in
      let fate = fates[words[place].fate]
      return Candidate(
        app: apps[place], figures: Array(figures[place * width..<(place + 1) * width]),
        isChosen: fate.isChosen, verdictPhrase: fate.verdict.map { phrases[$0] },
        outcome: fate.outcome.map { phrases[$0] },
        remedies: remedies[words[place].remedies].map { phrases[$0] })
    }
  }

  /// Adds a fact about the device; to be called before any candidate is added.
  mutating func addFact(_ name: String, _ value: Phrase) {
    factNames.append(name)
    phrases.append(value)
  }

  mutating func addFact(_ name: String, words: String) { addFact(name, Phrase(words: words)) }

  /// Adds a candidate, with words of its own if they are others than those of the one before it.
  mutating func add(
    _ app: String, figures: [Quantity], isChosen: Bool, verdict: Phrase? = nil, outcome: Phrase?,
    remedies: [Phrase] = []
  ) {
    self.figures += figures
    let isLikeTheLast =
      fates.last.map { last in
        last.isChosen == isChosen && last.verdict.map { phrases[$0] } == verdict
          && last.outcome.map { phrases[$0] } == outcome
      } ?? false
    if !isLikeTheLast { addFate(isChosen: isChosen, verdict: verdict, outcome: outcome) }
    let first = phrases.count
    for remedy in remedies { phrases.append(remedy) }
    keepRemedies(from: first)
    add(likeTheLast: app)
  }

  private mutating func addFate(isChosen: Bool, verdict: Phrase?, outcome: Phrase?) {
    func place(_ phrase: Phrase?) -> Int? {
      guard let phrase else { return nil }
      phrases.append(phrase)
      return phrases.count - 1
    }
    fates.append(Fate(isChosen: isChosen, verdict: place(verdict), outcome: place(outcome)))
  }

  /// Keeps the sentences from a place on as remedies, unless they are those of the candidate before.
  private mutating func keepRemedies(from first: Int) {
    let added = first..<phrases.count
    if let last = remedies.last, phrases.areSame(added, as: last) {
      phrases.removeLast(added.count)
    } else {
      remedies.append(added)
    }
  }

  private mutating func add(likeTheLast app: String) {
    apps.append(app)
    words.append((fates.count - 1, remedies.count - 1))
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.at == right.at && left.phrases[0] == right.phrases[0] && left.facts == right.facts
      && left.order == right.order && left.columns == right.columns && left.others == right.others
      && left.candidates == right.candidates
  }
}

// Decisions that a device has explained.
extension TimelineDecision {
  init(_ review: WorkReview) {
    // Candidates come first, and those that were chosen are shown in any case.
    let all = review.apps.prefix { $0.isCandidate }
    var shown = all.prefix(Self.most)
    if all.count > Self.most {
      shown += all.dropFirst(Self.most).filter { $0.outcome == .started }
    }
    let figures = CandidateFigures(of: shown, in: review)
    let started = review.started
    self.init(
      at: review.device.now,
      untitled: review.measure.map { Order(measure: $0.name, first: $0.first) },
      columns: figures.headings + ["outcome"], others: review.candidates.count - shown.count)
    phrases.reserveCapacity(shown.count + 8, quantities: 4 * shown.count + 16)
    addTitle(started, review.room.free)
    addFacts(of: review.device, review.room)
    apps.reserveCapacity(shown.count)
    words.reserveCapacity(shown.count)
    fates.reserveCapacity(shown.count)
    remedies.reserveCapacity(shown.count)
    self.figures.reserveCapacity(shown.count * figures.headings.count)
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
      addFate(
        isChosen: standing.outcome == .started, verdict: review.verdict(on: standing, started),
        outcome: standing.outcomePhrase)
    }
    if !isAlike || last.map({ !standing.lacks(what: $0) }) ?? true {
      let first = phrases.count
      review.addRemedies(for: standing, started, to: &phrases)
      keepRemedies(from: first)
    }
    add(likeTheLast: standing.app.name)
  }

  private mutating func addTitle(_ started: [CandidateStanding], _ free: Int) {
    guard !started.isEmpty else {
      if free == 1 {
        phrases.append("Nobody was chosen for 1 free slot")
      } else {
        phrases.append("Nobody was chosen for @ free slots", .count(free))
      }
      return
    }
    let chosen = started.count == 1 ? started[0].app.name : Self.listed(started.map(\.app.name))
    if free == 1 {
      phrases.append("@ chosen for 1 free slot", .text(chosen))
    } else {
      phrases.append("@ chosen for @ free slots", .text(chosen), .count(free))
    }
  }

  init(_ grant: GrantReview) {
    let clock = grant.device.clock
    let asked = "\(seconds(grant.request.allowance)), \(grant.request.occasion.words)"
    self.init(
      at: grant.device.now, title: "\(grant.request.app.name) \(grant.verdict)",
      columns: ["given"])
    addFacts(of: grant.device, nil)
    addFact("asked for", words: asked)
    addFact("answer", words: seconds(grant.answer))
    if let policy = grant.policy {
      addFact("rule", words: policy.reason)
      for term in policy.terms { addFact(term.name, words: term.unit.text(term.value, clock)) }
    }
    add(
      grant.request.app.name, figures: [.text(seconds(grant.granted))],
      isChosen: grant.granted > .zero, verdict: Phrase(words: grant.verdict), outcome: nil,
      remedies: grant.remedies.map { Phrase(words: $0) })
  }

  /// Returns the names of chosen apps: the first six, and how many there are beside.
  static func listed(_ chosen: [String]) -> String {
    let more = chosen.count > 6 ? " and \(chosen.count - 6) others" : ""
    return chosen.prefix(6).joined(separator: ", ") + more
  }

  private mutating func addFacts(of device: DeviceSnapshot, _ room: SlotRoom?) {
    factNames.reserveCapacity(8)
    if let room { addFact("slots", room.phrase) }
    if room?.lane != .jobs {
      factNames.append("pool")
      phrases.append("@ of @", .time(device.pool.available), .time(device.pool.capacity))
    }
    addFact("battery", device.power.phrase)
    addFact("network", Phrase(device.network.rawValue))
  }
}
