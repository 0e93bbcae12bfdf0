import Simulation
import Testing

@testable import Device

@Suite("Broadcasts: what apps are told of a restart")
struct BroadcastTests {
  private func phone(
    _ rules: AndroidRules = .android15, types: ServiceTypes = .dataSync,
    receive: [Step] = []
  ) -> Phone {
    let phone = ForegroundServiceTests.phone(
      rules, types: types,
      command: [ForegroundServiceTests.foreground(), .after(1, [ForegroundServiceTests.stop])])
    phone.on("onReceive", receive)
    return phone
  }

  private func restart(_ phone: Phone, passcode: Bool = true) {
    phone.scenario.device.hasPasscode = passcode
    phone.run(until: 100)
    phone.device.reboot()
    phone.run(until: 200)
    phone.device.unlock()
    phone.run()
  }

  @Test("an app with the permission is started once the phone is unlocked")
  func unlocked() {
    let phone = phone()
    restart(phone)
    #expect(
      phone.timeline("broadcast.deliver") == ["200 android.intent.action.BOOT_COMPLETED"])
    #expect(phone.timeline("app.callback").suffix(2) == ["200 onCreate", "200 onReceive"])
    #expect(phone.timeline("app.state").last == "210 background→suspended")
  }

  @Test("without a passcode it is at once")
  func noPasscode() {
    let phone = phone()
    restart(phone, passcode: false)
    #expect(phone.timeline("broadcast.deliver").map { $0.prefix(4) } == ["100 "])
  }

  @Test("an app without the permission, or never opened, is not")
  func others() {
    let phone = phone()
    phone.scenario.apps[0].receivesBoot = false
    phone.scenario.apps[1].receivesBoot = true
    restart(phone)
    #expect(phone.timeline("broadcast.deliver", of: "b") == [])
    #expect(phone.timeline("broadcast.deliver") == [])
  }

  @Test(
    "it may start a service from there, from Android 15 on none that synchronizes",
    arguments: [
      (AndroidRules.android13, ServiceTypes.dataSync, "200 foreground dataSync"),
      (.android15, .connectedDevice, "200 foreground connectedDevice"),
      (
        .android15, .dataSync,
        "200 foreground dataSync ForegroundServiceStartNotAllowedException"
      ),
    ])
  func services(_ rules: AndroidRules, _ type: ServiceTypes, _ outcome: String) {
    let phone = phone(rules, types: type, receive: [ForegroundServiceTests.start()])
    restart(phone)
    #expect(phone.timeline("service.start") == ["200 start boot"])
    #expect(phone.timeline("service.foreground") == [outcome])
  }

  @Test("an app that was left a moment before the restart starts its service for the restart")
  func leftBefore() {
    let phone = phone(.android15, receive: [ForegroundServiceTests.start()])
    phone.scenario.device.hasPasscode = false
    phone.run(until: 12)
    phone.device.reboot()
    phone.run()
    #expect(phone.timeline("service.start") == ["12 start boot"])
  }

  @Test("what was started after a restart may be of any type once the user has the app in front")
  func laterInFront() {
    let phone = phone(
      .android15, types: [.connectedDevice, .dataSync], receive: [ForegroundServiceTests.start()])
    phone.on(
      "onStartCommand",
      [
        ForegroundServiceTests.foreground(.connectedDevice),
        .after(20, [ForegroundServiceTests.foreground(.dataSync)]),
      ])
    phone.opens(at: 210)
    restart(phone)
    #expect(
      phone.timeline("service.foreground") == [
        "200 foreground connectedDevice", "220 foreground dataSync",
      ])
  }

  @Test("a receiver behind has 60 s")
  func limit() {
    for (length, exits) in [(59.0, []), (61.0, ["260 exit watchdog"])] {
      let phone = phone(receive: [.work(length)])
      restart(phone)
      #expect(phone.timeline("app.exit").filter { $0.hasSuffix("watchdog") } == exits)
    }
  }
}
