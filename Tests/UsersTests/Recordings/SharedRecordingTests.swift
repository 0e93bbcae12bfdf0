import Foundation
import Simulation
import Testing

@testable import Users

/// Recordings that are no part of the project: in the folder that `DORMOUSE_SHARED_DATA` names, or
/// in `shared/data` beside the package.
private let sharedData: URL = {
  if let path = ProcessInfo.processInfo.environment["DORMOUSE_SHARED_DATA"] {
    return URL(fileURLWithPath: path)
  }
  var package = URL(fileURLWithPath: #filePath)
  for _ in 0..<4 { package.deleteLastPathComponent() }
  return package.deletingLastPathComponent().appendingPathComponent("shared/data")
}()

private let phoneDay = sharedData.appendingPathComponent("usagelogger/usage.csv")

private let phoneMonth = sharedData.appendingPathComponent("niimpy")

@Suite("Shared recordings")
struct SharedRecordingTests {
  /// Figures counted by other means (a Python script of intervals between types 1, 2 and 16).
  @Test(
    "a phone's day gives the uses that were counted independently",
    .enabled(
      if: FileManager.default.fileExists(atPath: phoneDay.path),
      "usagelogger/usage.csv is not there: set DORMOUSE_SHARED_DATA to the folder of recordings"))
  func phone() throws {
    let bytes = [UInt8](try Data(contentsOf: phoneDay))
    let trace = try UsageTrace(bytes, name: "usage.csv", format: .androidUsageEvents)
    #expect(trace.rowCount == 3426)
    #expect(trace.skippedRows.total == 0)
    #expect(trace.startsAt == .seconds(53_607) + .milliseconds(258))
    #expect(trace.span == .milliseconds(85_094_610))
    #expect(
      trace.apps.prefix(6).map { "\($0.label) \($0.opens)" } == [
        "Settings 55", "Package installer 32", "WhatsApp 19", "Polytopia 16", "Audible 11",
        "Chrome 10",
      ])
    #expect(trace.apps.count == 17)
    let actions = try trace.actions(
      seed: 1, duration: trace.span + .seconds(1), startsAt: trace.startsAt,
      apps: trace.apps.map(\.name))
    expectPlausible(actions, duration: trace.span + .seconds(1))
    #expect(actions.count { $0.kind != .close } == 173)
    #expect(
      shown(Array(actions.prefix(4))) == [
        "0.368 open 2", "9.701 close", "709.289 open 2", "710.655 close",
      ])
    var inFront = TimeSpan.zero
    for (action, next) in zip(actions, actions.dropFirst()) where action.kind != .close {
      inFront = inFront + (next.at - action.at)
    }
    #expect(inFront == .milliseconds(7_805_878))
  }

  /// Figures counted by other means (a Python script of rows and of times between them).
  @Test(
    "a phone's month gives the screen and the battery that were counted independently",
    .enabled(
      if: FileManager.default.fileExists(atPath: phoneMonth.path),
      "niimpy is not there: set DORMOUSE_SHARED_DATA to the folder of recordings"))
  func month() throws {
    let screen = try UsageTrace(
      unpacked("AwareScreen_1month.csv.gz"), name: "screen", format: .awareScreen)
    let rows = try unpacked("AwareBattery_1month.csv.gz")
    let battery = try BatteryRecording(rows, name: "battery", format: .aware)
    #expect(battery.rowCount == 8398 && screen.rowCount == 5278)
    #expect(battery.begins == .milliseconds(1_488_315_824_049))
    #expect(screen.begins == .milliseconds(1_488_346_471_195))
    let changes = battery.powerChanges(startsAt: battery.startsAt, duration: battery.span)
    #expect(changes.compactMap(\.level).min() == 0.15 && changes.compactMap(\.level).max() == 1)
    var (charged, charges, isCharging) = (0.0, 0, false)
    for (change, next) in zip(changes, changes.dropFirst()) {
      let charging = change.charging == true
      if charging { charged += (next.at - change.at).seconds }
      if charging, !isCharging { charges += 1 }
      isCharging = charging
    }
    #expect(charges == 85)
    #expect(abs(charged / battery.span.seconds * 24 - 11.22) < 0.01)
    // Both of one phone: the run begins with the screen, which was charged then.
    let together = try BatteryRecording(
      rows, name: "battery", format: .aware, begins: screen.begins)
    let first = together.powerChanges(startsAt: screen.startsAt, duration: screen.span)[0]
    #expect(first.at == .start && first.level == 1.0 && first.charging == true)
  }

  private func unpacked(_ name: String) throws -> [UInt8] {
    let (gunzip, pipe) = (Process(), Pipe())
    gunzip.executableURL = URL(filePath: "/usr/bin/env")
    gunzip.arguments = ["gunzip", "-c", phoneMonth.appendingPathComponent(name).path]
    gunzip.standardOutput = pipe
    try gunzip.run()
    let bytes = try pipe.fileHandleForReading.readToEnd()
    gunzip.waitUntilExit()
    return [UInt8](bytes ?? Data())
  }
}
