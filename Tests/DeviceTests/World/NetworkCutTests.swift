import Simulation
import Testing

@testable import Device

/// Which apps of Android's have a network when the device would rather rest.
@Suite("The network of Android's apps")
struct NetworkCutTests {
  /// A phone whose app "a" is opened at 0, left at 10 and not frozen.
  private func phone(
    _ platform: Platform = .android15, seconds: Double = 4000, latency: Double = 1
  ) -> Phone {
    let phone = Phone("a", "b", seconds: seconds)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.device.limits.suspensionDelay = .seconds(100_000)
    phone.scenario.apps[0].exactAlarms = ExactAlarmPermission(isDeclared: true, setting: .allowed)
    phone.server(latency: latency)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  /// Sends a request at each of these moments.
  private func asks(_ phone: Phone, at moments: Double...) {
    phone.on(
      "didFinishLaunching", moments.map { .after($0, [.request("https://server/")]) })
  }

  private func answers(_ phone: Phone) -> [String] {
    phone.run()
    return phone.sink.records.filter { $0.kind == "request.finish" && $0.app == "a" }
      .map { record in
        let error = record.string("error")
        let cut = record.string("cut")
        return [text(record.seconds), error == "-" ? "answer" : error, cut]
          .filter { $0 != "-" }.joined(separator: " ")
      }
  }

  @Test("an idle device, light or deep, has none for apps behind; a window gives it back")
  func idle() {
    let phone = phone(seconds: 8000)
    // Light from 250 on, with a window from 550 to 555; deep from 3647.5 on, a window at 7247.5.
    asks(phone, at: 200, 260, 552, 3700, 7250)
    #expect(
      answers(phone) == [
        "201 answer", "260 notConnectedToInternet deviceIdle", "553 answer",
        "3700 notConnectedToInternet deviceIdle", "7251 answer",
      ])
  }

  @Test("a request that is under way fails when the cut begins")
  func underWay() {
    let phone = phone(latency: 20)
    asks(phone, at: 240)
    #expect(answers(phone) == ["250 networkConnectionLost deviceIdle"])
  }

  @Test("battery saver has none for apps behind, and the app in front keeps it")
  func batterySaver() {
    let phone = phone(latency: 2)
    phone.scenario.device.dozes = false
    phone.power(lowPower: true, at: 50)
    phone.opens(at: 100)
    phone.closes(at: 200)
    phone.power(lowPower: false, at: 300)
    asks(phone, at: 49, 60, 150, 199, 301)
    #expect(
      answers(phone) == [
        "50 networkConnectionLost batterySaver", "60 notConnectedToInternet batterySaver",
        "152 answer", "200 networkConnectionLost batterySaver", "303 answer",
      ])
  }

  @Test("an app of the bucket rare or restricted has none off the charger")
  func bucket() {
    for (bucket, isCut) in [
      (AppBucket.frequent, false), (.rare, true), (.restricted, true),
    ] {
      let phone = phone()
      phone.scenario.device.dozes = false
      asks(phone, at: 100, 200)
      phone.power(charging: true, at: 150)
      phone.device.run(until: moment(20))
      phone.device.setBucket(of: AppID(0), to: bucket)
      #expect(
        answers(phone) == [
          isCut ? "100 notConnectedToInternet bucket" : "101 answer", "201 answer",
        ])
    }
  }

  @Test(
    "an exact alarm, or one that is allowed while idle, gives it for ten seconds; others do not")
  func alarms() {
    for (window, access, isCut) in [
      (AlarmRequest.Window.exact, IdleAccess.none, false),
      (.length(.minutes(10)), .allowed, false), (.length(.minutes(10)), .none, true),
    ] {
      let phone = phone()
      phone.scenario.device.dozes = false
      phone.on(
        "didFinishLaunching",
        [
          .run { app in
            _ = app.application.setAlarm(
              AlarmRequest("x", at: moment(100), window: window, access: access),
              at: AlarmServiceTests.here)
          }
        ])
      phone.on("onReceive", [.get("https://server/"), .sleep(11), .get("https://server/")])
      phone.device.run(until: moment(20))
      phone.device.setBucket(of: AppID(0), to: .rare)
      let found = answers(phone)
      let first = isCut ? "notConnectedToInternet bucket" : "answer"
      #expect(found.count == 2)
      #expect(found.first?.hasSuffix(first) == true, "\(window) \(access)")
      #expect(found.last?.hasSuffix("notConnectedToInternet bucket") == true)
    }
  }

  @Test("a job that requires a network has one in any bucket, an expedited one always")
  func jobs() {
    let cut = "100 notConnectedToInternet bucket"
    for (platform, requires, isExpedited, first) in [
      (Platform.android15, JobNetwork.any, false, "101 answer"), (.android15, .none, false, cut),
      (.android15, .none, true, cut), (.android15, .any, true, "101 answer"),
      (.android13, .none, true, "101 answer"),
    ] {
      let phone = phone(platform)
      phone.scenario.device.dozes = false
      phone.on(
        "didFinishLaunching",
        [
          .after(
            100,
            [
              JobSchedulerTests.schedule(1) {
                $0.network = requires
                $0.isExpedited = isExpedited
              }
            ])
        ])
      phone.on(
        "onStartJob", [.get("https://server/"), JobSchedulerTests.done, .get("https://server/")])
      phone.device.run(until: moment(20))
      phone.device.setBucket(of: AppID(0), to: .rare)
      let found = answers(phone)
      #expect(found.first == first, "\(platform.name) \(requires) \(isExpedited)")
      #expect(found.last?.hasSuffix("notConnectedToInternet bucket") == true)
    }
  }

  @Test("an app has what its job lets it have for as long as that runs")
  func pass() {
    let phone = phone()
    phone.scenario.device.dozes = false
    phone.on(
      "didEnterBackground",
      [
        JobSchedulerTests.schedule(1) {
          $0.network = .any
          $0.isExpedited = true
        }
      ])
    phone.on("onStartJob", [.sleep(20), .get("https://server/"), JobSchedulerTests.done])
    phone.run(until: 15)
    let (standby, process) = (phone.device.standby, phone.device[AppID(0)])
    #expect(phone.device.services.networkPass(of: process) == .always)
    phone.device.setBucket(of: AppID(0), to: .rare)
    #expect(standby.networkCut(of: process) == nil)
    phone.run(until: 100)
    #expect(phone.device.services.networkPass(of: process) == .none)
    #expect(standby.networkCut(of: process) == .bucket)
  }

  @Test("iOS cuts nobody off")
  func iOS() {
    let phone = Phone(seconds: 100)
    phone.server(latency: 1)
    phone.power(lowPower: true, at: 0)
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.on("didEnterBackground", [.request("https://server/")])
    #expect(answers(phone) == ["11 answer"])
  }
}
