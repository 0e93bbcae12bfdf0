import Testing

@testable import Simulation

@Suite("Reading JSON")
struct JSONParserTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    "takes every kind of value",
    arguments: [
      ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)),
      ("-12", .integer(-12)), ("18446744073709551615", .unsigned(.max)), ("1.5e3", .number(1_500)),
      ("-0.25", .number(-0.25)), ("\"\"", .string("")), ("[]", .array([])), ("{ }", .object([])),
      ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
      (
        #"{"a":1,"b":{"a":null},"a":2}"#,
        .object([
          .init("a", .integer(1)), .init("b", .object([.init("a", .null)])),
          .init("a", .integer(2)),
        ])
      ),
    ])
  func values(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(
    "understands every escape",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9""#, "Aé"),
      (#""\ud83c\udf19""#, "🌙"), (#""\ud83c""#, "\u{FFFD}"), (#""\ud83cx""#, "\u{FFFD}x"),
      (#""\ud83c\u0041""#, "\u{FFFD}A"), (#""\ud83c\ud83c\udf19""#, "\u{FFFD}🌙"),
      (#""\udf19\ud83c""#, "\u{FFFD}\u{FFFD}"), ("\"é🌙\"", "é🌙"),
    ])
  func escapes(text: String, value: String) throws {
    #expect(try parse(text) == .string(value))
  }

  @Test(
    "refuses everything else, with the place",
    arguments: [
      ("", 1), ("nul", 4), ("nulx", 4), ("01", 1), ("1.", 1), (".5", 1), ("+1", 1), ("--1", 1),
      ("1e", 1), ("0x1", 2), ("[1,]", 4), ("[1 2]", 4), ("{\"a\" 1}", 6), ("{a:1}", 2),
      ("{\"a\":1,}", 8),
      ("\"a", 3), ("\"\\x\"", 3), ("\"\\u12g4\"", 6), ("\"\n\"", 2), ("1 1", 3), ("{\"a\":", 6),
      ("[", 2), ("tru", 4), ("NaN", 1), ("1e999", 1),
    ])
  func refusals(text: String, column: Int) {
    #expect(throws: JSONError.self) { try parse(text) }
    do { _ = try parse(text) } catch { #expect(error.column == column, "\(error)") }
  }

  @Test("reads what it writes")
  func roundTrip() throws {
    let value = JSONValue.object([
      .init("text", .string("a \"b\" \\ \n \u{1} é")),
      .init("list", .array([.bool(true), .null, .number(0.1), .integer(.min), .object([])])),
    ])
    #expect(try parse(value.text) == value)
  }

  @Test("every beginning of a text is refused, never a crash")
  func cuts() throws {
    let text = #"{"ns":1,"a":["x\u00e9",-1.5e3,true,null,{"b":"🌙"}]}"#
    let bytes = Array(text.utf8)
    #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
    for length in 0..<bytes.count {
      #expect(throws: JSONError.self) { try JSONValue(parsing: Array(bytes[..<length])) }
    }
  }
}
