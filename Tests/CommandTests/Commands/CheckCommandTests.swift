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
        none.lua: no such script (none.lua); name a .lua file that is there
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

  @Test("runs no app")
  func runsNothing() throws {
    let place = try Workplace()
    try place.write("while true do end\n", to: "loop.lua")
    #expect(try place.run("check", "loop.lua").output == "loop.lua: app, no errors\n")
  }
}
