import Simulation
import Testing

@testable import Device
@testable import Reports

private typealias Sample = SampleDecisions

@Suite("The chances of an app that waits")
struct WhyReportChancesTests {
  @Test("an app that starves: at each chance since it began to wait, who was taken before it")
  func chances() {
    let decisions =
      (0..<4).map { Sample.fetches(at: 30 + 60 * Double($0)) } + [
        Sample.fetches(
          at: 280, [Sample.standing(Sample.app(1, waitingSince: 20), .passedOver, rank: 1)]),
        Sample.fetches(
          at: 290, [Sample.standing(Sample.app(1, waitingSince: 20), .passedOver)], fault: "broken"),
        Sample.fetches(at: 300, [Sample.standing(Sample.app(1, waitingSince: 20), .noSlot)]),
      ]
    let text = Sample.report(at: 300, decisions).text()
    #expect(
      text.contains(
        """

        Taken before it since it began to wait
          in all: mail 4
          08:00:30.000    mail
          08:01:30.000    mail
          08:02:30.000    mail
          08:03:30.000    mail
          08:04:40.000    nobody: the policy left what was free unused
          08:04:50.000    nobody: the policy failed

        """), "\(text)")
    #expect(text.contains("passed over at all 6 chances since 08:00:20.000."))
  }

  @Test("chances are counted from when it began to wait last, and not at all after it was taken")
  func chancesBegin() {
    let taken = Sample.fetches(
      at: 90, [Sample.standing(Sample.app(1, waitingSince: 20), .started, rank: 1)])
    let later = { (seconds: Double) in
      Sample.fetches(
        at: seconds,
        [
          Sample.standing(Sample.app(2, waitingSince: 95), .started, rank: 1),
          Sample.standing(Sample.app(1, waitingSince: 100), .passedOver, rank: 2),
        ])
    }
    let text = Sample.report(
      at: 160, [Sample.fetches(at: 30), Sample.fetches(at: 60), taken, later(110), later(160)]
    ).text()
    #expect(text.contains("passed over at all 2 chances since 08:01:40.000."), "\(text)")
    #expect(text.contains("  in all: chat 2\n  08:01:50.000    chat\n  08:02:40.000    chat\n"))
    let once = Sample.report(at: 110, [taken, later(110)]).text()
    #expect(!once.contains("chances"))
  }

  @Test("of many chances the last are shown, and how many there were before")
  func manyChances() {
    let decisions = (0..<50).map { Sample.fetches(at: 30 + 10 * Double($0)) }
    let report = Sample.report(at: 520, decisions)
    let text = report.text()
    #expect(text.contains("  in all: mail 50\n  and at 30 chances before; --all shows them\n"))
    #expect(text.contains("  08:05:30.000    mail\n  08:05:40.000    mail\n"))
    #expect(!text.contains("  08:05:20.000    mail\n"))
    #expect(report.text(TextStyle(rows: nil)).contains("  08:00:30.000    mail\n"))
  }
}
