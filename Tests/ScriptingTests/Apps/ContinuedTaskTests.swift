import Device
import Foundation
import Simulation
import Testing

@testable import Scripting

/// Continued tasks, T15 to T20. Some are the checks that device tests of react-native-continued-task
/// make on a phone with iOS 26.6.1.
@Suite("BGContinuedProcessingTask")
struct ContinuedTaskTests {
  /// An app in front from the first second, left at the tenth, with helpers.
  func app(
    _ source: String, _ duration: TimeSpan = .minutes(10), on platform: String = "iOS 26",
    identifiers: [String] = ["com.a.export", "com.a.render.*"]
  ) throws -> ScriptRun {
    var run = ScriptRun(duration)
    run.scenario.device = DeviceConfiguration(try #require(Platform(named: platform)))
    run.add(Self.helpers + source)
    run.scenario.apps[0].permittedIdentifiers = identifiers
    run.scenario.apps[0].bundleIdentifier = "com.a"
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    return run
  }

  /// Registers a handler that works for so many seconds, a unit each; submits a request.
  static let helpers = """
    local s = BGTaskScheduler.shared
    local function export(name, seconds, extra)
      s:register(name, function(task)
        print("began", task.identifier)
        local isOver = false
        task.expirationHandler = function()
          print("stop")
          isOver = true
        end
        task.progress.totalUnitCount = seconds
        for done = 1, seconds do
          Task.sleep(1)
          if isOver then return task:setTaskCompleted(false) end
          task.progress.completedUnitCount = done
        end
        print("done")
        task:setTaskCompleted(true)
      end)
      local request = { identifier = name, title = "Export", subtitle = "of a film" }
      for key, value in pairs(extra or {}) do request[key] = value end
      local ok, error = s:submit(BGContinuedProcessingTaskRequest(request))
      if not ok then print(error.code, error.localizedDescription) end
    end

    """

  func kinds(_ outcome: ScriptRun.Outcome, _ prefix: String) -> [String] {
    outcome.records.compactMap { record in
      guard let kind = record["kind"] as? String, kind.hasPrefix(prefix) else { return nil }
      let words = ["identifier", "title", "subtitle", "reason", "error", "success"].compactMap {
        record[$0].flatMap { $0 is NSNull ? nil : "\($0)" }
      }
      return ([kind] + words).joined(separator: " ")
    }
  }

  @Test("the app that is left goes on until its task is completed, and is suspended then")
  func goesOn() throws {
    let outcome = try app(
      "return { didBecomeActive = function() export('com.a.export', 120) end }"
    ).result()
    #expect(outcome.timedLogs() == ["1 began\tcom.a.export", "121 done"])
    #expect(outcome.findings == [])
    #expect(
      kinds(outcome, "continued") == ["continued.submit com.a.export Export of a film"])
    let suspended = outcome.records.first { $0["to"] as? String == "suspended" }
    #expect((suspended?["ns"] as? Int).map { $0 / 1_000_000_000 } == 122)
  }

  @Test("two submissions in a row are two tasks that run at once")
  func two() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        export('com.a.export', 20)
        export('com.a.render.2', 30)
      end }
      """
    ).result()
    #expect(
      outcome.timedLogs() == [
        "1 began\tcom.a.export", "1 began\tcom.a.render.2", "21 done", "31 done",
      ])
  }

  @Test("a third task waits for its turn, in order")
  func queue() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        for n = 1, 4 do export('com.a.render.' .. n, 10 * n) end
      end }
      """
    ).result()
    #expect(
      outcome.timedLogs() == [
        "1 began\tcom.a.render.1", "1 began\tcom.a.render.2", "11 done",
        "11 began\tcom.a.render.3", "21 done", "21 began\tcom.a.render.4", "41 done", "61 done",
      ])
  }

  @Test("cancelled by the app or by its end, a task that waits never begins")
  func cancelled() throws {
    var run = try app(
      """
      return { didBecomeActive = function()
        for n = 1, 4 do export('com.a.render.' .. n, 60) end
        s:cancel('com.a.render.3')
      end }
      """)
    run.scenario.user.append(
      UserAction(at: .start + .seconds(20), kind: .forceQuit(AppID(0))))
    let outcome = try run.result()
    #expect(outcome.logs() == ["began\tcom.a.render.1", "began\tcom.a.render.2"])
    #expect(
      kinds(outcome, "bgtask.cancel") == [
        "bgtask.cancel com.a.render.3 app", "bgtask.cancel com.a.render.4 forceQuit",
        "bgtask.cancel com.a.render.1 processEnded", "bgtask.cancel com.a.render.2 processEnded",
      ])
  }

  @Test("a force-quit ends the task without a callback, and the next launch knows of it")
  func forceQuit() throws {
    var run = try app(
      """
      local stored = UserDefaults.standard
      return {
        didFinishLaunching = function()
          print(stored:value("exporting"))
        end,
        didBecomeActive = function()
          if stored:value("exporting") then return end
          stored:set("exporting", true)
          export('com.a.export', 60)
        end,
      }
      """)
    run.scenario.user.append(
      UserAction(at: .start + .seconds(20), kind: .forceQuit(AppID(0))))
    run.open("app", at: .seconds(30))
    let outcome = try run.result()
    #expect(outcome.logs() == ["nil", "began\tcom.a.export", "true"])
  }

  @Test(
    "from the background, and by the strategy fail where too many run, it is immediateRunIneligible"
  )
  func immediate() throws {
    let outcome = try app(
      """
      return {
        didBecomeActive = function()
          for n = 1, 3 do export('com.a.render.' .. n, 3, { strategy = "fail" }) end
          print(BGTaskSchedulerError.immediateRunIneligible)
        end,
        didEnterBackground = function() export('com.a.export', 3) end,
      }
      """
    ).result()
    let refused = "4\tThe device cannot run this task now."
    #expect(
      outcome.logs() == [
        refused, "4", "began\tcom.a.render.1", "began\tcom.a.render.2", "done", "done", refused,
      ])
    #expect(outcome.exits() == [])
  }

  @Test(
    "what is not declared, not the bundle's, or wants the GPU is not permitted, and the app lives")
  func notPermitted() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        export('com.a.other', 3)
        export('com.b.x', 3)
        export('com.a.export', 3, { requiredResources = "gpu" })
      end }
      """, identifiers: ["com.a.export", "com.b.*"]
    ).result()
    let refused =
      "3\tThe identifier is not declared or not the bundle's, or the mode for its kind is missing."
    #expect(outcome.logs() == [refused, refused, refused])
    #expect(outcome.exits() == [])
    #expect(outcome.findings == ["identifierNotPermitted app.lua:3"])
  }

  @Test("a handler is registered when it is needed, once; without one submit ends the app")
  func handlers() throws {
    let twice = try app(
      """
      return { didBecomeActive = function()
        export('com.a.export', 3)
        export('com.a.export', 3)
      end }
      """
    ).result()
    #expect(twice.exits() == ["uncaughtException"])
    #expect(twice.messages.first?.contains("registered already") == true)
    let none = try app(
      """
      return { didBecomeActive = function()
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "" })
      end }
      """
    ).result()
    #expect(none.exits() == ["uncaughtException"])
    #expect(
      none.messages == [
        "no launch handler is registered for the task's identifier (com.a.export); register one"
          + " before submit"
      ])
    let pattern = try app(
      """
      s:register("com.a.render.*", function(task)
        print(task.identifier)
        task:setTaskCompleted(true)
      end)
      return { didBecomeActive = function()
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.render.7", title = "Render", subtitle = "" })
      end }
      """
    ).result()
    #expect(pattern.logs() == ["com.a.render.7"])
    #expect(pattern.findings == [])
  }

  @Test("a task without progress is expired")
  func stalled() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task)
          task.progress.totalUnitCount = 10
          task.progress.completedUnitCount = 1
          task.expirationHandler = function()
            print("stop", task.progress.fractionCompleted)
            task:setTaskCompleted(false)
          end
        end)
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "" })
      end }
      """
    ).result()
    #expect(outcome.timedLogs() == ["31 stop\t0.1"])
    #expect(kinds(outcome, "continued.expire") == ["continued.expire com.a.export stalled"])
    #expect(outcome.exits() == [])
  }

  @Test("progress has no more than the whole and no less than nothing, and a total of 0 is none")
  func progress() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task)
          local progress = task.progress
          task.expirationHandler = function() task:setTaskCompleted(false) end
          print(progress.totalUnitCount, progress.completedUnitCount, progress.fractionCompleted)
          for _, units in ipairs { 5, 999, -5 } do
            progress.totalUnitCount = 10
            progress.completedUnitCount = units
            print(progress.completedUnitCount, progress.fractionCompleted)
          end
          progress.totalUnitCount = 0
          for n = 1, 60 do
            progress.completedUnitCount = n
            Task.sleep(1)
          end
        end)
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "" })
      end }
      """
    ).result()
    #expect(outcome.logs() == ["0\t0\t0.0", "5\t0.5", "999\t1.0", "-5\t0.0"])
    #expect(kinds(outcome, "continued.expire") == ["continued.expire com.a.export stalled"])
  }
}
