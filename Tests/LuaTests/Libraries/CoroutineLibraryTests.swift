import Testing

@Suite("Coroutines among themselves")
struct CoroutineLibraryTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    coroutine.resume(coroutine.create(function(...) return ... end), 1, 2)
    --> true 1 2
    (function() local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) return b
      * 2 end) return select(2, coroutine.resume(co, 1)), select(2, coroutine.resume(co, 5)),
      coroutine.status(co) end)()
    --> 2 10 dead
    (function() local co = coroutine.create(function() error("broken") end) return
      coroutine.resume(co) end)()
    --> false test.lua:1: broken
    (function() local co = coroutine.create(function() error({}) end) return select("#",
      coroutine.resume(co)), coroutine.status(co) end)()
    --> 2 dead
    (function() local co = coroutine.create(function() end) coroutine.resume(co) return
      coroutine.resume(co) end)()
    --> false cannot resume dead coroutine
    (function() local co co = coroutine.create(function() return coroutine.resume(co) end) return
      coroutine.resume(co) end)()
    --> true false cannot resume non-suspended coroutine
    (function() local co co = coroutine.create(function() return coroutine.status(co) end) return
      coroutine.status(co), select(2, coroutine.resume(co)), coroutine.status(co) end)()
    --> suspended running dead
    (function() local outer outer = coroutine.create(function() return coroutine.wrap(function()
      return coroutine.status(outer) end)() end) return coroutine.resume(outer) end)()
    --> true normal
    pcall(coroutine.create)
    --> false bad argument #1 to 'coroutine.create' (function expected, got no value)
    pcall(coroutine.create, 5)
    --> false bad argument #1 to 'coroutine.create' (function expected, got number)
    pcall(coroutine.resume, 5)
    --> false bad argument #1 to 'coroutine.resume' (thread expected, got number)
    pcall(coroutine.status, 5)
    --> false bad argument #1 to 'coroutine.status' (thread expected, got number)
    pcall(coroutine.wrap, 5)
    --> false bad argument #1 to 'coroutine.wrap' (function expected, got number)
    pcall(coroutine.close, 5)
    --> false bad argument #1 to 'coroutine.close' (thread expected, got number)
    (function() local f = coroutine.wrap(function(a) while true do a = coroutine.yield(a * 2) end
      end) return f(1), f(2), f(3) end)()
    --> 2 4 6
    (function() local f = coroutine.wrap(function() end) f() return pcall(f) end)()
    --> false cannot resume dead coroutine
    pcall(coroutine.wrap(function() error("inside") end))
    --> false test.lua:1: inside
    pcall(coroutine.wrap(function() error("plain", 0) end))
    --> false plain
    (function() local e = {} local ok, m = pcall(coroutine.wrap(function() error(e) end)) return
      ok, m == e end)()
    --> false true
    (function() local s = {} for v in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i)
      end end) do s[#s + 1] = v end return table.concat(s, " ") end)()
    --> 1 2 3
    (function() local co = coroutine.wrap(function() local ok, v = pcall(function() return
      coroutine.yield(1) + 1 end) return ok, v end) return co(), co(41) end)()
    --> 1 true 42
    (function() local co = coroutine.wrap(function() return pcall(function() coroutine.yield(1)
      error("after", 0) end) end) return co(), co() end)()
    --> 1 false after
    (function() local co = coroutine.wrap(function() return xpcall(function() coroutine.yield(1)
      error("x", 0) end, function(m) return m .. "!" end) end) return co(), co() end)()
    --> 1 false x!
    (function() local t = setmetatable({}, {__index = function(_, k) return coroutine.yield(k)
      end}) local co = coroutine.wrap(function() return t.field end) return co(), co("answer")
      end)()
    --> field answer
    (function() local m = setmetatable({}, {__add = function() return coroutine.yield("add") end})
      local co = coroutine.wrap(function() return m + 1 end) return co(), co(7) end)()
    --> add 7
    (function() local m = setmetatable({}, {__lt = function() return coroutine.yield("lt") end})
      local co = coroutine.wrap(function() return m < m end) return co(), co(1) end)()
    --> lt true
    (function() local m = setmetatable({}, {__concat = function() return coroutine.yield("cat")
      end}) local co = coroutine.wrap(function() return m .. "x" end) return co(), co("done")
      end)()
    --> cat done
    (function() local m = setmetatable({}, {__call = function(_, v) return coroutine.yield(v)
      end}) local co = coroutine.wrap(function() return m(3) end) return co(), co("back") end)()
    --> 3 back
    (function() local co = coroutine.wrap(function() for v in function() return
      coroutine.yield("step") end do return v end end) return co(), co("value") end)()
    --> step value
    (function() local co = coroutine.wrap(function() local x <close> = setmetatable({}, {__close =
      function() coroutine.yield("closing") end}) return "end" end) return co(), co() end)()
    --> closing end
    pcall(coroutine.wrap(function() table.sort({1, 2}, function() coroutine.yield() end) end))
    --> false attempt to yield across a C-call boundary
    pcall(coroutine.wrap(function() ("x"):gsub("x", function() coroutine.yield() end) end))
    --> false attempt to yield across a C-call boundary
    coroutine.isyieldable(), coroutine.wrap(function() return coroutine.isyieldable() end)()
    --> false true
    (function() local co = coroutine.create(function() end) return coroutine.isyieldable(co)
      end)()
    --> true
    select(2, coroutine.running()), coroutine.wrap(function() return select(2,
      coroutine.running()) end)()
    --> true false
    (function() local co = coroutine.create(function() return coroutine.running() end) local _,
      same = coroutine.resume(co) return same == co end)()
    --> true
    pcall(coroutine.yield)
    --> false attempt to yield from outside a coroutine

    -- close
    coroutine.close(coroutine.create(print))
    --> true
    (function() local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co)
      return coroutine.close(co), coroutine.status(co), coroutine.resume(co) end)()
    --> true dead false cannot resume dead coroutine
    (function() local log = {} local co = coroutine.create(function() local a <close> =
      setmetatable({}, {__close = function(_, e) log[#log + 1] = "a " .. tostring(e) end}) local b
      <close> = setmetatable({}, {__close = function(_, e) log[#log + 1] = "b " .. tostring(e)
      end}) coroutine.yield() end) coroutine.resume(co) return coroutine.close(co),
      table.concat(log, ", ") end)()
    --> true b nil, a nil
    (function() local co = coroutine.create(function() local a <close> = setmetatable({}, {__close
      = function() error("in close", 0) end}) coroutine.yield() end) coroutine.resume(co) return
      coroutine.close(co) end)()
    --> false in close
    (function() local co = coroutine.create(error) coroutine.resume(co, "failed", 0) return
      coroutine.close(co) end)()
    --> false failed
    (function() local co co = coroutine.create(function() return pcall(coroutine.close, co) end)
      return coroutine.resume(co) end)()
    --> true false cannot close a running coroutine
    pcall(coroutine.close, coroutine.running())
    --> false cannot close a running coroutine
    (function() local outer outer = coroutine.create(function() return coroutine.wrap(function()
      return pcall(coroutine.close, outer) end)() end) return coroutine.resume(outer) end)()
    --> true false cannot close a normal coroutine

    -- many values
    select("#", coroutine.resume(coroutine.create(function(...) return ... end), table.unpack({},
      1, 200)))
    --> 201
    (function() local co = coroutine.wrap(function(...) return select("#", coroutine.yield(...))
      end) return select("#", co(table.unpack({}, 1, 150))), co(table.unpack({}, 1, 250)) end)()
    --> 150 250

    -- deep
    (function() local function nest(n) if n == 0 then return "bottom" end return
      coroutine.wrap(nest)(n - 1) end return nest(50) end)()
    --> bottom
    (function() local function nest(n) if n == 0 then return coroutine.yield("up") end local f =
      coroutine.wrap(nest) local v = f(n - 1) if v == "up" then v = coroutine.yield(v) v = f(v)
      end return v end local f = coroutine.wrap(nest) return f(20), f("down") end)()
    --> up down
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
