import Testing

@Suite("Metamethods")
struct MetamethodTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- fields
    setmetatable({}, {__index = {a = 1}}).a, setmetatable({a = 2}, {__index = {a = 1}}).a,
      setmetatable({}, {__index = {}}).a
    --> 1 2 nil
    setmetatable({}, {__index = function(t, k) return k .. "!" end}).a, setmetatable({}, {__index =
      function(t, k) return k end})[7]
    --> a! 7
    setmetatable({}, {__index = setmetatable({}, {__index = {deep = "down"}})}).deep
    --> down
    (function() local log = {} local t = setmetatable({}, {__newindex = log}) t.a = 1 return
      rawget(t, "a"), log.a end)()
    --> nil 1
    (function() local log local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, v
      * 2) end}) t.a = 1 t.a = 5 return t.a end)()
    --> 5
    (function() local t = setmetatable({a = 1}, {__newindex = function() error("no") end}) t.a = 2
      return t.a, pcall(function() t.b = 1 end) end)()
    --> 2 false test.lua:1: no
    pcall(function() local t = setmetatable({}, {__index = 5}) return t.x end)
    --> false test.lua:1: attempt to index a number value
    pcall(function() local t = setmetatable({}, {__newindex = 5}) t.x = 1 end)
    --> false test.lua:1: attempt to index a number value
    pcall(function() local t = {} setmetatable(t, {__index = t}) return t.x end)
    --> false test.lua:1: '__index' chain too long; possible loop
    rawget(setmetatable({}, {__index = {a = 1}}), "a"), rawlen(setmetatable({1, 2}, {__len =
      function() return 9 end})), #setmetatable({1, 2}, {__len = function() return 9 end})
    --> nil 2 9

    -- arithmetic, of both sides
    (function() local m = {} for _, e in ipairs {"add", "sub", "mul", "div", "mod", "pow", "idiv",
      "band", "bor", "bxor", "shl", "shr", "concat"} do m["__" .. e] = function(a, b) return e ..
      (type(a) == "table" and "<" or ">") end end local t = setmetatable({}, m) return t + 1, 1 - t,
      t * t, 1 / t, t % 1, 1 ^ t, t // 1, 1 & t, t | 1, 1 ~ t, t << 1, 1 >> t, t .. 1, 1 .. t end)()
    --> add< sub> mul< div> mod< pow> idiv< band> bor< bxor> shl< shr> concat< concat>
    (function() local t = setmetatable({}, {__unm = function(a, b) return "minus", rawequal(a, b)
      end, __bnot = function() return "not" end}) return -t, ~t end)()
    --> minus not
    (function() local a, b = setmetatable({}, {__add = function() return "first" end}),
      setmetatable({}, {__add = function() return "second" end}) return a + b, b + a, 1 + b end)()
    --> first second second
    (function() local t = setmetatable({}, {__concat = function(a, b) return "c" end}) return t ..
      "x" .. "y", "x" .. t .. "y", "x" .. "y" .. t end)()
    --> c xc xc
    (function() local t = setmetatable({}, {__add = function() return 1, 2, 3 end}) return t + t
      end)()
    --> 1
    pcall(function() return setmetatable({}, {__add = 5}) + 1 end)
    --> false test.lua:1: attempt to call a number value (metamethod 'add')
    pcall(function() return setmetatable({}, {}) + 1 end)
    --> false test.lua:1: attempt to perform arithmetic on a table value
    pcall(function() return setmetatable({}, {__name = "Money"}) + 1 end)
    --> false test.lua:1: attempt to perform arithmetic on a Money value
    pcall(function() return 1 < setmetatable({}, {__name = "Money"}) end)
    --> false test.lua:1: attempt to compare number with Money
    pcall(function() return {} .. setmetatable({}, {__name = "Money"}) end)
    --> false test.lua:1: attempt to concatenate a table value
    (function() local t = setmetatable({}, {__idiv = function(a, b) return b end}) return t // "x",
      t // nil, t // t == t end)()
    --> x nil true

    -- comparison
    (function() local m = {__eq = function() return true end} local a, b = setmetatable({}, m),
      setmetatable({}, m) return a == b, a ~= b, a == 1, rawequal(a, b), a == {} end)()
    --> true false false false true
    (function() local calls = 0 local a = setmetatable({}, {__eq = function() calls = calls + 1
      return false end}) return a == a, calls, a == {}, calls end)()
    --> true 0 false 1
    (function() local m = {__lt = function(a, b) return a.n < b.n end, __le = function(a, b) return
      a.n <= b.n end} local function n(v) return setmetatable({n = v}, m) end return n(1) < n(2),
      n(2) < n(1), n(1) <= n(1), n(2) > n(1), n(1) >= n(2) end)()
    --> true false true true false
    (function() local t = setmetatable({}, {__lt = function(a, b) return type(a) end, __le =
      function() return nil end}) return t < 1, 1 < t, t > 1, t <= 1 end)()
    --> true true true false
    pcall(function() local t = setmetatable({}, {__lt = function() return true end}) return t <= t
      end)
    --> true false
    (function() local t = {3, 1, 2} local m = {__lt = function(a, b) return a.v < b.v end} for i =
      1, 3 do t[i] = setmetatable({v = t[i]}, m) end table.sort(t) return t[1].v, t[2].v, t[3].v
      end)()
    --> 1 2 3

    -- length, call, text
    #setmetatable({}, {__len = function() return "text" end}), #setmetatable({}, {__len = function()
      return 1, 2 end})
    --> text 1
    pcall(table.unpack, setmetatable({}, {__len = function() return "x" end}))
    --> false object length is not an integer
    pcall(table.insert, setmetatable({}, {__len = function() return 1.5 end}), 1)
    --> false object length is not an integer
    table.unpack(setmetatable({}, {__len = function() return 3 end, __index = function(_, i) return
      i * 10 end}))
    --> 10 20 30
    tostring(setmetatable({}, {__tostring = function() return "told" end})), pcall(tostring,
      setmetatable({}, {__tostring = function() return 5 end}))
    --> told true 5
    pcall(tostring, setmetatable({}, {__tostring = function() end}))
    --> false '__tostring' must return a string
    (tostring(setmetatable({}, {__name = "Thing"})):gsub("0x%x+", "#")), (tostring(setmetatable({},
      {__name = 5})):gsub("0x%x+", "#"))
    --> Thing: # table: #
    setmetatable({}, {__call = function(self, a, b) return a, b, type(self) end})(1, 2)
    --> 1 2 table
    pcall(setmetatable({}, {__call = function(self, ...) return select("#", ...) end}), 1, nil, nil)
    --> true 3
    ("x"):len(), ("%d"):format(5), #"abc", ("x").y
    --> 1 5 3 nil

    -- metatables
    getmetatable(setmetatable({}, {__metatable = false})), pcall(setmetatable, setmetatable({},
      {__metatable = false}), nil)
    --> false false cannot change a protected metatable
    (function() local m = {} local t = setmetatable({}, m) m.__index = {late = 1} return t.late
      end)()
    --> 1
    (function() local t = setmetatable({}, {__index = function() return 1 end}) setmetatable(t, nil)
      return t.x end)()
    --> nil
    (function() local base = {} base.__index = base function base.new(v) return setmetatable({v =
      v}, base) end function base:get() return self.v end local sub = setmetatable({}, {__index =
      base}) sub.__index = sub function sub:get() return base.get(self) + 1 end return
      base.new(1):get(), setmetatable({v = 5}, sub):get() end)()
    --> 1 6
    (function() local t = setmetatable({}, {__pairs = function(t) return function(_, k) if not k
      then return 1, "one" end end, t, nil end}) local s = "" for k, v in pairs(t) do s = s .. k ..
      v end return s end)()
    --> 1one
    (function() local t = setmetatable({}, {__pairs = function() return 1, 2, 3, 4 end}) return
      pairs(t) end)()
    --> 1 2 3
    (function() local t = setmetatable({}, {__index = function(_, i) if i <= 3 then return i * i end
      end}) local s = 0 for _, v in ipairs(t) do s = s + v end return s end)()
    --> 14
    (function() local t = setmetatable({}, {__index = {10, 20}}) return next(t), #t, t[1], rawlen(t)
      end)()
    --> nil 0 10 0
    (function() local t = setmetatable({}, {__mode = "k"}) t[1] = {} return type(t[1]) end)()
    --> table
    table.concat(setmetatable({}, {__index = function(_, i) return "v" .. i end, __len = function()
      return 3 end}), ",")
    --> v1,v2,v3
    (function() local seen = {} local t = setmetatable({}, {__newindex = function(_, k, v)
      seen[#seen + 1] = k .. "=" .. tostring(v) end, __len = function() return #seen end})
      table.insert(t, "a") table.insert(t, "b") return table.concat(seen, " ") end)()
    --> 1=a 2=b
    (function() local log = {} local t = setmetatable({}, {__index = function(_, k) log[#log + 1] =
      "r" .. k return k end, __newindex = function(_, k, v) log[#log + 1] = "w" .. k end})
      table.move(t, 1, 3, 2) return table.concat(log, " ") end)()
    --> r3 w4 r2 w3 r1 w2
    (function() local t = table.move({1, 2, 3}, 2, 3, 1) return t[1], t[2], t[3] end)()
    --> 2 3 3
    """#

  @Test("an event does what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
