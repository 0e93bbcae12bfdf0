import Simulation

/// The predictors of the next app that are held against published ones: they say how likely each
/// app is from the launches that they learned.
struct NextAppPredictors {
  enum Name: Int, CaseIterable {
    /// The apps most used.
    case mostUsed
    /// The apps that followed the last one, and where nothing tells, the most used.
    case markov
    /// Naive Bayes on the hour of the day and the last app.
    case bayes
    /// Use, Markov chain, hour of the day and recency together, each weighing as much as it
    /// explained.
    case ensemble
  }

  private let apps: Int
  private var choices = NextChoice(.unbounded, unseen: 0)
  private var bayes = NaiveBayes()
  private var weights = MixtureWeights()

  init(apps: Int) { self.apps = apps }

  /// Learns which app came. O(apps).
  mutating func learn(_ launch: Launch) {
    weights.learn(members(hour: launch.hour)[launch.app])
    bayes.learn(launch)
    choices.learn(launch.app, hour: launch.hour)
  }

  /// Takes note of what was launched, and learns nothing else from it. O(apps).
  mutating func pass(to app: Int) { choices.pass(to: app) }

  /// The scores of each app by each predictor, in the order of `Name`: the greater, the likelier; 0
  /// where an app is not expected. Scores of one predictor are compared with each other only.
  /// O(apps).
  func scores(hour: Int) -> [[Double]] {
    // Most used apps only part those that the chain holds equal.
    let outlook = choices.outlook(hour: hour, backing: [0, 0.001, 0, 0])
    let shares = (0..<apps).map { outlook.probabilities(of: $0) }
    return Name.allCases.map { name in
      switch name {
      case .mostUsed: shares.map { $0[NextChoice.Predictor.mostUsed.rawValue] }
      case .markov: shares.map { $0[NextChoice.Predictor.markov.rawValue] }
      case .bayes: bayes.scores(apps: apps, hour: hour, after: choices)
      case .ensemble: members(hour: hour).map { weights.mix($0) }
      }
    }
  }

  /// The probabilities of each app by the members of the ensemble, without the last app, which does
  /// not follow itself.
  private func members(hour: Int) -> [NextChoice.Shares] {
    let outlook = choices.outlook(hour: hour, backing: [0, 1, 0, 0])
    var shares = (0..<apps).map { outlook.probabilities(of: $0) }
    if let last = choices.recent.first { shares[last] = .zero }
    var total = shares.reduce(into: .zero) { $0 += $1 }
    total.replace(with: 1, where: total .== 0)
    return shares.map { $0 / total }
  }
}

/// Naive Bayes on the hour of the day and the last app.
private struct NaiveBayes {
  private var byHour = Array(repeating: FadingCounts(), count: 24)
  /// Added to each count. It is little: an app that never came in this hour, or after this app, is
  /// not expected then.
  private static let smoothing = 0.1

  mutating func learn(_ launch: Launch) { byHour[launch.hour].add(at: launch.app) }

  func scores(apps: Int, hour: Int, after choices: NextChoice) -> [Double] {
    let smoothing = Self.smoothing
    return (0..<apps).map { app in
      let count = choices.used[app]
      guard count > 0 else { return 0 }
      var score = count * (byHour[hour][app] + smoothing) / (count + 24 * smoothing)
      if let last = choices.recent.first {
        score *=
          (choices.following[last][app] + smoothing) / (count + Double(apps) * smoothing)
      }
      return score
    }
  }
}
