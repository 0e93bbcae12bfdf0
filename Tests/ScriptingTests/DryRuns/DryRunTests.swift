import Device
import TestSizes
import Testing

@testable import Scripting

@Suite("Dry runs")
struct DryRunTests {
  /// What comes to light of an app whose script stands alone: the conditions, then the rule with its
  /// line and the exit that it led to.
  func sights(_ script: String) throws -> [String] {
    try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights().map { sight in
      let conditions = sight.conditions.map(\.rawValue).joined(separator: "+")
      let exit = sight.exit.map { " \($0.rawValue)" } ?? ""
      return switch sight.what {
      case .finding(let rule, let location, _):
        "\(conditions) \(rule.rawValue) \(location?.line ?? 0)\(exit)"
      case .exit(let reason): "\(conditions) \(reason.rawValue)"
      case .failure(_, let message): message
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
      "noTask refusedTaskUsed 3",
      "slowServers taskNeverEnded 3 backgroundTaskAssertionTimeout",
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
        "noNetwork uncaughtError 3 uncaughtException"
      ),
      (
        "function app:didEnterBackground()\n  if ProcessInfo.processInfo.isLowPowerModeEnabled then"
          + " error(\"saves power\") end\nend", "lowPower uncaughtError 3 uncaughtException"
      ),
      (
        "function app:didFinishLaunching(_, options)\n  local defaults = UserDefaults.standard\n"
          + "  local last = defaults:value(\"last\")\n  defaults:set(\"last\", options.reason)\n"
          + "  assert(last ~= \"user\")\nend", "forceQuit uncaughtError 6 uncaughtException"
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
        "memory lockHeldAtSuspension 5 suspendedWithLockedFile"
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
      ).contains("nothing uncaughtError 3 uncaughtException"))
  }

  @Test(
    "an app without end, with a fault at launch or a flood ends soon and is told of once",
    arguments: [
      ("while true do end", ["nothing callbackTooLong 1 watchdog"]),
      ("while true do print(\"x\") end", ["nothing callbackTooLong 1 watchdog"]),
      ("error(\"no\")", ["nothing uncaughtError 1 uncaughtException"]),
      (
        "local t = {} while true do t[#t + 1] = (\"x\"):rep(1000) end",
        ["nothing memoryLimit 1 memoryLimit"]
      ),
    ])
  func hostile(script: String, seen: [String]) throws {
    #expect(try sights(script) == seen)
  }

  @Test(
    "one that loops or floods when it is left does so once, and is tried no more",
    arguments: [
      ("while true do end", ["nothing callbackTooLong 1 watchdog"]),
      ("while true do print(\"x\") end", ["nothing callbackTooLong 1 watchdog"]),
      (
        "for _ = 1, 1e9 do DispatchQueue.main:async(function() end) end",
        ["nothing memoryLimit 1 memoryLimit"]
      ),
    ])
  func hostileWhenLeft(body: String, seen: [String]) throws {
    // What a trial under an adversity would show beside.
    let script =
      "local app = {} function app:didEnterBackground() \(body) end "
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

  @Test(
    "a trial of an app that spins leaves its steps early, says so, and takes all of them",
    arguments: [
      "Timer.scheduledTimer(0, true, function() end)",
      "Timer.scheduledTimer(0.001, true, function() end)",
      "local function tick() DispatchQueue.main:async(tick) end tick()",
    ])
  func spinning(spin: String) throws {
    let script = """
      local app = {}
      function app:didFinishLaunching() \(spin) end
      function app:didEnterBackground() error("crash") end
      return app
      """
    let files = ScriptTexts(["app.lua": script])
    let outcome = try DryRun(app: "app.lua", files: files).outcome()
    #expect(
      outcome.sights.contains {
        if case .finding(.uncaughtError, let place, _) = $0.what { place?.line == 3 } else { false }
      })
    let cut = try #require(outcome.cut)
    #expect(cut.message.hasPrefix("a trial left a step of 70 s after "))
    #expect(
      cut.message.hasSuffix(
        ", for 50,000 events had happened: what comes later in it was not tried"))
    #expect(cut.phrase == "in an ordinary run")
  }

  @Test("what happens on a return is found in an ordinary run, though a later fetch ends the app")
  func returning() throws {
    #expect(
      try sights(
        """
        local app = {}
        function app:didFinishLaunching(application)
          application:setMinimumBackgroundFetchInterval(0)
        end
        function app:willEnterForeground() error("return") end
        function app:performFetch() error("fetch") end
        return app
        """) == [
          "nothing uncaughtError 5 uncaughtException",
          "nothing uncaughtError 6 uncaughtException",
        ])
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
      try DryRun(app: index, of: loaded, files: files).sights().map { "\($0.conditions[0])" }
    }
    #expect(rules == [[], ["nothing"], ["nothing"]])
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

  @Test("what is registered by a name is what that is given; else any text that may be one")
  func registeredByName() {
    func identifiers(_ source: String) -> [String] { AssumedApp(Array(source.utf8)).identifiers }
    let named = """
      local REFRESH = "com.example.refresh"
      local ids = { tidy = "com.example.tidy" }
      BGTaskScheduler.shared:register(REFRESH, f)
      BGTaskScheduler.shared:register(ids.tidy, f)
      get("https://api.example/a", "done")
      """
    #expect(identifiers(named) == ["com.example.refresh", "com.example.tidy"])
    #expect(AssumedApp(Array(named.utf8)).hosts == ["api.example"])
    let unseen = """
      for _, id in ipairs { "one", "com.example.two" } do BGTaskScheduler.shared:register(id, f) end
      get("https://api.example/a", "no, not this", ".mp3")
      """
    #expect(identifiers(unseen) == ["one", "com.example.two"])
  }

  @Test(
    "branches that do not complete come to light by what a server answers",
    arguments: [
      ("if data and data.newItems > 0 then done(0) elseif error then done(2) end", "nothingNew"),
      ("if error then done(2) elseif response.statusCode ~= 401 then done(0) end", "unauthorized"),
      ("if error then done(2) elseif response.statusCode < 500 then done(0) end", "serverError"),
      (
        "if error then done(2) elseif data.bytes > 0 or response.statusCode > 200 then done(0) end",
        "emptyAnswer"
      ),
      ("if not error then done(0) end", "noNetwork"),
    ])
  func branches(body: String, condition: String) throws {
    let seen = try sights(
      """
      local app = {}
      function app:didFinishLaunching(application)
        application:setMinimumBackgroundFetchInterval(0)
      end
      function app:performFetch(application, done)
        local request = { url = "https://a.example/new", timeout = 20 }
        URLSession.shared:dataTask(request, function(data, response, error)
          \(body)
        end):resume()
      end
      return app
      """)
    #expect(seen.first == "\(condition) completionNeverCalled 5 backgroundFetchTimeout")
  }

  @Test("a pair of conditions shows a fault that neither shows alone, and no risk")
  func pairs() throws {
    func seen(_ branch: String) throws -> [String] {
      try sights(
        """
        local app = {}
        function app:didFinishLaunching(application, options)
          application:setMinimumBackgroundFetchInterval(0)
          local defaults = UserDefaults.standard
          if options.reason ~= "user" then return end
          self.isAnew = defaults:value("known")
          defaults:set("known", true)
        end
        function app:performFetch(application, done)
          local request = { url = "https://a.example/new", timeout = 20 }
          URLSession.shared:dataTask(request, function(data, response, error)
            \(branch)
            done(0)
          end):resume()
        end
        return app
        """)
    }
    #expect(
      try seen("if self.isAnew and response and response.statusCode == 401 then return end") == [
        "unauthorized+forceQuit completionNeverCalled 9 backgroundFetchTimeout"
      ])
    let slow = "URLSession.shared:dataTask('https://a.example/more', function() end):resume()"
    #expect(
      try seen("if self.isAnew and response and response.statusCode == 401 then \(slow) end") == [])
  }

  @Test("a completion that comes too late is told by how much, and one that waits for a server so")
  func late() throws {
    func seen(_ body: String) throws -> [(FindingRule, String)] {
      let script = """
        local app = {}
        function app:didFinishLaunching(application)
          application:setMinimumBackgroundFetchInterval(0)
        end
        function app:performFetch(application, done)
          \(body)
        end
        return app
        """
      return try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights()
        .compactMap { sight in
          guard case .finding(let rule, _, let message) = sight.what else { return nil }
          return (rule, message)
        }
    }
    let late = try seen("DispatchQueue.main:asyncAfter(32, function() done(0) end)")
    #expect(late.map(\.0) == [.completionTooLate])
    #expect(
      late.first?.1 == "completion handler was called after 32 s, 2 s too late: the limit is 30 s")
    let working = try seen("Task(function() for _ = 1, 16 do Task.sleep(2) end done(0) end)")
    #expect(working.map(\.0) == [.completionTooLate])
    let forgotten = try seen("Timer.scheduledTimer(7, true, function() end) Task.sleep(40)")
    #expect(forgotten.map(\.0) == [.completionNeverCalled])
    let waiting = try seen(
      "URLSession.shared:dataTask('https://a.example/new', function() done(0) end):resume()")
    #expect(waiting.map(\.0) == [.completionWaitsForServer])
  }
}
