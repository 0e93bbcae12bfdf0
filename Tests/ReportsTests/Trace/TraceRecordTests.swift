import Device
import Simulation
import Testing

@testable import Reports

@Suite("Records of a trace")
struct TraceRecordTests {
  /// Keeps what a trace writes.
  private final class Lines: TraceSink {
    var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
  }

  @Test("what a trace writes is read back whole")
  func roundTrip() throws {
    let lines = Lines()
    let trace = Trace(sink: lines)
    trace.record("kind.of", at: .start + .milliseconds(1_500), app: "news \"1\"") {
      $0.add("text", "two\nlines")
      $0.add("number", 42)
      $0.add("share", 0.5)
      $0.add("none", nil as String?)
      $0.add("list", ["a", "b c"])
      $0.add("map", [("k", "v")])
    }
    trace.finish()
    let record = try TraceRecord(parsing: lines.bytes)
    #expect(record.instant == .start + .milliseconds(1_500))
    #expect(record.kind == "kind.of")
    #expect(record.app == "news \"1\"")
    #expect(record.fields.map(\.key) == ["text", "number", "share", "none", "list", "map"])
    #expect(
      record.text(TextStyle())
        == #"00:00:01.500  news "1"      kind.of          text="two\nlines" number=42 share=0.5 "#
        + #"list=[a,"b c"] map={k=v}"#)
  }

  @Test("only the kind is coloured, and only when asked for")
  func colors() throws {
    let line = Array(#"{"ns":0,"kind":"app.exit","app":"a","code":"0x8badf00d"}"#.utf8)
    let record = try TraceRecord(parsing: line)
    let colored = record.text(TextStyle(isColored: true))
    #expect(colored.contains("\u{1B}[31mapp.exit       \u{1B}[0m"))
    #expect(colored.replacing(/\x1B\[[0-9]+m/, with: "") == record.text(TextStyle()))
  }

  private func record(_ line: String) throws(TraceRecordError) -> TraceRecord {
    try TraceRecord(parsing: Array(line.utf8))
  }

  @Test(
    "what is no record is refused, with what it lacks",
    arguments: [
      ("hello", "not JSON: no JSON value (column 1)"),
      ("", "not JSON: the text ends in the middle"),
      (#"{"ns":1,"kind":"x"} {}"#, "not JSON: something follows the value (column 21)"),
      ("[]", "not a record of a trace: no object"), ("7", "not a record of a trace: no object"),
      (#"{"kind":"x"}"#, #"not a record of a trace: no integer "ns""#),
      (#"{"ns":1.5,"kind":"x"}"#, #"not a record of a trace: no integer "ns""#),
      (#"{"ns":"1","kind":"x"}"#, #"not a record of a trace: no integer "ns""#),
      (#"{"ns":18446744073709551615,"kind":"x"}"#, #"no integer "ns""#),
      (#"{"ns":1}"#, #"not a record of a trace: no text "kind""#),
      (#"{"ns":1,"kind":null}"#, #"not a record of a trace: no text "kind""#),
    ])
  func refusals(line: String, message: String) {
    do {
      _ = try record(line)
      Issue.record("taken")
    } catch { #expect(error.description.contains(message), "\(error)") }
  }

  @Test("the first record of a trace has the time of day, any other none")
  func clocks() throws {
    let clock = try record(#"{"ns":0,"kind":"clock","startsAtNs":28800000000000}"#).clock
    #expect(clock == DayClock(startsAt: .hours(8)))
    #expect(
      try record(#"{"ns":0,"kind":"user.open","startsAtNs":28800000000000}"#).clock == DayClock())
    #expect(try record(#"{"ns":0,"kind":"clock"}"#).clock == DayClock())
    #expect(try record(#"{"ns":0,"kind":"clock","startsAtNs":"8"}"#).clock == DayClock())
    let open = try record(#"{"ns":90000000000000,"kind":"user.open","app":"news"}"#)
    #expect(open.text(TextStyle(), clock).hasPrefix("day 2 09:00:00.000  news "))
    #expect(open.text(TextStyle(), clock).hasSuffix("user.open"))
  }

  @Test(
    "fields are read on one line",
    arguments: [
      (#""a":null"#, ""), (#""a":true"#, "a=true"), (#""a":"word""#, "a=word"),
      (#""a":"""#, #"a="""#), (#""a":"two words""#, #"a="two words""#), (#""a":"é日""#, "a=é日"),
      (#""a":"x=1""#, #"a="x=1""#), (#""a":"[x]""#, #"a="[x]""#), (#""a":"\u007f""#, #"a=\x7f"#),
      (#""a":[]"#, "a=[]"), (#""a":[1,[2,"b c"],null]"#, #"a=[1,[2,"b c"],null]"#),
      (#""a":{}"#, "a={}"), (#""a":{"b":1,"c":{"d":[true]}}"#, "a={b=1, c={d=[true]}}"),
      (#""waitNs":1500000000"#, "wait=1.5s"), (#""waitNs":-1"#, "wait=-1e-09s"),
      (#""waitNs":"long""#, "waitNs=long"), (#""a\nb":1"#, #"a\nb=1"#),
      (#""a":1,"n":null,"b":2"#, "a=1 b=2"),
    ])
  func fields(fields: String, text: String) throws {
    let line = try record(#"{"ns":0,"kind":"x",\#(fields)}"#).text(TextStyle())
    #expect(line.dropFirst("00:00:00.000  -             x                ".count) == text)
  }

  @Test("what an app logs is shown as it is, but cannot steer the terminal")
  func logs() throws {
    let log = { (rest: String) in
      try self.record(#"{"ns":0,"kind":"app.log","app":"a",\#(rest)}"#).text(TextStyle())
    }
    #expect(try log(#""message":"two words = 2""#).hasSuffix("app.log          two words = 2"))
    #expect(try log(#""message":"\u001b[2J\nnext""#).hasSuffix(#"  \x1b[2J\nnext"#))
    #expect(try log(#""message":"two words","level":2"#).hasSuffix(#"message="two words" level=2"#))
    #expect(try log(#""message":7"#).hasSuffix("message=7"))
  }
}
