import Device
import Scripting
import Simulation
import Testing

/// Test files that have work done by the phone.
extension TestFileTests {
  @Test("launch tasks by identifier and send pushes, and say why where that cannot be")
  func work() throws {
    let app = """
      local app = {}
      function app:didFinishLaunching(application)
        BGTaskScheduler.shared:register("refresh", function(task)
          task.expirationHandler = function()
            NSLog("expired")
            task:setTaskCompleted(false)
          end
          BGTaskScheduler.shared:submit(
            BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
          DispatchQueue.main:asyncAfter(60, function() task:setTaskCompleted(true) end)
        end)
      end
      function app:didEnterBackground(application)
        local ok, error = BGTaskScheduler.shared:submit(
          BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
        if not ok then NSLog("%@", error.code) end
      end
      function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
        NSLog("push %@", userInfo.number)
        completionHandler(UIBackgroundFetchResult.noData)
      end
      return app
      """
    let failures = try TestedFile.failures(
      """
      local phone, app
      beforeEach(function(t)
        phone = t:device { os = "iOS 18" }
        app = phone:install("b.lua", {
          modes = { "fetch", "remote-notification" }, permittedIdentifiers = { "refresh" },
        })
        app:open()
        app:home()
      end)
      test("launched", function(t)
        phone:advance(900)
        expect(app.requests):toEqual { "refresh" }
        app:launchTask("refresh")
        app:expire()
        phone:advance(10)
        expect(app.log):toEqual { "expired" }
        expect(app.requests):toEqual { "refresh" }
        app:push { number = 7 }
        expect(app.log):toContain("push 7")
      end)
      test("too early", function(t) app:launchTask("refresh") end)
      test("mistyped", function(t) app:launchTask("refesh") end)
      test("no fetches", function(t) app:grantFetch() end)
      test("no tasks", function(t) app:expire() end)
      """, apps: ["b.lua": app])
    #expect(
      failures == [
        "t.lua:21: launchTask: \"refresh\" of b cannot begin now: "
          + "its request is for 00:15:00.000 or later; phone:advance(900) first",
        "t.lua:22: launchTask: \"refesh\" of b cannot begin now: no request of it is pending; "
          + "did you mean \"refresh\"?",
        "t.lua:23: grantFetch: b can have no fetch now: it declares identifiers for "
          + "BGTaskScheduler, it has asked for no fetches; see to that first",
        "t.lua:24: expire: b has no time in the background that could end (background); "
          + "let it begin a task there first",
      ])
  }

  @Test("act so long after an event, before what the device has for that moment")
  func faults() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 18" }
        local app = phone:install("leaky.lua")
        local seen = {}
        phone:after("task.begin", 0.5, function()
          seen[#seen + 1] = phone.now
          app:open()
        end)
        app:after("didEnterBackground", 0, function() seen[#seen + 1] = "left" end)
        phone:after(20, function() seen[#seen + 1] = phone.now end)
        app:open()
        phone:advance(2)
        app:home()
        phone:advance(minutes(2))
        expect(seen):toEqual { "left", 2.5, 20 }
        expect(app.exits):toEqual {}
        expect(app.state):toEqual("active")
        """)
    #expect(failures == [])
  }

  @Test("try every case and every moment, and tell those that fail in one line as one")
  func cases() throws {
    let failures = try TestedFile.failures(
      """
      test("versions", function(t)
        t:each({ "iOS 6", "iOS 7", "iOS 18" }, function(os)
          local phone = t:device { os = os }
          local app = phone:install("saver.lua")
          app:open()
          app:home()
          phone:advance(60)
          expect(app.state):toEqual("background")
        end)
      end)
      test("moments", function(t)
        local tried = 0
        t:sweep(0, 60, 5, function(moment)
          tried = tried + 1
          local phone = t:device { os = "iOS 18" }
          local app = phone:install("leaky.lua")
          app:open()
          app:home()
          phone:advance(moment)
          expect(app.exits):toEqual {}
        end)
      end)
      """)
    #expect(
      failures == [
        "t.lua:8: with \"iOS 18\", 1 of 3 cases: expected \"background\"\nseen     \"suspended\"",
        "t.lua:20: at 30, the first of 7 of 13 moments: 30, 35, 40, 45, 50, 55, 60: "
          + "expected {}\nseen     {\"backgroundTaskAssertionTimeout\"}",
      ])
  }

  @Test("run under a policy of the catalogue where the phone or the caller names one")
  func policies() throws {
    let body = """
      local phone = t:device { os = "iOS 18" }
      local app = phone:install("fetcher.lua", { modes = { "fetch" } })
      phone:server { host = "a.example" }
      app:open()
      app:home()
      phone:advance(hours(3))
      expect(#app.log):toEqual(0)
      """
    #expect(try TestedFile.failures(ofBody: body) == [])
    let all = try TestedFile.failures(ofBody: body, policy: "everything")
    #expect(all == ["t.lua:8: expected 0\nseen     11"])
    let named = try TestedFile.failures(
      ofBody: body.replacing("\"iOS 18\" }", with: "\"iOS 18\", policy = \"nothing\" }"),
      policy: "everything")
    #expect(named == [])
    let unknown = try TestedFile.failures(
      ofBody: "t:device { policy = \"nothin\" }:install(\"saver.lua\"):open()")
    #expect(
      unknown == [
        "t.lua:2: policy: there is no such policy (nothin); did you mean nothing?"
      ])
  }

  @Test("follow their seed, whichever of them run, and are the same again and again")
  func seeds() throws {
    let text = """
      local drawn = {}
      test("first", function(t) print(math.random(1000000)) end)
      test("second", function(t) print(math.random(1000000)) end)
      """
    let whole = try TestedFile(text, seed: 7).outcomes()
    #expect(whole == (try TestedFile(text, seed: 7).outcomes()))
    #expect(try TestedFile(text, seed: 7).file.run(1) == whole[1])
    #expect(try TestedFile(text, seed: 8).file.run(1).output != whole[1].output)
    #expect(whole[0].output != whole[1].output)
  }
}
