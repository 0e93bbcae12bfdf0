import Simulation
import Testing

@Suite("Predictors of the next choice")
struct NextChoiceTests {
  /// Predictors that learned choices, at noon if nothing else is said.
  private func taught(_ choices: [Int], hours: [Int] = [], unseen: Double = 0) -> NextChoice {
    var next = NextChoice(.unbounded, unseen: unseen)
    for (index, choice) in choices.enumerated() {
      next.learn(choice, hour: index < hours.count ? hours[index] : 12)
    }
    return next
  }

  /// What one predictor gives things from 0 on.
  private func shares(
    _ next: NextChoice, _ predictor: NextChoice.Predictor, things: Int, hour: Int = 12,
    backing: Double = 0
  ) -> [Double] {
    let outlook = next.outlook(hour: hour, backing: .init(repeating: backing))
    return (0..<things).map { outlook.probabilities(of: $0)[predictor.rawValue] }
  }

  private func expect(
    _ found: [Double], _ expected: [Double],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let isNear = zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 }
    #expect(
      found.count == expected.count && isNear, "\(found), not \(expected)",
      sourceLocation: sourceLocation)
  }

  @Test("most used: by count, and what was never chosen has what is left for it")
  func mostUsed() {
    let choices = [0, 1, 0, 2, 0, 1]
    expect(shares(taught(choices), .mostUsed, things: 4).map { $0 * 6 }, [3, 2, 1, 0])
    let open = shares(taught(choices, unseen: 0.5), .mostUsed, things: 4)
    expect(open.map { $0 * 8 }, [3.5, 2.5, 1.5, 0.5])
  }

  @Test("Markov chain: by what followed the last choice, and where nothing did, by use")
  func markov() {
    let next = taught([0, 1, 0, 2, 0, 1])
    // After 1 came 0 once; the others have their share of .06 of a choice.
    #expect(next.recent.first == 1)
    let backed = shares(next, .markov, things: 4, backing: 0.06)
    expect(backed.map { $0 * 1.06 }, [1.03, 0.02, 0.01, 0])
    expect(shares(next, .markov, things: 3), [1, 0, 0])
    let unknown = shares(taught([0, 1, 2]), .markov, things: 3, backing: 1)
    expect(unknown.map { $0 * 3 }, [1, 1, 1])
  }

  @Test("hour of the day: by count in the hour, and half of that beside it, also over midnight")
  func hour() {
    let next = taught([0, 1], hours: [0, 12])
    expect(shares(next, .hourOfDay, things: 2, hour: 0), [1, 0])
    expect(shares(next, .hourOfDay, things: 2, hour: 23), [1, 0])
    expect(shares(next, .hourOfDay, things: 2, hour: 11), [0, 1])
    expect(shares(next, .hourOfDay, things: 2, hour: 5), [0, 0])
    let both = taught([0, 1, 1], hours: [9, 10, 14])
    expect(shares(both, .hourOfDay, things: 2, hour: 9).map { $0 * 3 }, [2, 1])
  }

  @Test("recency: by how often the thing in a place of the past was what came")
  func recency() {
    // 0 1 0 1: twice the thing before the last came.
    let next = taught([0, 1, 0, 1])
    #expect(next.recent == [1, 0])
    expect(shares(next, .recency, things: 3), [1, 0, 0])
  }

  @Test("a choice that is passed to is the last one, and counts for nothing else")
  func passing() {
    var next = taught([0, 1, 0, 1])
    next.pass(to: 4)
    #expect(next.recent == [4, 1, 0] && next.count == 5)
    expect(shares(next, .mostUsed, things: 5), [0.5, 0.5, 0, 0, 0])
    // Nothing is known of what follows 4, and twice the second to last came.
    expect(shares(next, .markov, things: 5), [0, 0, 0, 0, 0])
    expect(shares(next, .recency, things: 5), [0, 1, 0, 0, 0])
  }

  @Test("before the first choice nothing is expected, but what is left for the unseen")
  func nothing() {
    expect(shares(taught([]), .mostUsed, things: 1), [0])
    for predictor in NextChoice.Predictor.allCases {
      expect(shares(taught([], unseen: 0.5), predictor, things: 1, backing: 1), [1])
    }
  }

  @Test("counts fade by half when they add up to more than is remembered")
  func fading() {
    var counts = FadingCounts(memory: 4)
    for _ in 0..<4 { counts.add(at: 1) }
    #expect(counts[1] == 4 && counts.total == 4 && counts[0] == 0 && counts[7] == 0)
    counts.add(at: 0)
    #expect(counts[1] == 2 && counts[0] == 0.5 && counts.total == 2.5)
  }

  @Test("a predictor's weight is what it explained, and what none held possible teaches nothing")
  func mixture() {
    var weights = MixtureWeights()
    let first: NextChoice.Shares = [1, 0, 0, 0]
    let third: NextChoice.Shares = [0, 0, 1, 0]
    #expect(weights.mix(first) == 0.25)
    weights.learn([0.5, 0.5, 0, 0])
    #expect(weights.mix(first) == 0.3 && weights.mix(third) == 0.2)
    let before = weights
    weights.learn(.zero)
    #expect(weights == before)
    for _ in 0..<1_000 { weights.learn([0.9, 0, 0, 0.1]) }
    #expect(weights.mix(first) > 0.98)
  }
}
