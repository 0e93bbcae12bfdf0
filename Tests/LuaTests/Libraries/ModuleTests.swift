import Testing

@Suite("Modules")
struct ModuleTests {
  /// Calls, each with what it tells below; the host knows one module, `answer`.
  static let calls = #"""
    require("answer").value, select(2, require("answer"))
    --> 42
    require("answer") == require("answer"), package.loaded.answer == require("answer")
    --> true true
    pcall(require, ("x"):rep(256))
    --> false bad argument #1 to 'require' (module name too long (at most 255 bytes))
    (function() require("answer") return package.loaded.answer.name end)()
    --> answer
    (function() package.loaded.made = "by hand" return require("made") end)()
    --> by hand
    (function() package.loaded.answer = nil local first = require("answer") package.loaded.answer
      = nil return first == require("answer") end)()
    --> false
    (function() package.preload.early = function(name, where) return name .. " from " .. where end
      return require("early") end)()
    --> early from :preload: :preload:
    (function() package.preload.nothing = function() end return require("nothing"),
      package.loaded.nothing end)()
    --> true true
    (function() package.preload.itself = function(name) package.loaded[name] = "set by itself" end
      return require("itself") end)()
    --> set by itself :preload:
    (function() package.preload.wrong = function() return false end return require("wrong"),
      package.loaded.wrong end)()
    --> false false
    (function() package.preload.bad = function() error("in the module", 0) end return
      pcall(require, "bad") end)()
    --> false in the module
    (function() package.preload.bad = function() error("first", 0) end pcall(require, "bad")
      package.preload.bad = function() return "second" end return require("bad") end)()
    --> second :preload:
    (function() local co = coroutine.wrap(function() package.preload.slow = function() return
      coroutine.yield("waits") end return require("slow") end) return co(), co("loaded") end)()
    --> waits loaded :preload:
    pcall(require, "absent")
    --> false module 'absent' not found:\n no file 'absent.lua'
    pcall(require)
    --> false bad argument #1 to 'require' (string expected, got no value)
    pcall(require, {})
    --> false bad argument #1 to 'require' (string expected, got table)
    require("string") == string, require("table") == table, require("_G") == _G, require("math")
      == math
    --> true true true true
    package.path, package.cpath, package.config:sub(1, 1), package.searchers, package.loadlib
    --> ./?.lua;./?/init.lua  / nil nil
    """#

  @Test("require finds, runs once and remembers", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
