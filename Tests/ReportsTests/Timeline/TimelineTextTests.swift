import Device
import Simulation
import Testing

@testable import Reports

@Suite("The timeline in a terminal")
struct TimelineTextTests {
  private let lines = [
    #"0 network - "to":"wifi""#,
    #"0 power - "level":0.7,"charging":true,"lowPowerMode":false"#,
    #"600 user.open chat"#,
    #"600 app.state chat "to":"active","reason":"user""#,
    #"1200 user.close chat"#,
    #"1200 app.state chat "to":"background","reason":"user""#,
    #"1201 app.state chat "to":"suspended","reason":"idle""#,
    #"1800 fetch.start news "launched":true"#,
    #"1800 app.state news "to":"background","reason":"fetch""#,
    #"1801 policy.explanation - "call":"fetches","poolNs":60000000000"#,
    #"1830 budget.refill - "addedNs":540000000000"#,
    #"1830 app.exit news "reason":"backgroundFetchTimeout","code":"0x2182bad4","detail":"never""#,
    #"1830 app.state news "to":"notRunning","reason":"backgroundFetchTimeout""#,
    #"2400 network - "to":"none""#,
    #"2400 app.state idle "to":"notRunning","reason":"normal""#,
  ]

  @Test("draws a lane an app, in ASCII, with what is most telling in each column")
  func ascii() throws {
    let text = try timeline(lines, end: 3_600).text(TextStyle(width: 80), isUnicode: false)
    #expect(
      text.components(separatedBy: "never ran: idle\n")[0] == """
                 00:00      00:10       00:20       00:30       00:40       00:50
        user                #############
        network  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
        charger  +++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++
        chat                #############...............................................
        news                                        fX
        pool                                        119999999999999999999999999999999999
        slots                                       99

        """)
  }

  @Test("says what each sign means, and how long a column is")
  func legend() throws {
    let text = try timeline(lines, end: 3_600).text(TextStyle(width: 80), isUnicode: false)
    for words in ["# in front", "f fetching", "X killed", "! finding", "a column is 50.7s"] {
      #expect(text.replacing("\n", with: " ").contains(words), "\(words)")
    }
  }

  @Test("no line is wider than it may be, at 80 columns and at 200, in either alphabet")
  func widths() throws {
    let names = ["a", String(repeating: "long", count: 20), "日本語のとても長い名前のアプリ", "b\u{1B}[2J"]
    let many = names.enumerated().flatMap { index, name in
      [try? record(#"\#(index) app.state x "to":"active","reason":"user""#)].compactMap { $0 }
        .map { (name, $0) }
    }
    for width in [80, 133, 200] {
      for isUnicode in [false, true] {
        var builder = TimelineBuilder()
        for (name, record) in many { builder.read(try renamed(record, name)) }
        let text = builder.finished(at: .start + .seconds(60))
          .text(TextStyle(width: width), isUnicode: isUnicode)
        for line in text.split(separator: "\n") {
          #expect(displayWidth(String(line)) <= width, "\(line)")
        }
        #expect(!text.contains("\u{1B}"))
      }
    }
  }

  private func renamed(_ record: TraceRecord, _ name: String) throws -> TraceRecord {
    let quoted = JSONValue.string(name).text
    return try TraceRecord(
      parsing: Array(
        #"{"ns":\#(record.instant.nanoseconds),"kind":"app.state","app":\#(quoted),"to":"active"}"#
          .utf8))
  }

  @Test("colours are for terminals that show them, and what they say is there without them")
  func colours() throws {
    let made = try timeline(lines, end: 3_600)
    let plain = made.text(TextStyle(width: 100), isUnicode: true)
    let coloured = made.text(TextStyle(width: 100, isColored: true), isUnicode: true)
    #expect(!plain.contains("\u{1B}") && coloured.contains("\u{1B}[31m✕"))
    let stripped = coloured.replacing(/\u{1B}\[\d+m/, with: "")
    #expect(stripped == plain)
  }

  @Test("beyond so many apps the rest is counted, and those that never ran are named")
  func many() throws {
    let crowd = (0..<25).map { #"\#($0) app.state app-\#($0) "to":"active","reason":"user""# }
    let text = try timeline(crowd, end: 60).text(TextStyle(width: 80), isUnicode: false)
    #expect(text.contains("and 5 other apps; --all shows them\n"))
    let all = try timeline(crowd, end: 60).text(
      TextStyle(width: 80, rows: nil), isUnicode: false)
    #expect(all.contains("app-24") && !all.contains("other apps"))
  }

  @Test("nothing at all is a timeline too")
  func nothing() throws {
    #expect(try timeline([]).text(TextStyle(width: 80), isUnicode: true).hasPrefix(" "))
  }
}
