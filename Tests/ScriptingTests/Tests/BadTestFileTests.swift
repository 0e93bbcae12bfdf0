import Device
import Scripting
import Testing

@Suite("Bad files of tests")
struct BadTestFileTests {
  /// What loading a text says.
  private func problem(_ text: String) -> String {
    do {
      _ = try TestedFile(text)
      return ""
    } catch {
      return error.description
    }
  }

  @Test(
    "are refused with the line and what to do",
    arguments: [
      ("test(\"a\", function(t)\n  x = = 1\nend)", "t.lua:2: unexpected symbol near '='"),
      (
        "test(\"a\", nil)",
        "t.lua:1: test: no function (nil); write test(\"name\", function(t) ... end)"
      ),
      (
        "test(\"a\", print)\ntest(\"a\", print)",
        "t.lua:2: test: there is a test of this name already (\"a\"); give it a name of its own"
      ),
      ("print(1)", "t.lua: no test in it; write test(\"what is so\", function(t) ... end)"),
      (
        "return scenario { duration = 1 }",
        "t.lua: it is a scenario, no file of tests; run it with dormouse run t.lua"
      ),
      (
        "test(\"a\", function() end)\nnothing.at.all()",
        "t.lua:2: attempt to index a nil value (global 'nothing')"
      ),
      ("expect(1)\ntest(\"a\", print)", "t.lua:1: expect: no test runs; expect within a test"),
      (
        "beforeEach(1)\ntest(\"a\", print)",
        "t.lua:1: beforeEach: no function (1); write beforeEach(function(t) ... end) beside the tests"
      ),
      (
        "test(\"a\", print)\nwhile true do end",
        "t.lua:2: the test goes on for too long (over 100,000,000 instructions, 200 for each verb "
          + "and 20 for each event of its phones); look for a loop without end"
      ),
    ])
  func loading(text: String, message: String) {
    #expect(problem(text) == message)
  }

  @Test(
    "names that nothing has are told, with the nearest that there is",
    arguments: [
      ("phone:opne()", "phone: it has no such name (\"opne\"); names are "),
      ("app:opne()", "app: it has no such name (\"opne\"); did you mean \"open\"?"),
      (
        "expect(app.task):toBeEmpty()",
        "app: it has no such name (\"task\"); did you mean \"tasks\"?"
      ),
      (
        "expect(app):toHaveNoFinding()",
        "expect(...): it has no such name (\"toHaveNoFinding\"); did you mean \"toHaveNoFindings\"?"
      ),
      (
        "expect(app):toHaveFinding(\"taskNeverEnd\")",
        "toHaveFinding: there is no such rule (\"taskNeverEnd\"); did you mean \"taskNeverEnded\"?"
      ),
      (
        "phone:advanceUntil(\"task.begn\")",
        "no such event (\"task.begn\"); did you mean \"task.begin\"?"
      ),
      ("phone:network(\"wify\")", "network: no such network (\"wify\"); did you mean \"wifi\"?"),
      (
        "app:figure(\"fetch new\")",
        "figure: no such figure (\"fetch new\"); did you mean \"fetches new\"?"
      ),
      ("t:device { oss = \"iOS 18\" }", "device: unknown key (\"oss\"); did you mean \"os\"?"),
      ("t:device { os = \"iOS 19\" }", "device.os: unknown version (\"iOS 19\"); versions are "),
      (
        "phone:install(\"saver.lua\")",
        "install: the phone is in use already; give it its apps before its first verb"
      ),
      (
        "t:device():install(\"gone.lua\")",
        "install: no such file (\"gone.lua\"); name a .lua file, relative to the test"
      ),
      (
        "t:device():install(\"saver.lua\", { modes = { \"fetsch\" } })",
        "install.modes: unknown mode (\"fetsch\"); did you mean \"fetch\"?"
      ),
      (
        "app.open()",
        "called on what it does not belong to (nil); write phone:verb(...) with a colon"
      ),
      (
        "phone:advance(-1)",
        "advance: -1 is no length of time; give seconds, 0 or more, at most 100 years"
      ),
      ("phone:advance(days(4000))", "the phone's time is over (3650 days); let less time pass"),
      ("t:sweep(0, 1, 0, print)", "sweep: no steps from one to the other (0, 1, 0); write "),
      ("t:sweep(1, 0, 0.5, print)", "sweep: no steps from one to the other (1, 0, 0.5); write "),
      (
        "t:each({}, print)",
        "each: no cases (the list is empty; __len does not count); give at least one"
      ),
      (
        "t:each(setmetatable({}, { __len = function() return 2 end }), print)",
        "each: no cases (the list is empty; __len does not count); give at least one"
      ),
      ("test(\"inner\", print)", "test: called within a test; declare it beside the others"),
      ("expect(1)", "expect(...) without an expectation; write expect(value):toEqual(other)"),
      (
        "local e = expect(1) e:toEqual(1) e:toEqual(1)",
        "toEqual: something was expected of it already; write expect(value) again"
      ),
      (
        "expect(1):toHaveNoFindings()",
        "toHaveNoFindings: it is nothing that has findings (1); write expect(app):toHaveNoFindings(...)"
      ),
      (
        "expect(1):toBeEmpty()",
        "it is no list and no text (1); expect it of app.tasks and the like"
      ),
      ("phone:battery(1.5)", "battery: out of range (1.5); give a level from 0 to 1"),
      ("server:status(42)", "status: no status (42); give one from 100 to 599, as 401"),
      (
        "server:down(10, 5)",
        "a.example: it would end before it begins (5 s); give from and then to, in seconds from now"
      ),
      (
        "t:device():server { host = \"a.example\" }:down() "
          + "local two = t:device() two:server { host = \"b.example\" } two:server { host = \"b.example\" }",
        "server: one of this host is there already (\"b.example\"); give another host"
      ),
      (
        "t:device():install(\"saver.lua\", { follows = { \"no.example\" } })",
        "install: no server of this host (\"no.example\"); add it first, by phone:server { host = ... }"
      ),
      ("t:device():install(\"saver.lua\", 7)", "install: not a table (7); write { key = value }"),
      (
        "local old = t:device { os = \"iOS 6\" } local a = old:install(\"saver.lua\") a:open() a:push()",
        "push: this version knows no silent push (\"iOS 6\"); set the device's os"
      ),
      (
        "t:sweep(0, 1e6, 1, print)",
        "too many cases (1000001); try 10000 at most"
      ),
      (
        "t:device { os = \"iOS 14\" }:install(\"saver.lua\"):prewarm()",
        "prewarm: prewarming came with iOS 15; this device is iOS 14; set the device's os"
      ),
      ("app:killForMemory()", "killForMemory: saver has no process; open it first"),
      (
        "app:enterRegion('home')",
        "enterRegion: \"home\" is not monitored by saver; it monitors none"
      ),
      (
        "phone:sendValue('belt')",
        "sendValue: no app is connected to it (\"belt\"); let one connect first"
      ),
      (
        "phone:connect('belt')",
        "connect: it is in reach already (\"belt\"), as all are at first; disconnect first"
      ),
      (
        "phone:thermalState('hot')",
        "thermalState: no such state (\"hot\"); states are \"nominal\", \"fair\", \"serious\", \"critical\""
      ),
      (
        "phone:moveTo { north = 5 }",
        "moveTo: the phone does not know where it is; give a latitude and a longitude first"
      ),
      (
        "phone:moveTo { north = 5, latitude = 3 }",
        "moveTo: no place; give latitude and longitude, or north and east in metres from here"
      ),
      ("app:open() app:prewarm()", "prewarm: saver has a process (active); let that end first"),
      (
        "app:open() app:home() phone:advance(10) app:forceQuit() app:prewarm()",
        "prewarm: saver was swiped away; open it once, or restart the phone"
      ),
      ("error(\"by hand\")", "by hand"),
      ("error({})", "(error object is a table value)"),
    ])
  func names(body: String, message: String) throws {
    let failures = try TestedFile.failures(
      ofBody: """
        local phone = t:device { os = "iOS 18" }
        local app, server = phone:install("saver.lua"), phone:server { host = "a.example" }
        phone:advance(1)
        \(body)
        """)
    #expect(failures.count == 1)
    let wanted = "t.lua:5: \(message)"
    #expect(failures.first?.hasPrefix(wanted) == true, "\(failures)")
  }

  @Test("a test without end is ended, and the next finds the file loaded anew")
  func endless() throws {
    let tested = try TestedFile(
      """
      local count = 0
      test("in Lua", function(t) count = count + 1 while true do end end)
      test("in time", function(t)
        count = count + 1
        local phone = t:device()
        phone:install("saver.lua"):open()
        while true do phone:advance(1) end
      end)
      test("in memory", function(t)
        local all = {}
        while true do all[#all + 1] = {} end
      end)
      test("after them", function(t) expect(count):toEqual(0) end)
      test("in a moment", function(t)
        local phone = t:device()
        phone:install("saver.lua"):open()
        local function again() phone:after(0, again) end
        again()
        phone:advance(1)
      end)
      test("in apps", function(t)
        local phone, count = t:device(), 0
        while true do
          count = count + 1
          phone:install("saver.lua", { id = "saver-" .. count })
        end
      end)
      test("in servers", function(t)
        local phone, count = t:device(), 0
        while true do
          count = count + 1
          phone:server { host = count .. ".example" }
        end
      end)
      """)
    let outcomes = tested.outcomes()
    let words = outcomes.map {
      $0.failures.map { "\($0.location.map { "\($0)" } ?? ""): \($0.message)" }
    }
    #expect(words[0].first?.hasPrefix("t.lua:2: the test goes on for too long (over ") == true)
    #expect(
      words[1].first?.hasPrefix("t.lua:7: the phone's time is over") == true
        || words[1].first?.hasPrefix("t.lua:7: the test goes on for too long") == true, "\(words)")
    #expect(words[2] == ["t.lua:11: the test takes too much memory (over 256 MB); keep less"])
    #expect(words[3] == [])
    for words in words[4...] {
      #expect(words.first?.contains("the test goes on for too long (over ") == true, "\(words)")
    }
  }

  @Test("an app that ends in the middle of a verb is told where the test goes on with it")
  func ended() throws {
    let failures = try TestedFile.failures(
      """
      test("crash", function(t)
        local phone = t:device { os = "iOS 18" }
        local app = phone:install("crash.lua")
        app:open()
        expect(app.exits):toEqual { "uncaughtException" }
        app:home()
      end)
      test("syntax", function(t)
        t:device():install("broken.lua"):open()
      end)
      """,
      apps: [
        "crash.lua": "return { didFinishLaunching = function() error('no') end }",
        "broken.lua": "return {",
      ])
    #expect(
      failures == [
        "t.lua:6: home: crash is not in front (notRunning); its last process was killed by "
          + "uncaughtException; open it first, or write phone:home()",
        "t.lua:9: broken.lua:1: unexpected symbol near <eof>",
      ])
  }

  @Test("phones of a test that is over, and verbs on what is no phone, are told")
  func stale() throws {
    let failures = try TestedFile.failures(
      """
      local phone
      test("makes one", function(t) phone = t:device() phone:advance(1) end)
      test("uses it", function(t) phone:advance(1) end)
      test("on a table", function(t) t:device().advance({}, 1) end)
      test("time in an action", function(t)
        local phone = t:device()
        phone:after(1, function() phone:advance(1) end)
        phone:advance(2)
      end)
      """)
    #expect(
      failures == [
        "t.lua:3: this phone is of a test or a case that is over; make one in each, as in beforeEach",
        "t.lua:4: called on what it does not belong to (a table); write phone:verb(...) with a colon",
        "t.lua:7: no time can pass in an action of after, which is called at its moment; "
          + "give it an after of its own",
      ])
  }

  @Test("a failed hook fails its test, and afterEach runs whatever happens")
  func hooks() throws {
    let failures = try TestedFile.failures(
      """
      local log = {}
      beforeEach(function(t) log[#log + 1] = t.name if t.name == "b" then error("no") end end)
      afterEach(function(t) log[#log + 1] = "after " .. t.name if t.name == "c" then error("late") end end)
      test("a", function(t) error("a fails") end)
      test("b", function(t) log[#log + 1] = "never" end)
      test("c", function(t) end)
      test("d", function(t) expect(log):toEqual { "a", "after a", "b", "after b", "c", "after c", "d" } end)
      """)
    #expect(
      failures == [
        "t.lua:4: a fails", "t.lua:2: in beforeEach: no", "t.lua:3: in afterEach: late",
      ])
  }

  @Test("an expectation that the test catches is none that failed")
  func caught() throws {
    #expect(
      try TestedFile.failures(
        ofBody: """
          local ok, message = pcall(function() expect(1):toEqual(2) end)
          expect(ok):toBeFalse()
          expect(message):toContain("expected 2")
          expect(1).never:toEqual(2)
          """) == [])
  }

  @Test("an event that does not come in its time is told, with when it last came")
  func absent() throws {
    let failures = try TestedFile.failures(
      """
      local phone, app
      beforeEach(function(t)
        phone = t:device { os = "iOS 18" }
        app = phone:install("saver.lua")
        app:open()
        app:home()
      end)
      test("never", function(t) app:advanceUntil("fetch.start", 60) end)
      test("before", function(t)
        phone:advance(60)
        app:advanceUntil("task.begin", 60)
      end)
      """)
    #expect(failures.count == 2)
    #expect(failures.first?.hasPrefix("t.lua:8: ") == true, "\(failures)")
    #expect(failures.last?.hasPrefix("t.lua:11: ") == true, "\(failures)")
  }
}
