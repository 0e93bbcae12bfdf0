import Device
import Foundation
import Testing

@testable import Scripting

@Suite("What scenarios expect of a run")
struct ScenarioExpectationTests {
  private static let leaky = """
    local app = {}
    function app:didEnterBackground(application)
      application:beginBackgroundTask("leak", function() end)
    end
    return app
    """

  /// What `expect` says of a run in which `leaky` is left twice and `idle` never opened.
  private func failures(_ body: String, _ head: String = "") throws(ScriptError) -> [String] {
    let files = ScriptTexts([
      "s.lua": """
      \(head)
      return scenario {
        duration = minutes(30),
        apps = {
          app { id = "leaky", script = "leaky.lua" }, app { id = "idle", script = "leaky.lua" },
        },
        user = usage.schedule {
          { at = 10, open = "leaky", lasting = 10 }, { at = 600, open = "leaky", lasting = 10 },
        },
        expect = function(result)
      \(body)
        end,
      }
      """, "leaky.lua": Self.leaky,
    ])
    let loaded = try ScenarioScript.load("s.lua", files: files)
    #expect(loaded.hasExpectation)
    let apps = try AppScripts(
      loaded.appScripts, files: files, modules: ModuleSearch(files: files, folders: []))
    let device = Device(
      loaded.scenario, policy: GrantWhatIsAsked(), behaviors: apps.behaviorFactory)
    device.run()
    return try loaded.failures(of: device.result()).map { failure in
      "\(failure.location.map { "\($0): " } ?? "")\(failure.statement): \(failure.message)"
    }
  }

  @Test("figures, findings and exits of each app, and of the run, are there")
  func holds() throws {
    #expect(
      try failures(
        """
        expect(result.apps):toEqual { "leaky", "idle" }
        local leaky, idle = result:app("leaky"), result:app("idle")
        expect(leaky.id):toEqual("leaky")
        expect(leaky.exits):toEqual { backgroundTaskAssertionTimeout = 2 }
        expect(leaky.exits.watchdog):toBeNil()
        expect(leaky):toHaveFinding("taskNeverEnded", 3)
        expect(leaky.findings[1].rule):toEqual("taskNeverEnded")
        expect(leaky:figure("opens")):toEqual(2)
        expect(idle):toHaveNoFindings()
        expect(idle.exits):toBeEmpty()
        expect(idle.findings):toHaveLength(0)
        expect(result).never:toHaveNoFindings()
        expect(#result.findings):toEqual(1)
        expect(result:figure("tasks begun")):toEqual(2)
        expect(result:figure("freshAtOpen")):toBeNil()
        assert(result:figure("opens") == 2)
        """) == [])
  }

  @Test("what is not so is told with its line and what was seen, the first of them")
  func fails() throws {
    #expect(
      try failures(
        """
        expect(1):toEqual(1)
        expect(result:app("leaky").exits):toEqual {}
        expect(1):toEqual(2)
        """) == [
          """
          s.lua:12: expect(result:app("leaky").exits):toEqual {}: expected {}
          seen     {backgroundTaskAssertionTimeout = 2}
          """
        ])
    #expect(
      try failures("assert(result:figure(\"opens\") > 5, \"opened too seldom\")") == [
        "s.lua:11: assert(result:figure(\"opens\") > 5, \"opened too seldom\"): opened too seldom"
      ])
    #expect(
      try failures("expect(result)").first == """
        s.lua:11: : expect(...) without an expectation; write expect(value):toEqual(other)
        """)
  }

  @Test("a script that draws from math.random is judged as it was drawn")
  func drawn() throws {
    #expect(
      try failures("expect(number):toEqual(first)", "number = math.random(1000) first = number")
        == [])
  }

  @Test(
    "what cannot be asked is said with what to do",
    arguments: [
      (
        "result:app(\"leakey\")", "result:app: no such app (\"leakey\"); did you mean \"leaky\"?"
      ),
      (
        "result:figure(\"freshness\")", "figure: no such figure (\"freshness\")"
      ),
      ("print(result.app1)", "result: it has no such name (\"app1\"); did you mean \"app\"?"),
      (
        "expect(5):toHaveNoFindings()",
        "toHaveNoFindings: it is nothing that has findings (5); write "
          + "expect(app):toHaveNoFindings(...)"
      ),
    ])
  func mistakes(body: String, message: String) throws {
    let failure = try failures(body).first ?? ""
    #expect(failure.contains(message), "\(failure)")
  }

  @Test("an expect without end, or that is no function, is a mistake of the script")
  func bad() {
    #expect(throws: ScriptError.self) { try failures("while true do end") }
    let files = ScriptTexts([
      "s.lua": """
      return scenario { duration = 60, apps = { app { id = "a", script = "a.lua" } }, expect = 5 }
      """, "a.lua": "return {}",
    ])
    #expect(throws: ScriptError.self) { try ScenarioScript.load("s.lua", files: files) }
    do {
      _ = try ScenarioScript.load(
        "s.lua",
        files: ScriptTexts(["s.lua": "expect(1)\nreturn scenario {}"]))
    } catch {
      #expect(
        error.description == """
          s.lua:1: expect: there is no result yet; expect within expect = function(result) ... end
          """)
    }
  }
}
