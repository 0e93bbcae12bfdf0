import Simulation
import TestSizes
import Testing

@testable import dormouse

/// What `check` prints and writes.
extension CheckCommandTests {
  #if os(Linux)
    @Test("what it finds and cannot write is an error of the output, with a message")
    func fullDisk() throws {
      let place = try Workplace()
      try place.write(Self.leaky.replacing("MARK", with: ""), to: "a.lua")
      let outcome = try place.shell("\"$0\" check a.lua --format json >/dev/full")
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("output: it cannot be written (No space left on device)"))
    }
  #endif

  @Test("writes what it finds for Xcode, as JSON, SARIF and JUnit")
  func formats() throws {
    let place = try Workplace()
    try place.write(Self.leaky.replacing("MARK", with: ""), to: "a.lua")
    try place.write("local x = = 1\n", to: "b.lua")
    let xcode = try place.run("check", "a.lua", "b.lua", "--format", "xcode")
    let lines = xcode.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "a.lua:3: error: background task 1 \"leak\" was never ended (taskNeverEnded); seen ")
    )
    #expect(lines[1] == "b.lua:1: error: unexpected symbol near '='")
    #expect(xcode.status == 65)
    let json = try place.run("check", "a.lua", "--format", "json").output
    _ = try JSONValue(parsing: Array(json.utf8))
    for member in [
      "\"kind\": \"fault\"", "\"rule\": \"taskNeverEnded\"", "\"line\": 3",
      "\"exit\": \"backgroundTaskAssertionTimeout (0x2182bad2)\"", "\"allowed\": null",
    ] {
      #expect(json.contains(member), "\(member)")
    }
    let sarif = try place.run("check", "a.lua", "--format", "sarif").output
    _ = try JSONValue(parsing: Array(sarif.utf8))
    for member in [
      "\"version\": \"2.1.0\"", "\"ruleId\": \"taskNeverEnded\"", "\"level\": \"error\"",
      "\"uri\": \"a.lua\"", "\"startLine\": 3",
    ] {
      #expect(sarif.contains(member), "\(member)")
    }
    let junit = try place.run("check", "a.lua", "b.lua", "--format", "junit").output
    #expect(junit.contains("<testsuites tests=\"2\" failures=\"2\">"))
    #expect(junit.contains("<failure type=\"fault\" message=\"background task 1 "))
    // What does not fail is there to be read.
    try place.write(
      """
      local app = {}
      function app:didEnterBackground()
        URLSession.shared:dataTask("https://a.example/news", function() end):resume()
      end
      return app
      """, to: "c.lua")
    let risk = try place.run("check", "c.lua", "--format", "junit")
    #expect(risk.output.contains("<testsuites tests=\"1\" failures=\"0\">"))
    #expect(risk.output.contains("<system-out>risk: c.lua:3: a request to https://a.example/news "))
    #expect(risk.status == 0)
    #expect(
      try place.run("check", "a.lua", "--format", "xml").errors
        == "--format: there is no such format (xml); formats are text, xcode, json, sarif and junit\n"
    )
  }

  @Test("takes any text for a build setting, says so, and refuses an Info.plist of a scenario")
  func infoPlistElsewhere() throws {
    let place = try Workplace.withScripts()
    try place.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>BGTaskSchedulerPermittedIdentifiers</key>
      <array><string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string></array></dict></plist>
      """, to: "Info.plist")
    try place.write(
      """
      local app = {}
      function app:didFinishLaunching()
        BGTaskScheduler.shared:register("com.example.refresh", function(task)
          task:setTaskCompleted(true)
        end)
        BGTaskScheduler.shared:register("com.example.sync", function(task)
          task:setTaskCompleted(true)
        end)
      end
      return app
      """, to: "a.lua")
    let run = try place.run("check", "a.lua", "--info-plist", "Info.plist")
    #expect(
      run.errors.hasPrefix(
        "Info.plist: any text is taken for $(PRODUCT_BUNDLE_IDENTIFIER), which the build settings "
          + "say\n"))
    #expect(run.output.contains("fault: a.lua:6: "))
    #expect(run.output.contains("add it to BGTaskSchedulerPermittedIdentifiers"))
    #expect(!run.output.contains("a.lua:3"))
    let scenario = try place.run("check", "hour.lua", "--info-plist", "Info.plist")
    #expect(
      scenario.errors.hasSuffix(
        "--info-plist: the apps of a scenario declare their own modes and identifiers (hour.lua); "
          + "leave it out, or name the app's script\n"))
    #expect(scenario.status == 64)
  }

  @Test("finds no fault in a text of 40 MB, and one where there is no room for it", .fullSize)
  func largeText() throws {
    let place = try Workplace()
    for (megabytes, status) in [(40, 0), (70, 1)] as [(Int, Int32)] {
      try place.write(
        """
        local app = {}
        function app:didBecomeActive() work(#("x"):rep(\(megabytes) << 20) * 1e-9) end
        return app
        """, to: "a.lua")
      #expect(try place.run("check", "a.lua").status == status, "\(megabytes) MB")
    }
  }

  @Test("shows no more of an error than a person reads")
  func longErrors() throws {
    let place = try Workplace()
    for text in [
      "error(('x'):rep(1 << 20))", "error(('line\\n'):rep(1000))",
      "local function f(n) if n == 0 then error('deep') end return coroutine.wrap(f)(n - 1) end f(60)",
    ] {
      try place.write("\(text)\nreturn scenario {}\n", to: "s.lua")
      let run = try place.run("check", "s.lua")
      #expect(run.status == 65)
      #expect(run.errors.utf8.count < 800, "\(run.errors.prefix(300))")
      try place.write("return { didBecomeActive = function() \(text) end }\n", to: "a.lua")
      let app = try place.run("check", "a.lua")
      #expect(app.status == 1)
      #expect(app.output.utf8.count < 1_100, "\(app.output.prefix(300))")
    }
  }

  @Test("says so where a folder cannot be read")
  func unreadableFolder() throws {
    let place = try Workplace()
    // The system opens no path as long as this one.
    let name = String(repeating: "n", count: 250)
    let path = Array(repeating: name, count: 20).joined(separator: "/")
    #expect(try place.shell("mkdir -p 'apps/\(path)'").status == 0)
    try place.write("return {}\n", to: "apps/one.lua")
    let run = try place.run("check", "apps")
    #expect(run.errors.hasSuffix("it cannot be read; see who may, or name others\n"))
    #expect(run.status == 66)
    #expect(try place.shell("rm -rf apps").status == 0)
  }

  @Test("runs a scenario to its end, where a mode that was never used comes to light")
  func scenarioToItsEnd() throws {
    let place = try Workplace()
    try place.write("return {}\n", to: "a.lua")
    try place.write(
      """
      return scenario { duration = 60, user = usage.schedule { { at = 5, open = "a" } },
        apps = { app { id = "a", script = "a.lua", modes = { "audio" } } } }
      """, to: "s.lua")
    let run = try place.run("check", "s.lua")
    #expect(
      run.output.hasPrefix("s.lua: scenario with 1 app, no faults, 1 note\n  note: the app has"))
    #expect(run.output.contains("seen in a run of the scenario"))
    #expect(run.status == 0)
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
