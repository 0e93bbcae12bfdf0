import Simulation
import Testing

@testable import Device

@Suite("Prewarming")
struct PrewarmingTests {
  private func phone(_ platform: Platform = .iOS15) -> Phone {
    let phone = Phone(seconds: 500)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.device.prewarming = .seconds(60)
    phone.opens(at: 100, 300)
    phone.closes(at: 110)
    return phone
  }

  @Test("launches an app without a scene some time before the user opens it, and lets it rest")
  func launches() {
    let phone = phone()
    phone.on("didFinishLaunching", [.logState])
    phone.run()
    #expect(
      phone.story() == [
        "40 didFinishLaunching", "40 background", "100 willEnterForeground", "100 didBecomeActive",
        "110 willResignActive", "110 didEnterBackground", "300 willEnterForeground",
        "300 didBecomeActive",
      ])
    #expect(phone.timeline("app.state")[1] == "40 background→suspended")
    #expect(phone.figures().launches == 1)
  }

  @Test("an open that comes sooner than the lead is not prewarmed")
  func tooSoon() {
    for (open, first) in [(59.0, "59 didFinishLaunching"), (60, "0 didFinishLaunching")] {
      let phone = phone()
      phone.scenario.user = []
      phone.opens(at: open)
      phone.run(until: 70)
      #expect(phone.story().first == first)
    }
  }

  @Test("a driver prewarms an app that has no process and was not swiped away")
  func driver() {
    let phone = phone()
    phone.scenario.device.prewarming = .zero
    phone.run(until: 20)
    let app = phone.id("a")
    #expect(phone.device.prewarm(app))
    #expect(!phone.device.prewarm(app))
    phone.run(until: 50)
    #expect(phone.story() == ["20 didFinishLaunching"])
    #expect(phone.state() == .suspended)
    phone.device.forceQuit(app)
    #expect(!phone.device.prewarm(app))
    let old = self.phone(.iOS13)
    #expect(!old.device.prewarm(old.id("a")))
  }

  @Test("leaves alone an app that was swiped away, and is unknown before iOS 15")
  func leaves() {
    let swiped = phone()
    swiped.forceQuits(at: 20)
    swiped.run(until: 99)
    #expect(swiped.timeline("app.state").isEmpty)
    let old = phone(.iOS13)
    old.run(until: 99)
    #expect(old.timeline("app.state").isEmpty)
  }
}
