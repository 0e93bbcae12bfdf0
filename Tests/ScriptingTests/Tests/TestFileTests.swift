import Device
import Scripting
import Simulation
import Testing

@Suite("Tests in Lua")
struct TestFileTests {
  @Test("drive an app through time: the task that ends in its handler, and the one that does not")
  func drive() throws {
    let tested = try TestedFile(
      """
      test("the saver ends its task when time runs out", function(t)
        local phone = t:device { os = "iOS 18" }
        local app = phone:install("saver.lua")
        app:open()
        expect(app.state):toEqual("active")
        app:home()
        expect(app.tasks):toEqual { "save" }
        phone:advance(minutes(1))
        expect(app.tasks):toBeEmpty()
        expect(app.log):toEqual { "out of time" }
        expect(app):toHaveNoFindings()
        expect(app.exits):toEqual {}
        expect(app.state):toEqual("suspended")
        expect(phone.now):toEqual(60)
      end)
      test("the leaky app does not", function(t)
        local phone = t:device { os = "iOS 18" }
        local app = phone:install("leaky.lua", { id = "leak" })
        app:open()
        app:home()
        phone:advance(minutes(1))
        expect(app.exits):toEqual { "backgroundTaskAssertionTimeout" }
        expect(app):toHaveFinding("taskNeverEnded", 3)
        expect(app):toHaveNoFindings()
      end)
      """)
    let outcomes = tested.outcomes()
    #expect(
      outcomes.map(\.test.name) == [
        "the saver ends its task when time runs out", "the leaky app does not",
      ])
    #expect(outcomes[0].failures.isEmpty)
    #expect(outcomes[0].virtualTime == .seconds(60))
    let failure = try #require(outcomes[1].failures.first)
    #expect(outcomes[1].failures.count == 1)
    #expect(failure.location == SourceLocation(file: "t.lua", line: 24))
    #expect(failure.statement == "expect(app):toHaveNoFindings()")
    #expect(
      failure.message == """
        expected no faults
        seen     taskNeverEnded at leaky.lua:3: background task 1 "leak" was never ended
        """)
    #expect(
      failure.advice == ["taskNeverEnded: " + FindingRule.taskNeverEnded.advice])
    #expect(failure.at == "00:01:00.000")
    #expect(failure.trace.count == 12)
    #expect(failure.trace.contains { $0.kind == .appExit && $0.app == "leak" })
  }

  @Test("reload a widget, by the rules of its budget")
  func widgets() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device {
          startsAt = "08:00", widgets = { capacity = 1, refill = 1, refillEvery = hours(4) },
        }
        local app = phone:install("steps.lua", { widget = "steps" })
        app:open()
        phone:advance(1)
        app:home()
        phone:advance(hours(1))
        app:grantReload()
        phone:advance(1)
        expect(app.log):toEqual { "asked", "asked" }
        expect(app:figure("timelines given")):toEqual(2)
        phone:advance(hours(1))
        app:grantReload()
        """)
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains(
        "grantReload: the widget of steps cannot be reloaded now: it gets nothing before ") == true,
      "\(failures)")
  }

  @Test("do what a user and the world can do to a phone, each verb at its moment")
  func verbs() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 18", startsAt = "08:00" }
        local server = phone:server { host = "a.example" }
        local app = phone:install("fetcher.lua", { modes = { "fetch" } })
        local other = phone:install("saver.lua", { id = "other" })
        app:open()
        expect(phone.foreground):toEqual("fetcher")
        phone:lock()
        expect(phone.foreground):toBeNil()
        phone:unlock()
        expect(phone.foreground):toEqual("fetcher")
        phone:lock()
        phone:advance(minutes(20))
        expect(app.state):toEqual("suspended")
        app:grantFetch()
        phone:advanceUntil("fetch.complete")
        expect(app.log):toEqual { "200" }
        server:status(401)
        phone:advance(minutes(20))
        app:grantFetch()
        phone:advance(5)
        server:down()
        phone:advance(minutes(20))
        app:grantFetch()
        phone:advance(5)
        server:up()
        phone:advance(minutes(20))
        app:grantFetch()
        phone:network("none")
        phone:advance(5)
        expect(app.log):toEqual { "200", "401", "-1004", "-1005" }
        expect(app:figure("fetches new")):toEqual(4)
        other:open()
        other:home()
        other:expire()
        expect(other.log):toEqual { "out of time" }
        app:killForMemory()
        other:open()
        other:forceQuit()
        expect(app.exits):toEqual { "memoryPressure" }
        expect(other.exits):toEqual { "forceQuit" }
        app:open()
        phone:reboot()
        expect(app.exits):toEqual { "memoryPressure", "normal" }
        other:prewarm()
        expect(other.state == "notRunning"):toBeFalse()
        phone:unlock()
        phone:charger(true)
        phone:battery(0.5)
        phone:lowPowerMode(true)
        expect(phone):toHaveNoFindings()
        """)
    #expect(failures == [])
  }

  @Test("a push to a phone that was restarted starts its app once the phone is unlocked")
  func heldPush() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 26" }
        local app = phone:install("saver.lua", { modes = { "remote-notification" } })
        local other = phone:install("saver.lua", { id = "other" })
        app:open()
        app:home()
        phone:advance(60)
        phone:reboot()
        app:push()
        phone:advance(60)
        expect(app.state):toEqual("notRunning")
        phone:unlock()
        expect(app.state == "notRunning"):toBeFalse()
        expect(other.state):toEqual("notRunning")
        """)
    #expect(failures == [])
  }

  @Test("move the phone, cross regions, let accessories send and warn of memory")
  func surroundings() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device()
        local app = phone:install("fence.lua", { modes = { "bluetooth" } })
        phone:moveTo { latitude = 52, longitude = 13 }
        app:open()
        app:home()
        phone:advance(5)
        app:enterRegion("home")
        phone:advance(5)
        expect(app.log):toEqual { "moved 52.0", "enters home" }
        app:forceQuit()
        app:exitRegion("home")
        phone:advance(minutes(10))
        expect(app.log[3]):toEqual("location")
        expect(app.log):toContain("leaves home")
        phone:moveTo { latitude = 10, longitude = 13 }
        phone:moveTo { north = 111195, east = -10 }
        phone:advance(minutes(6))
        expect(app.log):toContain("moved 11.0")
        phone:sendValue("belt")
        phone:advance(1)
        expect(app.log[#app.log]):toEqual("belt")
        phone:disconnect("belt")
        phone:advance(60)
        phone:connect("belt")
        phone:advance(1)
        expect(app.log[#app.log - 1]):toEqual("belt is lost: 6")
        expect(app.log[#app.log]):toEqual("belt is back")
        phone:thermalState("serious")
        phone:advance(1)
        expect(app.log[#app.log]):toEqual("serious")
        phone:memoryWarning()
        phone:advance(1)
        expect(app.log[#app.log]):toEqual("warned")
        """, apps: ["fence.lua": Self.fence])
    #expect(failures == [])
  }

  @Test("prewarm an app, whose launch is not the user's")
  func prewarms() throws {
    let counter = """
      local app = {}
      function app:didFinishLaunching()
        UserDefaults.standard:set("launches", (UserDefaults.standard:value("launches") or 0) + 1)
      end
      function app:didBecomeActive() print(UserDefaults.standard:value("launches")) end
      return app
      """
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device()
        local app = phone:install("counter.lua")
        app:prewarm()
        phone:advance(minutes(5))
        expect(app.state):toEqual("suspended")
        app:killForMemory()
        app:open()
        phone:advance(1)
        expect(app.log):toEqual { "2" } -- and its user has opened it once
        """, apps: ["counter.lua": counter])
    #expect(failures == [])
  }

  private static let fence = """
    local manager = CLLocationManager()
    return {
      didFinishLaunching = function(self, application, options)
        if options.reason ~= "user" then print(options.reason) end
        manager:startMonitoring(CLCircularRegion {
          center = { latitude = 50, longitude = 8 }, radius = 100, identifier = "home" })
        manager:startMonitoringSignificantLocationChanges()
        CBCentralManager():connect("belt")
      end,
      didUpdateLocations = function(self, from, locations)
        print(string.format("moved %.1f", locations[1].coordinate.latitude))
      end,
      didEnterRegion = function(self, from, region) print("enters " .. region.identifier) end,
      didExitRegion = function(self, from, region) print("leaves " .. region.identifier) end,
      didUpdateValue = function(self, from, accessory) print(accessory) end,
      didDisconnectPeripheral = function(self, central, accessory, error)
        print(accessory .. " is lost: " .. error.code)
        self.isLost = true
        central:connect(accessory)
      end,
      didConnect = function(self, from, accessory)
        if self.isLost then print(accessory .. " is back") end
      end,
      didReceiveMemoryWarning = function() print("warned") end,
      thermalStateDidChange = function() print(ProcessInfo.processInfo.thermalState) end,
    }
    """

  @Test("see findings, the pool, and servers that answer late, as a phone and its apps have them")
  func sights() throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 18", pool = {} }
        local server = phone:server { host = "a.example" }
        local app = phone:install("fetcher.lua", { modes = { "fetch" }, follows = { "a.example" } })
        local leaky = phone:install("leaky.lua", { id = "leak" })
        expect(server.host):toEqual("a.example")
        expect(leaky.id):toEqual("leak")
        expect(phone.pool):toEqual(600)
        leaky:open()
        leaky:home()
        phone:advanceUntil("app.exit")
        expect(phone.pool):toEqual(570)
        local finding = { rule = "taskNeverEnded", line = 3, count = 1,
          message = 'background task 1 "leak" was never ended' }
        expect(phone.findings):toEqual { finding }
        expect(leaky.findings):toEqual { finding }
        expect(app.findings):toBeEmpty()
        expect(app):toEqual(app)
        expect(app).never:toEqual(leaky)
        expect(print):toEqual(print)
        expect(print).never:toEqual(type)
        server:slow(20)
        app:open()
        app:home()
        phone:advance(minutes(20))
        app:grantFetch()
        local began = phone.now
        app:advanceUntil("fetch.complete")
        expect(phone.now - began):toBeAtLeast(20)
        expect(leaky):toHaveFinding("taskNeverEnded")
        """)
    #expect(failures == [])
  }

  @Test("say which of two requests of an app goes first")
  func notItsTurn() throws {
    let app = """
      local app = {}
      function app:didFinishLaunching(application)
        for _, name in ipairs { "a", "b" } do
          BGTaskScheduler.shared:register(name, function(task) task:setTaskCompleted(true) end)
        end
      end
      function app:didEnterBackground(application)
        for minutes, name in ipairs { "a", "b" } do
          BGTaskScheduler.shared:submit(BGProcessingTaskRequest { identifier = name,
            earliestBeginDate = os.time() + 60 * minutes })
        end
      end
      return app
      """
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 18" }
        local app = phone:install("two.lua",
          { modes = { "processing" }, permittedIdentifiers = { "a", "b" } })
        app:open()
        app:home()
        phone:advance(minutes(5))
        app:launchTask("b")
        """, apps: ["two.lua": app])
    #expect(
      failures == [
        "t.lua:8: launchTask: \"b\" of two cannot begin now: \"a\" goes first; launch that before it"
      ])
  }
}
