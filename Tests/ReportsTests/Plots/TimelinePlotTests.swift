import Simulation
import Testing

@testable import Reports

@Suite("A timeline as a figure")
struct TimelinePlotTests {
  private let lines = [
    #"0 app.state chat "from":"notRunning","to":"active","reason":"user""#,
    #"10 app.state chat "from":"active","to":"background","reason":"user""#,
    #"10 budget.grant chat "grantNs":30000000000"#,
    #"10 task.begin chat "id":1,"name":"save""#,
    #"14 task.end chat "id":1"#,
    #"15 app.state chat "from":"background","to":"suspended","reason":"idle""#,
    #"40 app.state news "from":"notRunning","to":"background","reason":"fetch""#,
    #"40 fetch.start news "launched":true"#,
    #"42 fetch.complete news "result":"newData""#,
    #"70 app.exit news "reason":"backgroundFetchTimeout","code":"0xbada5e47""#,
    #"70 app.state news "from":"background","to":"notRunning","reason":"exit""#,
  ]

  @Test("its stretches add up to the timeline's totals, its tasks and ends are counted the same")
  func totals() throws {
    let timeline = try timeline(lines, end: 100)
    let series = try timeline.plot("A run", "One run.").panels[0].series
    for (number, app) in timeline.apps.indices.enumerated() {
      let totals = timeline.totals(of: app)
      func rows(_ name: String) -> [[Double]] {
        series.filter { $0.name == name }.flatMap(\.rows)
          .filter { $0[$0.count - 1] == Double(number + 1) }
      }
      for activity in Activity.allCases where activity != .notRunning {
        let length = rows(activity.words).reduce(0) { $0 + $1[1] - $1[0] }
        #expect(length == totals[activity].seconds, "\(activity) of \(timeline.apps[app].name)")
      }
      #expect(rows("background task").count == totals.tasksBegun)
      #expect(rows("killed").count == totals.exits)
    }
    #expect(series.map(\.name).contains("fetching"))
  }

  @Test("a part of it begins and ends where it was asked to, at times of the device's clock")
  func part() throws {
    let timeline = try timeline(
      [#"0 clock - "startsAtNs":28800000000000"#] + lines, end: 100)
    let plot = try timeline.plot(
      "A run", "One run.", from: .start + .seconds(12), to: .start + .seconds(60), apps: ["chat"])
    let panel = plot.panels[0]
    #expect(panel.x.range == 12...60)
    #expect(panel.y.ticks?.map(\.text) == ["chat"])
    let suspended = try #require(panel.series.first { $0.name == "suspended" })
    #expect(suspended.rows == [[15, 60, 1]])
    #expect(panel.x.ticks?.first?.text == "08:00:20")
    #expect(plot.script(.svg).contains("'08:00:20' 20"))
  }

  @Test("a caption names twenty apps that never ran, and counts the others")
  func idle() throws {
    func caption(_ count: Int) throws -> String {
      let idle = (1...count).map { #"0 app.state idle-\#($0) "to":"notRunning""# }
      return try timeline(idle + lines, end: 100).plot("A run", "One run.").caption
    }
    let names = (1...20).map { "idle-\($0)" }.joined(separator: ", ")
    #expect(try caption(2) == "One run. Never ran: idle-1, idle-2.")
    #expect(try caption(20) == "One run. Never ran: \(names).")
    #expect(try caption(21) == "One run. Never ran: \(names), idle-21.")
    #expect(try caption(22) == "One run. Never ran: \(names) and 2 others.")
    #expect(try caption(1_120) == "One run. Never ran: \(names) and 1,100 others.")
  }

  @Test("levels are steps up to the end, and one that is not known is not there")
  func levels() throws {
    let plot = try timeline(lines, end: 100).plot("A run", "One run.")
    let slots = try #require(plot.panels.last)
    #expect(plot.panels.count == 2)
    #expect(slots.y.label == "slots")
    #expect(slots.series[0].rows.map { $0[1] } == [0, 1, 0, 0])
    #expect(slots.series[0].rows.last?[0] == 100)
  }

  @Test("labels of ticks do not overlap, of a day or many", arguments: [1, 2, 3, 5, 9, 40])
  func ticks(days: Int) throws {
    var plot = try timeline(lines, end: 86_400 * Double(days)).plot("A run", "One run.")
    for width in [300.0, 760, 1_400] {
      plot.width = width
      let script = plot.script(.svg)
      let axis = try #require(script.split(separator: "\n").last { $0.hasPrefix("set xtics (") })
      let texts = axis.dropFirst("set xtics (".count).dropLast().components(separatedBy: ", ")
      let labels = texts.compactMap { text -> (String, Double)? in
        let parts = text.split(separator: "'")
        guard parts.count == 2, let at = Double(parts[1].dropFirst()) else { return nil }
        return (String(parts[0]), at)
      }
      #expect(labels.count == texts.count && !labels.isEmpty)
      // Names and the key take less than 250 pixels of the width.
      let scale = (width - 250) / (86_400 * Double(days))
      for (one, next) in zip(labels, labels.dropFirst()) {
        let room = Double(one.0.count + next.0.count) / 2 * 6.9
        #expect((next.1 - one.1) * scale > room, "\(days) days, \(width): \(axis)")
      }
    }
  }

  @Test("slots that are held for moments of a long run are as high as their share of the time")
  func momentsInSlots() throws {
    let moments = (0..<48).flatMap { hour -> [String] in
      let at = hour * 3_600
      return [
        #"\#(at + 10) app.state news "from":"notRunning","to":"background","reason":"fetch""#,
        #"\#(at + 10) fetch.start news "launched":true"#,
        #"\#(at + 12) fetch.complete news "result":"newData""#,
        #"\#(at + 12) app.state news "from":"background","to":"notRunning","reason":"exit""#,
      ]
    }
    let plot = try timeline(moments, end: 172_800).plot("A run", "One run.")
    let slots = try #require(plot.panels.last)
    #expect(slots.y.label == "slots, mean")
    let rows = slots.series[0].rows
    let held = zip(rows, rows.dropFirst()).reduce(0) { $0 + $1.0[1] * ($1.1[0] - $1.0[0]) }
    #expect((held - 96).magnitude < 1e-6)
    #expect(rows.allSatisfy { $0[1] < 0.01 })
  }

  @Test("an app that is not there, and a stretch without length, are refused")
  func refusals() throws {
    let timeline = try timeline(lines, end: 100)
    #expect(throws: PlotError("--app: there is no such app (chet); did you mean chat?")) {
      try timeline.plot("", "", apps: ["chet"])
    }
    #expect(throws: PlotError.self) { try timeline.plot("", "", from: .start + .seconds(100)) }
  }

  @Test("an empty timeline has a figure all the same")
  func empty() throws {
    let plot = try timeline(["1 clock - \"startsAtNs\":0"], end: 10).plot("Nothing", "One run.")
    #expect(plot.panels.count == 1 && plot.script(.svg).contains("plot NaN notitle"))
  }
}
