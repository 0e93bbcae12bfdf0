import Device
import Foundation

extension Experiment.Precision {
  /// The least number of replications for a verdict: fewer values may be near each other by chance,
  /// and hardly show that they are skewed.
  static let fewest = 30
  /// The reason why a metric is not known well enough.
  public enum Shortfall: Equatable, Sendable {
    /// There are fewer replications than this number.
    case tooFew(Int)
    /// A policy has one value only.
    case noInterval
    /// The widest interval is too wide; half of its width.
    case tooWide(Double)
    /// The values are so skewed that intervals of as many as there are cover too seldom; this many
    /// would do, as far as can be estimated.
    case tooSkewed(Int)
    /// All values of a policy are equal, and yet so many others may differ that the mean may be off
    /// by this.
    case rareEvents(Double)
  }

  /// Returns how many replications the next round should reach; nil when the metric is known well
  /// enough everywhere, or the maximum is reached.
  ///
  /// An interval narrows with the square root of the number of replications, so its width tells how
  /// many are needed; no round more than doubles them, for the deviation is only estimated.
  ///
  /// - Parameters:
  ///   - analysis: the analysis of this metric, among others, over the replications so far.
  public func nextReplications(after analysis: ExperimentAnalysis) -> Int? {
    let count = analysis.replications
    guard count < maximum else { return nil }
    if count < Self.fewest { return min(maximum, Self.fewest) }
    let ratio = samples(in: analysis).map { $0.needed(for: self) / Double($0.estimate.count) }.max()
    guard let ratio, !(ratio <= 1) else { return nil }
    return min(maximum, max(count + 1, Int((Double(count) * min(2, ratio)).rounded(.up))))
  }

  /// Returns why the metric is not known well enough; nil when it is. Where nothing has a value,
  /// more runs would not help.
  public func shortfall(in analysis: ExperimentAnalysis) -> Shortfall? {
    let samples = samples(in: analysis)
    guard !samples.isEmpty else { return nil }
    guard samples.allSatisfy({ $0.estimate.halfWidth != nil }) else { return .noInterval }
    let widest = samples.compactMap(\.estimate.halfWidth).max() ?? 0
    if widest > halfWidth { return .tooWide(widest) }
    if analysis.replications < Self.fewest { return .tooFew(Self.fewest) }
    let doubt = samples.map(\.doubt).max() ?? 0
    if doubt > halfWidth { return .rareEvents(doubt) }
    let lack = samples.filter { $0.neededForSkewness > Double($0.estimate.count) }
      .map(\.neededForSkewness).max()
    return lack.map { .tooSkewed(Int($0.rounded(.up))) }
  }

  /// Returns the samples whose mean has to be known: one for each policy under each setting that
  /// has values.
  private func samples(in analysis: ExperimentAnalysis) -> [Sample] {
    guard let place = analysis.metrics.firstIndex(where: { $0.name == metric || $0.key == metric })
    else { return [] }
    let standings = analysis.sections.flatMap { $0.comparisons[place].standings }
    let greatest = standings.compactMap { $0.estimate?.mean.magnitude }.max() ?? 0
    let size = analysis.metrics[place].unit.sizeOfRareEvents(greatest)
    return standings.compactMap { standing in
      let estimate = subject == .mean ? standing.estimate : standing.difference?.estimate
      return estimate.map {
        Sample(
          estimate: $0, size: size, level: analysis.level,
          // More replications do not add blocks.
          isOfBlocks: !analysis.experiment.blocks.isEmpty)
      }
    }
  }

  /// Values whose mean has to be known.
  private struct Sample {
    let estimate: Estimate
    /// The amount by which a rare event may change a value.
    let size: Double
    let level: Double
    let isOfBlocks: Bool

    /// The amount by which the mean may be off although all values are equal: as many as 1 − (1 −
    /// level)^(1/n) of all may differ, for a larger share would have shown (Hanley and
    /// Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983).
    var doubt: Double {
      guard estimate.deviation == 0, !isOfBlocks else { return 0 }
      return -size * expm1(log1p(-level) / Double(estimate.count))
    }

    var neededForSkewness: Double {
      isOfBlocks ? 0 : estimate.countForSkewness ?? 0
    }

    /// Returns the number of values needed, at least 1.
    func needed(for precision: Experiment.Precision) -> Double {
      guard let halfWidth = estimate.halfWidth else { return .infinity }
      let ratio = halfWidth / precision.halfWidth
      return max(
        Double(estimate.count) * ratio * ratio, neededForSkewness,
        neededForDoubt(below: precision.halfWidth))
    }

    /// Returns the number of values with which `doubt` is at most this.
    private func neededForDoubt(below limit: Double) -> Double {
      guard doubt > 0, limit < size else { return 1 }
      return (log1p(-level) / log1p(-limit / size)).rounded(.up)
    }
  }
}

extension FigureUnit {
  /// Returns by how much one rare event may change a run's value: from one end of the metric's
  /// range to the other where there are two, and else by as much as the metric is anywhere.
  fileprivate func sizeOfRareEvents(_ greatest: Double) -> Double {
    if case .count = self { return max(1, greatest) }
    return extent ?? greatest
  }
}
