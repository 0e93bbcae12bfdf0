import Testing

@testable import dormouse

@Suite("Comments that allow findings, in every command that judges findings")
struct AllowanceCommandTests {
  private static let leaky = """
    local app = {}
    function app:didEnterBackground(application)
      application:beginBackgroundTask("leak")MARK
    end
    return app

    """
  private static let allowed = " -- dormouse: allow taskNeverEnded because it shows one"
  private static let bare = " -- dormouse: allow taskNeverEnded"
  private static let unused = " -- dormouse: allow taskNeverEnded, hang because it shows one"

  /// A scenario, a test and an app that requires a module, each with the mark in the app's line or
  /// in the module's.
  private func place(app: String = "", module: String = "") throws -> Workplace {
    let place = try Workplace()
    try place.write(
      "require 'extra'\n" + Self.leaky.replacing("MARK", with: app), to: "a.lua")
    try place.write("local extra = {}\(module)\nreturn extra\n", to: "extra.lua")
    try place.write(
      """
      return scenario { duration = 120, apps = { app { id = "a", script = "a.lua" } },
        user = usage.schedule { { at = 5, open = "a", lasting = 10 } } }
      """, to: "s.lua")
    try place.write(
      """
      test("it leaks", function(t)
        local phone = t:device {}
        local app = phone:install("a.lua")
        app:open()
        app:home()
        phone:advance(60)
        expect(app):toHaveNoFindings()
      end)
      """, to: "a-test.lua")
    return place
  }

  private static let calls = [
    ["check", "a.lua"], ["check", "s.lua"], ["run", "s.lua", "--fail-on", "faults", "--quiet"],
    ["test", "a-test.lua"],
  ]

  @Test("heed one in an app's script", arguments: calls)
  func heeded(call: [String]) throws {
    #expect(try place().run(call).status == 1)
    let run = try place(app: Self.allowed).run(call)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }

  @Test("tell a wrong one at its line, in the app's script and in a module", arguments: calls)
  func wrong(call: [String]) throws {
    let form = "write -- dormouse: allow RULE because REASON"
    for (place, line) in [
      (try place(app: Self.bare), "a.lua:4"), (try place(module: Self.bare), "extra.lua:1"),
    ] {
      let run = try place.run(call)
      let told = call[0] == "test" ? run.output : run.errors
      #expect(told.contains("\(line): allow taskNeverEnded without a reason; \(form)\n"))
      #expect(run.status == (call[0] == "test" ? 1 : 65))
    }
  }

  @Test("tell of one that has allowed nothing at its line", arguments: calls)
  func unusedOnes(call: [String]) throws {
    let words = ": hang is allowed here, and was not found; remove the comment\n"
    for (place, line) in [
      (try place(app: Self.unused), "a.lua:4"),
      (try place(app: Self.allowed, module: " -- dormouse: allow hang because x"), "extra.lua:1"),
    ] {
      let run = try place.run(call)
      #expect((run.output + run.errors).contains(line + words))
      #expect(run.status == 0)
    }
    // A part of the whole says nothing of the rest.
    let place = try place(app: Self.unused)
    #expect(
      try place.run("run", "s.lua", "--fail-on", "faults", "--quiet", "--until", "60").errors
        .isEmpty)
    #expect(try place.run("test", "a-test.lua", "--filter", "leaks").errors.isEmpty)
  }
}
