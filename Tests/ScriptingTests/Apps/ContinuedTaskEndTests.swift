import Device
import Foundation
import Simulation
import Testing

@testable import Scripting

/// How continued tasks end.
extension ContinuedTaskTests {
  @Test("stopped by the user, the task hears it by its expirationHandler")
  func stopped() throws {
    let source = """
      return { didBecomeActive = function() export('com.a.export', 60) end }
      """
    let failures = try TestedFile.failures(
      """
      test("stopped", function(t)
        local phone = t:device { os = "iOS 26" }
        local app = phone:install("b.lua", { permittedIdentifiers = { "com.a.*" } })
        app:open()
        app:home()
        phone:advance(20)
        app:expire()
        phone:advance(60)
        expect(app.log):toEqual { "began\tcom.a.export", "stop" }
        expect(app.exits):toEqual {}
        expect(app):toHaveNoFindings()
      end)
      """, apps: ["b.lua": Self.helpers + source])
    #expect(failures == [])
  }

  @Test("a handler registered for the main queue gets the task there, and its expiration too")
  func onMain() throws {
    let source = """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task)
          print("began")
          task.expirationHandler = function()
            print("stop")
            task:setTaskCompleted(false)
          end
        end, { queue = "main" })
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "of a film" })
      end }
      """
    let failures = try TestedFile.failures(
      """
      test("on main", function(t)
        local phone = t:device { os = "iOS 26" }
        local app = phone:install("b.lua", { permittedIdentifiers = { "com.a.*" } })
        app:open()
        app:home()
        phone:advance(5)
        app:expire()
        phone:advance(5)
        expect(app.log):toEqual { "began", "stop" }
        expect(app.exits):toEqual {}
      end)
      """, apps: ["b.lua": Self.helpers + source])
    #expect(failures == [])
  }

  @Test("under pressure the task that has done least goes first")
  func pressure() throws {
    var run = try app(
      """
      return { didBecomeActive = function()
        export('com.a.export', 40)
        export('com.a.render.1', 80)
      end }
      """)
    run.add("return {}", name: "big")
    run.scenario.apps[1].memory = MemoryFootprint(foreground: 1_000)
    run.scenario.device.memoryMegabytes = 1_050
    run.open("big", at: .seconds(20))
    let outcome = try run.result()
    #expect(kinds(outcome, "continued.expire") == ["continued.expire com.a.render.1 pressure"])
  }

  @Test(
    "warned and not completed behind, the app is ended; without a handler the task is marked failed"
  )
  func late() throws {
    let source = """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task)
          HANDLER
          Task.sleep(60)
          task:setTaskCompleted(true)
        end)
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "" })
      end }
      """
    let late = try app(
      source.replacing("HANDLER", with: "task.expirationHandler = function() print('stop') end")
    ).result()
    #expect(late.logs() == ["stop"])
    #expect(late.exits() == ["backgroundTaskSchedulerTimeout"])
    #expect(late.findings.map { $0.prefix(16) } == ["taskNotCompleted"])
    let silent = try app(source.replacing("HANDLER", with: "")).result()
    #expect(silent.exits() == [])
    #expect(silent.findings.first?.hasPrefix("noExpirationHandler") == true)
  }

  @Test("a task is completed once, its title changes, and only on iOS 26")
  func once() throws {
    let outcome = try app(
      """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task)
          task:updateTitle("Export", "1 of 2")
          task:setTaskCompleted(true)
          task:setTaskCompleted(true)
        end)
        s:submit(BGContinuedProcessingTaskRequest {
          identifier = "com.a.export", title = "Export", subtitle = "" })
      end }
      """
    ).result()
    #expect(kinds(outcome, "continued.title") == ["continued.title com.a.export Export 1 of 2"])
    #expect(kinds(outcome, "bgtask.complete") == ["bgtask.complete com.a.export 1"])
    #expect(outcome.findings.map { $0.prefix(18) } == ["taskCompletedTwice"])
    let old = try app(
      "return { didBecomeActive = function() export('com.a.export', 3) end }", on: "iOS 18"
    ).result()
    #expect(old.exits() == ["uncaughtException"])
  }

  @Test("iOS 27 answers a submission by a completion handler")
  func completion() throws {
    let source = """
      return { didBecomeActive = function()
        s:register("com.a.export", function(task) task:setTaskCompleted(true) end)
        for _, name in ipairs { "com.a.export", "com.a.other" } do
          s:submitTaskRequest(BGContinuedProcessingTaskRequest {
            identifier = name, title = "Export", subtitle = "" }, function(error)
            print(name, error and error.code)
          end)
        end
      end }
      """
    #expect(
      try app(source, on: "iOS 27").result().logs() == [
        "com.a.export\tnil", "com.a.other\t3",
      ])
    let old = try app(source).result()
    #expect(
      old.messages.first?.contains("submitTaskRequest came with iOS 27; this device is iOS 26")
        == true)
  }

  @Test(
    "a request that is none is an error at its line",
    arguments: [
      ("{ identifier = 'com.a.export', title = 'x' }", "subtitle: a string expected, got nil"),
      (
        "{ identifier = 'com.a.export', title = 'x', subtitle = '', strategy = 'wait' }",
        "strategy: \"queue\" or \"fail\" expected, got \"wait\""
      ),
      (
        "{ identifier = 7, title = 'x', subtitle = '' }",
        "identifier: a string expected, got number"
      ),
    ])
  func bad(request: String, message: String) throws {
    let outcome = try app(
      "return { didBecomeActive = function() BGContinuedProcessingTaskRequest \(request) end }"
    ).result()
    #expect(outcome.exits() == ["uncaughtException"])
    #expect(outcome.messages.first?.contains(message) == true)
  }
}
