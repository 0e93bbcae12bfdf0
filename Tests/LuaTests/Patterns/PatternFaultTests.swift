import Testing

@Suite("What is wrong with a pattern is said when matching comes to the place")
struct PatternFaultTests {
  /// Calls, and what pcall tells of each.
  static let faults: [(String, String)] = [
    ("find, 'a', '%'", "false\tmalformed pattern (ends with '%')"),
    ("find, 'a', 'a%'", "false\tmalformed pattern (ends with '%')"),
    ("find, 'b', 'a%'", "true\tnil"),
    ("find, 'a', '[a'", "false\tmalformed pattern (missing ']')"),
    ("find, 'a', '[]'", "false\tmalformed pattern (missing ']')"),
    ("find, 'a', '[^]'", "false\tmalformed pattern (missing ']')"),
    ("find, 'a', '[a%]'", "false\tmalformed pattern (missing ']')"),
    ("find, 'a', '[a%'", "false\tmalformed pattern (missing ']')"),
    ("find, 'x', 'a[a'", "true\tnil"),
    ("find, 'x', 'a*[a'", "false\tmalformed pattern (missing ']')"),
    ("find, 'x', 'a-[a'", "false\tmalformed pattern (missing ']')"),
    ("find, 'x', 'a?[a'", "false\tmalformed pattern (missing ']')"),
    ("find, 'x', 'a+[a'", "true\tnil"),
    ("find, '', 'aa['", "true\tnil"),
    ("find, 'aa', 'aa['", "false\tmalformed pattern (missing ']')"),
    ("find, 'a', '%b'", "false\tmalformed pattern (missing arguments to '%b')"),
    ("find, 'a', '%bx'", "false\tmalformed pattern (missing arguments to '%b')"),
    ("find, 'a', '%f'", "false\tmissing '[' after '%f' in pattern"),
    ("find, 'a', '%fa'", "false\tmissing '[' after '%f' in pattern"),
    ("find, 'a', '%f[a'", "false\tmalformed pattern (missing ']')"),
    ("match, 'a', ')'", "false\tinvalid pattern capture"),
    ("find, 'a', ')'", "true\tnil"),
    ("find, 'a', '.)'", "false\tinvalid pattern capture"),
    ("find, 'a', '(a))'", "false\tinvalid pattern capture"),
    ("find, 'a', '(a'", "false\tunfinished capture"),
    ("find, 'b', '(a'", "true\tnil"),
    ("match, 'a', '((a)'", "false\tunfinished capture"),
    ("gsub, 'a', '(a', 'x'", "true\tx\t1"),
    ("gsub, 'a', '(a', '%0'", "true\ta\t1"),
    ("gsub, 'a', '(a', '%1'", "false\tunfinished capture"),
    ("gsub, 'a', '(a', {}", "false\tunfinished capture"),
    ("find, 'a', '%1'", "false\tinvalid capture index %1"),
    ("find, 'a', '%0'", "false\tinvalid capture index %0"),
    ("find, 'a', '(%1)'", "false\tinvalid capture index %1"),
    ("find, 'aa', '(a)%2'", "false\tinvalid capture index %2"),
    ("find, 'a', 'b%2'", "true\tnil"),
    ("find, 'a', ('()'):rep(33)", "false\ttoo many captures"),
    ("find, 'a', ('('):rep(33)", "false\ttoo many captures"),
    ("find, 'a', 'b' .. ('()'):rep(33)", "true\tnil"),
    ("gsub, 'a', 'a', '%2'", "false\tinvalid capture index %2"),
    ("gsub, 'a', '(a)', '%1%2'", "false\tinvalid capture index %2"),
    ("gsub, 'a', 'a', '%x'", "false\tinvalid use of '%' in replacement string"),
    ("gsub, 'a', 'a', 'x%'", "false\tinvalid use of '%' in replacement string"),
    ("gsub, 'b', 'a', 'x%'", "true\tb\t0"),
    ("gsub, 'a', 'a', function() return {} end", "false\tinvalid replacement value (a table)"),
    ("gsub, 'a', 'a', {a = true}", "false\tinvalid replacement value (a boolean)"),
    ("gsub, 'a', 'a', {a = print}", "false\tinvalid replacement value (a function)"),
    (
      "gsub, 'a', 'a'",
      "false\tbad argument #3 to 'string.gsub' (string/function/table expected, got no value)"
    ),
    (
      "gsub, 'a', 'a', true",
      "false\tbad argument #3 to 'string.gsub' (string/function/table expected, got boolean)"
    ),
    (
      "gsub, 'a', 'a', 'x', 'y'",
      "false\tbad argument #4 to 'string.gsub' (number expected, got string)"
    ),
    ("find, {}, 'a'", "false\tbad argument #1 to 'string.find' (string expected, got table)"),
    ("match, 'a'", "false\tbad argument #2 to 'string.match' (string expected, got no value)"),
    (
      "find, 'a', 'a', 1.5",
      "false\tbad argument #3 to 'string.find' (number has no integer representation)"
    ),
    ("gmatch, 'a'", "false\tbad argument #2 to 'string.gmatch' (string expected, got no value)"),
  ]

  @Test("a fault is raised where it is met, in Lua's words", arguments: faults)
  func fault(call: String, result: String) throws {
    #expect(try Script().lines("note(pcall(string.\(call)))") == [result])
  }

  @Test("a fault has the line of the call")
  func line() throws {
    let failure = try Script().failure("local s = 'x'\nreturn s:match('[')")
    #expect(failure.message == "test.lua:2: malformed pattern (missing ']')")
    #expect(failure.line == 2)
  }

  @Test("32 captures are the most, in every function")
  func captures() throws {
    let script = try Script()
    try script.lines(
      """
      local s, p = ("x"):rep(32), ("(x)"):rep(32)
      note(select("#", s:match(p)), select("#", s:find(p)), select("#", s:gmatch(p)()))
      note(s:gsub(p, function(...) return select("#", ...) end))
      note(s:gsub(p, "%9"))
      note(pcall(string.match, s, p .. "(x)"))
      note(select("#", ("x"):match(("()"):rep(32))))
      """)
    #expect(
      script.notebook.lines == [
        "32\t34\t32", "32\t1", "x\t1", "false\ttoo many captures", "32",
      ])
  }
}
