/// What a figure of a store shows, by the name that `dormouse plot --kind` takes.
public enum PlotKind: String, CaseIterable, Sendable {
  /// The mean of each policy, with its interval.
  case intervals
  /// What each policy differs from the baseline, with its interval.
  case differences
  /// Two metrics against each other, and the policies that none beats in both.
  case pareto
  /// A metric over the values of a parameter.
  case response

  /// The metrics that are shown where none are named: of those that the experiment declares the
  /// first, and for two against each other what freshness costs in energy.
  public func metrics(declared: [String]) -> [String] {
    switch self {
    case .pareto: ["energy background", "fresh at open"]
    case .intervals, .differences, .response: [declared.first ?? "fresh at open"]
    }
  }
}
