import Simulation
import Testing

@testable import Device
@testable import Reports

@Suite("Keys of a watched run")
struct LiveRunTests {
  /// The second line of its screen: time, share, speed and what is to be told.
  private func state(_ run: LiveRun) -> String {
    run.screen(rows: 12, TextStyle(width: 120), isUnicode: false)[1]
  }

  private func seconds(_ run: LiveRun) -> Double { run.device.now.seconds }

  @Test("+ and - go through the speeds, and stop at the slowest and the fastest")
  func speeds() {
    let run = WatchedHour.run()
    func shown() -> String { String(state(run).split(separator: " ")[3]) }
    WatchedHour.press("--------------------", on: run)
    var up = [shown()]
    for key in "+=+=+=+=+=+=+=+=" {
      WatchedHour.press("\(key)", on: run)
      up.append(shown())
    }
    let all = [
      "1x", "2x", "5x", "10x", "30x", "60x", "120x", "300x", "600x", "1,800x", "3,600x", "7,200x",
      "21,600x", "86,400x",
    ]
    #expect(up == all + ["86,400x", "86,400x", "86,400x"])
    var down: [String] = []
    for _ in all {
      WatchedHour.press("-", on: run)
      down.append(shown())
    }
    #expect(down == all.dropLast().reversed() + ["1x"])
    #expect(run.isPlaying)
  }

  @Test(
    "in a second of ours as many seconds pass as the speed says",
    arguments: [
      ("--------", 1), ("-----", 10), ("--", 120), ("", 600), ("+", 1_800), ("++++", 21_600),
      ("+++++", 86_400),
    ])
  func passing(keys: String, length: Double) {
    let run = WatchedHour.run(duration: .hours(48))
    WatchedHour.press(keys, on: run)
    run.pass(1)
    #expect(seconds(run) == length)
    run.pass(0.5)
    #expect(seconds(run) == length * 1.5)
    run.pass(0)
    #expect(seconds(run) == length * 1.5)
  }

  @Test("space pauses and plays; a speed chosen meanwhile holds then")
  func pausing() {
    let run = WatchedHour.run()
    run.pass(0.5)
    WatchedHour.press(" ", on: run)
    run.pass(1)
    #expect(state(run) == "08:05:00.000  8%  paused 600x  network: wifi")
    WatchedHour.press("- ", on: run)
    run.pass(1)
    #expect(state(run) == "08:10:00.000  16%  playing 300x  in front: mail, network: wifi")
  }

  @Test("n, enter and the right arrow step to each moment of the app's", arguments: "n⏎→")
  func events(key: Character) {
    let run = WatchedHour.run()
    WatchedHour.press("↓", on: run)
    var told: [String] = []
    for _ in 0..<13 {
      WatchedHour.press("\(key)", on: run)
      let kind = run.records(1).map(\.kind).joined()
      told.append("\(Int(seconds(run))) \(kind)")
    }
    #expect(
      told == [
        "600 app.state", "600 app.callback", "600 app.callback", "660 user.close",
        "660 app.state", "660 app.callback", "661 app.state", "1500 fetch.eligible",
        "1500 budget.grant", "1500 app.callback", "1505 app.state", "2400 fetch.eligible",
        "2400 budget.grant",
      ])
    #expect(!run.isPlaying)
  }

  @Test("with no app chosen n steps to the device's events too")
  func eventsOfAll() {
    let run = WatchedHour.run()
    WatchedHour.press("nnnnnnnnnnnn", on: run)
    #expect(state(run) == "08:30:00.000  50%  paused 600x  network: wifi")
    #expect(run.records(1).map(\.kind) == ["budget.refill"])
  }

  @Test("d steps to each decision, and to the end after the last")
  func decisions() {
    let run = WatchedHour.run()
    var moments: [Double] = []
    for _ in 0..<4 {
      WatchedHour.press("d", on: run)
      moments.append(seconds(run))
    }
    #expect(moments == [1_500, 2_400, 3_300, 3_600])
    #expect(
      state(run) == "09:00:00.000  100%  over 600x  no other decision: the run is over")
    WatchedHour.press("d", on: run)
    #expect(state(run) == "09:00:00.000  100%  over 600x  the run is over; q ends")
  }

  @Test(
    "of an app that never ran there is neither event nor decision",
    arguments: [("n", "event of it"), ("d", "decision about it")])
  func neverRan(key: String, what: String) {
    let run = WatchedHour.run()
    WatchedHour.press("↑\(key)", on: run)
    #expect(state(run) == "09:00:00.000  100%  over 600x  no other \(what): the run is over")
    #expect(run.records(9).map(\.kind) == [])
    WatchedHour.press("a", on: run)
    #expect(run.records(2).map(\.kind) == ["app.state", "budget.refill"])
  }

  @Test(
    "arrows choose an app, and none between the last and the first",
    arguments: [
      ("↓", "mail"), ("↓↓", "news"), ("↓↓↓", "idle"), ("↓↓↓↓", nil), ("↓↓↓↓↓", "mail"),
      ("↑", "idle"), ("↑↑", "news"), ("↑↑↑↑", nil), ("↑↑↑↑↑", "idle"), ("↓↑", nil), ("↓↓a", nil),
      ("↓↓a↓", "mail"), ("↑nd+- w", "idle"),
    ] as [(String, String?)])
  func choosing(keys: String, name: String?) {
    let run = WatchedHour.run()
    #expect(WatchedHour.press(keys, on: run))
    let lines = run.screen(rows: 12, TextStyle(width: 80), isUnicode: false)
    let chosen = lines.filter { $0.hasPrefix(">") }
    #expect(chosen.map { String($0.dropFirst().prefix(4)) } == (name.map { [$0] } ?? []))
  }

  @Test("without apps there is none to choose, and the device's events remain")
  func noApps() {
    let run = WatchedHour.run([])
    WatchedHour.press("↓↑n", on: run)
    #expect(state(run) == "08:30:00.000  50%  paused 600x  network: wifi")
    WatchedHour.press("↑d", on: run)
    #expect(state(run) == "09:00:00.000  100%  over 600x  no other decision: the run is over")
  }

  @Test("what cannot be done is reported until the next key, and changes nothing")
  func notes() {
    let run = WatchedHour.run()
    run.pass(0.1)
    let told =
      [("←", "time does not go back; start again to see what was")].map { $0 }
      + "xQ?".map { ("\($0)", "no key of this view (\($0)); they are listed below") }
    for (key, note) in told {
      #expect(WatchedHour.press(key, on: run))
      #expect(state(run) == "08:01:00.000  1%  playing 600x  \(note)")
    }
    WatchedHour.press("w", on: run)
    #expect(state(run) == "08:01:00.000  1%  playing 600x  network: wifi")
  }

  @Test("q and ESC end it at any time, and no other key does")
  func ending() {
    let run = WatchedHour.run()
    #expect(WatchedHour.press("wa↑↓+-=  x←", on: run))
    for key in "q␛" { #expect(!WatchedHour.press("\(key)", on: run)) }
    run.pass(10)
    #expect(run.isOver)
    for key in "q␛" { #expect(!WatchedHour.press("\(key)", on: run)) }
    #expect(WatchedHour.press("wa↑↓+-= nd→⏎x←", on: run))
  }

  @Test("at its limit it is over, before the scenario's end or, given a later one, at that")
  func limits() {
    let run = WatchedHour.run(until: 700)
    run.pass(1)
    #expect(state(run) == "08:10:00.000  85%  playing 600x  in front: mail, network: wifi")
    run.pass(1)
    #expect(state(run) == "08:11:40.000  100%  over 600x  the run is over; q ends")
    for key in [" ", "n", "d"] {
      WatchedHour.press("w", on: run)
      #expect(state(run) == "08:11:40.000  100%  over 600x  network: wifi")
      WatchedHour.press(key, on: run)
      run.pass(1)
      #expect(state(run) == "08:11:40.000  100%  over 600x  the run is over; q ends")
      #expect(!run.isPlaying)
    }
    let longer = WatchedHour.run(until: 9_999)
    #expect(longer.end == .start + .hours(1))
    longer.pass(100)
    #expect(longer.isOver && seconds(longer) == 3_600)
  }

  @Test("a run of no length is over at once")
  func noLength() {
    let run = WatchedHour.run([], duration: .zero)
    #expect(run.isOver)
    #expect(state(run) == "08:00:00.000  100%  over 600x  network: wifi")
    WatchedHour.press("n", on: run)
    #expect(state(run) == "08:00:00.000  100%  over 600x  the run is over; q ends")
  }
}
