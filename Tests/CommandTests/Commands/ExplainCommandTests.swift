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

        A risk: work is lost where the main thread is busy for the few seconds that are left: the app is
        ended.

        When the expiration handlers have returned, each task is to be ended; the system notes those that
        are not in its log. A handler that only dispatches the end lives by the few seconds that are left,
        and dies where the main thread is busy.

        What to do: call endBackgroundTask in the expiration handler itself, before it returns.
        In real apps (dormouse museum NAME): end-dispatched.

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

        """)
  }

  @Test("a code stands for each exit that shows it, and a name in any case for itself")
  func codes() throws {
    let place = try Workplace()
    let code = try place.run("explain", "0x8BADF00D").output
    #expect(code.hasPrefix("watchdog (exit, 0x8badf00d = 2343432205, REASON_ANR): "))
    #expect(
      code.contains(
        "\nbackgroundTaskAssertionTimeout (exit, 0x2182bad2 = 562215634, 0x8badf00d = 2343432205): "
      ))
    #expect(
      code.contains("\n  In real apps (dormouse museum NAME): job-on-main, network-on-main, "))
    #expect(
      code.contains(
        "\n  What to do: move the work to DispatchQueue.global(), on Android to a thread, wait for nothing,"
      ))
    #expect(try place.run("explain", "2343432205").output == code)
    let session = try place.run("explain", "0x2182bad3").output
    #expect(
      session.hasPrefix(
        "backgroundSessionTimeout (exit, 0x2182bad3 = 562215635, 0x8badf00d = 2343432205): "))
    #expect(code.contains("\nbackgroundSessionTimeout (exit, 0x2182bad3 = 562215635, 0x8badf00d "))
    let both = try place.run("explain", "CPULimit").output
    #expect(both.hasPrefix("cpuLimit (finding): "))
    #expect(both.contains("\ncpuLimit (exit, EXC_RESOURCE): "))
  }

  @Test("says of the other exits of phones that they are not modelled")
  func unmodelled() throws {
    let place = try Workplace()
    for code in ["0xbad22222", "0xBADDD15C", "3490524077", "0xdeadfa11"] {
      let seen = try place.run("explain", code)
      #expect(seen.status == 0 && seen.output.contains("Not modelled"), "\(code)")
      #expect(seen.output.contains("\nWhat to do: "))
    }
  }

  @Test("lists all of them, and knows what a wrong name was meant for")
  func names() throws {
    let place = try Workplace()
    let list = try place.run("explain").output
    #expect(list.hasPrefix("Findings\n  taskNeverEnded "))
    #expect(list.contains("\nExits\n  watchdog "))
    for code in ["0xbad22222", "EXC_RESOURCE", "jetsam"] {
      #expect(try place.run("explain", code).status == 0)
    }
    let wrong = try place.run("explain", "taskNeverEnde")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors == """
        explain: there is no such finding or exit (taskNeverEnde); did you mean \
        taskNeverEnded?

        """)
    for finding in [
      "background task 1 \"position\" was never ended",
      "app.lua:3: a request was on its way for ever (taskNeverEnded)",
    ] {
      #expect(try place.run("explain", finding).output.hasPrefix("taskNeverEnded (finding): "))
    }
    let page = try place.run("explain", "watchdog", "--markdown")
    #expect(page.status == 64)
  }

  @Test("reads what a phone says: a line of its log, a file, the standard input")
  func symptoms() throws {
    let place = try Workplace()
    let line = "OurApp:24424 has active assertions beyond permitted time:"
    let assertion = try place.run("explain", line)
    #expect(assertion.output.hasPrefix("backgroundTaskAssertionTimeout (exit, "))
    #expect(assertion.output.contains("\nWhat to do: end each task on every path; "))
    #expect(assertion.output.contains("\nThe test of both\n"))
    #expect(
      try place.run("explain", "Can't", "end", "BackgroundTask").output
        .hasPrefix("taskEndedTwice (finding): "))
    let report = """
      {"app_name":"Coupons","bug_type":"309","os_version":"iPhone OS 26.3 (23D127)"}
      {"exception":{"type":"EXC_CRASH","signal":"SIGKILL"},
       "termination":{"namespace":"RUNNINGBOARD","flags":6,"code":3735883980}}
      """
    try place.write(report, to: "c.ips")
    let file = try place.run("explain", "c.ips")
    #expect(
      file.output.hasPrefix(
        """
        c.ips: a crash report of Coupons on iPhone OS 26.3 (23D127)
          EXC_CRASH (SIGKILL)
          RUNNINGBOARD 0xdead10cc (3735883980)

        suspendedWithLockedFile (exit, 0xdead10cc = 3735883980): a shared file was locked at suspension
        """))
    let input = try place.run("explain", "-", input: report)
    #expect(input.output == file.output.replacing("c.ips:", with: "standard input:"))
    try place.write("{\"bug_type\":\"309\"}\n{\"termination\":", to: "cut.ips")
    try place.write("return {}\n", to: "app.lua")
    for (name, status, words) in [
      ("cut.ips", 65, "cut.ips: it is cut short: "), ("app.lua", 65, "app.lua: it is neither "),
      ("no.ips", 66, "no.ips: there is no such file"), (".", 66, ".: it is a folder"),
    ] {
      let outcome = try place.run("explain", name)
      #expect(outcome.status == Int32(status) && outcome.errors.hasPrefix(words), "\(outcome)")
    }
    try place.write(
      "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\nOS Version: iPhone OS 17.4\n", to: "own.crash")
    #expect(
      try place.run("explain", "own.crash").output
        .hasSuffix("the line of the app nearest to its top.\n"))
  }

  @Test("an end without a reason: where to look for it, and whether the report is a part")
  func noReason() throws {
    let place = try Workplace()
    try place.write(
      "Exception Type:  EXC_CRASH (SIGKILL)\nOS Version: iPhone OS 17.4\n", to: "a.crash")
    #expect(
      try place.run("explain", "a.crash").output == """
        a.crash: a crash report on iPhone OS 17.4
          Exception Type: EXC_CRASH (SIGKILL)

        The system ended the app, and no reason that dormouse knows is given. This text has no threads, so
        it is cut short or a part: the whole file may have a Termination Reason. Look for a line with
        RBSTerminateContext in the device's log, for a JetsamEvent of that minute in Settings, Privacy &
        Security, Analytics Data, and at MetricKit's counts of exits: 'dormouse explain' reads each of them.

        """)
  }

  @Test("of several files: what each says, what that means once, and what cannot be read")
  func severalFiles() throws {
    let place = try Workplace()
    for name in ["a.ips", "b.ips"] {
      try place.write(
        """
        {"app_name":"\(name)","bug_type":"309","os_version":"iPhone OS 26.3 (23D127)"}
        {"exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"code":3735883980}}
        """, to: name)
    }
    try place.write("Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n", to: "c.crash")
    let seen = try place.run("explain", "a.ips", "c.crash", "no.ips", "b.ips")
    #expect(
      seen.output.hasPrefix(
        """
        a.ips: a crash report of a.ips on iPhone OS 26.3 (23D127)
          EXC_CRASH (SIGKILL)
          0xdead10cc (3735883980)

        c.crash: a crash report
          Exception Type: EXC_BAD_ACCESS (SIGSEGV)

        That is none of the ends that have to do with background execution: look at the thread that crashed,
        and at the line of the app nearest to its top.

        b.ips: a crash report of b.ips on iPhone OS 26.3 (23D127)
          EXC_CRASH (SIGKILL)
          0xdead10cc (3735883980)

        suspendedWithLockedFile (exit, 0xdead10cc = 3735883980): a shared file was locked at suspension

        """))
    #expect(seen.output.split(separator: "\nsuspendedWithLockedFile ").count == 2)
    #expect(seen.status == 66 && seen.errors == "no.ips: there is no such file; check the name\n")
  }

  @Test("a file without end is not read for ever")
  func endless() throws {
    let seen = try Workplace().run("explain", "/dev/zero")
    #expect(seen.status == 65)
    #expect(
      seen.errors.hasPrefix("/dev/zero: it has more than 64 MB, which no report of a phone has"))
  }

  @Test("docs/findings.md is what it prints")
  func page() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/findings.md"), encoding: .utf8)
    #expect(try Workplace().run("explain", "--markdown").output == page)
  }
}
