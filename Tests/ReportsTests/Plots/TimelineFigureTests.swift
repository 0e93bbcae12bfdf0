import Simulation
import Testing

@testable import Reports

@Suite("The panels of a timeline's figure")
struct TimelineFigureTests {
  /// `at lane` of each mark or `from-to lane` of each stretch, by the name in the key, in its order.
  private func told(_ panel: Plot.Panel) -> [String] {
    panel.series.map { series in
      let rows = series.rows.map { row in
        row.dropLast().map { "\(Int($0))" }.joined(separator: "-")
          + " in \(Int(row[row.count - 1]))"
      }
      return "\(series.name): " + rows.joined(separator: ", ")
    }
  }

  private let marked = [
    #"0 app.state chat "from":"notRunning","to":"active","reason":"user""#,
    #"5 app.state chat "from":"active","to":"background","reason":"user""#,
    #"20 app.state mail "from":"notRunning","to":"background","reason":"fetch""#,
    #"25 finding mail "rule":"hang","file":"x.lua","line":9,"message":"m""#,
    #"30 bgtask.expire mail "identifier":"tidy""#,
    #"40 app.exit mail "reason":"backgroundFetchTimeout","code":"0xbada5e47""#,
    #"40 app.state mail "from":"background","to":"notRunning","reason":"exit""#,
    #"50 user.forceQuit chat"#,
    #"50 app.exit chat "reason":"forceQuit""#,
    #"50 app.state chat "from":"background","to":"notRunning","reason":"exit""#,
    #"60 app.log chat "message":"not drawn""#,
  ]

  @Test("lanes go from the top in the order of the apps, marks lie on stretches, ends on all")
  func marks() throws {
    let panel = try timeline(marked, end: 100).plot("", "One run.").panels[0]
    #expect(
      told(panel) == [
        "background, without time: 5-50 in 1, 20-40 in 2", "in front: 0-5 in 1",
        "force-quit: 50 in 1",
        "time over: 30 in 2", "finding: 25 in 2", "killed: 40 in 2",
      ])
    #expect(panel.y.range == -2.1...0 && panel.height == 52)
    #expect(panel.y.ticks == [.init(at: -0.5, text: "chat"), .init(at: -1.5, text: "mail")])
    // What is shorter than a 1,200th of the 100 seconds is drawn as wide as that.
    #expect(
      panel.series[1].drawing
        == "using 1:(-$3):1:($2-$1<0.08333333333333333?$1+0.08333333333333333:$2):(-$3+0.28):"
        + "(-$3+0.92) with boxxyerror fc rgb '#0b6bb8' fs solid noborder")
    #expect(
      panel.series[5].drawing == "using 1:(-$2+0.6) with points pt 2 ps 1 lw 2.2 lc rgb '#c01f2e'")
  }

  @Test("of a part there are the marks at its edges, and no stretch that only touches it")
  func edges() throws {
    let plot = try timeline(marked, end: 100).plot(
      "", "One run.", from: .start + .seconds(5), to: .start + .seconds(40))
    #expect(
      told(plot.panels[0]) == [
        "background, without time: 5-40 in 1, 20-40 in 2", "time over: 30 in 2", "finding: 25 in 2",
        "killed: 40 in 2",
      ])
    // An end beyond the run's is the run's.
    let late = try timeline(marked, end: 100).plot(
      "", "", from: .start + .seconds(45), to: .start + .seconds(900))
    #expect(late.panels[0].x.range == 45...100)
    #expect(
      told(late.panels[0]) == ["background, without time: 45-50 in 1", "force-quit: 50 in 1"])
  }

  @Test("an app that is asked for has its lane, even if it never ran; the caption names none then")
  func asked() throws {
    let idle = #"0 app.state idle's "to":"notRunning""#
    let timeline = try timeline([idle] + marked, end: 100)
    #expect(try timeline.plot("", "One run.").caption == "One run. Never ran: idle's.")
    let plot = try timeline.plot("", "One run.", apps: ["mail", "idle's"])
    #expect(plot.caption == "One run.")
    // In the order of the run, not in that of the question.
    #expect(plot.panels[0].y.ticks?.map(\.text) == ["idle's", "mail"])
    #expect(told(plot.panels[0]).first == "background, without time: 20-40 in 2")
    #expect(plot.script(.svg).contains("set ytics ('idle''s' -0.5, 'mail' -1.5)"))
    let alone = try timeline.plot("", "One run.", apps: ["idle's"]).panels[0]
    #expect(alone.series.isEmpty && alone.y.range == -1.1...0 && alone.height == 26)
  }

  @Test("the clock is shown in round times, a midnight as its day")
  func clock() throws {
    // From 22:00 on, three days.
    let lines = [#"0 clock - "startsAtNs":79200000000000"#, #"0 app.state chat "to":"active""#]
    let timeline = try timeline(lines, end: 259_200)
    let days = try #require(try timeline.plot("", "").panels[0].x.ticks)
    #expect(
      days.map { "\($0.text) at \(Int($0.at))" } == [
        "day 2 at 7200", "day 2 12:00 at 50400", "day 3 at 93600", "day 3 12:00 at 136800",
        "day 4 at 180000", "day 4 12:00 at 223200",
      ])
    func texts(_ from: Double, _ to: Double) throws -> [String]? {
      try timeline.plot("", "", from: .start + .seconds(from), to: .start + .seconds(to))
        .panels[0].x.ticks?.map(\.text)
    }
    #expect(
      try texts(0, 2_400) == [
        "22:00", "22:05", "22:10", "22:15", "22:20", "22:25", "22:30", "22:35", "22:40",
      ])
    #expect(
      try texts(7_195, 7_203) == [
        "23:59:55", "23:59:56", "23:59:57", "23:59:58", "23:59:59", "day 2", "day 2 00:00:01",
        "day 2 00:00:02", "day 2 00:00:03",
      ])
  }

  @Test("the pool and the slots have panels of their own, from what they are when the part begins")
  func levels() throws {
    let lines = [
      #"0 policy.explanation - "poolNs":100000000000"#,
      #"0 app.state news "from":"notRunning","to":"background","reason":"fetch""#,
      #"10 budget.grant news "grantNs":30000000000"#,
      #"10 fetch.start news "launched":true"#,
      #"40 fetch.complete news "result":"newData""#,
      #"50 budget.refill - "addedNs":5000000000"#,
    ]
    let timeline = try timeline(lines, end: 100)
    let panels = try timeline.plot("", "").panels
    #expect(panels.map(\.y.label) == ["", "pool, s", "slots"])
    #expect(panels.map(\.x.label) == ["", "time of day", "time of day"])
    #expect(
      panels[1].series.map(\.rows)
        == Array(repeating: [[0, 100], [10, 70], [50, 75], [100, 75]], count: 2))
    #expect(panels[1].y.range == 0...108 && panels[1].height == 64)
    #expect(panels[2].series[0].rows == [[0, 0], [10, 1], [40, 0], [100, 0]])
    #expect(panels[2].y.range == 0...1.08)
    let part = try timeline.plot("", "", from: .start + .seconds(20), to: .start + .seconds(50))
      .panels
    #expect(part[1].series[0].rows == [[20, 70], [50, 70]])
    #expect(part[2].series[0].rows == [[20, 1], [40, 0], [50, 0]])
    // No slot is taken after 40 seconds: a panel of nothing is left out.
    let late = try timeline.plot("", "", from: .start + .seconds(60)).panels
    #expect(late.map(\.y.label) == ["", "pool, s"])
  }
}
