import Simulation
import Testing

@testable import Device

@Suite("What policies see")
struct PolicySnapshotTests {
  @Test("an app is in the app switcher from its first open until it is swiped away")
  func appSwitcher() {
    let phone = Phone("a", "b", seconds: 100)
    phone.opens("a", at: 10)
    phone.closes(at: 20)
    phone.forceQuits("a", at: 30)
    phone.opens("a", at: 40)
    func seen(_ app: String, at second: Double) -> Bool {
      phone.run(until: second)
      return phone.device.snapshot(of: phone.device[phone.id(app)]).isInAppSwitcher
    }
    #expect(!seen("a", at: 5))
    #expect(seen("a", at: 15))
    #expect(seen("a", at: 25))
    #expect(!seen("a", at: 35))
    #expect(seen("a", at: 45))
    #expect(!seen("b", at: 45))
  }

  @Test("the device is in use while an app is in front")
  func inUse() {
    let phone = Phone(seconds: 100)
    phone.opens(at: 10)
    phone.closes(at: 20)
    phone.opens(at: 30)
    phone.forceQuits(at: 40)
    for (second, isInUse) in [(5.0, false), (15, true), (25, false), (35, true), (45, false)] {
      phone.run(until: second)
      #expect(phone.device.snapshot().isInUse == isInUse)
    }
  }

  @Test("background refresh is on when it is on for device and app")
  func backgroundRefresh() {
    for (device, app) in [(true, true), (true, false), (false, true)] {
      let phone = Phone(seconds: 10)
      phone.scenario.device.backgroundRefresh = device
      phone.scenario.apps[0].backgroundRefresh = app
      let snapshot = phone.device.snapshot(of: phone.device.apps[0])
      #expect(snapshot.backgroundRefresh == (device && app))
    }
  }
}
