import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Alarms in scripts")
struct AlarmScriptTests {
  private func outcome(
    _ source: String, on platform: Platform = .android15, isAllowed: Bool = true
  ) throws -> ScriptRun.Outcome {
    var run = ScriptRun(app: source)
    run.scenario.device = DeviceConfiguration(platform)
    run.scenario.apps[0].exactAlarms = ExactAlarmPermission(
      isDeclared: true, setting: isAllowed ? .allowed : .denied)
    run.close(at: .seconds(10))
    return try run.result()
  }

  @Test("an app is called for its alarms by their operations, by both clocks")
  func receives() throws {
    let outcome = try outcome(
      """
      return {
        onCreate = function()
          print(AlarmManager:canScheduleExactAlarms())
          AlarmManager:setExact(AlarmManager.RTC_WAKEUP, os.time() + 60, "wall clock")
          AlarmManager:setExact(
            AlarmManager.ELAPSED_REALTIME_WAKEUP, SystemClock.elapsedRealtime() + 30, "elapsed")
          AlarmManager:setExact(AlarmManager.RTC_WAKEUP, os.time() + 90, "cancelled")
          AlarmManager:cancel("cancelled")
        end,
        onReceive = function(_, operation)
          print(operation, SystemClock.elapsedRealtime())
        end,
      }
      """)
    #expect(outcome.logs() == ["true", "elapsed\t31.0", "wall clock\t61.0"])
    #expect(outcome.findings == [])
  }

  @Test("an exact alarm without the permission ends the app that does not ask before")
  func permission() throws {
    let source = """
      return { onCreate = function()
        print(AlarmManager:canScheduleExactAlarms())
        local ok, message = pcall(AlarmManager.setExact, AlarmManager, AlarmManager.RTC_WAKEUP, os.time() + 60, "x")
        print(ok, message:match("SecurityException"))
        AlarmManager:setExact(AlarmManager.RTC_WAKEUP, os.time() + 60, "x")
      end }
      """
    let outcome = try outcome(source, isAllowed: false)
    #expect(outcome.logs() == ["false", "false\tSecurityException"])
    #expect(outcome.run.apps[0].exitsByReason.map(\.reason) == [.uncaughtException])
  }

  @Test("a call with a dot is told how it is written")
  func dot() throws {
    let outcome = try outcome(
      """
      return { onCreate = function()
        print(pcall(AlarmManager.setWindow, AlarmManager.RTC_WAKEUP, os.time(), 60, "x"))
        print(pcall(AlarmManager.cancel, "x"))
      end }
      """)
    #expect(
      outcome.logs() == [
        "false\tAlarmManager:setWindow(type, at, window, operation) is called without its object "
          + "(number); write it so, with a colon",
        "false\tAlarmManager:cancel(operation) is called without its object (string); write it so, "
          + "with a colon",
      ])
  }
}
