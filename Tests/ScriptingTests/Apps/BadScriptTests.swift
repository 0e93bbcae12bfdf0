import Device
import Simulation
import Testing

@testable import Scripting

@Suite("A bad script ends its own process and nothing else")
struct BadScriptTests {
  /// Runs a script beside a good app; time passes fast, so that an endless loop ends soon.
  private func beside(
    _ source: String, memoryCapBytes: Int, cpuNanosecondsPerTick: Int
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(.minutes(2))
    run.add(
      source, name: "bad", modes: .resident, memoryCapBytes: memoryCapBytes,
      cpuNanosecondsPerTick: cpuNanosecondsPerTick)
    run.add(
      "local n = 0\nTimer.scheduledTimer(1, true, function() n = n + 1 print(n) end)\nreturn {}",
      name: "good", modes: .resident)
    let outcome = try run.result()
    #expect(outcome.logs(of: "good") == (1...120).map(String.init))
    #expect(outcome.exits(of: "good") == [])
    return outcome
  }

  static let endings: [(String, String, String)] = [
    // Endless loops.
    ("Task(function()\nwhile true do local x = 1 end\nend)", "watchdog", "bad.lua:2"),
    (
      "DispatchQueue.global():async(function()\nwhile true do local x = 1 end\nend)", "watchdog",
      "bad.lua:2"
    ),
    (
      "for i = 1, 50 do DispatchQueue.global():async(function()\nwhile true do end\nend) end",
      "watchdog", "bad.lua:2"
    ),
    (
      "Task(function()\nwhile true do pcall(function() while true do end end) end\nend)",
      "watchdog", "bad.lua:2"
    ),
    ("Task(function()\nwhile true do pcall(error) end\nend)", "watchdog", "bad.lua:2"),
    (
      "Task(function()\ncoroutine.wrap(function() while true do end end)()\nend)", "watchdog",
      "bad.lua:2"
    ),
    (
      "Task(function()\nlocal t = setmetatable({}, { __index = function() while true do end end })\nreturn t.x\nend)",
      "watchdog", "bad.lua:2"
    ),
    (
      "Task(function()\ntable.sort({ 2, 1 }, function() while true do end end)\nend)", "watchdog",
      "bad.lua:2"
    ),
    (
      "Task(function()\nstring.gsub('a', 'a', function() while true do end end)\nend)", "watchdog",
      "bad.lua:2"
    ),
    (
      "Task(function()\ntostring(setmetatable({}, { __tostring = function() while true do end end }))\nend)",
      "watchdog", "bad.lua:2"
    ),
    ("Task(function()\nrepeat until pcall(string.rep) and false\nend)", "watchdog", "bad.lua:2"),
    (
      "local function again() DispatchQueue.main:async(again) end\nagain()\nTask(function()\nwhile true do work(0) end end)",
      "watchdog", "bad.lua:"
    ),
    ("while true do end", "watchdog", "bad.lua:1"),
    // Memory.
    (
      "Task(function()\nlocal t = {} while true do t[#t + 1] = {} end\nend)", "memoryLimit",
      "bad.lua:2"
    ),
    ("Task(function()\nlocal s = string.rep('x', 1 << 27)\nend)", "memoryLimit", "bad.lua:2"),
    (
      "Task(function()\nlocal s = 'x' while true do s = s .. s end\nend)", "memoryLimit",
      "bad.lua:2"
    ),
    (
      "Task(function()\nwhile true do pcall(string.rep, 'x', 1 << 27) end\nend)", "memoryLimit",
      "bad.lua:2"
    ),
    (
      "Task(function()\nlocal t = {} for i = 1, 1e9 do t[i] = i end\nend)", "memoryLimit",
      "bad.lua:2"
    ),
    (
      "Task(function()\nwhile true do DispatchQueue.main:asyncAfter(100, print) end\nend)",
      "memoryLimit", "bad.lua:2"
    ),
    (
      "Task(function()\nlocal t = {} while true do t[#t + 1] = coroutine.create(print) end\nend)",
      "memoryLimit", "bad.lua:2"
    ),
    // Errors.
    ("Task(function()\nerror('oh')\nend)", "uncaughtException", "bad.lua:2"),
    ("Task(function()\nerror({ code = 1 })\nend)", "uncaughtException", "bad.lua:2"),
    ("Task(function()\nerror(nil)\nend)", "uncaughtException", "bad.lua:2"),
    (
      "Task(function()\nerror(setmetatable({}, { __tostring = function() error('x') end }))\nend)",
      "uncaughtException", "bad.lua:2"
    ),
    ("Task(function()\nlocal x = nil\nreturn x.y\nend)", "uncaughtException", "bad.lua:3"),
    (
      "local function f() return 1 + f() end\nTask(function() f() end)", "memoryLimit",
      "bad.lua:1"
    ),
    ("Task(function()\nstring.rep()\nend)", "uncaughtException", "bad.lua:2"),
    (
      "Timer.scheduledTimer(1, true, function()\nerror('in a timer')\nend)", "uncaughtException",
      "bad.lua:2"
    ),
    (
      "DispatchQueue.global():async(function()\nerror('beside')\nend)", "uncaughtException",
      "bad.lua:2"
    ),
    (
      "DispatchQueue.main:async(function() Task.sleep(1)\nerror('later')\nend)",
      "uncaughtException", "bad.lua:2"
    ),
    ("error('at load')", "uncaughtException", "bad.lua:1"),
    // What is returned.
    ("\nreturn 3", "uncaughtException", "bad.lua:2"),
    ("do return end", "uncaughtException", "bad.lua:2"),
    ("return {\ndidFinishLaunching = 'text' }", "uncaughtException", "bad.lua:2"),
    ("return {\ndidFinishLaunching = {} }", "uncaughtException", "bad.lua:2"),
    (
      "return setmetatable({}, { __index = function(_, name)\nerror(name) end })",
      "uncaughtException", "bad.lua:2"
    ),
    // Yields in odd places.
    ("Task(coroutine.yield)", "uncaughtException", "bad.lua"),
    ("Task(function()\ncoroutine.yield(1)\nend)", "uncaughtException", "bad.lua:2"),
    (
      "Task(function()\ntable.sort({ 2, 1 }, coroutine.yield)\nend)", "uncaughtException",
      "bad.lua:2"
    ),
    ("coroutine.yield()", "uncaughtException", "bad.lua:1"),
  ]

  @Test("with the right reason and line", arguments: endings)
  func ends(source: String, reason: String, location: String) throws {
    let full =
      source.contains("return {") || source.contains("return 3")
        || source.contains("return setmeta") ? source : source + "\nreturn {}"
    // Loops meet the limit soon, bombs the cap.
    let outcome = try beside(
      full, memoryCapBytes: reason == "memoryLimit" ? 4 << 20 : 64 << 20,
      cpuNanosecondsPerTick: reason == "watchdog" ? 5_000_000 : 50_000)
    #expect(outcome.exits(of: "bad") == [reason], "\(source.debugDescription)")
    let last = try #require(outcome.run.findings.last)
    #expect(
      last.location?.description.hasPrefix(location) == true,
      "\(source.debugDescription): \(last.message)")
    #expect(!outcome.exitDetails(of: "bad")[0].isEmpty)
  }

  @Test(
    "a name of Apple's that is not modelled says what to write instead",
    arguments: ["OSLog('x')", "OSLog.default:log('x')", "local log = OSLog log.new()"])
  func unmodelled(code: String) throws {
    var run = ScriptRun()
    run.add("return { didBecomeActive = function()\n\(code)\nend }")
    run.open("app", at: .seconds(1))
    let outcome = try run.result()
    #expect(outcome.findings == ["uncaughtError app.lua:2"])
    #expect(
      outcome.messages[0].hasSuffix("OSLog is not modelled; write NSLog or print")
        == !code.hasPrefix("local"))
  }

  @Test(
    "a life-cycle method that never returns is named by its line, in the middle of Lua's own too",
    arguments: [
      "while true do end", "table.sort({ 2, 1 }, function() while true do end end)",
      "string.gsub('a', 'a', function() while true do end end)",
    ])
  func hungTransition(body: String) throws {
    var run = ScriptRun()
    run.add(
      "return { didBecomeActive = function()\n\(body)\nend }", name: "app",
      cpuNanosecondsPerTick: 5_000_000)
    run.open("app", at: .seconds(1))
    let outcome = try run.result()
    #expect(outcome.findings == ["callbackTooLong app.lua:2"])
    #expect(outcome.exits() == ["watchdog"])
  }

  @Test(
    "a callback that never ends is ended in front as well, told once",
    arguments: [
      "while true do end", "while true do work(0) end", "while true do work(3) local x end",
    ])
  func endlessInFront(body: String) throws {
    var run = ScriptRun(.minutes(2))
    run.add(
      "return { didBecomeActive = function() DispatchQueue.main:asyncAfter(1, function()\n\(body)\n"
        + "end) end }", name: "app", cpuNanosecondsPerTick: 5_000_000)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(90))
    let outcome = try run.result()
    #expect(outcome.findings == ["callbackTooLong app.lua:2"])
    #expect(outcome.exits() == ["watchdog"])
    // What only asks for time, three seconds each, is ended by the transition.
    let message = outcome.messages[0]
    #expect(message == "block did not return within \(body.contains("3") ? 10 : 20) s")
  }

  @Test("callbacks that queue each other for ever cannot hold the clock by the CPU time they take")
  func livelock() throws {
    var run = ScriptRun(.seconds(1))
    run.add(
      "local function again() DispatchQueue.main:async(again) end\nagain()\nreturn {}",
      name: "app", modes: .resident)
    let events = try run.result().run.events
    #expect(events > 1_000 && events < 45_000)
  }

  @Test("a module that cannot be compiled is named with what is wrong in it")
  func brokenModule() throws {
    var run = ScriptRun(app: "require('broken')\nreturn {}")
    run.module("broken.lua", "local x = 1\nlocal = 3")
    let message = try #require(try run.result().messages.first)
    #expect(message.contains("'broken'") && message.contains("broken.lua:2: "), "\(message)")
  }

  static let wrongCalls: [(String, String)] = [
    (
      "UIApplication.shared.beginBackgroundTask()", "application:beginBackgroundTask(name, handler)"
    ),
    ("UIApplication.shared.beginBackgroundTask('x')", "with a colon"),
    ("UIApplication.shared.endBackgroundTask(1)", "application:endBackgroundTask(id)"),
    ("UIApplication.shared:endBackgroundTask('x')", "number expected, got string"),
    ("UIApplication.shared:beginBackgroundTask(3)", "a name expected, got 3"),
    ("UIApplication.shared:beginBackgroundTask('x', 4)", "function expected, got number"),
    ("UIApplication.shared.backgroundTimeRemaining = 3", "read-only"),
    ("Timer.scheduledTimer('x', true, print)", "number expected, got string"),
    ("Timer.scheduledTimer(1, nil, print)", "boolean expected"),
    ("Timer.scheduledTimer(1, true)", "function expected, got no value"),
    ("Timer.scheduledTimer(0/0, true, print)", "seconds expected"),
    ("DispatchQueue.main.async(print)", "queue:async(block) is called without its object"),
    ("DispatchQueue()", "string expected, got no value"),
    ("DispatchQueue('q', { attributes = 'serial' })", "unknown attributes (\"serial\")"),
    ("DispatchQueue('q', { attribute = 'concurrent' })", "unknown field (attribute)"),
    ("DispatchQueue('q'):async({})", "function or DispatchWorkItem expected, got table"),
    ("DispatchQueue('q'):async(print, { flags = 'x' })", "unknown flags (\"x\")"),
    ("DispatchQueue('q'):async(print, { group = 5 })", "DispatchGroup expected, got number"),
    ("DispatchQueue.main:asyncAfter(0 / 0, print)", "seconds expected, got nan"),
    ("DispatchSemaphore()", "number expected, got no value"),
    ("DispatchSemaphore(-1)", "a count of 0 or more expected, got -1; on a phone it ends the app"),
    ("DispatchSemaphore(0):wait(0 / 0)", "seconds expected, got nan"),
    ("DispatchSemaphore(1):wait('x')", "number expected, got string"),
    ("DispatchSemaphore(0):wait()", "the script itself cannot wait"),
    ("DispatchSemaphore(0).signal()", "semaphore:signal() is called without its object"),
    ("NSLock():lock(0 / 0)", "seconds expected, got nan"),
    ("DispatchGroup():notify(print)", "DispatchQueue expected, got function"),
    ("DispatchGroup():notify(DispatchQueue.main)", "function or DispatchWorkItem expected"),
    (
      "DispatchWorkItem(3)", "bad argument #1 to 'DispatchWorkItem' (function expected, got number)"
    ),
    ("DispatchWorkItem(print).cancel()", "call it so, with a colon: item:cancel()"),
    ("BlockOperation()", "function or BlockOperation expected, got no value"),
    ("BlockOperation(print):addDependency(3)", "a BlockOperation expected, got number"),
    ("OperationQueue():addOperation({})", "a function or a BlockOperation expected, got table"),
    (
      "local o = BlockOperation(print) for _ = 1, 2 do OperationQueue():addOperation(o) end",
      "the operation is in a queue already; make another"
    ),
    ("DispatchQueue.main:asyncAfter(print)", "number expected, got function"),
    ("Task(3)", "bad argument #1 to 'Task' (function expected, got number)"),
    ("Task.sleep('x')", "number expected, got string"),
    ("work(-1)", "seconds, 0 or more, expected, got -1"),
    ("work()", "number expected, got no value"),
    ("URLSession.shared:dataTask()", "string expected, got no value"),
    ("URLSession.shared:dataTask({}, print)", "url: a string expected, got nil"),
    (
      "URLSession.shared:dataTask({ url = 'u', timeout = -1 }, print)",
      "timeout: seconds, 0 or more"
    ),
    ("URLSession.shared:dataTask({ url = 'u', body = {} }, print)", "body: bytes, 0 or more"),
    (
      "URLSession.shared:dataTask({ url = 'u', metod = 'POST' }, print)",
      "a request: unknown field (metod); its fields are url, body, timeout"
    ),
    ("URLSession.shared:dataTask({ ulr = 'u' }, print)", "unknown field (ulr)"),
    ("URLSession.shared:dataTask({ 'https://a.example' }, print)", "unknown field (1)"),
    ("URLSession.shared:dataTask({ url = 'u', [print] = 1 }, print)", "unknown field (fun"),
    (
      "URLSession.background('x'):downloadTask { url = 'https://a.example/', bdy = 1 }",
      "unknown field (bdy)"
    ),
    (
      "URLSession.background('x'):downloadTask('a.example/b')",
      "'downloadTask' (url: http:// or https:// expected, which is all that background sessions"
        + " load, got \"a.example/b\")"
    ),
    (
      "BGTaskScheduler.shared:register('x', print, { queue = 'main', qos = 'utility' })",
      "BGTaskScheduler.shared:register: unknown field (qos); its only field is queue"
    ),
    ("URLSession.shared:dataTask('u')", "function expected, got no value"),
    ("UserDefaults.standard:set('k', { a = { print } })", "k.a[1]: a function cannot be kept"),
    ("local t = {} t.t = t UserDefaults.standard:set('k', t)", "k.t: the table holds itself"),
    ("UserDefaults.standard:set('k', UIApplication.shared)", "k: a UIApplication cannot be kept"),
    ("UserDefaults.standard:set(nil, 1)", "string expected, got nil"),
    (
      "for i = 1, 9 do UserDefaults.standard:set('k' .. i, ('x'):rep(500000)) end",
      "UserDefaults: k8"
    ),
    ("FileLock.wait('db')", "the script itself cannot wait"),
    ("FileLock.acquire()", "string expected, got no value"),
    ("os.time({ year = 2024 })", "field 'month' missing in date table"),
    (
      "os.time({ year = 2024, month = 'May', day = 1 })", "field 'month' is not an integer"
    ),
    ("os.time({ year = 2024, month = 1, day = 1 << 40 })", "field 'day' is out-of-bound"),
    ("Task(print).cancel()", "call it so, with a colon: task:cancel()"),
    ("os.date('%Q')", "invalid conversion specifier '%Q'"),
    ("os.date('%c', 1 << 62)", "time out of range"),
    ("minutes('x')", "number expected, got string"),
    ("NSLog('%d', 'x')", "number expected, got string"),
    ("require('nothing.here')", "module 'nothing.here' not found"),
    ("require('broken')", "broken.lua:2:"),
  ]

  @Test("a wrong call says what is wrong, where, and can be caught", arguments: wrongCalls)
  func wrongCall(call: String, message: String) throws {
    var run = ScriptRun(
      app: "\n\nlocal ok, problem = pcall(function() \(call) end)\nprint(ok, problem)\nreturn {}")
    run.module("broken.lua", "local x = 1\nlocal = 3")
    let outcome = try run.result()
    let log = try #require(outcome.logs().first)
    #expect(log.hasPrefix("false\tapp.lua:3: "), "\(log)")
    #expect(log.contains(message), "\(log)")
    #expect(outcome.exits() == [])
  }

  @Test("an exception's detail has the traceback, and nothing of dormouse's own")
  func traceback() throws {
    let outcome = try ScriptRun(
      app: """
        local function inner() error("deep") end
        return {
          didBecomeActive = function(self, application)
            inner()
          end,
        }
        """
    ).result()
    let detail = try #require(outcome.exitDetails().first)
    #expect(detail.hasPrefix("app.lua:1: deep\nstack traceback:"))
    #expect(detail.contains("app.lua:4: in function"))
    #expect(!detail.contains("dormouse"))
    #expect(!detail.contains("0x"))
  }

  @Test("scripts that are missing or do not compile are all reported before anything runs")
  func check() throws {
    let files = ScriptTexts(["a.lua": "return {\n  x = = 1\n}", "c.lua": "\u{1B}Lua"])
    #expect {
      try AppScripts(
        ["a.lua", "b.lua", "c.lua"].map { AppScriptReference(path: $0) }, files: files,
        modules: ModuleSearch(files: files, folders: []))
    } throws: { error in
      guard let error = error as? ScriptError else { return false }
      let texts = error.problems.map(\.description)
      return texts.count == 3 && texts[0] == "a.lua:2: unexpected symbol near '='"
        && texts[1] == "b.lua: no such script (b.lua); name a .lua file that is there"
        && texts[2].hasPrefix("c.lua")
    }
  }
}
