import Testing

@Suite("Expectations of tests in Lua")
struct MatcherTests {
  @Test(
    "hold, and fail with what was expected and seen",
    arguments: [
      ("toEqual(1.0)", "1", "2", "expected 1.0\nseen     2"),
      (
        "toEqual { a = { 1, 2 } }", "{ a = { 1, 2.0 } }", "{ a = { 1 } }",
        "expected {a = {1, 2}}\nseen     {a = {1}}"
      ),
      ("toEqual(\"a\")", "\"a\"", "\"b\"", "expected \"a\"\nseen     \"b\""),
      ("toBeTrue()", "true", "1", "expected true\nseen     1"),
      ("toBeFalse()", "false", "nil", "expected false\nseen     nil"),
      ("toBeNil()", "nil", "false", "expected nil\nseen     false"),
      ("toBeEmpty()", "{}", "{ 1 }", "expected nothing in it\nseen     {1}"),
      ("toBeEmpty()", "\"\"", "\"a\"", "expected nothing in it\nseen     \"a\""),
      ("toHaveLength(2)", "{ 1, 2 }", "{ 1 }", "expected 2 in it\nseen     1"),
      ("toContain(2)", "{ 1, 2 }", "{ 1 }", "expected 2 in it\nseen     {1}"),
      ("toContain(\"b\")", "\"abc\"", "\"ac\"", "expected \"b\" in it\nseen     \"ac\""),
      ("toBeLessThan(2)", "1", "2", "expected less than 2\nseen     2"),
      ("toBeAtMost(2)", "2", "2.5", "expected at most 2\nseen     2.5"),
      ("toBeGreaterThan(2)", "3", "2", "expected more than 2\nseen     2"),
      ("toBeAtLeast(2)", "2", "\"x\"", "expected a number, at least 2\nseen     \"x\""),
      ("toBeCloseTo(2)", "2", "2.2", "expected 2, or within 1e-09 of it\nseen     2.2"),
      ("toBeCloseTo(2, 0.1)", "2.05", "2.2", "expected 2, or within 0.1 of it\nseen     2.2"),
    ])
  func matchers(matcher: String, good: String, bad: String, message: String) throws {
    #expect(try TestedFile.failures(ofBody: "expect(\(good)):\(matcher)") == [])
    #expect(
      try TestedFile.failures(ofBody: "expect(\(bad)):\(matcher)") == ["t.lua:2: \(message)"])
    #expect(try TestedFile.failures(ofBody: "expect(\(bad)).never:\(matcher)") == [])
    #expect(try TestedFile.failures(ofBody: "expect(\(good)).never:\(matcher)").count == 1)
  }
}
