import Simulation
import Testing

@testable import Device

@Suite("Location")
struct LocationTests {
  private static let here = SourceLocation(file: "test", line: 4)
  private let updates = Step.run { $0.application.updateLocation(at: here) }
  private let monitors = Step.run { $0.application.monitorSignificantChanges(true, at: here) }
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
    #expect(phone.timeline("app.log") == ["0 true", "0 told", "0 told", "100 told"])
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
      [(0, 0), (400, 499), (450, 10), (500, 600), (750, 0), (800, 600), (1_200, 400)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.on("didUpdateLocations", [.logRemaining])
    phone.run()
    // The first one is where the device was when the app asked. That of 500 is told at 750.
    #expect(
      phone.timeline("app.log") == ["0 DBL_MAX", "450 10", "750 10", "1050 10"])
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "1050 suspended→background", "1060 background→suspended",
      ])
    #expect(phone.result.device.pool.used == .zero)
  }

  @Test("a change that comes too soon after the last is told once five minutes are over, or not")
  func tooSoon() {
    let phone = phone([(0, 0), (100, 600), (900, 600), (1_000, 600), (1_100, -600)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.run()
    // The move of 1,000 s is taken back before it is told.
    #expect(phone.timeline("app.log") == ["0 told", "300 told", "900 told"])
    let stops = self.phone([(0, 0), (100, 600)], modes: [])
    let stop = Step.run {
      $0.application.monitorSignificantChanges(false, at: Self.here)
    }
    stops.on("didFinishLaunching", [monitors, .after(4, [stop])])
    stops.run()
    #expect(stops.timeline("app.log") == ["0 told"])
  }

  @Test("it launches an app that the system ended, which is told once it asks again")
  func launches() {
    let phone = phone([(0, 0), (400, 600)], modes: [])
    phone.crashes(after: 5)
    phone.on("didFinishLaunching", [.logState, monitors])
    phone.run()
    #expect(
      phone.timeline("app.log") == ["0 inactive", "0 told", "400 background", "400 told"])
    #expect(phone.timeline("app.state").last == "410 background→suspended")
  }

  @Test(
    "from iOS 8 on it also launches one that was swiped away",
    arguments: [
      (7, []), (8, ["400 background", "400 told"]), (26, ["400 background", "400 told"]),
    ])
  func afterForceQuit(version: Int, launch: [String]) throws {
    let phone = phone([(0, 0), (400, 600), (800, 600)], modes: [])
    phone.scenario.device = DeviceConfiguration(
      try #require(Platform(named: "iOS \(version)")))
    phone.on("didFinishLaunching", [.logState, monitors])
    phone.forceQuits(at: 5)
    phone.run(until: 700)
    #expect(phone.timeline("app.log") == ["0 inactive", "0 told"] + launch)
    // The user has not opened it meanwhile: for all else it is swiped away still.
    #expect(phone.device.world.isForceQuit(phone.device[phone.id("a")]))
  }

  @Test("with background refresh off no app hears of significant changes, not even in front")
  func refreshOff() {
    for isEnded in [true, false] {
      let off = phone([(0, 0), (5, 600), (400, 600)])
      off.on("didFinishLaunching", [monitors])
      if isEnded { off.crashes(after: 5) }
      off.scenario.device.backgroundRefresh = false
      off.run()
      #expect(off.timeline("app.log").isEmpty)
      #expect(off.figures().launches == 1)
    }
  }

  @Test("where nothing is known of the place, the first one comes as soon as it is")
  func firstPosition() {
    let phone = phone([(100, 600), (500, 600)], modes: [])
    phone.on("didFinishLaunching", [monitors])
    phone.run()
    #expect(phone.timeline("app.log") == ["100 told", "500 told"])
  }

  @Test("a change soon after one that updates have told is not significant")
  func soonAfterUpdates() {
    let phone = phone([(0, 0), (100, 600), (300, 600)])
    phone.on(
      "didFinishLaunching",
      [allows, monitors, updates, .after(200, [.run { $0.application.updateLocation(at: nil) }])])
    phone.run()
    #expect(
      phone.timeline("app.log") == ["0 true", "0 told", "0 told", "100 told", "400 told"])
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
    #expect(phone.timeline("app.log") == ["0 told"])
    #expect(phone.timeline("app.state").last == "35 background→suspended")
  }

  private static func ask(_ app: ScriptedBehavior) {
    app.application.monitorSignificantChanges(true, at: here)
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
