import Testing

@Suite("Numbers, the math library, loops")
struct NumberTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- integers and floats
    7 // 2, -7 // 2, 7 // -2, 7.0 // 2, -7 // 2.0, 0.0 // 1, -0.0 // 1
    --> 3 -4 -4 3.0 -4.0 0.0 -0.0
    7 % 3, -7 % 3, 7 % -3, -7 % -3, 7.5 % 2, -7.5 % 2, 5 % math.huge, -5 % math.huge
    --> 1 2 -2 -1 1.5 0.5 5.0 inf
    1 / 2, 4 / 2, 2 ^ 10, 2 ^ 0.5, 10 // 0.0, -10 // 0.0, 0/0 ~= 0/0
    --> 0.5 2.0 1024.0 1.4142135623731 inf -inf true
    pcall(function() return 1 // 0 end)
    --> false test.lua:1: attempt to divide by zero
    pcall(function() return 1 % 0 end)
    --> false test.lua:1: attempt to perform 'n%0'
    math.maxinteger + 1 == math.mininteger, math.mininteger // -1, math.mininteger % -1,
      math.maxinteger * 2
    --> true -9223372036854775808 0 -2
    1 == 1.0, math.type(1), math.type(1.0), math.type("1"), 2^53 == 2^53 + 1, math.maxinteger +
      0.0 == math.maxinteger
    --> true integer float nil true false
    1 < 1.5, 2^63 > math.maxinteger, -2^63 <= math.mininteger, 1 < 0/0, 0/0 <= 0/0
    --> true true true false false
    3 | 4, 7 & 2, 5 ~ 1, ~0, 1 << 62, 1 << 63, 1 << 64, -1 >> 1, 1 << -1, 2.0 | 1
    --> 7 2 4 -1 4611686018427387904 -9223372036854775808 0 9223372036854775807 0 3
    pcall(function() return 1.5 | 1 end)
    --> false test.lua:1: number has no integer representation
    pcall(function() return 2^64 | 1 end)
    --> false test.lua:1: number has no integer representation
    pcall(function() return "a" | 1 end)
    --> false test.lua:1: attempt to perform bitwise operation on a string value (constant 'a')
    "10" + 5, "0x10" * 2, "3" .. 4, 10 .. "", -"2", "7" // 2, "2" ^ 2
    --> 15 32 34 10 -2 3 4.0
    pcall(function() return "0xA" | 0 end)
    --> false test.lua:1: attempt to perform bitwise operation on a string value (constant '0xA')
    pcall(function() return "x" + 1 end)
    --> false test.lua:1: attempt to add a 'string' with a 'number'
    pcall(function() return {} + 1 end)
    --> false test.lua:1: attempt to perform arithmetic on a table value
    pcall(function() return {} .. "x" end)
    --> false test.lua:1: attempt to concatenate a table value
    pcall(function() return 1 < "2" end)
    --> false test.lua:1: attempt to compare number with string
    pcall(function() return {} < {} end)
    --> false test.lua:1: attempt to compare two table values
    1e15, 1e14, 123456789012345.0, 1e100, 0.1, 1/3, 100 * 1.1, 3.14159265358979
    --> 1e+15 1e+14 1.2345678901234e+14 1e+100 0.1 0.33333333333333 110.0 3.1415926535898
    2^31, 2^53, -2^63, 1e-5, 5e-324, 1.7976931348623157e308
    --> 2147483648.0 9.007199254741e+15 -9.2233720368548e+18 1e-05 4.9406564584125e-324 1.7976931348623e+308
    string.format("%.14g", 0.1), string.format("%.17g", 0.1), string.format("%a", 1),
      string.format("%a", 0.1)
    --> 0.1 0.10000000000000001 0x1p+0 0x1.999999999999ap-4
    0x10, 0xA.8p0, 0x.1p4, 1e+2, .5, 5., 0xffffffffffffffff, 3e0
    --> 16 10.5 1.0 100.0 0.5 5.0 -1 3.0

    -- functions
    math.abs(-5), math.abs(5.5), math.abs(math.mininteger), math.abs(-0.0)
    --> 5 5.5 -9223372036854775808 0.0
    math.ceil(1.2), math.ceil(-1.2), math.ceil(5), math.floor(1.8), math.floor(-1.8),
      math.floor(2^70)
    --> 2 -1 5 1 -2 1.1805916207174e+21
    math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(7.5, 2), math.fmod(-6, 2)
    --> 1 -1 1 1.5 0
    pcall(math.fmod, 1, 0)
    --> false bad argument #2 to 'math.fmod' (zero)
    math.fmod(1, 0.0) ~= math.fmod(1, 0.0), math.fmod(math.mininteger, -1)
    --> true 0
    math.max(1, 2.5, -1), math.min(3, 1, 2), math.max(1), math.max(2, 2.0), math.min(2.0, 2)
    --> 2.5 1 1 2 2.0
    pcall(math.max)
    --> false bad argument #1 to 'math.max' (value expected)
    pcall(math.max, 1, "x")
    --> false attempt to compare number with string
    math.modf(3.7), math.modf(-3.7)
    --> 3 -3 -0.7
    math.modf(5), math.modf(1/0), math.modf(-1/0)
    --> 5 inf -inf 0.0
    math.tointeger(3.0), math.tointeger(3.5), math.tointeger("8"), math.tointeger({}),
      math.tointeger(2^63)
    --> 3 nil 8 nil nil
    math.ult(1, -1), math.ult(-1, 1), math.ult(0, 0)
    --> true false false
    math.sqrt(16), math.exp(0), math.log(1), math.log(8, 2), math.log(100, 10), math.log(27, 3) >
      2.99
    --> 4.0 1.0 0.0 3.0 2.0 true
    math.sin(0), math.cos(0), math.tan(0), math.asin(0), math.acos(1), math.atan(0), math.atan(1,
      1) == math.pi / 4
    --> 0.0 1.0 0.0 0.0 0.0 0.0 true
    math.deg(math.pi), math.rad(180) == math.pi, math.huge, -math.huge, math.maxinteger,
      math.mininteger
    --> 180.0 true inf -inf 9223372036854775807 -9223372036854775808
    pcall(math.floor, "x")
    --> false bad argument #1 to 'math.floor' (number expected, got string)
    pcall(math.floor, {})
    --> false bad argument #1 to 'math.floor' (number expected, got table)
    pcall(math.tointeger)
    --> false bad argument #1 to 'math.tointeger' (value expected)
    math.type(nil) == nil, pcall(math.type)
    --> true false bad argument #1 to 'math.type' (value expected)

    -- random
    (function() for i = 1, 1000 do local r = math.random() if r < 0 or r >= 1 then return r end
      end return "in range" end)()
    --> in range
    (function() local seen = {} for i = 1, 1000 do seen[math.random(6)] = true end return #seen,
      seen[0], seen[7] end)()
    --> 6 nil nil
    (function() for i = 1, 1000 do local r = math.random(-3, 3) if r < -3 or r > 3 then return r
      end end return "in range" end)()
    --> in range
    (function() for i = 1, 100 do local r = math.random(math.mininteger, math.maxinteger) if
      math.type(r) ~= "integer" then return r end end return "integers" end)()
    --> integers
    math.random(5, 5), math.type(math.random(0)), math.random(1)
    --> 5 integer 1
    pcall(math.random, 0, -1)
    --> false bad argument #1 to 'math.random' (interval is empty)
    pcall(math.random, -5)
    --> false bad argument #1 to 'math.random' (interval is empty)
    pcall(math.random, 1, 2, 3)
    --> false wrong number of arguments
    pcall(math.random, 1.5)
    --> false bad argument #1 to 'math.random' (number has no integer representation)
    pcall(math.random, "x")
    --> false bad argument #1 to 'math.random' (number expected, got string)
    (function() math.randomseed(42) local a = math.random(1 << 40) math.randomseed(42) return a ==
      math.random(1 << 40) end)()
    --> true
    (function() math.randomseed(1) local a = math.random(0) math.randomseed(2) return a ==
      math.random(0) end)()
    --> false
    (function() math.randomseed(1.5) local a = math.random(0) math.randomseed(1.5) return a ==
      math.random(0) end)()
    --> true
    (function() math.randomseed(1, 2) local a = math.random(0) math.randomseed(1, 3) return a ==
      math.random(0) end)()
    --> false
    pcall(math.randomseed, "x")
    --> false bad argument #1 to 'math.randomseed' (number expected, got string)

    -- loops
    (function() local s = 0 for i = 1, 3 do s = s + i end for i = 3, 1, -1 do s = s * 10 + i end
      return s end)()
    --> 6321
    (function() local n = 0 for i = math.maxinteger - 1, math.maxinteger do n = n + 1 end return n
      end)()
    --> 2
    (function() local n = 0 for i = math.mininteger, math.mininteger + 1 do n = n + 1 end return n
      end)()
    --> 2
    (function() local n = 0 for x = 0, 1, 0.25 do n = n + 1 end return n end)()
    --> 5
    (function() local n = 0 for i = 1, math.huge do n = n + 1 if n == 5 then break end end return
      n end)()
    --> 5
    (function() local n = 0 for i = 1, -math.huge do n = n + 1 end return n end)()
    --> 0
    (function() local last for i = 1, 3.9 do last = i end return last, math.type(last) end)()
    --> 3 integer
    (function() local last for i = 1.0, 3 do last = i end return last, math.type(last) end)()
    --> 3.0 float
    pcall(function() for i = 1, 10, 0 do end end)
    --> false test.lua:1: 'for' step is zero
    pcall(function() for i = "x", 10 do end end)
    --> false test.lua:1: bad 'for' initial value (number expected, got string)
    pcall(function() for i = 1, {} do end end)
    --> false test.lua:1: bad 'for' limit (number expected, got table)
    pcall(function() for i = 1, 2, "x" do end end)
    --> false test.lua:1: bad 'for' step (number expected, got string)
    pcall(function() for x in 5 do end end)
    --> false test.lua:1: attempt to call a number value (for iterator 'for iterator')

    -- goto and scopes
    (function() local i = 1 ::top:: if i < 5 then i = i + 1 goto top end return i end)()
    --> 5
    (function() for i = 1, 3 do for j = 1, 3 do if j == 2 then goto continue end if i == 3 then
      return i, j end ::continue:: end end end)()
    --> 3 1
    (function() local f = {} for i = 1, 3 do f[i] = function() i = i + 1 return i end end return
      f[1](), f[1](), f[2]() end)()
    --> 2 3 3
    (function() local order = {} do local a <close> = setmetatable({}, {__close = function()
      order[#order + 1] = "a" end}) local b <close> = setmetatable({}, {__close = function()
      order[#order + 1] = "b" end}) end return table.concat(order, " ") end)()
    --> b a
    (function() local ok, m = pcall(function() local a <close> = setmetatable({}, {__close =
      function(_, e) error("closing: " .. e, 0) end}) error("first", 0) end) return m end)()
    --> closing: first
    pcall(function() local a <close> = 5 end)
    --> false test.lua:1: variable 'a' got a non-closable value
    (function() local first = {} for seed = 1, 50 do math.randomseed(seed) first[math.random(0)] =
      true end local n = 0 for _ in pairs(first) do n = n + 1 end return n end)()
    --> 50
    (function() local first = {} for seed = 1, 50 do math.randomseed(7, seed)
      first[math.random(0)] = true end local n = 0 for _ in pairs(first) do n = n + 1 end return n
      end)()
    --> 50
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
