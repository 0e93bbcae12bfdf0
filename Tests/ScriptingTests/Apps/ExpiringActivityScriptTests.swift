import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Expiring activities in Lua")
struct ExpiringActivityScriptTests {
  private func left(
    _ body: String, on platform: Platform = .newest,
    _ prepare: (inout ScriptRun) -> Void = { _ in }
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun()
    run.scenario.device = DeviceConfiguration(platform)
    run.add("return { didEnterBackground = function()\n\(body)\nend }")
    run.open("app", at: .seconds(1))
    run.close(at: .seconds(10))
    prepare(&run)
    return try run.result()
  }

  private static let upload = """
    local isOver = false
    ProcessInfo.processInfo:performExpiringActivity("upload", function(expired)
      print(expired)
      if expired then isOver = true return end
      for part = 1, 100 do
        if isOver then print("stopped", part) return end
        Task.sleep(1)
      end
    end)
    print("left")
    """

  @Test("the block is called with false, and with true when the time is nearly over")
  func called() throws {
    let outcome = try left(Self.upload)
    #expect(outcome.timedLogs() == ["10 left", "10 false", "35 true", "36 stopped\t27"])
    #expect(outcome.exits() == [])
    #expect(outcome.findings == [])
  }

  @Test("refused it is called with true alone; one that does not return ends the app at its line")
  func refusedAndEndless() throws {
    let refused = try left(Self.upload) { $0.scenario.device.multitasking = false }
    #expect(refused.timedLogs() == ["10 left", "10 true"])
    let endless = try left(
      "ProcessInfo.processInfo:performExpiringActivity('upload', function() Task.sleep(100) end)")
    #expect(endless.exits() == ["backgroundTaskAssertionTimeout"])
    #expect(endless.findings == ["taskNeverEnded app.lua:2"])
  }

  @Test(
    "what cannot be is an error at its line",
    arguments: [
      ("('upload')", "function expected, got no value"), ("()", "string expected, got no value"),
      ("('', print)", "a reason expected, got an empty text"),
      ("('upload', 3)", "function expected, got number"),
    ])
  func bad(arguments: String, message: String) throws {
    let outcome = try left("ProcessInfo.processInfo:performExpiringActivity\(arguments)")
    #expect(outcome.findings == ["uncaughtError app.lua:2"])
    #expect(outcome.messages.first?.contains(message) == true, "\(outcome.messages)")
    let old = try left(Self.upload, on: .iOS7)
    #expect(
      old.messages == ["performExpiringActivity came with iOS 8; this device is iOS 7"])
  }
}
