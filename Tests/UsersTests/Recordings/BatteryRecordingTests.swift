import Device
import Simulation
import Testing

@testable import Users

@Suite("A recorded battery")
struct BatteryRecordingTests {
  /// From 06:00 on 1 January 1970.
  private let text = """
    time,battery_level,battery_status,battery_health
    21600,50,3,2
    21660,50,3,2
    21720.5,49,3,2
    25200,49,2,2
    28800,80,2,2
    28801,80,-3,2
    32400,81,5,2
    32400,81,3,2
    36000,20,3,2
    43200,19,1,2
    50400,79,2,2
    54000,80,2,2

    """

  private func recording(_ text: String, begins: TimeSpan? = nil) throws -> BatteryRecording {
    try BatteryRecording(Array(text.utf8), name: "b.csv", format: .aware, begins: begins)
  }

  /// `seconds level charging lowPower` of each.
  private func shown(_ changes: [PowerChange]) -> [String] {
    changes.map { change in
      let lowPower = change.lowPowerMode.map { $0 ? " low" : " usual" } ?? ""
      return "\(plainNumber(change.at.seconds)) \(plainNumber(change.level ?? -1)) "
        + "\(change.charging == true ? "charging" : "off")\(lowPower)"
    }
  }

  @Test(
    "tells level and charger when either changes, and no charger of a phone that goes off and on")
  func changes() throws {
    let battery = try recording(text)
    #expect(battery.rowCount == 12 && battery.begins == .hours(6) && battery.startsAt == .hours(6))
    #expect(battery.span == .hours(9))
    #expect(
      shown(battery.powerChanges(startsAt: .hours(6), duration: .days(1))) == [
        "0 0.5 off", "120.5 0.49 off", "3600 0.49 charging", "7200 0.8 charging", "10800 0.81 off",
        "14400 0.2 off", "21600 0.19 off", "28800 0.79 charging", "32400 0.8 charging",
      ])
    // Rows after the end are left out.
    #expect(battery.powerChanges(startsAt: .hours(6), duration: .hours(3)).count == 4)
  }

  @Test("begins where it is told, at its time of day, with what held then")
  func begins() throws {
    let battery = try recording(text, begins: .hours(8) + .minutes(30))
    #expect(battery.startsAt == .hours(8) + .minutes(30))
    #expect(
      shown(battery.powerChanges(startsAt: battery.startsAt, duration: .hours(2))) == [
        "0 0.8 charging", "1800 0.81 off", "5400 0.2 off",
      ])
    // A run that starts an hour earlier waits until then.
    #expect(
      shown(battery.powerChanges(startsAt: .hours(7) + .minutes(30), duration: .hours(2))) == [
        "0 0.8 charging", "5400 0.81 off",
      ])
    let late = #"b.csv: begins is not within it (60000); give 21600 to 54000"#
    #expect(message { _ = try recording(text, begins: .seconds(60_000)) } == late)
  }

  @Test("Low Power Mode goes on at the user's level off the charger, and off at 80 %")
  func lowPower() throws {
    let changes = try recording(text).powerChanges(startsAt: .hours(6), duration: .days(1))
      .withLowPowerMode(at: 0.2)
    #expect(
      shown(changes).suffix(5) == [
        "10800 0.81 off usual", "14400 0.2 off low", "21600 0.19 off low",
        "28800 0.79 charging low",
        "32400 0.8 charging usual",
      ])
  }

  @Test("rows out of order are put in their place; columns stand where the header says")
  func order() throws {
    let shuffled = "battery_status,timestamp,battery_level\n3,100,9\n2,50,8\n3,100,10\n"
    #expect(
      shown(try recording(shuffled).powerChanges(startsAt: .seconds(50), duration: .hours(1))) == [
        "0 0.08 charging", "50 0.1 off",
      ])
    #expect(try recording("1488315824,100,5,2,2\n").span == .zero)
  }

  @Test(
    "what is no recording of a battery is told with its line",
    arguments: [
      ("", "b.csv: the file is empty (0 bytes); give another"),
      (
        "time,battery_level,battery_status\n",
        "b.csv: no row of a battery (only a header); give one"
      ),
      ("time,level\n1,2\n", #"b.csv:1: the header lacks a column ("battery_level"); give time,"#),
      ("1,50,3\n2,50\n", #"b.csv:2: no row of a battery ("2,50"); expected time,battery_level,"#),
      ("1,101,3\n", #"b.csv:1: not a level ("101"); give whole percents, 0 to 100"#),
      ("1,-1,3\n", #"b.csv:1: not a level ("-1"); "#),
      ("1,nan,3\n", #"b.csv:1: not a level ("nan")"#),
      ("1,50,full\n", #"b.csv:1: not a status ("full"); give 2 charging, "#),
      ("1e9,50,3\n", #"b.csv:1: not a time ("1e9"); give unix seconds or milliseconds"#),
      ("1,\"50,3\n", "b.csv:1: no row of a battery ("),
      ("\u{1f}\u{8b}", "b.csv: "),
    ])
  func bad(text: String, problem: String) {
    let bytes = text.hasPrefix("\u{1f}") ? [0x1f, 0x8b] : Array(text.utf8)
    let found = message {
      _ = try BatteryRecording(bytes, name: "b.csv", format: .aware)
    }
    #expect(found?.hasPrefix(problem) == true, "\(found ?? "read")")
  }
}
