import Device
import Simulation

/// A policy's difference from the baseline in one metric, by pairs: runs of both in one world.
public struct PairedDifference: Equatable, Sendable {
  /// The estimate of policy − baseline over the pairs; its interval holds for this difference
  /// alone.
  public let estimate: Estimate
  /// The probability of a mean difference at least so great if there is none; nil for a single
  /// pair, and where all pairs are one.
  public let p: Double?
  /// The p adjusted by Holm's procedure over a family of differences, leaving out those that are
  /// identical; 1 for an identical one.
  public internal(set) var adjustedP: Double?
  /// The factor by which the variance of the difference would be greater without pairing; nil for a
  /// single pair and where nothing varies, infinite where only the difference does not vary.
  ///
  /// (s₁² + s₂²) / s_d²: 20 means that 20 times as many unpaired runs would be needed to know as
  /// much (common random numbers: Law, Simulation Modeling and Analysis, 2015, 11.2).
  public let varianceReduction: Double?
  public internal(set) var verdict: Verdict
  /// Whether all pairs are one and the same, event by event: both policies' runs do not depend on
  /// the seed, and more of them say no more.
  public let isOnePair: Bool

  /// Whether there is no difference in any of at least two pairs.
  public var isIdentical: Bool { estimate.mean == 0 && estimate.deviation == 0 }

  public enum Verdict: String, Sendable, CaseIterable {
    case better
    case worse
    /// The policy's value is higher, in a metric of which neither side is better.
    case higher
    case lower
    /// The values are exactly equal in every pair.
    case equal
    /// The difference may well be chance: the adjusted p is not below 1 − level.
    case noDifferenceShown
    /// The values differ, and chance has no part in it: all pairs are one and the same.
    case differsWithoutChance
    /// There are fewer than two pairs.
    case tooFewPairs
  }
}

/// Returns one value minus another of the same metric; exactly 0 when only rounding tells them
/// apart.
///
/// A figure is a sum of up to millions of terms, in an order that depends on the policy: less than
/// a billionth of the values is not the policy's doing, and would count as a difference in every
/// seed.
func difference(_ value: Double, _ other: Double) -> Double {
  let difference = value - other
  return difference.magnitude <= leastDifference(value, other) ? 0 : difference
}

/// What two values of a metric may differ by for rounding alone.
private func leastDifference(_ value: Double, _ other: Double) -> Double {
  1e-9 * max(value.magnitude, other.magnitude)
}

/// The running statistics of pairs of values, which are not kept.
struct PairTally {
  /// Whether all pairs are one and the same, event by event.
  let isOnePair: Bool
  private var values = RunningMoments()
  private var baselines = RunningMoments()
  private var differences = RunningMoments()
  private var first: Double?

  init(isOnePair: Bool = false) { self.isOnePair = isOnePair }

  mutating func add(_ value: Double, baseline: Double) {
    values.add(value)
    baselines.add(baseline)
    let own = difference(value, baseline)
    let first = first ?? own
    self.first = first
    // Differences that only rounding tells apart are equal, or their scatter would be taken for
    // chance's.
    let rounding = leastDifference(value, baseline)
    differences.add((own - first).magnitude <= rounding ? first : own)
  }

  /// Returns the estimate of the differences; nil without pairs.
  func estimate(level: Double, extent: Double? = nil) -> Estimate? {
    Estimate(differences, level: level, within: extent.map { -$0...$0 })
  }

  var varianceReduction: Double? {
    guard let first = values.variance, let second = baselines.variance,
      let paired = differences.variance, first + second > 0
    else { return nil }
    return (first + second) / paired
  }
}

extension PairedDifference {
  /// Creates the difference, not judged yet; nil without pairs.
  ///
  /// - Parameters:
  ///   - extent: the greatest difference that there can be; nil: any.
  init?(_ pairs: PairTally, level: Double, extent: Double?) {
    guard let estimate = pairs.estimate(level: level, extent: extent) else { return nil }
    self.estimate = estimate
    isOnePair = pairs.isOnePair && estimate.deviation == 0
    p = isOnePair ? nil : estimate.pOfZeroMean
    varianceReduction = pairs.varianceReduction
    verdict = .tooFewPairs
  }

  /// The p that Holm's procedure gets; nil for an identical difference, which nothing can reject.
  var hypothesis: Double? { isIdentical ? nil : p }

  /// Judges by the p that Holm's procedure made of `hypothesis`.
  mutating func judge(_ adjusted: Double?, better: Better, level: Double) {
    adjustedP = isIdentical ? 1 : adjusted
    verdict = Verdict(of: self, better: better, level: level)
  }
}

extension PairedDifference.Verdict {
  fileprivate init(of difference: PairedDifference, better: Better, level: Double) {
    guard let adjustedP = difference.adjustedP else {
      self = difference.isOnePair ? .differsWithoutChance : .tooFewPairs
      return
    }
    guard adjustedP < 1 - level else {
      self = difference.isIdentical ? .equal : .noDifferenceShown
      return
    }
    self =
      switch (better, difference.estimate.mean > 0) {
      case (.higher, true), (.lower, false): .better
      case (.higher, false), (.lower, true): .worse
      case (.neutral, true): .higher
      case (.neutral, false): .lower
      }
  }
}
