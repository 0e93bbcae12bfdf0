import Lua
import Testing

@Suite("The base, table and coroutine libraries, where they are not Lua's own")
struct LibraryTests {
  private func lines(_ source: String) throws -> [String] {
    try Script(LuaLimits(memoryBytes: 64 << 20)).lines(source)
  }

  @Test("a length that a metamethod gives is asked for once")
  func lengthOnce() throws {
    let told = try lines(
      """
      local asked
      local function proxy(n)
        return setmetatable({}, {__len = function() asked = asked + 1 return n end,
          __index = function(_, k) return k end, __newindex = function() end})
      end
      for _, call in ipairs {
        function(t) table.insert(t, 5) end, function(t) table.insert(t, 2, 5) end,
        function(t) return table.remove(t) end, function(t) return table.remove(t, 1) end,
        function(t) return table.concat(t, " ") end, function(t) return table.concat(t, " ", 2, 3) end,
        function(t) return table.unpack(t) end, function(t) return table.unpack(t, 2) end,
        function(t) table.sort(t) end,
      } do
        asked = 0
        local results = table.pack(call(proxy(4)))
        note(asked, table.unpack(results))
      end
      """)
    #expect(
      told == [
        "1", "1", "1\t4", "1\t1", "1\t1 2 3 4", "1\t2 3", "1\t1\t2\t3\t4", "1\t2\t3\t4", "1",
      ])
  }

  /// What works at length, and how much it is charged at least.
  static let lengthy: [(String, Int)] = [
    ("table.insert(t, 1, 0)", 20_000), ("table.remove(t, 1)", 20_000),
    ("table.move(t, 1, #t, 2)", 20_000), ("table.concat(t)", 20_000),
    ("select('#', table.unpack(t))", 20_000), ("table.sort(t)", 500_000),
    (
      "local function f(...) for i = 1, 100 do select('#', ...) end end f(table.unpack(t))",
      1_000_000
    ),
    ("coroutine.resume(coroutine.create(print), table.unpack(t))", 20_000),
  ]

  @Test("work is charged by its length", arguments: lengthy)
  func charged(source: String, instructions: Int) throws {
    let script = try Script(LuaLimits(memoryBytes: 256 << 20))
    try script.lines(
      """
      t = {} for i = 1, 100000 do t[i] = i end
      """)
    _ = script.state.takeInstructions()
    _ = try script.run(source)
    #expect(script.state.takeInstructions() >= instructions)
  }

  @Test("what goes wrong is said as Lua says it")
  func errors() throws {
    let told = try lines(
      """
      note(pcall(table.insert, 5, 1))
      note(pcall(table.insert, {}, 5, 1))
      note(pcall(table.insert, {}))
      note(pcall(table.concat, {1, {}, 3}))
      note(pcall(table.unpack, {}, 1, 1e8))
      note(pcall(table.move, {}, 1, math.maxinteger, 2))
      note(pcall(table.sort, {3, "x"}))
      note(pcall(table.sort, {3, 2}, 5))
      note(pcall(setmetatable, setmetatable({}, {__metatable = 1}), {__gc = 1}))
      note(pcall(coroutine.close, coroutine.running()))
      note(pcall(xpcall, print))
      note(pcall(ipairs))
      """)
    #expect(
      told == [
        "false\tbad argument #1 to 'table.insert' (table expected, got number)",
        "false\tbad argument #2 to 'table.insert' (position out of bounds)",
        "false\twrong number of arguments to 'insert'",
        "false\tinvalid value (table) at index 2 in table for 'concat'",
        "false\ttoo many results to unpack",
        "false\tbad argument #4 to 'table.move' (destination wrap around)",
        "false\tattempt to compare string with number",
        "false\tbad argument #2 to 'table.sort' (function expected, got number)",
        "false\tcannot change a protected metatable",
        "false\tcannot close a running coroutine",
        "false\tbad argument #2 to 'xpcall' (function expected, got no value)",
        "false\tbad argument #1 to 'ipairs' (value expected)",
      ])
  }

  @Test("load takes text only, as one or in pieces, with a name and globals of its own")
  func load() throws {
    let told = try lines(
      """
      note(load("return x", "name", "t", {x = 5})())
      local pieces = {"return ", 1, " + ", 2, "", "ignored"}
      local i = 0
      note(load(function() i = i + 1 return pieces[i] end)())
      note(load("x ="))
      note(load("x =", "=mine"))
      note(load("return 1", "n", "b"))
      note(load("\\27Lua", "n", "b"))
      note(load("\\27Lua", "n", "bt"))
      note(load(function() return {} end))
      note(load(function() error("reading", 0) end))
      note(pcall(load, 5.5, "n"))
      note(pcall(load, {}))
      note(load("local a <const> = 1 a = 2"))
      """)
    #expect(
      told == [
        "5", "3", "nil\t[string \"x =\"]:1: unexpected symbol near <eof>",
        "nil\tmine:1: unexpected symbol near <eof>",
        "nil\tattempt to load a text chunk (mode is 'b')",
        "nil\tattempt to load a text chunk (mode is 'b')",
        "nil\tattempt to load a binary chunk (mode is 't')",
        "nil\ttest.lua:10: reader function must return a string", "nil\treading",
        "true\tnil\t[string \"n\"]:1: unexpected symbol near '5.5'",
        "false\tbad argument #1 to 'load' (function expected, got table)",
        "nil\t[string \"local a <const> = 1 a = 2\"]:1: attempt to assign to const variable 'a'",
      ])
  }

  @Test("the collector's settings cannot be changed, and look usual")
  func collectgarbage() throws {
    let told = try lines(
      """
      for _, option in ipairs {"collect", "step", "isrunning", "stop", "restart", "setpause", "setstepmul",
        "incremental", "generational"} do note(option, collectgarbage(option)) end
      note(collectgarbage(), math.type(collectgarbage("count")))
      note(pcall(collectgarbage, "none"))
      """)
    #expect(
      told == [
        "collect\t0", "step\ttrue", "isrunning\ttrue", "stop\t0", "restart\t0", "setpause\t200",
        "setstepmul\t100", "incremental\tincremental", "generational\tincremental", "0\tfloat",
        "false\tbad argument #1 to 'collectgarbage' (invalid option 'none')",
      ])
  }

  @Test("all functions are closures of this state, so that none is ordered by its address")
  func closures() throws {
    let told = try lines(
      """
      local order = {}
      for name, library in pairs {b = _G, t = table, c = coroutine} do
        for _, f in pairs(library) do if type(f) == "function" then order[f] = true end end
      end
      local step = ipairs {}
      order[step] = true
      local last = -1
      for f in pairs(order) do
        local identity = tonumber((tostring(f):match("0x%x+")))
        assert(identity > last) last = identity
      end
      note(last > 0, step == ipairs({}))
      """)
    #expect(told == ["true\ttrue"])
  }

  @Test("sort keeps the order of equals, through metatables and errors too")
  func sort() throws {
    let told = try lines(
      """
      local t = {} for i = 1, 3000 do t[i] = {math.random(5), i} end
      table.sort(t, function(a, b) return a[1] < b[1] end)
      for i = 2, #t do assert(t[i - 1][1] < t[i][1] or t[i - 1][1] == t[i][1] and t[i - 1][2] < t[i][2]) end
      local inner = {3, 1, 2}
      local p = setmetatable({}, {__len = function() return 3 end, __index = inner, __newindex = inner})
      table.sort(p) note(table.concat(inner, " "))
      local u = {2, 1, 3}
      note(pcall(table.sort, u, function() error("no", 0) end)) note(table.concat(u, " "))
      local v = {5, 1, 4} table.sort(v, function(a, b) return a > b end) note(table.concat(v, " "))
      note(pcall(table.sort, {1, nil, 2, nil, 5}))
      """)
    #expect(told.prefix(4) == ["1 2 3", "false\tno", "2 1 3", "5 4 1"])
  }
}
