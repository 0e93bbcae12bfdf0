import Simulation
import Testing

@testable import Device

@Suite("Region monitoring")
struct RegionTests {
  private static let line = SourceLocation(file: "test", line: 1)
  private static let home = region("home", north: 1_000)

  private static func region(
    _ name: String, north: Double, entry: Bool = true, exit: Bool = true
  ) -> Region {
    Region(
      identifier: name, center: place(north), radius: 200, notifiesOnEntry: entry,
      notifiesOnExit: exit)
  }

  private static func place(_ north: Double) -> Position {
    Position(latitude: 0, longitude: 0).moved(north: north, east: 0)
  }

  private func monitors(_ regions: Region...) -> Step {
    .run { app in
      app.application.listenToRegions()
      for region in regions { app.application.monitor(region, at: Self.line) }
    }
  }

  /// Opened at 0 and left at 10; it is so many metres to the north from some moments on.
  private func phone(_ places: [(at: Double, north: Double)], modes: BackgroundModes = []) -> Phone
  {
    let phone = Phone(seconds: 2_000, modes: modes)
    phone.scenario.locations = places.map {
      LocationChange(at: moment($0.at), position: Self.place($0.north))
    }
    for callback in ["didEnterRegion", "didExitRegion", "didDetermineState", "monitoringDidFail"] {
      phone.on(callback, [.run { $0.application.log("\(callback) \(Self.text($0.regionEvent))") }])
    }
    phone.on("didFinishLaunching", [monitors(Self.home)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  private static func text(_ event: RegionEvent?) -> String {
    guard let event else { return "nothing" }
    guard case .state(let isInside) = event.kind else { return event.region.identifier }
    return "\(event.region.identifier) \(isInside.map { $0 ? "inside" : "outside" } ?? "unknown")"
  }

  @Test("a region wakes a suspended app for 10 s once the device has been inside for 20 s")
  func wakes() {
    let phone = phone([(0, 0), (100, 900), (500, 0)])
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "120 didEnterRegion home", "120 didDetermineState home inside",
        "520 didExitRegion home", "520 didDetermineState home outside",
      ])
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "520 suspended→background", "530 background→suspended",
      ])
    #expect(phone.result.device.pool.used == .zero && phone.result.findings.isEmpty)
  }

  @Test("a device that is back before the time is over has crossed nothing")
  func crossesBack() {
    let phone = phone([(0, 0), (100, 900), (119, 0), (200, 900), (215, 1_000), (300, 0)])
    phone.run(until: 310)
    #expect(
      phone.timeline("app.log") == [
        "220 didEnterRegion home", "220 didDetermineState home inside",
      ])
  }

  @Test("how late a region is told is a parameter")
  func delay() {
    let phone = phone([(0, 0), (100, 1_000)])
    phone.scenario.device.limits.regionDelay = .minutes(30)
    phone.run()
    #expect(phone.timeline("app.log").first == "1900 didEnterRegion home")
  }

  @Test(
    "who is inside already is told of nothing but the exit; where nothing is known, it is outside")
  func isInside() {
    let inside = phone([(0, 1_000), (100, 1_050), (200, 0)])
    inside.run()
    #expect(inside.timeline("app.log").first == "220 didExitRegion home")
    let unknown = phone([(100, 1_000)])
    unknown.run()
    #expect(unknown.timeline("app.log").first == "120 didEnterRegion home")
  }

  @Test("notifyOnEntry and notifyOnExit say what wakes the app")
  func notifies() {
    let phone = phone([(0, 0), (100, 1_000), (500, 0), (600, 5_000), (700, 0)])
    phone.on(
      "didFinishLaunching",
      [
        monitors(
          Self.region("home", north: 1_000, entry: false),
          Self.region("work", north: 5_000, exit: false))
      ])
    phone.run()
    #expect(phone.timeline("region.cross").count == 2)
    #expect(
      phone.timeline("app.log").filter { $0.contains("Region") } == [
        "520 didExitRegion home", "620 didEnterRegion work",
      ])
  }

  @Test(
    "an app that the system ended is launched, from iOS 8 on also one that was swiped away",
    arguments: [(7, true, true), (7, false, false), (8, false, true), (26, false, true)])
  func launches(version: Int, crashes: Bool, isLaunched: Bool) throws {
    let phone = phone([(0, 0), (100, 1_000)])
    phone.scenario.device = DeviceConfiguration(
      try #require(Platform(named: "iOS \(version)")))
    if crashes { phone.crashes(after: 5) } else { phone.forceQuits(at: 5) }
    phone.run()
    #expect(
      phone.timeline("app.log")
        == (isLaunched
          ? ["120 didEnterRegion home", "120 didDetermineState home inside"] : []))
    #expect(phone.figures().launches == (isLaunched ? 2 : 1))
    if isLaunched { #expect(phone.timeline("app.state").contains("120 notRunning→background")) }
  }

  @Test("with background refresh off nobody is told")
  func refreshOff() {
    let phone = phone([(0, 0), (100, 1_000)])
    phone.scenario.device.backgroundRefresh = false
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
  }

  @Test("a process without a manager is told of nothing until it makes one")
  func withoutManager() {
    let phone = phone([(0, 0), (100, 1_000)])
    phone.on(
      "didFinishLaunching",
      [
        .run {
          let app = $0.application
          if app.launchNumber == 1 { app.monitor(Self.home, at: Self.line) }
        }
      ])
    phone.on("willEnterForeground", [.run { $0.application.listenToRegions() }])
    phone.crashes(after: 5)
    phone.run(until: 400)
    #expect(phone.timeline("app.state").contains("120 notRunning→background"))
    #expect(phone.timeline("app.log").isEmpty)
    phone.device.open(phone.id("a"))
    phone.run(until: 600)
    #expect(phone.timeline("app.log").first == "400 didEnterRegion home")
  }

  @Test("an app has 20 regions at most; one of the same name takes the place of another")
  func most() {
    let phone = phone([(0, 0), (100, 1_000)])
    let regions = (1...21).map { Self.region("r\($0 % 21)", north: 1_000) }
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          app.application.listenToRegions()
          for region in regions { app.application.monitor(region, at: Self.line) }
          app.application.monitor(Self.region("r1", north: 9_000), at: Self.line)
          app.application.log("\(app.application.monitoredRegions.count)")
          for region in regions.dropFirst(3) { app.application.stopMonitoring(region.identifier) }
          app.application.stopMonitoring("nothing")
        }
      ])
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "0 20", "0 monitoringDidFail r0", "120 didEnterRegion r2",
        "120 didDetermineState r2 inside", "120 didEnterRegion r3",
        "120 didDetermineState r3 inside",
      ])
  }

  @Test("an app that asks is told on which side the device is, as far as it is known")
  func asks() {
    let phone = phone([(30, 0), (38, 1_000)])
    phone.on(
      "didFinishLaunching",
      [monitors(Self.home)] + [20, 35, 39].map { Step.after($0, [.run(Self.ask)]) })
    phone.on("didEnterBackground", [.begin("t")])
    phone.run(until: 40)
    #expect(
      phone.timeline("app.log") == [
        "20 didDetermineState home unknown", "35 didDetermineState home outside",
        "39 didDetermineState home inside",
      ])
  }

  private static func ask(_ app: ScriptedBehavior) { app.application.requestState(of: home) }

  @Test("a driver moves the device, and brings it into a region and out of it at once")
  func driver() throws {
    let phone = phone([])
    let app = phone.id("a")
    phone.run(until: 20)
    #expect(phone.device.position == nil)
    phone.device.move(to: Self.place(0))
    try phone.device.cross("home", of: app, inside: true)
    #expect(phone.device.position == Self.home.center)
    phone.run(until: 50)
    #expect(throws: RegionObstacle.alreadyInside) {
      try phone.device.cross("home", of: app, inside: true)
    }
    try phone.device.cross("home", of: app, inside: false)
    phone.run(until: 100)
    #expect(
      phone.timeline("app.log").filter { $0.contains("Region") } == [
        "20 didEnterRegion home", "50 didExitRegion home",
      ])
    #expect(throws: RegionObstacle.notInside) {
      try phone.device.cross("home", of: app, inside: false)
    }
    #expect(throws: RegionObstacle.notMonitored(known: ["home"])) {
      try phone.device.cross("work", of: app, inside: false)
    }
  }
}
