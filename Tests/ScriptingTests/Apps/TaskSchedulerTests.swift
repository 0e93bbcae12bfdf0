import Device
import Foundation
import Simulation
import Testing

@testable import Scripting

@Suite("BGTaskScheduler in scripts")
struct TaskSchedulerTests {
  /// An app in front from the first second, left at the tenth.
  func app(
    _ source: String, _ duration: TimeSpan = .minutes(10),
    modes: BackgroundModes = [.fetch, .processing], identifiers: [String] = ["r", "p"]
  ) -> ScriptRun {
    var run = ScriptRun(duration)
    run.add(source, modes: modes)
    run.scenario.apps[0].permittedIdentifiers = identifiers
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    return run
  }

  func records(_ outcome: ScriptRun.Outcome, _ kind: String) -> [[String: Any]] {
    outcome.records.filter { $0["kind"] as? String == kind }
  }

  @Test("every name works: requests, errors, what is pending, cancelling, tasks")
  func names() throws {
    let outcome = try app(
      """
      local s = BGTaskScheduler.shared
      print(s:register("r", function(task)
        print("launched", task.identifier, type(task.setTaskCompleted))
        task.expirationHandler = function() print("stop") task:setTaskCompleted(false) end
        Task.sleep(1)
        task:setTaskCompleted(true)
      end), s:register("p", function(task) task:setTaskCompleted(true) end, { queue = "main" }))
      print(s:register("x", print))
      local r = BGAppRefreshTaskRequest { identifier = "r", earliestBeginDate = os.time() + 60 }
      print(s:submit(r))
      local ok, e = s:submit(BGAppRefreshTaskRequest { identifier = "x" })
      print(ok, e.code == BGTaskSchedulerError.notPermitted, e.localizedDescription)
      r.earliestBeginDate = os.time() + 120
      print(s:submit(r))
      local p = BGProcessingTaskRequest { identifier = "p", requiresExternalPower = true }
      print(s:submit(p))
      s:getPendingTaskRequests(function(requests)
        for _, q in ipairs(requests) do
          print(q.identifier, q.earliestBeginDate and q.earliestBeginDate - os.time(),
            q.requiresExternalPower, q.requiresNetworkConnectivity)
        end
        print(s:submit(requests[1]))
        s:cancel("p")
        s:cancel("p")
        s:getPendingTaskRequests(function(left) print(#left) end)
      end)
      return {}
      """
    ).result()
    #expect(
      outcome.logs() == [
        "true\ttrue", "false", "true",
        "false\ttrue\tThe identifier is not declared or not the bundle's, or the mode for its kind is missing.",
        "true", "true", "r\t120.0\tnil\tnil", "p\tnil\ttrue\tfalse", "true", "1",
        "launched\tr\tfunction",
      ])
    #expect(outcome.findings == ["identifierNotPermitted app.lua:8", "chainEnded app.lua:22"])
    #expect(outcome.exits() == [])
  }

  @Test("all requests are cancelled at once, of both kinds")
  func cancelAll() throws {
    let outcome = try app(
      """
      local s = BGTaskScheduler.shared
      for _, name in ipairs { "r", "p" } do s:register(name, function(task) print("launched") end) end
      s:submit(BGAppRefreshTaskRequest { identifier = "r" })
      s:submit(BGProcessingTaskRequest { identifier = "p" })
      s:cancelAllTaskRequests()
      s:getPendingTaskRequests(function(left) print(#left) end)
      return {}
      """
    ).result()
    #expect(outcome.logs() == ["0"])
    #expect(
      records(outcome, "bgtask.cancel").map { $0["identifier"] as? String } == ["r", "p"])
    #expect(outcome.run.apps[0].taskRequests.cancelled == 2)
  }

  @Test(
    "setTaskCompleted wants its task and true or false",
    arguments: [
      ("task.setTaskCompleted(true)", "call it so, with a colon: task:setTaskCompleted(success)"),
      (
        "task:setTaskCompleted()",
        "setTaskCompleted got no value; give it true, or false where the work is not done"
      ),
      (
        "task:setTaskCompleted(\"yes\")",
        "setTaskCompleted got \"yes\"; give it true, or false where the work is not done"
      ),
    ])
  func badCompletions(call: String, message: String) throws {
    let outcome = try app(
      """
      BGTaskScheduler.shared:register("r", function(task)
        \(call)
      end)
      BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = "r" })
      return {}
      """, identifiers: ["r"]
    ).result()
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.findings.contains("uncaughtError app.lua:2"))
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(
    "what iOS answers by an exception ends the app at the line",
    arguments: [
      (
        "s:register('r', f) s:register('r', f) return {}",
        "a launch handler for this identifier has been registered already (r)"
      ),
      (
        "s:register('p', f) return { didBecomeActive = function() pcall(s.register, s, 'r', f) end }",
        "all launch handlers must be registered before didFinishLaunching returns (r)"
      ),
      (
        "s:submit(BGAppRefreshTaskRequest { identifier = 'r' }) return {}",
        """
        no launch handler is registered for the task's identifier (r); register one before \
        didFinishLaunching returns
        """
      ),
    ])
  func exceptions(source: String, message: String) throws {
    let outcome = try app("local s, f = BGTaskScheduler.shared, print\n\(source)").result()
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.messages.contains(message))
    #expect(outcome.findings.contains("uncaughtError app.lua:2"))
  }

  @Test(
    "wrong arguments are errors at the line that say what is wanted",
    arguments: [
      ("s:submit()", "BGContinuedProcessingTaskRequest expected, got no value"),
      (
        "s:submit({ identifier = 'r' })",
        "BGProcessingTaskRequest or BGContinuedProcessingTaskRequest expected"
      ),
      ("BGAppRefreshTaskRequest('r')", "table expected, got string"),
      ("BGAppRefreshTaskRequest {}", "identifier: a string expected, got nil"),
      (
        "BGAppRefreshTaskRequest { identifier = 'r', earliest = 3 }",
        "unknown field (earliest); its fields are identifier, earliestBeginDate"
      ),
      (
        "s:submit(BGAppRefreshTaskRequest { identifier = 'r', earliestBeginDate = 'now' })",
        "earliestBeginDate: a date as os.time() gives it, or nil, expected, got \"now\""
      ),
      (
        "s:submit(BGProcessingTaskRequest { identifier = 'p', requiresExternalPower = 1 })",
        "requiresExternalPower: true or false expected, got 1"
      ),
      ("s.submit()", "is called without its object"),
      ("s:register('r')", "function expected"),
      ("s:register('r', print, { queue = 'other' })", "queue: \"main\" or \"global\" expected"),
      ("s:cancel(nil)", "string expected"), ("s:getPendingTaskRequests()", "function expected"),
    ])
  func badArguments(call: String, message: String) throws {
    let outcome = try app("local s = BGTaskScheduler.shared\n\(call)\nreturn {}").result()
    #expect(outcome.messages.first?.contains(message) == true, "\(outcome.messages)")
    #expect(outcome.findings.first == "uncaughtError app.lua:2")
  }

  @Test(
    "codes of errors are 1, 2 and 3; a thousand requests leave eleven, and unread errors are told")
  func errors() throws {
    let source = """
      local s = BGTaskScheduler.shared
      for _, name in ipairs(...) do s:register(name, function(task) task:setTaskCompleted(true) end) end
      local count = {}
      for i = 0, 999 do
        local ok, e = s:submit(BGProcessingTaskRequest { identifier = "p" .. i % 20,
          earliestBeginDate = os.time() + hours(1) })
        local key = ok and 0 or e.code
        count[key] = (count[key] or 0) + 1
      end
      print(count[0], count[2])
      s:submit(BGProcessingTaskRequest { identifier = "p19" })
      s:submit(BGAppRefreshTaskRequest { identifier = "p19", earliestBeginDate = 900 })
      s:getPendingTaskRequests(function(requests) print(#requests) end)
      return {}
      """
    let identifiers = (0..<20).map { "p\($0)" }
    var run = ScriptRun(.minutes(2))
    run.add(
      source, modes: [.fetch, .processing],
      options: .table(
        identifiers.enumerated().map {
          .init(key: .integer($0.offset + 1), value: .text($0.element))
        }))
    run.scenario.apps[0].permittedIdentifiers = identifiers
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    let outcome = try run.result()
    #expect(outcome.logs() == ["500\t500", "11"])
    #expect(
      outcome.findings.prefix(2) == [
        "earliestIsNoDate app.lua:12", "submitErrorIgnored app.lua:11",
      ])
    run.scenario.device.backgroundRefresh = false
    #expect(try run.result().messages.contains { $0.contains("unavailable (1)") })
  }

  @Test("iOS 7 has the names, and says when BGTaskScheduler came")
  func olderVersion() throws {
    for call in [
      "BGTaskScheduler.shared:register('r', print)", "BGAppRefreshTaskRequest { identifier = 'r' }",
    ] {
      var run = app("\(call)\nreturn {}", identifiers: [])
      run.scenario.device = DeviceConfiguration(.iOS7)
      let outcome = try run.result()
      #expect(outcome.messages == ["BGTaskScheduler came with iOS 13; this device is iOS 7"])
      #expect(outcome.findings == ["uncaughtError app.lua:1"])
    }
    let text = """
      return scenario { duration = 60, device = device { os = "iOS 7" },
        apps = { app { id = "a", script = "app.lua",
          permittedIdentifiers = { "r", "r" } } } }
      """
    #expect(
      problems(of: text) == """
        s.lua:3: app "a".permittedIdentifiers[2]: named twice ("r"); leave one out
        s.lua:3: app "a".permittedIdentifiers: BGTaskScheduler came with iOS 13; this device is \
        iOS 7; leave it out, or set the device's os
        """)
  }

  @Test("processing that has renewed itself is a chain, other processing is none")
  func processingChains() throws {
    func findings(renewals: Int) throws -> [String] {
      try app(
        """
        local s, left = BGTaskScheduler.shared, \(renewals)
        local function submit()
          s:submit(BGProcessingTaskRequest { identifier = "p", earliestBeginDate = os.time() + 60 })
        end
        s:register("p", function(task)
          if left > 0 then submit() end
          left = left - 1
          task:setTaskCompleted(true)
        end)
        return { didEnterBackground = submit }
        """, identifiers: ["p"]
      ).result().findings
    }
    #expect(try findings(renewals: 0) == [])
    #expect(try findings(renewals: 2) == ["chainEnded app.lua:3"])
  }

  @Test("a date of yesterday, a second look at an error and a late completion are no mistakes")
  func noMistakes() throws {
    let yesterday = try app(
      """
      local s = BGTaskScheduler.shared
      s:register("p", function(task) task:setTaskCompleted(true) end)
      s:submit(BGProcessingTaskRequest { identifier = "p", earliestBeginDate = os.time() - 86400 })
      return {}
      """, identifiers: ["p"]
    ).result()
    #expect(yesterday.findings == [])
    // Marked failed for want of an expirationHandler, it goes on when the app is opened.
    var late = app(
      """
      local s = BGTaskScheduler.shared
      s:register("p", function(task)
        Task.sleep(400)
        task:setTaskCompleted(true)
        print("completed")
      end)
      s:submit(BGProcessingTaskRequest { identifier = "p", earliestBeginDate = os.time() + 60 })
      return {}
      """, .hours(2), identifiers: ["p"])
    late.scenario.device.limits.processing = .minutes(2)
    late.open("app", at: .hours(1))
    let outcome = try late.result()
    #expect(outcome.logs() == ["completed"])
    #expect(outcome.findings.contains("noExpirationHandler app.lua:2"))
    #expect(!outcome.run.findings.contains { $0.rule == .taskCompletedTwice })
  }

  @Test("of two errors the one that nobody looked at is told, also of an app that is swiped away")
  func unreadErrors() throws {
    var run = app(
      """
      local function submit() return BGTaskScheduler.shared:submit(
        BGAppRefreshTaskRequest { identifier = "x" }) end
      local ok, error = submit()
      submit()
      print(error.code)
      return {}
      """, modes: [], identifiers: [])
    #expect(try run.result().findings == ["submitErrorIgnored app.lua:1"])
    run.scenario.user.removeLast()
    run.scenario.user.append(UserAction(at: .start + .seconds(5), kind: .forceQuit(AppID(0))))
    let outcome = try run.result()
    #expect(outcome.findings == ["submitErrorIgnored app.lua:1"])
    #expect(outcome.run.findings.map(\.count) == [1])
  }

  @Test("a request that nobody would handle ends the app, unless it is not permitted")
  func submittedUnregistered() throws {
    let outcome = try app(
      """
      local function submit(identifier)
        return BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = identifier })
      end
      BGTaskScheduler.shared:register("p", function() end)
      return { didBecomeActive = function()
        local _, error = submit("x")
        print(error.code, submit("p"))
        submit("r")
        print("never")
      end }
      """
    ).result()
    #expect(outcome.logs() == ["3\ttrue"])
    #expect(
      outcome.messages.first
        == "no launch handler is registered for the task's identifier (r); "
        + "register one before didFinishLaunching returns")
    #expect(!outcome.findings.contains { $0.hasPrefix("identifierNeverRegistered") })
  }

  @Test("a handler that is missing is told once, and one that is not permitted is all that is told")
  func handlersOnce() throws {
    var missing = app(
      "return { didBecomeActive = function() DispatchQueue.main:asyncAfter(2, error) end }",
      identifiers: ["p"])
    missing.open("app", at: .seconds(60))
    let outcome = try missing.result()
    #expect(outcome.exits().count == 2)
    #expect(
      outcome.run.findings.filter { $0.rule == .identifierNeverRegistered }.map(\.count) == [1])
    let notPermitted = try app(
      "BGTaskScheduler.shared:register('r', print) return {}", modes: .fetch, identifiers: []
    ).result()
    #expect(notPermitted.findings == ["identifierNotPermitted app.lua:1"])
  }
}
