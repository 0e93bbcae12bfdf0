import Device
import Simulation
import Testing

@testable import Scripting

@Suite("Scenarios with a recorded battery")
struct BatteryRecordingScenarioTests {
  /// From 06:00 on.
  private let recording = "21600,90,3\n25200,20,3\n28800,21,2\n36000,85,5\n"

  private func scenario(_ keys: String, _ battery: String = "") throws -> Scenario {
    try load(text(keys, battery), with: ["rec/b.csv": recording]).scenario
  }

  private func text(_ keys: String, _ battery: String) -> String {
    """
    local battery = usage.battery { file = "rec/b.csv", format = "aware-battery", \(battery) }
    return scenario { duration = battery.span + 1, startsAt = battery.startsAt,
      apps = { app { id = "a", script = "app.lua" } }, power = battery, \(keys) }
    """
  }

  @Test("have its level and charger, from where it begins")
  func good() throws {
    let whole = try scenario("")
    #expect(whole.startsAt == .hours(6) && whole.duration == .hours(4) + .seconds(1))
    #expect(whole.power.map(\.at.seconds) == [0, 3_600, 7_200, 14_400])
    #expect(whole.power.map(\.level) == [0.9, 0.2, 0.21, 0.85])
    #expect(whole.power.map(\.charging) == [false, false, true, true])
    #expect(whole.power.allSatisfy { $0.lowPowerMode == nil })
    let part = try scenario("", "begins = 26000")
    #expect(part.power.map(\.at.seconds) == [0, 2_800, 10_000])
  }

  @Test("have Low Power Mode as the user has it, and a simulated battery the charger alone")
  func lowPower() throws {
    let low = try scenario("lowPowerAt = 0.2")
    #expect(low.power.map(\.lowPowerMode) == [false, true, true, false])
    let simulated = try scenario("lowPowerAt = 0.2, battery = 'simulated'")
    #expect(simulated.battery == .simulated(lowPowerAt: 0.2))
    #expect(simulated.power.map(\.at.seconds) == [0, 7_200])
    #expect(simulated.power.map(\.level) == [0.9, nil])
    #expect(simulated.power.map(\.charging) == [false, true])
  }

  @Test(
    "say what is wrong with it, at its line",
    arguments: [
      ("begins = 1", "usage.battery: rec/b.csv: begins is not within it (1); give 21600 to 36000"),
      ("begins = -1", "usage.battery.begins: out of range (-1)"),
      ("file = 'none'", "usage.battery.file: no such file (\"none\")"),
      ("format = 'csv'", "usage.battery.format: unknown format (\"csv\"); formats are"),
      ("user = 'x'", "usage.battery: unknown key (\"user\")"),
    ])
  func bad(battery: String, message: String) {
    let found = problems(of: text("", battery), with: ["rec/b.csv": recording])
    #expect(found.hasPrefix("s.lua:1: ") && found.contains(message), "\(found)")
  }
}
