import Testing

@testable import Scripting

@Suite("What a script is meant to be")
struct ScriptKindTests {
  @Test(
    "is told by the function that it calls",
    arguments: [
      ("return scenario { duration = 1 }", ScriptKind.scenario),
      ("local s = scenario({})\nreturn s", .scenario),
      ("return policy {\n}", .policy),
      ("local p = scenario.parameters {}\nreturn scenario { policy = 'nothing' }", .scenario),
      ("-- return scenario { }\nreturn { }", .app),
      ("local text = 'policy { }'\nreturn {}", .app),
      ("local policy = 1\nreturn { scenario = policy }", .app),
      (
        "local function f(p) return scenario { } end return experiment { scenario = f }",
        .experiment
      ),
      ("local p = experiment.parameters {}\nreturn experiment({ })", .experiment),
      ("local app = app { }\nreturn scenario { }", .scenario),
      ("test('x', function(t) local phone = t:scenario('leak.lua') end)", .test),
      ("return { a = t.policy { } }", .app),
      ("", .app), ("return {", .app), ("policy", .app),
    ])
  func kinds(source: String, kind: ScriptKind) {
    #expect(ScriptKind(of: Array(source.utf8)) == kind)
  }
}
