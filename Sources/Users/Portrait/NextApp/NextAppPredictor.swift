/// One launch of an app, as predictors see it.
struct Launch {
  var app: Int
  /// Of the day.
  var hour: Int
}

/// The apps that were launched before, the last one first and each once.
struct LaunchPast {
  private(set) var recent: [Int] = []
  var last: Int? { recent.first }

  /// O(apps).
  mutating func add(_ app: Int) {
    if let place = recent.firstIndex(of: app) { recent.remove(at: place) }
    recent.insert(app, at: 0)
  }
}

/// Says how likely each app is to be launched next, from the launches that it was told of.
protocol NextAppPredictor {
  /// Learns which app came.
  mutating func learn(_ launch: Launch, after past: LaunchPast)
  /// By app: the greater, the likelier; 0 of an app that it has no reason to expect. The numbers of one
  /// call are compared with each other only. O(apps).
  func scores(hour: Int, after past: LaunchPast) -> [Double]
}

/// The apps most used.
struct MostUsedPredictor: NextAppPredictor {
  private(set) var counts: [Double]

  init(apps: Int) { counts = Array(repeating: 0, count: apps) }

  mutating func learn(_ launch: Launch, after past: LaunchPast) { counts[launch.app] += 1 }

  func scores(hour: Int, after past: LaunchPast) -> [Double] { counts }
}

/// What followed the last app (a Markov chain of first order), and where nothing tells, the most used.
struct MarkovPredictor: NextAppPredictor {
  private var rows: [[Double]]
  private var mostUsed: MostUsedPredictor
  /// So many launches of the last app the most used weigh as.
  private let backing: Double

  init(apps: Int, backing: Double) {
    rows = Array(repeating: Array(repeating: 0, count: apps), count: apps)
    mostUsed = MostUsedPredictor(apps: apps)
    self.backing = backing
  }

  mutating func learn(_ launch: Launch, after past: LaunchPast) {
    mostUsed.learn(launch, after: past)
    if let last = past.last { rows[last][launch.app] += 1 }
  }

  func scores(hour: Int, after past: LaunchPast) -> [Double] {
    let total = max(1, mostUsed.counts.reduce(0, +))
    let base = mostUsed.counts.map { $0 / total * backing }
    guard let last = past.last else { return base }
    return zip(rows[last], base).map { $0 + $1 }
  }
}

/// Naive Bayes on the hour of the day and the last app.
struct BayesPredictor: NextAppPredictor {
  private var counts: [Double]
  private var byHour: [[Double]]
  private var byLast: [[Double]]
  /// What each count has more than was seen. Little: an app that never came in this hour, or after
  /// this app, is not expected then.
  private let smoothing = 0.1

  init(apps: Int) {
    counts = Array(repeating: 0, count: apps)
    byHour = Array(repeating: counts, count: 24)
    byLast = Array(repeating: counts, count: apps)
  }

  mutating func learn(_ launch: Launch, after past: LaunchPast) {
    counts[launch.app] += 1
    byHour[launch.hour][launch.app] += 1
    if let last = past.last { byLast[last][launch.app] += 1 }
  }

  func scores(hour: Int, after past: LaunchPast) -> [Double] {
    counts.indices.map { app in
      let count = counts[app]
      guard count > 0 else { return 0 }
      var score = count * (byHour[hour][app] + smoothing) / (count + 24 * smoothing)
      if let last = past.last {
        score *= (byLast[last][app] + smoothing) / (count + Double(counts.count) * smoothing)
      }
      return score
    }
  }
}

/// What was launched at this hour of the day, and half as much what was in the hours beside it.
struct HourPredictor: NextAppPredictor {
  private var byHour: [[Double]]

  init(apps: Int) { byHour = Array(repeating: Array(repeating: 0, count: apps), count: 24) }

  mutating func learn(_ launch: Launch, after past: LaunchPast) {
    for (shift, weight) in [(23, 0.5), (0, 1.0), (1, 0.5)] {
      byHour[(launch.hour + shift) % 24][launch.app] += weight
    }
  }

  func scores(hour: Int, after past: LaunchPast) -> [Double] { byHour[hour] }
}

/// The app before the last, the one before that, and so on, as often as each was what came.
struct RecencyPredictor: NextAppPredictor {
  private var byPlace: [Double]

  init(apps: Int) { byPlace = Array(repeating: 0, count: apps) }

  mutating func learn(_ launch: Launch, after past: LaunchPast) {
    if let place = past.recent.firstIndex(of: launch.app) { byPlace[place] += 1 }
  }

  func scores(hour: Int, after past: LaunchPast) -> [Double] {
    var scores = Array(repeating: 0.0, count: byPlace.count)
    for (place, app) in past.recent.enumerated() { scores[app] = byPlace[place] }
    return scores
  }
}

/// Most used, Markov chain, hour of the day and recency together: their probabilities in a mean, each
/// weighing as much as it explained of what came (a mixture whose weights are learned one launch after
/// the other by the share that each member had in the likelihood).
struct EnsemblePredictor: NextAppPredictor {
  private var members: [any NextAppPredictor]
  /// Launches explained.
  private var merits: [Double]

  init(apps: Int) {
    members = [
      MostUsedPredictor(apps: apps), MarkovPredictor(apps: apps, backing: 1),
      HourPredictor(apps: apps), RecencyPredictor(apps: apps),
    ]
    merits = Array(repeating: 1, count: members.count)
  }

  mutating func learn(_ launch: Launch, after past: LaunchPast) {
    let shares = members.indices.map { member in
      merits[member] * probabilities(of: member, hour: launch.hour, after: past)[launch.app]
    }
    let likelihood = shares.reduce(0, +)
    for member in members.indices {
      if likelihood > 0 { merits[member] += shares[member] / likelihood }
      members[member].learn(launch, after: past)
    }
  }

  func scores(hour: Int, after past: LaunchPast) -> [Double] {
    var scores: [Double] = []
    for member in members.indices {
      let part = probabilities(of: member, hour: hour, after: past).map { $0 * merits[member] }
      scores = scores.isEmpty ? part : zip(scores, part).map { $0 + $1 }
    }
    return scores
  }

  /// A member's scores over their sum, without the last app, which does not follow itself.
  private func probabilities(of member: Int, hour: Int, after past: LaunchPast) -> [Double] {
    var scores = members[member].scores(hour: hour, after: past)
    if let last = past.last { scores[last] = 0 }
    let total = scores.reduce(0, +)
    return total > 0 ? scores.map { $0 / total } : scores
  }
}
