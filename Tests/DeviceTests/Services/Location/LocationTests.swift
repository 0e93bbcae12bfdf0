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
      [(0, 0), (100, 499), (200, 10), (300, 600), (500, 600), (900, 400)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.on("didUpdateLocations", [.logRemaining])
    phone.run()
    #expect(phone.timeline("app.log") == ["200 10", "500 10"])
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "500 suspended→background", "510 background→suspended",
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

  @Test("before it knows where it was an app is woken by no change: that one is where it was")
  func firstPosition() {
    let phone = phone([(100, 600), (500, 600)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.run()
    #expect(phone.timeline("app.log") == ["500 told"])
  }

  @Test("a change soon after one that updates have told is not significant")
  func soonAfterUpdates() {
    let phone = phone([(0, 0), (100, 600), (300, 600), (700, 0)])
    phone.on(
      "didFinishLaunching",
      [allows, monitors, updates, .after(200, [.run { $0.application.updateLocation(at: nil) }])])
    phone.run()
    #expect(phone.timeline("app.log") == ["0 true", "0 told", "100 told", "700 told"])
  }

  @Test("a process that has not asked in this life is not told, though the last one did")
  func askedInAnotherLife() {
    let phone = phone([(0, 0), (100, 600)])
    phone.on("didBecomeActive", [.run { if $0.application.launchNumber == 1 { Self.ask($0) } }])
    phone.on("willTerminate", [])
    phone.forceQuits(at: 5)
    phone.opens(at: 20)
    phone.closes(at: 30)
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.timeline("app.state").last == "35 background→suspended")
  }

  private static func ask(_ app: ScriptedBehavior) {
    app.application.monitorSignificantChanges(true)
  }

  @Test("updates that stop each time the app is left are told once")
  func toldOnce() {
    let phone = phone([(0, 0)])
    phone.on("didFinishLaunching", [updates])
    phone.opens(at: 100)
    phone.closes(at: 110)
    phone.run()
    #expect(phone.timeline("app.state").count { $0.hasSuffix("→suspended") } == 2)
    #expect(phone.findings(.updatesNotAllowed).map(\.count) == [1])
  }
}
