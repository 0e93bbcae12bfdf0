import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Every bridged name works")
struct BridgedNamesTests {
  /// Scripts that log, run in front at the first second; and what they log.
  static let scripts: [(source: String, logs: [String])] = [
    ("print(UIApplication.shared.applicationState)", ["inactive"]),
    ("print(UIApplication.shared.backgroundTimeRemaining == DBL_MAX)", ["true"]),
    ("print(UIApplication.shared.backgroundTimeRemaining)", ["1.7976931348623e+308"]),
    ("print(UIApplication.shared.backgroundRefreshStatus)", ["available"]),
    (
      """
      local application = UIApplication.shared
      print(application:beginBackgroundTask(), application:beginBackgroundTask("named"))
      print(application:beginBackgroundTask(function() end))
      print(application:beginBackgroundTask("named", function() end))
      print(application:beginBackgroundTask(nil, function() end))
      for id = 1, 5 do application:endBackgroundTask(id) end
      application:endBackgroundTask(UIBackgroundTaskIdentifier.invalid)
      """, ["1\t2", "3", "4", "5"]
    ),
    ("print(UIBackgroundTaskIdentifier.invalid)", ["0"]),
    (
      """
      UIApplication.shared:setMinimumBackgroundFetchInterval(
        UIApplication.backgroundFetchIntervalMinimum)
      UIApplication.shared:setMinimumBackgroundFetchInterval(
        UIApplication.backgroundFetchIntervalNever)
      print(UIApplication.backgroundFetchIntervalMinimum)
      print(UIApplication.backgroundFetchIntervalNever == DBL_MAX)
      """, ["0.0", "true"]
    ),
    (
      "local r = UIBackgroundFetchResult; print(r.newData, r.noData, r.failed)",
      ["0\t1\t2"]
    ),
    (
      """
      local d = UIDevice.current
      print(d.isMultitaskingSupported, d.batteryLevel, d.batteryState)
      d.isBatteryMonitoringEnabled = true
      print(d.isBatteryMonitoringEnabled, d.batteryLevel, d.batteryState)
      """, ["true\t-1.0\tunknown", "true\t1.0\tunplugged"]
    ),
    (
      "local p = ProcessInfo.processInfo; print(p.isLowPowerModeEnabled, p.systemUptime)",
      ["false\t0.0"]
    ),
    (
      """
      local count = 0
      local made = Timer.scheduledTimer(1, true, function(timer)
        count = count + 1
        NSLog("%d %@", count, timer.isValid)
        if count == 2 then timer:invalidate() NSLog("%@", timer.isValid) end
      end)
      print(made.isValid)
      Timer.scheduledTimer(0.5, false, function(timer) print("once", timer ~= made) end)
      """, ["true", "once\ttrue", "1 true", "2 true", "false"]
    ),
    (
      """
      DispatchQueue.main:async(function() print("later") end)
      DispatchQueue.main:asyncAfter(1, function() print("after") end)
      DispatchQueue.global():async(function() print("beside") end)
      print("now")
      """, ["now", "beside", "later", "after"]
    ),
    (
      """
      local task = Task(function(task)
        print("begun", task.isCancelled)
        pcall(Task.sleep, 1)
        print("slept", task.isCancelled)
      end)
      print(task.isCancelled)
      DispatchQueue.main:async(function() task:cancel() end)
      """, ["false", "begun\tfalse", "slept\ttrue"]
    ),
    (
      """
      local task = URLSession.shared:dataTask("https://news.example/a", function(data, response, e)
        print(data.bytes, data.newItems, response.statusCode, e)
      end)
      task:resume()
      task:resume()
      """, ["1000\t0\t200\tnil"]
    ),
    (
      """
      local request = { url = "https://nobody.example", body = KB(2), timeout = 3 }
      local task = URLSession.shared:dataTask(request, function(data, response, e)
        print(data, response, e.code, e.localizedDescription)
      end)
      task:resume()
      """,
      ["nil\tnil\t-1003\tA server with the specified hostname could not be found."]
    ),
    (
      """
      local function ended(data, response, e) print(e.code) end
      local running = URLSession.shared:dataTask("https://news.example", ended)
      running:resume()
      running:cancel()
      local idle = URLSession.shared:dataTask("https://news.example", ended)
      idle:cancel()
      idle:cancel()
      idle:resume()
      """, ["-999", "-999"]
    ),
    (
      """
      Task(function()
        local data, response, e = URLSession.shared:data("https://news.example")
        print(data.bytes, response.statusCode, e)
        local none, _, problem = URLSession.shared:data({ url = "https://nobody.example" })
        print(none, problem.code)
      end)
      """, ["1000\t200\tnil", "nil\t-1003"]
    ),
    (
      """
      local defaults = UserDefaults.standard
      defaults:set("a", { 1, { deep = true }, name = "x", [2.5] = "half" })
      local first, second = defaults:value("a"), defaults:value("a")
      print(first ~= second, first[2].deep, first.name, first[2.5], defaults:value("b"))
      for _, value in ipairs({ true, 3, 2.5, "text" }) do
        defaults:set("v", value)
        print(defaults:value("v"), math.type(defaults:value("v")))
      end
      defaults:removeObject("a")
      print(defaults:value("a"))
      """,
      ["true\ttrue\tx\thalf\tnil", "true\tnil", "3\tinteger", "2.5\tfloat", "text\tnil", "nil"]
    ),
    (
      "local lock = FileLock.acquire('db'); print(FileLock.acquire('db')); lock:release()",
      ["nil\tapp"]
    ),
    (
      "Task(function() local lock = FileLock.wait('db'); print(FileLock.acquire('db')); "
        + "lock:release() print(FileLock.acquire('db') ~= nil) end)",
      ["nil\tapp", "true"]
    ),
    (
      "local lock = FileLock.acquire('db'); lock:release(); lock:release(); print('free')",
      ["free"]
    ),
    (
      "local before = os.clock(); work(2); print(math.abs(os.clock() - before - 2) < 0.001)",
      ["true"]
    ),
    (
      "NSLog('%s %d %5.2f %@ %@', 'a', 3, 2.5, { 1, x = true }, nil)",
      ["a 3  2.50 {1, x = true} nil"]
    ),
    ("print('a', 1, 2.5, nil, true)", ["a\t1\t2.5\tnil\ttrue"]),
    ("print()", [""]),
    (
      "print(seconds(3), minutes(2), hours(1.5), days(1), KB(2), MB(1))",
      ["3\t120\t5400.0\t86400\t2000\t1000000"]
    ),
    (
      """
      print(os.time(), os.date("%A %F %T"), os.date("!%H", 0), os.difftime(5, 3))
      local t = { year = 2024, month = 1, day = 32 }
      print(os.time(t), t.month, t.day, t.wday, t.yday, t.hour)
      print(os.date("*t").min, os.date("*t", 0).year)
      """,
      [
        "1704067201\tMonday 2024-01-01 00:00:01\t00\t2.0",
        "1706788800\t2\t1\t5\t32\t12", "0\t1970",
      ]
    ),
    (
      "print(os.getenv('HOME'), io.open, os.execute, dofile, debug.getinfo)",
      ["nil\tnil\tnil\tnil\tnil"]
    ),
    (
      "io.write('a', 1); io.stdout:write('b\\nc\\n'):flush(); io.stderr:write('open')",
      ["a1b", "c", "open"]
    ),
    ("print((...).answer, select('#', ...))", ["42\t1"]),
    ("print(require('lib.a').x, select(2, require('lib.a')) or 'cached')", ["7\tcached"]),
  ]

  @Test("as scripting.md has it", arguments: scripts)
  func works(source: String, logs: [String]) throws {
    var run = ScriptRun()
    run.scenario.servers = [ServerConfiguration(host: "news.example")]
    run.add(
      "\(source)\nreturn {}", options: .table([.init(key: .text("answer"), value: .integer(42))]))
    run.module("lib/a.lua", "return { x = 7 }")
    run.open("app", at: .seconds(1))
    let outcome = try run.result()
    #expect(outcome.logs() == logs)
    #expect(outcome.exitDetails() == [])
  }

  @Test("every method of the delegate is called, with the application")
  func delegate() throws {
    var run = ScriptRun(.hours(2))
    run.add(
      """
      local delegate = {}
      function delegate:didFinishLaunching(application, options)
        print("didFinishLaunching", options.reason, application == UIApplication.shared)
        application:setMinimumBackgroundFetchInterval(0)
      end
      for _, name in ipairs({ "didBecomeActive", "willResignActive", "didEnterBackground",
        "willEnterForeground", "willTerminate", "didReceiveMemoryWarning" }) do
        delegate[name] = function(self, application)
          print(name, self == delegate, application.applicationState)
        end
      end
      function delegate:performFetch(application, completionHandler)
        print("performFetch", application.applicationState, type(completionHandler))
        completionHandler(UIBackgroundFetchResult.newData)
      end
      return delegate
      """, modes: .fetch)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    run.open("app", at: .seconds(20))
    run.close(at: .seconds(30))
    run.open("app", at: .seconds(3_600))
    run.scenario.user.append(
      UserAction(at: .start + .seconds(3_700), kind: .forceQuit(AppID(0))))
    let outcome = try run.result()
    #expect(
      outcome.logs().prefix(8) == [
        "didFinishLaunching\tuser\ttrue", "didBecomeActive\ttrue\tactive",
        "willResignActive\ttrue\tactive", "didEnterBackground\ttrue\tbackground",
        "willEnterForeground\ttrue\tinactive", "didBecomeActive\ttrue\tactive",
        "willResignActive\ttrue\tactive", "didEnterBackground\ttrue\tbackground",
      ])
    #expect(outcome.logs().contains("performFetch\tbackground\tfunction"))
    #expect(outcome.logs().last == "willTerminate\ttrue\tbackground")
    #expect(outcome.run.apps[0].fetches(.newData) >= 1)
    #expect(outcome.exits() == ["forceQuit"])
  }
}
