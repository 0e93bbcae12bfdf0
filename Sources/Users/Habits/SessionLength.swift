import Foundation
import Simulation

/// How long a user stays at the device: a log-normal distribution with a given median, cut off at a
/// longest value, and as wide as it must be for its mean with the cut to be the given one.
///
/// A draw beyond the longest counts as the longest.
struct SessionLength: Sendable {
  let median: TimeSpan
  let longest: TimeSpan
  /// The deviation of the length's logarithm.
  let sigma: Double

  /// Fits the width; nil where none gives that mean below the longest, as with a mean below the
  /// median.
  init?(mean: TimeSpan, median: TimeSpan, longest: TimeSpan) {
    let ratio = longest / median
    let target = mean / median
    guard median <= mean, mean <= longest else { return nil }
    // With the width the mean grows at first and falls when the cut takes more than the tail gives:
    // the least width that reaches it is the one.
    let step = 0.05
    let widths = stride(from: step, through: 5, by: step)
    let reached = widths.first { Self.mean(sigma: $0, cutAt: ratio) >= target }
    guard var wide = reached else { return nil }
    var narrow = wide - step
    for _ in 0..<50 {
      let middle = (narrow + wide) / 2
      if Self.mean(sigma: middle, cutAt: ratio) < target { narrow = middle } else { wide = middle }
    }
    self.median = median
    self.longest = longest
    sigma = narrow
  }

  /// Draws a length.
  func draw(_ stream: inout RandomStream) -> TimeSpan {
    min(longest, median * stream.logNormal(mu: 0, sigma: sigma))
  }

  /// The mean of the lesser of a log-normal number with median 1 and a limit.
  private static func mean(sigma: Double, cutAt limit: Double) -> Double {
    guard sigma > 0 else { return min(1, limit) }
    let score = log(limit) / sigma
    return exp(sigma * sigma / 2) * normalBelow(score - sigma) + limit * normalBelow(-score)
  }

  /// The standard normal distribution function.
  private static func normalBelow(_ score: Double) -> Double { erfc(-score / 2.0.squareRoot()) / 2 }
}
