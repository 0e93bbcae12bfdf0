import Device
import Simulation
import Testing

@testable import Scripting

@Suite("A test that explores")
struct ExploredTestTests {
  private static let text = """
    test("no task is left when it is locked", function(t)
      local phone = t:device {}
      local app = phone:install("app.lua")
      phone:never(function() return #app.tasks > 2 end)
      phone:explore(app)
    end)

    test("explores nothing", function(t) end)
    """
  private static let app = """
    local opened = 0
    return {
      didBecomeActive = function(_, application)
        opened = opened + 1
        if opened == 2 then
          for _ = 1, 3 do application:beginBackgroundTask("task") end
        end
      end,
    }
    """

  private func explored(_ text: String = text) throws -> [ExploredTest] {
    try ExploredTest.tests(
      of: TestFile.Request(path: "t.lua"),
      files: ScriptTexts(["t.lua": text, "app.lua": Self.app])
    ) { (_, _) throws(ScriptError) in GrantWhatIsAsked() }
  }

  @Test("is found by its call, at its line")
  func found() throws {
    let tests = try explored()
    #expect(tests.map(\.test.name) == ["no task is left when it is locked"])
    #expect(tests.first?.place == SourceLocation(file: "t.lua", line: 5))
    #expect(tests.first?.failure == nil)
  }

  @Test("fails by the fewest acts, which its file then has in place of the call")
  func find() throws {
    let test = try #require(try explored().first)
    var explorer = test.explorer(seed: 1, strategy: .guided, jobs: 2)
    var found: Explorer.Find?
    while found == nil, explorer.runs < 500 { found = try explorer.next { _ in true } }
    let find = try #require(found)
    #expect(find.story.acts == [.open, .home, .open])
    let source = try #require(test.source(Self.text, playing: find.story))
    let told = try TestedFile(source, apps: ["app.lua": Self.app]).outcomes()
    #expect(told.map { $0.failures.map(\.message) } == [["never: this holds now"], []])
    #expect(told[0].failures[0].location?.line == 4)
  }

  @Test("draws one story of its seed where nothing else is said")
  func seed() throws {
    func traces(_ seed: UInt64) throws -> [TimeSpan] {
      try TestedFile(Self.text, apps: ["app.lua": Self.app], seed: seed).outcomes()
        .map(\.virtualTime)
    }
    #expect(try traces(3) == traces(3))
    #expect(Set(try (1...9).map { try traces($0)[0] }).count > 1)
  }

  @Test("says what is wrong with a call")
  func wrong() throws {
    func message(_ call: String) throws -> String? {
      try TestedFile(
        """
        test("t", function(t)
          local phone = t:device {}
          local app = phone:install("app.lua")
          \(call)
        end)
        """, apps: ["app.lua": Self.app]
      ).outcomes()[0].failures.first?.message
    }
    #expect(
      try message("phone:explore()")
        == "explore: no app of this phone (nil); write phone:explore(app)")
    #expect(
      try message("phone:explore(app, function() end) phone:explore(app)")
        == "explore: the test has explored already; write a test for each")
    #expect(
      try message("t:device{}:explore(app)")?.hasPrefix("explore: no app of this phone") == true)
  }

  @Test("a call that shares its line with something stays as it is")
  func sharedLine() throws {
    let text = """
      test("t", function(t)
        local phone = t:device {}
        local app = phone:install("app.lua")
        phone:explore(app) phone:advance(5)
      end)
      """
    let test = try #require(try explored(text).first)
    #expect(test.source(text, playing: Story([.open])) == nil)
  }
}
