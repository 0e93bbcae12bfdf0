import Simulation
import Testing

@testable import Device

@Suite("Protected data")
struct DataProtectionTests {
  private let looks = Step.run { app in
    let place = SourceLocation(file: "test", line: 6)
    app.application.log("\(app.application.mayUseProtectedData("a file was read", at: place))")
  }

  private func phone() -> Phone {
    let phone = Phone("a", "b", seconds: 3_000, modes: .fetch)
    phone.scenario.accessories = [AccessoryEvent(accessory: "belt", at: moment(50))]
    phone.scenario.apps[0].modes = .resident
    phone.scenario.firstUnlock = moment(100)
    phone.on("didFinishLaunching", [looks, .after(200, [looks])])
    phone.on("protectedDataDidBecomeAvailable", [looks])
    return phone
  }

  @Test("it cannot be read before the first unlock, which every app is told of")
  func unlock() {
    let phone = phone()
    phone.run()
    #expect(phone.timeline("app.log") == ["0 false", "100 true", "200 true"])
    #expect(phone.timeline("unlock", of: nil) == ["100 unlock"])
    #expect(phone.findings(.dataProtected).map(\.location?.line) == [6])
  }

  @Test("who opens an app has unlocked the device; a device that was not booted never was locked")
  func opened() {
    let early = phone()
    early.opens("b", at: 30)
    early.on("didFinishLaunching", of: "b", [looks])
    early.run()
    #expect(early.timeline("unlock", of: nil) == ["30 unlock"])
    #expect(early.timeline("app.log", of: "b") == ["30 true"])
    #expect(!early.timeline("app.callback", of: "b").contains { $0.contains("protected") })
    let running = phone()
    running.scenario.firstUnlock = nil
    running.run()
    #expect(running.timeline("app.log") == ["0 true", "200 true"])
  }

  @Test("an app that is suspended then is told when it runs again")
  func suspended() {
    let phone = phone()
    phone.scenario.firstUnlock = nil
    phone.opens("b", at: 1)
    phone.closes(at: 2)
    phone.scenario.apps[1].modes = .remoteNotification
    phone.scenario.pushes = [20.0, 1_500].map { PushSource(to: AppID(1), .at(moment($0))) }
    phone.on("didReceiveRemoteNotification", of: "b", [.completePush(.newData)])
    phone.on("protectedDataDidBecomeAvailable", of: "b", [.log("told")])
    phone.run(until: 10)
    phone.device.reboot()
    phone.run(until: 100)
    phone.device.unlock()
    phone.run()
    #expect(phone.timeline("app.state", of: "b").contains("20 notRunning→background"))
    #expect(phone.timeline("app.log", of: "b") == ["1500 told"])
  }
}
