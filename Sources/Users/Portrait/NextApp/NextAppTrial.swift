/// One launch of an app, as predictors see it.
struct Launch {
  var app: Int
  /// The hour of the day.
  var hour: Int
}

/// How often the predictors name the app that a person launches next.
struct NextAppTrial: Sendable {
  /// The hit rates by predictor, in the order of `NextAppPredictors.Name`, and depth.
  private(set) var rates: [[Double]] = []
  /// The launches of each app that were learned from.
  private(set) var learned: [Double]
  /// The share of each app in the launches that were predicted.
  private(set) var tested: [Double]

  /// Learns from the first four fifths of a person's launches and predicts the others. What was
  /// learned stays as it was, what was launched last does not.
  ///
  /// It is nil with fewer than 50 launches, which say too little. O(launches x apps).
  ///
  /// - Parameters:
  ///   - launches: none is of the app of the one before.
  init?(_ launches: [Launch], apps: Int) {
    guard launches.count >= 50 else { return nil }
    learned = Array(repeating: 0, count: apps)
    tested = learned
    var predictors = NextAppPredictors(apps: apps)
    var hits = NextAppPredictors.Name.allCases.map { _ in HitRates() }
    let border = launches.count * 4 / 5
    for launch in launches[..<border] {
      predictors.learn(launch)
      learned[launch.app] += 1
    }
    for launch in launches[border...] {
      for (place, scores) in predictors.scores(hour: launch.hour).enumerated() {
        hits[place].add(launch.app, scores: scores)
      }
      predictors.pass(to: launch.app)
      tested[launch.app] += 1
    }
    tested = tested.map { $0 / Double(launches.count - border) }
    rates = hits.compactMap(\.rates)
  }
}
