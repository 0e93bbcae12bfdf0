import Simulation
import Testing

@testable import Device

/// Alarms on a device.
@Suite("Alarms on a device")
struct AlarmServiceTests {
  static let here = SourceLocation(file: "test", line: 1)

  /// A phone whose app "a" is opened at 0, sets alarms, and is left at 10.
  private func phone(
    _ requests: AlarmRequest..., on platform: Platform = .android15, seconds: Double = 7200
  ) -> Phone {
    let phone = Phone("a", "b", seconds: seconds)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.apps[0].exactAlarms = ExactAlarmPermission(isDeclared: true, setting: .allowed)
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.on("onReceive", [])
    phone.on("didFinishLaunching", [.run { Self.set(requests, $0.application) }])
    return phone
  }

  private static func set(_ requests: [AlarmRequest], _ app: Application) {
    guard app.launchNumber == 1 else { return }
    for request in requests {
      if let error = app.setAlarm(request, at: here) { app.log(error.exception) }
    }
  }

  private static func exact(
    _ operation: String, _ seconds: Double, wakes: Bool = true, access: IdleAccess = .none
  ) -> AlarmRequest {
    AlarmRequest(operation, at: moment(seconds), window: .exact, wakes: wakes, access: access)
  }

  @Test("an exact alarm wakes the device and its frozen app at its moment")
  func exact() {
    let phone = phone(Self.exact("x", 100))
    phone.run()
    #expect(phone.timeline("alarm.set", "alarm.deliver") == ["0 set x 100+0", "100 x late 0"])
    #expect(
      phone.timeline("app.state").suffix(3) == [
        "20 background→suspended", "100 suspended→background", "110 background→suspended",
      ])
    #expect(phone.timeline("app.callback").last == "100 onReceive")
  }

  @Test("the next alarm of each of several apps is its own, and none once it has gone off")
  func nextOfEach() {
    let phone = phone(Self.exact("late", 300), Self.exact("x", 100), seconds: 400)
    phone.scenario.apps[1].exactAlarms = ExactAlarmPermission(isDeclared: true, setting: .allowed)
    phone.on(
      "didFinishLaunching", of: "b", [.run { Self.set([Self.exact("y", 200)], $0.application) }])
    phone.on("onReceive", of: "b", [])
    phone.opens("b", at: 20)
    func next() -> [Instant?] { [0, 1].map { phone.device.nextAlarm(of: AppID($0)) } }
    phone.run(until: 10)
    #expect(next() == [moment(100), nil])
    phone.run(until: 50)
    #expect(next() == [moment(100), moment(200)])
    phone.run(until: 150)
    #expect(next() == [moment(300), moment(200)])
    phone.run(until: 250)
    #expect(next() == [moment(300), nil])
  }

  @Test("an app that was ended is launched for its alarm, and hears what it was set for")
  func launched() {
    let phone = phone(Self.exact("x", 100))
    phone.forceQuits(at: 30)
    phone.scripts["a"]?.callbacks["didFinishLaunching"] = [
      .run { app in
        Self.set([Self.exact("x", 100)], app.application)
        app.application.log("launch \(app.application.launchNumber)")
      }
    ]
    phone.run()
    #expect(phone.timeline("app.log") == ["0 launch 1", "100 launch 2"])
    #expect(phone.timeline("app.callback").suffix(2) == ["100 onCreate", "100 onReceive"])
  }

  @Test("alarms whose windows overlap wake the device once")
  func together() {
    let phone = phone(
      AlarmRequest("x", at: moment(1000), window: .length(.minutes(12))),
      AlarmRequest("y", at: moment(1500), window: .length(.minutes(20))))
    phone.run()
    #expect(phone.timeline("alarm.deliver") == ["1720 x late 720", "1720 y late 220"])
    #expect(phone.result.device.wakeUps == 1)
  }

  @Test("an alarm that wakes nobody waits until something wakes the device")
  func drowsy() {
    let phone = phone(Self.exact("x", 100, wakes: false))
    phone.opens("b", at: 300)
    phone.run(until: 400)
    #expect(phone.timeline("alarm.deliver") == ["300 x late 200"])
  }

  @Test("a deep idle time holds alarms back until its maintenance window")
  func deepIdle() {
    let phone = phone(Self.exact("x", 4000), seconds: 10_000)
    phone.run()
    #expect(
      phone.timeline("device.idle", "alarm.deliver", of: nil).filter {
        $0.hasSuffix("deep") || $0.contains("x")
      } == ["3647.5 deep", "7247.5 x late 3247.5", "7277.5 deep"])
  }

  @Test("what is allowed while idle comes through, nine minutes apart on Android 13")
  func allowed() {
    let times = [4000.0, 4100, 4200]
    for (platform, access, late) in [
      (Platform.android15, IdleAccess.allowed, [0.0, 0, 0]),
      // What comes at one moment counts once.
      (.android13, .allowedCompatibly, [0, 440, 340]),
    ] {
      let requests = times.map { Self.exact("x\($0)", $0, access: .allowed) }
      let phone = phone(on: platform, seconds: 7000)
      if access == .allowedCompatibly {
        phone.scenario.apps[0].exactAlarms.setting = .denied
        phone.scenario.apps[0].exactAlarms.isExempt = true
      }
      phone.on("didFinishLaunching", [.run { Self.set(requests, $0.application) }])
      phone.run()
      #expect(
        phone.timeline("alarm.deliver")
          == zip(times, late).map { "\(text($0 + $1)) x\($0) late \(text($1))" })
    }
  }

  @Test("an idle device wakes before an alarm clock, by two to fifteen minutes")
  func alarmClock() throws {
    let phone = phone(
      Self.exact("clock", 6500, access: .alarmClock), Self.exact("x", 4000), seconds: 8000)
    phone.run()
    let delivered = phone.timeline("alarm.deliver")
    #expect(delivered.last == "6500 clock late 0")
    let early = try #require(Double(delivered[0].split(separator: " ")[0]))
    #expect((6500 - 900...6500 - 120).contains(early))
    #expect(phone.device.idle != .deep)
  }

  @Test("battery saver holds no alarm of an app in front, nor for a minute after it was left")
  func batterySaver() {
    let phone = phone(
      Self.exact("in front", 60), Self.exact("just left", 150), Self.exact("later", 300))
    phone.scenario.user = []
    phone.power(lowPower: true, at: 0)
    phone.opens(at: 0)
    phone.closes(at: 100)
    phone.opens(at: 400)
    phone.run()
    #expect(
      phone.timeline("alarm.deliver") == [
        "60 in front late 0", "150 just left late 0", "400 later late 100",
      ])
  }

  @Test("an alarm that battery saver lets through keeps its app active for a while")
  func activeByAlarm() {
    let phone = phone(
      Self.exact("allowed", 300, access: .allowed), Self.exact("x", 365), Self.exact("y", 500))
    phone.scenario.device.dozes = false
    phone.power(lowPower: true, at: 0)
    phone.run()
    #expect(phone.timeline("alarm.deliver") == ["300 allowed late 0", "365 x late 0"])
  }

  @Test("a rare app gets one alarm an hour, on the charger all of them")
  func rare() {
    for charges in [false, true] {
      let phone = phone(
        Self.exact("x", 700), Self.exact("y", 800), Self.exact("z", 900), seconds: 9000)
      phone.power(charging: charges, at: 1)
      // Else the device would be idle when the hour is over.
      phone.opens("b", at: 3000)
      phone.closes(at: 3010)
      phone.device.run(until: moment(20))
      phone.device.setBucket(of: AppID(0), to: .rare)
      phone.run()
      #expect(
        phone.timeline("alarm.deliver")
          == (charges
            ? ["700 x late 0", "800 y late 0", "900 z late 0"]
            : ["700 x late 0", "4300 y late 3500", "4300 z late 3400"]))
      #expect(phone.timeline("app.bucket").last == "20 rare")
    }
  }

  @Test("an exact alarm without the permission is a SecurityException from Android 14 on")
  func permission() {
    for (platform, story) in [
      (Platform.android13, ["0 set x 100+0"]), (.android15, ["0 refused x SecurityException"]),
    ] {
      let phone = phone(Self.exact("x", 100), on: platform)
      phone.scenario.apps[0].exactAlarms.setting = .untouched
      phone.run(until: 50)
      #expect(phone.timeline("alarm.set", "alarm.refuse") == story)
    }
  }

  @Test("the 501st alarm of an app is an IllegalStateException")
  func tooMany() {
    let phone = phone()
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          for number in 1...501 {
            let request = AlarmRequest("x\(number)", at: moment(Double(1000 + number)))
            if let error = app.application.setAlarm(request, at: Self.here) {
              app.application.log("\(number) \(error.exception)")
            }
          }
        }
      ])
    phone.run(until: 50)
    #expect(phone.timeline("app.log") == ["0 501 IllegalStateException"])
    #expect(phone.device.alarms(of: AppID(0)) == 500)
  }

  @Test("a restart of the device forgets all alarms; cancelled ones do not come")
  func gone() {
    let phone = phone(Self.exact("x", 100), Self.exact("y", 200))
    phone.device.run(until: moment(50))
    phone.device.reboot()
    phone.run()
    #expect(phone.timeline("alarm.deliver") == [])
    #expect(phone.device.alarms(of: AppID(0)) == 0)
    let other = self.phone(Self.exact("x", 100), Self.exact("y", 200))
    other.on("didEnterBackground", [.run { $0.application.cancelAlarm("x") }])
    other.run()
    #expect(other.timeline("alarm.cancel", "alarm.deliver") == ["10 cancel x", "200 y late 0"])
  }

  @Test("a repeating alarm wakes its app each time, each at its own multiple of the interval")
  func repeating() {
    let phone = phone(
      AlarmRequest("x", at: moment(600), window: .exact, every: .minutes(10)), seconds: 2999)
    phone.run()
    #expect(
      phone.timeline("alarm.deliver") == [
        "600 x late 0", "1200 x late 0", "1800 x late 0", "2400 x late 0",
      ])
  }

  @Test("iOS has no AlarmManager, and says what does the like")
  func absent() {
    #expect(Platform.iOS18.absence(of: .alarms)?.hasPrefix("AlarmManager is Android's") == true)
    #expect(Platform.android15.absence(of: .alarms) == nil)
  }
}
