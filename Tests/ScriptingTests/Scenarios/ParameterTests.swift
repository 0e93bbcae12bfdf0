import Lua
import Testing

@testable import Scripting

@Suite("Parameters of scenarios")
struct ParameterTests {
  private let text = """
    local p = scenario.parameters {
      minutes = { default = 10, min = 0, max = 60, help = "how long" },
      share = { default = 0.5 },
      deep = { default = false },
      name = { default = "x", choices = { "x", "y" } },
    }
    return scenario { title = p.name .. tostring(p.deep), duration = minutes(p.minutes) * p.share,
      apps = { app { id = "a", script = "app.lua" } } }
    """

  @Test("have their defaults, and are listed")
  func defaults() throws {
    let loaded = try load(text)
    #expect(loaded.scenario.title == "xfalse" && loaded.scenario.duration == .minutes(5))
    #expect(loaded.parameters.map(\.name) == ["deep", "minutes", "name", "share"])
    #expect(loaded.parameters.map(\.help) == ["", "how long", "", ""])
    #expect(
      loaded.parameters.map(\.standard) == [
        .boolean(false), .integer(10), .text("x"), .number(0.5),
      ])
    #expect(
      loaded.parameters.map(\.domain) == [
        "true or false", "a number, 0 to 60", "one of x, y", "a number",
      ])
    #expect(
      loaded.parameters.map { ScenarioParameter.text($0.value) } == ["false", "10", "x", "0.5"])
    #expect(loaded.parameters.map(\.isSet) == [false, false, false, false])
  }

  @Test("take settings as values of their kind")
  func settings() throws {
    let loaded = try load(
      text, settings: ["minutes": "2.5", "share": "2", "deep": "true", "name": "y"])
    #expect(loaded.scenario.title == "ytrue" && loaded.scenario.duration == .minutes(5))
    #expect(loaded.parameters.map(\.isSet) == [true, true, true, true])
    #expect(
      loaded.parameters.map(\.value) == [.boolean(true), .number(2.5), .text("y"), .integer(2)])
  }

  @Test(
    "refuse settings that make no sense",
    arguments: [
      (
        "minuts", "1",
        "--set minuts: no such parameter; did you mean \"minutes\"?"
      ),
      (
        "wholly-other", "1",
        "--set wholly-other: no such parameter; "
          + "parameters are \"deep\", \"minutes\", \"name\", \"share\""
      ),
      ("minutes", "ten", "--set minutes: not possible (\"ten\"); give a number, 0 to 60"),
      ("minutes", "", "--set minutes: not possible (\"\"); give a number, 0 to 60"),
      ("minutes", "61", "--set minutes: not possible (\"61\"); give a number, 0 to 60"),
      ("minutes", "-0.1", "--set minutes: not possible (\"-0.1\"); give a number, 0 to 60"),
      ("minutes", "nan", "--set minutes: not possible (\"nan\"); give a number, 0 to 60"),
      ("share", "inf", "--set share: not possible (\"inf\"); give a number"),
      ("deep", "yes", "--set deep: not possible (\"yes\"); give true or false"),
      ("name", "z", "--set name: not possible (\"z\"); give one of x, y"),
    ])
  func bad(name: String, value: String, message: String) {
    #expect(problems(of: text, settings: [name: value]) == message)
  }

  @Test("are refused where a scenario has none")
  func none() {
    let text = "return scenario { duration = 1, apps = { app { id = 'a', script = 'app.lua' } } }"
    #expect(
      problems(of: text, settings: ["a": "1"])
        == "--set a: no such parameter; there is none")
  }

  @Test(
    "are declared right or not at all",
    arguments: [
      ("x = 5", "parameter x: not what belongs here (5); give x { ... }"),
      (
        "x = { }",
        "parameter x: missing key (\"default\"); give boolean, number or string: its value unless "
          + "set; settings are of its kind"
      ),
      (
        "x = { default = {} }",
        "parameter x.default: no plain value (a table); give a boolean, number or string"
      ),
      (
        "x = { default = 1, defualt = 2 }",
        "parameter x: unknown key (\"defualt\"); did you mean \"default\"?"
      ),
      ("x = { default = 1, min = 2 }", "parameter x.default: below min (1); give at least 2"),
      ("x = { default = 1, max = 0 }", "parameter x.default: above max (1); give at most 0"),
      (
        "x = { default = 'a', choices = { 'b' } }",
        "parameter x.default: none of the choices (\"a\"); give one of \"b\""
      ),
      ("{}", "parameters: a parameter without a name (a table); write name = value"),
    ])
  func declarations(text: String, message: String) {
    #expect(problems(of: "local p = scenario.parameters {\n\(text) }") == "s.lua:2: \(message)")
  }

  @Test("are listed even when the scenario cannot go on without a setting")
  func listing() throws {
    let parameters = try ScenarioScript.parameters(
      of: "scripts/scenarios/recorded.lua", files: RepositoryFiles())
    #expect(parameters.map(\.name) == ["apps", "battery", "file", "format", "lowPowerAt", "user"])
    #expect(
      problems(
        of: "scenario.parameters { file = { default = '' } } error('needs a file', 0)",
        settings: ["fiel": "x"])
        == "--set fiel: no such parameter; did you mean \"file\"?\ns.lua:1: needs a file")
  }
}
