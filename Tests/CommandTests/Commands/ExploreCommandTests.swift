import Foundation
import Testing

@Suite("dormouse explore")
struct ExploreCommandTests {
  /// A test that explores an app which is not to crash.
  private static let exploring = """
    test("it lives", function(t)
      local phone = t:device {}
      local app = phone:install("app.lua", { permittedIdentifiers = { "refresh" } })
      phone:never(function() return app.exits[1] == "uncaughtException" end)
      phone:explore(app)
    end)
    """

  /// A folder with a case's app.
  private func place(_ name: String) throws -> Workplace {
    let place = try Workplace()
    try place.write(try repositoryText("scripts/museum/\(name)/app.lua"), to: "app.lua")
    return place
  }

  private func repositoryText(_ path: String) throws -> String {
    try String(contentsOfFile: repositoryFile(path), encoding: .utf8)
  }

  @Test("what it writes is a test that is red, for the same reason, until the app is fixed")
  func redAndGreen() throws {
    for (name, kinds) in [
      ("double-end", "risks"), ("upload-without-task", "risks"), ("registered-twice", "faults"),
      ("wiped-when-locked", "risks"), ("completion-called-twice", "risks"),
      ("job-awaits-connection", "faults"),
    ] {
      let place = try place(name)
      let found = try place.run("explore", "app.lua", "--fail-on", kinds, "-o", "found.lua")
      #expect(
        found.status == 1 && found.errors.hasSuffix("explore: 1 kind of trouble\n"), "\(name)")
      let rule = try #require(found.output.split(separator: "(").dropFirst().first)
        .prefix { $0 != ")" }
      let red = try place.run("test", "found.lua")
      #expect(red.status == 1 && red.output.contains(rule), "\(name): \(red.output)")
      try place.write(try repositoryText("scripts/museum/\(name)/fixed.lua"), to: "app.lua")
      let green = try place.run("test", "found.lua")
      #expect(green.status == 0, "\(name): \(green.output)")
    }
  }

  @Test("tells what was found, where, in how many acts, and prints the test")
  func transcript() throws {
    let found = try place("registered-twice").run("explore", "app.lua")
    #expect(found.status == 1)
    #expect(
      found.output == """
        app.lua:10: a launch handler for this identifier has been registered already (refresh) \
        (uncaughtError)
          found in run 1, of 9 acts; 1 act is enough

        -- Found by dormouse explore in app.lua, seed 1
        -- a launch handler for this identifier has been registered already (refresh)

        test("uncaught error, app.lua:10", function(t)
          local phone = t:device { os = "iOS 26", startsAt = "08:00" }
          local app = phone:install("app.lua", { id = "app", permittedIdentifiers = { "refresh" } })
          app:open()
          expect(app):toHaveNoFindings()
        end)

        """)
  }

  @Test("says from when on it goes wrong whatever happens after")
  func inevitable() throws {
    let place = try Workplace()
    try place.write(
      """
      return { didBecomeActive = function(_, application)
        application:beginBackgroundTask("leak", function() end)
      end }
      """, to: "app.lua")
    let found = try place.run("explore", "app.lua", "--inevitable", "-o", "found.lua")
    #expect(
      found.output.contains(
        """
          inevitable from 08:00:00.000, after app:open(): 59 of 59 drawn futures went the same way
          (over 95 % do, with 95 % confidence)
        """), "\(found.output)")
    try place.write(
      """
      test("it lives", function(t)
        local phone = t:device { startsAt = "10:00" }
        local app = phone:install("app.lua")
        phone:explore(app)
        expect(app.exits).never:toContain("backgroundTaskAssertionTimeout")
      end)
      """, to: "app-test.lua")
    let test = try place.run("explore", "app-test.lua", "--inevitable")
    #expect(
      test.output.contains("\n  inevitable from 10:00:00.000, after app:open(): 59 of 59 drawn "),
      "\(test.output)")
    try place.write(
      """
      return scenario { duration = hours(1), apps = { app { id = "app", script = "app.lua" } } }
      """, to: "day.lua")
    let scenario = try place.run("explore", "day.lua", "--inevitable")
    #expect(
      scenario.output.contains(" of 59\n  it came at ") && scenario.status == 1,
      "\(scenario.output)")
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("JSON has all that is found, with the test, and nothing beside it")
  func json() throws {
    let place = try place("registered-twice")
    let found = try place.run(
      "explore", "app.lua", "--format", "json", "--inevitable", "-o", "found.lua")
    #expect(found.status == 1 && found.errors.hasSuffix("explore: 1 kind of trouble\n"))
    let report = try object(found.output)
    #expect(report["file"] as? String == "app.lua" && report["kind"] as? String == "app")
    #expect(report["stoppedBy"] as? String == "find" && report["runs"] as? Int == 1)
    let find = try #require((report["finds"] as? [[String: Any]])?.first)
    #expect(find["kind"] as? String == "fault" && find["rule"] as? String == "uncaughtError")
    #expect(find["file"] as? String == "app.lua" && find["line"] as? Int == 10)
    #expect(find["acts"] as? [String] == ["app:open()"] && find["actsOfRun"] as? Int == 9)
    #expect(find["shrinkingStoppedBy"] is NSNull)
    let inevitability = try #require(find["inevitability"] as? [String: Any])
    #expect(inevitability["isCutShort"] as? Bool == false)
    #expect(try place.read("found.lua") == find["test"] as? String)

    try place.write(Self.exploring, to: "app-test.lua")
    let tests = try object(try place.run("explore", "app-test.lua", "--format", "json").output)
    let failure = try #require((tests["finds"] as? [[String: Any]])?.first)
    #expect(tests["kind"] as? String == "tests" && failure["kind"] as? String == "failure")
    #expect(failure["line"] as? Int == 4)
    #expect(
      (failure["test"] as? String)?.contains("phone:explore(app, function(phone, app, servers)\n")
        == true)

    try place.write("return {}", to: "app.lua")
    for file in ["app.lua", "app-test.lua"] {
      let nothing = try place.run("explore", file, "--format", "json", "--runs", "20")
      #expect(nothing.status == 0 && nothing.errors.isEmpty)
      let report = try object(nothing.output)
      #expect(report["stoppedBy"] as? String == "runs" && report["runs"] as? Int == 20)
      #expect((report["finds"] as? [Any])?.isEmpty == true)
    }
    func error(_ arguments: String...) throws -> String {
      try place.run(["explore", "app.lua"] + arguments).errors
    }
    #expect(
      try error("--format", "xml")
        == "--format: there is no such format (xml); formats are text and json\n")
    #expect(try error("--format", "json", "-o", "-").hasPrefix("--output -: --format json"))
    #expect(try place.run("explore", "none.lua", "--format", "json").output.isEmpty)
  }

  @Test("tests that explore are searched until one fails, and written with the story that shows it")
  func tests() throws {
    let place = try place("registered-twice")
    try place.write(Self.exploring, to: "app-test.lua")
    let found = try place.run("explore", "app-test.lua")
    #expect(
      found.output == """
        app-test.lua:4: never: this holds now (test "it lives")
          found in run 1, of 1 act; 1 act is enough
          phone:explore at line 5 did:
            app:open()

        """ && found.errors == "explore: 1 test can fail\n" && found.status == 1,
      "\(found.output)\(found.errors)")
    #expect(try place.run("explore", "app-test.lua", "-o", "found.lua").status == 1)
    #expect(
      try place.read("found.lua").contains("  phone:explore(app, function(phone, app, servers)"))
    let red = try place.run("test", "found.lua")
    #expect(red.status == 1 && red.output.contains("never: this holds now"))
    try place.write(try repositoryText("scripts/museum/registered-twice/fixed.lua"), to: "app.lua")
    #expect(try place.run("test", "found.lua").status == 0)
    let clean = try place.run("explore", "app-test.lua", "--runs", "20")
    #expect(clean.status == 0)
    #expect(clean.output == "app-test.lua: nothing was found in 20 runs; that proves nothing\n")
    try place.write("test(\"none\", function(t) end)", to: "none-test.lua")
    #expect(
      try place.run("explore", "none-test.lua").errors
        == "none-test.lua: no test of it explores; write phone:explore(app) where acts are to be "
        + "drawn\n")
  }

  @Test("tests that explore by a function of both are written once, and the other story is told")
  func shared() throws {
    let place = try place("registered-twice")
    try place.write(
      """
      local function lives(t, app)
        local phone = t:device {}
        app = phone:install("app.lua")
        phone:never(function() return #app.findings > 0 end)
        phone:explore(app)
      end
      test("one", function(t) lives(t) end)
      test("two", function(t) lives(t) end)
      """, to: "app-test.lua")
    let found = try place.run("explore", "app-test.lua", "--all", "--runs", "50", "-o", "found.lua")
    #expect(found.status == 1 && found.errors.hasSuffix("2 tests can fail\n"), "\(found)")
    #expect(
      found.output.components(separatedBy: "  phone:explore at line 5 did:\n    app:open()\n").count
        == 2)
    let red = try place.run("test", "found.lua")
    #expect(red.status == 1 && red.output.contains("2 tests: 0 passed, 2 failed"), "\(red)")
  }

  @Test("a test that fails before it explores is told by its failure")
  func early() throws {
    let place = try place("registered-twice")
    try place.write(
      """
      test("early", function(t)
        expect(1):toEqual(2)
        t:device {}:explore(nil)
      end)
      """, to: "app-test.lua")
    let outcome = try place.run("explore", "app-test.lua")
    #expect(outcome.status == 65 && !outcome.errors.contains("no test of it explores"))
    #expect(
      outcome.errors.hasPrefix("app-test.lua:2: \"early\" fails before it explores: expected"),
      "\(outcome.errors)")
  }

  @Test("what goes wrong as soon as anything is done needs an act, and its test is red")
  func needed() throws {
    let place = try place("registered-twice")
    try place.write("return {}", to: "app.lua")
    try place.write(
      """
      test("it lives", function(t)
        local phone = t:device {}
        local app = phone:install("app.lua")
        phone:always(function() return app.nothing.here end)
        phone:explore(app)
      end)
      """, to: "app-test.lua")
    let found = try place.run("explore", "app-test.lua", "-o", "found.lua")
    #expect(found.status == 1 && found.output.contains("; 1 act is enough"), "\(found)")
    #expect(try place.run("test", "found.lua").status == 1)
  }

  @Test("with --all it goes on, and shows each kind of trouble once")
  func all() throws {
    let place = try place("double-end")
    let found = try place.run("explore", "app.lua", "--all", "--fail-on", "notes")
    #expect(found.status == 1)
    let heads = found.output.split(separator: "\n").filter { $0.hasPrefix("app.lua:") }
    #expect(heads.count > 1 && Set(heads).count == heads.count, "\(heads)")
    #expect(
      found.output.components(separatedBy: "\ntest(").count - 1 == heads.count, "\(found.output)")
  }

  @Test("nothing found is said, and proves nothing; what a comment or an option allows is not told")
  func nothing() throws {
    let place = try place("double-end")
    #expect(
      try place.run("explore", "app.lua", "--fail-on", "risks", "--runs", "300").status == 1)
    #expect(
      try place.run(
        "explore", "app.lua", "--fail-on", "risks", "--allow", "taskEndedTwice", "--runs", "300"
      ).output == "app.lua: nothing was found in 300 runs; that proves nothing\n")
    let text = try place.read("app.lua")
    try place.write(
      "-- dormouse: allow taskEndedTwice because we know\n" + text, to: "app.lua")
    let allowed = try place.run("explore", "app.lua", "--fail-on", "risks", "--runs", "300")
    #expect(allowed.status == 0)
  }

  @Test(
    "a file that it has not written is not overwritten, and one elsewhere names the app from there")
  func places() throws {
    let place = try place("registered-twice")
    let app = try place.read("app.lua")
    let refused = try place.run("explore", "app.lua", "-o", "app.lua")
    #expect(refused.status == 65 && refused.errors.hasPrefix("app.lua: it exists already"))
    #expect(try place.read("app.lua") == app)
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("tests"), withIntermediateDirectories: false)
    for _ in 0..<2 {
      #expect(try place.run("explore", "app.lua", "-o", "tests/found.lua").status == 1)
    }
    let red = try place.run("test", "tests/found.lua")
    #expect(red.status == 1 && red.output.contains("uncaughtError"), "\(red.output)")
    // A break in a message stays in its comment.
    try place.write(
      """
      return { didBecomeActive = function(_, application)
        application:beginBackgroundTask("x\\ny", function() end)
      end }
      """, to: "broken.lua")
    #expect(
      try place.run("explore", "broken.lua", "--fail-on", "risks", "-o", "tests/b.lua").status == 1)
    #expect(try place.run("test", "tests/b.lua").status == 1)
  }

  @Test("a limit of time is told where it ends the search")
  func seconds() throws {
    let place = try Workplace()
    try place.write("return { didBecomeActive = function() end }", to: "app.lua")
    let found = try place.run("explore", "app.lua", "--seconds", "1", "--runs", "1000000")
    #expect(
      found.errors.hasPrefix("explore: 1 s were over after ")
        && found.errors.contains(" of 1,000,000 runs; --seconds gives more time\n"),
      "\(found.errors)")
  }

  @Test("invalid values are reported")
  func invalid() throws {
    let place = try place("double-end")
    func error(_ arguments: String...) throws -> String {
      try place.run(["explore"] + arguments).errors
    }
    #expect(
      try error("app.lua", "--runs", "0").contains("--runs: expected a whole number from 1 to"))
    #expect(
      try error("app.lua", "--strategy", "wild").hasPrefix(
        "--strategy: there is no such strategy (wild); "))
    #expect(try error("none.lua").contains("none.lua: there is no such file"))
    #expect(
      try error("app.lua", "--set", "n=3").hasPrefix(
        "--set: only a scenario has parameters (app.lua"))
    #expect(try error("app.lua", "-o", "no/where.lua").contains("no"))
    try place.write(SampleScripts.half, to: "p.lua")
    #expect(try error("p.lua").hasPrefix("p.lua: no app (policy"))
    try place.write("return { didFinishLaunching = function(", to: "broken.lua")
    #expect(try place.run("explore", "broken.lua").status == 65)
  }

  @Test("risks that do not count are mentioned, and a module that is missing is the script's error")
  func hints() throws {
    let place = try place("double-end")
    let found = try place.run("explore", "app.lua", "--runs", "300")
    #expect(
      found.status == 0
        && found.output.hasSuffix("proves nothing\n1 risk was seen; --fail-on risks shows it\n"),
      "\(found.output)")
    try place.write("require \"gone\"\nreturn {}", to: "lost.lua")
    let missing = try place.run("explore", "lost.lua")
    #expect(missing.status == 65 && missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("lost.lua:1: module 'gone' not found: "), "\(missing.errors)")
    #expect(missing.errors.hasSuffix("; correct the name, or add --lua-path DIR\n"))
  }

  @Test("tests are printed where the file is '-', and paths in what is told are quoted")
  func printed() throws {
    let place = try place("registered-twice")
    let printed = try place.run("explore", "app.lua", "-o", "-")
    #expect(printed.output.contains("\ntest(\"uncaught error, app.lua:10\", function(t)\n"))
    let written = try place.run("explore", "app.lua", "-o", "found it.lua")
    #expect(
      written.output.hasSuffix("wrote found it.lua; run it by: dormouse test 'found it.lua'\n"),
      "\(written.output)")
  }
}
