import Device
import Testing

@testable import Scripting

@Suite("What a version of the system lacks")
struct FeatureTests {
  @Test("to call it is an error at the line, and its name is there all the same")
  func call() throws {
    let source = """
      return { didFinishLaunching = function(self, application)
        print(application.setMinimumBackgroundFetchInterval ~= nil)
        application:setMinimumBackgroundFetchInterval(0)
      end }
      """
    var run = ScriptRun(app: source)
    run.scenario.device = DeviceConfiguration(.iOS6)
    let outcome = try run.result()
    #expect(outcome.logs() == ["true"])
    #expect(outcome.findings == ["uncaughtError app.lua:3"])
    #expect(outcome.messages == ["background fetch came with iOS 7; this device is iOS 6"])
    run.scenario.device = DeviceConfiguration(.iOS7)
    #expect(try run.result().findings == [])
  }

  @Test("to declare it is an error of the scenario")
  func declare() {
    let text = """
      return scenario { duration = 60, device = device { os = "iOS 6" },
        apps = { app { id = "a", script = "app.lua",
          modes = { "fetch" } } } }
      """
    #expect(
      problems(of: text) == """
        s.lua:3: app "a".modes: "fetch": background fetch came with iOS 7; this device is iOS 6; \
        leave it out, or set the device's os
        """)
  }
}
