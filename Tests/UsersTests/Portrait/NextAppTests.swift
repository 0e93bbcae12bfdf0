import Simulation
import Testing

@testable import Users

@Suite("Predictors of the next app")
struct NextAppTests {
  /// A predictor that was told of launches, at noon if nothing else is said.
  private func taught(
    _ predictor: some NextAppPredictor, _ apps: [Int], hours: [Int] = []
  ) -> (any NextAppPredictor, LaunchPast) {
    var predictor: any NextAppPredictor = predictor
    var past = LaunchPast()
    for (index, app) in apps.enumerated() {
      let hour = index < hours.count ? hours[index] : 12
      predictor.learn(Launch(app: app, hour: hour), after: past)
      past.add(app)
    }
    return (predictor, past)
  }

  @Test("most used: by count")
  func mostUsed() {
    let (predictor, past) = taught(MostUsedPredictor(apps: 3), [0, 1, 0, 2, 0, 1])
    #expect(predictor.scores(hour: 3, after: past) == [3, 2, 1])
  }

  @Test("Markov chain: by what followed the last app, and where nothing did, by use")
  func markov() {
    let (predictor, past) = taught(MarkovPredictor(apps: 4, backing: 0.06), [0, 1, 0, 2, 0, 1])
    // After 1 came 0 once; the others have their share of .06 of a launch.
    #expect(past.last == 1)
    let scores = predictor.scores(hour: 0, after: past)
    #expect(zip(scores, [1.03, 0.02, 0.01, 0]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("naive Bayes: an app's count, its hour and what it followed")
  func bayes() {
    let (predictor, past) = taught(BayesPredictor(apps: 2), [0, 1, 0, 1], hours: [9, 9, 20, 9])
    let s = 0.1
    let expected = [
      // App 0: once at 9 of twice, once after 1; app 1: twice at 9, never after itself.
      2 * (1 + s) / (2 + 24 * s) * (1 + s) / (2 + 2 * s),
      2 * (2 + s) / (2 + 24 * s) * (0 + s) / (2 + 2 * s),
    ]
    let scores = predictor.scores(hour: 9, after: past)
    #expect(zip(scores, expected).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("hour of the day: by count in the hour, and half of that beside it, also over midnight")
  func hour() {
    let (predictor, past) = taught(HourPredictor(apps: 2), [0, 1], hours: [0, 12])
    #expect(predictor.scores(hour: 0, after: past) == [1, 0])
    #expect(predictor.scores(hour: 23, after: past) == [0.5, 0])
    #expect(predictor.scores(hour: 11, after: past) == [0, 0.5])
    #expect(predictor.scores(hour: 5, after: past) == [0, 0])
  }

  @Test("recency: by how often the app in a place of the past was what came")
  func recency() {
    // 0 1 0 1: twice the app before the last came.
    let (predictor, past) = taught(RecencyPredictor(apps: 3), [0, 1, 0, 1])
    #expect(past.recent == [1, 0])
    #expect(predictor.scores(hour: 0, after: past) == [2, 0, 0])
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
    let (predictor, past) = taught(EnsemblePredictor(apps: 6), apps + [4, 2])
    let scores = predictor.scores(hour: 12, after: past)
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
    let result = try #require(NextAppTrial.run(launches, apps: 2))
    #expect(result.learned == [20, 20] && result.tested == [0.5, 0.5])
    // Most used: always 0, which is right half the time; all others know that they take turns.
    #expect(result.rates == [[0.5, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]])
    #expect(NextAppTrial.run(Array(launches.prefix(49)), apps: 2) == nil)
  }
}
