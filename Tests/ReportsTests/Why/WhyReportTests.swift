import Simulation
import Testing

@testable import Device
@testable import Reports

private typealias Sample = SampleDecisions

@Suite("Why an app was or was not given something")
struct WhyReportTests {
  @Test("a score is shown term by term, with what each number rests on, in 80 columns")
  func score() {
    let table = ScoreTable(
      terms: [
        .init("Application", weight: 25, .logged, score: 0.6, .assumed),
        .init("DeviceActivity", weight: 2, .logged, score: 0.41, .assumed),
        .init("Others", weight: 44.94, .logged, score: 44.8847 / 44.94, .logged),
      ], threshold: 0.9, .assumed)
    let news = CandidateStanding(
      app: .init(Sample.app(1, waitingSince: 20)), kind: .fetch, outcome: .passedOver,
      reason: "below",
      rank: nil,
      policy: CandidateExplanation(app: AppID(1), score: table.score, table: table))
    let text = Sample.report(at: 30, [Sample.fetches(at: 30, [news])]).text(TextStyle(width: 80))
    #expect(
      text.contains(
        """

        Score of news
        term              weight           score           product
          Application      25.00  logged  0.6000  assumed  15.0000
          DeviceActivity    2.00  logged  0.4100  assumed   0.8200
          Others           44.94  logged  0.9988   logged  44.8847
        ----------------------------------------------------------
          sum              71.94                           60.7047
          60.7047 / 71.94 = 0.843824, threshold 0.900000 (assumed): not enough

        """), "\(text)")
  }

  @Test("an app that was passed over: who went before it, and what would have had to differ")
  func passedOver() {
    let since = Measure("eligible since", .moment)
    let news = Sample.app(1, waitingSince: 20, opened: 5, fetched: 1, result: .noData)
    let decision = Sample.fetches(
      at: 30,
      [
        Sample.standing(
          Sample.app(0, waitingSince: 10), .started, rank: 1, score: 10, reason: "waited longest"),
        Sample.standing(
          news, .passedOver, rank: 2, score: 20),
        Sample.standing(Sample.app(2), .notEligible([.inForeground])),
      ], measure: since, asSeen: news)
    #expect(
      Sample.report(at: 30, [decision]).text() == """
        news under first-come, seed 7, at 08:00:30.000

        news was given no slot: another was put before it. This was decided at 08:00:30.000.

        news at 08:00:30.000
          state         suspended
          last opened   08:00:05.000, 25.0s before
          waiting since 08:00:20.000, 10.0s before
          interval      at least 15.0m between fetches
          last fetch    08:00:01.000, 29.0s before: noData
          time used     1.5 s this day, 12.0 s in all
        Device
          slots         0 of 1 taken, 1 of 4 starts in the last 1.0h
          pool          100.0 s of 600.0 s, enough for 3 fetches of 30.0 s; +25.0 s at 09:00:00.000
          pool after    70.0 s
          battery       50%, off the charger
          network       cellular

        Candidates, by eligible since, the earliest first
        app     place  eligible since  waiting  outcome
          mail      1    08:00:10.000    20.0s  chosen: waited longest
        > news      2    08:00:20.000    10.0s  passed over

        No candidates
          it is in front: chat

        What would have had to differ
          - an "eligible since" before 08:00:10.000, as mail had; it had 08:00:20.000
          - 1 more free slot: it was number 2, and 1 was free

        Decisions about news around then
        > 08:00:30.000    was given no slot: another was put before it

        """)
  }

  @Test("an app that was taken: who would have been next")
  func started() {
    let decision = Sample.fetches(
      at: 40,
      [
        Sample.standing(Sample.app(1, waitingSince: 20), .started, rank: 1, score: 0.75),
        Sample.standing(Sample.app(0, waitingSince: 10), .passedOver, rank: 2, score: 0.5),
      ], measure: Measure("chance", .number, isHighestFirst: true))
    let text = Sample.report(at: 40, [decision]).text()
    #expect(
      text.contains("\nnews was given a slot for a fetch. This was decided at 08:00:40.000.\n"))
    #expect(text.contains("\nCandidates, by chance, the highest first\n"))
    #expect(text.contains("\nWho would have been next\n  - mail, with a \"chance\" of 0.5\n"))
    #expect(!text.contains("Taken before it"))
  }

  @Test(
    "each outcome has its verdict and its remedy",
    arguments: [
      (
        CandidateStanding.Outcome.refused, nil, "the policy chose it, but the device refused",
        "to be named once, and within the 1 free slots"
      ),
      (
        .noSlot, nil, "there was none to give",
        "work that held a slot to end: 1 of 1 slots were taken"
      ),
      (.passedOver, "it broke", "the policy failed", "a policy without fault: it broke"),
    ] as [(CandidateStanding.Outcome, String?, String, String)])
  func outcomes(
    outcome: CandidateStanding.Outcome, fault: String?, verdict: String, remedy: String
  ) {
    let decision = Sample.fetches(
      at: 30, [Sample.standing(Sample.app(1, waitingSince: 20), outcome)],
      room: Sample.room(running: 1), fault: fault)
    let text = Sample.report(at: 30, [decision]).text()
    #expect(text.contains("\nnews was given no slot: \(verdict). "), "\(text)")
    #expect(text.contains("\nWhat would have had to differ\n  - \(remedy)\n"), "\(text)")
  }

  @Test("without a slot to give, every limit that was met is named, with when it ends")
  func limits() {
    let room = Sample.room(
      free: 0, running: 1, starts: 4, windowOpens: .start + .minutes(50), payable: 0)
    let decision = Sample.fetches(
      at: 30, [Sample.standing(Sample.app(1, waitingSince: 20), .noSlot)], room: room, pool: 12)
    let text = Sample.report(at: 30, [decision]).text()
    #expect(text.contains("  - work that held a slot to end: 1 of 1 slots were taken\n"))
    #expect(
      text.contains(
        "  - the window to let another start, as it does at 08:50:00.000: 4 of 4 had begun in the"))
    #expect(
      text.contains(
        "  - a pool that held 30.0 s: it had 12.0 s, and gains 25.0 s at 09:00:00.000\n"))
    #expect(text.contains("  pool          12.0 s of 600.0 s, enough for 0 fetches of 30.0 s; "))
  }

  @Test("an app that a policy holds back: by what it needs, from when on, and its score")
  func heldBack() {
    let obstacle = Obstacle(needs: "a better chance", score: 0.2, until: .start + .minutes(5))
    let decision = Sample.fetches(
      at: 30,
      [
        Sample.standing(
          Sample.app(1, waitingSince: 20), .passedOver, score: 0.125, reason: "too unlikely",
          terms: [Term("opens", 2), Term("since", .seconds(90))], obstacle: obstacle)
      ], measure: Measure("chance", .number, isHighestFirst: true))
    let text = Sample.report(at: 30, [decision]).text()
    #expect(text.contains("no slot: the policy held it back (too unlikely). "))
    #expect(text.contains("app     place  chance  opens  since  waiting  outcome\n"))
    #expect(
      text.contains("> news      -   0.125      2   1.5m    10.0s  held back: too unlikely\n"))
    #expect(
      text.contains(
        "  - a better chance: at least 0.2; it had 0.125; if it stays so, from 08:05:00.000 on\n"))
  }

  @Test(
    "a policy that leaves slots unused is reported as that, and what it does not say is not made up"
  )
  func unused() {
    let decision = Sample.fetches(
      at: 30,
      [
        CandidateStanding(
          app: .init(Sample.app(1, waitingSince: 20)), kind: .fetch, outcome: .passedOver,
          reason: nil,
          rank: nil,
          policy: nil)
      ])
    let text = Sample.report(at: 30, [decision]).text()
    #expect(text.contains("no slot: the policy left 1 unused. "))
    #expect(
      text.contains("  - another choice of the policy, which gives no reasons for this one\n"))
  }

  @Test("of equal scores the longer wait went first")
  func equals() {
    let decision = Sample.fetches(
      at: 30,
      [
        Sample.standing(Sample.app(0, waitingSince: 10), .started, rank: 1, score: 3),
        Sample.standing(Sample.app(1, waitingSince: 20), .passedOver, rank: 2, score: 3),
      ], measure: Measure("rank", .number))
    #expect(
      Sample.report(at: 30, [decision]).text().contains(
        "  - a \"rank\" below 3, as mail had too: of equals, who has waited longer went first\n"))
  }

  @Test("how a policy goes on with equals is told only where it is known", arguments: [3.0, 2.0])
  func unknownTies(score: Double) {
    let decision = Sample.fetches(
      at: 30,
      [
        Sample.standing(Sample.app(0, waitingSince: 10), .started, rank: 1, score: 3),
        Sample.standing(Sample.app(1, waitingSince: 20), .passedOver, rank: 2, score: score),
      ],
      measure: Measure("score", .number, isHighestFirst: true, waitBreaksTies: false))
    #expect(
      Sample.report(at: 30, [decision]).text().contains(
        score == 3
          ? "  - a \"score\" above 3, as mail had too\n"
          : "  - a \"score\" above 3, as mail had; it had 2\n"))
  }

  // MARK: Background time

  @Test("background time in full needs no remedy")
  func granted() {
    let text = Sample.report(
      at: 30,
      [
        Sample.grant(
          at: 30, answer: 30, granted: 30,
          policy: GrantExplanation(reason: "its share", terms: [Term("share", 40)]))
      ]
    ).text()
    #expect(
      text.contains("\nnews was given all of the 30.0 s of background time that it may have."))
    #expect(
      text.contains(
        """

        Background time
          asked for     30.0 s, as it entered the background with a task open
          answer        30.0 s
          rule          its share
          share         40

        """), "\(text)")
    #expect(!text.contains("had to differ"))
  }

  @Test("a term with a long name stands apart from its value")
  func longTerm() {
    let text = Sample.report(
      at: 30,
      [
        Sample.grant(
          at: 30, answer: 30, granted: 30,
          policy: GrantExplanation(
            reason: "its share", terms: [Term("charged beside", TimeSpan.zero)]))
      ]
    ).text()
    #expect(
      text.contains(
        """
          rule           its share
          charged beside 0s

        """), "\(text)")
  }

  @Test(
    "what is given in part or not at all says why",
    arguments: [
      (
        12, 12, 12, nil, "12.0 s of background time, of 30.0 s",
        "a pool that held 30.0 s: it had 12.0 s"
      ),
      (
        0, 0, 100, nil, "no background time",
        "another answer of the policy, which kept 100.0 s in the"
      ),
      (
        90, 0, 100, nil, "no background time: the device refused the policy's answer",
        "an answer within bounds: 90.0 s, where 0 to 30.0 s may be"
      ),
      (
        0, 0, 100, "p.lua:2: no", "no background time: the policy failed",
        "a policy without fault: p.lua:2: no"
      ),
    ] as [(Double, Double, Double, String?, String, String)])
  func partly(
    answer: Double, granted: Double, pool: Double, fault: String?, verdict: String, remedy: String
  ) {
    let text = Sample.report(
      at: 30, [Sample.grant(at: 30, answer: answer, granted: granted, pool: pool, fault: fault)]
    ).text()
    #expect(text.contains("\nnews was given \(verdict). "), "\(text)")
    #expect(text.contains("\n  - \(remedy)"), "\(text)")
  }

  @Test("candidates for work of other kinds say what they wait for")
  func kinds() {
    let decision = Sample.fetches(
      at: 30,
      [
        Sample.standing(Sample.app(0, waitingSince: 10), .started, for: .push, rank: 1),
        Sample.standing(Sample.app(1, waitingSince: 20), .passedOver, for: .refresh, rank: 2),
      ])
    let text = Sample.report(at: 30, [decision]).text()
    #expect(text.contains("waits for"))
    #expect(text.contains("  mail  push"))
    #expect(text.contains("> news  refresh"))
  }
}
