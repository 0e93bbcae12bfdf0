import Testing

@testable import dormouse

@Suite("The command as a whole")
struct OverviewTests {
  @Test("alone, and with help, it says what it is and what its commands are")
  func overview() throws {
    let place = try Workplace()
    let alone = try place.run()
    #expect(alone.status == 0)
    #expect(alone.errors.isEmpty)
    #expect(
      alone.output == """
        dormouse 0.1.0: a phone-like device that hosts many apps written in Lua, shares background
        time and fetch slots among them under a policy, and reports what became of it.

        usage: dormouse COMMAND [arguments]

          run          run a scenario and report
          compare      compare policies: run an experiment and report what it shows
          report       report what the runs in a store show
          plot         draw a figure of a store, or of one run, for a paper
          merge        join the stores of an experiment's parts into one
          verify       make the runs of a store again, and report what differs
          trace        print or filter a trace
          why          explain why an app was killed, or was or was not given a slot or time
          diff         show where two runs part, and which figures differ
          replay       run a scenario again and check a trace of it
          users        describe users, drawn or recorded, beside published figures
          check        report every error of scripts, and try apps under fault conditions
          explore      draw what happens to an app or a scenario until it goes wrong
          agent        let another program decide in a run, as Gymnasium's agents do
          test         run tests of apps, driven by time
          explain      tell what a finding, an exit, a code or a crash report means, and what to do
          museum       walk through real bugs of apps, and what is seen of each
          lesson       exercises: find bugs that were seen in public; learn scheduling
          policies     list the policies, or explain one
          new          write a commented script to start from
          studio       edit, run and test scripts on a page in the browser
          meta         write definitions of the API for editors and luacheck
          completions  print completions for a shell
          man          write the manual pages

        'dormouse COMMAND --help' shows what a command takes. To begin:

          dormouse new scenario morning
          dormouse run morning.lua

        """)
    #expect(try place.run("help").output == alone.output)
    #expect(try place.run("--help").output == alone.output)
    #expect(try place.run("--version").output == "dormouse 0.1.0\n")
  }

  @Test(
    "every command explains itself in 100 columns", arguments: Dormouse.catalogue.map(\.name))
  func help(command: String) throws {
    let place = try Workplace()
    let help = try place.run(command, "--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("dormouse \(command): "))
    #expect(help.output.contains("\nusage: dormouse \(command) "))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try place.run("help", command).output == help.output)
  }

  @Test(
    "what is wrong with the arguments is said in one line, with status 64",
    arguments: [
      (["trce"], "dormouse: there is no such command (trce); did you mean trace?"),
      (["sing"], "dormouse: there is no such command (sing); 'dormouse help' lists them"),
      (["--verison"], "dormouse: there is no such option (--verison); did you mean --version?"),
      (["help", "rnu"], "dormouse: there is no such command (rnu); did you mean run?"),
      (["run"], "dormouse run: an argument is missing; usage: dormouse run FILE [options]"),
      (
        ["run", "a", "b"],
        "dormouse run: too many arguments (b); usage: dormouse run FILE [options]"
      ),
      (
        ["run", "a", "--sed", "1"],
        "dormouse run: there is no such option (--sed); did you mean --seed?"
      ),
      (
        ["run", "a", "-s"],
        "dormouse run: there is no such option (-s); 'dormouse run --help' lists them"
      ),
      (["run", "a", "--seed"], "dormouse run: --seed needs a value; write --seed N"),
      (["run", "a", "--json=1"], "dormouse run: --json takes no value (1); leave it out"),
      (["run", "a", "--seed=1", "--seed=2"], "dormouse run: --seed is given twice; give it once"),
      (
        ["run", "a", "--seed=-1"],
        "--seed: expected a whole number from 0 to 18446744073709551615 (-1)"
      ),
      (
        ["run", "a", "--seed=1.0"],
        "--seed: expected a whole number from 0 to 18446744073709551615 (1.0)"
      ),
      (
        ["run", "a", "--until", "6x"],
        """
        --until: expected a time: 13:05, 'day 2 13:05', or since the start, such as 6h or 90s \
        (6x)
        """
      ),
      (["run", "a", "--set", "x"], "--set: expected name=value (x)"),
      (["run", "a", "--set", "x=1", "--set", "x=2"], "--set: x is set twice; set it once"),
      (
        ["run", "a", "--json", "--trace", "-"],
        "--trace -: --json prints there too; name a file for the trace"
      ),
      (
        ["trace", "t", "--limit", "many"], "--limit: expected a whole number (many)"
      ),
      (
        ["trace", "t", "--from", "25:00"],
        """
        --from: expected a time: 13:05, 'day 2 13:05', or since the start, such as 6h or 90s \
        (25:00)
        """
      ),
      (
        ["trace", "t", "--kind", "tas"],
        "--kind: there is no such kind (tas); did you mean task?"
      ),
      (
        ["trace", "t", "--kind", "app.log,tsak.begin"],
        "--kind: there is no such kind (tsak.begin); did you mean task.begin?"
      ),
      (
        ["why", "a", "--app", "b", "--at", "25:00"],
        """
        --at: expected a time: 13:05, 'day 2 13:05', or since the start, such as 6h or 90s \
        (25:00)
        """
      ),
      (
        ["run", "a", "--explain"],
        "--explain: there is no trace to write it to; add --trace FILE"
      ),
      (
        ["run", "a", "--fail-on", "fault"],
        "--fail-on: there is no such condition (fault); did you mean faults?"
      ),
      (
        ["run", "a", "--fail-on", "faults,"],
        "--fail-on: an item of the list is empty (faults,); leave the comma out"
      ),
      (
        ["run", "a", "--fail-on", ","],
        "--fail-on: no condition; write --fail-on faults,exits,policy, or some of them"
      ),
      (
        ["policies", "fairshare"],
        "policy: there is no such policy (fairshare); did you mean fair-share?"
      ),
      (
        ["new", "polcy", "x"],
        "dormouse new: there is no template of that kind (polcy); did you mean policy?"
      ),
      (
        ["new", "app", "a\"b"],
        "dormouse new: no name for a script (a\"b); use letters, digits, '-', '_' and '.'"
      ),
    ])
  func wrongUse(arguments: [String], message: String) throws {
    let outcome = try Workplace().run(arguments)
    #expect(outcome.errors == message + "\n")
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == 64)
  }

  @Test("arguments cannot steer the terminal through messages")
  func controlCharacters() throws {
    let outcome = try Workplace().run("\u{1B}[2J")
    #expect(outcome.errors.contains("(\\x1b[2J)"))
  }
}
