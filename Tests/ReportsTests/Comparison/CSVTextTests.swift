import Testing

@testable import Reports

@Suite("Comma-separated values")
struct CSVTextTests {
  @Test(
    "are in quotes where they must be, and only there",
    arguments: [
      ("", ""), ("plain", "plain"), ("two words", "two words"), ("a,b", #""a,b""#),
      (#"a"b"#, #""a""b""#), (#"""#, #""""""#), (#""""#, #""""""""#), ("a\nb", "\"a\nb\""),
      ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("a;b\t'c'", "a;b\t'c'"), ("é日", "é日"),
      (",\u{301}", "\",\u{301}\""), ("\"\u{301}", "\"\"\"\u{301}\""),
    ])
  func quoting(field: String, text: String) {
    #expect(Array(CSVText.quoted(field).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "have numbers in full, whole ones without a fraction",
    arguments: [
      (nil, ""), (0, "0"), (-0.0, "0"), (1, "1"), (-12, "-12"), (0.1, "0.1"),
      (0.1 + 0.2, "0.30000000000000004"), (1e18, "1000000000000000000"), (1e300, "1e+300"),
      (.leastNonzeroMagnitude, "5e-324"), (.infinity, "inf"),
    ] as [(Double?, String)])
  func numbers(value: Double?, text: String) {
    #expect(CSVText.number(value) == text)
    if let value { #expect(Double(CSVText.number(value)) == value) }
  }

  @Test("are one line a row")
  func rows() {
    var csv = CSVText()
    #expect(csv.text == "")
    csv.add(["a", "b,c", ""])
    csv.add(["1", "", "2"])
    #expect(csv.text == "a,\"b,c\",\n1,,2\n")
  }
}
