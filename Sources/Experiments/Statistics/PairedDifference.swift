import Device
import Simulation

/// How a policy differs from the baseline in one metric, told by pairs: runs of both in one world.
public struct PairedDifference: Equatable, Sendable {
  /// Of policy − baseline over the pairs; its interval holds for this difference alone.
  public let estimate: Estimate
  /// The probability of a mean difference at least so great if there is none; nil of a single pair.
  public let p: Double?
  /// The same by Holm's procedure over a family of differences, those that are identical left out;
  /// 1 of an identical one.
  public internal(set) var adjustedP: Double?
  /// How many times the variance of the difference would be as great without pairing; nil of a
  /// single pair and where nothing varies, infinite where only the difference does not.
  ///
  /// (s₁² + s₂²) / s_d²: 20 means that 20 times as many unpaired runs would be needed to know as
  /// much (common random numbers: Law, Simulation Modeling and Analysis, 2015, 11.2).
  public let varianceReduction: Double?
  public internal(set) var verdict: Verdict

  /// Whether there is no difference in any of at least two pairs.
  public var isIdentical: Bool { estimate.mean == 0 && estimate.deviation == 0 }

  public enum Verdict: String, Sendable, CaseIterable {
    case better
    case worse
    /// Of a metric of which neither side is better.
    case higher
    case lower
    /// Exactly, in every pair.
    case equal
    /// The difference may well be chance: the adjusted p is not below 1 − level.
    case noDifferenceShown
    /// Less than two pairs.
    case tooFewPairs
  }
}

/// One value minus another of the same metric; exactly 0 when only rounding tells them apart.
///
/// A figure is a sum of up to millions of terms, in an order that depends on the policy: less than
/// a billionth of the values is not the policy's doing, and would count as a difference in every
/// seed.
func difference(_ value: Double, _ other: Double) -> Double {
  let difference = value - other
  let rounding = 1e-9 * max(value.magnitude, other.magnitude)
  return difference.magnitude <= rounding ? 0 : difference
}

/// Running statistics of pairs of values, without keeping them.
struct PairTally {
  private var values = RunningMoments()
  private var baselines = RunningMoments()
  private var differences = RunningMoments()

  mutating func add(_ value: Double, baseline: Double) {
    values.add(value)
    baselines.add(baseline)
    differences.add(difference(value, baseline))
  }

  /// Nil without pairs.
  func estimate(level: Double) -> Estimate? { Estimate(differences, level: level) }

  var varianceReduction: Double? {
    guard let first = values.variance, let second = baselines.variance,
      let paired = differences.variance, first + second > 0
    else { return nil }
    return (first + second) / paired
  }
}

extension PairedDifference {
  /// Not judged yet. Nil without pairs.
  init?(_ pairs: PairTally, level: Double) {
    guard let estimate = pairs.estimate(level: level) else { return nil }
    self.estimate = estimate
    p = estimate.pOfZeroMean
    varianceReduction = pairs.varianceReduction
    verdict = .tooFewPairs
  }

  /// What Holm's procedure is told of: an identical difference is no hypothesis, for nothing can
  /// come to reject it.
  var hypothesis: Double? { isIdentical ? nil : p }

  /// Judges by what Holm's procedure has made of `hypothesis`.
  mutating func judge(_ adjusted: Double?, better: Better, level: Double) {
    adjustedP = isIdentical ? 1 : adjusted
    verdict = Verdict(of: self, better: better, level: level)
  }
}

extension PairedDifference.Verdict {
  fileprivate init(of difference: PairedDifference, better: Better, level: Double) {
    guard let adjustedP = difference.adjustedP else {
      self = .tooFewPairs
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
