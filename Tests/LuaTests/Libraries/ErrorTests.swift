import Testing

@Suite("Errors: values, levels, handlers, and what they name")
struct ErrorTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- what is raised
    pcall(error)
    --> false nil
    pcall(error, nil)
    --> false nil
    pcall(error, "text", 0)
    --> false text
    pcall(error, 42)
    --> false 42
    pcall(error, true)
    --> false true
    (function() local t = {} local ok, e = pcall(error, t) return ok, e == t end)()
    --> false true
    (function() local e = select(2, pcall(error, setmetatable({}, {__tostring = function() return
      "told" end}))) return tostring(e), type(e) end)()
    --> told table
    select("#", pcall(error)), select("#", pcall(error, 1, 2)), select("#", pcall(function() return
      1, 2, 3 end))
    --> 2 2 4

    -- where it is raised
    pcall(function() error("here") end)
    --> false test.lua:1: here
    pcall(function() error("here", 1) end)
    --> false test.lua:1: here
    pcall(function() error("here", 0) end)
    --> false here
    (function() local function f() error("above", 2) end local ok, e = pcall(function() f() end)
      return e end)()
    --> test.lua:1: above
    (function() local function f() error("far", 3) end local function g() f() end local ok, e = pcall(function() g() end) return e end)()
    --> test.lua:1: far
    pcall(function() error("nobody there", 99) end)
    --> false nobody there
    pcall(function() error({1}, 2) end) == false
    --> true
    pcall(function() error(5) end)
    --> false 5
    pcall(function() error(5.5, 2) end)
    --> false 5.5
    pcall(function() error("7") end)
    --> false test.lua:1: 7

    -- assert
    assert(1, 2, 3)
    --> 1 2 3
    pcall(assert, false)
    --> false assertion failed!
    pcall(assert, nil, "message")
    --> false message
    pcall(assert, false, 5)
    --> false 5
    (function() local t = {} return select(2, pcall(assert, nil, t)) == t end)()
    --> true
    pcall(assert)
    --> false bad argument #1 to 'assert' (value expected)
    select("#", assert(true, nil, nil))
    --> 3

    -- pcall and xpcall
    pcall(pcall)
    --> false bad argument #1 to 'pcall' (value expected)
    pcall(pcall, error, "x", 0)
    --> true false x
    pcall(5)
    --> false attempt to call a number value
    pcall(nil)
    --> false attempt to call a nil value
    xpcall(function(...) return select("#", ...), ... end, print, 1, nil, 3)
    --> true 3 1 nil 3
    xpcall(error, function(m) return m .. "!" end, "x", 0)
    --> false x!
    xpcall(error, function(m) return 1, 2, 3 end, "x")
    --> false 1
    xpcall(function() local x = nil + 1 end, function(m) return "handled: " .. m end)
    --> false handled: test.lua:1: attempt to perform arithmetic on a nil value
    xpcall(error, function(m) return nil end, "x")
    --> false nil
    xpcall(function() error() end, function(m) return type(m) end)
    --> false nil
    (function() local depth = 0 return xpcall(error, function(m) depth = depth + 1 if depth < 5 then
      error("again " .. depth, 0) end return m end, "first", 0) end)()
    --> false again 4
    (function() local ok = xpcall(error, function(m) error("for ever") end, "x") return ok end)()
    --> false
    pcall(xpcall)
    --> false bad argument #2 to 'xpcall' (function expected, got no value)
    pcall(xpcall, print)
    --> false bad argument #2 to 'xpcall' (function expected, got no value)
    (function() return xpcall(function() return pcall(error, "inner", 0) end, function(m) return
      "outer" end) end)()
    --> true false inner
    (function() local ok, a = pcall(pcall, function() error("in", 0) end) return ok, a end)()
    --> true false

    -- what arithmetic names
    pcall(function() local a = {} return a + 1 end)
    --> false test.lua:1: attempt to perform arithmetic on a table value (local 'a')
    pcall(function() local a = {} return a.b.c end)
    --> false test.lua:1: attempt to index a nil value (field 'b')
    pcall(function() local a = {b = {}} return a.b.c.d end)
    --> false test.lua:1: attempt to index a nil value (field 'c')
    pcall(function() return undefined.field end)
    --> false test.lua:1: attempt to index a nil value (global 'undefined')
    pcall(function() undefined.field = 1 end)
    --> false test.lua:1: attempt to index a nil value (global 'undefined')
    pcall(function() local t = {} t[nil] = 1 end)
    --> false test.lua:1: table index is nil
    pcall(function() local t = {} t[0/0] = 1 end)
    --> false test.lua:1: table index is NaN
    pcall(function() return 1 < "2" end)
    --> false test.lua:1: attempt to compare number with string
    pcall(function() return {} < {} end)
    --> false test.lua:1: attempt to compare two table values
    pcall(function() return nil < 1 end)
    --> false test.lua:1: attempt to compare nil with number
    pcall(function() return "a" < 1 end)
    --> false test.lua:1: attempt to compare string with number
    pcall(function() return #5 end)
    --> false test.lua:1: attempt to get length of a number value
    pcall(function() local x return #x end)
    --> false test.lua:1: attempt to get length of a nil value (local 'x')
    pcall(function() return -{} end)
    --> false test.lua:1: attempt to perform arithmetic on a table value
    pcall(function() return ~1.5 end)
    --> false test.lua:1: number has no integer representation
    pcall(function() return 1 & 1.5 end)
    --> false test.lua:1: number has no integer representation
    pcall(function() return 1 | "x" end)
    --> false test.lua:1: attempt to perform bitwise operation on a string value (constant 'x')
    pcall(function() return "a" + 1 end)
    --> false test.lua:1: attempt to add a 'string' with a 'number'
    pcall(function() return "10" + 1, "0x10" * 2, "1e1" // 1 end)
    --> true 11 32 10.0
    pcall(function() return 1 // 0 end)
    --> false test.lua:1: attempt to divide by zero
    pcall(function() return 1 % 0 end)
    --> false test.lua:1: attempt to perform 'n%0'
    pcall(function() return 1.0 // 0, 1 % 0.0 ~= 1 % 0.0, -1 // 0.0 end)
    --> true inf true -inf
    pcall(function() return 2^63 | 0 end)
    --> false test.lua:1: number has no integer representation
    pcall(function() return 1 << 64, 1 << 63, 1 >> -1, -1 >> 63 end)
    --> true 0 -9223372036854775808 2 1
    pcall(function() local s = "x" return s.y.z end)
    --> false test.lua:1: attempt to index a nil value (field 'y')
    pcall(function() local up = nil return (function() return up.x end)() end)
    --> false test.lua:1: attempt to index a nil value (upvalue 'up')
    pcall(function() local t = {} return t:method() end)
    --> false test.lua:1: attempt to call a nil value (method 'method')
    pcall(function() return ("x"):nothing() end)
    --> false test.lua:1: attempt to call a nil value (method 'nothing')
    pcall(function() return math.nothing(1) end)
    --> false test.lua:1: attempt to call a nil value (field 'nothing')
    pcall(function() local a = "x" .. {} end)
    --> false test.lua:1: attempt to concatenate a table value
    pcall(function() local a, b = 1, true return a .. b end)
    --> false test.lua:1: attempt to concatenate a boolean value (local 'b')

    -- what loops name
    pcall(function() for i = 1, 10, 0 do end end)
    --> false test.lua:1: 'for' step is zero
    pcall(function() for i = "a", 10 do end end)
    --> false test.lua:1: bad 'for' initial value (number expected, got string)
    pcall(function() for i = 1, {} do end end)
    --> false test.lua:1: bad 'for' limit (number expected, got table)
    pcall(function() for i = 1, 10, "x" do end end)
    --> false test.lua:1: bad 'for' step (number expected, got string)
    pcall(function() for i = 1.5, "x" do end end)
    --> false test.lua:1: bad 'for' limit (number expected, got string)
    pcall(function() for k in 5 do end end)
    --> false test.lua:1: attempt to call a number value (for iterator 'for iterator')
    pcall(function() for k in nil do end end)
    --> false test.lua:1: attempt to call a nil value (for iterator 'for iterator')
    (function() local n = 0 for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end return n
      end)()
    --> 2
    (function() local n = 0 for i = math.mininteger, math.mininteger + 2 do n = n + 1 end return n
      end)()
    --> 3
    (function() local n = 0 for i = 1, 0 do n = n + 1 end for i = 1, 3.9 do n = n + 1 end return n
      end)()
    --> 3
    (function() local s = "" for i = 1, 2, 0.25 do s = s .. i .. " " end return s end)()
    --> 1.0 1.25 1.5 1.75 2.0
    (function() local n = 0 for i = 3, 1, -1 do n = n + i end for i = 1, 1/0 do n = n + i if i > 5
      then break end end return n end)()
    --> 27

    -- arguments of functions
    pcall(string.rep)
    --> false bad argument #1 to 'string.rep' (string expected, got no value)
    pcall(("x").rep, "x", {})
    --> false bad argument #2 to 'string.rep' (number expected, got table)
    pcall(setmetatable, 1)
    --> false bad argument #1 to 'setmetatable' (table expected, got number)
    pcall(tonumber)
    --> false bad argument #1 to 'tonumber' (value expected)
    pcall(tonumber, "10", 99)
    --> false bad argument #2 to 'tonumber' (base out of range)
    pcall(tonumber, 10, 10)
    --> false bad argument #1 to 'tonumber' (string expected, got number)
    pcall(tonumber, "z", 36)
    --> true 35
    pcall(select, 0)
    --> false bad argument #1 to 'select' (index out of range)
    pcall(select, -1)
    --> false bad argument #1 to 'select' (index out of range)
    pcall(select, "x")
    --> false bad argument #1 to 'select' (number expected, got string)
    pcall(select, -2, 1, 2, 3)
    --> true 2 3
    pcall(rawset, {}, nil, 1)
    --> false table index is nil
    pcall(rawlen, 5)
    --> false bad argument #1 to 'rawlen' (table or string expected, got number)
    pcall(rawget, 5, 1)
    --> false bad argument #1 to 'rawget' (table expected, got number)
    pcall(rawequal, 1)
    --> false bad argument #2 to 'rawequal' (value expected)
    pcall(math.floor, "x")
    --> false bad argument #1 to 'math.floor' (number expected, got string)
    pcall(math.floor, {})
    --> false bad argument #1 to 'math.floor' (number expected, got table)
    pcall(math.tointeger, {})
    --> true nil
    pcall(table.concat, {}, 5, {})
    --> false bad argument #3 to 'table.concat' (number expected, got table)
    pcall(string.char, 65, "x")
    --> false bad argument #2 to 'string.char' (number expected, got string)
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
