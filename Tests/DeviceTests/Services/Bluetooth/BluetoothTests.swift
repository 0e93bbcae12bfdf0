import Simulation
import Testing

@testable import Device

@Suite("Bluetooth")
struct BluetoothTests {
  private static let here = SourceLocation(file: "test", line: 5)

  /// Opened at 0, connected, left at 10; the belt sends at 100 and every 200 s from then on.
  private func phone(modes: BackgroundModes) -> Phone {
    let phone = Phone(seconds: 600, modes: modes)
    phone.scenario.accessories = [
      AccessoryEvent(accessory: "belt", at: moment(100), every: .seconds(200)),
      AccessoryEvent(accessory: "other", at: moment(150)),
    ]
    phone.on(
      "didFinishLaunching", [.run { $0.application.connect(toAccessory: "belt", at: Self.here) }])
    phone.on("didUpdateValue", [.logRemaining])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test("each value gives an app with the mode 10 s, on nobody's account")
  func wakes() {
    let phone = phone(modes: .bluetooth)
    phone.run()
    #expect(phone.timeline("app.log") == ["100 10", "300 10", "500 10"])
    #expect(
      phone.timeline("app.state").suffix(2) == [
        "500 suspended→background", "510 background→suspended",
      ])
    #expect(phone.result.device.pool.used == .zero && phone.result.device.wakeUps == 3)
    #expect(phone.result.findings.isEmpty)
  }

  @Test("an app that is ended by the system is launched for a value, one swiped away is not")
  func launches() {
    let ended = phone(modes: .bluetooth)
    ended.crashes(after: 5)
    ended.run(until: 120)
    #expect(ended.timeline("app.log") == ["100 10"])
    #expect(ended.state() == .suspended)
    let swiped = phone(modes: .bluetooth)
    swiped.forceQuits(at: 20)
    swiped.run()
    #expect(swiped.timeline("app.log").isEmpty)
  }

  @Test("without the mode values are lost while the app is suspended: a finding at the connection")
  func withoutMode() {
    let phone = phone(modes: [])
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.findings(.useWithoutMode).map(\.location) == [Self.here])
    #expect(phone.findings(.useWithoutMode).map(\.count) == [3])
  }

  @Test("an app that lets go of one accessory hears of its others")
  func disconnects() {
    let phone = phone(modes: .bluetooth)
    phone.on(
      "didBecomeActive",
      [
        .run { app in
          app.application.connect(toAccessory: "other", at: Self.here)
          app.application.disconnect(fromAccessory: "other")
        }
      ])
    phone.run()
    #expect(phone.timeline("app.log") == ["100 10", "300 10", "500 10"])
  }
}
