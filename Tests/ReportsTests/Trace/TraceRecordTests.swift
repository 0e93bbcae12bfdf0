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
}
