/// The weights of four predictors in a mixture of their probabilities, learned while predictions
/// come true or fail.
///
/// Each predictor weighs as the part of the outcomes that it explained: an outcome is divided among
/// them by their parts in its probability, which makes the mixture's log loss least (expectation
/// and maximization, outcome by outcome). Each begins with one outcome.
public struct MixtureWeights: Sendable, Equatable {
  private var explained = SIMD4<Double>(repeating: 1)

  /// Weights that are equal.
  public init() {}

  /// Divides an outcome among the predictors; one that none held possible teaches nothing.
  ///
  /// - Parameters:
  ///   - probabilities: what each predictor gave the outcome.
  public mutating func learn(_ probabilities: SIMD4<Double>) {
    let parts = probabilities * explained
    let whole = Self.sum(parts)
    if whole > 0 { explained += parts / whole }
  }

  /// The mixture's probability of what the predictors give these probabilities.
  public func mix(_ probabilities: SIMD4<Double>) -> Double {
    Self.sum(probabilities * explained) / Self.sum(explained)
  }

  /// Adds in the order of the predictors, so that results do not hang on the processor.
  private static func sum(_ parts: SIMD4<Double>) -> Double {
    parts[0] + parts[1] + parts[2] + parts[3]
  }
}
