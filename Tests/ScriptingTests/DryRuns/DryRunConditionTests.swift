import Device
import TestSizes
import Testing

@testable import Scripting

/// What comes to light under some conditions only.
extension DryRunTests {
  @Test("what a process does but once comes to light with its second push and its second fetch")
  func twice() throws {
    for method in [
      "didReceiveRemoteNotification(application, info, done)", "performFetch(application, done)",
    ] {
      let seen = try sights(
        """
        local app = {}
        function app:didFinishLaunching(application)
          application:setMinimumBackgroundFetchInterval(0)
        end
        function app:\(method)
          if not self.done then self.done = done end
          DispatchQueue.main:asyncAfter(1, function() self.done(0) end)
        end
        return app
        """)
      #expect(seen.contains { $0.contains("completionCalledTwice 7") }, "\(method): \(seen)")
    }
  }

  @Test("a build setting in a permitted identifier is any text")
  func buildSettings() throws {
    func rules(_ permitted: String) throws -> [FindingRule] {
      let script = """
        local app = {}
        local bundle = "com.example.app"
        function app:didFinishLaunching()
          BGTaskScheduler.shared:register(bundle .. ".refresh", function(task)
            task:setTaskCompleted(true)
          end)
        end
        function app:didEnterBackground()
          local ok, failure = BGTaskScheduler.shared:submit(
            BGProcessingTaskRequest { identifier = bundle .. ".refresh" })
          if not ok then error(failure.localizedDescription) end
        end
        return app
        """
      return try DryRun(
        app: "app.lua", declared: DeclaredApp(modes: [.processing], identifiers: [permitted]),
        files: ScriptTexts(["app.lua": script])
      ).sights().compactMap {
        if case .finding(let rule, _, _) = $0.what { rule } else { nil }
      }
    }
    #expect(try rules("$(PRODUCT_BUNDLE_IDENTIFIER).refresh") == [])
    #expect(try rules("com.${TEAM:lower}.app.refresh") == [])
    #expect(try rules("$(A)$(B)") == [])
    #expect(
      try rules("$(PRODUCT_BUNDLE_IDENTIFIER).sync").contains(.identifierNotPermitted))
    #expect(try rules("com.example.app.refresh$(SUFFIX)").contains(.identifierNotPermitted))
  }

  @Test("an expiration handler that takes too long is told with the line at which it still ran")
  func slowHandler() throws {
    let script = """
      local app = {}
      function app:didEnterBackground(application)
        local task
        task = application:beginBackgroundTask("save", function()
          work(6)
          application:endBackgroundTask(task)
        end)
      end
      return app
      """
    let sights = try DryRun(app: "app.lua", files: ScriptTexts(["app.lua": script])).sights()
    guard case .finding(let rule, let place, let message) = try #require(sights.first).what else {
      Issue.record("no finding")
      return
    }
    #expect(rule == .taskNeverEnded && place?.line == 4)
    #expect(
      message == "background task 1 \"save\" was not ended in time: expirationHandler was still "
        + "running at the deadline, at app.lua:5")
  }

  @Test("a script alone is told of places and regions, and of accessories' values")
  func placesAndValues() throws {
    let script = """
      local app = {}
      function app:didFinishLaunching()
        self.manager = CLLocationManager()
        self.manager:startMonitoringSignificantLocationChanges()
        self.manager:startMonitoring(
          CLCircularRegion { identifier = "home", center = { latitude = 1, longitude = 1 },
            radius = 99 })
        CBCentralManager():connect("belt")
      end
      function app:METHOD() error("here") end
      return app
      """
    for method in ["didUpdateLocations", "didEnterRegion", "didExitRegion", "didUpdateValue"] {
      let seen = try sights(script.replacing("METHOD", with: method))
      #expect(seen == ["nothing uncaughtError 10 uncaughtException"], "\(method)")
    }
  }

  @Test("pushes carry the fields that the script reads, with the texts that it compares them with")
  func pushes() throws {
    let seen = try sights(
      """
      local app = {}
      function app:didReceiveRemoteNotification(application, info, done)
        if info.kind == "reset" then return end
        self.last = "message " .. info.number .. info.sender.name .. info.text:upper()
        done(info.kind ~= "sync" and 1 or 0)
      end
      return app
      """)
    #expect(seen == ["nothing completionNeverCalled 2 remoteNotificationTimeout"])
  }

  @Test(
    "a push without them shows a branch that does not complete, and no error by what is missing")
  func barePush() throws {
    func seen(_ body: String) throws -> [String] {
      try sights(
        """
        local app = {}
        function app:didReceiveRemoteNotification(application, userInfo, done)
          \(body)
          done(0)
        end
        return app
        """)
    }
    #expect(try seen("self.last = 'message ' .. userInfo.number") == [])
    #expect(
      try seen("if not userInfo.number then return end") == [
        "nothing completionNeverCalled 2 remoteNotificationTimeout"
      ])
  }

  @Test("a misspelt method is found however the delegate is made")
  func misspelt() throws {
    let method = "didEnterBackgroud = function() end"
    for script in [
      "return { \(method) }",
      "local function make() local app = { \(method) } return app end return make()",
    ] {
      #expect(try sights(script).contains("nothing methodMisspelt 1"), "\(script)")
    }
  }

  @Test("40 MB of text is no hang: Lua is as fast as in a run", .fullSize)
  func bigText() throws {
    #expect(
      try sights(
        """
        local app = {}
        function app:didBecomeActive()
          self.text = {}
          for n = 1, 40 do self.text[n] = string.rep("x", 1024 * 1024) end
        end
        return app
        """) == [])
  }
}
