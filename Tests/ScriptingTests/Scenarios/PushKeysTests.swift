import Device
import Simulation
import Testing

@testable import Scripting

@Suite("The pushes of a scenario")
struct PushKeysTests {
  private func text(_ pushes: String, device: String = "") -> String {
    """
    return scenario { duration = 3600, startsAt = "08:00", \(device)
      apps = {
        app { id = "chat", script = "app.lua", modes = { "remote-notification" } },
        app { id = "calls", script = "app.lua", modes = { "voip" } } },
      servers = { server { host = "news.example", publishes = { every = 60 } },
        server { host = "mute.example" } },
      pushes = {
        \(pushes)
      } }
    """
  }

  @Test("are read with their moments, rates and servers, and the lines that send them")
  func read() throws {
    let source = text(
      """
      { to = "chat", at = "08:10", userInfo = { room = "work", ids = { 1, 2 }, aged = 0.5,
            from = { name = "Ann", tags = { { n = 1 } } } } },
          { to = "chat", perHour = 3 },
          { to = "chat", follows = "news.example" },
      """)
    let files = ScriptTexts(["s.lua": source, "app.lua": "return {}"])
    let pushes = try ScenarioScript.load("s.lua", files: files).scenario.pushes
    #expect(
      pushes.map(\.timing) == [
        .at(.start + .minutes(10)), .perHour(3), .follows(host: "news.example"),
      ])
    #expect(pushes.map { $0.location?.line } == [8, 10, 11])
    // From wherever the scenario is named.
    for path in ["s.lua", "of/a/folder/s.lua", "/s.lua"] {
      let folder = path.dropLast("s.lua".count)
      let files = ScriptTexts([path: source, "\(folder)app.lua": "return {}"])
      let pushes = try ScenarioScript.load(path, files: files).scenario.pushes
      #expect(pushes.map { $0.location?.file } == ["s.lua", "s.lua", "s.lua"], "\(path)")
    }
    #expect(
      pushes[0].userInfo == [
        PushField("aged", .number(0.5)),
        PushField(
          "from",
          .table([
            PushField("name", .text("Ann")),
            PushField("tags", .list([.table([PushField("n", .integer(1))])])),
          ])), PushField("ids", .list([.integer(1), .integer(2)])),
        PushField("room", .text("work")),
      ])
  }

  @Test("may be calls, which the user answers and ends")
  func calls() throws {
    let source = text(
      """
      { to = "calls", at = "08:10", kind = "voip", answered = 5, ended = 90 },
          { to = "calls", perHour = 1, kind = "voip" },
      """)
    let files = ScriptTexts(["s.lua": source, "app.lua": "return {}"])
    let pushes = try ScenarioScript.load("s.lua", files: files).scenario.pushes
    #expect(
      pushes.map(\.kind) == [
        .voip(CallHandling(answeredAfter: .seconds(5), endedAfter: .seconds(90))),
        .voip(CallHandling()),
      ])
    let found = problems(
      of: """
        return scenario { duration = 60, device = device { os = "iOS 7" },
          apps = { app { id = "a", script = "app.lua" } },
          pushes = { { to = "a", perHour = 1, kind = "voip" } } }
        """)
    #expect(found.contains("PushKit came with iOS 8; this device is iOS 7"))
  }

  @Test(
    "what cannot be is an error at its line",
    arguments: [
      (#"{ to = "chta", perHour = 1 }"#, #"no such app ("chta"); did you mean "chat"?"#),
      (#"{ perHour = 1 }"#, #"missing key ("to")"#),
      (#"{ to = "chat" }"#, "not one rule; give one of at, perHour and follows"),
      (#"{ to = "chat", at = 1, perHour = 1 }"#, "not one rule"),
      (#"{ to = "chat", at = "07:00" }"#, "before the start"),
      (#"{ to = "chat", at = "10:00" }"#, "after the end of the run (10:00:00.000)"),
      (#"{ to = "chat", perHour = 0 }"#, "perHour"),
      (#"{ to = "chat", perHour = -1 }"#, "perHour"),
      (#"{ to = "chat", perHour = "3" }"#, "perHour"),
      (#"{ to = "chat", evry = 3 }"#, #"unknown key ("evry")"#),
      (#"{ to = "chat", perHour = 1, daily = true }"#, "daily or days without at"),
      (#"{ to = "chat", follows = "new.example" }"#, "no server of this host"),
      (#"{ to = "chat", follows = "mute.example" }"#, "the server publishes nothing"),
      (#"{ to = "chat", perHour = 1, userInfo = 3 }"#, "userInfo"),
      (#"{ to = "chat", perHour = 1, userInfo = { aps = 1 } }"#, "the system's own"),
      (#"{ to = "chat", perHour = 1, userInfo = { f = print } }"#, "no plain data"),
      (#"{ to = "chat", perHour = 1, userInfo = { 1, 2 } }"#, "without a name"),
      (#"{ to = "chat", perHour = 1, userInfo = { a = 1 / 0 } }"#, "no plain data"),
      (
        #"{ to = "chat", perHour = 1, userInfo = { text = ("x"):rep(5000) } }"#,
        "too large (5011 bytes as JSON)"
      ),
      (#"{ to = "chat", at = 1, kind = "viop" }"#, "kind"),
      (#"{ to = "chat", at = 1, kind = "voip" }"#, #"has not the mode voip ("chat")"#),
      (#"{ to = "chat", at = 1, answered = 5 }"#, "only a call is"),
      (
        #"{ to = "calls", at = 1, kind = "voip", answered = 5, ended = 5 }"#,
        "not after it is answered (5); give more than 5"
      ),
      (#""chat""#, "not what belongs here"),
    ])
  func bad(entry: String, message: String) {
    let found = problems(of: text(entry))
    #expect(found.hasPrefix("s.lua:8: "), "\(found)")
    #expect(found.contains(message), "\(found)")
  }

  @Test("need a version that has them")
  func version() {
    let found = problems(
      of: """
        return scenario { duration = 60, device = device { os = "iOS 6" },
          apps = { app { id = "a", script = "app.lua" } },
          pushes = { { to = "a", perHour = 1 } } }
        """)
    #expect(found.contains("s.lua:3:"))
    #expect(found.contains("silent push came with iOS 7; this device is iOS 6"))
  }
}
