import Simulation
import Testing

@testable import Users

@Suite("A damaged recording")
struct UsageTraceDamageTests {
  private func problem(_ text: String, _ format: UsageTrace.Format = .csv) -> String {
    problem(Array(text.utf8), format)
  }

  private func problem(_ bytes: [UInt8], _ format: UsageTrace.Format = .csv) -> String {
    message { _ = try UsageTrace(bytes, name: "t", format: format) } ?? "none"
  }

  @Test("what is wrong is said with the line, the value and a way out")
  func messages() {
    let cases: [(String, UsageTrace.Format, String)] = [
      ("", .csv, "t: the file is empty (0 bytes); give another"),
      ("\n \r\n", .csv, "t: the file is empty (4 bytes); give another"),
      ("time,app,event\n", .csv, "t: no row of usage (only a header); give a recording with rows"),
      (
        "1,A,opened\nx,A,closed\n2,A,opened\n", .csv,
        #"t:2: not a time ("x"); give unix seconds or milliseconds, or YYYY-MM-DD HH:MM:SS"#
      ),
      (
        "2018-03-25 01:59:00+01:00,A,opened\n2018-03-25 03:01:00+02:00,A,closed\n", .csv,
        #"t:1: a time with the offset of a zone ("2018-03-25 01:59:00+01:00"); give what the "#
          + "phone's own clock showed, without an offset"
      ),
      (
        "2018-03-25 01:59:00.5-0130,A,opened\n", .csv,
        #"t:1: a time with the offset of a zone ("2018-03-25 01:59:00.5-0130"); give what the "#
          + "phone's own clock showed, without an offset"
      ),
      ("1,A,open\n", .csv, #"t:1: not an event ("open"); give opened or closed"#),
      (
        "1,A\n", .csv,
        #"t:1: 2 fields where 3 are needed ("1,A"); expected time,app,opened|closed"#
      ),
      (
        "1,A,opened\n2,\"A,closed\n3,A,opened\n", .csv,
        #"t:2: a quote is not closed, or not at a field's end ("2,"A,closed"); repair this line"#
      ),
      (
        "1,A,opened\n2,A\0,closed\n3,A,opened\n", .csv,
        #"t:2: a NUL byte ("2,A\0,closed"); the file is damaged or no text; repair this line"#
      ),
      (
        "1,A,one\n", .androidUsageEvents,
        #"t:1: not an event type ("one"); expected unix time in ms,app,event type"#
      ),
      (
        "1,A,-1\n", .androidUsageEvents,
        #"t:1: not an event type ("-1"); expected unix time in ms,app,event type"#
      ),
      (
        "1,A,opened\n", .lsapp,
        #"t:1: the header lacks a column ("user_id"); give lsapp.tsv with its header line"#
      ),
      (
        "1,A,closed\n", .csv,
        "t: no app is opened (1 rows); check format, user, fromDay and ignore"
      ),
    ]
    for (text, format, expected) in cases {
      #expect(problem(text, format) == expected)
    }
  }

  @Test("compressed files and UTF-16 are recognised")
  func binary() {
    #expect(problem([0x1f, 0x8b, 8, 0], .lsapp).contains("`tar xzf lsapp.tsv.gz`"))
    #expect(problem([0x50, 0x4b, 3, 4, 0]).contains("`unzip`"))
    #expect(problem([0xff, 0xfe, 0x31, 0]).contains("`iconv"))
  }

  @Test("users are LSApp's alone")
  func users() {
    let text = message {
      _ = try UsageTrace(
        Array("1,A,opened\n".utf8), name: "t", format: .csv, options: .init(user: "3"))
    }
    #expect(text == #"t: csv has no users ("3"); leave `user` out"#)
  }

  @Test("a value from the file is shown shortened and on one line")
  func longValue() {
    let text = problem("1\t\(String(repeating: "a", count: 1000)),A,opened\n2,A,opened\n3,A,x\n")
    #expect(text.utf8.count < 150)
    let long = problem("1,A,opened\n2\u{1b}\(String(repeating: "a", count: 1000)),A,opened\n")
    #expect(long.utf8.count < 200 && !long.contains("\u{1b}"))
  }

  @Test(
    "a file cut anywhere after its first rows is read up to the cut",
    arguments: [
      (
        UsageTrace.Format.androidUsageEvents,
        "1571151201000,Chat,1,\n1571151203000,Chat,2,\n",
        "1571151208100,\"Mail, too\",1,\n1571151212000,Android system,16,\n"
      ),
      (.csv, "1,A,opened\n5,A,closed\n", "2024-01-01 10:00:00,B,opened\n77,\"C\",closed\n"),
      (
        .lsapp,
        "user_id\tsession_id\ttimestamp\tapp_name\tevent_type\n"
          + "0\t1\t2018-01-17 07:00:00\tChat\tOpened\n",
        "0\t1\t2018-01-17 07:01:00\tMail\tUser Interaction\n1\t1\t2018-01-17 07:00:30\tMail\tClosed\n"
      ),
    ])
  func cut(format: UsageTrace.Format, sound: String, rest: String) throws {
    let head = Array(sound.utf8)
    let tail = Array(rest.utf8)
    for count in 0...tail.count {
      do throws(UserModelError) {
        let trace = try UsageTrace(head + tail.prefix(count), name: "t", format: format)
        #expect(trace.apps.count >= 1)
      } catch {
        #expect(error.description.contains(": the file ends in the middle of a row ("))
      }
    }
    for rest in [Array(tail.prefix(9)), Array(repeating: 0, count: 9)] {
      let line = sound.count { $0 == "\n" } + 1
      #expect {
        try UsageTrace(head + rest, name: "t", format: format)
      } throws: {
        "\($0)".hasPrefix("t:\(line): the file ends in the middle of a row (")
      }
    }
  }

  @Test(
    "any bytes give plausible actions or an error, never a crash", arguments: 0..<4 as Range<UInt64>
  )
  func anyBytes(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, name: "bytes")
    let header = "user_id\tsession_id\ttimestamp\tapp_name\tevent_type\n"
    let pieces = [
      "1", "0", "2", "16", "99999999999999", "1571151207258", "2018-01-17 07:00:00", "opened",
      "Closed", "User Interaction", "Broken", "A", "B", "\"", "\"\"", ",", ",", ",", "\t", "\t",
      "\n", "\n", "\r\n", "\0", " ", "é", "-", ".", header,
    ].map { Array($0.utf8) }
    var sound = 0
    for round in 0..<3000 {
      var bytes = round % 3 == 0 ? Array(header.utf8) : []
      for _ in 0..<stream.integer(in: 0..<60) {
        if stream.bernoulli(0.02) {
          bytes.append(UInt8(truncatingIfNeeded: stream.next()))
        } else if stream.bernoulli(0.4) {
          bytes += soundRow(&stream, separator: round % 3 == 0 ? "\t" : ",")
        } else if stream.bernoulli(0.1) {
          bytes += pieces[stream.integer(in: 0..<pieces.count)]
        }
      }
      let format = UsageTrace.Format.allCases[(round + 1) % 3]
      guard let trace = try? UsageTrace(bytes, name: "t", format: format) else { continue }
      sound += 1
      let duration = trace.span + .days(1)
      let names = trace.apps.map(\.name)
      let actions = try trace.actions(seed: 1, duration: duration, startsAt: .zero, apps: names)
      expectPlausible(actions, duration: duration)
      #expect(trace.apps.reduce(0) { $0 + $1.opens } == actions.count { $0.kind != .close })
    }
    #expect(sound > 100)
  }

  private func soundRow(_ stream: inout RandomStream, separator: String) -> [UInt8] {
    let time = "\(stream.integer(in: 0..<2000))"
    let app = ["A", "B", "\"C,\"", "Launcher"][stream.integer(in: 0..<4)]
    let isOpening = stream.bernoulli(0.5)
    let fields =
      separator == "\t"
      ? ["\(stream.integer(in: 0..<2))", "1", time, app, isOpening ? "Opened" : "Closed"]
      : [
        time, app, stream.bernoulli(0.5) ? isOpening ? "1" : "2" : isOpening ? "opened" : "closed",
      ]
    return Array((fields.joined(separator: separator) + "\n").utf8)
  }
}
