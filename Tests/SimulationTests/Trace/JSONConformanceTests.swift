import Testing

@testable import Simulation

/// Texts at the edges of RFC 8259, by its sections.
@Suite("JSON at its edges")
struct JSONConformanceTests {
  private func isAccepted(_ bytes: [UInt8]) -> Bool { (try? JSONValue(parsing: bytes)) != nil }

  private func isAccepted(_ text: String) -> Bool { isAccepted(Array(text.utf8)) }

  @Test(
    "white space is four characters, and stands around values and signs only",
    arguments: [
      (" 1 ", true), ("\t1\n", true), ("\r\n1\r\n", true), ("[ 1 , 2 ]", true),
      ("{ \"a\" : 1 }", true), ("\u{B}1", false), ("\u{C}1", false), ("[\u{C}]", false),
      ("\u{A0}1", false), ("\u{2028}1", false), ("\u{FEFF}1", false), ("\u{0}", false),
      ("1\u{0}", false), ("1 2", false), ("- 1", false), ("1 .5", false), ("t rue", false),
      ("", false), (" ", false), ("\n", false),
    ])
  func whiteSpace(text: String, accepted: Bool) {
    #expect(isAccepted(text) == accepted)
  }

  @Test(
    "numbers follow the grammar and no other",
    arguments: [
      ("0", true), ("-0", true), ("-1", true), ("10", true), ("1.0", true), ("-0.5", true),
      ("0.1e1", true), ("1e1", true), ("1E1", true), ("1e+1", true), ("1e-1", true),
      ("0e0", true), ("0E+00", true), ("123456789012345678901234567890", true),
      ("0.00000000000000000000000000000000000000000000000001", true), ("1e-400", true),
      ("00", false), ("-00", false), ("01", false), ("-01", false), ("+1", false), ("++1", false),
      ("-", false), ("--1", false), (".5", false), ("-.5", false), ("5.", false), ("-5.", false),
      ("0.e1", false), ("2.e3", false), ("1.e-1", false), ("1e", false), ("1e+", false),
      ("1e-", false), ("1eE2", false), ("1e1.5", false), ("1.2.3", false), ("1-2", false),
      ("1+2", false), ("0x1", false), ("0b1", false), ("0o7", false), ("1_000", false),
      ("1,000", false), ("1f", false), ("1n", false), ("Infinity", false), ("-Infinity", false),
      ("inf", false), ("nan", false), ("-NaN", false), ("１", false), ("1e1000", false),
    ])
  func numbers(text: String, accepted: Bool) {
    #expect(isAccepted(text) == accepted)
    #expect(isAccepted("[\(text)]") == accepted)
  }

  @Test(
    "whole numbers keep every digit, as far as 64 bits go",
    arguments: [
      ("9223372036854775807", JSONValue.integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      ("-9223372036854775809", .number(-9_223_372_036_854_775_808)), ("1.0", .number(1)),
      ("1e2", .number(100)), ("0.1", .number(0.1)), ("-0.0", .number(0)),
      ("2.2250738585072014e-308", .number(.leastNormalMagnitude)),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
    ])
  func precision(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    "words are lower-case and whole",
    arguments: [
      ("true", true), ("false", true), ("null", true), ("True", false), ("TRUE", false),
      ("NULL", false), ("truee", false), ("tru", false), ("nul", false), ("nil", false),
      ("undefined", false), ("truefalse", false), ("[true false]", false), ("'a'", false),
    ])
  func words(text: String, accepted: Bool) {
    #expect(isAccepted(text) == accepted)
  }

  @Test(
    "brackets and braces match, and signs stand where they belong",
    arguments: [
      ("[]", true), ("{}", true), ("[[],{}]", true), ("[1,2]", true), ("{\"\":0}", true),
      ("{\"a\":{\"b\":[]}}", true), ("[", false), ("]", false), ("{", false), ("}", false),
      ("[}", false), ("{]", false), ("[]]", false), ("[[]", false), ("{}}", false), ("[,]", false),
      ("[,1]", false), ("[1,]", false), ("[1,,2]", false), ("[1;2]", false), ("[1:2]", false),
      ("{,}", false), ("{\"a\"}", false), ("{\"a\":}", false), ("{\"a\":1,}", false),
      ("{\"a\":1,,\"b\":2}", false), ("{\"a\":1 \"b\":2}", false), ("{\"a\"::1}", false),
      ("{\"a\",1}", false), ("{1:1}", false), ("{a:1}", false), ("{'a':1}", false),
      ("{null:1}", false), ("{\"a\":1]", false), ("[\"a\":1]", false), ("[1]x", false),
      ("{}#", false), ("// x\n1", false), ("/* x */1", false), ("[1] // x", false),
    ])
  func structure(text: String, accepted: Bool) {
    #expect(isAccepted(text) == accepted)
  }

  @Test(
    "strings have no bare control characters, and only the escapes that there are",
    arguments: [
      (#""""#, true), (#""\u0000""#, true), (#""\uABCD\uabcd""#, true), (#""\/""#, true),
      ("\"\u{7F}\"", true), ("\"\u{2028}\u{2029}\"", true), ("\"\u{10FFFF}\"", true),
      ("\"\t\"", false), ("\"\n\"", false), ("\"\u{0}\"", false), ("\"\u{1F}\"", false),
      (#""\a""#, false), (#""\x41""#, false), (#""\'""#, false), (#""\0""#, false),
      (#""\u""#, false), (#""\u1""#, false), (#""\u12""#, false), (#""\u123""#, false),
      (#""\u123g""#, false), (#""\U0041""#, false), (#""\""#, false), (#""\\"#, false),
      (#"""#, false), (#""a"#, false), (#"a""#, false), (#""a"b"#, false), (#""\u+041""#, false),
      (#""\ud83c\u""#, false), (#""\ud83c\u12""#, false), (#""\ud83c\""#, false),
    ])
  func strings(text: String, accepted: Bool) {
    #expect(isAccepted(text) == accepted)
  }

  @Test(
    "bytes that are no UTF-8 become the mark of what cannot be read, and do not end the string",
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x41, 0x80, 0x42], "A\u{FFFD}B"), ([0xC3], "\u{FFFD}"),
      ([0xC3, 0xA9], "é"), ([0xF0, 0x9F, 0x8C, 0x99], "🌙"), ([0xE9], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func badUTF8(bytes: [UInt8], text: String) throws {
    let quote = UInt8(ascii: "\"")
    #expect(try JSONValue(parsing: [quote] + bytes + [quote]) == .string(text))
  }

  @Test("nesting is taken to its limit and refused beyond, however long the text")
  func depth() {
    let limit = JSONValue.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(isAccepted(nested(limit)))
    #expect(!isAccepted(nested(limit + 1)))
    #expect(!isAccepted(String(repeating: "[", count: 1_000_000)))
    #expect(!isAccepted(String(repeating: "{\"a\":", count: 1_000_000)))
    #expect(isAccepted("[" + String(repeating: "[],", count: 10_000) + "[]]"))
  }

  @Test("every byte in the place of another is either taken or refused, never a crash")
  func everyByte() {
    let text = Array(#"{"a":[1,-2.5e3,"x\n\u00e9",true,null]}"#.utf8)
    var accepted = 0
    for place in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[place] = byte
        if isAccepted(changed) { accepted += 1 }
      }
    }
    // The text itself at each place, and other letters, digits and blanks; most are wrong.
    #expect(accepted > text.count)
    #expect(accepted < text.count * 64)
  }

  @Test(
    "the column is that of the byte at fault",
    arguments: [
      ("[1, x]", 5), ("{\"a\": tru}", 10), ("[1 2]", 4), ("\"a\u{1}\"", 3), ("  ", 3),
      ("{\"é\":x}", 7), ("[\"\\q\"]", 4),
    ])
  func columns(text: String, column: Int) {
    do {
      _ = try JSONValue(parsing: Array(text.utf8))
      Issue.record("taken")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(!error.problem.isEmpty)
    }
  }
}

@Suite("Writing JSON")
struct JSONTextTests {
  @Test("indents by two spaces a level, and keeps empty lists and objects on one line")
  func layout() {
    let value = JSONValue.object([
      .init("list", .array([.integer(1), .object([.init("a", .null)])])), .init("none", .array([])),
      .init("nothing", .object([])),
    ])
    #expect(
      value.text == """
        {
          "list": [
            1,
            {
              "a": null
            }
          ],
          "none": [],
          "nothing": {}
        }
        """)
  }

  @Test(
    "numbers are the shortest that read back as the same, whole ones without a fraction",
    arguments: [
      (0.1, "0.1"), (1, "1"), (-2, "-2"), (1e15, "1000000000000000"), (1e300, "1e+300"),
      (0.1 + 0.2, "0.30000000000000004"), (1.5, "1.5"), (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"),
      (-.infinity, "null"), (.nan, "null"),
    ])
  func numbers(value: Double, text: String) throws {
    #expect(JSONValue.number(value).text == text)
    guard value.isFinite else { return }
    let read = try JSONValue(parsing: Array(text.utf8))
    switch read {
    case .integer(let whole): #expect(Double(whole) == value)
    case .number(let number): #expect(number == value)
    default: Issue.record("\(read)")
    }
  }

  @Test(
    "strings escape what has to be, and leave the rest as it is",
    arguments: [
      ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1F}", #""\u0000\u001f""#), ("é🌙\u{7F}", "\"é🌙\u{7F}\""), ("", #""""#),
    ])
  func strings(value: String, text: String) throws {
    #expect(JSONValue.string(value).text == text)
    #expect(try JSONValue(parsing: Array(text.utf8)) == .string(value))
  }

  @Test("what is random is read back as it was written", arguments: 1...20)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let value = random.value(depth: 0)
    #expect(try JSONValue(parsing: Array(value.text.utf8)) == value)
  }
}

/// Values of any kind, the same for the same seed (Steele, Lea, Flood: OOPSLA 2014).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: UInt64) -> Int { Int(next() % limit) }

  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\u{1}", "é", "🌙", " ", "\u{2028}"]
    var text = ""
    for _ in 0..<below(6) { text.unicodeScalars.append(scalars[below(9)]) }
    return text
  }

  mutating func value(depth: Int) -> JSONValue {
    switch below(depth < 4 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return .integer(Int(truncatingIfNeeded: next()))
    case 3: return .number(Double(below(1_000_000)) / 7 + 0.5)
    case 4: return .string(text())
    case 5: return .unsigned(next() | 1 << 63)
    case 6: return .array((0..<below(5)).map { _ in value(depth: depth + 1) })
    default:
      return .object((0..<below(5)).map { _ in .init(text(), value(depth: depth + 1)) })
    }
  }
}
