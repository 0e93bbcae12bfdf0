import Testing

@Suite("What debug tells")
struct InspectionTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    debug.traceback("message", 1):match("^message\nstack traceback:\n") ~= nil
    --> true
    debug.traceback({}) ~= nil, type(debug.traceback({})), debug.traceback(nil) ~= nil,
      debug.traceback(5):match("^5") ~= nil
    --> true table true true
    select(2, debug.traceback("x"):gsub("test.lua:1:", "")) >= 1
    --> true
    (function() local co = coroutine.create(function() local x = 1 coroutine.yield() end)
      coroutine.resume(co) return (debug.traceback(co)) end)()
    --> stack traceback:\n [C]: in function 'coroutine.yield'\n test.lua:1: in function <test.lua:1>
    (function() local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co)
      return (debug.traceback(co, "said")) end)()
    --> said\nstack traceback:\n [C]: in function 'coroutine.yield'\n test.lua:1: in function <test.lua:1>
    (function() local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co)
      return (debug.traceback(co, nil, 1)) end)()
    --> stack traceback:\n test.lua:1: in function <test.lua:1>
    debug.traceback(coroutine.create(print))
    --> stack traceback:
    (function() local function f() return debug.getinfo(1, "l").currentline end return f() end)()
    --> 1
    (function() local function named() return debug.getinfo(1, "n").name end local x = named()
      return x end)()
    --> named
    debug.getinfo(print).what, debug.getinfo(print).short_src, debug.getinfo(print).currentline
    --> C [C] -1
    (function() local f = function(a, b, ...) end local i = debug.getinfo(f) return i.what,
      i.short_src, i.linedefined, i.lastlinedefined, i.nparams, i.isvararg, i.nups, i.func == f
      end)()
    --> Lua test.lua 1 1 2 true 0 true
    debug.getinfo(1000), debug.getinfo(1, "S").source, debug.getinfo(1, "f").func ~= nil
    --> nil @test.lua true
    (function() local i = debug.getinfo(1, "l") return i.source, i.name, i.func, i.currentline
      end)()
    --> nil nil nil 1
    pcall(debug.getinfo, 1, "X")
    --> false bad argument #2 to 'debug.getinfo' (invalid option)
    pcall(debug.getinfo, 1, "L")
    --> false bad argument #2 to 'debug.getinfo' (invalid option)
    pcall(debug.getinfo, "x")
    --> false bad argument #1 to 'debug.getinfo' (number expected, got string)
    pcall(debug.getinfo)
    --> false bad argument #1 to 'debug.getinfo' (number expected, got no value)
    pcall(debug.getinfo, nil, "S")
    --> false bad argument #1 to 'debug.getinfo' (number expected, got nil)
    pcall(debug.getinfo, coroutine.create(print))
    --> false bad argument #2 to 'debug.getinfo' (number expected, got no value)
    pcall(debug.getinfo, "x", "x")
    --> false bad argument #1 to 'debug.getinfo' (number expected, got string)
    pcall(debug.getinfo, print, "Sx")
    --> false bad argument #2 to 'debug.getinfo' (invalid option)
    pcall(debug.getinfo, 1000, "x")
    --> true nil
    (function() local co = coroutine.create(function() local function deep() coroutine.yield() end
      deep() end) coroutine.resume(co) return debug.getinfo(co, 1, "n").name, debug.getinfo(co, 1,
      "l").currentline, debug.getinfo(co, 9) end)()
    --> deep 1 nil
    (function() local function f() return debug.getinfo(1, "t").istailcall end local function g()
      return f() end return g(), (f()) end)()
    --> true false
    debug.getlocal, debug.setlocal, debug.getupvalue, debug.setmetatable, debug.sethook,
      debug.upvalueid
    --> nil nil nil nil nil nil
    """#

  @Test("a call tells of the script's own text only", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
