import Device
import Experiments
import Simulation

/// One policy's standing in words and numbers for people.
struct StandingText {
  static let none = "-"

  let mean: String
  /// The half width of the mean's interval.
  let halfWidth: String
  /// The mean's interval.
  let interval: String
  let deviation: String
  let difference: String
  let differenceHalfWidth: String
  let differenceInterval: String
  let adjustedP: String
  let rank: String
  let meanRank: String
  let wins: String
  let verdict: String
  let ink: Ink
  /// The verdict in one character.
  let mark: String

  init(_ comparison: Comparison, _ policy: Int, _ scale: MetricScale) {
    let standing = comparison.standings[policy]
    let estimate = standing.estimate
    let difference = standing.difference
    let show = { (value: Double?) in value.map(scale.text) ?? StandingText.none }
    let range = { (estimate: Estimate?, show: (Double) -> String) -> String in
      guard let low = estimate?.low, let high = estimate?.high else { return StandingText.none }
      return "\(show(low)) to \(show(high))"
    }
    mean = show(estimate?.mean)
    halfWidth =
      estimate?.halfWidth.map { $0 == 0 ? "±0" : "±" + scale.text($0) } ?? StandingText.none
    interval = range(estimate, scale.text)
    deviation = show(estimate?.deviation)
    self.difference = difference.map { scale.signed($0.estimate.mean) } ?? StandingText.none
    differenceHalfWidth =
      difference?.estimate.halfWidth.map { $0 == 0 ? "±0" : "±" + scale.difference($0) }
      ?? StandingText.none
    differenceInterval = range(difference?.estimate, scale.signed)
    adjustedP = difference?.adjustedP.map(StandingText.p) ?? StandingText.none
    rank = comparison.place(of: policy) ?? StandingText.none
    meanRank = standing.rank.map { grouped($0, decimals: 1) } ?? StandingText.none
    wins = standing.wins.map { grouped($0 * 100, decimals: 0) + "%" } ?? StandingText.none
    if policy == comparison.baseline {
      (verdict, ink, mark) = ("baseline", .faint, "")
    } else if let difference {
      (verdict, ink, mark) = difference.verdict.words
    } else {
      (verdict, ink, mark) = (estimate == nil ? "no value" : "no pairs", .faint, "")
    }
  }

  /// Returns a p-value with as many digits as show on which side of .05 it is, where verdicts
  /// change; six at most.
  static func p(_ value: Double) -> String {
    guard value >= 0.0005 else { return "<.001" }
    guard value < 0.9995 else { return "1" }
    let texts = (3...6).map { grouped(value, decimals: $0) }
    let text = texts.first { Double($0) != 0.05 } ?? texts[texts.count - 1]
    return String((value == 0.05 ? texts[0] : text).dropFirst())
  }
}

extension PairedDifference.Verdict {
  /// The verdict as tables and sentences have it, its ink, and its mark in one character.
  var words: (text: String, ink: Ink, mark: String) {
    switch self {
    case .better: ("better", .good, "+")
    case .worse: ("worse", .bad, "-")
    case .higher: ("higher", .strong, ">")
    case .lower: ("lower", .strong, "<")
    case .equal: ("identical", .faint, "=")
    case .noDifferenceShown: ("no difference shown", .faint, "~")
    case .differsWithoutChance: ("differs without chance", .strong, "≠")
    case .tooFewPairs: ("one pair only", .faint, "")
    }
  }
}

extension Comparison {
  /// Returns a policy's place by mean rank, `1` the first; several at one place have `=` after it.
  /// Nil for a policy without a rank.
  func place(of policy: Int) -> String? {
    guard let own = standings[policy].rank else { return nil }
    let isTied = { (rank: Double) in (rank - own).magnitude < 1e-9 }
    let ranks = standings.compactMap(\.rank)
    let better = ranks.count { $0 < own && !isTied($0) }
    return "\(better + 1)" + (ranks.count(where: isTied) > 1 ? "=" : "")
  }

  /// The factors by which pairing reduces the variance of the differences, with the policies'
  /// places; only where policies differ at all, and not by a constant.
  var reductions: [(policy: Int, factor: Double)] {
    standings.enumerated().compactMap { policy, standing in
      guard let difference = standing.difference, difference.verdict != .equal,
        let factor = difference.varianceReduction, factor.isFinite
      else { return nil }
      return (policy, factor)
    }
  }
}
