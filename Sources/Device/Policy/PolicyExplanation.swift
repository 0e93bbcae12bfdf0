import Simulation

/// A policy's explanation of one answer to `fetches`, given when it is asked to explain itself
/// (`explains`).
public struct WorkExplanation: Sendable {
  /// The measure by which candidates are ordered; nil where there are no scores.
  public var measure: Measure?
  /// In the policy's order, best first; then those that it holds back whatever their order.
  public var candidates: [CandidateExplanation]

  public init(measure: Measure? = nil, candidates: [CandidateExplanation] = []) {
    self.measure = measure
    self.candidates = candidates
  }
}

/// A quantity by which a policy orders candidates.
public struct Measure: Sendable, Equatable {
  public enum Unit: String, Sendable {
    /// Seconds since the start, shown as a clock.
    case moment
    case seconds
    /// Without a unit.
    case number
  }
  public let name: String
  public let unit: Unit
  /// Else the lowest goes first.
  public let isHighestFirst: Bool
  /// Whether of equals the one goes first that has waited longer; else nothing is known of equals.
  public let waitBreaksTies: Bool

  public init(
    _ name: String, _ unit: Unit, isHighestFirst: Bool = false, waitBreaksTies: Bool = true
  ) {
    self.waitBreaksTies = waitBreaksTies
    self.name = name
    self.unit = unit
    self.isHighestFirst = isHighestFirst
  }
}

/// One figure that a score or a grant rests on.
public struct Term: Sendable, Equatable {
  public let name: String
  public let value: Double
  public let unit: Measure.Unit

  public init(_ name: String, _ value: Double, _ unit: Measure.Unit = .number) {
    self.name = name
    self.value = value
    self.unit = unit
  }

  public init(_ name: String, _ span: TimeSpan) {
    self.init(name, span.seconds, .seconds)
  }

  public init(_ name: String, _ instant: Instant) {
    self.init(name, instant.seconds, .moment)
  }
}

/// The figures of one candidate.
///
/// Most policies tell one, which lies in place: of the many candidates that a run explains, each
/// would else have an array of its own.
@frozen
public struct Terms: Sendable, Equatable, RandomAccessCollection, ExpressibleByArrayLiteral {
  public let endIndex: Int
  /// Of no meaning where there is none; an optional would be copied to be asked.
  @usableFromInline let first: Term
  @usableFromInline let others: [Term]

  /// One figure.
  @inlinable
  public init(_ term: Term) {
    endIndex = 1
    first = term
    others = []
  }

  /// O(terms).
  public init(_ terms: [Term]) {
    endIndex = terms.count
    first = terms.first ?? Term("", 0)
    others = Array(terms.dropFirst())
  }

  public init(arrayLiteral terms: Term...) { self.init(terms) }

  @inlinable public var startIndex: Int { 0 }

  @inlinable
  public subscript(position: Int) -> Term {
    precondition(position < endIndex)
    return position == 0 ? first : others[position - 1]
  }
}

/// Why a policy put one candidate where it did.
///
/// A class, since explanations have many and hand them about.
public final class CandidateExplanation: Sendable {
  public let app: AppID
  /// In the unit of the decision's measure; nil where the policy has none for it.
  public let score: Double?
  /// The figures that the score is made of, or goes with.
  public let terms: Terms
  private let tables: (@Sendable (AppID) -> ScoreTable?)?
  /// The obstacle in its way; nil: it lacked nothing but a better place in the order, if anything.
  public let obstacle: Obstacle?
  /// Whether it had a place in the policy's order at all.
  public let isRanked: Bool

  /// - Parameters:
  ///   - tables: returns how the score of an app came about; one for all candidates of a decision,
  ///     asked only where somebody wants to know.
  ///   - isRanked: nil: unless something held it back.
  public init(
    app: AppID, score: Double?, terms: Terms, tables: (@Sendable (AppID) -> ScoreTable?)?,
    obstacle: Obstacle?, isRanked: Bool? = nil
  ) {
    self.app = app
    self.score = score
    self.terms = terms
    self.tables = tables
    self.obstacle = obstacle
    self.isRanked = isRanked ?? (obstacle == nil)
  }

  /// - Parameters:
  ///   - table: how the score came about.
  ///   - isRanked: nil: unless something held it back.
  public convenience init(
    app: AppID, score: Double? = nil, terms: [Term] = [], table: ScoreTable? = nil,
    obstacle: Obstacle? = nil, isRanked: Bool? = nil
  ) {
    var tables: (@Sendable (AppID) -> ScoreTable?)?
    if let table { tables = { _ in table } }
    self.init(
      app: app, score: score, terms: Terms(terms), tables: tables, obstacle: obstacle,
      isRanked: isRanked)
  }

  /// How the score came about, where it is the weighted mean of others; made anew each time.
  /// O(candidates + terms).
  public var table: ScoreTable? { tables?(app) }
}

/// The condition that kept a policy from considering a candidate, told by what would have been
/// needed instead.
public struct Obstacle: Sendable, Equatable {
  /// The words that follow "needed": `a network`, `its quota back`.
  public let needs: String
  /// The least score with which it would have been considered.
  public let score: Double?
  /// When time alone would have removed it.
  public let until: Instant?

  public init(needs: String, score: Double? = nil, until: Instant? = nil) {
    self.needs = needs
    self.score = score
    self.until = until
  }
}

/// A policy's explanation of one grant of background time, given when it is asked to.
public struct GrantExplanation: Sendable {
  /// The rule that gave the amount, in words.
  public let reason: String
  public let terms: [Term]

  public init(reason: String, terms: [Term] = []) {
    self.reason = reason
    self.terms = terms
  }
}
