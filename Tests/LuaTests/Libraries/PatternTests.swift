import Testing

@Suite("Patterns are Lua's own, and charged")
struct PatternTests {
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

  /// Calls, and what they give: match is made of find, whose places it must not show.
  static let searches: [(String, String)] = [
    ("('hello'):find('l', 4)", "4\t4"), ("('hello'):find('l', -2)", "4\t4"),
    ("('hello'):find('', 6)", "6\t5"), ("('hello'):find('', 7)", "nil"),
    ("('hello'):find('l', math.mininteger)", "3\t3"),
    ("('hello'):find('l', math.maxinteger)", "nil"), ("('a+b'):find('+', 1, true)", "2\t2"),
    ("('hello'):find('(l)(l)')", "3\t4\tl\tl"), ("('hello'):match('l+')", "ll"),
    ("('hello'):match('')", ""), ("('hello'):match('', 7)", "nil"),
    ("('hello'):match('(l)(l)()')", "l\tl\t5"), ("('hello'):match('()')", "1"),
    ("('hello'):match('^l', 3)", "l"), ("('hello'):match('o$', -1)", "o"),
    ("('a.b'):match('.', 2, true)", "."), ("('a.b'):match('%.', 1, true)", "."),
    ("('hello'):match('xyz')", "nil"), ("string.match(-5, '%d')", "5"),
    ("string.match(12345, 34)", "34"), ("('\\0b\\0'):match('\\0b') == '\\0b'", "true"),
    ("pcall(string.match, 'a)', 'a)')", "false\tinvalid pattern capture"),
    ("('xyz'):match('a)')", "nil"),
    ("('<b>x</b>'):gsub('<(/?)b>', '[%1]')", "[]x[/]\t2"),
    ("('abc'):gsub('%w', { a = 1, b = false })", "1bc\t3"),
    ("('abc'):gsub('', '-')", "-a-b-c-\t4"), ("('abc'):gsub('%w', '%%', 2)", "%%c\t2"),
  ]

  @Test("find, match and gsub give what Lua's own give", arguments: searches)
  func search(expression: String, result: String) throws {
    #expect(try Script().lines("note(\(expression))") == [result])
  }

  /// What is cheap however long the string is, and what is not, in instructions a call at most and
  /// at least.
  static let costs: [(String, ClosedRange<Int>)] = [
    ("s:find('#', 1, true)", 15_000...40_000), ("s:find('#')", 15_000...40_000),
    ("s:match('^#')", 0...1_000), ("s:match('^a')", 0...1_000),
    ("s:find('a', 500000)", 0...1_000), ("s:match('a', -1)", 0...1_000),
    ("s:find('[b-z]')", 100_000...250_000), ("s:match('(a*)$')", 200_000...350_000),
    ("s:gsub('#', 'x')", 100_000...250_000), ("s:gmatch('#')()", 100_000...250_000),
    ("s:gsub('^#', 'x')", 15_000...40_000),
  ]

  @Test("a search is charged as far as it goes, on a megabyte", arguments: costs)
  func cost(expression: String, instructions: ClosedRange<Int>) throws {
    let script = try Script(memoryBytes: 64 << 20)
    #expect(try script.run("s = ('a'):rep(1e6)").isFinished)
    _ = script.state.takeInstructions()
    let rounds = 10
    #expect(try script.run("for i = 1, \(rounds) do local x = \(expression) end").isFinished)
    #expect(instructions.contains(script.state.takeInstructions() / rounds))
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
