import Device
import Foundation
import Simulation
import Testing

@testable import Reports

/// How the timeline in a terminal is set: whole texts, and what must hold of any.
@Suite("Layout of the timeline in a terminal")
struct TimelineLayoutTests {
  /// Something of everything in an hour that begins at half past seven.
  private let lines = [
    #"0 clock - "startsAtNs":27000000000000"#,
    #"0 power - "level":0.7,"charging":true,"lowPowerMode":false"#,
    #"0 network - "to":"wifi""#,
    #"0 app.state never "to":"notRunning","reason":"normal""#,
    #"300 user.open chat"#, #"300 app.state chat "to":"active","reason":"user""#,
    #"900 user.close chat"#, #"900 budget.grant chat "grantNs":300000000000"#,
    #"900 policy.explanation - "call":"fetches","poolNs":300000000000"#,
    #"900 app.state chat "to":"background","reason":"user""#,
    #"1200 finding chat "rule":"hang","file":"x.lua","line":1,"message":"m""#,
    #"1500 app.state chat "to":"suspended","reason":"idle""#,
    #"1800 network - "to":"cellular""#,
    #"1800 fetch.start news "launched":true"#,
    #"1800 app.state news "to":"background","reason":"fetch""#,
    #"1800 work.start mail "work":"refresh","launched":true"#,
    #"1800 app.state mail "to":"background","reason":"refresh""#,
    #"2100 work.end mail "work":"refresh","ending":"completed""#,
    #"2100 app.state mail "to":"suspended","reason":"idle""#,
    #"2100 budget.refill - "addedNs":300000000000"#,
    #"2400 fetch.timeout news"#,
    #"2400 power - "level":0.8,"charging":false,"lowPowerMode":false"#,
    #"2700 app.exit news "reason":"backgroundFetchTimeout","code":"0x2182bad4","detail":"never""#,
    #"2700 app.state news "to":"notRunning","reason":"backgroundFetchTimeout""#,
    #"3000 network - "to":"none""#,
    #"3000 user.forceQuit chat"#,
    #"3000 app.state chat "to":"notRunning","reason":"forceQuit""#,
  ]

  private func text(_ width: Int, isUnicode: Bool) throws -> String {
    try timeline(lines, end: 3_600).text(TextStyle(width: width), isUnicode: isUnicode)
  }

  @Test("at 80 columns in Unicode")
  func narrow() throws {
    let drawn = """
               07:30      07:40       07:50       08:00       08:10       08:20
      user          █████████████
      network  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwcccccccccccccccccccccccc
      charger  +++++++++++++++++++++++++++++++++++++++++++++++
      chat          █████████████▆▆▆▆▆◆▃▃▃▃▃▃▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁⊗
      news                                        ▓▓▓▓▓▓▓▓▓▓▓▓▽▓▓▓▓▓✕
      mail                                        ▒▒▒▒▒▒▒▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
      pool                      ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█████████████████████████████
      slots                                       ███████▄▄▄▄▄▄▄▄▄▄▄▄
      never ran: never
      █ in front  ▓ fetching  ▒ other work  ▆ background, with time
      ▃ background, without time  ▁ suspended  ✕ killed  ◆ finding  ▽ time over
      ⊗ force-quit  w wifi  c cellular  + charging  a column is 50.7s

      """
    #expect(try text(80, isUnicode: true) == drawn)
  }

  @Test("at 120 columns in ASCII")
  func wide() throws {
    let drawn = """
               07:30    07:35    07:40    07:45     07:50    07:55    08:00    08:05     08:10    08:15    08:20    08:25
      user              ###################
      network  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwccccccccccccccccccccccccccccccccccccc
      charger  ++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
      chat              ###################=========!---------.............................................Q
      news                                                            fffffffffffffffffffvffffffffX
      mail                                                            oooooooooo..............................................
      pool                                555555555555555555555555555555555555559999999999999999999999999999999999999999999999
      slots                                                           99999999995555555555555555555
      never ran: never
      # in front  f fetching  o other work  = background, with time  - background, without time  . suspended  X killed
      ! finding  v time over  Q force-quit  w wifi  c cellular  + charging  a column is 32.4s

      """
    #expect(try text(120, isUnicode: false) == drawn)
  }

  @Test("at 200 columns in Unicode")
  func widest() throws {
    let drawn = """
               07:30          07:35           07:40           07:45           07:50           07:55           08:00           08:05           08:10           08:15           08:20           08:25
      user                    █████████████████████████████████
      network  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
      charger  +++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
      chat                    █████████████████████████████████▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆◆▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁⊗
      news                                                                                                    ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▽▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓✕
      mail                                                                                                    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
      pool                                                    ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄███████████████████████████████████████████████████████████████████████████████
      slots                                                                                                   █████████████████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
      never ran: never
      █ in front  ▓ fetching  ▒ other work  ▆ background, with time  ▃ background, without time  ▁ suspended  ✕ killed  ◆ finding  ▽ time over  ⊗ force-quit  w wifi  c cellular  + charging
      a column is 18.8s

      """
    #expect(try text(200, isUnicode: true) == drawn)
  }

  @Test(
    "the axis has round times of the clock, as many as there is room for",
    arguments: [
      (10.0, 0.0, "         00:00         00:00:02      00:00:04      00:00:06      00:00:08"),
      (7, 45, "         00:00:45  00:00:46  00:00:47  00:00:48  00:00:49  00:00:50  00:00:51"),
      (3_600, 0, "         00:00      00:10       00:20       00:30       00:40       00:50"),
      (86_400, 27_000, "                      12:00             18:00            day 2 00:00"),
      (259_200, 3_600, "                   12:00       day 2 00:00             day 3 00:00"),
      (
        31_536_000, 0,
        "         00:00            day 91 00:00      day 181 00:00    day 271 00:00"
      ),
    ])
  func axis(end: Double, startsAt: Double, expected: String) throws {
    let clock = #"0 clock - "startsAtNs":\#(Int(startsAt * 1e9))"#
    let text = try timeline([clock], end: end).text(TextStyle(width: 80), isUnicode: false)
    let axis = String(text.prefix { $0 != "\n" })
    #expect(axis == expected)
  }

  @Test("of three hundred apps, twenty are shown, or all with names that stay apart")
  func crowd() throws {
    let crowd = (0..<300).map {
      #"\#($0) app.state a-very-long-name-of-an-app-\#($0)-with-an-end "to":"active""#
    }
    let made = try timeline(crowd, end: 600)
    let short = made.text(TextStyle(width: 80), isUnicode: false).split(separator: "\n")
    #expect(short[24] == "and 280 other apps; --all shows them")
    let all = made.text(TextStyle(width: 80, rows: nil), isUnicode: false).split(separator: "\n")
    let lanes = all[4..<304].map(String.init)
    #expect(Set(lanes.map { $0.prefix(19) }).count == 300)
    #expect(lanes.allSatisfy { $0.count == 80 && $0.hasSuffix("#") })
    // Two seconds a column: each begins to run a column later than the one ten before it.
    #expect(lanes.indices.allSatisfy { lanes[$0].count { $0 == "#" } == 61 - $0 * 61 / 600 })
  }

  @Test("apps that never ran are named, twenty of them, and the others counted")
  func idle() throws {
    let idle = (0..<1_030).map { #"0 app.state idle-\#($0) "to":"notRunning""# }
    let text = try timeline(idle + ["1 user.open used"], end: 5)
      .text(TextStyle(width: 80), isUnicode: false)
    let lines = text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("never ran: ") })
    let end = try #require(lines.firstIndex { $0.hasPrefix("# in front") })
    #expect(
      lines[start..<end].joined(separator: " ")
        == "never ran: " + (0..<20).map { "idle-\($0)" }.joined(separator: ", ")
        + " and 1,010 others")
    #expect(lines.contains("used"))
  }

  @Test(
    "times of others that are out of order, before the start or beyond all bounds do no harm",
    arguments: [
      [
        #"{"ns":9000000000000000000,"kind":"user.open","app":"a"}"#,
        #"{"ns":5,"kind":"user.close","app":"a"}"#,
      ],
      [
        #"{"ns":-7,"kind":"app.state","app":"a","to":"active"}"#,
        #"{"ns":9,"kind":"app.exit","app":"a","reason":"watchdog"}"#,
      ],
      [
        #"{"ns":-9223372036854775808,"kind":"user.open","app":"a"}"#,
        #"{"ns":9223372036854775807,"kind":"user.close","app":"a"}"#,
      ],
      [
        #"{"ns":0,"kind":"budget.grant","app":"a","grantNs":3155760000000000000}"#,
        #"{"ns":1,"kind":"budget.grant","app":"a","grantNs":3155760000000000000}"#,
        #"{"ns":2,"kind":"budget.grant","app":"a","grantNs":3155760000000000000}"#,
        #"{"ns":3,"kind":"budget.grant","app":"a","grantNs":3155760000000000000}"#,
      ],
    ])
  func odd(lines: [String]) throws {
    var builder = TimelineBuilder()
    for line in lines { builder.read(try record(json: line)) }
    let text = builder.finished().text(TextStyle(width: 80), isUnicode: true)
    let drawn = text.split(separator: "\n").map(String.init)
    #expect(drawn.allSatisfy { displayWidth($0) <= 80 })
    #expect(drawn.contains { $0 == "a" || $0.hasPrefix("a  ") || $0 == "never ran: a" })
  }
}
