import Foundation
import Testing

@Suite("dormouse explain")
struct ExplainCommandTests {
  @Test("explains a finding with both examples, what is seen of them, and what to do")
  func finding() throws {
    let shown = try Workplace().run("explain", "taskNotEndedInHandler")
    #expect(shown.status == 0)
    #expect(
      shown.output == """
        taskNotEndedInHandler (finding): still not ended after expiration handlers were called

        When the expiration handlers have returned, each task is to be ended; the system notes those that
        are not in its log. A handler that only dispatches the end lives by the few seconds that are left,
        and dies where the main thread is busy.

        Wrong

            local app = {}

            function app:didEnterBackground(application)
              local task
              task = application:beginBackgroundTask("save", function()
                DispatchQueue.main:async(function() -- too late: the handler has returned by then
                  application:endBackgroundTask(task)
                end)
              end)
            end

            return app

          What is seen of it

            app: runs on
              wrong.lua:5: still not ended after expiration handlers were called (taskNotEndedInHandler)
                background task 1 "save" still not ended after expiration handlers were called

        Right

            local app = {}

            function app:didEnterBackground(application)
              local task
              task = application:beginBackgroundTask("save", function()
                application:endBackgroundTask(task)
              end)
            end

            return app

          What is seen of it

            app: runs on

        The test of both

            local function visit(t, script)
              local phone = t:device { os = "iOS 26" }
              local app = phone:install(script, { id = "app" })
              app:open()
              phone:advance(10)
              app:home()
              phone:advance(minutes(2))
              app:tell()
              return app
            end

            test("wrong: taskNotEndedInHandler", function(t)
              local app = visit(t, "wrong.lua")
              expect(app):toHaveFinding("taskNotEndedInHandler", 5)
              expect(app.exits):toEqual {}
            end)

            test("right: no finding", function(t)
              local app = visit(t, "right.lua")
              expect(app):toHaveNoFindings()
              expect(app.exits):toEqual {}
            end)

        What to do: call endBackgroundTask in the expiration handler itself, before it returns.

        """)
  }

  @Test("a code stands for each exit that shows it, and a name in any case for itself")
  func codes() throws {
    let place = try Workplace()
    let code = try place.run("explain", "0x8BADF00D").output
    #expect(code.contains("watchdog (exit, 0x8badf00d): "))
    #expect(code.contains("\nbackgroundTaskAssertionTimeout (exit, 0x2182bad2, 0x8badf00d): "))
    #expect(try place.run("explain", "2343432205").output == code)
    let session = try place.run("explain", "0x2182bad3").output
    #expect(session.hasPrefix("backgroundSessionTimeout (exit, 0x2182bad3, 0x8badf00d): "))
    #expect(code.contains("\nbackgroundSessionTimeout (exit, 0x2182bad3, 0x8badf00d): "))
    let both = try place.run("explain", "CPULimit").output
    #expect(both.hasPrefix("cpuLimit (finding): "))
    #expect(both.contains("\ncpuLimit (exit, EXC_RESOURCE): "))
  }

  @Test("says of the other exits of phones that they are not modelled")
  func unmodelled() throws {
    let place = try Workplace()
    for code in ["0xbad22222", "0xBADDD15C", "3490524077"] {
      let seen = try place.run("explain", code)
      #expect(seen.status == 0 && seen.output.contains("Not modelled"), "\(code)")
    }
  }

  @Test("lists all of them, and knows what a wrong name was meant for")
  func names() throws {
    let place = try Workplace()
    let list = try place.run("explain").output
    #expect(list.hasPrefix("Findings\n  taskNeverEnded "))
    #expect(list.contains("\nExits\n  watchdog "))
    let wrong = try place.run("explain", "taskNeverEnde")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors == """
        explain: there is no such finding or exit (taskNeverEnde); did you mean \
        taskNeverEnded?

        """)
    let page = try place.run("explain", "watchdog", "--markdown")
    #expect(page.status == 64)
  }

  @Test("docs/findings.md is what it prints")
  func page() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/findings.md"), encoding: .utf8)
    #expect(try Workplace().run("explain", "--markdown").output == page)
  }
}
