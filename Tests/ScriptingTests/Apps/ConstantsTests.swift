import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Constants of the bridge")
struct ConstantsTests {
  @Test(
    "cannot be written: that is an error at its line",
    arguments: [
      "UIBackgroundFetchResult.newData = 5", "UIBackgroundFetchResult.other = 5",
      "UIBackgroundTaskIdentifier.invalid = 1", "UIApplication.backgroundFetchIntervalNever = 0",
      "UIApplication.shared = nil", "setmetatable(UIApplication, nil)",
    ])
  func written(statement: String) throws {
    var run = ScriptRun(.minutes(1))
    run.add("\n\(statement)\nreturn {}", name: "bad", modes: .resident)
    let outcome = try run.result()
    #expect(outcome.exits(of: "bad") == ["uncaughtException"])
    let finding = try #require(outcome.run.findings.first)
    #expect(finding.location == SourceLocation(file: "bad.lua", line: 2))
    if statement.hasPrefix("UI") { #expect(finding.message.contains("cannot be set")) }
  }

  @Test("are there for who walks through them")
  func walked() throws {
    var run = ScriptRun(.minutes(1))
    run.add(
      """
      for name, value in pairs(UIBackgroundFetchResult) do print(name, value) end
      return {}
      """, name: "a", modes: .resident)
    #expect(try run.result().logs(of: "a") == ["failed\t2", "newData\t0", "noData\t1"])
  }
}
