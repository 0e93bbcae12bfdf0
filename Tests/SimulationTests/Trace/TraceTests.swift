import Foundation
import Simulation
import Testing

@Suite struct TraceTests {
  @Test("a record is one line: ns, kind, app, then the fields in the order they were added")
  func line() {
    let lines = recorded { trace in
      trace.record("task.begin", at: Instant(nanoseconds: 123), app: "news") {
        $0.add("id", 3)
        $0.add("name", "upload")
      }
      trace.record("fetch.start", at: .start) { $0.add("launched", true) }
      trace.record("user.open", at: .distantFuture, app: "")
    }
    #expect(
      lines == """
        {"ns":123,"kind":"task.begin","app":"news","id":3,"name":"upload"}
        {"ns":0,"kind":"fetch.start","launched":true}
        {"ns":9223372036854775807,"kind":"user.open","app":""}

        """)
  }

  @Test("every type of value is written as JSON has it")
  func values() {
    let lines = recorded { trace in
      trace.record("k", at: .start) {
        $0.add("least", Int64.min)
        $0.add("zero", 0)
        $0.add("ten", 10)
        $0.add("yes", true)
        $0.add("no", false)
        $0.add("third", 1.0 / 3)
        $0.add("whole", 2.0)
        $0.add("greatest", Double.greatestFiniteMagnitude)
        $0.add("infinite", -Double.infinity)
        $0.add("nan", Double.nan)
        $0.add("none", String?.none)
        $0.add("some", String?.some("x"))
        $0.add("list", ["a", "b"])
        $0.add("empty", [String]())
        $0.add("object", [("b", "1"), ("a", "2")])
      }
    }
    #expect(
      lines == #"{"ns":0,"kind":"k","least":-9223372036854775808,"zero":0,"ten":10,"yes":true,"#
        + #""no":false,"third":0.3333333333333333,"whole":2.0,"greatest":1.7976931348623157e+308,"#
        + #""infinite":null,"nan":null,"none":null,"some":"x","list":["a","b"],"empty":[],"#
        + #""object":{"b":"1","a":"2"}}"# + "\n")
  }

  @Test("an annotation is in its place among the lines, and not in count and fingerprint")
  func annotation() {
    func run(_ annotates: Bool) -> (lines: String, fingerprint: Fingerprint, count: Int) {
      let sink = Collector()
      let trace = Trace(sink: sink)
      for number in 0..<5_000 {
        trace.record("k", at: Instant(nanoseconds: Int64(number)))
        if annotates, number.isMultiple(of: 2_500) {
          trace.annotate("why", at: Instant(nanoseconds: Int64(number)), app: "a") {
            $0.add("terms", [("x", 0.5), ("y", .infinity)])
          }
        }
      }
      let fingerprint = trace.fingerprint
      let text = String(decoding: sink.batches.joined(), as: UTF8.self)
      return (text, fingerprint, trace.count)
    }
    let plain = run(false)
    let annotated = run(true)
    #expect(annotated.fingerprint == plain.fingerprint)
    #expect(annotated.count == plain.count)
    let why = #","kind":"why","app":"a","terms":{"x":0.5,"y":null}}"# + "\n"
    #expect(annotated.lines.contains("{\"ns\":2500,\"kind\":\"k\"}\n{\"ns\":2500\(why)"))
    #expect(
      annotated.lines.replacing("{\"ns\":0\(why)", with: "")
        .replacing("{\"ns\":2500\(why)", with: "") == plain.lines)
  }

  static let nasty = [
    "", "\"", "\\", "\\\"", "a\"b\\c/d", "\u{0}", "\u{8}\t\n\u{c}\r\u{b}\u{1f}\u{7f}",
    "line\u{2028}separator\u{2029}", "ä€𝄞👩‍👩‍👧‍👦", "e\u{301}", "\u{fffd}\u{ffff}\u{10ffff}",
    "</script>", "fifteen bytes..", "sixteen bytes...", String(repeating: "\u{1}", count: 70_000),
    String(decoding: [0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80] as [UInt8], as: UTF8.self),
  ]

  @Test("what needs an escape is found at each place of texts of each length")
  func places() throws {
    let texts = (0..<20).flatMap { length in
      (0..<max(length, 1)).flatMap { place in
        ["\u{0}", "\u{1f}", "\"", "\\", " ", "!", "#", "[", "]", "\u{7f}", "\u{80}"].map { letter in
          String(repeating: "ä", count: place) + letter + String(repeating: "z", count: length)
        }
      }
    }
    let line = recorded { $0.record("k", at: .start) { $0.add("list", texts) } }
    let parsed = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((parsed["list"] as? [String])?.map(scalars) == texts.map(scalars))
  }

  @Test("any text reads back as it was, as kind, app, value, element and member", arguments: nasty)
  func texts(text: String) throws {
    let line = recorded { trace in
      trace.record(text, at: .start, app: text) {
        $0.add("value", text)
        $0.add("list", [text, text])
        $0.add("object", [("-" + text, text)])
      }
    }
    #expect(line.utf8.filter { $0 < 0x20 } == [0x0a])
    let parsed = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(scalars(parsed["kind"]) == scalars(text))
    #expect(scalars(parsed["app"]) == scalars(text))
    #expect(scalars(parsed["value"]) == scalars(text))
    #expect((parsed["list"] as? [String])?.map(scalars) == [scalars(text), scalars(text)])
    #expect(scalars((parsed["object"] as? [String: String])?["-" + text]) == scalars(text))
  }

  @Test("integers of every length and doubles of any bits read back as they were")
  func numbers() throws {
    var random = RandomStream(seed: 8, name: "numbers")
    for _ in 0..<3000 {
      let integer = Int64(bitPattern: random.next()) >> Int64(random.integer(in: 0..<64))
      let double = Double(bitPattern: random.next())
      let line = recorded { trace in
        trace.record("n", at: Instant(nanoseconds: integer)) { $0.add("double", double) }
      }
      let fields = line.split(separator: ",")
      #expect(fields[0] == "{\"ns\":\(integer)")
      let number = try #require(fields[2].dropLast(2).split(separator: ":").last)
      #expect(Double(number) == (double.isFinite ? double : nil))
    }
  }

  @Test("a long trace reaches the sink in batches of whole lines")
  func batches() {
    let sink = Collector()
    let trace = Trace(sink: sink)
    for number in 0..<20_000 {
      trace.record("app.log", at: Instant(nanoseconds: Int64(number)), app: "news") {
        $0.add("message", String(repeating: "x", count: number % 100))
      }
    }
    #expect(trace.count == 20_000)
    #expect(sink.batches.count > 10)
    trace.finish()
    #expect(sink.batches.allSatisfy { $0.last == 0x0a })
    let bytes = sink.batches.flatMap { $0 }
    #expect(bytes.filter { $0 == 0x0a }.count == 20_000)
  }

  @Test("the fingerprint is the digest of numbers, flags and texts, in the form that is documented")
  func form() {
    let trace = Trace()
    trace.record("app.log", at: Instant(nanoseconds: 258), app: "ä") {
      $0.digest.add(-1.5)
      $0.digest.add(true)
      $0.digest.add("")
    }
    trace.record("lock", at: .start)
    let none: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
    let first: [UInt8] =
      [2, 1, 0, 0, 0, 0, 0, 0, 7] + none + Array("app.log".utf8) + [1, 2] + none
      + Array("ä".utf8) + [0, 0, 0, 0, 0, 0, 0xF8, 0xBF, 1, 0] + none
    let second: [UInt8] = [0] + none + [4] + none + Array("lock".utf8) + [0]
    #expect(trace.fingerprint == Fingerprint(of: first + second))
  }

  @Test("the fingerprint is the same with and without a sink, and whenever it is asked for")
  func fingerprintIsOfTheSequence() {
    let bare = Trace()
    let watched = Trace(sink: Collector())
    for number in 0..<5000 {
      for trace in [bare, watched] {
        trace.record("task.end", at: Instant(nanoseconds: 7), app: "a") { $0.add("id", number) }
      }
      if number % 100 == 0 { _ = watched.fingerprint }
    }
    #expect(bare.fingerprint == watched.fingerprint)
    bare.record("task.end", at: Instant(nanoseconds: 7), app: "a") { $0.add("id", 5000) }
    #expect(bare.fingerprint != watched.fingerprint)
  }

  private func recorded(_ body: (Trace) -> Void) -> String {
    let sink = Collector()
    let trace = Trace(sink: sink)
    body(trace)
    trace.finish()
    return String(decoding: sink.batches.flatMap { $0 }, as: UTF8.self)
  }

  /// Texts by their scalars: Swift holds canonically equal ones for the same, a trace must not.
  private func scalars(_ value: Any?) -> [UInt32]? {
    (value as? String).map { $0.unicodeScalars.map(\.value) }
  }
}

private final class Collector: TraceSink {
  private(set) var batches: [[UInt8]] = []

  func write(_ bytes: [UInt8]) { batches.append(bytes) }
}
