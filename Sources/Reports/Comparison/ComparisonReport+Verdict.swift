import Device
import Experiments
import Simulation

// One sentence a policy: what it gains, what that costs, and all that gets worse, beside the
// baseline.

extension ComparisonReport {
  /// The policies that no phone can have: they know what is to come, or do nothing. They are bounds
  /// to the others.
  static let bounds = [foresight, "nothing"]

  func isBound(_ policy: Int) -> Bool {
    Self.bounds.contains(String(experiment.policies[policy].source.prefix { $0 != "{" }))
  }

  /// Whether a policy may be called the best: it is no bound, and did not fail in a call.
  private func mayWin(_ policy: Int) -> Bool {
    !isBound(policy) && !policyFaults.contains { $0.policy == policy }
  }

  /// The metric that the experiment asks for first, and one of what that costs; without values none.
  var judged: [Int] {
    let shown = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    guard let gain = shown.first else { return [] }
    let costs = ["energy background", "energy total", "background seconds used"]
    let cost = costs.lazy.compactMap { name in
      shown.first { $0 != gain && analysis.metrics[$0].name == name }
    }.first
    return [gain] + (cost.map { [$0] } ?? Array(shown.dropFirst().prefix(1)))
  }

  /// Returns the sentence about a policy under a setting; nil for the baseline, and for a policy
  /// without values.
  ///
  /// - Parameters:
  ///   - analysis: the comparisons with a baseline, the experiment's or another.
  func sentence(_ policy: Int, under setting: Int, in analysis: ExperimentAnalysis) -> String? {
    let comparisons = analysis.sections[setting].comparisons
    let parts = judged.compactMap { words(comparisons[$0], policy, $0, setting) }
    guard !parts.isEmpty else { return nil }
    let others = analysis.metrics.indices.prefix(shownCount).filter { metric in
      !judged.contains(metric) && comparisons[metric].standings[policy].difference != nil
    }
    let verdicts = others.map { comparisons[$0].standings[policy].difference?.verdict }
    let worse = zip(others, verdicts).filter { $1 == .worse }.map { $0.0 }
    let isSilent = others.isEmpty || verdicts.contains(.differsWithoutChance)
    let rest =
      worse.isEmpty
      ? isSilent ? "" : "; no other figure is shown to be worse"
      : "; worse: "
        + worse.map { metric in
          "\(analysis.metrics[metric].name) (\(change(comparisons[metric], policy, metric, setting)))"
        }.joined(separator: ", ")
    return "\(name(policy)): \(parts.joined(separator: ", "))\(rest)."
  }

  /// Returns the difference from the baseline with half its interval: `-2.0 ± 2.1 points`.
  private func change(
    _ comparison: Comparison, _ policy: Int, _ metric: Int, _ setting: Int
  ) -> String {
    let scale = scale(metric, under: setting)
    let text = StandingText(comparison, policy, scale)
    let unit = scale.unit.isEmpty ? "" : " \(differenceUnit(scale.unit))"
    let width = text.differenceHalfWidth == StandingText.none ? "" : " \(text.differenceHalfWidth)"
    return "\(text.difference)\(width)\(unit)".replacing("±", with: "± ")
  }

  private func words(
    _ comparison: Comparison, _ policy: Int, _ metric: Int, _ setting: Int
  ) -> String? {
    guard let difference = comparison.standings[policy].difference,
      let own = comparison.standings[policy].estimate?.mean,
      let base = comparison.standings[comparison.baseline].estimate?.mean
    else { return nil }
    let what = analysis.metrics[metric].name
    let change =
      change(comparison, policy, metric, setting) + (difference.verdict == .worse ? ", worse" : "")
    switch difference.verdict {
    case .equal: return "\(what) identical"
    case .noDifferenceShown:
      // An interval without 0 would seem to show one.
      let p = difference.adjustedP.map(StandingText.p) ?? StandingText.none
      let why = difference.isShownAlone ? ", p \(p) by Holm" : ""
      return "\(what) not shown to differ (\(change)\(why))"
    case .differsWithoutChance: return "\(what) differs without chance (\(change))"
    case .tooFewPairs: return "\(what) not shown to differ (\(change))"
    case .better, .worse, .higher, .lower:
      guard scale(metric, under: setting).unit != "%", base > 0, own >= 0 else {
        let change = self.change(comparison, policy, metric, setting)
        return "\(what) \(difference.verdict.rawValue) (\(change))"
      }
      let spoken = Self.spoken[what] ?? what
      // Many pairs show a difference that nobody would notice.
      if (own / base * 100).rounded() == 100 {
        return "\(spoken) hardly \(own < base ? "lower" : "higher") (\(change))"
      }
      return "\(Self.part(own / base)) \(spoken) (\(change))"
    }
  }

  /// How names of metrics are said in a sentence, where they are another way round.
  private static let spoken = [
    "energy background": "background energy", "energy total": "energy",
    "background seconds used": "background time",
  ]

  /// Returns a ratio in words: `a fifth of the`, `34% of the`.
  private static func part(_ ratio: Double) -> String {
    let known: [(Double, String)] = [
      (0.1, "a tenth of"), (0.2, "a fifth of"), (0.25, "a quarter of"), (1.0 / 3, "a third of"),
      (0.5, "half"), (2, "twice"), (3, "three times"),
    ]
    if ratio == 0 { return "none of the" }
    if let near = known.first(where: { (ratio / $0.0 - 1).magnitude < 0.05 }) {
      return "\(near.1) the"
    }
    return "\(grouped(ratio * 100, decimals: 0))% of the"
  }

  /// Returns the policy that wins under a setting, of those that are not worse than the baseline in
  /// the first metric and better in either: before all others those that are better in both, then in
  /// the first, whose gain is the largest; else the one that costs least; nil: there is none.
  func best(under setting: Int, in analysis: ExperimentAnalysis) -> Int? {
    guard let gain = judged.first, let cost = judged.last else { return nil }
    let comparisons = analysis.sections[setting].comparisons
    func verdict(_ policy: Int, _ metric: Int) -> PairedDifference.Verdict? {
      comparisons[metric].standings[policy].difference?.verdict
    }
    return experiment.policies.indices.filter { policy in
      let verdicts = [verdict(policy, gain), verdict(policy, cost)]
      return mayWin(policy) && verdicts[0] != .worse && verdicts.contains(.better)
    }.map { policy in
      let gains = verdict(policy, gain) == .better
      let rank = gains ? verdict(policy, cost) == .better ? 0 : 1 : 2
      return (
        policy: policy, rank: rank,
        value: mean(of: policy, gains ? gain : cost, under: setting, in: analysis)
      )
    }.min { ($0.rank, $0.value) < ($1.rank, $1.value) }?.policy
  }

  /// Returns the policy that costs least of those that are better than the baseline in that alone.
  private func cheapest(under setting: Int, in analysis: ExperimentAnalysis) -> Int? {
    guard let gain = judged.first, let cost = judged.last, gain != cost else { return nil }
    let standings = analysis.sections[setting].comparisons[cost].standings
    return experiment.policies.indices.filter {
      mayWin($0) && standings[$0].difference?.verdict == .better
    }.map {
      (policy: $0, value: mean(of: $0, cost, under: setting, in: analysis))
    }.min { $0.value < $1.value }?.policy
  }

  /// Returns a policy's mean of a metric, with its sign turned where more is better.
  private func mean(
    of policy: Int, _ metric: Int, under setting: Int, in analysis: ExperimentAnalysis
  ) -> Double {
    let sign = self.analysis.metrics[metric].better == .higher ? -1.0 : 1
    let estimate = analysis.sections[setting].comparisons[metric].standings[policy].estimate
    return estimate.map { sign * $0.mean } ?? .infinity
  }

  /// Returns the sentence about the best policy under a setting, or that none is shown to be better
  /// than the baseline; nil where there is nothing to compare.
  func verdict(under setting: Int, in analysis: ExperimentAnalysis) -> String? {
    if let best = best(under: setting, in: analysis) {
      return sentence(best, under: setting, in: analysis)
    }
    guard let gain = judged.first else { return nil }
    let comparison = analysis.sections[setting].comparisons[gain]
    let isJudged = experiment.policies.indices.contains { policy in
      let verdict = comparison.standings[policy].difference?.verdict
      return !isBound(policy)
        && ![nil, .tooFewPairs, .differsWithoutChance].contains(verdict)
    }
    guard isJudged else { return nil }
    if let trade = cheapest(under: setting, in: analysis),
      let sentence = sentence(trade, under: setting, in: analysis)
    {
      let cost = judged.last.map { analysis.metrics[$0].name } ?? ""
      return "No policy wins. Best in \(cost) is \(sentence)"
    }
    let names = judged.map { analysis.metrics[$0].name }
    let worse = experiment.policies.indices.filter {
      !isBound($0) && comparison.standings[$0].difference?.verdict == .worse
    }.map { "\(name($0)) (\(change(comparison, $0, gain, setting)))" }
    let place = names.count > 1 ? " in \(names[0])" : ""
    return "No policy is shown to be better than \(name(comparison.baseline)) in "
      + names.joined(separator: " or ")
      + (worse.isEmpty ? "" : "; worse\(place): \(listed(worse, limit: 4))") + "."
  }

  /// The verdicts, one a setting that has one.
  var verdictTexts: [String] {
    analysis.sections.indices.compactMap { setting in
      let name = hasSeveralSettings ? analysis.sections[setting].setting.description + ": " : ""
      return verdict(under: setting, in: analysis).map { printable(name) + $0 }
    }
  }

  func verdictLines(_ style: TextStyle) -> [String] {
    verdictTexts.flatMap { text in
      wrapped(text, to: style.width, after: "", indent: 2).map { style.paint($0, .good) }
    }
  }
}
