import Testing

@Suite("gsub and gmatch")
struct SubstitutionTests {
  static let substitutions: [(String, String)] = [
    ("('hello world'):gsub('o', '0')", "hell0 w0rld\t2"),
    ("('hello world'):gsub('o', '0', 1)", "hell0 world\t1"),
    ("('hello world'):gsub('o', '0', 0)", "hello world\t0"),
    ("('hello world'):gsub('o', '0', -1)", "hello world\t0"),
    ("('hello world'):gsub('(o)', '<%1%1%0>')", "hell<ooo> w<ooo>rld\t2"),
    ("('abc'):gsub('%w', '%0%0')", "aabbcc\t3"), ("('abc'):gsub('%w', '%%%0')", "%a%b%c\t3"),
    ("('abc'):gsub('()', '%1')", "1a2b3c4\t4"), ("('abc'):gsub('b*', '-')", "-a-c-\t3"),
    ("('abc'):gsub('$', '!')", "abc!\t1"), ("('abc'):gsub('^', '!')", "!abc\t1"),
    ("(''):gsub('', 'x')", "x\t1"), ("(''):gsub('a*', 'x')", "x\t1"),
    ("('aaa'):gsub('a*', 'x')", "x\t1"),
    ("('aaa'):gsub('^a', 'x')", "xaa\t1"), ("('aaa'):gsub('a$', 'x')", "aax\t1"),
    ("('a,b,,c'):gsub(',', ';')", "a;b;;c\t3"), ("('x'):gsub('x', 5)", "5\t1"),
    ("('x'):gsub('x', 1.5)", "1.5\t1"), ("string.gsub(12, 1, 2)", "22\t1"),
    ("('a b'):gsub('%w', {a = 1, b = false})", "1 b\t2"),
    ("('a b'):gsub('(%w)(.?)', {a = 'x'})", "xb\t2"),
    ("('$a $b'):gsub('%$(%w)', {a = 'x'})", "x $b\t2"),
    (
      "('ab'):gsub('%w', setmetatable({}, {__index = function(_, k) return k:upper() end}))",
      "AB\t2"
    ),
    ("('abc'):gsub('%w', string.upper)", "ABC\t3"), ("('abc'):gsub('b', function() end)", "abc\t1"),
    ("('abc'):gsub('b', function() return false end)", "abc\t1"),
    ("('abc'):gsub('(a)(b)', function(a, b) return b .. a end)", "bac\t1"),
    ("('abc'):gsub('()b', function(at) return at end)", "a2c\t1"),
    ("('a.b'):gsub('%.', '%%')", "a%b\t1"), ("('\\0a\\0'):gsub('%z', '0')", "0a0\t2"),
    ("('abc'):gsub('b', '\\0') == 'a\\0c'", "true"), ("('äöü'):gsub('ö', 'o')", "äoü\t1"),
    ("('abc def'):gsub('%w+', '%0 %0', 1)", "abc abc def\t1"),
  ]

  @Test("gsub replaces", arguments: substitutions)
  func substitution(expression: String, result: String) throws {
    #expect(try Script().lines("note(\(expression))") == [result])
  }

  @Test("a text without a match is given back itself")
  func unchanged() throws {
    let script = try Script()
    try script.lines(
      """
      local s = ("some text"):rep(1000)
      collectgarbage()
      local before = collectgarbage("count")
      local t = s:gsub("#", "x")
      local u = s:gsub("e", function() end)
      note(t == s, u == s, collectgarbage("count") - before < 1)
      """)
    #expect(script.notebook.lines == ["true\ttrue\ttrue"])
  }

  static let walks: [(String, String)] = [
    ("'one two', '%a+'", "one|two"), ("'a=1, b=2', '(%w)=(%w)'", "a,1|b,2"),
    ("'abc', ''", "|||"), ("'abc', '()'", "1|2|3|4"), ("'', ''", ""), ("'abc', 'x'", "none"),
    ("'aaa', 'a-'", "|||"), ("'a,b,,c', '([^,]*)'", "a|b||c"), ("'^a^a', '^a'", "^a|^a"),
    ("'abab', 'ab$'", "ab"), ("'hello', 'l', 4", "l"), ("'hello', '.', -2", "l|o"),
    ("'hello', '.', 9", "none"), ("'hello', '%f[%w]%w+', 2", "none"), ("'abc', '.', -99", "a|b|c"),
  ]

  @Test("gmatch walks through the matches", arguments: walks)
  func walk(arguments: String, result: String) throws {
    let script = try Script()
    try script.lines(
      """
      local found = {}
      for a, b in string.gmatch(\(arguments)) do found[#found + 1] = b and a .. "," .. b or a end
      note(#found > 0 and table.concat(found, "|") or "none")
      """)
    #expect(script.notebook.lines == [result])
  }

  @Test("walks through many patterns at once do not disturb each other")
  func manyWalks() throws {
    let script = try Script()
    try script.lines(
      """
      local walks, text = {}, ("key = value; "):rep(20)
      for i = 1, 200 do walks[i] = text:gmatch("(%w+) = " .. ("v?"):rep(i % 90) .. "(%w+)") end
      local count, last = 0
      for round = 1, 20 do
        for i = 1, 200 do
          local key, value = walks[i]()
          if key == "key" and ("value"):sub(-#value) == value then count = count + 1 end
        end
      end
      note(count, walks[1](), walks[200]())
      """)
    #expect(script.notebook.lines == ["4000\tnil"])
  }

  @Test("what is called within gsub may itself search, raise, and be ended")
  func nested() throws {
    let script = try Script()
    try script.lines(
      """
      note((("a b c"):gsub("%w", function(c)
        return (("x y"):gsub("%w", function(d) return c .. d:gsub("(.)", "%1%1") end))
      end)))
      local others = {}
      for i = 1, 100 do others[i] = ("a?"):rep(i) .. "(b*)" end
      note((("abc"):gsub("(%w)(%w?)", function(a, b)
        for _, p in ipairs(others) do assert(("aab"):find(p)) end
        return b .. a
      end)))
      note(pcall(string.gsub, "abc", "%w", function(c) if c == "b" then error("at b", 0) end end))
      note(("abc"):gsub("%w", function(c) return pcall(error, c) and "?" or c:upper() end))
      note(pcall(string.gsub, "abc", "%w", function() coroutine.yield() end))
      note(coroutine.wrap(function()
        return pcall(string.gsub, "abc", "%w", function() coroutine.yield() end)
      end)())
      note(pcall(string.gsub, "abc", "%w", function() host.sleep() end))
      """)
    #expect(
      script.notebook.lines == [
        "axx ayy bxx byy cxx cyy", "bac", "false\tat b", "ABC\t3",
        "false\ttest.lua:12: attempt to yield from outside a coroutine",
        "false\tattempt to yield across a C-call boundary",
        "false\ttest.lua:16: attempt to await across a C-call boundary",
      ])
  }

  @Test("a callback may resume coroutines that yield")
  func coroutines() throws {
    let script = try Script()
    try script.lines(
      """
      local numbers = coroutine.wrap(function() for i = 1, 9 do coroutine.yield(i) end end)
      note(("a b c"):gsub("%w", function() return numbers() end))
      local t = setmetatable({}, {__index = function(_, k) return k .. numbers() end})
      note(("a b c"):gsub("%w", t))
      """)
    #expect(script.notebook.lines == ["1 2 3\t3", "a4 b5 c6\t3"])
  }
}
