/// How a policy that scores work came to its answer for one candidate, as schedulers of scores log
/// it: named terms, each with a weight and a score, and the threshold that their weighted mean must
/// reach.
public struct ScoreTable: Sendable, Equatable {
  /// The source of a number.
  public enum Basis: String, Sendable {
    /// Read in public logs of a device.
    case logged
    /// The true number is not public; this is our own choice.
    case assumed
  }

  /// One line of the table.
  public struct Term: Sendable, Equatable {
    public let name: String
    /// How much the term counts beside the others; not below zero.
    public let weight: Double
    public let weightBasis: Basis
    /// From 0, against the work, to 1, for it.
    public let score: Double
    public let scoreBasis: Basis

    public init(
      _ name: String, weight: Double, _ weightBasis: Basis, score: Double, _ scoreBasis: Basis
    ) {
      self.name = name
      self.weight = weight
      self.weightBasis = weightBasis
      self.score = score
      self.scoreBasis = scoreBasis
    }

    public var product: Double { weight * score }
  }

  public let terms: [Term]
  /// The least score with which the work may begin now.
  public let threshold: Double
  public let thresholdBasis: Basis

  public init(terms: [Term], threshold: Double, _ thresholdBasis: Basis) {
    self.terms = terms
    self.threshold = threshold
    self.thresholdBasis = thresholdBasis
  }

  /// Sum of the products. O(terms).
  public var sum: Double { terms.reduce(0) { $0 + $1.product } }

  /// Sum of the weights. O(terms).
  public var denominator: Double { terms.reduce(0) { $0 + $1.weight } }

  /// The weighted mean of the terms' scores, rounded; 1 where nothing weighs anything, for then
  /// nothing is against the work. O(terms).
  public var score: Double {
    denominator > 0 ? ScoreTable.rounded(sum / denominator) : 1
  }

  /// Returns a score to a billionth, so that the last bits of the C library's functions decide
  /// nothing.
  public static func rounded(_ score: Double) -> Double { (score * 1e9).rounded() / 1e9 }

  /// Whether the score is enough.
  public var isEnough: Bool { score >= threshold }

  /// The numbers that are assumed, by name, in order: `CPU score`.
  var assumed: [String] {
    terms.flatMap { term in
      (term.weightBasis == .assumed ? ["\(term.name) weight"] : [])
        + (term.scoreBasis == .assumed ? ["\(term.name) score"] : [])
    } + (thresholdBasis == .assumed ? ["threshold"] : [])
  }
}
