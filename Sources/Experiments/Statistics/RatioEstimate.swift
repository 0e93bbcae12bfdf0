/// An estimate of the ratio of two true means from pairs of values, with an interval (Fieller,
/// "Some problems in interval estimation", Journal of the Royal Statistical Society B 1954).
public struct RatioEstimate: Equatable, Sendable {
  public let count: Int
  /// The mean of the first values divided by that of the second.
  public let ratio: Double
  /// The ratios ρ for which the mean of a − ρ b is no further from 0 than chance takes it at the
  /// level; nil for a single pair, and where the second mean may be 0, so that any ratio is
  /// possible.
  public let interval: ClosedRange<Double>?

  /// Creates the estimate of some pairs; nil without any, and where the second mean is 0. O(n).
  public init?(_ pairs: [(Double, Double)], level: Double = Estimate.usualLevel) {
    guard !pairs.isEmpty else { return nil }
    let n = Double(pairs.count)
    let a = pairs.reduce(0) { $0 + $1.0 } / n
    let b = pairs.reduce(0) { $0 + $1.1 } / n
    guard b != 0 else { return nil }
    count = pairs.count
    ratio = a / b
    guard pairs.count > 1 else {
      interval = nil
      return
    }
    // Variances and covariance of the means: those of the values, divided by n.
    func moment(_ product: ((Double, Double)) -> Double) -> Double {
      pairs.reduce(0) { $0 + product($1) } / (n - 1) / n
    }
    let aa = moment { ($0.0 - a) * ($0.0 - a) }
    let bb = moment { ($0.1 - b) * ($0.1 - b) }
    let ab = moment { ($0.0 - a) * ($0.1 - b) }
    let t = studentQuantile((1 + level) / 2, degrees: n - 1)
    // (a − ρ b)² = t² (aa − 2 ρ ab + ρ² bb) is p ρ² − 2 q ρ + r = 0.
    let (p, q, r) = (b * b - t * t * bb, a * b - t * t * ab, a * a - t * t * aa)
    guard p > 0 else {
      interval = nil
      return
    }
    // Below 0 by rounding only, where first and second are in proportion.
    let root = max(0, q * q - p * r).squareRoot()
    interval = (q - root) / p...(q + root) / p
  }
}
