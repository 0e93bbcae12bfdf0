/// How often the app that came was among the likeliest 1, 3 and 5 of a predictor.
struct HitRates: Equatable, Sendable {
  static let depths = [1, 3, 5]
  private var hits = [0, 0, 0]
  private var total = 0

  /// Counts one launch. Of apps that are equally likely the one with the lower number is first; one
  /// with the score 0 is no hit. O(apps).
  mutating func add(_ app: Int, scores: [Double]) {
    total += 1
    let score = scores[app]
    guard score > 0 else { return }
    var rank = 0
    for (other, value) in scores.enumerated() where value > score || (value == score && other < app)
    {
      rank += 1
    }
    for (index, depth) in Self.depths.enumerated() where rank < depth { hits[index] += 1 }
  }

  /// By depth; nil without launches.
  var rates: [Double]? { total > 0 ? hits.map { Double($0) / Double(total) } : nil }
}

/// The predictors whose hits are counted on a person's launches.
enum NextAppTrial {
  /// Who predicts from the person's own launches, in the order of the results.
  static let names = ["mostUsed", "markov", "bayes", "ensemble"]

  struct Result: Sendable {
    /// By predictor and depth.
    var rates: [[Double]]
    /// Launches of each app in what was learned from, and its share of what was predicted.
    var learned: [Double]
    var tested: [Double]
  }

  /// The first four fifths of a person's launches are learned from, the others predicted. What was
  /// learned stays as it was, what was launched last does not.
  ///
  /// - Parameters:
  ///   - launches: none of the app of the one before.
  /// - Returns: nil with fewer than 50 launches, of which little could be said. O(launches x apps).
  static func run(_ launches: [Launch], apps: Int) -> Result? {
    guard launches.count >= 50 else { return nil }
    var predictors: [any NextAppPredictor] = [
      MostUsedPredictor(apps: apps), MarkovPredictor(apps: apps, backing: 0.001),
      BayesPredictor(apps: apps), EnsemblePredictor(apps: apps),
    ]
    var hits = predictors.map { _ in HitRates() }
    var result = Result(
      rates: [], learned: Array(repeating: 0, count: apps), tested: Array(repeating: 0, count: apps)
    )
    var past = LaunchPast()
    let border = launches.count * 4 / 5
    for (index, launch) in launches.enumerated() {
      for place in predictors.indices {
        if index < border {
          predictors[place].learn(launch, after: past)
        } else {
          hits[place].add(
            launch.app, scores: predictors[place].scores(hour: launch.hour, after: past))
        }
      }
      if index < border { result.learned[launch.app] += 1 } else { result.tested[launch.app] += 1 }
      past.add(launch.app)
    }
    result.tested = result.tested.map { $0 / Double(launches.count - border) }
    result.rates = hits.compactMap(\.rates)
    return result
  }
}
