import Simulation
import Testing

@testable import Users

@Suite("A recorded user")
struct UsageTraceTests {
  private typealias Options = UsageTrace.Options

  private func trace(
    _ text: String, _ format: UsageTrace.Format = .csv, _ options: Options = Options()
  ) throws(UserModelError) -> UsageTrace {
    try UsageTrace(Array(text.utf8), name: "t", format: format, options: options)
  }

  /// The actions of a run that starts with the recording and has its apps, most opened first.
  private func actions(of trace: UsageTrace, apps: [String]? = nil) throws -> [String] {
    let duration = trace.span + .seconds(1)
    let actions = try trace.actions(
      seed: 1, duration: duration, startsAt: trace.startsAt, apps: apps ?? trace.apps.map(\.name))
    expectPlausible(actions, duration: duration)
    return shown(actions)
  }

  private func lsapp(_ rows: String...) -> String {
    let header = "user_id\tsession_id\ttimestamp\tapp_name\tevent_type"
    let spread = rows.map { $0.split(separator: "|").joined(separator: "\t") }
    return ([header] + spread).joined(separator: "\n") + "\n"
  }

  // MARK: Formats

  @Test("plain CSV is read with and without header, times as seconds, milliseconds or dates")
  func csv() throws {
    let expected = ["0 open 0", "60 close", "90 open 1", "100 close", "200 open 0", "210 close"]
    let times = [
      [0, 60, 90, 100, 200, 210].map { "\(1000 + $0)" },
      [0, 60, 90, 100, 200, 210].map { "\(1_571_151_207 + $0)" },
      [0, 60, 90, 100, 200, 210].map { "\(1_571_151_207_258 + $0 * 1000)" },
      ["09:58:00", "09:59:00", "09:59:30", "09:59:40", "10:01:20", "10:01:30"].map {
        "2024-05-01 \($0)"
      },
    ]
    let events = ["A,opened", "A,closed", "B,opened", "B,closed", "A,opened", "A,closed"]
    for times in times {
      let rows = zip(times, events).map { "\($0),\($1)" }.joined(separator: "\n")
      #expect(try actions(of: trace(rows)) == expected)
      #expect(try actions(of: trace("time,app,event\n\(rows)\n")) == expected)
    }
  }

  @Test("CR LF, a byte order mark, blank lines, spaces, capitals and quoted fields are understood")
  func dialects() throws {
    let text =
      "\u{feff}1,\"Maps, and \"\"more\"\"\" , Opened\r\n\r\n \n 5 ,\"Maps, and \"\"more\"\"\",CLOSED\r\n"
    let trace = try trace(text)
    #expect(trace.apps == [.init(name: "maps-and-more", label: "Maps, and \"more\"", opens: 1)])
    #expect(try actions(of: trace) == ["0 open 0", "4 close"])
  }

  @Test("Android: an app's own screens are one use, and a dark screen ends it")
  func android() throws {
    let text = """
      1571151200000,Android system,15,
      1571151201000,Chat,1,
      1571151203000,Chat,2,
      1571151203500,Chat,1,
      1571151204000,Mail,10,
      1571151206000,Chat,2,
      1571151206200,Quickstep,1,
      1571151208000,Quickstep,2,
      1571151208100,Mail,1,
      1571151209000,Chat,2,
      1571151212000,Android system,16,
      1571151212500,Mail,99,
      1571151230000,Mail,7,

      """
    let trace = try trace(text, .androidUsageEvents)
    #expect(try actions(of: trace) == ["1 open 0", "6 close", "8.1 open 1", "12 close"])
    #expect(trace.skippedRows == .init(broken: 0, unknownType: 1))
    #expect(trace.rowCount == 13)
    #expect(trace.span == .seconds(30))
    #expect(trace.startsAt == .hours(14) + .minutes(53) + .seconds(20))
  }

  @Test("Android: the launcher between two uses of an app within a second does not part them")
  func launcherBetween() throws {
    let text = "1,A,1,\n5,A,2,\n5.2,Launcher,1,\n5.8,Launcher,2,\n6,A,1,\n9,A,2,\n"
    #expect(try actions(of: trace(text, .androidUsageEvents)) == ["0 open 0", "8 close"])
    let strict = Options(ignore: [])
    #expect(try trace(text, .androidUsageEvents, strict).apps.map(\.name) == ["a", "launcher"])
  }

  @Test("LSApp: consecutive rows of an app are one use, up to five silent minutes")
  func lsappUses() throws {
    let text = lsapp(
      "0|1|2018-01-17 07:00:00|Chat|Opened", "0|1|2018-01-17 07:00:00|Chat|Closed",
      "0|1|2018-01-17 07:00:40|Chat|Opened", "0|1|2018-01-17 07:01:00|Chat|User Interaction",
      "0|1|2018-01-17 07:01:30|Mail|Broken", "0|1|2018-01-17 07:01:40|Mail|User Interaction",
      "0|1|2018-01-17 07:02:00|Mail|Opened", "0|1|2018-01-17 07:12:00|Mail|Closed",
      "0|2|2018-01-17 08:00:00|Mail|Opened", "0|2|2018-01-17 08:00:10|Mail|User Interaction",
      "0|3|2018-01-17 09:00:00|Chat|Opened")
    let trace = try trace(text, .lsapp)
    #expect(
      try actions(of: trace, apps: ["chat", "mail"]) == [
        "0 open 0", "120 open 1", "720 close", "3600 open 1", "3610 close", "7200 open 0",
        "7200 close",
      ])
    #expect(trace.skippedRows.broken == 1)
    #expect(trace.startsAt == .hours(7))
  }

  @Test("LSApp: one user's rows are read, the first's when none is asked for, in any column order")
  func lsappUsers() throws {
    let text = lsapp(
      "12|1|2018-01-17 07:00:00|Chat|Opened", "12|1|2018-01-17 07:00:30|Chat|Closed",
      "7|1|2018-01-17 05:00:00|Mail|Opened", "12|1|2018-01-17 07:01:00|Mail|Opened",
      "7|1|not a time|Mail|Opened")
    #expect(try trace(text, .lsapp).apps.map(\.name) == ["chat", "mail"])
    #expect(
      message { _ = try trace(text, .lsapp, Options(user: "8")) }
        == #"t: no row of this user ("8"); it has 2 users, among them "12""#)
    #expect(
      message { _ = try trace(text, .lsapp, Options(user: "7")) }?.hasPrefix(
        #"t:6: not a time ("not a time"); give "#) == true)
    let other = "event_type\tapp_name\ttimestamp\tuser_id\nOpened\tMail\t2018-01-17 05:00:00\t7\n"
    #expect(try trace(other, .lsapp).apps.map(\.label) == ["Mail"])
  }

  // MARK: Uses

  @Test(
    "uses are made of opened (o), closed (c) and elsewhere (e) by the rule of the format",
    arguments: [
      ("1oA 5cA", ["1 0 5"]),
      ("1oA 5oB 6cA 9cB", ["1 0 5", "5 1 9"]),
      ("1oA 1cA 1oA 9cA", ["1 0 9"]),
      ("1oA 5cA 6oA 9cA", ["1 0 9"]),
      ("1oA 5cA 7oA 9cA", ["1 0 5", "7 0 9"]),
      ("1oA 50oA 90cA", ["1 0 90"]),
      ("1oA 5oB 6oA", ["1 0 5", "5 1 6", "6 0 100"]),
      ("1cA 5cB 7oA", ["7 0 100"]),
      ("1oA 5e 9oA 11e 20e", ["1 0 5", "9 0 11"]),
      ("5e 9cA", []),
    ])
  func merging(rows: String, expected: [String]) {
    var merger = UseMerger(UsageTrace.Format.csv.rule)
    for row in rows.split(separator: " ") {
      let kind = row.drop { $0.isNumber }
      merger.take(
        RecordedEvents.Event(
          milliseconds: Int64(row.prefix { $0.isNumber })! * 1000, app: kind.last == "B" ? 1 : 0,
          kind: kind.first == "o" ? .opened : kind.first == "c" ? .closed : .elsewhere))
    }
    let uses = merger.finish(at: 100_000)
    #expect(uses.map { "\($0.start / 1000) \($0.app) \($0.end / 1000)" } == expected)
  }

  @Test("rows out of order are put in their place, in their order within one moment")
  func outOfOrder() throws {
    let trace = try trace(
      "50,B,opened\n10,A,opened\n50,B,closed\n20,A,closed\n50,C,opened\n60,C,closed\n")
    #expect(
      try actions(of: trace, apps: ["a", "b", "c"]) == [
        "0 open 0", "10 close", "40 open 1", "40 open 2", "50 close",
      ])
    #expect(trace.outOfOrderRows == 2)
  }

  @Test("a day of 23 or 25 hours stays as its clock showed it, double rows and gaps are no uses")
  func clockChanges() throws {
    let spring = try trace(
      """
      2024-03-31 01:50:00,A,opened
      2024-03-31 03:05:00,A,closed
      2024-03-31 03:05:00,A,closed
      2024-04-10 03:10:00,B,opened
      2024-04-10 03:10:00,B,opened
      2024-04-10 03:11:00,B,closed\n
      """)
    let start = 864_000 + 80 * 60
    #expect(
      try actions(of: spring, apps: ["a", "b"]) == [
        "0 open 0", "4500 close", "\(start) open 1", "\(start + 60) close",
      ])
    // The clock is set back from 3 to 2: the rows of the second hour are told among the first.
    let autumn = try trace(
      """
      2024-10-27 02:50:00,A,opened
      2024-10-27 02:55:00,A,closed
      2024-10-27 02:10:00,B,opened
      2024-10-27 02:20:00,B,closed\n
      """)
    #expect(
      try actions(of: autumn, apps: ["a", "b"]) == [
        "0 open 1", "600 close", "2400 open 0", "2700 close",
      ])
    #expect(autumn.outOfOrderRows == 1)
  }

  @Test("apps are listed most opened first, then by name")
  func apps() throws {
    let trace = try trace(
      "1,C,opened\n10,A,opened\n20,B,opened\n30,C,opened\n40,b,opened\n50,d,closed\n")
    #expect(trace.apps.map { "\($0.name) \($0.label) \($0.opens)" } == ["b B 2", "c C 2", "a A 1"])
  }

  @Test(
    "labels become names that scenarios can use",
    arguments: [
      ("WhatsApp", "whatsapp"), ("Google Play Store", "google-play-store"), ("Any.do", "any.do"),
      ("  A & B!  ", "a-b"), ("com.android.smspush", "com.android.smspush"), ("微信", "微信"),
      ("***", "app"), ("", "app"), ("snake_case 2", "snake_case-2"),
    ])
  func names(label: String, name: String) {
    #expect(UsageTrace.appName(label) == name)
    #expect(UsageTrace.appName(name) == name)
  }

  @Test("uses of apps that the scenario has not are left out and counted")
  func otherApps() throws {
    let trace = try trace("1,My App,opened\n5,Other,opened\n9,My App,opened\n12,My App,closed\n")
    #expect(
      try actions(of: trace, apps: ["x", "My App"]) == [
        "0 open 1", "4 close", "8 open 1", "11 close",
      ])
    #expect(try actions(of: trace, apps: []) == [])
    #expect(
      message { _ = try actions(of: trace, apps: ["x"]) } == """
        usage.trace: no app of the scenario is in the recording ("x"); \
        name apps as it does: "my-app", "other"
        """)
  }

  // MARK: Time

  @Test("a run that starts at another time of day waits for the recording's")
  func alignment() throws {
    let trace = try trace("2024-05-01 14:53:00,A,opened\n2024-05-01 15:00:00,A,closed\n")
    let early = try trace.actions(
      seed: 1, duration: .days(1), startsAt: .hours(14), apps: ["a"])
    #expect(shown(early) == ["3180 open 0", "3600 close"])
    let late = try trace.actions(
      seed: 1, duration: .days(1), startsAt: .hours(15), apps: ["a"])
    #expect(shown(late) == ["85980 open 0"])
  }

  @Test("from a later day on, the run begins at that day's midnight")
  func days() throws {
    let text = """
      2024-04-30 23:00:00,A,opened
      2024-05-01 00:10:00,A,closed
      2024-05-01 08:00:00,B,opened
      2024-05-01 08:00:10,B,closed

      """
    let second = try trace(text, .csv, Options(fromDay: 2))
    #expect(second.startsAt == .zero)
    #expect(try actions(of: second) == ["28800 open 0", "28810 close"])
    #expect(
      message { _ = try trace(text, .csv, Options(fromDay: 3)) }
        == "t: fromDay is not a day of it (3); give 1 to 2")
    #expect(message { _ = try trace(text, .csv, Options(fromDay: .max)) } != nil)
    #expect(message { _ = try trace(text, .csv, Options(fromDay: 0)) } != nil)
  }
}
