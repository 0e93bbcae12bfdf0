import Simulation
import Testing

@testable import Users

@Suite("The users of a recording")
struct UsageRecordingTests {
  private let header = "user_id\tsession_id\ttimestamp\tapp_name\tevent_type"

  private func recording(_ rows: [String], _ end: String = "\n") throws -> UsageRecording {
    let text = ([header] + rows).joined(separator: "\n") + end
    return try UsageRecording(Array(text.utf8), name: "t", format: .lsapp)
  }

  private func row(_ user: String, _ second: Int, _ app: String, _ event: String = "Opened")
    -> String
  {
    "\(user)\t1\t2018-01-17 07:00:\(second)\t\(app)\t\(event)"
  }

  @Test("are told apart in order of appearance, whether their rows lie together or not")
  func users() throws {
    let recording = try recording([
      row("7", 10, "A"), row("7", 12, "B"), row("10", 11, "C"), "", row("7", 20, "D"),
      row("1", 30, "E"), row("10", 40, "F"),
    ])
    #expect(recording.users == ["7", "10", "1"])
    func apps(_ user: String?) throws -> [String] {
      try UsageTrace(recording, options: .init(user: user)).apps.map(\.name)
    }
    #expect(try apps(nil) == ["a", "b", "d"])
    #expect(try apps("7") == ["a", "b", "d"])
    #expect(try apps("10") == ["c", "f"])
    #expect(try apps("1") == ["e"])
    let problem = message { _ = try UsageTrace(recording, options: .init(user: "9")) }
    #expect(
      problem == #"t: no row of this user ("9"); it has 3 users, among them "1""#)
  }

  @Test("have the rows that are theirs in the whole file, with its lines")
  func lines() throws {
    let rows = [row("a", 10, "A"), "", row("b", 11, "B"), row("b", 12, "C", "Gone")]
    let recording = try recording(rows)
    #expect(recording.users == ["a", "b"])
    let problem = message { _ = try UsageTrace(recording, options: .init(user: "b")) }
    #expect(
      problem
        == #"t:5: not an event ("Gone"); give Opened, Closed, User Interaction or Broken"#)
    #expect(try UsageTrace(recording).apps.count == 1)
  }

  @Test("are none without rows, and a damaged row is reported whoever's it is")
  func damage() {
    #expect(
      message { _ = try recording([]) }
        == "t: no row of usage (only a header); give a recording with rows")
    #expect(
      message { _ = try recording([row("a", 10, "A"), "b\t1", row("a", 12, "A")]) }
        == "t:3: 2 fields where 5 are needed (\"b\\t1\"); expected user_id, session_id, timestamp, "
        + "app_name, event_type, separated by tabs")
    #expect(
      message { _ = try recording([row("a", 10, "A"), "b\t1\t2018"], "") }?
        .hasPrefix("t:3: the file ends in the middle of a row (") == true)
  }

  @Test("are one without a name in a format that has none", arguments: UsageTrace.Format.allCases)
  func nameless(format: UsageTrace.Format) throws {
    guard format != .lsapp else { return }
    let recording = try UsageRecording(
      Array("1,A,opened\n".utf8), name: "t", format: format)
    #expect(recording.users == [""])
  }
}

@Suite("Recordings by how they begin")
struct UsageFormatTests {
  @Test(
    "tell their format, or nothing",
    arguments: [
      ("user_id\tsession_id\ttimestamp\tapp_name\tevent_type\n0\t1\t...", UsageTrace.Format.lsapp),
      ("1571151200000,Some App,1,\n", .androidUsageEvents),
      ("1571151200,\"a\",Opened\n", .csv), ("time,app,event\n2020-01-01 00:00:00,a,closed\n", .csv),
      ("time,screen_status\n1488346471.195,1\n", .awareScreen),
      ("\"time\",\"screen_status\"\n", .awareScreen), ("a\tb\n1\t2\n", nil), ("", nil),
      ("Dear diary,\n", nil), ("1571151200000,screen on,\n", nil),
    ] as [(String, UsageTrace.Format?)])
  func sniffing(text: String, format: UsageTrace.Format?) {
    #expect(UsageTrace.Format(sniffing: Array(text.utf8)) == format)
  }

  @Test("a screen that goes on and off is an app in front, whatever is locked meanwhile")
  func screen() throws {
    let text = "time,screen_status\n1.5,1\n2,3\n4,0\n4.1,2\n10,1\n10,1\n12,0\n12.2,1\n13,0\n"
    var logs: [UsageLog] = []
    try UsageRecording(Array(text.utf8), name: "s.csv", format: .awareScreen).forEachLog {
      logs.append($0)
    }
    #expect(logs.map(\.apps) == [["screen"]])
    #expect(
      logs.first?.uses == [
        UsageLog.Use(app: 0, start: 1_500, end: 4_000),
        UsageLog.Use(app: 0, start: 10_000, end: 12_000),
        UsageLog.Use(app: 0, start: 12_200, end: 13_000),
      ])
    #expect(throws: UserModelError.self) {
      _ = try UsageTrace(Array("1,1\n2,9\n".utf8), name: "s", format: .awareScreen)
    }
  }

  @Test("users come one after the other, those who opened nothing left out, double rows once")
  func users() throws {
    let head = "user_id\tsession_id\ttimestamp\tapp_name\tevent_type\n"
    let row = { (user: Int, time: String, event: String) in
      "\(user)\t1\t2018-01-16 \(time)\tChrome\t\(event)\n"
    }
    let text =
      head + row(1, "06:01:05", "Opened") + row(1, "06:01:05", "Opened")
      + row(2, "07:00:00", "Closed") + row(3, "08:00:00", "Opened") + row(3, "08:02:00", "Closed")
    var logs: [UsageLog] = []
    try UsageRecording(Array(text.utf8), name: "l", format: .lsapp).forEachLog { logs.append($0) }
    #expect(logs.map(\.name) == ["1", "3"])
    #expect(logs.map(\.uses.count) == [1, 1])
    #expect(logs[1].uses[0].end - logs[1].uses[0].start == 120_000)
  }
}
