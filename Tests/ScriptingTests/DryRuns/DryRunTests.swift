import Device
import Testing

@testable import Scripting

@Suite("Dry runs")
struct DryRunTests {
  /// What comes to light of an app whose script stands alone: the adversity, then the rule with its
  /// line, or the exit.
  private func sights(_ script: String) throws -> [String] {
    try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().map { sight in
      switch sight.what {
      case .finding(let rule, let location, _):
        "\(sight.adversity.rawValue) \(rule.rawValue) \(location?.line ?? 0)"
      case .exit(let reason): "\(sight.adversity.rawValue) \(reason.rawValue)"
      }
    }
  }

  @Test("an app that does all that it should shows nothing")
  func clean() throws {
    #expect(
      try sights(
        """
        local app = {}
        function app:didFinishLaunching(application)
          application:setMinimumBackgroundFetchInterval(0)
        end
        function app:performFetch(application, completionHandler)
          local request = { url = "https://a.example/new", timeout = 20 }
          local data, response, error = URLSession.shared:data(request)
          completionHandler(error and UIBackgroundFetchResult.failed or UIBackgroundFetchResult.newData)
        end
        return app
        """) == [])
  }

  @Test("a task without a handler comes to light where its time is over, or the server is slow")
  func leak() throws {
    let script = """
      local app = {}
      function app:didEnterBackground(application)
        local task = application:beginBackgroundTask("upload")
        URLSession.shared:dataTask("https://a.example/new", function()
          application:endBackgroundTask(task)
        end):resume()
      end
      return app
      """
    let seen = [
      "noTime taskNotEndedInHandler 3", "slowServers taskNeverEnded 3",
      "slowServers backgroundTaskAssertionTimeout",
    ]
    #expect(try sights(script) == seen)
    #expect(try sights(script) == seen, "it says the same each time")
  }

  /// Each line of an app that errs under one adversity alone.
  @Test(
    "each adversity shows what only it can",
    arguments: [
      (
        "function app:didBecomeActive()\n  URLSession.shared:dataTask(\"https://a.example\","
          + " function(data, response) print(response.statusCode) end):resume()\nend",
        "noNetwork uncaughtError 3"
      ),
      (
        "function app:didEnterBackground()\n  if ProcessInfo.processInfo.isLowPowerModeEnabled then"
          + " error(\"saves power\") end\nend", "lowPower uncaughtError 3"
      ),
      (
        "function app:didFinishLaunching(_, options)\n  local defaults = UserDefaults.standard\n"
          + "  local last = defaults:value(\"last\")\n  defaults:set(\"last\", options.reason)\n"
          + "  assert(last ~= \"user\")\nend", "forceQuit uncaughtError 6"
      ),
      (
        "function app:didFinishLaunching()\n  UserDefaults.standard:set(\"last\", 1)\nend",
        "locked dataProtected 3"
      ),
      (
        "local lock\nfunction app:didEnterBackground() if lock then lock:release() end end\n"
          + "function app:didFinishLaunching(_, options)\n"
          + "  if options.reason == \"push\" then FileLock.acquire(\"db\") end\nend\n"
          + "function app:didReceiveRemoteNotification(_, _, done) done(0) end",
        "memory lockHeldAtSuspension 5"
      ),
    ])
  func adversities(methods: String, sight: String) throws {
    #expect(try sights("local app = {}\n\(methods)\nreturn app").first == sight)
  }

  @Test("tasks and pushes are launched, by the identifiers that the script registers")
  func launches() throws {
    #expect(
      try sights(
        """
        local app, id = {}, "tidy"
        function app:didFinishLaunching()
          BGTaskScheduler.shared:register(id, function(task) error("here") end)
        end
        function app:didEnterBackground()
          BGTaskScheduler.shared:submit(BGProcessingTaskRequest { identifier = id })
        end
        return app
        """
      ).contains("nothing uncaughtError 3"))
  }

  @Test(
    "an app without end, with a fault at launch or a flood ends soon and is told of once",
    arguments: [
      ("while true do end", ["nothing callbackTooLong 1", "nothing watchdog"]),
      ("while true do print(\"x\") end", ["nothing callbackTooLong 1", "nothing watchdog"]),
      ("error(\"no\")", ["nothing uncaughtError 1", "nothing uncaughtException"]),
      (
        "local t = {} while true do t[#t + 1] = (\"x\"):rep(1000) end",
        ["nothing memoryLimit 1", "nothing memoryLimit"]
      ),
    ])
  func hostile(script: String, seen: [String]) throws {
    #expect(try sights(script) == seen)
  }

  @Test(
    "one that loops or floods when it is left does so once, and is tried no more",
    arguments: [
      ("while true do end", ["nothing callbackTooLong 1", "nothing watchdog"]),
      ("while true do print(\"x\") end", ["nothing callbackTooLong 1", "nothing watchdog"]),
      (
        "for _ = 1, 1e9 do DispatchQueue.main:async(function() end) end",
        ["nothing memoryLimit 1", "nothing memoryLimit"]
      ),
    ])
  func hostileWhenLeft(body: String, seen: [String]) throws {
    // What a trial under an adversity would show beside.
    let script =
      "local app = {} function app:didEnterBackground() \(body) end "
      + "function app:didReceiveMemoryWarning() error(\"never tried\") end "
      + "function app:willTerminate() error(\"never tried\") end return app"
    #expect(try sights(script) == seen)
  }

  @Test("an app with a timer of a millisecond that plays on is not followed for ever")
  func events() throws {
    #expect(
      try sights(
        """
        local app = {}
        function app:didBecomeActive()
          AVAudioSession.sharedInstance():setActive(true)
          Timer.scheduledTimer(0.001, true, function() end)
        end
        return app
        """) == ["nothing wakeUpsTooOften 4"])
  }

  @Test("an app of a scenario is tried as it is declared, on its phone")
  func declared() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app, options = {}, ...
      function app:didBecomeActive() if options.strict then error("strict") end end
      function app:didReceiveRemoteNotification(_, userInfo, done) print(#userInfo.room) done(0) end
      return app
      """,
      "s.lua": """
      local push = { "remote-notification" }
      return scenario { duration = 60, device = { os = "iOS 13" },
        apps = { app { id = "a", script = "app.lua", modes = push },
          app { id = "b", script = "app.lua", modes = push, options = { strict = true } },
          app { id = "c", script = "app.lua", modes = push } },
        pushes = { { to = "a", at = 5, userInfo = { room = "all" } } } }
      """,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let rules = try (0..<3).map { index in
      try DryRun(app: index, of: loaded, files: files).sights().map { "\($0.adversity)" }
    }
    #expect(rules == [[], ["nothing", "nothing"], ["nothing", "nothing"]])
  }

  @Test("what a script's text makes likely of its declaration")
  func assumed() {
    let app = AssumedApp(
      Array(
        """
        local url = "https://api.example/a?b" .. "cdn.example" .. "1.5" .. "no host" .. "a..b"
        BGTaskScheduler.shared:register("refresh", f) BGTaskScheduler.shared:register('tidy', f)
        local r = BGProcessingTaskRequest { identifier = "other" }
        function a:didReceiveRemoteNotification() end
        """.utf8))
    #expect(app.hosts == ["api.example", "cdn.example"])
    #expect(app.identifiers == ["refresh", "tidy"])
    #expect(app.modes == [.processing, .remoteNotification])
  }
}
