import Simulation
import Testing

@testable import Device

@Suite("Bluetooth")
struct BluetoothTests {
  private static let here = SourceLocation(file: "test", line: 5)

  /// Opened at 0, connected, left at 10; the belt sends at 100 and every 200 s from then on.
  private func phone(modes: BackgroundModes, restoring identifier: String? = nil) -> Phone {
    let phone = Phone(seconds: 600, modes: modes)
    phone.scenario.accessories = [
      AccessoryEvent(accessory: "belt", at: moment(100), every: .seconds(200)),
      AccessoryEvent(accessory: "other", at: moment(150)),
    ]
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          if let identifier { app.application.restoreCentral(identifier) }
          if app.application.launchNumber == 1 {
            app.application.connect(toAccessory: "belt", at: Self.here)
          }
        }
      ])
    phone.on("willRestoreState", [.run { Self.logConnections(of: $0) }])
    phone.on("didUpdateValue", [.logRemaining])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  private static func logConnections(of app: ScriptedBehavior) {
    app.application.log("restored " + app.application.connectedAccessories.joined(separator: " "))
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

  @Test(
    "a connection is made when the accessory is in reach, however late, and lost when it is not")
  func connections() {
    let phone = phone(modes: .bluetooth)
    phone.on("didConnect", [.log("connected")])
    phone.on(
      "didDisconnectPeripheral",
      [.log("lost"), .run { $0.application.connect(toAccessory: "belt", at: Self.here) }])
    phone.run(until: 120)
    #expect(phone.device.move(accessory: "belt", isAway: true))
    #expect(!phone.device.move(accessory: "belt", isAway: true))
    phone.run(until: 350)
    #expect(!phone.device.sendValue(of: "belt"))
    #expect(phone.state() == .suspended)
    #expect(phone.device.move(accessory: "belt", isAway: false))
    phone.run(until: 352)
    #expect(phone.state() == .background)
    phone.run()
    #expect(
      phone.timeline("app.log") == ["0 connected", "100 10", "120 lost", "350 connected", "500 10"])
    #expect(phone.result.findings.isEmpty)
  }

  @Test("an app that was ended is launched for a connection that is lost")
  func launchedForLoss() {
    let ended = phone(modes: .bluetooth, restoring: "belts")
    ended.crashes(after: 5)
    ended.on("didDisconnectPeripheral", [.log("lost")])
    ended.run(until: 50)
    ended.device.move(accessory: "belt", isAway: true)
    ended.run(until: 90)
    #expect(ended.timeline("app.log") == ["50 restored ", "50 lost"])
  }

  @Test("an app that the system ended is launched for a value if it restores its state")
  func launches() {
    let ended = phone(modes: .bluetooth, restoring: "belts")
    ended.crashes(after: 5)
    ended.run(until: 320)
    #expect(ended.timeline("app.log") == ["100 restored belt", "100 10", "300 10"])
    #expect(ended.state() == .suspended)
    #expect(ended.figures().launches == 2)
  }

  @Test("none is that has no restoreIdentifier, or was swiped away")
  func doesNotLaunch() {
    let without = phone(modes: .bluetooth)
    without.crashes(after: 5)
    without.run()
    #expect(without.timeline("app.log").isEmpty)
    let swiped = phone(modes: .bluetooth, restoring: "belts")
    swiped.forceQuits(at: 20)
    swiped.run()
    #expect(swiped.timeline("app.log").isEmpty)
  }

  @Test(
    "a launched app that does not ask for its state hears of no value, nor is it launched again")
  func doesNotRestore() {
    let phone = phone(modes: .bluetooth, restoring: "belts")
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          guard app.application.launchNumber == 1 else { return }
          app.application.restoreCentral("belts")
          app.application.connect(toAccessory: "belt", at: Self.here)
        }
      ])
    phone.crashes(after: 5)
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.figures().launches == 2)
  }

  @Test("a restart of the device keeps connections from iOS 11 on", arguments: [10, 11])
  func restart(version: Int) throws {
    let phone = phone(modes: .bluetooth, restoring: "belts")
    phone.scenario.device = DeviceConfiguration(
      try #require(Platform(named: "iOS \(version)")))
    phone.run(until: 50)
    phone.device.reboot()
    phone.device.unlock()
    phone.run(until: 150)
    #expect(
      phone.timeline("app.log") == (version < 11 ? [] : ["100 restored belt", "100 10"]))
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
