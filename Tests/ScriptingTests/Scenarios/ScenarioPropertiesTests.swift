import Device
import Simulation
import Testing

@testable import Scripting

@Suite("What scenarios say of their phone at all times")
struct ScenarioPropertiesTests {
  /// What does not hold of a run in which `leaky` is left at 10:00:20, each as `line: message, at`.
  private func failures(_ properties: String) throws -> [String] {
    let files = ScriptTexts([
      "s.lua": """
      return scenario {
        duration = minutes(30), startsAt = "10:00",
        apps = { app { id = "leaky", script = "leaky.lua" } },
        user = usage.schedule { { at = "10:00:10", open = "leaky", lasting = 10 } },
      \(properties)
      }
      """,
      "leaky.lua": """
      local app = {}
      function app:didEnterBackground(application)
        NSLog("bye")
        application:beginBackgroundTask("leak", function() end)
      end
      return app
      """,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    let properties = try #require(try ScenarioProperties(of: loaded))
    let apps = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: []))
    let device = Device(
      loaded.scenario, policy: GrantWhatIsAsked(), observer: { properties.note($0) },
      behaviors: apps.behaviorFactory)
    properties.run(device)
    return properties.failures.map { broken in
      "\(broken.failure.location?.line ?? 0): \(broken.timed.message)"
    }
  }

  @Test("all that holds is no failure; everything of the phone and its apps can be seen")
  func holds() throws {
    #expect(
      try failures(
        """
          always = {
            function(phone) return phone.now >= 0 and phone.pool >= 0 end,
            function(phone) expect(phone:app("leaky").id):toEqual("leaky") end,
          },
          never = function(phone) return phone.foreground == "other" end,
          eventually = {
            function(phone) return phone.foreground == "leaky" end,
            function(phone) return phone:app("leaky").state == "active" end,
            function(phone) return phone:app("leaky").tasks[1] == "leak" end,
            function(phone) return phone:app("leaky").log[1] == "bye" end,
            function(phone)
              return phone:app("leaky").exits[1] == "backgroundTaskAssertionTimeout"
            end,
            function(phone) return #phone.findings == 1 and #phone:app("leaky").findings == 1 end,
            function(phone) return phone:app("leaky"):figure("opens") == 1 end,
            function(phone) return #phone:app("leaky").requests == 0 end,
            function(phone) return #phone:app("leaky").notifications == 0 end,
          },
        """) == [])
  }

  @Test("what does not hold is told at its line, once, with the time")
  func broken() throws {
    #expect(
      try failures(
        """
          always = function(phone) return #phone:app("leaky").tasks == 0 end,
          never = {
            function(phone) return phone.foreground == "leaky" end,
            function(phone) return false end,
          },
          eventually = function(phone) return phone.foreground == "other" end,
        """) == [
          "7: never: this holds, at 10:00:10.000",
          "5: always: this does not hold, at 10:00:20.000",
          "10: eventually: this has never held, at 10:30:00.000",
        ])
  }

  @Test("an expectation that fails, and a mistake, are told at their own lines")
  func mistakes() throws {
    let failures = try failures(
      """
        always = {
          function(phone)
            expect(#phone:app("leaky").exits):toEqual(0)
          end,
          function(phone) return phone:app("laeky") end,
          function(phone) return phone.front end,
        },
      """)
    #expect(failures.count == 3, "\(failures)")
    #expect(
      failures[0].hasPrefix(
        "9: always: phone:app: no such app (\"laeky\"); did you mean \"leaky\"?, at "))
    #expect(failures[1].hasPrefix("10: always: phone: it has no such name (\"front\")"))
    #expect(failures[2].hasPrefix("7: expected 0\nseen     1, at 10:00:"))
  }

  @Test("a run that is asked has the same fingerprint")
  func fingerprint() throws {
    func fingerprint(_ properties: String) throws -> Fingerprint {
      let files = ScriptTexts([
        "s.lua": """
        return scenario {
          duration = minutes(30), apps = { app { id = "a", script = "a.lua" } },
          user = usage.schedule { { at = 10, open = "a", lasting = 10 } }, \(properties)
        }
        """, "a.lua": "return {}",
      ])
      let loaded = try ScenarioScript.load("s.lua", files: files)
      let apps = try AppScripts(
        loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: []))
      let properties = try ScenarioProperties(of: loaded)
      let device = Device(
        loaded.scenario, policy: GrantWhatIsAsked(), observer: properties.map { $0.note },
        behaviors: apps.behaviorFactory)
      if let properties { properties.run(device) } else { device.run() }
      return device.fingerprint
    }
    #expect(
      try fingerprint("always = function(phone) return #phone.findings == 0 end")
        == fingerprint(""))
  }
}
