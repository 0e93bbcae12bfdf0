/// A kind of figure of a store, by the name that `dormouse plot --kind` takes.
public enum PlotKind: String, CaseIterable, Sendable {
  /// The mean of each policy, with its interval.
  case intervals
  /// The difference of each policy from the baseline, with its interval.
  case differences
  /// The same with a dot for each seed.
  case pairs
  /// Two metrics against each other, and the policies that none beats in both.
  case pareto
  /// A metric over the values of a parameter.
  case response

  /// Returns the metrics that are shown where none are named: the first that the experiment
  /// declares, and for two against each other what freshness costs in energy.
  public func metrics(declared: [String]) -> [String] {
    switch self {
    case .pareto: ["energy background", "fresh at open"]
    case .intervals, .differences, .pairs, .response: [declared.first ?? "fresh at open"]
    }
  }
}
