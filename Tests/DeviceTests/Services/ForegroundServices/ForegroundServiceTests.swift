import Simulation
import Testing

@testable import Device

@Suite("Foreground services: who may start one, and what it keeps running")
struct ForegroundServiceTests {
  static let here = SourceLocation(file: "test", line: 1)

  static func start(_ action: String = "") -> Step {
    .run { app in
      if let error = app.application.startForegroundService(action, at: here) {
        app.application.log(error.exception)
      }
    }
  }

  static func foreground(_ types: ServiceTypes? = nil) -> Step {
    .run { app in
      if let error = app.application.startForeground(types, at: here) {
        app.application.log("\(error)")
      }
    }
  }

  static var stop: Step { .run { $0.application.stopSelf() } }
  static var leave: Step { .run { $0.application.stopForeground() } }

  /// A phone that does not doze, whose app is opened at 0 and left at 10.
  static func phone(
    _ rules: AndroidRules = .android15, types: ServiceTypes = .dataSync, seconds: Double = 600,
    front: [Step] = [], command: [Step] = [foreground()], timeout: [Step] = []
  ) -> Phone {
    let phone = Phone("a", "b", seconds: seconds)
    phone.scenario.device = DeviceConfiguration(Platform(rules))
    phone.scenario.device.dozes = false
    phone.scenario.apps[0].serviceTypes = types
    phone.scenario.apps[0].receivesBoot = true
    phone.scenario.apps[0].exactAlarms = ExactAlarmPermission(isDeclared: true, setting: .allowed)
    phone.on("didBecomeActive", front)
    phone.on("onStartCommand", command)
    phone.on("onTimeout", timeout)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  static func story(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline(
      "service.start", "service.foreground", "service.timeout", "service.stop", "app.exit",
      "finding")
  }

  // MARK: What it keeps

  @Test("its app is not frozen until it stops, and then after the usual time")
  func keeps() {
    let phone = Self.phone(
      front: [Self.start()], command: [Self.foreground(), .after(100, [Self.stop])])
    #expect(
      Self.story(phone) == ["0 start inFront", "0 foreground dataSync", "100 stop stopSelf 100"])
    #expect(phone.timeline("app.state").last == "110 background→suspended")
    #expect(phone.figures().serviceTime == .seconds(100))
  }

  @Test("one that leaves the foreground keeps nothing running")
  func leavesForeground() {
    let phone = Self.phone(
      front: [Self.start()], command: [Self.foreground(), .after(50, [Self.leave])])
    #expect(Self.story(phone).last == "50 stop stopForeground 50")
    #expect(phone.timeline("app.state").last == "60 background→suspended")
  }

  @Test("a stop for an earlier start stops nothing")
  func stopsByStart() {
    let phone = Self.phone(
      front: [Self.start(), Self.start()],
      command: [
        Self.foreground(), .run { $0.application.stopSelf(after: ServiceStartID(number: 1)) },
        .after(20, [.run { $0.application.stopSelf(after: ServiceStartID(number: 2)) }]),
      ])
    #expect(
      Self.story(phone) == [
        "0 start inFront", "0 start inFront", "0 foreground dataSync", "0 foreground dataSync",
        "20 stop stopSelf 20",
      ])
  }

  @Test("an app that is swiped away goes on with its service, hears of it, and ends with it")
  func swipedAway() {
    let phone = Self.phone(
      front: [Self.start()], command: [Self.foreground(), .after(100, [Self.stop])])
    phone.on("onTaskRemoved", [.log("removed")])
    phone.forceQuits(at: 30)
    #expect(Self.story(phone).suffix(2) == ["100 stop stopSelf 100", "100 exit forceQuit"])
    #expect(phone.timeline("app.log") == ["30 removed"])
  }

  @Test("one that is opened again after that does not end with it")
  func openedAgain() {
    let phone = Self.phone(
      front: [Self.start()], command: [Self.foreground(), .after(100, [Self.stop])])
    phone.forceQuits(at: 30)
    phone.opens(at: 40)
    #expect(!Self.story(phone).contains("100 exit forceQuit"))
  }

  @Test("nor does one that starts its service again as it hears of the swipe")
  func startedAtSwipe() {
    let phone = Self.phone(front: [Self.start()])
    phone.on("onTaskRemoved", [Self.leave, Self.start("again")])
    phone.forceQuits(at: 12)
    #expect(Self.story(phone).last == "12 foreground dataSync")
  }

  @Test("it ends after what it is at, not within it")
  func endsAfterwards() {
    let phone = Self.phone(front: [Self.start()])
    phone.on("onTaskRemoved", [Self.stop, .work(2), .log("saved")])
    phone.forceQuits(at: 30)
    #expect(Self.story(phone).last == "32 exit forceQuit")
    #expect(phone.timeline("app.log") == ["32 saved"])
  }

  // MARK: Who may start one

  @Test(
    "from behind one may be started a moment after the app was left, and no later",
    arguments: [
      (AndroidRules.android13, 4.0, "14 start justLeft"),
      (.android15, 5, "15 start justLeft"),
      (.android16, 6, "16 start ForegroundServiceStartNotAllowedException"),
    ])
  func fromBehind(_ rules: AndroidRules, _ delay: Double, _ outcome: String) {
    let phone = Self.phone(rules, command: [Self.foreground(), .after(1, [Self.stop])])
    phone.on("didEnterBackground", [.after(delay, [Self.start()])])
    #expect(Self.story(phone).first == outcome)
  }

  @Test("while it is in the foreground it may be started again from behind")
  func startedAgain() {
    let phone = Self.phone(
      front: [Self.start()], command: [Self.foreground()])
    phone.on("didEnterBackground", [.after(60, [Self.start()])])
    #expect(Self.story(phone)[2] == "70 start running")
  }

  @Test("one that has left the foreground may not come back from behind")
  func comesBack() {
    let phone = Self.phone(
      front: [Self.start()],
      command: [Self.foreground(), .after(20, [Self.leave, Self.foreground()])])
    #expect(
      Self.story(phone).last == "20 foreground dataSync ForegroundServiceStartNotAllowedException")
  }

  @Test(
    "after an exact alarm one may be started for ten seconds",
    arguments: [
      (AlarmRequest.Window.exact, 9.0, "109 start exactAlarm"),
      (.exact, 11, "111 start ForegroundServiceStartNotAllowedException"),
      (.length(.minutes(1)), 0, "start ForegroundServiceStartNotAllowedException"),
    ])
  func afterAlarm(_ window: AlarmRequest.Window, _ delay: Double, _ outcome: String) {
    let phone = Self.phone(AndroidRules.android13, command: [Self.foreground()])
    phone.on(
      "didFinishLaunching",
      [
        .run {
          _ = $0.application.setAlarm(
            AlarmRequest("x", at: moment(100), window: window), at: Self.here)
        }
      ])
    phone.on("onReceive", delay > 0 ? [.after(delay, [Self.start()])] : [Self.start()])
    phone.run()
    let began = phone.timeline("service.start")
    if delay > 0 {
      #expect(began == [outcome])
    } else {
      #expect(began.first?.hasSuffix("ForegroundServiceStartNotAllowedException") == true)
    }
  }

  @Test("shortService is no way to another type from behind")
  func shortToOther() {
    let phone = Self.phone(
      types: [.shortService, .location], front: [Self.start()],
      command: [
        Self.foreground(.shortService), .after(60, [Self.foreground(.location)]),
      ])
    phone.run(until: 100)
    #expect(phone.timeline("app.log") == ["60 startNotAllowed"])
  }

  @Test("of several reasons the one that allows most counts, each for its own time")
  func exemptions() {
    let phone = Self.phone()
    phone.run(until: 100)
    let standby = phone.device.standby
    let process = phone.device[phone.id("a")]
    standby.exempt(process, for: .seconds(20), because: .message)
    standby.exempt(process, for: .seconds(30), because: .boot)
    phone.run(until: 105)
    standby.exempt(process, for: .seconds(10), because: .exactAlarm)
    phone.run(until: 118)
    #expect(standby.exemption(of: process) == .message)
    phone.run(until: 125)
    #expect(standby.exemption(of: process) == .boot)
    standby.endExemptions()
    #expect(standby.exemption(of: process) == nil)
  }

  // MARK: Types

  @Test(
    "from Android 14 on a service has a type, and only one that its app declares",
    arguments: [
      (.android13, [], nil, "0 foreground"),
      (
        .android15, [], nil, "0 foreground MissingForegroundServiceTypeException"
      ),
      (.android15, [.dataSync, .location], nil, "0 foreground dataSync location"),
      (
        .android16, .dataSync, .location, "0 foreground location IllegalArgumentException"
      ),
      (.android13, .dataSync, .location, "0 foreground location IllegalArgumentException"),
    ] as [(AndroidRules, ServiceTypes, ServiceTypes?, String)])
  func types(
    _ rules: AndroidRules, _ declared: ServiceTypes, _ given: ServiceTypes?, _ outcome: String
  ) {
    let phone = Self.phone(
      rules, types: declared, front: [Self.start()], command: [Self.foreground(given)])
    #expect(Self.story(phone)[1] == outcome)
  }

  @Test(
    "from Android 14 on a type for an app in use is refused where it was started from behind",
    arguments: [
      (.android13, .microphone, false, nil), (.android15, .microphone, false, "notInUse"),
      (.android15, .camera, false, "notInUse"), (.android16, .mediaProjection, false, "notInUse"),
      (.android16, .location, false, "notInUse"), (.android16, .location, true, nil),
      (.android15, .dataSync, false, nil),
    ] as [(AndroidRules, ServiceTypes, Bool, String?)])
  func whileInUse(_ rules: AndroidRules, _ type: ServiceTypes, _ locates: Bool, _ error: String?) {
    let phone = Self.phone(rules, types: type)
    phone.scenario.apps[0].locatesBehind = locates
    phone.on("onReceive", [Self.start()])
    phone.on(
      "didEnterBackground",
      [
        .run { app in
          let request = AlarmRequest("x", at: moment(100), window: .exact)
          _ = app.application.setAlarm(request, at: Self.here)
        }
      ])
    phone.run(until: 105)
    #expect(phone.timeline("app.log") == (error.map { ["100 \($0)"] } ?? []))
  }

  @Test(
    "one that was started in front keeps such a type, also when it comes to the foreground later")
  func startedInFront() {
    let phone = Self.phone(
      types: .microphone, front: [Self.start()], command: [.after(12, [Self.foreground()])])
    #expect(Self.story(phone).last == "12 foreground microphone")
  }

  @Test("startForeground without a service that was started is an exception")
  func notStarted() {
    let phone = Self.phone(front: [Self.foreground()])
    phone.run(until: 5)
    #expect(phone.timeline("app.log") == ["0 notStarted"])
  }
}
