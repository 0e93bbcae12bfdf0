import Testing

@Suite("Variables to be closed")
struct ClosingTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- in order
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function(_, e)
      log[#log + 1] = n .. ":" .. tostring(e) end}) end do local a <close> = v("a") local b <close>
      = v("b") local c <close> = v("c") end return table.concat(log, " ") end)()
    --> c:nil b:nil a:nil
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function(_, e)
      log[#log + 1] = n .. ":" .. tostring(e) end}) end local ok, e = pcall(function() local a
      <close> = v("a") local b <close> = v("b") error("x", 0) end) return ok, e, table.concat(log,
      " ") end)()
    --> false x b:x a:x
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function()
      log[#log + 1] = n end}) end local function f() local a <close> = v("a") return #log, "result"
      end local n, r = f() return n, r, #log end)()
    --> 0 result 1
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function()
      log[#log + 1] = n end}) end for i = 1, 3 do local a <close> = v(i) if i == 2 then break end
      end return table.concat(log, " ") end)()
    --> 1 2
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function()
      log[#log + 1] = n end}) end do local i = 1 ::top:: local a <close> = v(i) i = i + 1 if i <= 3
      then goto top end end return table.concat(log, " ") end)()
    --> 1 2 3
    (function() local log = {} local function v(n) return setmetatable({}, {__close = function()
      log[#log + 1] = n end}) end local i = 0 while i < 3 do i = i + 1 local a <close> = v(i) end
      return table.concat(log, " ") end)()
    --> 1 2 3
    (function() local log = {} local i = 0 repeat local a <close> = setmetatable({}, {__close =
      function() log[#log + 1] = i end}) i = i + 1 until i == 3 return table.concat(log, " ") end)()
    --> 1 2 3

    -- what may be closed
    (function() local a <close> = nil local b <close> = false return "fine" end)()
    --> fine
    pcall(function() local a <close> = 5 end)
    --> false test.lua:1: variable 'a' got a non-closable value
    pcall(function() local a <close> = {} end)
    --> false test.lua:1: variable 'a' got a non-closable value
    pcall(function() local a <close> = setmetatable({}, {__close = 5}) end)
    --> false test.lua:1: attempt to call a number value (metamethod 'close')
    pcall(function() local a <close> = "text" end)
    --> false test.lua:1: variable 'a' got a non-closable value
    load("local a <close> = nil a = 1")
    --> nil [string "local a <close> = nil a = 1"]:1: attempt to assign to const variable 'a'
    load("local a <open> = nil")
    --> nil [string "local a <open> = nil"]:1: unknown attribute 'open'
    load("local a <close>, b <close> = nil")
    --> nil [string "local a <close>, b <close> = nil"]:1: multiple to-be-closed variables in local list
    load("local a <const>, b <close> = 1, nil return a")()
    --> 1

    -- errors on the way
    (function() local function v(m) return setmetatable({}, {__close = function() error(m, 0) end})
      end return pcall(function() local a <close> = v("first") local b <close> = v("second")
      error("body", 0) end) end)()
    --> false first
    (function() local seen local ok, e = pcall(function() local a <close> = setmetatable({},
      {__close = function(_, e) seen = e end}) local b <close> = setmetatable({}, {__close =
      function() error("from b", 0) end}) end) return ok, e, seen end)()
    --> false from b from b
    (function() local seen = {} local ok, e = pcall(function() local a <close> = setmetatable({},
      {__close = function(_, e) seen[1] = e end}) local b <close> = setmetatable({}, {__close =
      function(_, e) seen[2] = e end}) local t = nil t.x = 1 end) return seen[1] == seen[2] end)()
    --> true
    (function() local ok, e = pcall(function() local a <close> = setmetatable({}, {__close =
      function(_, e) pcall(error, "swallowed") end}) error("kept", 0) end) return ok, e end)()
    --> false kept
    (function() local e = {} local ok, got = pcall(function() local a <close> = setmetatable({},
      {__close = function(_, m) return m == e end}) error(e) end) return got == e end)()
    --> true
    xpcall(function() local a <close> = setmetatable({}, {__close = function(_, e) error(e .. "+",
      0) end}) error("x", 0) end, function(m) return m .. "!" end)
    --> false x!+!

    -- iterators
    (function() local log = "" local closing = setmetatable({}, {__close = function() log = log ..
      "closed" end}) for i in function(_, i) i = (i or 0) + 1 if i < 3 then return i end end, nil,
      nil, closing do log = log .. i end return log end)()
    --> 12closed
    (function() local log = "" local closing = setmetatable({}, {__close = function() log = log ..
      "closed" end}) for i in function(_, i) return (i or 0) + 1 end, nil, nil, closing do log = log
      .. i if i == 2 then break end end return log end)()
    --> 12closed
    (function() local log = "" local closing = setmetatable({}, {__close = function(_, e) log = log
      .. "closed " .. e end}) pcall(function() for i in function() error("it", 0) end, nil, nil,
      closing do end end) return log end)()
    --> closed it
    pcall(function() for i in next, {}, nil, 5 do end end)
    --> false test.lua:1: variable '(for state)' got a non-closable value
    (function() local log = "" local closing = setmetatable({}, {__close = function() log = log ..
      "closed" end}) local function f() for i in function() return 1 end, nil, nil, closing do
      return i end end return f(), log end)()
    --> 1 closed

    -- in coroutines
    (function() local log = "" local co = coroutine.wrap(function() local a <close> =
      setmetatable({}, {__close = function() log = log .. "a" end}) coroutine.yield(1) log = log ..
      "b" return 2 end) local x, y = co(), co() return x, y, log end)()
    --> 1 2 ba
    (function() local log = "" local co = coroutine.create(function() local a <close> =
      setmetatable({}, {__close = function(_, e) log = log .. tostring(e) end}) coroutine.yield()
      end) coroutine.resume(co) coroutine.close(co) return log end)()
    --> nil
    (function() local co = coroutine.create(function() local a <close> = setmetatable({}, {__close =
      function(_, e) error("closing " .. tostring(e), 0) end}) error("body", 0) end) return
      coroutine.resume(co) end)()
    --> false body
    (function() local co = coroutine.wrap(function() return pcall(function() local a <close> =
      setmetatable({}, {__close = function(_, e) coroutine.yield("in " .. e) end}) error("x", 0)
      end) end) return co(), co() end)()
    --> in x false x
    (function() local co = coroutine.wrap(function() local a <close> = setmetatable({}, {__close =
      function() coroutine.yield(1) end}) local b <close> = setmetatable({}, {__close = function()
      coroutine.yield(2) end}) return 3 end) return co(), co(), co() end)()
    --> 2 1 3
    """#

  @Test("each is closed once, in order, with the error", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
