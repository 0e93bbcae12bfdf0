import Testing

@testable import Scripting

@Suite("The phone of a scenario in a test")
struct ScenarioPhoneTests {
  private static let day = """
    local p = scenario.parameters { at = { default = "10:10" } }
    return scenario {
      duration = hours(2), startsAt = "10:00",
      apps = { app { id = "leaky", script = "leaky.lua" }, app { id = "saver", script = "saver.lua" } },
      servers = { server { host = "a.example" } },
      user = usage.schedule { { at = p.at, open = "leaky", lasting = 10 } },
      never = function(phone) return phone.foreground == "saver" end,
      expect = function(result) expect(result:app("leaky"):figure("opens")):toBeAtMost(1) end,
    }
    """

  /// The failures of one test, each as `file:line: message`.
  private func failures(_ body: String) throws -> [String] {
    let file = try TestedFile(
      "test(\"t\", function(t)\n\(body)\nend)", apps: ["day.lua": Self.day])
    return file.outcomes().flatMap(\.failures).map {
      "\($0.location.map { "\($0): " } ?? "")\($0.message)"
    }
  }

  @Test("its user, apps and servers do what the scenario says")
  func lives() throws {
    #expect(
      try failures(
        """
        local phone = t:scenario("day.lua")
        local leaky = phone:app("leaky")
        expect(phone.servers[1].host):toEqual("a.example")
        phone:advance(minutes(10) + 5)
        expect(leaky.state):toEqual("active")
        phone:advance(minutes(5))
        expect(leaky.exits):toEqual { "backgroundTaskAssertionTimeout" }
        phone:finish()
        expect(phone.now):toEqual(hours(2))
        """) == [])
  }

  @Test("seed, policy, apps and parameters can be others")
  func options() throws {
    #expect(
      try failures(
        """
        local phone = t:scenario("day.lua", {
          seed = 3, policy = "fair-share", only = { "leaky" }, set = { at = "10:30" },
        })
        phone:advance(minutes(20))
        expect(phone:app("leaky").state):toEqual("notRunning")
        phone:advance(minutes(10) + 5)
        expect(phone.foreground):toEqual("leaky")
        """) == [])
  }

  @Test("what the scenario does not allow fails at the scenario's line")
  func judged() throws {
    #expect(
      try failures(
        """
        local phone = t:scenario("day.lua")
        phone:after(minutes(30), function() phone:app("saver"):open() end)
        phone:finish()
        """) == ["day.lua:7: never: this holds"])
    let twice = try failures(
      """
      local phone = t:scenario("day.lua")
      phone:after(minutes(30), function() phone:app("leaky"):open() end)
      phone:finish()
      """)
    #expect(twice.count == 1 && twice[0].hasPrefix("day.lua:8: expected at most 1"), "\(twice)")
  }

  @Test(
    "mistakes are told",
    arguments: [
      ("t:scenario(\"none.lua\")", "scenario: none.lua: no such file"),
      ("t:scenario(\"day.lua\", { sed = 1 })", "unknown key (\"sed\")"),
      ("t:scenario(\"day.lua\", { only = { \"leak\" } })", "no such app (\"leak\")"),
      ("t:scenario(\"day.lua\", { policy = \"fairshare\" })", "fair-share"),
      ("t:scenario(\"day.lua\"):app(\"savr\")", "phone:app: no such app (\"savr\"); did you mean"),
      ("t:scenario(\"day.lua\"):install(\"saver.lua\")", "the phone is in use already"),
      ("t:scenario(\"day.lua\"):advance(hours(3))", "the phone's time is over"),
    ])
  func mistakes(body: String, message: String) throws {
    let failures = try failures(body)
    #expect(failures.count == 1 && failures[0].contains(message), "\(failures)")
  }
}
