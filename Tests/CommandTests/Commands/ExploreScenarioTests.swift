import Foundation
import Testing

@Suite("dormouse explore SCENARIO")
struct ExploreScenarioTests {
  /// An app that forgets the task of its second time in the background, and one that does nothing.
  private func place(_ more: String = "", opens: String = "") throws -> Workplace {
    let place = try Workplace()
    try place.write(
      """
      local app, times = {}, 0
      function app:didEnterBackground(application)
        times = times + 1
        local task = application:beginBackgroundTask("save", function() end)
        if times ~= 2 then application:endBackgroundTask(task) end
      end
      return app
      """, to: "saver.lua")
    try place.write("return {}", to: "other.lua")
    try place.write(
      """
      return scenario {
        duration = hours(2), startsAt = "08:00",
        apps = { app { id = "saver", script = "saver.lua" }, app { id = "other", script = "other.lua" } },
        user = usage.schedule { { at = "08:10", open = "saver", lasting = 60 }, \(opens) },
        \(more)
      }
      """, to: "a day.lua")
    return place
  }

  /// The commands that an output tells.
  private func commands(in output: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("  dormouse run ") }.map {
      String($0.dropFirst(2))
    }
  }

  @Test("what is found is told with a command that shows it")
  func found() throws {
    let place = try place()
    let found = try place.run("explore", "a day.lua")
    #expect(found.status == 1 && found.errors.hasSuffix("explore: 1 kind of trouble\n"))
    #expect(
      found.output.hasPrefix("saver.lua:4: ") && found.output.contains("(taskNeverEnded), saver"))
    let command = try #require(commands(in: found.output).first)
    #expect(command.hasPrefix("dormouse run 'a day.lua' --only saver --at 0"), "\(command)")
    let shown = try place.typed(command)
    #expect(
      shown.output.contains("saver was killed (0x2182bad2): never in 1, once in 2"),
      "\(shown.output)")
  }

  @Test("JSON has the command and the test that show what is found")
  func json() throws {
    let place = try place()
    let found = try place.run("explore", "a day.lua", "--format", "json")
    #expect(found.status == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any])
    #expect(report["kind"] as? String == "scenario")
    let find = try #require((report["finds"] as? [[String: Any]])?.first)
    #expect(find["rule"] as? String == "taskNeverEnded" && find["app"] as? String == "saver")
    #expect(find["exit"] as? String == "backgroundTaskAssertionTimeout")
    let acts = try #require(find["acts"] as? [[String: Any]])
    #expect(acts.allSatisfy { $0["at"] is Int && $0["act"] is String } && !acts.isEmpty)
    let shown = try place.typed(try #require(find["command"] as? String))
    #expect(shown.output.contains("saver was killed (0x2182bad2): never in 1, once in 2"))
    try place.write(try #require(find["test"] as? String), to: "found.lua")
    #expect(try place.run("test", "found.lua").status == 1)
  }

  @Test("an app that is opened only to leave another becomes a way home")
  func simpler() throws {
    let place = try place()
    for seed in 1...5 {
      let found = try place.run("explore", "a day.lua", "--seed", "\(seed)")
      let command = try #require(commands(in: found.output).first)
      #expect(!command.contains("other"), "\(command)")
    }
  }

  @Test("the same is found for any number of jobs")
  func jobs() throws {
    let place = try place()
    let alone = try place.run("explore", "a day.lua", "--all", "--runs", "300", "--jobs", "1")
    #expect(alone.status == 1)
    let together = try place.run("explore", "a day.lua", "--all", "--runs", "300", "--jobs", "3")
    #expect(together.output == alone.output && together.status == 1)
  }

  @Test(
    "what goes wrong without any act is told first, without the other apps and with an early end")
  func usual() throws {
    let place = try place(opens: #"{ at = "08:20", open = "saver", lasting = 60 },"#)
    let found = try place.run("explore", "a day.lua", "--runs", "20")
    #expect(found.status == 1)
    #expect(found.output.contains("\n  in the scenario as it is, without any act\n"))
    #expect(
      found.output.contains("\nnothing else was found in 20 runs; that proves nothing\n"),
      "\(found.output)")
    let command = try #require(commands(in: found.output).first)
    #expect(
      command.hasPrefix("dormouse run 'a day.lua' --only saver --until 08:2")
        && command.hasSuffix(" --fail-on faults"), "\(command)")
    let shown = try place.typed(command)
    #expect(shown.status == 1 && shown.output.contains("taskNeverEnded"))
  }

  @Test("nothing found is said, and proves nothing; what an option allows is not told")
  func nothing() throws {
    let found = try place().run(
      "explore", "a day.lua", "--runs", "40", "--allow", "taskNeverEnded")
    #expect(found.status == 0)
    #expect(found.output == "a day.lua: nothing was found in 40 runs; that proves nothing\n")
  }

  @Test("several moments happen in their order, and an earlier one after a later one is refused")
  func moments() throws {
    let place = try place()
    let both = try place.run(
      "run", "a day.lua", "--at", "08:20", "--then", "open saver", "--at", "08:21", "--then", "home"
    )
    #expect(both.status == 0)
    #expect(
      both.output.contains("with 'open saver' at 08:20, 'home' at 08:21\n"), "\(both.output)")
    #expect(both.output.contains("saver was killed (0x2182bad2): never in 1, once in 2"))
    let turned = try place.run(
      "run", "a day.lua", "--at", "08:21", "--then", "home", "--at", "08:20", "--then", "open saver"
    )
    #expect(turned.status == 64)
    let odd = try place.run("run", "a day.lua", "--at", "08:21", "--at", "08:22", "--then", "home")
    #expect(odd.status == 64 && odd.errors.hasPrefix("--at: nothing is to happen then"))
  }

  @Test("--only leaves all other apps out")
  func only() throws {
    let place = try place()
    let one = try place.run("run", "a day.lua", "--only", "other", "--json")
    #expect(one.status == 0 && !one.output.contains("saver"))
    let none = try place.run("run", "a day.lua", "--only", "savr")
    #expect(
      none.status == 64
        && none.errors == "--only: no such app (\"savr\"); did you mean \"saver\"?\n",
      "\(none.errors)")
  }

  @Test("a property that does not hold is told by run and by --then, and is what explore looks for")
  func properties() throws {
    let place = try place("never = function(phone) return phone.foreground == \"other\" end,")
    #expect(try place.run("run", "a day.lua", "--quiet").status == 0)
    let changed = try place.run("run", "a day.lua", "--at", "08:30", "--then", "open other")
    #expect(changed.status == 1)
    #expect(
      changed.errors == """
        in 2: a day.lua:5
          never = function(phone) return phone.foreground == "other" end,
          never: this holds, at 08:30:00.000

        """, "\(changed.errors)")
    let found = try place.run("explore", "a day.lua", "--allow", "taskNeverEnded")
    #expect(found.status == 1)
    #expect(found.output.hasPrefix("a day.lua:5: never: this holds, at 0"), "\(found.output)")
    let command = try #require(commands(in: found.output).first)
    #expect(
      command.hasPrefix("dormouse run 'a day.lua' --only other --at 0")
        && command.hasSuffix(" --then 'open other'"), "\(command)")
  }

  @Test("-o writes tests that are red until the app is fixed, and - prints them")
  func written() throws {
    let place = try place()
    let found = try place.run("explore", "a day.lua", "-o", "found it.lua")
    #expect(found.status == 1)
    #expect(found.output.hasSuffix("wrote found it.lua; run it by: dormouse test 'found it.lua'\n"))
    let red = try place.run("test", "found it.lua")
    #expect(red.status == 1 && red.output.contains("backgroundTaskAssertionTimeout"))
    // It may be written anew.
    #expect(try place.run("explore", "a day.lua", "-o", "found it.lua").status == 1)
    let printed = try place.run("explore", "a day.lua", "-o", "-")
    #expect(
      printed.output.contains(
        "  local phone = t:scenario(\"a day.lua\", { only = { \"saver\" } })\n"))
    try place.write("return {}", to: "saver.lua")
    #expect(try place.run("test", "found it.lua").status == 0)
    #expect(try place.run("explore", "saver.lua", "--runs", "20", "-o", "-").status == 0)
  }
}
