import Device
import Simulation
import Testing

@testable import Scripting

/// The 13 checks that a phone with iOS 26.6.1 passed, by their names in the log of that run
/// (react-native-continued-task, docs/device-qa-runs), in its order.
@Suite("The 13 device checks of BGContinuedProcessingTask")
struct ContinuedTaskCheckTests {
  struct Check: CustomTestStringConvertible {
    let testDescription: String
    /// What the app does when it becomes active.
    let app: String
    /// What the user does, and what is seen.
    let user: String
  }

  /// The app's side: `export` submits a request for a task that does so.
  private static let helpers = """
    local scheduler, stored = BGTaskScheduler.shared, UserDefaults.standard
    local function export(name, body, extra)
      scheduler:register(name, function(task)
        task.progress.totalUnitCount = 60
        task.expirationHandler = function()
          print("stop", task.progress.completedUnitCount)
          task.isOver = true
          task:setTaskCompleted(false)
        end
        body(task)
      end)
      local request = { identifier = name, title = "QA export", subtitle = "0 of 60" }
      for key, value in pairs(extra or {}) do request[key] = value end
      local ok, error = scheduler:submit(BGContinuedProcessingTaskRequest(request))
      print(ok, error and error.code)
    end
    local function work(task)
      for done = 1, 60 do
        Task.sleep(1)
        if task.isOver then return end
        task.progress.completedUnitCount = done
      end
      print("done")
      task:setTaskCompleted(true)
    end

    """

  static let checks: [Check] = [
    Check(
      testDescription: "double-submit",
      app: "export('com.a.export', work) export('com.a.render.1', work)",
      user: """
        app:open() app:home() phone:advance(70)
        expect(app.log):toEqual { "true\\tnil", "true\\tnil", "done", "done" }
        """),
    Check(
      testDescription: "progress-clamp",
      app: """
        export('com.a.export', function(task)
          for _, units in ipairs { 999, -5 } do
            task.progress.completedUnitCount = units
            print(task.progress.fractionCompleted)
          end
          task:setTaskCompleted(true)
        end)
        """, user: "app:open() expect(app.log):toEqual { 'true\\tnil', '1.0', '0.0' }"),
    Check(
      testDescription: "complete-idempotent",
      app: """
        export('com.a.export', function(task)
          task:setTaskCompleted(true)
          task:setTaskCompleted(true)
          print("alive")
        end)
        """,
      user: """
        app:open() app:home() phone:advance(10)
        expect(app.log):toEqual { "true\\tnil", "alive" }
        expect(app):toHaveFinding("taskCompletedTwice")
        """),
    Check(
      testDescription: "app-cancel",
      app: """
        export('com.a.export', function(task)
          Timer.scheduledTimer(20, false, function() task:setTaskCompleted(false) end)
        end)
        """,
      user: """
        app:open() app:home() phone:advance(15)
        expect(app.state):toEqual("background")
        phone:advance(10)
        expect(app.state):toEqual("suspended")
        expect(app.log):toEqual { "true\\tnil" }
        """),
    Check(
      testDescription: "unpermitted-identifier", app: "export('com.a.other', work)",
      user: "app:open() expect(app.log):toEqual { 'false\\t3' }"),
    Check(
      testDescription: "invalid-options: a total of 0 shows no progress",
      app: """
        export('com.a.export', function(task)
          task.progress.totalUnitCount = 0
          for done = 1, 20 do
            Task.sleep(1)
            task.progress.completedUnitCount = done
          end
        end)
        """,
      user:
        "app:open() app:home() phone:advance(40) expect(app.log):toEqual { 'true\\tnil', 'stop\\t20' }"
    ),
    Check(
      testDescription: "gpu-gate",
      app: "export('com.a.export', work, { requiredResources = 'gpu' })",
      user: "app:open() expect(app.log):toEqual { 'false\\t3' }"),
    Check(
      testDescription: "records",
      app: """
        print(stored:value("export"))
        stored:set("export", "running")
        export('com.a.export', function(task)
          Task.sleep(5)
          stored:removeObject("export")
          task:setTaskCompleted(true)
        end)
        """,
      user: """
        app:open() app:home() phone:advance(10) app:killForMemory() app:open()
        expect(app.log):toEqual { "nil", "true\\tnil", "nil", "true\\tnil" }
        """),
    Check(
      testDescription: "live-activity-cancel", app: "export('com.a.export', work)",
      user: """
        app:open() app:home() phone:advance(12.5) app:expire() phone:advance(2)
        expect(app.log):toEqual { "true\\tnil", "stop\\t12" }
        expect(app.state):toEqual("suspended")
        """),
    Check(
      testDescription: "stalled-expires",
      app: "export('com.a.export', function() end)",
      user:
        "app:open() app:home() phone:advance(180) expect(app.log):toEqual { 'true\\tnil', 'stop\\t0' }"
    ),
    Check(
      testDescription: "app-terminated",
      app: """
        print(stored:value("export"))
        stored:set("export", "running")
        export('com.a.export', work)
        """,
      user: """
        app:open() app:home() phone:advance(2) app:forceQuit() phone:advance(60)
        expect(app.log):toEqual { "nil", "true\\tnil" }
        app:open()
        expect(app.log):toContain("running")
        """),
  ]

  @Test("pass here too", arguments: checks)
  func pass(check: Check) throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 26" }
        local app = phone:install("export.lua", {
          permittedIdentifiers = { "com.a.export", "com.a.render.*" }, bundleIdentifier = "com.a" })
        \(check.user)
        for _, exit in ipairs(app.exits) do expect("forceQuit memoryPressure"):toContain(exit) end
        """,
      apps: [
        "export.lua": Self.helpers + "return { didBecomeActive = function()\n\(check.app)\nend }"
      ])
    #expect(failures == [])
  }

  @Test("live-activity-visible and title-update: the phone shows title, subtitle, and their change")
  func shown() throws {
    var run = ScriptRun(.minutes(2))
    run.add(
      Self.helpers + """
        return { didBecomeActive = function()
          export('com.a.export', function(task)
            task.progress.completedUnitCount = 30
            task:updateTitle("QA export", "30 of 60")
            task:setTaskCompleted(true)
          end)
        end }
        """)
    run.scenario.apps[0].permittedIdentifiers = ["com.a.export"]
    run.scenario.apps[0].bundleIdentifier = "com.a"
    run.open("app", at: .seconds(1))
    let shown = try run.result().records.filter { $0["title"] is String }.map {
      "\($0["kind"] ?? "") \($0["title"] ?? ""): \($0["subtitle"] ?? "")"
    }
    #expect(
      shown == ["continued.submit QA export: 0 of 60", "continued.title QA export: 30 of 60"])
  }
}
