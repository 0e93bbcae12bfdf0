import Testing

@Suite("dormouse check")
struct CheckCommandTests {
  @Test("tells what each file is when all is well")
  func well() throws {
    let outcome = try Workplace.withScripts().run("check", "hour.lua", "saver.lua")
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

  @Test("tells all mistakes of a file and of a scenario's apps at once, modes too")
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

  @Test("runs no app")
  func runsNothing() throws {
    let place = try Workplace()
    try place.write("while true do end\n", to: "loop.lua")
    #expect(try place.run("check", "loop.lua").output == "loop.lua: app, no errors\n")
  }

  @Test("tells how many runs an experiment is, when all that it names is well")
  func experiment() throws {
    let place = try Workplace.withExperiment()
    #expect(
      try place.run("check", "two.lua", "hour.lua").output == """
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
