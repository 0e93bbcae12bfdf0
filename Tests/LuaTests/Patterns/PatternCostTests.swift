import Lua
import Testing

@Suite("What patterns cost")
struct PatternCostTests {
  /// Each would take ages in one call, or in calls that are cheap to write.
  static let hostile: [(String, String)] = [
    ("", "s:find(('.-'):rep(50) .. '#')"), ("", "s:find(('a*'):rep(60) .. '#')"),
    ("", "s:find(('a?'):rep(5000) .. ('a'):rep(5000) .. '#')"),
    ("", "s:find(('(.-)'):rep(30) .. '#')"), ("", "s:gsub('(a*)*#', '')"),
    ("", "s:find('(a-)(a-)(a-)(a-)%1%2%3%4#')"), ("", "s:find('.*.*.*.*.*#')"),
    ("", "s:match('^(.-).-.-.-.-%f[#]#')"), ("", "for w in s:gmatch('.-.-.-.-#') do end"),
    ("", "s:find(('[^b]-'):rep(20) .. '%#')"), ("", "s:rep(9):find('%ba#')"),
    ("", "while true do s:find('#') end"), ("", "while true do s:gsub('a', 'bb') end"),
    ("", "while true do s:gsub('', '') end"),
    ("", "while true do pcall(s.gsub, s, '.', error) end"),
    ("", "while true do for i = 1, 99 do ('x'):find('[a-' .. i .. ']') end end"),
    ("", "while true do pcall(s.match, s, ('%1'):rep(100)) end"),
    ("p = '[' .. ('x'):rep(1e6) .. ']'", "while true do ('a'):find(p) end"),
    ("p = ('()'):rep(32)", "while true do pcall(s.match, s, p) end"),
    ("p = ('a'):rep(1e5)", "while true do p:find(p .. 'b', 1, true) end"),
    ("p = ('ab'):rep(5e4) .. 'a'", "while true do p:rep(3):find(p .. 'c') end"),
    ("p = ('x'):rep(1e5)", "while true do ('ab'):gsub('%w', p) end"),
  ]

  @Test("a search without end meets the instruction limit soon", arguments: hostile)
  func limit(before: String, source: String) throws {
    let script = try Script(memoryBytes: 64 << 20, limit: 5_000_000)
    #expect(try script.run("s = ('a'):rep(5000) " + before).isFinished)
    _ = script.state.takeInstructions()
    let clock = ContinuousClock()
    let started = clock.now
    let failure = try script.failure(
      source.hasPrefix("while") ? source : "while true do pcall(function() \(source) end) end")
    #expect(failure.kind == .instructions)
    #expect(script.state.takeInstructions() < 7_000_000)
    #expect(clock.now - started < .seconds(30))
  }

  /// What is cheap however long the text is, in instructions a call at most.
  static let cheap: [(String, Int)] = [
    ("s:find('#')", 40_000), ("s:find('#', 1, true)", 40_000), ("s:find('b+#')", 40_000),
    ("s:match('^#')", 1_000), ("s:match('^a')", 1_000), ("s:find('a', 500000)", 1_000),
    ("s:match('()$')", 130_000), ("s:find('[b-z]')", 130_000), ("s:match('^.-#')", 40_000),
    ("s:match('^(.-)%s*$')", 250_000), ("s:sub(500000, 500010)", 1_000), ("s:byte(500000)", 1_000),
    ("s:len()", 1_000), ("s:gsub('#', 'x')", 40_000), ("(s:match('a*'))", 250_000),
    ("utf8.codepoint(s, 500000)", 1_000), ("utf8.offset(s, 10)", 1_000),
  ]

  @Test("what takes little time costs little, on a megabyte too", arguments: cheap)
  func little(expression: String, most: Int) throws {
    let script = try Script(memoryBytes: 64 << 20)
    #expect(try script.run("s = ('a'):rep(1e6)").isFinished)
    #expect(try script.run("local x = \(expression)").isFinished)
    _ = script.state.takeInstructions()
    let rounds = 10
    #expect(try script.run("for i = 1, \(rounds) do local x = \(expression) end").isFinished)
    #expect(script.state.takeInstructions() / rounds <= most)
  }

  @Test("a pattern costs the same whether its program was kept or not")
  func keptPrograms() throws {
    let script = try Script()
    #expect(
      try script.run(
        """
        one, many = {}, {}
        for i = 1, 1000 do one[i] = "^(%w+)%s*=%s*(%w+)0100" many[i] = "^(%w+)%s*=%s*(%w+)" .. 1000 + i end
        """
      ).isFinished)
    func cost(_ patterns: String) throws -> Int {
      _ = script.state.takeInstructions()
      let search = "for i = 1, 5000 do ('key = value'):find(\(patterns)[i % 1000 + 1]) end"
      #expect(try script.run(search).isFinished)
      return script.state.takeInstructions()
    }
    let kept = try cost("one")
    let displaced = try cost("many")
    #expect(abs(kept - displaced) <= 2_000)  // the meter counts in thousands
    script.state.collect()
    let bytes = script.state.memoryBytes
    _ = try cost("many")
    script.state.collect()
    #expect(script.state.memoryBytes == bytes)
  }

  @Test("patterns may be as long as texts, and have 65,536 items")
  func longPatterns() throws {
    let script = try Script(memoryBytes: 64 << 20, limit: 100_000_000)
    try script.lines(
      """
      local long = ("x"):rep(1e6)
      note(long:find(long), (long .. "y"):find("^" .. long .. "$"))
      note(("x"):rep(300):find(("x?"):rep(300) .. "$"))
      note(#("x"):rep(70000):match(("."):rep(70000)))
      note(("q"):find("[" .. long .. "q]"), ("y"):find("[" .. long .. "q]"))
      note(select("#", ("a"):rep(60000):find(("[ab]"):rep(60000))))
      note(pcall(string.find, "a", ("a?"):rep(65536)))
      note(pcall(string.find, "a", ("a?"):rep(65535)))
      note(("abc"):gsub("%w", function(c) return ("x"):find(("a?"):rep(60000) .. "y") and "" or c .. c end))
      """)
    #expect(
      script.notebook.lines == [
        "1\tnil", "1\t300", "70000", "1\tnil", "2",
        "false\tpattern too complex (over 65536 items)", "true\t1\t1", "aabbcc\t3",
      ])
  }

  @Test("a search that is ended within gsub leaves nothing behind that a later one stumbles over")
  func interrupted() throws {
    let script = try Script()
    try script.lines(
      """
      for i = 1, 50 do
        pcall(string.gsub, "abc", "(%w)(%w-)", function(c) error(c .. i) end)
        pcall(string.find, "aaa", ("a-"):rep(i) .. "%b")
        assert(("k=v"):match("(%w)=(%w)") == "k")
      end
      note("done")
      """)
    #expect(script.notebook.lines == ["done"])
  }

  @Test("preemption and its answers do not disturb a walk")
  func slices() throws {
    let script = try Script(slice: 2_000)
    var step = try script.run(
      """
      local count = 0
      for word in ("some words here "):rep(300):gmatch("%a+") do
        for i = 1, 20 do count = count + #word end
      end
      note(count)
      """)
    var slices = 0
    while case .preempted(let fiber) = step {
      slices += 1
      step = script.state.resume(fiber)
    }
    #expect(step.isFinished)
    #expect(slices > 5)
    #expect(script.notebook.lines == ["78000"])
  }
}
