extension Experiment.Precision {
  /// Replications below which an interval is not believed: two or three values may be near each other
  /// by chance.
  static let fewest = 5

  /// How many replications the next round should come to; nil when the metric is known well enough
  /// everywhere, or the maximum is reached.
  ///
  /// An interval narrows with the square root of the number of replications, so its width tells how
  /// many are needed; no round more than doubles them, for the deviation is only estimated.
  ///
  /// - Parameters:
  ///   - analysis: of this metric, among others, over the replications so far.
  public func nextReplications(after analysis: ExperimentAnalysis) -> Int? {
    let count = analysis.replications
    guard count < maximum else { return nil }
    if count < Self.fewest { return min(maximum, Self.fewest) }
    guard let widest = widest(in: analysis), !(widest <= halfWidth) else { return nil }
    let ratio = widest / halfWidth
    let needed = (Double(count) * min(2, ratio * ratio)).rounded(.up)
    return min(maximum, max(count + 1, Int(needed)))
  }

  /// The greatest half width of any policy's interval under any setting; infinite where a policy has
  /// one value only, nil where nothing has any: more runs would not tell more.
  public func widest(in analysis: ExperimentAnalysis) -> Double? {
    guard let place = analysis.metrics.firstIndex(where: { $0.name == metric || $0.key == metric })
    else { return nil }
    return analysis.sections
      .flatMap { $0.comparisons[place].standings }
      .compactMap { standing in standing.estimate.map { $0.halfWidth ?? .infinity } }
      .max()
  }
}
