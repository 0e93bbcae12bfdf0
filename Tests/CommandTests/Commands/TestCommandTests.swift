import Foundation
import Testing

@Suite("dormouse test")
struct TestCommandTests {
  static let leaky = """
    local app = {}
    function app:didEnterBackground(application)
      application:beginBackgroundTask("leak")
    end
    return app
    """

  static let tests = """
    test("the app ends its task", function(t)
      local phone = t:device { os = "iOS 18" }
      local app = phone:install("leaky.lua")
      app:open()
      app:home()
      print("left")
      phone:advance(minutes(1))
      expect(app.exits):toEqual {}
    end)
    test("the app starts", function(t)
      t:device():install("leaky.lua"):open()
    end)
    """

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(TestCommandTests.leaky, to: "leaky.lua")
    try place.write(TestCommandTests.tests, to: "leaky-test.lua")
    return place
  }

  @Test("shows the line, what was expected and seen, what to do, and the trace until then")
  func failing() throws {
    let place = try place()
    let run = try place.run("test", ".")
    #expect(run.status == 1)
    #expect(run.errors == "test: 1 test of 2 failed\n")
    #expect(
      run.output.hasPrefix(
        """
        leaky-test.lua
          FAIL  the app ends its task
                leaky-test.lua:8
                  expect(app.exits):toEqual {}
                  expected {}
                  seen     {"backgroundTaskAssertionTimeout"}
                  what the phone had found by then, and what to do
                    taskNeverEnded: end each task on every path; in its expiration handler cancel the work
                      first, and then call endBackgroundTask(id) at once
                  the phone's trace until 00:01:00.000
                    00:00:00.000  leaky         user.close

        """.dropLast(1)))
    #expect(
      run.output.hasSuffix(
        """
                it printed
                  left
          ok    the app starts

        2 tests: 1 passed, 1 failed

        """))
    #expect(run.output.contains("  leaky         app.exit         reason=backgroundTask"))
  }

  @Test("speaks TAP and JUnit's XML")
  func formats() throws {
    let place = try place()
    let tap = try place.run("test", "leaky-test.lua", "--format", "tap")
    #expect(tap.status == 1)
    let lines = tap.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4) == [
        "TAP version 14", "1..2", "not ok 1 - leaky-test.lua: the app ends its task", "  ---",
      ])
    #expect(lines.last == "ok 2 - leaky-test.lua: the app starts")
    let junit = try place.run("test", "leaky-test.lua", "--format", "junit")
    #expect(junit.status == 1)
    let parser = XMLReader()
    #expect(parser.read(junit.output))
    #expect(
      parser.elements == [
        "testsuites", "testsuite", "testcase", "failure", "system-out", "testcase",
      ])
  }

  @Test("runs what a filter chooses, the same however many threads there are")
  func filter() throws {
    let place = try place()
    try place.write("test(\"other\", function(t) end)", to: "b_test.lua")
    let chosen = try place.run("test", ".", "--filter", "starts")
    #expect(chosen.status == 0)
    #expect(chosen.output == "leaky-test.lua\n  ok    the app starts\n\n1 test: 1 passed\n")
    #expect(chosen.errors.isEmpty)
    let none = try place.run("test", ".", "--filter", "nothing")
    #expect(none.status == 64)
    #expect(
      none.errors
        == "--filter: no test has that in its name (nothing); leave it out to see their names\n")
    let one = try place.run("test", ".", "--jobs", "1")
    let four = try place.run("test", ".", "--jobs", "4")
    #expect(one.output == four.output)
    #expect(one.output.hasPrefix("b_test.lua\n  ok    other\nleaky-test.lua\n"))
  }

  @Test("--repeat reports a test that passes only sometimes")
  func flaky() throws {
    let place = try Workplace()
    try place.write(
      "test(\"luck\", function(t) expect(math.random(2)):toEqual(1) end)", to: "test.lua")
    let run = try place.run("test", "test.lua", "--repeat", "20")
    #expect(run.status == 1)
    #expect(run.errors == "test: 1 test of 1 failed under some seed\n")
    let told = try #require(
      run.output.firstMatch(
        of: /failed under (\d+) of 20 seeds \((\d+)[^)]*\); try it with --seed (\d+)/))
    let count = try #require(Int(told.1))
    #expect(count > 0 && count < 20)
    #expect(told.2 == told.3)
    #expect(try place.run("test", "test.lua", "--seed", String(told.3)).status == 1)
  }

  @Test("a file that cannot be used is bad data, and the others run")
  func broken() throws {
    let place = try place()
    try place.write("test(\"a\", function(t) x = = 1 end)", to: "a-test.lua")
    let run = try place.run("test", ".")
    #expect(run.status == 65)
    #expect(run.errors == "test: 1 of 2 files cannot be used\n")
    #expect(
      try place.run("test", ".", "--format", "tap").errors
        == "a-test.lua:1: unexpected symbol near '='\n")
    #expect(
      run.output.hasPrefix(
        """
        a-test.lua
          cannot be used
            a-test.lua:1: unexpected symbol near '='
        leaky-test.lua

        """))
    #expect(
      run.output.hasSuffix("\n2 tests: 1 passed, 1 failed, 1 file could not be used\n"))
  }

  @Test(
    "wrong use is reported",
    arguments: [
      (["gone-test.lua"], 66, "gone-test.lua: there is no such file; check the name\n"),
      (
        ["empty"], 66,
        "empty: there is no file of tests below it; name one test.lua or NAME-test.lua, or name the "
          + "file itself\n"
      ),
      (["."], 66, ""),
      (
        ["leaky.lua", "--format", "xml"], 64,
        "--format: there is no such format (xml); formats are text, tap and junit\n"
      ),
      (
        ["leaky.lua", "--repeat", "0"], 64,
        "--repeat: expected a whole number from 1 to 1000000 (0)\n"
      ),
      (
        ["leaky.lua"], 65,
        "test: 1 of 1 file cannot be used\n"
      ),
      (
        ["leaky.lua", "--policy", "gone.lua"], 66,
        "gone.lua: there is no such file; check the name\n"
      ),
    ])
  func misuse(arguments: [String], status: Int, message: String) throws {
    let place = try Workplace()
    try place.write(TestCommandTests.leaky, to: "leaky.lua")
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let run = try place.run(["test"] + arguments)
    #expect(Int(run.status) == status)
    if !message.isEmpty { #expect(run.errors == message) }
  }

  @Test("--coverage writes which lines of apps and modules have run, and nothing changes by it")
  func coverage() throws {
    let place = try Workplace()
    try place.write(
      """
      local lib = require("lib")
      local app = {}
      function app:didBecomeActive()
        lib.note()
      end
      function app:didEnterBackground()
        print("left")
      end
      return app

      """, to: "app.lua")
    try place.write(
      "local lib = {}\nfunction lib.note()\n  print(1)\nend\nfunction lib.never()\n  print(2)\n"
        + "end\nreturn lib\n", to: "lib.lua")
    try place.write(
      """
      test("opens", function(t)
        local phone = t:device()
        local app = phone:install("app.lua")
        app:open()
        phone:advance(1)
        expect(app.log):toEqual { "1" }
      end)
      test("opens twice", function(t)
        local phone = t:device()
        local app = phone:install("app.lua")
        app:open()
        phone:advance(1)
      end)

      """, to: "a-test.lua")
    let plain = try place.run("test", "a-test.lua")
    let run = try place.run("test", "a-test.lua", "--coverage", "out.info")
    #expect(run.status == 0, "\(run)")
    #expect(
      run.output == plain.output + """
        app.lua: 8 of 9 lines, not 7
        lib.lua: 7 of 8 lines, not 6

        """)
    let info = try place.shell("cat out.info").output
    #expect(
      info.hasPrefix(
        "TN:\nSF:app.lua\nDA:1,2\nDA:2,2\n"), "\(info)")
    #expect(info.contains("DA:7,0\n") && info.hasSuffix("end_of_record\n"))
    #expect(info.contains("\nSF:lib.lua\n"))
    let two = try place.run("test", "a-test.lua", "--coverage", "two.info", "--repeat", "2")
    #expect(two.status == 0)
    #expect(try place.shell("grep -c DA:1,4 two.info").output == "2\n")
    #expect(try place.run("test", "a-test.lua", "--coverage", "gone/x").status == 66)
  }

  @Test("what dormouse new test writes passes under every seed, and check knows it")
  func template() throws {
    let place = try Workplace()
    let new = try place.run("new", "test", "photos")
    #expect(
      new.output
        == "wrote photos-test.lua\nwrote photos-app.lua\n"
        + "wrote .luarc.json, .luacheckrc and .dormouse beside it, for editors\nnext: dormouse test photos-test.lua\n"
    )
    let check = try place.run("check", "photos-test.lua")
    #expect(check.output == "photos-test.lua: file with 4 tests, no errors\n")
    let run = try place.run("test", ".", "--repeat", "20")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("\n4 tests: 4 passed\n"))
  }

  @Test("the example of docs/testing.md is shown as the command shows it")
  func page() throws {
    let text = try String(contentsOfFile: repositoryFile("docs/testing.md"), encoding: .utf8)
    let shown = try #require(
      text.components(separatedBy: "```\n").first { $0.hasPrefix("leaky-test.lua\n") })
    let output = try place().run("test", ".").output
    #expect(output.hasPrefix(shown))
  }
}

/// Takes the names of a document's elements down.
private final class XMLReader {
  private(set) var elements: [String] = []

  /// False where the text is not well-formed: each element that is opened is closed in its turn.
  func read(_ text: String) -> Bool {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst() {
      guard let end = part.firstIndex(of: ">") else { return false }
      let tag = part[..<end]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
        continue
      }
      let name = tag.prefix { $0 != " " && $0 != "/" }
      elements.append(String(name))
      if !tag.hasSuffix("/") { open.append(name) }
    }
    return open.isEmpty
  }
}
