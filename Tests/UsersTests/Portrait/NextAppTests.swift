import Simulation
import Testing

@testable import Users

@Suite("Predictors of the next app")
struct NextAppTests {
  /// Predictors that learned launches, at noon if nothing else is said.
  private func taught(apps: Int, _ launches: [Int], hours: [Int] = []) -> NextAppPredictors {
    var predictors = NextAppPredictors(apps: apps)
    for (index, app) in launches.enumerated() {
      predictors.learn(Launch(app: app, hour: index < hours.count ? hours[index] : 12))
    }
    return predictors
  }

  private func scores(
    _ predictors: NextAppPredictors, _ name: NextAppPredictors.Name, hour: Int = 12
  ) -> [Double] {
    predictors.scores(hour: hour)[name.rawValue]
  }

  private func isNear(_ found: [Double], _ expected: [Double]) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test("most used: by count")
  func mostUsed() {
    let predictors = taught(apps: 3, [0, 1, 0, 2, 0, 1])
    let counts = scores(predictors, .mostUsed, hour: 3).map { $0 * 6 }
    #expect(isNear(counts, [3, 2, 1]))
  }

  @Test("Markov chain: by what followed the last app, and where nothing did, by use")
  func markov() {
    // After 1 came 0 once; the others have their share of .001 of a launch.
    let counts = scores(taught(apps: 4, [0, 1, 0, 2, 0, 1]), .markov).map { $0 * 1_001 }
    #expect(isNear(counts, [1_000.5, 1.0 / 3, 1.0 / 6, 0]))
  }

  @Test("naive Bayes: an app's count, its hour and what it followed")
  func bayes() {
    let predictors = taught(apps: 2, [0, 1, 0, 1], hours: [9, 9, 20, 9])
    let s = 0.1
    let expected = [
      // App 0: once at 9 of twice, once after 1; app 1: twice at 9, never after itself.
      2 * (1 + s) / (2 + 24 * s) * (1 + s) / (2 + 2 * s),
      2 * (2 + s) / (2 + 24 * s) * (0 + s) / (2 + 2 * s),
    ]
    #expect(isNear(scores(predictors, .bayes, hour: 9), expected))
  }

  @Test("ensemble: never the last app, and the member that explains most is believed")
  func ensemble() {
    // Mostly back to the app before, else to any: what was last before that alone tells.
    var stream = RandomStream(seed: 1, name: "to and fro")
    var apps = [0, 1]
    for _ in 0..<600 {
      let any = (apps[apps.count - 1] + 1 + stream.integer(in: 0..<5)) % 6
      apps.append(stream.bernoulli(0.7) ? apps[apps.count - 2] : any)
    }
    let scores = scores(taught(apps: 6, apps + [4, 2]), .ensemble)
    #expect(scores[2] == 0)
    #expect(scores[4] > 0.5 * scores.reduce(0, +))
  }

  @Test(
    "a hit is an app among the likeliest, of equals the first by number")
  func hits() {
    var hits = HitRates()
    #expect(hits.rates == nil)
    hits.add(1, scores: [0.5, 0.5, 0.1])
    #expect(hits.rates == [0, 1, 1])
    hits.add(0, scores: [0.5, 0.5, 0.1])
    #expect(hits.rates == [0.5, 1, 1])
    hits.add(3, scores: [0.5, 0.5, 0.1, 0])
    let third = 1.0 / 3
    #expect(hits.rates == [third, 2 * third, 2 * third])
    hits.add(3, scores: [5, 4, 3, 2, 1])
    #expect(hits.rates?[1] == 0.5 && hits.rates?[2] == 0.75)
  }

  @Test("four fifths are learned from, the rest is predicted, and too few launches tell nothing")
  func trial() throws {
    let launches = (0..<50).map { Launch(app: $0 % 2, hour: 8) }
    let result = try #require(NextAppTrial(launches, apps: 2))
    #expect(result.learned == [20, 20] && result.tested == [0.5, 0.5])
    // Most used: always 0, which is right half the time; all others know that they take turns.
    #expect(result.rates == [[0.5, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]])
    #expect(NextAppTrial(Array(launches.prefix(49)), apps: 2) == nil)
  }
}
