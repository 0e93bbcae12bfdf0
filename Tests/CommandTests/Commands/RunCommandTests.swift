import Foundation
import Testing

@Suite("dormouse run")
struct RunCommandTests {
  @Test("prints the report of a run, and nothing on the standard error")
  func report() throws {
    let outcome = try Workplace.withScripts().run("run", "hour.lua")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      masked(outcome.output) == """
        An hour with two apps
        iOS 26, first-come, seed 3, 1 h from 08:00

        sleeper was killed once (0x2182bad2): background task never ended, sleeper.lua:4: end each task on
          every path; in its expiration handler cancel the work first, and then call endBackgroundTask(id)
          at once

        Background time
                           background seconds  ------- tasks -------
        app      opens  granted used returned  begun expired refused  exits
        saver        1     30.0  2.0     28.0      1       0       0      0
        sleeper      1     30.0 30.0      0.0      1       1       0      1
        -------------------------------------------------------------------
        all 2        2     60.0 32.0     28.0      2       1       0      1

        Exits by reason
             1  backgroundTaskAssertionTimeout (0x2182bad2): sleeper 1

        1 finding
             1  background task never ended (taskNeverEnded)
                sleeper.lua:4: sleeper, once, first at 08:21:00.000
                  background task 1 "sleep" was never ended
                what to do: end each task on every path; in its expiration handler cancel the work first,
                  and then call endBackgroundTask(id) at once
        'dormouse explain RULE' shows more of each, with a wrong and a right example; 'dormouse why
        SCENARIO' what led to the first exit

        Device
          pool seconds  used 32.0, reserved 0.0, left 600.0
                        initial 600.0, refilled 50.0, overflowed 18.0
          slots         used 0, held 0s
          wake-ups      0 of apps, 0 of them with no app in front; the device woke 2 times
          energy        total 78.7 J, cpu 0.0 J, radio 0.0 J, base 78.7 J
          battery       used 0%, at end 100%
          network       wifi 0 B, cellular 0 B
          Jain's index  0.566 over the pool's seconds used (apps that asked: 2), - over work started (apps:
                        0)
          least share   0.125 of the mean over the pool's seconds used, - over work started
          decisions     2

        Run
          real time     *
          events        *
          fingerprint   *

        """)
  }

  /// The report without what changes from machine to machine and with each version.
  private func masked(_ report: String) -> String {
    report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for name in ["real time", "events", "fingerprint"] where line.hasPrefix("  \(name) ") {
        return String(line.prefix(16)) + "*"
      }
      return String(line)
    }.joined(separator: "\n")
  }

  private func json(_ outcome: Workplace.Outcome) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test("prints the same bytes with --json in every process")
  func reproducible() throws {
    let place = try Workplace.withScripts()
    let first = try place.run("run", "hour.lua", "--json")
    let second = try place.run("run", "hour.lua", "--json", "--quiet")
    #expect(first.output == second.output)
    let report = try json(first)
    #expect(report["scenario"] as? String == "An hour with two apps")
    #expect((report["fingerprint"] as? String)?.count == 32)
    #expect((report["apps"] as? [String: Any])?.keys.sorted() == ["saver", "sleeper"])
  }

  @Test("takes policy, seed, settings and an end of its own")
  func options() throws {
    let place = try Workplace.withScripts()
    let report = try json(
      place.run(
        "run", "hour.lua", "--json", "--policy", "fair-share{startCharge=2}", "--seed",
        "18446744073709551615", "--set", "poolMinutes=0.5", "--until", "15m"))
    #expect((report["policy"] as? String)?.hasPrefix("fair-share{startCharge=2") == true)
    #expect((report["seed"] as? NSNumber)?.uint64Value == .max)
    #expect(report["duration"] as? Double == 900)
    #expect((report["device"] as? [String: Any])?["poolInitial"] as? Double == 30)
  }

  @Test("is silent when asked to be")
  func quiet() throws {
    let outcome = try Workplace.withScripts().run("run", "hour.lua", "--quiet")
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty && outcome.status == 0)
  }

  @Test("with --help it lists the scenario's parameters too")
  func parameters() throws {
    let place = try Workplace.withScripts()
    let help = try place.run("run", "hour.lua", "--help")
    #expect(help.status == 0)
    #expect(
      help.output.hasSuffix(
        """
        Parameters of hour.lua, for --set:

          name         a text (default plain)
          poolMinutes  background time for all, in minutes; a number, at least 0 (default 10)

        """))
    #expect(try place.run("run", "endless.lua", "-h").output.hasSuffix("declares no parameters.\n"))
    #expect(try place.run("run", "none.lua", "-h").status == 66)
  }

  @Test("an app that stops for want of its options is told how apps are tried")
  func appWithOptions() throws {
    let place = try Workplace()
    try place.write("local options = ...\nlocal every = options.every\nreturn {}", to: "reader.lua")
    let outcome = try place.run("run", "reader.lua")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix(
        "reader.lua: the script makes no scenario; end it with return scenario { ... }, or try an "
          + "app by dormouse check reader.lua\n"), "\(outcome.errors)")
  }

  @Test(
    "says what is wrong with scripts and what they are given",
    arguments: [
      (["none.lua"], 66, "none.lua: there is no such file; check the name"),
      (
        ["hour.lua", "--policy", "none.lua"], 66,
        "none.lua: there is no such file; check the name"
      ),
      (
        ["hour.lua", "--lua-path", "none"], 66,
        "--lua-path: there is no such folder (none); check the name"
      ),
      (
        ["hour.lua", "--lua-path", "saver.lua"], 66,
        "--lua-path: it is no folder (saver.lua); name the folder of the scripts"
      ),
      (
        ["hour.lua", "--until", "07:30"], 64,
        """
        --until: it is before the start (07:30); the run starts at 08:00 on day 1: write 'day 2 \
        07:30' for the next day
        """
      ),
      (
        ["hour.lua", "--policy", "firstcome"], 64,
        "policy: there is no such policy (firstcome); did you mean first-come?"
      ),
      (
        ["hour.lua", "--policy", "fair-share{startCharge=no}"], 64,
        "policy fair-share: invalid startCharge (no); give a number from 0.001 to 3600"
      ),
      (
        ["hour.lua", "--policy", "fair-share{startCharge=1,startCharge=2}"], 64,
        "policy fair-share: startCharge is set twice; set it once"
      ),
      (
        ["hour.lua", "--policy", "hour.lua"], 65,
        "hour.lua: it is a scenario, no policy; run it with dormouse run hour.lua"
      ),
      (
        ["hour.lua", "--policy", "policy.lua{x=1}"], 64,
        "policy policy.lua: x: no such parameter; there is none"
      ),
      (
        ["hour.lua", "--set", "poolMinuets=1"], 64,
        "--set poolMinuets: no such parameter; did you mean \"poolMinutes\"?"
      ),
      (
        ["saver.lua"], 65,
        """
        saver.lua: the script returns no scenario (a table); end it with return scenario { ... }, \
        or try an app by dormouse check saver.lua
        """
      ),
      (
        ["policy.lua"], 65,
        "policy.lua: it is a policy, no scenario; run a scenario with --policy policy.lua"
      ),
    ])
  func badInput(arguments: [String], status: Int32, message: String) throws {
    let place = try Workplace.withScripts()
    try place.write("return policy { fetches = function() end }", to: "policy.lua")
    let outcome = try place.run(["run"] + arguments)
    #expect(outcome.errors == message + "\n")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == status)
  }

  @Test("a policy that errs is reported with file and line, and the run goes on")
  func badPolicy() throws {
    let place = try Workplace.withScripts()
    try place.write(
      "return policy {\n  backgroundTime = function() error('no idea') end,\n}", to: "p.lua")
    let outcome = try place.run("run", "hour.lua", "--policy", "p.lua")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "\np failed in 2 calls and gave nothing in these.\n"))
    #expect(outcome.output.contains("policy faults 2\n"))
    #expect(outcome.output.contains("first fault   p.lua:2: no idea\n"))
    let words = "hour.lua: the policy p failed in 2 calls, the first: p.lua:2: no idea"
    #expect(outcome.errors == "\(words); it gave nothing in these calls\n")
    let judged = try place.run(
      "run", "hour.lua", "--policy", "p.lua", "--quiet", "--fail-on=policy")
    #expect(judged.errors == "\(words) (--fail-on policy)\n")
    #expect(judged.status == 1)
  }

  @Test(
    "ends with status 1 for what it is asked to fail on, and keeps report and trace",
    arguments: [
      (
        "faults",
        """
        hour.lua: 1 fault, the first at 08:21:00.000: sleeper.lua:4: sleeper: background task 1 \
        "sleep" was never ended (--fail-on faults)
        """
      ),
      (
        "exits",
        """
        hour.lua: processes that were ended or failed: sleeper backgroundTaskAssertionTimeout 1 \
        (--fail-on exits)
        """
      ),
      ("policy", ""),
    ])
  func failOn(condition: String, message: String) throws {
    let place = try Workplace.withScripts()
    let outcome = try place.run("run", "hour.lua", "--fail-on", condition, "--trace", "t.jsonl")
    #expect(outcome.status == (message.isEmpty ? 0 : 1))
    #expect(outcome.errors == (message.isEmpty ? "" : message + "\n"))
    #expect(outcome.output.hasPrefix("An hour with two apps\n"))
    #expect(try place.read("t.jsonl").hasPrefix("{\"ns\":0,\"kind\":\"clock\","))
  }

  @Test("stops at a time of the device's clock")
  func until() throws {
    let place = try Workplace.withScripts()
    let late = try place.run("run", "hour.lua", "--quiet", "--until", "day 2 08:15")
    #expect(
      late.errors
        == "--until: it is after the end (day 2 08:15); the run ends at 09:00:00.000\n")
    #expect(late.status == 0)
    #expect(try place.run("run", "hour.lua", "--quiet", "--until", "1h").errors.isEmpty)
    let report = try json(place.run("run", "hour.lua", "--json", "--until", "08:15"))
    #expect(report["duration"] as? Double == 900)
    #expect(report["startsAt"] as? Double == 28_800)
  }
}

@Suite("dormouse run as a check")
struct RunAsCheckTests {
  @Test("ends with status 1 where the scenario's expect does not hold, and says what was seen")
  func unmet() throws {
    let place = try Workplace()
    try place.write("return {}", to: "app.lua")
    func scenario(_ opens: Int) -> String {
      """
      return scenario {
        duration = hours(1), apps = { app { id = "mine", script = "app.lua" } },
        user = usage.schedule { { at = 10, open = "mine", lasting = 10 } },
        expect = function(result)
          expect(result:app("mine"):figure("opens")):toEqual(\(opens))
        end,
      }
      """
    }
    try place.write(scenario(1), to: "good.lua")
    try place.write(scenario(2), to: "bad.lua")
    let good = try place.run("run", "good.lua", "--quiet")
    #expect(good.status == 0)
    #expect(good.errors == "")
    let bad = try place.run("run", "bad.lua", "--quiet")
    #expect(bad.status == 1)
    #expect(
      bad.errors == """
        bad.lua:5
          expect(result:app("mine"):figure("opens")):toEqual(2)
          expected 2
          seen     1

        """)
    let cut = try place.run("run", "bad.lua", "--quiet", "--until", "30m")
    #expect(cut.status == 0)
    #expect(
      cut.errors
        == "--until: the run is not complete, so the scenario's expect is not checked\n")
  }
}
