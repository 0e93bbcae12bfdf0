import Device
import Simulation
import Testing

@testable import Scripting

@Suite("What is made and never started")
struct MadeNotStartedTests {
  private func findings(_ call: String, android: Bool) throws -> [String] {
    let method = android ? "onStart" : "didBecomeActive"
    var run = ScriptRun(
      app: """
        return { \(method) = function()
          \(call)
        end, onStartJob = function() return false end,
          doWork = function() return Result.success() end }
        """)
    if android { run.scenario.device = DeviceConfiguration(.android15) }
    run.scenario.servers = [ServerConfiguration(host: "a.example")]
    return try run.result().findings.filter { $0.hasPrefix("madeNotStarted") }
  }

  private static let iOS = [
    "URLSession.shared:dataTask(\"https://a.example/\", function() end)",
    "URLSession.background(\"s\"):downloadTask(\"https://a.example/\")",
    "URLSession.background(\"s\"):uploadTask(\"https://a.example/\", { file = \"f\", bytes = 9 })",
  ]

  @Test("a task of a session without resume is told at the end, at its line", arguments: iOS)
  func tasks(call: String) throws {
    #expect(try findings(call, android: false) == ["madeNotStarted app.lua:2"])
    #expect(try findings(call + ":resume()", android: false) == [])
    #expect(try findings(call + ":cancel()", android: false) == [])
  }

  @Test(
    "on Android calls, chains, jobs and edits",
    arguments: [
      ("OkHttpClient():newCall(\"https://a.example/\")", ":enqueue(function() end)"),
      ("WorkManager:beginWith(OneTimeWorkRequest { worker = \"w\" })", ":enqueue()"),
      ("SharedPreferences:edit():putInt(\"n\", 1)", ":apply()"),
      ("SharedPreferences:edit():remove(\"n\")", ":commit()"),
    ])
  func android(call: String, start: String) throws {
    #expect(try findings(call, android: true) == ["madeNotStarted app.lua:2"])
    #expect(try findings(call + start, android: true) == [])
  }

  @Test("a JobInfo is started where one of its number is scheduled, also a line of several")
  func jobs() throws {
    #expect(
      try findings("local job = JobInfo { id = 1 }", android: true) == ["madeNotStarted app.lua:2"])
    #expect(try findings("JobScheduler:schedule(JobInfo { id = 1 })", android: true) == [])
    #expect(
      try findings(
        "for i = 1, 2 do local j = JobInfo { id = i } if i == 1 then JobScheduler:schedule(j) end end",
        android: true) == [])
  }

  @Test("an editor that puts nothing is none")
  func editor() throws {
    #expect(try findings("SharedPreferences:edit()", android: true) == [])
  }

  @Test("check tells of it too")
  func check() throws {
    let files = ScriptTexts([
      "app.lua": """
      local app = {}
      function app:didBecomeActive()
        URLSession.shared:dataTask("https://a.example/", function() end)
      end
      return app
      """
    ])
    let sights = try DryRun(app: "app.lua", files: files).sights()
    #expect(sights.count == 1)
    guard case .finding(.madeNotStarted, let place, _) = sights.first?.what else {
      Issue.record("another sight")
      return
    }
    #expect(place == SourceLocation(file: "app.lua", line: 3))
  }
}
