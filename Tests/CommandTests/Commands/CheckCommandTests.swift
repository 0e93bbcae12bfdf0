import Testing

@testable import dormouse

@Suite("dormouse check")
struct CheckCommandTests {
  @Test("says what each file is when all is well")
  func well() throws {
    let outcome = try Workplace.withScripts().run("check", "hour.lua", "saver.lua", "--no-run")
    #expect(
      outcome.output == "hour.lua: scenario with 2 apps, no errors\nsaver.lua: app, no errors\n")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
  }

  @Test("reports the errors of all files, and of what a scenario names, with their lines")
  func errors() throws {
    let place = try Workplace.withScripts()
    try place.write("local x = 1\nx = = 2\n", to: "saver.lua")
    try place.write("return {\n", to: "sleeper.lua")
    let outcome = try place.run("check", "hour.lua", "none.lua", "ticker.lua")
    #expect(outcome.output == "ticker.lua: app, no errors\n")
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
        bad.lua:2: attempt to call a nil value (global 'minute')
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
        loop.lua: app, no errors
          though nothing goes against it
            loop.lua:1: load did not return within 20 s (callbackTooLong)
            the process ends: watchdog (0x8badf00d)

        """)
    #expect(
      tried.errors == """
        none.lua: there is no such file; check the name
        check: 1 of 2 files cannot be used
        check: dry runs found 2 faults; 'dormouse explain NAME' explains each

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
        s.lua: scenario with 12 apps, no errors
          though nothing goes against it
            leaky.lua:3: background task 1 "leak" was never ended (taskNeverEnded): a and 2 others
            the process of a and 2 others ends: backgroundTaskAssertionTimeout (0x2182bad2)

        """)
    #expect(
      run.errors == """
        check: dry runs found 2 faults in 3 of 3 apps; 'dormouse explain NAME' explains each

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

  @Test("says of the apps in scripts/ what is true of them")
  func scripts() throws {
    let run = try Workplace().shell("\"$0\" check '\(repositoryFile("scripts/apps"))'/*.lua")
    var rules: [String: [String]] = [:]
    var app = ""
    for line in run.output.split(separator: "\n") {
      if line.hasSuffix(": app, no errors") {
        app = String(line.dropLast(": app, no errors".count).split(separator: "/").last ?? "")
      } else if let told = line.firstMatch(of: /:(\d+): .* \((\w+)\)$/) {
        rules[app, default: []].append("\(told.2) \(told.1)")
      }
    }
    #expect(
      rules == [
        "cookbook.lua": ["taskNotEndedInHandler 32"],
        "game.lua": ["dataProtected 8"],
        "hog.lua": ["callbackTooLong 10"],
        "leaky.lua": ["taskNeverEnded 7"],
        "mail.lua": ["completionNeverCalled 64"],
        "news.lua": ["completionNeverCalled 50"],
        "player.lua": ["dataProtected 10"],
        "podcast.lua": ["dataProtected 9"],
      ])
  }

  @Test("says how many runs an experiment has, when all that it names is well")
  func experiment() throws {
    let place = try Workplace.withExperiment()
    #expect(
      try place.run("check", "two.lua", "hour.lua", "--no-run").output == """
        two.lua: experiment of 18 runs (3 policies, 2 settings, 3 replications), no errors
        hour.lua: scenario with 2 apps, no errors

        """)
    try place.writeExperiment([
      ("{ 0, 10 }", "{ 10 }"), ("{ \"first-come\", \"half.lua\", \"nothing\" }", "\"nothing\""),
      (
        "replications = 3",
        "replications = 1, precision = { metric = \"tasks expired\", halfWidth = 1 }"
      ),
    ])
    #expect(
      try place.run("check", "two.lua").output
        == "two.lua: experiment of 1 run or more (1 policy, 1 setting, 1 replication), no errors\n")
    #expect(try !place.files().contains("two.sqlite"))
  }

  @Test("finds what is wrong anywhere in an experiment, also in the scenario of a later setting")
  func wrongExperiment() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      ("{ 0, 10 }", "{ 10, -1 }"), ("\"nothing\"", "\"nothin\""), ("tasks expired", "tasks expire"),
    ])
    try place.write("return +", to: "half.lua")
    let outcome = try place.run("check", "two.lua")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        two.lua:6: experiment.metrics: unknown metric ("tasks expire"); did you mean tasks expired?
        two.lua:3: experiment.parameters.poolMinutes: not possible ("-1"); give a number, at least 0
        half.lua:1: unexpected symbol near '+'
        two.lua:4: policy: there is no such policy (nothin); did you mean nothing?

        """)
    #expect(outcome.status == 65)
  }

  @Test("sets an experiment's parameters, and passes on what one says that needs them")
  func experimentThatNeedsSettings() throws {
    let place = try Workplace.withExperiment()
    try place.writeExperiment([
      (
        "return experiment {",
        """
        local p = experiment.parameters { file = { default = "" }, runs = { default = 3 } }
        if p.file == "" then error("two.lua needs a recording: give --set file=PATH", 0) end
        return experiment {
        """
      ), ("replications = 3", "replications = p.runs"),
    ])
    let bare = try place.run("check", "two.lua")
    #expect(
      bare.errors == "two.lua:2: two.lua needs a recording: give --set file=PATH\n")
    #expect(bare.status == 65)
    let set = try place.run("check", "two.lua", "--set", "file=x.csv", "--set", "runs=20")
    #expect(
      set.output
        == "two.lua: experiment of 120 runs (3 policies, 2 settings, 20 replications), no errors\n")
    let wrong = try place.run("check", "two.lua", "--set", "fil=x.csv", "--set", "file=x.csv")
    #expect(wrong.errors == "--set fil: no such parameter; did you mean \"file\"?\n")
    #expect(wrong.status == 64)
  }
}
