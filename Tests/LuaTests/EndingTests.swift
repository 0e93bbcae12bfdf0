import Lua
import Testing

@Suite("What ends a state")
struct EndingTests {
  /// Each never ends by itself.
  static let endless = [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "local function f() while true do end end while true do xpcall(f, f) end",
    "local f = coroutine.wrap(function() while true do end end) while true do pcall(f) end",
    "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
    "local t = setmetatable({}, {__index = function() while true do end end})"
      + " while true do pcall(function() return t.x end) end",
    "table.sort({3, 2, 1}, function() while true do end end)",
    "while true do pcall(string.gsub, 'abc', '.', function() while true do end end) end",
    "local x <close> = setmetatable({}, {__close = function() while true do end end})"
      + " while true do end",
    "local function f() local x <close> = setmetatable({}, {__close = function() while true do end"
      + " end}) error('x') end while true do pcall(f) end",
    "while true do load(function() while true do end end) end",
    "getmetatable('').__call = function() while true do end end"
      + " while true do xpcall(function() while true do end end, pcall) end",
    "while true do coroutine.wrap(function() end)() end",
    "while true do local t = {} end",
    "table.move({}, 1, 1e15 // 1, 2)",
    "while true do ('x'):rep(100000) end",
    "while true do next({a = 1, b = 2, c = 3}) end",
    "host.call(function() while true do end end)",
    "while true do pcall(host.call, function() while true do end end) end",
  ]

  @Test("an endless loop meets the instruction limit wherever it hides", arguments: endless)
  func endlessLoop(source: String) throws {
    let script = try Script(limit: 3_000_000)
    let failure = try script.failure(source)
    #expect(failure.kind == .instructions)
    #expect(failure.isFatal)
    #expect(failure.traceback?.isEmpty == false)
    #expect(script.state.isKilled)
    #expect(script.state.takeInstructions() < 6_000_000)
    #expect(throws: LuaFailure.self) { try script.state.load("return 1", name: "after") }
  }

  /// Instructions that work on long strings and lists, wherever they hide, and how many of them to
  /// do.
  static let slowSteps: [(String, Int)] = [
    ("for i = 1, N do local same = s == t end", 20_000),
    ("for i = 1, N do pcall(function() local less = s < t end) end", 20_000),
    ("coroutine.wrap(function() for i = 1, N do local less = s <= t end end)()", 20_000),
    ("for i = 1, N do coroutine.wrap(function() local less = s < t end)() end", 5_000),
    (
      "local function f(...) for i = 1, N do select('#', ...) end end f(table.unpack(list))", 20_000
    ),
  ]

  @Test(
    "comparisons of long strings and long lists are charged for it, wherever they hide",
    arguments: slowSteps)
  func slowStep(source: String, count: Int) throws {
    let script = try Script(LuaLimits(memoryBytes: 200 << 20))
    try script.lines(
      """
      local x = ('x'):rep(1e6) s, t, list = x .. 1, x .. 1, {}
      for i = 1, 1e4 do list[i] = i end
      """)
    _ = script.state.takeInstructions()
    let short = source.replacing("N", with: "\(count)", maxReplacements: 1)
    #expect(try script.run(short).isFinished)
    #expect(script.state.takeInstructions() > 20 * count)
  }

  @Test("a string may be as long as the memory holds")
  func longString() throws {
    let script = try Script(memoryBytes: 64 << 20)
    #expect(try script.lines("local s = ('x'):rep(6e6) note(#(s .. s))") == ["12000000"])
  }

  @Test("instructions are counted through coroutines and fibers, however short they run")
  func countedAcrossThreads() throws {
    let script = try Script()
    let burn = "local function burn() for i = 1, 400 do end end "
    _ = script.state.takeInstructions()
    #expect(try script.run(burn + "for i = 1, 100 do coroutine.wrap(burn)() end").isFinished)
    #expect((40_000..<80_000).contains(script.state.takeInstructions()))
    let short = try script.state.load(burn + "burn()", name: "short.lua")
    _ = script.state.takeInstructions()
    for _ in 1...100 { #expect(script.state.start(short).isFinished) }
    #expect((40_000..<45_000).contains(script.state.takeInstructions()))
  }

  /// Each wants more memory than there is.
  static let bombs = [
    "local t = {} while true do t[#t + 1] = {} end",
    "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end",
    "while true do pcall(string.rep, 'x', 1e10) end",
    "local s = 'x' while true do s = s .. s end",
    "local s = 'x' while true do pcall(function() s = s .. s end) end",
    "local function f() return 1 + f() end while true do pcall(f) end",
    "local t = {} for i = 1, 1e9 do t[i] = i end",
    "local t = {} while true do t[#t + 1] = coroutine.create(print) end",
    "local s = ('x'):rep(1e6) while true do pcall(function() s = s:gsub('x', 'yyyy') end) end",
    "local t = {} for i = 1, 1e6 do t[i] = ('x'):rep(100) end"
      + " while true do pcall(table.concat, t) t[#t + 1] = table.concat(t) end",
    "while true do host.keep({}) end",
    "while true do pcall(host.keep, ('x'):rep(1e5)) end",
  ]

  @Test("a memory bomb meets the cap wherever it hides", arguments: bombs)
  func memoryBomb(source: String) throws {
    let cap = 4 << 20
    let script = try Script(memoryBytes: cap, limit: 1_000_000_000)
    let failure = try script.failure(source)
    #expect(failure.kind == .memory)
    #expect(failure.message.hasPrefix("memory limit exceeded (4194304 bytes)"))
    #expect(failure.line != nil)
    #expect(script.state.memoryBytes < cap + 200_000)
  }

  @Test("garbage alone never meets the cap")
  func garbage() throws {
    let script = try Script(memoryBytes: 2 << 20, limit: 1_000_000_000)
    try script.lines(
      """
      local keep = ('x'):rep(600000)
      for i = 1, 200000 do local t = {i, {}} end
      for i = 1, 200 do local s = ('y'):rep(300000) .. i end
      note(#keep)
      """)
    #expect(script.notebook.lines == ["600000"])
    #expect(script.state.memoryBytes < 2 << 20)
  }

  @Test("the host's kill ends running code")
  func kill() throws {
    let script = try Script()
    let failure = try script.failure("pcall(host.quit) note('not reached')")
    #expect(failure.kind == .killed)
    #expect(failure.message == "quit")
    #expect(script.notebook.lines.isEmpty)
  }

  @Test("stack overflow is an error, and told as what it is")
  func stackOverflow() throws {
    let script = try Script(memoryBytes: 256 << 20)
    #expect(try script.failure("local function f() return 1 + f() end f()").kind == .stackOverflow)
    #expect(
      try script.failure(
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k)"
          + " return t[k] end return t.x"
      ).kind == .stackOverflow)
    #expect(try script.lines("local function f() f() end note(pcall(f) == false)") == ["true"])
  }

  @Test("the traceback of many calls has the innermost of them, and how many it leaves out")
  func longTraceback() throws {
    let script = try Script(memoryBytes: 256 << 20)
    let failure = try script.failure(
      "local function f(n) if n == 0 then error('deep') end return 1 + f(n - 1) end\nf(5000)")
    let lines = try #require(failure.traceback).split(separator: "\n")
    // error, 5,001 calls of f, and the chunk.
    #expect(lines.count == 12 && lines[0] == "stack traceback:")
    #expect(lines[1] == "\t[C]")
    #expect(lines[2..<11].allSatisfy { $0 == "\ttest.lua:1" })
    #expect(lines[11] == "\tand 4993 calls more")
  }

  @Test(
    "errors that are no text are shown",
    arguments: [
      ("error({})", "(error object is a table value)"),
      ("error()", "(error object is a nil value)"),
      ("error(setmetatable({}, {__tostring = function() return 'told' end}))", "told"),
      (
        "error(setmetatable({}, {__tostring = function() error('no') end}))",
        "(error in __tostring of the error object)"
      ), ("error(42)", "42"),
      ("error('plain', 0)", "plain"),
      ("local x = nil + 1", "test.lua:1: attempt to perform arithmetic on a nil value"),
    ])
  func errorObjects(source: String, message: String) throws {
    #expect(try Script().failure(source).message == message)
  }

  @Test("a syntax error has file and line, and a binary chunk is refused")
  func syntax() throws {
    let script = try Script()
    let failure = #expect(throws: LuaFailure.self) { try script.run("local x = 1\nlocal = 2") }
    #expect(failure?.kind == .syntax)
    #expect(failure?.line == 2)
    #expect(failure?.file == "test.lua")
    #expect(throws: LuaFailure.self) { try script.run("\u{1B}Lua") }
    #expect(
      try script.lines("note(load('\\27Lua'))\nnote(string.dump, dofile, loadfile, os)")
        == ["nil\tattempt to load a binary chunk (mode is 't')", "nil\tnil\tnil\tnil"])
  }
}
