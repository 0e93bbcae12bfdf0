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

  @Test("that are nearly in the form are told, and prose is not")
  func nearMisses() {
    for comment in [
      "-- Dormouse: allow hang because x", "-- dormouse allow hang because x",
      "--DORMOUSE : Allow hang", "-- dormouse : allow hang because x",
    ] {
      let found = comments("local a\n\(comment)\nf()")
      #expect(found.allowances.isEmpty)
      #expect(found.problems.count == 1 && found.problems[0].location?.line == 2, "\(comment)")
      #expect(found.problems[0].message.hasPrefix("this comment allows nothing"))
    }
    #expect(
      comments("-- Dormouse: a game\n-- the dormouse allows it\n-- dormouse allowance")
        .problems.isEmpty)
  }

  @Test("of one rule twice: the needless one is told once, and no other is taken for unused")
  func redundant() throws {
    func unused(_ script: String, found line: Int?) -> [String] {
      var allowances = AppScript(source: Array(script.utf8), displayName: "a.lua").allowances()
      if let line {
        _ = allowances.allowance(of: .hang, at: SourceLocation(file: "a.lua", line: line))
      }
      return allowances.unused().map { "\($0)" }
    }
    let head = "-- dormouse: allow hang because a\n"
    let line = "f() -- dormouse: allow hang because b\n"
    #expect(
      unused(head + line, found: 2)
        == ["a.lua:2: hang is allowed here already, by line 1; remove one of the two"])
    #expect(
      unused(line + "g() -- dormouse: allow hang because c", found: 1)
        == ["a.lua:2: hang is allowed here, and was not found; remove the comment"])
    #expect(
      unused("-- x\nlocal a\n" + head + line, found: 4)
        == ["a.lua:4: hang is allowed here already, by line 3; remove one of the two"])
  }

  @Test("of what an app requires by name are heeded and told too")
  func modules() throws {
    let files = ScriptTexts([
      "app.lua": "local m = require 'lib.m' require('lib.n')",
      "apps/lib/m.lua": "f() -- dormouse: allow hang because x",
      "apps/lib/n.lua": "require 'lib.m'\ng() -- dormouse: allow hung because x",
    ])
    let search = ModuleSearch(files: files, folders: ["apps"])
    var allowances = try AppScript("app.lua", displayName: "app.lua", files: files)
      .allowances(search)
    #expect(
      allowances.problems.map { "\($0)" } == [
        "apps/lib/n.lua:2: allow: there is no such rule (\"hung\"); did you mean \"hang\"?"
      ])
    #expect(
      allowances.unused().map { "\($0)" } == [
        "apps/lib/m.lua:1: hang is allowed here, and was not found; remove the comment"
      ])
    let place = SourceLocation(file: "lib/m.lua", line: 1)
    #expect(allowances.allowance(of: .hang, at: place)?.reason == "x")
    #expect(allowances.unused().isEmpty)
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
