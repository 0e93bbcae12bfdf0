import Device
import Simulation
import Testing

@testable import Scripting

@Suite("A script's mistake is a finding with its line")
struct AppFindingTests {
  /// Opened at 1 s, left at 10 s.
  private func left(_ source: String, back: TimeSpan? = nil) throws -> ScriptRun.Outcome {
    var run = ScriptRun(app: source)
    run.close(at: .seconds(10))
    if let back { run.open("app", at: back) }
    return try run.result()
  }

  static let leaving: [(String, [String], [String])] = [
    // A task never ended: the line of its begin.
    (
      """
      return { didEnterBackground = function(self, application)
        application:beginBackgroundTask("upload")
      end }
      """,
      ["taskNeverEnded app.lua:2"],
      ["backgroundTaskAssertionTimeout"]
    ),
    // Ended twice: the line of the second end.
    (
      """
      return { didEnterBackground = function(self, application)
        local id = application:beginBackgroundTask()
        application:endBackgroundTask(id)
        application:endBackgroundTask(id)
      end }
      """, ["taskEndedTwice app.lua:4"], []
    ),
    // Ended by a dispatched block in the handler.
    (
      """
      return { didEnterBackground = function(self, application)
        local id
        id = application:beginBackgroundTask(function()
          DispatchQueue.main:async(function() application:endBackgroundTask(id) end)
        end)
      end }
      """, ["taskNotEndedInHandler app.lua:3"], []
    ),
    // The corrected twin.
    (
      """
      return { didEnterBackground = function(self, application)
        local id
        id = application:beginBackgroundTask(function() application:endBackgroundTask(id) end)
      end }
      """, [], []
    ),
    // Held for more than 30 s in front.
    (
      """
      return { didBecomeActive = function(self, application)
        local id
        id = application:beginBackgroundTask(function() application:endBackgroundTask(id) end)
      end }
      """, ["taskHeldTooLong app.lua:3"], []
    ),
    // A lock held at suspension.
    (
      """
      return { didEnterBackground = function()
        FileLock.acquire("db")
      end }
      """, ["lockHeldAtSuspension app.lua:2"], ["suspendedWithLockedFile"]
    ),
    // A callback that takes too long.
    (
      """
      return { didEnterBackground = function()
        work(7)
      end }
      """, ["callbackTooLong app.lua:2"], ["watchdog"]
    ),
    // More tasks than the system allows.
    (
      """
      return { didBecomeActive = function(self, application)
        for i = 1, 1001 do
          application:beginBackgroundTask()
        end
        print("not reached")
      end }
      """, ["tooManyTasks app.lua:3"], ["tooManyBackgroundTasks"]
    ),
  ]

  @Test("on the way to the background", arguments: leaving)
  func leaves(source: String, findings: [String], exits: [String]) throws {
    let held = findings.contains { $0.hasPrefix("taskHeldTooLong") }
    var run = ScriptRun(app: source)
    run.close(at: .seconds(held ? 40 : 10))
    let outcome = try run.result()
    #expect(outcome.findings == findings)
    #expect(outcome.exits() == exits)
    #expect(outcome.logs() == [])
  }

  @Test("a repeating timer that missed firings while the app was suspended")
  func missedFirings() throws {
    let outcome = try left(
      "local n\nTimer.scheduledTimer(1, true, function() end)\nreturn {}", back: .seconds(60))
    #expect(outcome.findings == ["timerMissedFirings app.lua:2"])
  }

  @Test("a task that was refused, and the work that went on")
  func refused() throws {
    var run = ScriptRun(
      app: """
        return { didEnterBackground = function(self, application)
          local id = application:beginBackgroundTask()
          print(id == UIBackgroundTaskIdentifier.invalid)
          Task(function() URLSession.shared:data("https://slow.example") end)
        end }
        """)
    run.scenario.device.multitasking = false
    run.scenario.servers = [
      ServerConfiguration(
        host: "slow.example", latencyMedian: .seconds(20), latencyP95: .seconds(20))
    ]
    run.close(at: .seconds(10))
    let outcome = try run.result()
    #expect(outcome.logs() == ["true"])
    #expect(outcome.findings == ["refusedTaskUsed app.lua:2"])
  }

  static let fetches: [(String, [String], String)] = [
    (
      "local keep = completionHandler", ["completionNeverCalled app.lua:5"],
      "backgroundFetchTimeout"
    ),
    (
      "completionHandler(0)\ncompletionHandler(1)",
      ["completionCalledTwice app.lua:7"], "uncaughtException"
    ),
    (
      "completionHandler(0)\nreturn pcall(completionHandler, 1)",
      ["completionCalledTwice app.lua:7"], "uncaughtException"
    ),
    (
      "completionHandler(7)",
      ["completionBadResult app.lua:6"], "uncaughtException"
    ),
    (
      "return completionHandler('newData')",
      ["completionBadResult app.lua:6"], "uncaughtException"
    ),
    (
      "pcall(completionHandler)",
      ["completionBadResult app.lua:6"], "uncaughtException"
    ),
  ]

  @Test("a fetch's completion", arguments: fetches)
  func fetch(body: String, findings: [String], exit: String) throws {
    var run = ScriptRun(.minutes(40))
    run.add(
      """
      local delegate = {}
      function delegate:didFinishLaunching(application)
        application:setMinimumBackgroundFetchInterval(0)
      end
      function delegate:performFetch(application, completionHandler)
      \(body)
      end
      return delegate
      """, modes: .fetch)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    run.scenario.duration = .seconds(1_000)
    let outcome = try run.result()
    #expect(outcome.findings == findings)
    #expect(outcome.exits() == [exit])
    if findings[0].hasPrefix("completionBadResult") {
      let bad = body.contains("7") ? "7" : body.contains("newData") ? "\"newData\"" : "no value"
      #expect(outcome.messages[0].contains("got \(bad);"))
    }
    if findings[0].hasPrefix("completionCalledTwice") {
      #expect(outcome.messages[0].contains("you can't call -sendResponse: twice"))
    }
  }

  @Test("a fetch is completed after an awaited request")
  func awaitedFetch() throws {
    var run = ScriptRun(.minutes(40))
    run.scenario.servers = [
      ServerConfiguration(host: "s.example", publication: .every(.minutes(10)))
    ]
    run.add(
      """
      return {
        didFinishLaunching = function(self, application)
          application:setMinimumBackgroundFetchInterval(
            UIApplication.backgroundFetchIntervalMinimum)
        end,
        performFetch = function(self, application, completionHandler)
          local data, response, e = URLSession.shared:data("https://s.example/feed")
          print(data.newItems, application.backgroundTimeRemaining < 30)
          completionHandler(UIBackgroundFetchResult.newData)
        end,
      }
      """, modes: .fetch)
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    let outcome = try run.result()
    #expect(outcome.logs() == ["1\ttrue", "2\ttrue"])
    #expect(outcome.run.apps[0].fetches(.newData) == 2)
    #expect(outcome.findings == [])
  }

  @Test(
    "the cookbook: undetermined in front, falling seconds behind, the handler 5 s before the end")
  func cookbook() throws {
    let outcome = try left(
      """
      local delegate = {}
      local function remaining(timer)
        local left = UIApplication.shared.backgroundTimeRemaining
        if left == DBL_MAX then
          NSLog("Background Time Remaining = Undetermined")
        else
          NSLog("Background Time Remaining = %.2f Seconds", left)
        end
      end
      function delegate:didEnterBackground(application)
        self.timer = Timer.scheduledTimer(1.0, true, remaining)
        self.id = application:beginBackgroundTask(function()
          DispatchQueue.main:async(function()
            self.timer:invalidate()
            application:endBackgroundTask(self.id)
          end)
        end)
      end
      function delegate:didBecomeActive() Timer.scheduledTimer(5, false, remaining) end
      return delegate
      """)
    let logs = outcome.timedLogs()
    #expect(logs.first == "6 Background Time Remaining = Undetermined")
    #expect(logs[1] == "11 Background Time Remaining = 29.00 Seconds")
    #expect(logs.last == "35 Background Time Remaining = 5.00 Seconds")
    #expect(outcome.findings == ["taskNotEndedInHandler app.lua:12"])
    #expect(outcome.exits() == [])
  }
}
