import Device
import Lua
import Simulation
import Testing

@testable import Scripting

@Suite("Scenarios that do not load")
struct BadScenarioTests {
  private func text(_ keys: String, device: String = "", app: String? = nil, server: String? = nil)
    -> String
  {
    """
    return scenario { duration = 60, startsAt = "06:00",
      device = device { \(device) },
      apps = { app { id = "a", script = "app.lua" }, \(app.map { "app { \($0) }" } ?? "") },
      servers = { server { host = "o" }, \(server.map { "server { \($0) }" } ?? "") },
      \(keys)
    }
    """
  }

  @Test("say what is wrong with their keys", arguments: BadScenario.scenarios)
  func scenario(bad: BadScenario) {
    let text = "return scenario { duration = 60, apps = { app { id = 'a', script = 'app.lua' } },\n"
    #expect(problems(of: text + bad.keys + "}") == "s.lua:2: \(bad.message)")
  }

  @Test("say what is wrong with their device", arguments: BadScenario.devices)
  func device(bad: BadScenario) {
    #expect(problems(of: text("", device: bad.keys)) == "s.lua:2: \(bad.message)")
  }

  @Test("say what is wrong with their apps", arguments: BadScenario.apps)
  func apps(bad: BadScenario) {
    let found = problems(of: text("", app: bad.keys)).split(separator: "\n")
    #expect(found.first == "s.lua:3: \(bad.message)")
    #expect(found.count == (bad.keys.isEmpty ? 2 : 1))
  }

  @Test("say what is wrong with their servers", arguments: BadScenario.servers)
  func servers(bad: BadScenario) {
    #expect(problems(of: text("", server: bad.keys)) == "s.lua:4: \(bad.message)")
  }

  @Test("say what is wrong with their user", arguments: BadScenario.users)
  func users(bad: BadScenario) {
    #expect(problems(of: text("user = usage.\(bad.keys)")) == "s.lua:5: \(bad.message)")
  }

  @Test(
    "say that a run of no or negative time makes no sense",
    arguments: ["0", "-1", "0.0", "0/0", "math.huge", "days(40000)", "'1 h'", "{}", "nil"])
  func duration(value: String) {
    let found = problems(
      of:
        "return scenario {\nduration = \(value), apps = { app { id = 'a', script = 'app.lua' } } }")
    switch value {
    case "nil":
      #expect(
        found
          == "s.lua:1: scenario: missing key (\"duration\"); give s: virtual time that a run takes")
    default:
      #expect(found.hasPrefix("s.lua:2: scenario.duration: "))
      #expect(found.hasSuffix("); give seconds, above 0, at most 100 years"))
    }
  }

  @Test("say that there are no apps")
  func noApps() {
    #expect(
      problems(of: "return scenario { duration = 1,\napps = {} }")
        == "s.lua:2: scenario.apps: empty (no apps); give at least one app { ... }")
    #expect(
      problems(of: "return scenario { duration = 1 }")
        == "s.lua:1: scenario: missing key (\"apps\"); give list of app { ... }: "
        + "the apps that are installed")
  }

  @Test("name every problem at once, each with the line of its key")
  func all() {
    let text = """
      local function make(id) return app { id = id,
        script = "app.lua", cuont = 2 } end
      return scenario {
        duration = -1,
        device = device {
          pool = {
            capacity = "ten",
          },
        },
        apps = {
          make("news"),
          app { id = "mail", script = "app.lua", -- modes = { "nothing" },
            modes = { "audio",
              "fetsh" } },
          { id = "plain", script = "none.lua" },
        },
      }
      """
    #expect(
      problems(of: text) == """
        s.lua:2: app "news": unknown key ("cuont"); did you mean "count"?
        s.lua:4: scenario.duration: out of range (-1); give seconds, above 0, at most 100 years
        s.lua:7: device.pool.capacity: not a number ("ten"); give seconds, 0 or more, at most 100 years
        s.lua:14: app "mail".modes: unknown mode ("fetsh"); did you mean "fetch"?
        s.lua:15: app "plain".script: no such file ("none.lua"); name a .lua file, relative to the \
        scenario
        """)
  }

  @Test("name a hundred problems and count the rest")
  func many() {
    let found = problems(
      of: """
        local apps = {}
        for i = 1, 250 do apps[i] = app { id = "a" .. i } end
        return scenario { duration = 1, apps = apps }
        """
    ).split(separator: "\n")
    #expect(found.count == 101 && found.last == "and 150 more; fix these first")
  }

  @Test(
    "say how the script failed",
    arguments: [
      (
        "return 1", "s.lua: the script returns no scenario (1); end it with return scenario { ... }"
      ),
      (
        "return scenario",
        """
        s.lua: the script returns no scenario (a table); end it with return scenario { ... }, \
        or try an app by dormouse check s.lua
        """
      ),
      ("x = = 2", "s.lua:1: unexpected symbol near '='"),
      ("\nerror('no')", "s.lua:2: no"), ("error('no', 0)", "s.lua:1: no"),
      ("error({})", "s.lua:1: (error object is a table value)"),
      ("local x = nil + 1", "s.lua:1: attempt to perform arithmetic on a nil value"),
      ("app 'x'", "s.lua:1: app: not a table (\"x\"); write app { ... }"),
      ("scenario(5)", "s.lua:1: scenario: not a table (5); write scenario { ... }"),
      ("local function f() return f() + 1 end f()", "s.lua:1: stack overflow"),
      (
        "while true do end",
        "s.lua:1: the script goes on for too long (over 50000000 instructions); "
          + "look for a loop without end"
      ),
      (
        "local s = 'x' while true do s = s .. s end",
        "s.lua:1: the script takes too much memory (over 256 MB); make less"
      ),
      (
        "local a = {} a.a = a return scenario { duration = 1, apps = a }",
        "s.lua:1: scenario.apps.a: a table holds itself; write it out"
      ),
      (
        "local t = {} for i = 1, 90 do t = { t, t } end return scenario { duration = 1, apps = t }",
        "s.lua:1: scenario.apps[1][1][1][1][1]: a table holds over 500000 values; make it smaller"
      ),
      (
        "\nlocal t = {} while true do\nt[#t + 1] = {} end",
        "s.lua:3: the script takes too much memory (over 256 MB); make less"
      ),
      (
        "\nlocal t = {}\ncoroutine.wrap(function() while true do t[#t + 1] = {} end end)()",
        "s.lua:3: the script takes too much memory (over 256 MB); make less"
      ),
      (
        "local f = load('local s = \"x\" while true do s = s .. s end', '=[chunk]')\n\nf()",
        "[chunk]:1: the script takes too much memory (over 256 MB); make less"
      ),
      (
        "local t = {} t[1] = t return t", "s.lua: a table holds itself; write it out"
      ),
      (
        "return scenario { duration = 1,\napps = {\nsetmetatable({ id = 'a' }, { __index = {} }) } }",
        "s.lua:3: scenario.apps[1]: a table has a metatable, which is not read; "
          + "write its values out"
      ),
      (
        "return setmetatable(scenario { duration = 1 }, {})",
        "s.lua:1: scenario: a table has a metatable, which is not read; write its values out"
      ),
      (
        "return experiment { }",
        "s.lua: it is an experiment, no scenario; run it with dormouse compare s.lua"
      ),
      (
        "return policy { }",
        "s.lua: it is a policy, no scenario; run a scenario with --policy s.lua"
      ),
      (
        "return policy { } = 5", "s.lua:1: <eof> expected near '='"
      ),
    ])
  func failing(text: String, message: String) {
    #expect(problems(of: text) == message)
  }

  @Test("say that there is no such file")
  func missing() {
    #expect(
      throws: ScriptError(
        at: SourceLocation(file: "x.lua", line: 0),
        "no such file; name a scenario, a .lua file that is there")
    ) {
      try ScenarioScript.load("x.lua", files: ScriptTexts([:]))
    }
  }
}
