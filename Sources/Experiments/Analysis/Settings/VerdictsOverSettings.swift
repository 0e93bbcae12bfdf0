/// The verdicts on each policy in one metric, over the settings of an experiment: how many settings
/// they hold in, and where they turn over.
public struct VerdictsOverSettings: Sendable {
  public typealias Verdict = PairedDifference.Verdict

  /// The settings in which one parameter has some of its values.
  public struct Group: Equatable, Sendable {
    public let parameter: String
    /// The least and the greatest of these values as written; the same where it is one.
    public let first: String
    public let last: String
    /// The places of the settings.
    public let settings: [Int]
  }

  /// A condition on one parameter.
  public struct Condition: Equatable, Sendable {
    public enum Relation: String, Sendable {
      case equal = "="
      case atMost = "<="
      case atLeast = ">="
    }
    public let parameter: String
    public let relation: Relation
    public let text: String
  }

  /// The place where a verdict is found: the conditions that tell best the settings that have it
  /// from those that have not.
  public struct Place: Equatable, Sendable {
    /// One condition or two.
    public let conditions: [Condition]
    /// The number of settings that fulfil the conditions.
    public let settings: Int
    /// How many of them have the verdict.
    public let hits: Int
  }

  /// A verdict that some settings have and the usual one is not.
  public struct Turn: Equatable, Sendable {
    public let verdict: Verdict
    /// The number of settings that have it.
    public let count: Int
    /// Where they are; nil where no condition tells them from others.
    public let place: Place?
  }

  /// The verdicts by policy, then by setting; nil for the baseline and where there are no pairs.
  public let verdicts: [[Verdict?]]
  /// The groups of settings by parameter, each parameter's in the order of its values.
  public let groups: [Group]
  /// The place of the setting whose verdicts are held against the others; nil: none is marked.
  public let reference: Int?

  /// The most values of a parameter that are told apart; more of them make four groups.
  private static let mostValues = 6
  /// The least agreement (F1: twice the hits by the sum of both sides) of a place worth telling.
  private static let leastAgreement = 0.7
  /// How much better two conditions have to agree than one.
  private static let worthOfSecond = 0.1

  /// Creates the verdicts of a metric of an analysis.
  ///
  /// - Parameters:
  ///   - metric: its place in the analysis.
  ///   - reference: the place of the setting that the experiment is about; nil: none is marked.
  public init(_ analysis: ExperimentAnalysis, metric: Int, reference: Int? = nil) {
    self.init(
      settings: analysis.sections.map(\.setting),
      verdicts: analysis.experiment.policies.indices.map { policy in
        analysis.sections.map { $0.comparisons[metric].standings[policy].difference?.verdict }
      }, reference: reference)
  }

  /// Creates verdicts by policy, then by setting.
  init(settings: [Setting], verdicts: [[Verdict?]], reference: Int? = nil) {
    self.verdicts = verdicts
    self.reference = reference
    groups = Self.groups(of: ParameterStudy(settings))
  }

  /// Returns how many of some settings have each verdict, in the order of `Verdict`, without those
  /// that none has.
  public func counts(of policy: Int, in settings: [Int]? = nil) -> [(verdict: Verdict, count: Int)]
  {
    let own = (settings ?? Array(verdicts[policy].indices)).compactMap { verdicts[policy][$0] }
    return Verdict.allCases.map { verdict in (verdict, own.count { $0 == verdict }) }
      .filter { $0.count > 0 }
  }

  /// Returns the verdict on a policy under the reference, and else the one that most settings have,
  /// of several the first in the order of `Verdict`; nil without any.
  public func usual(of policy: Int) -> Verdict? {
    if let reference, let verdict = verdicts[policy][reference] { return verdict }
    let counts = counts(of: policy)
    let most = counts.map(\.count).max()
    return counts.first { $0.count == most }?.verdict
  }

  /// Returns the other verdicts on a policy, the most frequent first, of equals the first in the
  /// order of `Verdict`. O(settings · conditions²).
  public func turns(of policy: Int) -> [Turn] {
    guard let usual = usual(of: policy) else { return [] }
    return counts(of: policy).filter { $0.verdict != usual }.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { _, turn in
        Turn(verdict: turn.verdict, count: turn.count, place: place(of: turn.verdict, policy))
      }
  }

  // MARK: Groups

  private static func groups(of study: ParameterStudy) -> [Group] {
    study.axes.indices.flatMap { axis -> [Group] in
      let texts = study.axes[axis].texts
      let isOrdered = study.axes[axis].places != nil && texts.count > mostValues
      let count = isOrdered ? 4 : texts.count
      return (0..<count).map { number in
        let values = number * texts.count / count..<(number + 1) * texts.count / count
        return Group(
          parameter: study.axes[axis].name, first: texts[values.lowerBound],
          last: texts[values.upperBound - 1],
          settings: study.points.indices.filter { values.contains(study.points[$0][axis]) })
      }
    }
  }

  // MARK: Places

  private struct Candidate {
    let condition: Condition
    /// By setting, whether it fulfils the condition.
    let isMet: [Bool]
  }

  private func place(of verdict: Verdict, _ policy: Int) -> Place? {
    let judged = verdicts[policy].indices.filter { verdicts[policy][$0] != nil }
    let total = judged.count { verdicts[policy][$0] == verdict }
    var best: (agreement: Double, place: Place)?
    func consider(_ chosen: [Candidate], beyond least: Double) {
      var (settings, hits) = (0, 0)
      for setting in judged where chosen.allSatisfy({ $0.isMet[setting] }) {
        settings += 1
        if verdicts[policy][setting] == verdict { hits += 1 }
      }
      let agreement = 2 * Double(hits) / Double(settings + total)
      guard agreement > max(least, best?.agreement ?? 0) + 1e-9 else { return }
      best = (
        agreement, Place(conditions: chosen.map(\.condition), settings: settings, hits: hits)
      )
    }
    let candidates = candidates
    for one in candidates { consider([one], beyond: Self.leastAgreement - 1e-6) }
    let least = max(
      Self.leastAgreement - 1e-6, (best?.agreement ?? 0) + Self.worthOfSecond - 1e-6)
    for (number, one) in candidates.enumerated() {
      for other in candidates[(number + 1)...]
      where one.condition.parameter != other.condition.parameter {
        consider([one, other], beyond: least)
      }
    }
    return best?.place
  }

  /// The conditions that the groups allow: one value, at most one, at least one.
  private var candidates: [Candidate] {
    groups.indices.flatMap { place -> [Candidate] in
      let group = groups[place]
      let own = groups.indices.filter { groups[$0].parameter == group.parameter }
      func candidate(_ relation: Condition.Relation, _ text: String, _ places: [Int]) -> Candidate {
        var isMet = Array(repeating: false, count: verdicts.first?.count ?? 0)
        for setting in places.flatMap({ groups[$0].settings }) { isMet[setting] = true }
        return Candidate(
          condition: Condition(parameter: group.parameter, relation: relation, text: text),
          isMet: isMet)
      }
      let below = own.filter { $0 <= place }
      let above = own.filter { $0 >= place }
      var found: [Candidate] = []
      if group.first == group.last {
        found.append(candidate(.equal, group.first, [place]))
      }
      guard Double(group.first) != nil else { return found }
      if below.count > 1 || group.first != group.last, above.count > 1 {
        found.append(candidate(.atMost, group.last, below))
      }
      if above.count > 1 || group.first != group.last, below.count > 1 {
        found.append(candidate(.atLeast, group.first, above))
      }
      return found
    }
  }
}

extension GivenOption {
  /// What `compare --sensitivity` leaves in a store: the first setting is the experiment as it
  /// stands, and the others are variations of it.
  public static let sensitivity = GivenOption("sensitivity", "")
}
