import Foundation
import Simulation
import TestSizes
import Testing

@testable import dormouse

@Suite("dormouse check")
struct CheckCommandTests {
  @Test("says what each file is when all is well")
  func well() throws {
    let outcome = try Workplace.withScripts().run("check", "hour.lua", "saver.lua", "--no-run")
    #expect(
      outcome.output
        == "hour.lua: scenario with 2 apps, no errors\nsaver.lua: app, tried in hour.lua\n")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
  }

  @Test("reports the errors of all files, and of what a scenario names, with their lines")
  func errors() throws {
    let place = try Workplace.withScripts()
    try place.write("local x = 1\nx = = 2\n", to: "saver.lua")
    try place.write("return {\n", to: "sleeper.lua")
    let outcome = try place.run("check", "hour.lua", "none.lua", "ticker.lua")
    #expect(outcome.output.hasPrefix("ticker.lua: app, no faults, 1 note\n  note: a trial left a "))
    #expect(
      outcome.errors == """
        saver.lua:2: unexpected symbol near '='
        sleeper.lua:2: unexpected symbol near <eof>
        none.lua: there is no such file; check the name
        check: 2 of 3 files cannot be used

        """)
    #expect(outcome.status == 65)
  }

  @Test("reports a wrong policy beside wrong apps")
  func both() throws {
    let place = try Workplace()
    try place.write(
      """
      return scenario {
        duration = 60, policy = "fare-share", apps = { app { id = "a", script = "a.lua" } },
      }
      """, to: "s.lua")
    try place.write("return +", to: "a.lua")
    let outcome = try place.run("check", "s.lua")
    #expect(
      outcome.errors == """
        a.lua:1: unexpected symbol near '+'
        s.lua:2: policy: there is no such policy (fare-share); did you mean fair-share?

        """)
    #expect(outcome.status == 65)
  }

  @Test("lets a policy decide, and tells of a call that fails and of what is refused")
  func policies() throws {
    let place = try Workplace()
    try place.write(
      """
      return policy {
        fetches = function(self, candidates, slots)
          if #candidates > 0 then error("no idea") end
          return {}
        end,
      }
      """, to: "fails.lua")
    try place.write(
      """
      return policy {
        fetches = function(self, candidates, slots)
          local all = {}
          for _, candidate in ipairs(candidates) do all[#all + 1] = candidate.id end
          return all
        end,
      }
      """, to: "greedy.lua")
    try place.write("return policy { fetches = function() return {} end }", to: "idle.lua")
    let outcome = try place.run("check", "fails.lua", "greedy.lua", "idle.lua")
    #expect(
      outcome.output.hasPrefix(
        """
        fails.lua: policy, no faults, 1 risk
          risk: fails.lua:3: no idea
            seen in a trial morning with two apps, which may not be those that it is made for
        greedy.lua: policy, no faults, 1 note
          note: in
        """), "\(outcome.output)")
    #expect(outcome.output.contains(" the device refused "))
    #expect(outcome.output.hasSuffix("\nidle.lua: policy, no errors\n"))
    #expect(outcome.status == 0)
    let read = try place.run("check", "fails.lua", "--no-run")
    #expect(read.output == "fails.lua: policy, no errors\n" && read.status == 0)
  }

  @Test("reports all mistakes of a file and of a scenario's apps at once, modes too")
  func names() throws {
    let place = try Workplace()
    try place.write(
      """
      local app = {}
      function app:didBecomeActive(application)
        aplication:endBackgroundTask(1)
        Task.slep(1)
      end
      return app
      """, to: "a.lua")
    try place.write(
      """
      return scenario {
        duration = minute(5), aps = {},
        apps = { app { id = "news", script = "a.lua", modes = { "fetch" } } },
      }
      """, to: "bad.lua")
    let bad = try place.run("check", "bad.lua", "a.lua")
    #expect(bad.status == 65)
    #expect(
      bad.errors == """
        bad.lua:2: attempt to call a nil value (global 'minute'): did you mean "minutes"?
        a.lua:3: there is nothing of this name ("aplication"); did you mean "application"?
        a.lua:4: Task has no "slep"; did you mean "sleep"?
        check: 2 of 2 files cannot be used

        """)
    try place.write(
      """
      return scenario {
        duration = minutes(5),
        apps = { app { id = "news", script = "a.lua", modes = { "fetch" } } },
      }
      """, to: "good.lua")
    #expect(
      try place.run("check", "good.lua").errors == """
        a.lua:3: there is nothing of this name ("aplication"); did you mean "application"?
        a.lua:4: Task has no "slep"; did you mean "sleep"?
        a.lua:6: news has the mode fetch, and its delegate no performFetch; write the method, or drop \
        the mode

        """)
  }

  @Test("tries an app, and reports the faults by their conditions; --no-run tries none")
  func dryRun() throws {
    let place = try Workplace()
    try place.write("while true do end\n", to: "loop.lua")
    let tried = try place.run("check", "loop.lua", "none.lua")
    #expect(
      tried.output == """
        loop.lua: app, 1 fault
          fault: loop.lua:1: load did not return within 20 s (callbackTooLong)
            seen in an ordinary run; the app is killed by watchdog (0x8badf00d)
            what to do: move the work to DispatchQueue.global(), wait for nothing, and return

        """)
    #expect(
      tried.errors == """
        none.lua: there is no such file; check the name
        check: 1 of 2 files cannot be used
        check: 1 fault in 1 of 2 files; 'dormouse explain RULE' tells more of each

        """)
    #expect(tried.status == 66)
    #expect(try place.run("check", "loop.lua").status == 1)
    let read = try place.run("check", "loop.lua", "--no-run")
    #expect(read.output == "loop.lua: app, no errors\n")
    #expect(read.status == 0 && read.errors.isEmpty)
  }

  @Test("reports once what several apps of a scenario show in the same line")
  func dryRunOfScenario() throws {
    let place = try Workplace()
    try place.write(TestCommandTests.leaky, to: "leaky.lua")
    try place.write(
      """
      return scenario { duration = 60, apps = {
        app { id = "a", script = "leaky.lua" }, app { id = "b", script = "leaky.lua", count = 9 },
        app { id = "c", script = "leaky.lua", options = { x = 1 } },
        app { id = "d", script = "leaky.lua", options = { x = 2 } } } }
      """, to: "s.lua")
    let run = try place.run("check", "s.lua")
    #expect(
      run.output == """
        s.lua: scenario with 12 apps, 1 fault
          fault: leaky.lua:3: background task 1 "leak" was never ended (taskNeverEnded): a and 2
                others
            seen in an ordinary run; the app is killed by backgroundTaskAssertionTimeout (0x2182bad2)
            what to do: end each task on every path; in its expiration handler cancel the work first, and
              then call endBackgroundTask(id) at once

        """)
    #expect(
      run.errors == """
        check: 1 fault; 'dormouse explain RULE' tells more of each

        """)
    #expect(run.status == 1)
  }

  @Test("finds nothing in what dormouse new writes", arguments: AppKind.allCases)
  func templates(kind: AppKind) throws {
    let place = try Workplace()
    #expect(try place.run("new", "app", "mine", "--kind", kind.rawValue).status == 0)
    let run = try place.run("check", "mine.lua")
    #expect(run.output == "mine.lua: app, no errors\n")
    #expect(run.status == 0)
  }

  @Test("finds no fault in the apps of scripts/, only what is a risk")
  func scripts() throws {
    let run = try Workplace().shell(
      "\"$0\" check --format xcode '\(repositoryFile("scripts/apps"))'")
    var rules: [String: [String]] = [:]
    for line in run.output.split(separator: "\n") {
      let told = try #require(line.firstMatch(of: /(\w[\w-]*\.lua):(\d+): (\w+): .*? \((\w+)\);/))
      rules["\(told.1)", default: []].append("\(told.3) \(told.4) \(told.2)")
    }
    #expect(
      rules == [
        "chat.lua": ["warning refusedTaskUsed 64"],
        "cookbook.lua": ["warning taskNotEndedInHandler 32"],
        "game.lua": ["note defaultsReadLocked 8"],
        "mail.lua": ["warning refusedTaskUsed 57", "warning completionWaitsForServer 64"],
        "news.lua": ["warning completionWaitsForServer 50"],
        "player.lua": ["note defaultsReadLocked 10"],
        "podcast.lua": ["note defaultsReadLocked 9"],
        "pulse.lua": ["note defaultsReadLocked 12", "warning dataProtected 13"],
        "tracker.lua": ["warning dataProtected 39"],
        "uploader.lua": ["warning refusedTaskUsed 54"],
      ])
    #expect(run.status == 0)
  }

  static let leaky = """
    local app = {}
    function app:didEnterBackground(application)
      application:beginBackgroundTask("leak")MARK
    end
    return app

    """

  @Test("a comment allows a finding with its reason; one that allows nothing is told")
  func allowed() throws {
    let place = try Workplace()
    let comment = " -- dormouse: allow taskNeverEnded because it shows one"
    try place.write(Self.leaky.replacing("MARK", with: comment), to: "a.lua")
    #expect(
      try place.run("check", "a.lua").output == "a.lua: app, no errors; 1 finding is allowed\n")
    #expect(try place.run("check", "a.lua").status == 0)
    try place.write(
      "-- dormouse: allow hang because of old\n" + Self.leaky.replacing("MARK", with: comment),
      to: "b.lua")
    let unused = try place.run("check", "b.lua", "--fail-on", "notes")
    #expect(
      unused.output == """
        b.lua: app, no faults, 1 note; 1 finding is allowed
          note: b.lua:1: hang is allowed here, and was not found; remove the comment

        """)
    #expect(unused.status == 1)
    try place.write(
      Self.leaky.replacing("MARK", with: " -- dormouse: allow taskNeverEnded"), to: "c.lua")
    let bare = try place.run("check", "c.lua")
    #expect(
      bare.errors == """
        c.lua:3: allow taskNeverEnded without a reason; write -- dormouse: allow RULE because REASON

        """)
    #expect(bare.status == 65)
    try place.write(Self.leaky.replacing("MARK", with: ""), to: "d.lua")
    #expect(try place.run("check", "d.lua").status == 1)
    #expect(try place.run("check", "d.lua", "--allow", "taskNeverEnded").status == 0)
    let misspelt = try place.run("check", "d.lua", "--allow", "taskNeverEndet")
    #expect(
      misspelt.errors
        == "--allow: there is no such rule (taskNeverEndet); did you mean taskNeverEnded?\n")
  }

  @Test("a pipe in a folder is no script, and keeps nobody waiting")
  func pipe() throws {
    let place = try Workplace()
    try place.write("return {}", to: "app.lua")
    try place.write("test(\"one\", function(t) end)", to: "a-test.lua")
    #expect(unsafe mkfifo(place.folder.appending(path: "b-test.lua").path, 0o600) == 0)
    #expect(try place.run("check", ".").status == 0)
    #expect(try place.run("test", ".").output.hasSuffix("1 test: 1 passed\n"))
  }

  @Test("an app that a scenario among the files has is tried as that declares it, and not alone")
  func appOfScenario() throws {
    let place = try Workplace()
    try place.write(
      """
      local options = ...
      local app = {}
      function app:didBecomeActive() print("at " .. options.host) end
      return app
      """, to: "app.lua")
    try place.write(
      """
      return scenario {
        duration = hours(1),
        apps = { app { id = "a", script = "app.lua", options = { host = "h.example" } } },
        user = usage.schedule { { at = 10, open = "a", lasting = 10 } },
      }
      """, to: "phone.lua")
    let folder = try place.run("check", ".", "--no-luacheck")
    #expect(
      folder.output == """
        app.lua: app, tried in phone.lua
        phone.lua: scenario with 1 app, no errors

        """)
    #expect(folder.status == 0)
    #expect(
      try place.run("check", "./phone.lua", "./app.lua", "--no-luacheck").output
        == "./phone.lua: scenario with 1 app, no errors\n./app.lua: app, tried in ./phone.lua\n"
    )
    #expect(try place.run("check", "app.lua").status == 1)
  }

  @Test("an empty file is told what an app's file returns")
  func empty() throws {
    let place = try Workplace()
    try place.write("-- to be written\n", to: "app.lua")
    let told = try place.run("check", "app.lua")
    #expect(
      told.errors
        == "app.lua:1: the script is empty; an app's script ends with `return { ... }`, a "
        + "table of its methods\n")
    #expect(told.status == 65)
  }

  @Test("takes folders, and says where there is no script")
  func folders() throws {
    let place = try Workplace()
    #expect(try place.shell("mkdir -p apps/more empty").status == 0)
    try place.write("return {}\n", to: "apps/one.lua")
    try place.write("return {}\n", to: "apps/more/two.lua")
    try place.write("nothing\n", to: "empty/readme.txt")
    #expect(
      try place.run("check", "apps").output
        == "apps/more/two.lua: app, no errors\napps/one.lua: app, no errors\n")
    let none = try place.run("check", "empty")
    #expect(none.errors == "empty: there is no .lua file below it; name another folder\n")
    #expect(none.status == 66)
  }
}
