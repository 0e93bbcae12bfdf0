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
      "DispatchQueue.main = nil", "DispatchQueue.global = nil", "URLSession.shared = {}",
      "UserDefaults.standard = 5", "UIDevice.current = nil", "ProcessInfo.processInfo = nil",
    ])
  func written(statement: String) throws {
    var run = ScriptRun(.minutes(1))
    run.add("\n\(statement)\nreturn {}", name: "bad", modes: .resident)
    let outcome = try run.result()
    #expect(outcome.exits(of: "bad") == ["uncaughtException"])
    let finding = try #require(outcome.run.findings.first)
    #expect(finding.location == SourceLocation(file: "bad.lua", line: 2))
    if !statement.hasPrefix("set") { #expect(finding.message.contains("cannot be set")) }
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

  @Test("who walks through them gets hold of nothing that can be written")
  func walkedAndWritten() throws {
    var run = ScriptRun(.minutes(1))
    run.add(
      """
      local _, values = pairs(DispatchQueue)
      print((pcall(function() values.main = nil end)), DispatchQueue.main ~= nil)
      return {}
      """, name: "a", modes: .resident)
    #expect(try run.result().logs(of: "a") == ["false\ttrue"])
  }

  @Test("each object that the bridge gives by a name is one of them")
  func objects() throws {
    var run = ScriptRun(.minutes(1))
    run.add(
      """
      for name, values in pairs(_G) do
        if type(values) == "table" and name ~= "io" then
          for key, value in pairs(values) do
            if type(value) == "userdata" then
              print(name .. "." .. key, (pcall(function() values[key] = nil end)))
            end
          end
        end
      end
      return {}
      """, name: "a", modes: .resident)
    let names = [
      "BGTaskScheduler.shared", "DispatchQueue.main", "FileManager.default",
      "ProcessInfo.processInfo", "UIApplication.shared", "UIDevice.current",
      "URLSession.shared", "UserDefaults.standard", "WidgetCenter.shared",
    ]
    #expect(try run.result().logs(of: "a") == names.map { "\($0)\tfalse" })
  }
}
