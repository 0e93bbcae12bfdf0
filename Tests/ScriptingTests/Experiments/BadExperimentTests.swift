import Device
import Testing

@testable import Scripting

@Suite("Bad experiments")
struct BadExperimentTests {
  @Test(
    "say what is wrong with their keys",
    arguments: [
      ("polices = { }", "experiment: unknown key (\"polices\"); did you mean \"policies\"?"),
      ("5", "experiment: a value without a name (5); write name = value"),
      (
        "replications = 0",
        "experiment.replications: out of range (0); give a whole number, 1 to 1000000"
      ),
      (
        "replications = -3",
        "experiment.replications: out of range (-3); give a whole number, 1 to 1000000"
      ),
      (
        "replications = 2.5",
        "experiment.replications: not a whole number (2.5); give a whole number, 1 to 1000000"
      ),
      (
        "replications = '30'",
        "experiment.replications: not a whole number (\"30\"); give a whole number, 1 to 1000000"
      ),
      (
        "seed = -1",
        "experiment.seed: out of range (-1); give a whole number, 0 to 9223372036854775807"
      ),
      (
        "warmUp = -1",
        "experiment.warmUp: out of range (-1); give seconds, 0 or more, at most 100 years"
      ),
      (
        "warmUp = 600.5",
        "experiment.warmUp: not below the duration (600.5); give less than 600.5"
      ),
      (
        "baseline = 'first-cone'",
        "experiment.baseline: none of the policies (\"first-cone\"); did you mean \"first-come\"?"
      ),
      (
        "baseline = 'zzz'",
        "experiment.baseline: none of the policies (\"zzz\"); policies are \"first-come\", "
          + "\"nothing\""
      ),
      ("baseline = 1", "experiment.baseline: not a string (1); write it in quotes"),
      ("metrics = 5", "experiment.metrics: not a list (5); give { ... } with metrics"),
      ("metrics = { }", "experiment.metrics: empty (no metrics); give at least one"),
      ("metrics = { 'a', 5 }", "experiment.metrics[2]: not a string (5); write it in quotes"),
      (
        "metrics = { 'a', 'a' }",
        "experiment.metrics[2]: there already (\"a\"); name each metric once"
      ),
      (
        "blocks = 'user'",
        "experiment.blocks: no such parameter (\"user\"); there is none"
      ),
      (
        "blocks = { 'usr' }, parameters = { user = 'a' }",
        "experiment.blocks[1]: no such parameter (\"usr\"); did you mean \"user\"?"
      ),
      (
        "parameters = { user = { 1, 2 } }, blocks = { \"user\", \"user\" }",
        "experiment.blocks[2]: there already (\"user\"); name each parameter once"
      ),
      (
        "precision = 0.02",
        "experiment.precision: not what belongs here (0.02); give precision { ... }"
      ),
      (
        "precision = { halfWidth = 1 }",
        "experiment.precision: missing key (\"metric\"); give string: a metric's name"
      ),
      (
        "precision = { metric = 'a', halfWidth = 0 }",
        "experiment.precision.halfWidth: out of range (0); give a number, above 0, at most 1e+300"
      ),
      (
        "precision = { metric = 'a', halfWidth = 1, maximum = 29 }",
        "experiment.precision.maximum: below the replications (29); give at least 30"
      ),
      ("expect = true", "experiment.expect: not a function (true); write function(...) ... end"),
      ("where = 'x'", "experiment.where: not a function (\"x\"); write function(...) ... end"),
    ])
  func keys(keys: String, message: String) {
    #expect(experimentProblems(of: experiment(keys)) == "e.lua:2: \(message)")
  }

  @Test(
    "say what is wrong with their grid",
    arguments: [
      (
        "parameters = 5",
        "experiment.parameters: not what belongs here (5); give parameters { ... }"
      ),
      (
        "parameters = { 5 }",
        "experiment.parameters: a parameter without a name (5); write name = value"
      ),
      (
        "parameters = { minutes = {} }",
        "experiment.parameters.minutes: empty (no values); give at least one"
      ),
      (
        "parameters = { minutes = { 1, 2, 1.0 } }",
        "experiment.parameters.minutes[3]: given twice (1); give each value once"
      ),
      (
        "parameters = { minutes = { 5, { 6 } } }",
        "experiment.parameters.minutes[2]: no plain value (a table); "
          + "give a boolean, number or string"
      ),
      (
        "parameters = { minutes = { 0/0 } }",
        "experiment.parameters.minutes[1]: no plain value (nan); give a boolean, number or string"
      ),
      (
        "parameters = { minutes = print }",
        "experiment.parameters.minutes: no plain value (a function); "
          + "give a boolean, number or string"
      ),
      (
        "parameters = { minutes = { low = 5 } }",
        "experiment.parameters.minutes: not a list (a table); give { ... } with values"
      ),
      (
        "parameters = { minuts = { 5, 6 } }",
        "experiment.parameters.minuts: no such parameter; did you mean \"minutes\"?"
      ),
      (
        "parameters = { minutes = { 5, 61 } }",
        "experiment.parameters.minutes: not possible (\"61\"); give a number, 0 to 60"
      ),
      (
        "parameters = { minutes = { 5, 61, 62, 63 }, deep = { true, false } }",
        "experiment.parameters.minutes: not possible (\"61\" and 2 other values); "
          + "give a number, 0 to 60"
      ),
      (
        "parameters = { deep = { 5 } }",
        "experiment.parameters.deep: not possible (\"5\"); give true or false"
      ),
      (
        "parameters = { a = range(1, 1000), b = range(1, 1000), c = range(1, 1000) }",
        "experiment.parameters: too many settings (1000000000); vary less, at most 100000"
      ),
      (
        "where = function() end, parameters = { minutes = { 5, 6 } }",
        "experiment.where: leaves nothing (of 2 settings); let at least one pass"
      ),
      (
        "parameters = { minutes = { 5, 6 } }, where = function(p) return p.minute.x end",
        "experiment.where: no such parameter (\"minute\"); did you mean \"minutes\"? "
          + "(with minutes = 5)"
      ),
      (
        "parameters = { minutes = { 5, 6 } }, where = function(p) while p.minutes > 5 do end end",
        "experiment.where: the script goes on for too long (over 50000000 instructions); "
          + "look for a loop without end (with minutes = 6)"
      ),
      (
        "parameters = { minutes = range(5) }",
        "bad argument #2 to 'range' (number expected, got no value)"
      ),
      (
        "parameters = { minutes = range(5, 1) }",
        "range: empty (5 to 1 by 1); turn the step around"
      ),
      (
        "parameters = { minutes = range(5, 1, 0) }",
        "range: no steps lead there (5 to 1 by 0); give finite numbers and a step that is not 0"
      ),
      (
        "parameters = { minutes = range(0, math.huge) }",
        "range: no steps lead there (0 to inf by 1); give finite numbers and a step that is not 0"
      ),
      (
        "parameters = { minutes = range(0, 1, 1e-9) }",
        "range: too long (1000000001 numbers); give a larger step, at most 100000 numbers"
      ),
      (
        "parameters = { minutes = range(0, 1e9) }",
        "range: too long (1000000001 numbers); give a larger step, at most 100000 numbers"
      ),
      (
        "parameters = { minutes = range(1, 2, math.mininteger) }",
        "range: empty (1 to 2 by -9223372036854775808); turn the step around"
      ),
      (
        "parameters = { minutes = range(math.mininteger, math.maxinteger) }",
        "range: too long (1.8446744073709552e+19 numbers); give a larger step, at most 100000 numbers"
      ),
    ])
  func grid(keys: String, message: String) {
    #expect(experimentProblems(of: experiment(keys)) == "e.lua:2: \(message)")
  }

  @Test("give a key twice, of which Lua would lose the first")
  func keysGivenTwice() {
    #expect(
      experimentProblems(of: experiment("parameters = { minutes = { 1, 2 },\nminutes = 3 }"))
        == "e.lua:3: minutes is given twice, and the first is lost; leave one out")
  }

  @Test("name the scenarios that fail by their settings")
  func settings() {
    let text = """
      return experiment { policies = "a", parameters = { n = { 0, 1, 2, 3 } },
        scenario = function(p)
          return scenario {
            duration = p.n,
            apps = { app { id = p.n == 3 and "" or "a", script = "none.lua" } } }
        end }
      """
    #expect(
      experimentProblems(of: text)
        == """
        e.lua:4: scenario.duration: out of range (0); give seconds, above 0, at most 100 years \
        (with n = 0)
        e.lua:5: app "a".script: no such file ("none.lua"); name a .lua file, relative to the \
        scenario (with n = 0)
        """)
    let lazy = text.replacing("{ 0, 1, 2, 3 }", with: "{ 5, 3, 0, 0.5 }")
      .replacing("none.lua", with: "app.lua")
    #expect(
      experimentProblems(of: lazy)
        == """
        e.lua:4: scenario.duration: out of range (0); give seconds, above 0, at most 100 years \
        (with n = 0)
        e.lua:5: app "".id: empty (""); give a text (with n = 3)
        """)
    let several = """
      return experiment { policies = "a", parameters = { n = { 5, 0, 1, -1 } },
        scenario = function(p)
          return scenario { duration = 1,
            title = p.n > 0 and "x" or "",
            apps = { app { id = "a", script = "app.lua" } } }
        end }
      """
    #expect(
      experimentProblems(of: several)
        == "e.lua:4: scenario.title: empty (\"\"); give a text (with n = 0 and 1 other setting)")
  }

  @Test(
    "say what is wrong with their scenario",
    arguments: [
      ("5", "no scenario (5); give a file or function(p) return scenario { ... } end"),
      ("''", "empty (\"\"); give a text"),
      ("'none.lua'", "no such file (\"none.lua\"); name a .lua file, relative to the experiment"),
      (
        "function() end",
        "the function returns no scenario (nil); end it with return scenario { ... }"
      ),
      (
        "function() return { duration = 5 } end",
        "the function returns no scenario (a table); end it with return scenario { ... }"
      ),
      ("function(p) error('no') end", "no"),
      ("function(p) return p.x.y end", "attempt to index a nil value (field 'x')"),
      (
        "function(p) while true do end end",
        "the script goes on for too long (over 50000000 instructions); "
          + "look for a loop without end"
      ),
      (
        "function(p) return scenario.parameters { } end",
        "scenario.parameters: not in an experiment; it declares experiment.parameters, and gives "
          + "its scenario function a table of the grid's"
      ),
    ])
  func scenario(value: String, message: String) {
    let text = "return experiment { policies = 'a',\nscenario = \(value) }"
    #expect(experimentProblems(of: text) == "e.lua:2: experiment.scenario: \(message)")
  }

  @Test(
    "say what is wrong with their policies",
    arguments: [
      ("5", ": not a list (5); give { ... } with policies"),
      ("{ }", ": empty (no policies); give at least one"),
      ("{ 'a', true }", "[2]: not a string (true); write it in quotes"),
      (
        "{ 'a', 'b', 'a' }", "[3]: there already (\"a\"); name each policy once, or give it a label"
      ),
      (
        "{ 'own.lua', './own.lua' }",
        "[2]: there already (\"./own.lua\"); name each policy once, or give it a label"
      ),
      (
        "{ 'a', { label = 'a', policy = 'b' } }",
        "[2]: there already (\"a\"); give it another label"
      ),
      (
        "{ { label = 'a' } }",
        "[1]: missing key (\"policy\"); give string: "
          + "a name or .lua file, with or without {key=value}"
      ),
      (
        "{ 'a', 'none.lua' }",
        "[2]: no such file (\"none.lua\"); give a policy's name or .lua file"
      ),
    ])
  func policies(value: String, message: String) {
    let text = "return experiment { scenario = 's.lua',\npolicies = \(value) }"
    #expect(experimentProblems(of: text) == "e.lua:2: experiment.policies\(message)")
  }

  @Test("report all that is wrong at once, each with its line")
  func all() {
    #expect(
      experimentProblems(
        of: """
          return experiment {
            scenari = "s.lua",
            policies = { "ace", "ace" },
            parameters = {
              minutes = { },
            },
            baseline = "axe", replications = 0,
            metrics = { 1 },
          }
          """)
          == """
          e.lua:1: experiment: missing key ("scenario"); give string or function: the scenario's \
          file, or function(p) ... return scenario { ... } end
          e.lua:2: experiment: unknown key ("scenari"); did you mean "scenario"?
          e.lua:3: experiment.policies[2]: there already ("ace"); name each policy once, or give \
          it a label
          e.lua:5: experiment.parameters.minutes: empty (no values); give at least one
          e.lua:7: experiment.replications: out of range (0); give a whole number, 1 to 1000000
          e.lua:7: experiment.baseline: none of the policies ("axe"); did you mean "ace"?
          e.lua:8: experiment.metrics[1]: not a string (1); write it in quotes
          """)
  }

  @Test(
    "say how the script failed, or what it is instead",
    arguments: [
      (
        "return 1",
        "e.lua: the script returns no experiment (1); end it with return experiment { ... }"
      ),
      (
        "return {}",
        "e.lua: the script returns no experiment (a table); end it with return experiment { ... }"
      ),
      (
        "return scenario { duration = 1 }",
        "e.lua: it is a scenario, no experiment; run it with dormouse run e.lua"
      ),
      (
        "local p = scenario.parameters { }\nreturn scenario { }",
        "e.lua: it is a scenario, no experiment; run it with dormouse run e.lua"
      ),
      (
        "return policy { }",
        "e.lua: it is a policy, no experiment; run a scenario with --policy e.lua"
      ),
      ("x = = 2", "e.lua:1: unexpected symbol near '='"),
      ("\nerror('no')", "e.lua:2: no"),
      ("experiment(5)", "e.lua:1: experiment: not a table (5); write experiment { ... }"),
      (
        "while true do end",
        "e.lua:1: the script goes on for too long (over 50000000 instructions); "
          + "look for a loop without end"
      ),
      (
        "local s = 'x' while true do s = s .. s end",
        "e.lua:1: the script takes too much memory (over 256 MB); make less"
      ),
      (
        "local t = {} t.t = t return experiment {\nparameters = { a = t } }",
        "e.lua:2: experiment.parameters.a.t: a table holds itself; write it out"
      ),
    ])
  func failing(text: String, message: String) {
    #expect(experimentProblems(of: text) == message)
  }

  @Test("say that there is no such file")
  func missing() {
    #expect(
      throws: ScriptError(
        at: SourceLocation(file: "x.lua", line: 0),
        "no such file; name an experiment, a .lua file that is there")
    ) {
      try ExperimentScript.load("x.lua", files: ScriptTexts([:]))
    }
  }
}
