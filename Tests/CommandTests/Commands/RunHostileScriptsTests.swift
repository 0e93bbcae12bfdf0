import Foundation
import Testing

@Suite("Scripts that mean no good")
struct RunHostileScriptsTests {
  @Test(
    "end their own process with a named reason while the others go on",
    arguments: [
      ("while true do end", "watchdog"),
      ("while true do pcall(function() while true do end end) end", "watchdog"),
      ("coroutine.wrap(function() while true do end end)()", "watchdog"),
      (
        "return setmetatable({}, { __index = function() while true do end end }).x",
        "watchdog"
      ),
      (
        "local t = {} for i = 1, 9 do t[i] = i end table.sort(t, function() while true do end end)",
        "watchdog"
      ),
      ("local t = {} while true do t[#t + 1] = { t } end", "memoryLimit"),
      ("local s = string.rep('x', 1 << 28)", "memoryLimit"),
      ("local s = 'x' while true do s = s .. s end", "memoryLimit"),
      ("local function f() return 1 + f() end f()", "memoryLimit"),
      ("error({ code = 7 })", "uncaughtException"),
      ("error(nil)", "uncaughtException"),
      ("coroutine.yield()", "uncaughtException"),
      ("local x = nil + 1", "uncaughtException"),
    ])
  func hostile(code: String, reason: String) throws {
    let place = try Workplace.withScripts()
    if reason == "watchdog" {
      // A slow CPU, so that endless loops meet their limit of virtual time after fewer instructions.
      let slow = #"script = "sleeper.lua", instructionCost = 0.002"#
      let scenario = SampleScripts.scenario.replacing(#"script = "sleeper.lua""#, with: slow)
      try place.write(scenario, to: "hour.lua")
    }
    try place.write(
      "local app = {}\nfunction app:didBecomeActive()\n\(code)\nend\nreturn app\n",
      to: "sleeper.lua")
    let outcome = try place.run("run", "hour.lua", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let apps = try #require(report["apps"] as? [String: [String: Any]])
    #expect(apps["sleeper"]?["exitsByReason"] as? [String: Int] == [reason: 1])
    #expect(apps["saver"]?["exits"] as? Int == 0)
    #expect(apps["saver"]?["tasksBegun"] as? Int == 1)
  }

  @Test(
    "are refused as scenarios with file and line, and do not hang",
    arguments: [
      ("while true do end", "bad.lua:1: "),
      ("local t = {}\nwhile true do t[#t + 1] = ('x'):rep(1000000) end", "bad.lua:2: "),
      ("local function f() return 1 + f() end\nf()", "bad.lua:1: "),
      ("error({})", "bad.lua"),
      ("return {", "bad.lua:1: "),
      ("\u{1B}Lua", "bad.lua"),
      ("", "bad.lua: "),
      ("return scenario { duration = 60 }", "bad.lua:1: scenario: missing key (\"apps\"); "),
      (
        "return scenario { duration = 0, apps = { app { id = 'a', script = 'saver.lua' } } }",
        "bad.lua:1: scenario.duration: out of range (0); "
      ),
      (
        "return scenario { duratoin = 1, apps = { app { id = 'a', script = 'saver.lua' } } }",
        "bad.lua:1: scenario: unknown key (\"duratoin\"); did you mean \"duration\"?"
      ),
      (
        """
        return scenario {
          duration = 60, apps = { app { id = 'a', script = 'saver.lua' } },
          user = usage.schedule { { at = 1, open = 'b' } },
        }
        """, "bad.lua:3: usage.schedule[1].open: no such app (\"b\"); "
      ),
      (
        """
        return scenario { duration = 60, apps = { app { id = 'a', script = 'saver.lua' } },
          user = usage.trace { file = 'none.csv', format = 'csv' } }
        """, "bad.lua:2: "
      ),
    ])
  func badScenarios(text: String, message: String) throws {
    let place = try Workplace.withScripts()
    try place.write(text, to: "bad.lua")
    let outcome = try place.run("run", "bad.lua")
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == 65)
  }

  @Test("one app alone that does nothing has a report")
  func oneIdleApp() throws {
    let place = try Workplace()
    try place.write("return {}", to: "idle.lua")
    try place.write(
      "return scenario { duration = 60, apps = { app { id = 'a', script = 'idle.lua' } } }",
      to: "s.lua")
    let outcome = try place.run("run", "s.lua")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\na        0      0.0  0.0      0.0      0       0       0"))
    #expect(outcome.output.contains("\nFindings: none\n"))
  }
}
