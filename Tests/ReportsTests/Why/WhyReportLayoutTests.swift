import Simulation
import Testing

@testable import Device
@testable import Reports

private typealias Sample = SampleDecisions

@Suite("The layout of an answer to why")
struct WhyReportLayoutTests {
  @Test("lines fit 80 columns, whatever names and reasons there are", arguments: [80, 100])
  func width(columns: Int) {
    let long = String(repeating: "because of this and that ", count: 12)
    let decision = Sample.fetches(
      at: 90_000,
      [
        Sample.standing(Sample.app(0, waitingSince: 10), .started, rank: 1, score: 1, reason: long),
        Sample.standing(
          Sample.app(1, waitingSince: 20), .passedOver, score: 0, reason: long,
          obstacle: Obstacle(needs: long)),
        Sample.standing(
          Sample.app(2), .notEligible([.intervalNotElapsed(until: .start + .days(2))])),
      ], measure: Measure("score", .number, isHighestFirst: true))
    let grant = Sample.grant(
      at: 90_010, answer: 0, granted: 0, policy: GrantExplanation(reason: long))
    for report in [
      Sample.report(at: 90_000, [decision, grant]), Sample.report(at: 90_010, [decision, grant]),
      Sample.report(at: 89_000, [decision, grant]),
    ] {
      let text = report.text(TextStyle(width: columns))
      #expect(text.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
      #expect(text.contains("day 2 09:00:00.000"))
      let colored = report.text(TextStyle(width: columns, isColored: true))
      #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == text)
    }
  }

  @Test("names and reasons cannot steer the terminal")
  func controlCharacters() {
    let text = Sample.report(
      at: 30, [Sample.grant(at: 30, answer: 0, granted: 0, fault: "\u{1B}[2J\nnext")]
    ).text()
    #expect(text.contains("a policy without fault: \\x1b[2J\\nnext"))
  }
}
