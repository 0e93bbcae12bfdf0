import Testing

@Suite("An app that is killed during a test")
struct CrashedAppTests {
  private static let apps = [
    "crash.lua": """
    local app = {}
    function app:didBecomeActive() error("boom") end
    return app
    """
  ]

  private func failures(_ body: String) throws -> [String] {
    try TestedFile.failures(
      ofBody: "local phone = t:device() local app = phone:install(\"crash.lua\") \(body)",
      apps: Self.apps)
  }

  private static let message = """
    t.lua:1: the app crash was killed by uncaughtException: crash.lua:2: boom
    the test has not looked at its exits since; if they are meant, expect them: \
    expect(app.exits):toEqual { "uncaughtException" }
    """

  @Test(
    "fails it, though nothing else does, where the test has not looked since",
    arguments: [
      "app:open() phone:advance(5)",
      "expect(app.exits):toEqual {} expect(app):toHaveNoFindings() app:open()",
      "expect(app.state):toEqual(\"notRunning\") app:open() expect(app.log):toEqual {}",
    ])
  func fails(body: String) throws {
    #expect(try failures(body) == [Self.message])
  }

  @Test(
    "and does not where the test looks at its exits, its findings or its state, or has waited for it",
    arguments: [
      "app:open() expect(app.exits):toEqual { \"uncaughtException\" }",
      "app:open() expect(app):toHaveFinding(\"uncaughtError\", 2)",
      "app:open() expect(#phone.findings):toEqual(1)",
      "app:open() expect(app.state):toEqual(\"notRunning\")",
      "app:open() app:tell()",
      "phone:after(1, function() app:open() end) phone:advanceUntil(\"app.exit\")",
      "app:prewarm() app:killForMemory()",
    ])
  func looks(body: String) throws {
    #expect(try failures(body) == [])
  }

  @Test("a case fails alone, with the case")
  func cases() throws {
    let body = """
      t:each({ 1, 2 }, function(case)
        local app = t:device():install("crash.lua")
        if case == 2 then app:open() end
      end)
      """
    let failures = try TestedFile.failures(ofBody: body, apps: Self.apps)
    #expect(failures.count == 1)
    #expect(failures[0].hasPrefix("t.lua:1: with 2, 1 of 2 cases: the app crash was killed by"))
  }

  @Test("apps of a scenario count where the test has to do with them")
  func scenarios() throws {
    let apps = Self.apps.merging([
      "day.lua": """
      return scenario {
        duration = 100, apps = { app { id = "a", script = "crash.lua" } },
        user = usage.schedule { { at = 10, open = "a" } },
      }
      """
    ]) { $1 }
    let body = "local phone = t:scenario(\"day.lua\")"
    #expect(try TestedFile.failures(ofBody: body + " phone:finish()", apps: apps) == [])
    let named = try TestedFile.failures(
      ofBody: body + " phone:app(\"a\") phone:finish()", apps: apps)
    #expect(named.count == 1)
  }
}
