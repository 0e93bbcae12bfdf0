import Device
import Lua
import Testing

@testable import Scripting

@Suite("Comments that allow findings")
struct AllowanceTests {
  private func comments(_ script: String) -> AllowanceComments {
    AllowanceComments(source: Array(script.utf8), file: "a.lua")
  }

  @Test("are about their line, the next line of code, or the whole file")
  func places() {
    let found = comments(
      """
      -- An app.
      -- dormouse: allow hang because the demo shows one
      local app = {}
      work(1) -- dormouse: allow workCutOff, taskNeverEnded because it is meant
      -- dormouse: allow cpuLimit because it counts

      -- and more
      work(2)
      return app
      """)
    #expect(found.problems.isEmpty)
    #expect(found.allowances.map(\.rule) == [.hang, .workCutOff, .taskNeverEnded, .cpuLimit])
    #expect(found.allowances.map(\.line) == [nil, 4, 4, 8])
    #expect(found.allowances.map(\.place.line) == [2, 4, 4, 5])
    #expect(found.allowances[1].reason == "it is meant")
    #expect(found.allowances[0].allows(.hang, line: 99))
    #expect(found.allowances[3].allows(.cpuLimit, line: 8))
    #expect(!found.allowances[3].allows(.cpuLimit, line: 7))
    #expect(!found.allowances[3].allows(.hang, line: 8))
  }

  @Test("are read in comments alone, and not in long ones")
  func comments() {
    #expect(
      comments("local a = '-- dormouse: allow hang because x' --[[ dormouse: allow hang ]]")
        .allowances.isEmpty)
    #expect(comments("-- dormouses: allow hang\n-- see dormouse: allow").problems.isEmpty)
  }

  @Test(
    "say what is wrong with them",
    arguments: [
      ("allow hang", "allow hang without a reason; write -- dormouse: allow RULE because REASON"),
      (
        "allow hang because",
        "allow hang without a reason; write -- dormouse: allow RULE because REASON"
      ),
      (
        "allow taskNeverEndet because x",
        "allow: there is no such rule (\"taskNeverEndet\"); did you mean \"taskNeverEnded\"?"
      ),
      (
        "allow because x", "allow without a rule; write -- dormouse: allow RULE because REASON"
      ),
      (
        "alow hang because x",
        "dormouse: has no such word (\"alow\"); write -- dormouse: allow RULE because REASON"
      ),
    ])
  func wrong(comment: String, problem: String) {
    let found = comments("local a\nf() -- dormouse: \(comment)")
    #expect(found.allowances.isEmpty)
    #expect(found.problems.map { "\($0)" } == ["a.lua:2: \(problem)"])
  }

  @Test("and a test's expectation of no findings heeds them, and its kind")
  func expectations() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:didEnterBackground(application)
        application:beginBackgroundTask("leak") -- dormouse: allow taskNeverEnded because it is one
      end
      function app:didBecomeActive(application)
        self.task = application:beginBackgroundTask("long", function() end)
        DispatchQueue.main:asyncAfter(40, function() application:endBackgroundTask(self.task) end)
      end
      return app
      """,
      "test.lua": """
      local function visit(t)
        local phone = t:device {}
        local app = phone:install("app.lua")
        app:open()
        phone:advance(60)
        app:home()
        phone:advance(60)
        return app
      end
      test("faults", function(t) expect(visit(t)):toHaveNoFindings() end)
      test("notes", function(t) expect(visit(t)):toHaveNoFindings("notes") end)
      test("wrong", function(t) expect(visit(t)):toHaveNoFindings("faultes") end)
      """,
    ])
    func failures(_ standard: FindingStandard) throws -> [String] {
      var request = TestFile.Request(path: "test.lua")
      request.standard = standard
      let file = try TestFile(request, files: files) { (name, _) throws(ScriptError) in
        throw ScriptError(at: nil, "no policy (\(name))")
      }
      return file.tests.indices.map { file.run($0).failures.first?.message ?? "" }
    }
    let usual = try failures(FindingStandard())
    #expect(usual[0].isEmpty)
    #expect(usual[1].contains("expected no findings\nseen     taskHeldTooLong at app.lua:6"))
    #expect(usual[2].contains("there is no such kind of findings (\"faultes\")"))
    #expect(try !failures(FindingStandard(failsOn: .note))[0].isEmpty)
    #expect(
      try failures(FindingStandard(failsOn: .note, allowed: [.taskHeldTooLong]))[0...1] == ["", ""])
  }
}
