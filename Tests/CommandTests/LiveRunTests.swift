import Device
import Runs
import Simulation
import Testing
import Workflows

@testable import Reports

/// The sample's hour: `saver` is opened at 08:10 for a minute, `sleeper` at 08:20 for half of one.
@Suite("A run that is watched")
struct LiveRunTests {
  private func hour(until limit: Double? = nil) throws -> LiveRun {
    let place = try Workplace.withScripts()
    let composition = try Composition(
      .init(file: place.folder.appendingPathComponent("hour.lua").path))
    return LiveRun(
      composition.loaded.scenario, policy: "first-come",
      until: limit.map { .start + .seconds($0) }
    ) { composition.device(trace: $0, explaining: $1) }
  }

  private func screen(_ run: LiveRun, rows: Int = 24, columns: Int = 80) -> [String] {
    run.screen(rows: rows, TextStyle(width: columns), isUnicode: false)
  }

  @Test("time passes as fast as it was asked to, and stands while it is paused")
  func playing() throws {
    let run = try hour()
    run.pass(0.5)
    #expect(run.device.now == .start + .seconds(300))
    #expect(run.press(.character("-")))
    run.pass(1)
    #expect(run.device.now == .start + .seconds(600))
    #expect(run.press(.character(" ")))
    run.pass(1)
    #expect(run.device.now == .start + .seconds(600))
    #expect(screen(run)[1].hasPrefix("08:10:00.000  16%  paused 300x  in front: saver"))
  }

  @Test("keys step to the next event of an app, and to the next decision about it")
  func stepping() throws {
    let run = try hour()
    #expect(run.press(.down) && run.press(.down))
    #expect(run.chosen == 1)
    #expect(run.press(.right))
    #expect(run.device.now == .start + .seconds(1_200))
    #expect(!run.isPlaying)
    #expect(run.records(1).first?.app == "sleeper")
    #expect(run.press(.character("d")))
    #expect(run.device.now == .start + .seconds(1_230))
    let lines = screen(run)
    #expect(lines.contains { $0.hasPrefix(">sleeper") })
    #expect(lines.contains { $0.hasPrefix("08:20:30.000  ") && $0.contains("sleeper") })
    #expect(lines.contains { $0.hasPrefix("  sleeper ") })
  }

  @Test("what it shows and leaves is that of the run that nobody watches")
  func same() throws {
    let place = try Workplace.withScripts()
    let composition = try Composition(
      .init(file: place.folder.appendingPathComponent("hour.lua").path))
    let device = composition.device()
    device.run()
    let run = try hour()
    for key in [LiveKey.right, .down, .right, .character("d"), .up, .character("n")] {
      #expect(run.press(key))
    }
    #expect(run.press(.character(" ")))
    for _ in 0..<100 { run.pass(0.1) }
    #expect(run.isOver)
    #expect(run.device.result().findings.map(\.rule) == device.result().findings.map(\.rule))
    #expect(run.device.fingerprint == device.fingerprint)
    #expect(run.timeline.totals(of: 1).exits == 1)
  }

  @Test("at the end it says so, and goes on no further")
  func end() throws {
    let run = try hour(until: 700)
    for _ in 0..<40 where !run.isOver { #expect(run.press(.character("n"))) }
    #expect(run.isOver && run.device.now == .start + .seconds(700))
    #expect(screen(run)[1].contains("over"))
    #expect(run.press(.character("n")))
    #expect(screen(run)[1].hasSuffix("the run is over; q ends"))
    #expect(run.press(.character(" ")) && !run.isPlaying)
    #expect(!run.press(.character("q")) && !run.press(.escape))
  }

  @Test("a key that means nothing is reported, and so is a wish to go back")
  func otherKeys() throws {
    let run = try hour()
    #expect(run.press(.character("x")))
    #expect(screen(run)[1].contains("no key of this view (x)"))
    #expect(run.press(.left))
    #expect(screen(run)[1].contains("time does not go back"))
  }

  @Test(
    "a screen has its rows, and no line is wider than it",
    arguments: [(12, 80), (24, 100), (60, 200)])
  func sizes(rows: Int, columns: Int) throws {
    let run = try hour()
    for _ in 0..<5 {
      run.pass(0.6)
      for isUnicode in [true, false] {
        let lines = run.screen(rows: rows, TextStyle(width: columns), isUnicode: isUnicode)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { displayWidth($0) <= columns }, "\(lines)")
        #expect(lines.last?.hasPrefix("space pause ") == true)
        #expect(isUnicode || lines.allSatisfy { $0.allSatisfy(\.isASCII) })
      }
    }
  }

  @Test("without colours there are no escapes, with them they are there")
  func colours() throws {
    let run = try hour()
    run.pass(2)
    #expect(!screen(run).joined().contains("\u{1B}"))
    let coloured = run.screen(
      rows: 24, TextStyle(width: 80, isColored: true), isUnicode: true)
    #expect(coloured.joined().contains("\u{1B}[1m"))
  }

  @Test("--watch needs a terminal, and goes with nothing that needs a whole run")
  func refusals() throws {
    let place = try Workplace.withScripts()
    let piped = try place.run("run", "hour.lua", "--watch")
    #expect(piped.status == 64)
    #expect(piped.errors.hasPrefix("--watch: input and output have to be a terminal"))
    let both = try place.run("run", "hour.lua", "--watch", "--json")
    #expect(both.errors.hasPrefix("--watch: --json needs a run that nobody stops"))
  }
}
