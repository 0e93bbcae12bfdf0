import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("The screen of a watched run")
struct LiveScreenTests {
  /// The lines of a screen without spaces at their ends.
  private func lines(
    _ run: LiveRun, rows: Int = 12, columns: Int = 80, isUnicode: Bool = false
  ) -> [String] {
    run.screen(rows: rows, TextStyle(width: columns), isUnicode: isUnicode).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func text(
    _ run: LiveRun, rows: Int = 12, columns: Int = 80, isUnicode: Bool = false
  ) -> String {
    lines(run, rows: rows, columns: columns, isUnicode: isUnicode).joined(separator: "\n")
  }

  private func over(_ apps: [String] = ["mail", "news", "idle"]) -> LiveRun {
    let run = WatchedHour.run(apps)
    run.pass(6)
    return run
  }

  /// Up to its first decision.
  private func decided() -> LiveRun {
    let run = WatchedHour.run()
    WatchedHour.press("d", on: run)
    return run
  }

  /// What every screen of it has, however low.
  private static let upper = """
    An hour  (in-turn, seed 7)
    08:25:00.000  41%  paused 600x  network: wifi
              08:00      09:00       10:00       11:00      12:00       13:00
     mail      ##..
     news
     idle
     pool     99999
     slots        9

    """

  @Test("shows what was up to now, the last decision and the last events, and nothing to come")
  func whole() {
    #expect(
      text(decided(), rows: 18) == Self.upper
        + """

        08:25:00.000  mail chosen for 3 free slots
                place  waiting  outcome
          mail      1       0s   chosen

        08:25:00.000  -             policy.decision  call=fetches chosen=[mail] candid..
        08:25:00.000  mail          fetch.start      launched=false
        08:25:00.000  mail          app.state        from=suspended to=background reas..
        08:25:00.000  mail          budget.grant     grant=30s
        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """)
  }

  @Test("the lowest screen shows the decision too")
  func lowest() {
    #expect(
      text(decided(), rows: 12) == Self.upper
        + """

        08:25:00.000  mail chosen for 3 free slots
        08:25:00.000  mail          budget.grant     grant=30s
        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """)
  }

  @Test("of the chosen app it shows what became of it and what would have had to differ")
  func passedOver() {
    let run = WatchedHour.run { scenario in
      scenario.device.fetchSlots.concurrent = 1
      scenario.user.append(UserAction(at: .start + .minutes(11), kind: .open(AppID(1))))
      scenario.user.append(UserAction(at: .start + .minutes(12), kind: .close))
      // Both wait from the 26th minute on.
      scenario.power = [
        PowerChange(at: .start + .minutes(20), lowPowerMode: true),
        PowerChange(at: .start + .minutes(31), lowPowerMode: false),
      ]
    }
    WatchedHour.press("↓↓d", on: run)
    #expect(
      text(run, rows: 18) == """
        An hour  (in-turn, seed 7)
        08:31:00.000  51%  paused 600x  network: wifi
                  08:00      09:00       10:00       11:00      12:00       13:00
         mail      ##....
        >news       #....
         idle
         pool     9999999
         slots          9

        08:31:00.000  mail chosen for 1 free slot
          news was given no slot: another was put before it
          - another choice of the policy, which gives no reasons for this one

        08:12:00.000  news          app.state        from=inactive to=background reaso..
        08:12:00.000  news          app.callback     name=didEnterBackground
        08:12:01.000  news          app.state        from=background to=suspended reas..
        08:31:00.000  news          fetch.eligible
        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """)
  }

  @Test("an app that never ran has a lane without a sign, no decision and no events")
  func neverRan() {
    let run = over()
    WatchedHour.press("↑", on: run)
    #expect(
      text(run, rows: 14) == """
        An hour  (in-turn, seed 7)
        09:00:00.000  100%  over 600x  network: wifi
                  08:00      09:00       10:00       11:00      12:00       13:00
         mail      ##.f..f..f.
         news
        >idle
         pool     999999999989
         slots        9  9  9

        No decision about idle so far



        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """)
  }

  @Test("a wider screen has more columns of time, and cuts fewer records")
  func wider() {
    #expect(
      text(over(), columns: 120) == """
        An hour  (in-turn, seed 7)
        09:00:00.000  100%  over 600x  the run is over; q ends
                  08:00    08:30    09:00    09:30    10:00    10:30     11:00    11:30    12:00    12:30    13:00    13:30
         mail        #...f....f...f..
         news
         idle
         pool     9999999999999999899
         slots           9    9   9

        08:55:00.000  mail chosen for 3 free slots
        09:00:00.000  -             budget.refill    added=10s
        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """)
    let widest = lines(over(), columns: 200)
    #expect(widest[3] == " mail          #.......f.......f.......f..")
    #expect(widest[6] == " pool     99999999999999999999999999999899")
    #expect(lines(over(), columns: 20) == lines(over(), columns: 80))
  }

  @Test(
    "has as many lines as the terminal, twelve at least; the keys stand in the last",
    arguments: [
      (1, 12), (12, 12), (13, 13), (40, 40),
    ])
  func rows(asked: Int, shown: Int) {
    let lines = lines(over(), rows: asked)
    #expect(lines.count == shown)
    #expect(
      lines.last
        == "space pause  +- speed  up/down app  a all  n event  d decision  w window  q end")
    #expect(lines.filter { $0.contains("budget.refill    added=10s") }.count == 1)
  }

  @Test("w goes from six hours to a day, the whole run, ten minutes, an hour, and round")
  func windows() {
    let run = over()
    var shown: [[String]] = []
    for _ in 0..<6 {
      shown.append(Array(lines(run)[2...3]))
      WatchedHour.press("w", on: run)
    }
    let hour = [
      "          08:00      08:10       08:20       08:30      08:40       08:50",
      " mail                ##................f................f.................f.....",
    ]
    let six = [
      "          08:00      09:00       10:00       11:00      12:00       13:00",
      " mail      ##.f..f..f.",
    ]
    #expect(
      shown == [
        six,
        ["                     12:00             18:00            day 2 00:00", " mail     #ff"],
        hour,
        [
          "          08:50         08:52         08:54         08:56         08:58",
          " mail     ...................................f..................................",
        ],
        hour, six,
      ])
  }

  @Test("in Unicode lanes and levels are blocks, and the rest is the same")
  func unicode() {
    let run = over()
    let (plain, drawn) = (lines(run), lines(run, isUnicode: true))
    #expect(
      drawn[3...7] == [
        " mail      ██▁▓▁▁▓▁▁▓▁", " news", " idle", " pool     ████████████",
        " slots        █  █  █",
      ])
    #expect(drawn[..<3] == plain[..<3] && drawn[8...] == plain[8...])
  }

  @Test("colours wrap what is plain without them")
  func colours() {
    let run = over()
    let coloured = run.screen(rows: 12, TextStyle(width: 80, isColored: true), isUnicode: false)
    let (bold, faint, green, end) = ("\u{1B}[1m", "\u{1B}[2m", "\u{1B}[32m", "\u{1B}[0m")
    #expect(coloured[0] == "\(bold)An hour  (in-turn, seed 7)\(end)")
    #expect(
      coloured[3].hasPrefix(
        " mail      \(bold)#\(end)\(bold)#\(end)\(faint).\(end)\(green)f\(end)\(faint).\(end)"))
    let bare = coloured.map { line in
      [bold, faint, green, end].reduce(line) { $0.replacing($1, with: "") }
    }
    #expect(bare == run.screen(rows: 12, TextStyle(width: 80), isUnicode: false))
  }

  @Test("shows who is in front, the network and the charger")
  func conditions() {
    let run = WatchedHour.run { scenario in
      scenario.network = [NetworkChange(at: .start + .minutes(5), kind: .cellular)]
      scenario.power = [
        PowerChange(at: .start + .minutes(6), level: 0.5, charging: true),
        PowerChange(at: .start + .minutes(20), charging: false),
      ]
    }
    var told: [String] = []
    for _ in 0..<3 {
      run.pass(1.05)
      told.append(lines(run)[1])
    }
    #expect(
      told == [
        "08:10:30.000  17%  playing 600x  in front: mail, network: cellular, charging",
        "08:21:00.000  35%  playing 600x  network: cellular",
        "08:31:30.000  52%  playing 600x  network: cellular",
      ])
  }

  @Test(
    "of a crowd the apps about the chosen one are shown",
    arguments: [
      ("", 12, " 1, 2, 3"), ("↓", 12, ">1, 2, 3"), ("↓↓↓↓↓↓↓↓↓↓", 12, " 9,>10, 11"),
      ("↑", 12, " 28, 29,>30"), ("↑↑", 12, " 28,>29, 30"),
      ("↓↓↓↓↓↓↓↓↓↓", 20, " 6, 7, 8, 9,>10, 11, 12, 13"),
    ])
  func crowd(keys: String, rows: Int, shown: String) {
    let run = WatchedHour.run((1...30).map { "app \($0)" })
    run.pass(3)
    WatchedHour.press(keys, on: run)
    let lanes = lines(run, rows: rows).filter { $0.dropFirst().hasPrefix("app ") }
    let names = lanes.map { $0.prefix(1) + $0.split(separator: " ")[1].prefix(2) }
    #expect(names.joined(separator: ",") == shown)
  }

  @Test("long names stay apart, wide ones keep the lanes straight, control characters are escaped")
  func names() {
    let run = WatchedHour.run(
      [
        "天気予報と気象情報のお知らせ", "com.example.newspaper.morning",
        "com.example.newspaper.evening", "a\u{1B}[2Jb\n", "Zoë",
      ], title: "Un été\u{7} — 天気")
    WatchedHour.press("↓d", on: run)
    #expect(
      text(run, rows: 18) == #"""
        Un été\x07 — 天気  (in-turn, seed 7)
        08:25:00.000  41%  paused 600x  network: wifi
                            08:00     09:00     10:00     11:00     12:00     13:00
        >天気予報..お知らせ  #...
         com.exam...morning
         com.exam...evening
         a\x1b[2Jb\n
         Zoë
         pool               99999
         slots                  9

        08:25:00.000  天気予報と気象情報のお知らせ chosen for 3 free slots
          天気予報と気象情報のお知らせ was given a slot for a fetch

        08:25:00.000  天気予報と気象情報のお知らせ  fetch.start      launched=false
        08:25:00.000  天気予報と気象情報のお知らせ  app.state        from=suspended to..
        08:25:00.000  天気予報と気象情報のお知らせ  budget.grant     grant=30s
        space pause  +- speed  up/down app  a all  n event  d decision  w window  q end
        """#)
    WatchedHour.press("↓↓↓", on: run)
    #expect(lines(run, rows: 18)[11] == #"No decision about a\x1b[2Jb\n so far"#)
  }

  @Test("a title longer than the screen is cut, and a run without one is still called something")
  func titles() {
    let long = WatchedHour.run(title: String(repeating: "long ", count: 40))
    #expect(lines(long)[0] == String(repeating: "long ", count: 15) + "lon..")
    #expect(lines(WatchedHour.run(title: ""))[0] == "A run  (in-turn, seed 7)")
  }
}
