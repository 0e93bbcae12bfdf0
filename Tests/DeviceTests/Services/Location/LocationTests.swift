import Simulation
import Testing

@testable import Device

@Suite("Location")
struct LocationTests {
  private static let here = SourceLocation(file: "test", line: 4)
  private let updates = Step.run { $0.application.updateLocation(at: here) }
  private let monitors = Step.run { $0.application.monitorSignificantChanges(true) }
  private let allows = Step.run { app in
    app.application.log("\(app.application.allowBackgroundLocationUpdates(true))")
  }

  /// A phone that is opened at 0 and left at 10; it moves so many metres north at some moments.
  private func phone(
    _ moves: [(at: Double, metres: Double)], modes: BackgroundModes = .location,
    seconds: Double = 2_000
  ) -> Phone {
    let phone = Phone(seconds: seconds, modes: modes)
    var north = 0.0
    phone.scenario.locations = moves.map { move in
      north += move.metres / 111_195
      return LocationChange(at: moment(move.at), position: Position(latitude: north, longitude: 0))
    }
    phone.on("didUpdateLocations", [.log("told")])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test("with the mode, allowed updates keep the app running; each move is told")
  func keepsRunning() {
    let phone = phone([(0, 0), (100, 10), (200, 10)])
    phone.on(
      "didFinishLaunching",
      [
        allows, updates,
        .after(300, [.logRemaining, .run { $0.application.updateLocation(at: nil) }]),
      ])
    phone.run()
    #expect(
      phone.timeline("app.log") == ["0 true", "0 told", "100 told", "200 told", "300 DBL_MAX"])
    #expect(phone.timeline("app.state").last == "305 background→suspended")
    #expect(phone.result.device.pool.used == .zero && phone.result.findings.isEmpty)
  }

  @Test("a change that updates have told is not told again as a significant one")
  func both() {
    let phone = phone([(0, 0), (100, 600), (900, 100)])
    phone.on(
      "didFinishLaunching",
      [allows, monitors, updates, .after(300, [.run { $0.application.updateLocation(at: nil) }])])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 true", "0 told", "100 told"])
  }

  @Test("updates that are not allowed in the background stop with the app, a finding at their line")
  func notAllowed() {
    let phone = phone([(0, 0), (100, 10)])
    phone.on("didFinishLaunching", [updates])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 told"])
    #expect(phone.findings(.updatesNotAllowed).map(\.location) == [Self.here])
  }

  @Test("on iOS 7 the mode alone was enough")
  func before() {
    let phone = phone([(0, 0), (100, 10)])
    phone.scenario.device = DeviceConfiguration(.iOS7)
    phone.on("didFinishLaunching", [updates])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 told", "100 told"])
    #expect(phone.result.findings.isEmpty)
  }

  @Test("without the mode updates cannot be allowed, and stop silently")
  func withoutMode() {
    let phone = phone([(0, 0), (100, 10)], modes: [])
    phone.on("didFinishLaunching", [allows, updates])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 false", "0 told"])
    #expect(phone.result.findings.isEmpty)
  }

  @Test("a significant change wakes a suspended app for 10 s: 500 m or more, 5 minutes apart")
  func significant() {
    let phone = phone(
      [(0, 0), (100, 499), (200, 10), (300, 600), (501, 600), (900, 400)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.on("didUpdateLocations", [.logRemaining])
    phone.run()
    #expect(phone.timeline("app.log") == ["200 10", "501 10"])
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "501 suspended→background", "511 background→suspended",
      ])
    #expect(phone.result.device.pool.used == .zero)
  }

  @Test("it launches an app that the system ended, which is told once it asks again")
  func launches() {
    let phone = phone([(0, 0), (100, 600)], modes: [])
    phone.crashes(after: 5)
    phone.on("didFinishLaunching", [.logState, monitors])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 inactive", "100 background", "100 told"])
    #expect(phone.timeline("app.state").last == "110 background→suspended")
  }

  @Test("it launches none that was swiped away, nor where background refresh is off")
  func doesNotLaunch() {
    let swiped = phone([(0, 0), (100, 600)])
    swiped.on("didFinishLaunching", [monitors])
    swiped.forceQuits(at: 5)
    swiped.run()
    #expect(swiped.timeline("app.log").isEmpty)
    let off = phone([(0, 0), (100, 600)])
    off.on("didFinishLaunching", [monitors])
    off.crashes(after: 5)
    off.scenario.device.backgroundRefresh = false
    off.run()
    #expect(off.timeline("app.log").isEmpty)
  }
}
