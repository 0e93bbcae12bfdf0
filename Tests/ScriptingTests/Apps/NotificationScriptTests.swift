import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Notification services in Lua")
struct NotificationScriptTests {
  private static let app = """
    local app = {}
    function app:didBecomeActive()
      UserDefaults.standard:set("key", "the app's")
      app.lock = FileLock.acquire("store")
      print(app.lock ~= nil)
    end
    return app
    """

  private func failures(service: String, _ body: String) throws -> [String] {
    try TestedFile.failures(
      ofBody: """
        local phone = t:device()
        local app = phone:install("chat.lua")
        local service = phone:install("service.lua", { id = "chat.service", serves = "chat" })
        \(body)
        """, apps: ["chat.lua": Self.app, "service.lua": service])
  }

  @Test("what is done with apps is refused for it, and its app is installed first")
  func verbs() throws {
    let service = "return { didReceive = function() end }"
    for verb in ["open()", "forceQuit()", "alert('x')", "push()", "prewarm()"] {
      let failures = try failures(service: service, "service:\(verb)")
      let name = verb.prefix { $0 != "(" }
      #expect(
        failures.first?.contains(
          "\(name): chat.service is an extension, which its app's alerts start and nobody sees; do"
            + " it with chat, the app that it serves") == true, "\(failures)")
    }
    let early = try TestedFile.failures(
      ofBody: """
        t:device():install("service.lua", { serves = "chat" })
        """, apps: ["service.lua": service])
    #expect(
      early.first?.contains("no such app yet (\"chat\"); install it before its extension") == true)
  }

  @Test("it decrypts an alert, and is warned before its time is over")
  func changes() throws {
    let service = """
      local service = {}
      function service:didReceive(request, contentHandler)
        self.handler, self.content = contentHandler, request.content
        if request.content.title == "slow" then return end
        request.content.title = "from " .. request.content.title
        contentHandler(request.content)
      end
      function service:serviceExtensionTimeWillExpire()
        self.content.body = "a message"
        self.handler(self.content)
      end
      return service
      """
    let failures = try failures(
      service: service,
      """
      app:open() app:forceQuit()
      app:alert("Ann", "hi")
      expect(app.notifications):toEqual { "from Ann: hi" }
      expect(app.state):toEqual("notRunning")
      app:alert("slow", "sealed")
      phone:advance(60)
      expect(app.notifications):toEqual { "from Ann: hi", "slow: a message" }
      expect(service.exits):toEqual {}
      expect(phone):toHaveNoFindings()
      """)
    #expect(failures == [])
  }

  @Test("one that holds too much is ended, and the original shown")
  func memory() throws {
    let failures = try failures(
      service: """
        return { didReceive = function(self, request, contentHandler)
          local cache = {}
          for n = 1, 40 do cache[n] = ("x"):rep(1024 * 1024) .. n end
          contentHandler { title = "never" }
        end }
        """,
      """
      app:open() app:home()
      app:alert("Ann", "hi")
      phone:advance(10)
      expect(app.notifications):toEqual { "Ann: hi" }
      expect(service.exits):toEqual { "memoryLimit" }
      expect(app.exits):toEqual { "suspendedWithLockedFile" }
      """)
    #expect(failures == [])
  }

  @Test("it has defaults of its own, no UIApplication, and shares locks with its app")
  func shares() throws {
    let failures = try failures(
      service: """
        return { didReceive = function(self, request, contentHandler)
          print(UserDefaults.standard:value("key"))
          print(FileLock.acquire("store"))
          local isThere, why = pcall(function() UIApplication.shared:beginBackgroundTask("more") end)
          print(isThere, why)
          contentHandler(request.content)
        end }
        """,
      """
      app:open()
      app:alert("Ann")
      expect(service.log[1]):toEqual("nil")
      expect(service.log[2]):toContain("chat")
      expect(service.log[3]):toContain("service.lua:4: an extension has no UIApplication")
      """)
    #expect(failures == [])
  }

  @Test(
    "what cannot be is an error at its line",
    arguments: [
      (
        "contentHandler(3)",
        "contentHandler got 3; give it the content, a table with title and body"
      ),
      ("contentHandler { title = 3 }", "contentHandler: title: a string expected, got number"),
    ])
  func bad(call: String, message: String) throws {
    let failures = try failures(
      service: "return { didReceive = function(self, request, contentHandler)\n\(call)\nend }",
      """
      app:open() app:home()
      app:alert("Ann")
      expect(service.findings[1].message):toContain([[\(message)]])
      expect(service.findings[1].line):toEqual(2)
      expect(app.notifications):toEqual { "Ann" }
      """)
    #expect(failures == [])
  }

  @Test(
    "what an extension cannot be is an error",
    arguments: [
      (#"{ serves = "cat" }"#, #"no such app ("cat"); did you mean "chat"?"#),
      (#"{ serves = "chat", modes = { "audio" } }"#, "an extension has none"),
      (#"{ serves = "chat", widget = "steps" }"#, "an extension has none"),
    ])
  func undeclarable(keys: String, message: String) throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device()
        phone:install("chat.lua")
        phone:install("service.lua", \(keys))
        """, apps: ["chat.lua": Self.app, "service.lua": "return {}"])
    #expect(failures.first?.contains(message) == true, "\(failures)")
  }

  @Test("one app has one extension, of iOS 10 and later, and nobody opens it")
  func once() throws {
    func failures(_ body: String) throws -> String {
      try TestedFile.failures(
        ofBody: body, apps: ["chat.lua": Self.app, "service.lua": "return {}"]
      ).joined(separator: "\n")
    }
    #expect(
      try failures(
        """
        local phone = t:device()
        phone:install("chat.lua")
        phone:install("service.lua", { id = "one", serves = "chat" })
        phone:install("service.lua", { id = "two", serves = "chat" })
        """
      ).contains(#"the app has an extension already ("one")"#))
    #expect(
      try failures(
        """
        local phone = t:device { os = "iOS 9" }
        phone:install("chat.lua")
        phone:install("service.lua", { serves = "chat" })
        """
      ).contains("came with iOS 10; this device is iOS 9"))
    #expect(
      try failures(
        """
        local phone = t:device()
        phone:install("chat.lua")
        phone:install("service.lua", { serves = "chat" }):open()
        """
      ).contains("open: service is an extension, which its app's alerts start and nobody sees"))
  }

  @Test("an extension without its method is a finding, and alerts are shown as they come")
  func methodless() throws {
    let failures = try failures(
      service: "return {}",
      """
      app:open() app:home()
      app:alert("Ann")
      phone:advance(31)
      expect(app.notifications):toEqual { "Ann" }
      expect(service.findings[1].rule):toEqual("modeWithoutMethod")
      expect(app.exits):toEqual { "suspendedWithLockedFile" }
      """)
    #expect(failures == [])
  }

  @Test("the example of docs/notifications.md passes, and fails without its best attempt")
  func page() throws {
    let blocks = try repositoryText("docs/notifications.md").components(separatedBy: "```lua\n")
      .dropFirst().map { $0.components(separatedBy: "```")[0] }
    try #require(blocks.count == 2)
    let hasty = blocks[0].replacing(
      "function service:serviceExtensionTimeWillExpire()",
      with: "function service:neverCalled()")
    let failures = try [blocks[0], hasty].map { service in
      try TestedFile.failures(blocks[1], apps: ["chat.lua": "return {}", "service.lua": service])
    }
    #expect(failures[0] == [])
    #expect(failures[1].count == 1)
  }

  @Test("a scenario sends alerts to an app, whose extension stands after all apps")
  func scenario() throws {
    let files = ScriptTexts([
      "a/s.lua": """
      return scenario {
        duration = hours(1),
        apps = {
          app { id = "service", script = "service.lua", serves = "chat" },
          app { id = "chat", script = "chat.lua" },
        },
        pushes = { { to = "chat", at = minutes(5), kind = "alert", title = "Ann", body = "hi" } },
        user = usage.schedule { { at = 60, open = "chat", lasting = 60 } },
      }
      """, "a/chat.lua": "return {}", "a/service.lua": "return {}",
    ])
    let scenario = try ScenarioScript.load("a/s.lua", files: files).scenario
    #expect(scenario.apps.map(\.name) == ["chat", "service"])
    #expect(scenario.apps[1].serves == AppID(0) && scenario.openable.count == 1)
    #expect(
      scenario.pushes.map(\.kind) == [.alert(NotificationContent(title: "Ann", body: "hi"))])
  }
}
