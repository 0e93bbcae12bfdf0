import Device
import Testing

@testable import Policies

/// Lines of public logs of iOS's activity scheduler.
///
/// A line names the terms that are not 1, and the sum and the denominator of all; what the others
/// come to is one term here.
struct LoggedLine: Sendable, CustomTestStringConvertible {
  typealias Term = (name: String, weight: Double, score: Double)

  let named: [Term]
  /// Sum of the products of all terms that the line does not name, and of their weights.
  let others: (sum: Double, weight: Double)
  let sum: Double
  let denominator: Double
  let score: Double
  /// Where the log tells it.
  var threshold: Double?
  var runs = true

  var testDescription: String {
    named.map { "\($0.name) \($0.weight): \($0.score)" }.joined(separator: ", ")
  }

  static func battery(_ percent: Double, isCharging: Bool = false) -> Term {
    let power = PowerStatus(level: percent / 100, isCharging: isCharging)
    return ("Battery", 1, batteryScore(of: power))
  }

  static let all = [
    LoggedLine(
      named: [("DeviceActivity", 5, 0.25)], others: (92.02, 92.02), sum: 93.27,
      denominator: 97.02, score: 0.961348),
    LoggedLine(
      named: [("Application", 5, 0.10)], others: (59.91, 59.91), sum: 60.41,
      denominator: 64.91, score: 0.930673),
    LoggedLine(
      named: [("Application", 25, 0.60), ("DeviceActivity", 2, 0.41)], others: (44.8847, 44.94),
      sum: 60.7047, denominator: 71.94, score: 0.843824),
    LoggedLine(
      named: [
        ("CPU", 5, 0.5), ("DeviceActivity", 10, 0.6), ("Memory", 5, 0.5), ("Charger", 10, 0.5),
        // Not told by the line, but what is missing in its sum is the score of a battery at 87 %.
        battery(87),
      ], others: (9.52, 9.52), sum: 26.4595, denominator: 40.52, score: 0.652999),
    LoggedLine(
      named: [battery(26, isCharging: true), ("DeviceActivity", 20, 0.75)],
      others: (27.52, 27.52), sum: 43.1214, denominator: 48.52, score: 0.888734,
      threshold: 0.694377),
    LoggedLine(
      named: [battery(30), ("DeviceActivity", 20, 0.75), ("Charger", 10, 0.5)],
      others: (17.52, 17.52), sum: 38.0679, denominator: 48.52, score: 0.784582),
    LoggedLine(
      named: [
        battery(30), ("DeviceActivity", 20, 0.65), ("Charger", 10, 0.5), ("Thermal", 5, 0.20),
      ], others: (12.52, 12.52), sum: 32.0679, denominator: 48.52, score: 0.660922,
      threshold: 0.664113, runs: false),
    LoggedLine(
      named: [battery(27), ("DeviceActivity", 20, 0.75), ("Charger", 10, 0.5)],
      others: (17.52, 17.52), sum: 38.0334, denominator: 48.52, score: 0.783871,
      threshold: 0.664113),
  ]
}

@Suite("Scores as public logs show them")
struct LoggedScoresTests {
  @Test("each logged line has its sum, denominator, score and outcome", arguments: LoggedLine.all)
  func line(_ line: LoggedLine) {
    let others = ("others", line.others.weight, line.others.sum / line.others.weight)
    let table = ScoreTable(
      terms: (line.named + [others]).map {
        ScoreTable.Term($0.0, weight: $0.1, .logged, score: $0.2, .logged)
      }, threshold: line.threshold ?? 0.9, .logged)
    #expect(abs(table.sum - line.sum) <= 0.00005)
    #expect(abs(table.denominator - line.denominator) < 1e-9)
    // The sums are logged with four digits, and scores of them differ in the seventh.
    #expect(abs(table.score - line.score) < 1.1e-6, "\(table.score)")
    #expect((table.score * 1e6).rounded() / 1e6 == line.score, "\(table.score)")
    if line.threshold != nil { #expect(table.isEnough == line.runs) }
  }

  @Test("a battery's score is .60 at 26 % on the charger, .55 at 30 % and .51 at 27 % off it")
  func battery() {
    for (level, isCharging, score) in [
      (0.26, true, 0.60), (0.30, false, 0.55), (0.27, false, 0.51), (1, false, 1), (1, true, 1),
      (0.1, true, 0), (0.09, false, 0), (0, true, 0),
    ] {
      let found = batteryScore(of: PowerStatus(level: level, isCharging: isCharging))
      #expect((found * 100).rounded() / 100 == score, "\(level)")
    }
  }

  @Test("weights add up to a denominator that was logged, and are logged themselves unless set")
  func weights() throws {
    let entry = try PolicyCatalogue.entry(named: "ios-like")
    let logged = PolicyParameters(of: entry)
    let denominators = ScoreWeights.Group.allCases.map {
      ScoreWeights(of: $0, in: logged).denominator
    }
    #expect(zip(denominators, [71.94, 64.91, 48.52]).allSatisfy { abs($0 - $1) < 1e-9 })
    let set = try PolicyParameters(
      of: entry, setting: [("processingCharger", "3")], apps: [])
    let weights = ScoreWeights(of: .processing, in: set)
    #expect(weights[.charger] == 3 && weights.basis(of: .charger) == .assumed)
    #expect(weights[.cpu] == 5 && weights.basis(of: .cpu) == .logged)
    #expect(abs(weights.denominator - 41.52) < 1e-9)
  }

  @Test("where nothing weighs anything, nothing is against the work")
  func weightless() {
    #expect(ScoreTable(terms: [], threshold: 0.9, .assumed).score == 1)
  }
}
