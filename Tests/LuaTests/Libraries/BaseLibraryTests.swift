import Testing

@Suite("The base library")
struct BaseLibraryTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- tonumber
    tonumber("10"), tonumber(" 0x1F "), tonumber("1e2"), tonumber("0x.8p1")
    --> 10 31 100.0 1.0
    tonumber("z", 36), tonumber("-zz", 36), tonumber(" 11 ", 2), tonumber("8", 8), tonumber("",
      10)
    --> 35 -1295 3 nil nil
    tonumber("9223372036854775807"), tonumber("9223372036854775808"),
      tonumber("0xffffffffffffffffff")
    --> 9223372036854775807 9.2233720368548e+18 -1
    tonumber("1 2"), tonumber("1e"), tonumber("0x"), tonumber("nan"), tonumber("inf"),
      tonumber("1\0")
    --> nil nil nil nil nil nil
    tonumber(nil), tonumber(true), tonumber({}), tonumber(3.5)
    --> nil nil nil 3.5
    pcall(tonumber)
    --> false bad argument #1 to 'tonumber' (value expected)
    pcall(tonumber, 10, 10)
    --> false bad argument #1 to 'tonumber' (string expected, got number)
    pcall(tonumber, "1", 1)
    --> false bad argument #2 to 'tonumber' (base out of range)
    pcall(tonumber, "1", 37)
    --> false bad argument #2 to 'tonumber' (base out of range)

    -- tostring
    tostring(nil), tostring(true), tostring(-0.0), tostring(1e15), tostring(1e16), tostring(2^53)
    --> nil true -0.0 1e+15 1e+16 9.007199254741e+15
    tostring(1/0), tostring(-1/0), tostring(3.0), tostring(0.1), tostring(1e100),
      tostring(math.mininteger)
    --> inf -inf 3.0 0.1 1e+100 -9223372036854775808
    tostring(setmetatable({}, {__tostring = function(t) return "shown" end}))
    --> shown
    pcall(tostring, setmetatable({}, {__tostring = function() return 5 end}))
    --> true 5
    pcall(tostring, setmetatable({}, {__tostring = function() return {} end}))
    --> false '__tostring' must return a string
    pcall(tostring)
    --> false bad argument #1 to 'tostring' (value expected)
    (tostring(setmetatable({}, {__name = "Named"})):gsub("0x%x+", "#"))
    --> Named: #
    (tostring(setmetatable({}, {__name = 5})):gsub("0x%x+", "#"))
    --> table: #

    -- select
    select("#"), select("#", nil, nil), select("#", 1, 2, 3)
    --> 0 2 3
    select(2, "a", "b", "c")
    --> b c
    select(-1, "a", "b", "c")
    --> c
    select(-3, "a", "b", "c")
    --> a b c
    (select(2, "a", "b", "c"))
    --> b
    select(9, "a")
    -->
    pcall(select, 0, "a")
    --> false bad argument #1 to 'select' (index out of range)
    pcall(select, -2, "a")
    --> false bad argument #1 to 'select' (index out of range)
    pcall(select, "x")
    --> false bad argument #1 to 'select' (number expected, got string)
    pcall(select)
    --> false bad argument #1 to 'select' (number expected, got no value)

    -- raw access
    rawequal("a", "a"), rawequal(1, 1.0), rawequal({}, {}), rawequal(0/0, 0/0)
    --> true true false false
    pcall(rawequal, 1)
    --> false bad argument #2 to 'rawequal' (value expected)
    rawlen({1, 2}), rawlen("four"), rawlen(setmetatable({1}, {__len = function() return 9 end}))
    --> 2 4 1
    pcall(rawlen, 5)
    --> false bad argument #1 to 'rawlen' (table or string expected, got number)
    rawget(setmetatable({}, {__index = {a = 1}}), "a"), rawget({a = 2}, "a")
    --> nil 2
    pcall(rawget, 5, 1)
    --> false bad argument #1 to 'rawget' (table expected, got number)
    (function() local t = setmetatable({}, {__newindex = error}) return rawset(t, "a", 1) == t,
      t.a end)()
    --> true 1
    pcall(rawset, {}, nil, 1)
    --> false table index is nil
    pcall(rawset, {}, 0/0, 1)
    --> false table index is NaN

    -- assert and error
    assert(1, 2, 3)
    --> 1 2 3
    pcall(assert, false)
    --> false assertion failed!
    pcall(assert, nil, "said")
    --> false said
    pcall(assert, false, {} and 7)
    --> false 7
    pcall(assert)
    --> false bad argument #1 to 'assert' (value expected)
    pcall(error, "text")
    --> false text
    pcall(error, "text", 0)
    --> false text
    pcall(error, "text", 2)
    --> false test.lua:1: text
    pcall(error, nil)
    --> false nil
    pcall(error)
    --> false nil
    pcall(error, 5)
    --> false 5
    select("#", pcall(error))
    --> 2
    pcall(function() error("here") end)
    --> false test.lua:1: here
    pcall(function() error("here", 0) end)
    --> false here
    pcall(function() local function inner() error("there", 2) end inner() end)
    --> false test.lua:1: there
    pcall(function() error("far", 1000) end)
    --> false far
    pcall(function() error(setmetatable({}, {__tostring = function() return "an object" end}))
      end) == false
    --> true

    -- pcall and xpcall
    pcall(pcall), pcall(pcall, error)
    --> false true false nil
    pcall(function(...) return select("#", ...), ... end, nil, 2, nil)
    --> true 3 nil 2 nil
    pcall(5)
    --> false attempt to call a number value
    pcall(setmetatable({}, {__call = function(self, a, b) return a + b end}), 1, 2)
    --> true 3
    xpcall(function(...) return ... end, print, 1, 2)
    --> true 1 2
    xpcall(error, function(m) return "handled " .. m end, "e")
    --> false handled e
    xpcall(error, function(m) return m, "more" end, "e")
    --> false e
    xpcall(error, function() error("again", 0) end, "e") == false
    --> true
    xpcall(function() local x = nil + 1 end, function(m) return "< " .. m .. " >" end)
    --> false < test.lua:1: attempt to perform arithmetic on a nil value >
    pcall(xpcall, print)
    --> false bad argument #2 to 'xpcall' (function expected, got no value)
    pcall(xpcall, print, nil)
    --> false bad argument #2 to 'xpcall' (function expected, got nil)
    xpcall(5, function(m) return m end)
    --> false attempt to call a number value
    pcall(pcall)
    --> false bad argument #1 to 'pcall' (value expected)

    -- getmetatable and setmetatable
    getmetatable({}), getmetatable("").__index == string, getmetatable(5)
    --> nil true nil
    getmetatable(setmetatable({}, {__metatable = "locked"}))
    --> locked
    pcall(setmetatable, setmetatable({}, {__metatable = "locked"}), {})
    --> false cannot change a protected metatable
    pcall(setmetatable, {}, 5)
    --> false bad argument #2 to 'setmetatable' (nil or table expected, got number)
    pcall(setmetatable, 5, {})
    --> false bad argument #1 to 'setmetatable' (table expected, got number)
    pcall(setmetatable, {})
    --> false bad argument #2 to 'setmetatable' (nil or table expected, got no value)
    (function() local t, m = {}, {} return setmetatable(t, m) == t, getmetatable(t) == m,
      getmetatable(setmetatable(t, nil)) end)()
    --> true true nil
    (function() local m = {__gc = 5} local t = setmetatable({}, m) return m.__gc, getmetatable(t)
      == m end)()
    --> 5 true
    (function() local m = setmetatable({}, {__index = {__gc = 1}}) return
      getmetatable(setmetatable({}, m)) == m, rawget(m, "__gc") end)()
    --> true nil

    -- type
    type(nil), type(1), type("x"), type({}), type(print), type(coroutine.create(print)),
      type(true), type(io.stdout)
    --> nil number string table function thread boolean table
    pcall(type)
    --> false bad argument #1 to 'type' (value expected)

    -- next and pairs
    next({}), next({5}), next({5}, 1)
    --> nil 1 nil
    next({a = 1})
    --> a 1
    pcall(next, 5)
    --> false bad argument #1 to 'next' (table expected, got number)
    (function() local keys = {} for k, v in pairs({10, 20, b = 1, a = 2, [1.5] = 3, [-1] = 4,
      [true] = 5}) do keys[#keys + 1] = tostring(k) end return table.concat(keys, " ") end)()
    --> 1 2 -1 1.5 a b true
    (function() local n = 0 for k in pairs(setmetatable({}, {__index = {1, 2}})) do n = n + 1 end
      return n end)()
    --> 0
    (function() local t = {1, 2, 3, 4} local seen = {} for k in pairs(t) do t[k] = nil seen[#seen
      + 1] = k end return next(t), table.concat(seen, " ") end)()
    --> nil 1 2 3 4
    (function() local t = {a = 1, b = 2, c = 3} for k in pairs(t) do t[k] = t[k] * 10 end return
      t.a, t.b, t.c end)()
    --> 10 20 30

    -- ipairs
    (function() local s = 0 for i, v in ipairs({1, 2, nil, 4}) do s = s + v end return s end)()
    --> 3
    (function() local s = "" for i, v in ipairs(setmetatable({}, {__index = function(_, i) return
      i < 4 and i or nil end})) do s = s .. v end return s end)()
    --> 123
    pcall(ipairs)
    --> false bad argument #1 to 'ipairs' (value expected)
    select("#", ipairs({})), (select(3, ipairs({})))
    --> 3 0

    -- load
    load("return 1, 2")()
    --> 1 2
    load("return ...")(7, 8)
    --> 7 8
    type(load("x = 1"))
    --> function
    load("return x", "n", "t", {x = "own"})()
    --> own
    load("x = 1 return _ENV", "n", "t", {})().x, x
    --> 1 nil
    select(2, load("return +", "=name"))
    --> name:1: unexpected symbol near '+'
    select(2, load("return +", "@file.lua"))
    --> file.lua:1: unexpected symbol near '+'
    select(2, load("return +", "some text\nof two lines"))
    --> [string "some text..."]:1: unexpected symbol near '+'
    select(2, load("return +", ("long "):rep(50)))
    --> [string "long long long long long long long long long ..."]:1: unexpected symbol near '+'
    select(2, load("goto nowhere"))
    --> [string "goto nowhere"]:1: no visible label 'nowhere' for <goto> at line 1
    select(2, load("break"))
    --> [string "break"]:1: break outside loop at line 1
    select(2, load("local x <const> = 1; x = 2"))
    --> [string "local x <const> = 1; x = 2"]:1: attempt to assign to const variable 'x'
    select(2, load("return 'unfinished"))
    --> [string "return 'unfinished"]:1: unfinished string near <eof>
    select(2, load("for"))
    --> [string "for"]:1: <name> expected near <eof>
    select(2, load("x = }"))
    --> [string "x = }"]:1: unexpected symbol near '}'
    load("")()
    -->
    (function() local parts, i = {"return ", "1", "+", "1"}, 0 return load(function() i = i + 1
      return parts[i] end)() end)()
    --> 2
    (function() local calls = 0 local f, m = load(function() calls = calls + 1 return calls == 1
      and "return 5" or "" end) return f(), calls end)()
    --> 5 2
    load(function() error("no text", 0) end)
    --> nil no text
    select(2, load(function() return {} end))
    --> test.lua:1: reader function must return a string
    load("return _ENV", "n", "t", nil)()
    --> nil

    -- other
    _VERSION, _G._G == _G, _G.print == print
    --> Lua 5.4 true true
    warn("@on"), warn("nothing to see")
    --> nil
    collectgarbage() == 0, collectgarbage("count") > 0, collectgarbage("isrunning")
    --> true true true
    pcall(collectgarbage, "no such")
    --> false bad argument #1 to 'collectgarbage' (invalid option 'no such')
    dofile, loadfile, os, io.open, io.read, debug.sethook, debug.getregistry, string.dump
    --> nil nil nil nil nil nil nil nil
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
