import Lua
import Testing

@Suite("Calls of what is no function")
struct CallableTests {
  @Test("a value is called by the __call of its metatable, with itself in front")
  func calls() throws {
    let script = try Script()
    try script.lines(
      """
      local t = setmetatable({ 7 }, { __call = function(self, ...) return self[1], select('#', ...), ... end })
      note(t(nil, 'b', nil))
      note((function() return t('a') end)())
      note(pcall(t, 1))
      for i in setmetatable({}, { __call = function(_, _, i) if i < 2 then return i + 1 end end }), nil, 0 do note(i) end
      note(('x'):gsub('x', function() return t('c') end))
      getmetatable('').__call = function(s, n) return s:rep(n) end
      note(('ab')(3))
      note(setmetatable({}, { __index = function(_, k) return setmetatable({ k }, getmetatable(t)) end }).key())
      """)
    #expect(
      script.notebook.lines == [
        "7\t3\tnil\tb\tnil", "7\t1\ta", "true\t7\t1\t1", "1", "2", "7\t1", "ababab", "key\t0",
      ])
  }

  @Test("it may be set, changed and taken away after the metatable was")
  func later() throws {
    let script = try Script()
    try script.lines(
      """
      local class = {}
      local object = setmetatable({}, class)
      note(pcall(object))
      class.__call = function() return 'set' end
      note(object())
      rawset(class, '__' .. 'call', function() return 'changed' end)
      note(object())
      class.__call = setmetatable({}, { __call = function(...) return select('#', ...) end })
      note(object('x'))
      class.__call = nil
      note(pcall(object))
      """)
    #expect(
      script.notebook.lines == [
        "false\tattempt to call a table value", "set", "changed", "3",
        "false\tattempt to call a table value",
      ])
  }

  @Test(
    "what cannot be called is told in Lua's words, where it was called",
    arguments: [
      ("c()", "attempt to call a table value (global 'c')"),
      ("local l = c l(1)", "attempt to call a table value (local 'l')"),
      ("local t = { f = c } t.f()", "attempt to call a table value (field 'f')"),
      ("local t = { f = c } t:f()", "attempt to call a table value (method 'f')"),
      (
        "local u = c; (function() local x = u() end)()",
        "attempt to call a table value (upvalue 'u')"
      ),
      ("for x in c do end", "attempt to call a table value (for iterator 'for iterator')"),
      ("named()", "attempt to call a Thing value (global 'named')"),
      ("five()", "attempt to call a number value (global 'five')"),
      ("plain()", "attempt to call a table value (global 'plain')"),
      (
        "local x = setmetatable({}, { __add = c }) + 1",
        "attempt to call a table value (metamethod 'add')"
      ),
    ])
  func refusals(call: String, message: String) throws {
    let failure = try Script().failure(
      """
      c = setmetatable({}, {})
      named = setmetatable({}, { __name = 'Thing' })
      five = setmetatable({}, { __call = 5 })
      plain = setmetatable({}, { __call = {} })
      \(call)
      """)
    #expect(failure.message == "test.lua:5: \(message)")
    #expect(failure.line == 5)
  }

  @Test("scripts never see under which key that is done")
  func hiddenKey() throws {
    let script = try Script()
    try script.lines(
      """
      local class = {}
      setmetatable({}, class)
      note(next(class), #class)
      for key in pairs(class) do note(key) end
      log('%@', class)
      for i = 1, 40 do class['k' .. i] = i end
      local count, around = 0, 0
      for key in pairs(class) do count = count + 1 note(key:match('^[^k].*')) end
      local key repeat key = next(class, key) around = around + 1 until not key
      note(count, around)
      note(rawget(class, 'called by metatable'), rawget(class, 'Called by metatable'))
      class['called by metatable'], class['Called by metatable'] = note, note
      note(pcall(setmetatable({}, class)))
      """)
    #expect(script.notebook.lines.prefix(2) == ["nil\t0", "{}"])
    #expect(
      script.notebook.lines.dropFirst(2).prefix(40) == Array(repeating: "nil", count: 40)[...])
    #expect(
      script.notebook.lines.dropFirst(42) == [
        "40\t41", "nil\tnil", "false\tattempt to call a table value",
      ])
  }

  @Test("calls through objects nest as deep as those of functions, and may await")
  func deep() throws {
    let script = try Script(memoryBytes: 64 << 20)
    try script.lines(
      """
      local sum = setmetatable({}, { __call = function(self, n) return n == 0 and 0 or n + self(n - 1) end })
      note(sum(20000))
      """)
    #expect(script.notebook.lines == ["200010000"])
    let step = try script.run(
      "local t = setmetatable({}, { __call = function() host.sleep() end }) t()")
    #expect(step.fiber != nil)
  }

  /// What calls `c`.
  static let ways = [
    "c()", "c(table.unpack({}, 1, 200))", "return c()", "pcall(c)", "xpcall(c, print)",
    "coroutine.wrap(function() c() end)()", "table.sort({ 1, 2, 3 }, function() return c() end)",
    "('x'):gsub('x', function() return c() end)", "for x in c do end",
    "do local x <close> = setmetatable({}, { __close = c }) end",
    "local x = setmetatable({}, { __index = function() return c() end }).x",
    "local x = setmetatable({}, { __add = c }) + 1",
    "local x = setmetatable({}, { __lt = c }) < 1",
    "local x = #setmetatable({}, { __len = c })",
    "tostring(setmetatable({}, { __tostring = c }))",
    "load(function() return c() end)", "host.call(function() c() end)",
    "setmetatable({}, { __gc = c }) collectgarbage()  while true do end",
    "error(setmetatable({}, { __tostring = c }))",
  ]

  static let rings = [
    "c = {} setmetatable(c, { __call = c })",
    "c = {} setmetatable(c, c).__call = c",
    "local m = {} c = setmetatable({}, m) m.__call = c",
    "local a, b = {}, {} setmetatable(a, b) setmetatable(b, a) a.__call, b.__call = a, b c = a",
    "getmetatable('').__call = 'x' c = 'x'",
  ]

  @Test("a ring of them ends by the limits, however it is called", arguments: rings, ways)
  func ring(ring: String, way: String) throws {
    let script = try Script(memoryBytes: 16 << 20, limit: 2_000_000)
    let clock = ContinuousClock()
    let began = clock.now
    let failure = try script.failure("\(ring); \(way)")
    #expect(clock.now - began < .seconds(20))
    #expect([.instructions, .memory, .stackOverflow].contains(failure.kind))
  }

  @Test("a long row of them is gone through, and paid for link by link")
  func row() throws {
    let script = try Script(memoryBytes: 64 << 20)
    let row =
      "local o = function(...) note(select('#', ...)) end"
      + " for i = 1, LINKS do o = setmetatable({}, { __call = o }) end "
    try script.lines(row.replacing("LINKS", with: "1000") + "o() o('x', 'y')")
    #expect(script.notebook.lines == ["1000", "1002"])
    let failure = try script.failure(row.replacing("LINKS", with: "100000") + "o()")
    #expect(failure.kind == .instructions)
  }
}
