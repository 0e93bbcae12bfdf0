import Foundation
import Simulation
import Testing

@testable import Device

/// A recording that is no part of the project: in the folder that `DORMOUSE_SHARED_DATA` names, or
/// in `shared/data` beside the package.
private let recordedAlarms: URL = {
  if let path = ProcessInfo.processInfo.environment["DORMOUSE_SHARED_DATA"] {
    return URL(fileURLWithPath: path).appendingPathComponent("aro_alarms/alarms.csv")
  }
  var package = URL(fileURLWithPath: #filePath)
  for _ in 0..<5 { package.deleteLastPathComponent() }
  return package.deletingLastPathComponent()
    .appendingPathComponent("shared/data/aro_alarms/alarms.csv")
}()

/// The alarms that one phone with Android 4.4 had set, with the batches that it made of them.
@Suite("Alarms: batches of a phone")
struct RecordedBatchTests {
  /// `dumpsys alarm` prints the start of an alarm's window and not its end. Its end is at least
  /// three quarters of the time until then, or of the interval; an alarm that was set long before
  /// has a longer one, of which the recorded end of its batch is what is known. Batches depend on
  /// the order in which alarms are set, which nobody recorded: here it is that of the dump, and that
  /// of the windows' starts. In the reverse order 25 of the 35 come out equal.
  @Test(
    "58 alarms of a phone come into the 35 batches that it made, with their starts and ends",
    .enabled(
      if: FileManager.default.fileExists(atPath: recordedAlarms.path),
      "aro_alarms/alarms.csv is not there: set DORMOUSE_SHARED_DATA to the folder of recordings"))
  func batches() throws {
    let rows = try String(contentsOf: recordedAlarms, encoding: .utf8).split(
      whereSeparator: \.isNewline
    )
    .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    .filter { $0[0] == "getDataStart" }
    #expect(rows.count == 58)
    let alarms = try rows.enumerated().map { try RecordedAlarm($1, number: $0) }
    for order in [alarms, alarms.sorted { $0.when < $1.when }] {
      #expect(Self.batches(of: order) == Outcome(batches: 35, equal: 35))
    }
    #expect(Self.batches(of: alarms.reversed()).equal == 25)
    // By three quarters of the interval alone, without the recorded ends.
    #expect(Self.batches(of: alarms, knowsEnds: false) == Outcome(batches: 37, equal: 30))
  }

  private struct Outcome: Equatable {
    let batches: Int
    /// Those with the phone's own members, start and end.
    let equal: Int
  }

  private static func batches(of alarms: [RecordedAlarm], knowsEnds: Bool = true) -> Outcome {
    var batches = AlarmBatches()
    for alarm in alarms { batches.add(alarm.window(knowsEnd: knowsEnds)) }
    var recorded: [Int: Set<Int>] = [:]
    for alarm in alarms { recorded[alarm.batch, default: []].insert(alarm.number) }
    let equal = batches.batches.count { batch in
      let members = Set(batch.windows.map(\.number))
      guard let first = alarms.first(where: { members.contains($0.number) }) else { return false }
      return recorded[first.batch] == members
        && batch.start == .start + .milliseconds(first.batchStart)
        && batch.end == .start + .milliseconds(first.batchEnd)
    }
    return Outcome(batches: batches.batches.count, equal: equal)
  }
}

/// One line of the recording. Times are in milliseconds since the phone was started.
private struct RecordedAlarm {
  let number: Int
  let recordedAt: Int
  let batch: Int
  let batchStart: Int
  let batchEnd: Int
  let standsAlone: Bool
  let when: Int
  let isExact: Bool
  let interval: Int

  init(_ row: [Substring], number: Int) throws {
    func value(_ column: Int) throws -> Int { try #require(Int(row[column])) }
    self.number = number
    recordedAt = try value(1)
    batch = try value(2)
    batchStart = try value(4)
    batchEnd = try value(5)
    standsAlone = row[6] == "1"
    when = try value(10)
    isExact = row[12] != "-1"
    interval = try value(13)
  }

  func window(knowsEnd: Bool) -> AlarmBatches.Window {
    let share = isExact ? 0 : (interval > 0 ? interval : when - recordedAt)
    let rule = when + (share < 10_000 ? 0 : share * 3 / 4)
    let end = knowsEnd ? max(rule, batchEnd) : rule
    return AlarmBatches.Window(
      number: number, start: .start + .milliseconds(when), end: .start + .milliseconds(end),
      standsAlone: standsAlone)
  }
}
