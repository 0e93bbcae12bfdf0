import Device

/// The weights with which one kind of work is scored.
///
/// The numbers are those of logged lines, and so is each sum; that a line's weights are those of a
/// kind is assumed.
struct ScoreWeights {
  /// The kinds of work that are weighed alike.
  enum Group: Int, CaseIterable {
    case refresh
    case notice
    case processing

    init(_ kind: WorkKind) {
      switch kind {
      case .fetch, .refresh, .widget: self = .refresh
      case .push, .transfer: self = .notice
      case .processing, .job: self = .processing
      }
    }

    /// The prefix of the parameters' names.
    private var name: String {
      switch self {
      case .refresh: "refresh"
      case .notice: "notice"
      case .processing: "processing"
      }
    }

    /// The group's name for people.
    private var words: String {
      switch self {
      case .refresh: "fetches, refreshes and widgets"
      case .notice: "pushes and news of transfers"
      case .processing: "processing"
      }
    }

    /// The factors that count, with their weights. They add up to a denominator that was logged: to
    /// 71.94, 64.91 and 48.52.
    var standard: [(factor: ScoreFactor, weight: Double)] {
      switch self {
      case .refresh:
        [(.application, 25), (.deviceActivity, 2), (.battery, 1), (.others, 43.94)]
      case .notice:
        [(.application, 5), (.battery, 1), (.others, 58.91)]
      case .processing:
        [(.deviceActivity, 20), (.charger, 10), (.cpu, 5), (.battery, 1), (.others, 12.52)]
      }
    }

    private func parameter(of factor: ScoreFactor) -> String { name + factor.name }

    /// The parameters by which a user may set other weights.
    var parameters: [PolicyParameter] {
      standard.map { factor, weight in
        PolicyParameter(
          name: parameter(of: factor), unit: "", standard: weight, range: 0...1_000_000,
          summary: "weight of \(factor.name) for \(words)", basis: ScoreFactor.logs)
      }
    }

    fileprivate func weights(in parameters: PolicyParameters) -> [Double] {
      var weights = [Double](repeating: 0, count: ScoreFactor.allCases.count)
      for (factor, _) in standard { weights[factor.rawValue] = parameters[parameter(of: factor)] }
      return weights
    }
  }

  /// The weights by `ScoreFactor`; zero: the factor does not count.
  private let weights: [Double]
  /// Whether each weight, by `ScoreFactor`, is the logged one and not a user's.
  private let isStandard: [Bool]
  /// The sum of all weights.
  let denominator: Double

  init(of group: Group, in parameters: PolicyParameters) {
    weights = group.weights(in: parameters)
    denominator = weights.reduce(0, +)
    var isStandard = [Bool](repeating: false, count: weights.count)
    for (factor, weight) in group.standard {
      isStandard[factor.rawValue] = weights[factor.rawValue] == weight
    }
    self.isStandard = isStandard
  }

  subscript(factor: ScoreFactor) -> Double { weights[factor.rawValue] }

  func basis(of factor: ScoreFactor) -> ScoreTable.Basis {
    isStandard[factor.rawValue] ? .logged : .assumed
  }
}
