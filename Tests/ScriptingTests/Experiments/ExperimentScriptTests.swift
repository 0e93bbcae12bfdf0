import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Experiments that load")
struct ExperimentScriptTests {
  @Test("have the defaults for all that they do not say")
  func shortest() throws {
    let loaded = try loadExperiment(experiment(""))
    #expect(loaded.path == "e.lua" && loaded.title == "e" && loaded.parameters.isEmpty)
    #expect(loaded.settings == [.init(values: [])] && loaded.cells == loaded.settings)
    #expect(loaded.policies.map(\.label) == ["first-come", "nothing"])
    #expect(loaded.policies.map(\.source) == ["first-come", "nothing"])
    #expect(loaded.policies.map(\.location?.line) == [1, 1])
    #expect(loaded.baseline == "first-come" && loaded.metrics.isEmpty && loaded.blocks.isEmpty)
    #expect(loaded.replications == 30 && loaded.firstSeed == 1 && loaded.warmUp == .zero)
    #expect(loaded.precision == nil && !loaded.hasExpectation && loaded.luaPath.isEmpty)
    #expect(try loaded.scenario(for: loaded.settings[0]).scenario.duration == .seconds(600.5))
  }

  @Test("say all that can be said")
  func longest() throws {
    let loaded = try loadExperiment(
      """
      return experiment {
        title = "All of it", scenario = "s.lua", replications = 5, seed = 100, warmUp = minutes(1),
        policies = {
          "first-come", "likely-next{hours=3}",
          "./x/../own.lua", { label = "mine", policy = "own.lua" },
        },
        baseline = "./x/../own.lua",
        metrics = { "fresh at open", "energy" }, blocks = "user",
        parameters = { user = { "u", "v" } },
        precision = { metric = "energy", halfWidth = 0.02, maximum = 50 },
        expect = function() end,
      }
      """)
    #expect(loaded.title == "All of it" && loaded.replications == 5 && loaded.firstSeed == 100)
    #expect(loaded.warmUp == .minutes(1))
    #expect(
      loaded.policies.map(\.label)
        == ["first-come", "likely-next{hours=3}", "own", "mine"])
    #expect(loaded.policies[2...].map(\.name) == ["./x/../own.lua", "own.lua"])
    #expect(
      loaded.policies.map(\.source) == ["first-come", "likely-next{hours=3}", "own.lua", "own.lua"])
    #expect(loaded.policies.map(\.location?.line) == [4, 4, 5, 5])
    #expect(loaded.baseline == "own")
    #expect(loaded.metrics.map(\.name) == ["fresh at open", "energy"])
    #expect(loaded.metrics[0].location == SourceLocation(file: "e.lua", line: 8))
    #expect(loaded.blocks == ["user"])
    #expect(loaded.settings.map(\.description) == ["user = u", "user = v"])
    #expect(loaded.cells == [.init(values: [])])
    let precision = try #require(loaded.precision)
    #expect(precision.metric.name == "energy" && precision.metric.location?.line == 10)
    #expect(precision.halfWidth == 0.02 && precision.maximum == 50)
    #expect(loaded.hasExpectation)
    #expect(try loaded.scenario(for: loaded.settings[1]).scenario.title == "v")
  }

  @Test("name policies in Lua as these name themselves, and by their file where two do alike")
  func ownNames() throws {
    let loaded = try loadExperiment(
      "return experiment { scenario = 's.lua', policies = { 'a.lua', 'b.lua', 'a.lua{x=2}' } }",
      with: [
        "a.lua": """
        policy.parameters { x = { default = 1 } }
        return policy { name = "same", fetches = print }
        """, "b.lua": "return policy { name = 'same', fetches = print }",
      ])
    #expect(loaded.policies.map(\.label) == ["same", "b.lua", "same{x=2}"])
    #expect(loaded.policies.map(\.source) == ["a.lua", "b.lua", "a.lua{x=2}"])
    #expect(loaded.policies.map(\.file) == ["a.lua", "b.lua", "a.lua"])
    // Whatever a policy requires is no part of the experiment's world.
    #expect(!loaded.files.inputs.map(\.path).contains("c.lua"))
  }

  @Test("sweep the parameters of a policy, in Lua or not, each combination a policy of its own")
  func policyParameters() throws {
    let loaded = try loadExperiment(
      """
      return experiment { scenario = 's.lua', baseline = "a.lua{y=true,x=1}", policies = {
        "first-come",
        { policy = "a.lua{y=true}", parameters = { x = range(1, 3) } },
        { policy = "likely-next", parameters = { halfLife = { 3, 0.5 }, threshold = 0 } },
        { policy = "a.lua", label = "mine", parameters = { x = { 4, 5 } } },
      } }
      """,
      with: [
        "a.lua": """
        policy.parameters { x = { default = 1 }, y = { default = false } }
        return policy { name = "own", fetches = print }
        """
      ])
    #expect(
      loaded.policies.map(\.label) == [
        "first-come", "own{x=1,y=true}", "own{x=2,y=true}", "own{x=3,y=true}",
        "likely-next{halfLife=3,threshold=0}", "likely-next{halfLife=0.5,threshold=0}",
        "mine{x=4}", "mine{x=5}",
      ])
    #expect(loaded.policies[2].source == "a.lua{y=true,x=2}")
    #expect(loaded.baseline == "own{x=1,y=true}")
    #expect(
      experimentProblems(
        of: "return experiment { scenario = 's.lua', policies = {\n"
          + "{ policy = 'a.lua', parameters = { x = {} } } } }", with: ["a.lua": ""])
        == "e.lua:2: experiment.policies[1].parameters.x: empty (no values); give at least one")
  }

  @Test("have every combination as a setting, parameters by name and later ones varying fastest")
  func grid() throws {
    let loaded = try loadExperiment(
      experiment("parameters = { share = { 0.5, 1, 2.0 }, minutes = { 5, 10 }, deep = true }"))
    #expect(
      loaded.settings.map(\.description) == [
        "deep = true, minutes = 5, share = 0.5", "deep = true, minutes = 5, share = 1",
        "deep = true, minutes = 5, share = 2", "deep = true, minutes = 10, share = 0.5",
        "deep = true, minutes = 10, share = 1", "deep = true, minutes = 10, share = 2",
      ])
    let durations = try loaded.settings.map {
      try loaded.scenario(for: $0).scenario.duration.seconds
    }
    #expect(durations == [300.5, 301, 302, 600.5, 601, 602])
    try loaded.checkScenarios()
  }

  @Test("leave out what `where` does not let pass")
  func restriction() throws {
    let loaded = try loadExperiment(
      experiment(
        """
        parameters = { share = { 1, 2 }, minutes = range(1, 3), user = { "u", "v" } },
          where = function(p)
            if p.user == "v" then return p.minutes == p.share and math.type(p.share) end
            return nil
          end
        """))
    #expect(
      loaded.settings.map(\.description)
        == ["minutes = 1, share = 1, user = v", "minutes = 2, share = 2, user = v"])
  }

  @Test(
    "know ranges without rounding",
    arguments: [
      ("range(1, 4)", "1 2 3 4"), ("range(5, 20, 5)", "5 10 15 20"),
      ("range(5, 22, 5)", "5 10 15 20"),
      ("range(3, 1, -1)", "3 2 1"), ("range(2, 2)", "2"), ("range(-1, 1)", "-1 0 1"),
      ("range(0, 1, 0.1)", "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"),
      ("range(0.1, 0.35, 0.05)", "0.1 0.15 0.2 0.25 0.3 0.35"),
      ("range(1.0, 2)", "1.0 2.0"), ("range(1, 0.5, -0.25)", "1.0 0.75 0.5"),
      (
        "range(math.maxinteger - 1, math.maxinteger)",
        "9223372036854775806 9223372036854775807"
      ),
      (
        "range(math.mininteger, math.maxinteger, math.maxinteger)",
        "-9223372036854775808 -1 9223372036854775806"
      ),
      ("range(1e-6, 3e-6, 1e-6)", "1e-06 2e-06 3e-06"),
    ])
  func ranges(range: String, values: String) throws {
    let loaded = try loadExperiment(
      """
      local texts = {}
      for i, value in ipairs(\(range)) do texts[i] = tostring(value) end
      return experiment { title = table.concat(texts, " "), scenario = 's.lua', policies = 'a' }
      """)
    #expect(loaded.title == values)
  }

  @Test("make a scenario by a function, each in a sandbox of its own")
  func function() throws {
    let loaded = try loadExperiment(
      """
      local calls = 0
      return experiment {
        policies = { "first-come" }, parameters = { n = { 2, 3 }, share = { 0.5 } },
        scenario = function(p)
          calls = calls + 1
          return scenario { duration = p.n + p.share, title = calls .. math.type(p.n),
            apps = { app { id = "a", script = "x/app.lua", count = p.n } } }
        end,
      }
      """, with: ["x/app.lua": "return {}"])
    for _ in 1...2 {
      let scenarios = try loaded.settings.map { try loaded.scenario(for: $0) }
      #expect(scenarios.map(\.scenario.title) == ["1integer", "1integer"])
      #expect(scenarios.map(\.scenario.duration.seconds) == [2.5, 3.5])
      #expect(scenarios.map(\.appScripts.count) == [2, 3])
      #expect(scenarios.map(\.path) == ["e.lua", "e.lua"])
    }
    try loaded.checkScenarios()
  }

  @Test("declare parameters of their own, which are set from outside")
  func parameters() throws {
    let text = """
      local p = experiment.parameters { runs = { default = 3, help = "how many" } }
      return experiment { scenario = "s.lua", policies = "a", replications = p.runs }
      """
    #expect(try loadExperiment(text).replications == 3)
    let set = try loadExperiment(text, settings: ["runs": "7"])
    #expect(set.replications == 7 && set.parameters.map(\.isSet) == [true])
    #expect(
      experimentProblems(of: text, settings: ["rums": "1"])
        == "--set rums: no such parameter; did you mean \"runs\"?")
    let failing = ScriptTexts(["e.lua": text.replacing("return", with: "error('x') return")])
    let listed = try ExperimentScript.parameters(of: "e.lua", files: failing)
    #expect(listed.map(\.name) == ["runs"] && listed[0].help == "how many")
  }

  @Test("know what was read, once")
  func inputs() throws {
    let loaded = try loadExperiment(experiment("parameters = { minutes = { 1, 2 } }"))
    try loaded.checkScenarios()
    let inputs = loaded.files.inputs
    #expect(inputs.map(\.path) == ["app.lua", "e.lua", "s.lua"])
    #expect(inputs[0].bytes.count == 9)
    #expect(inputs[0].digest == Fingerprint(of: Array("return {}".utf8)))
  }
}
