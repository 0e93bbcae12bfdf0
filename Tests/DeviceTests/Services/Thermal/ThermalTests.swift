import Simulation
import Testing

@testable import Device

@Suite("Heat")
struct ThermalTests {
  /// Opened at 0 and left at 10 with a task of a minute; so hot from some moments on.
  private func phone(
    _ states: [(at: Double, state: ThermalState)], on platform: Platform = .newest
  ) -> Phone {
    let phone = Phone(seconds: 500)
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.thermal = states.map { ThermalChange(at: moment($0.at), state: $0.state) }
    phone.on(
      "thermalStateDidChange", [.run { $0.application.log("\($0.application.thermalState)") }])
    phone.on("didEnterBackground", [.begin("t"), .after(20, [.end("t")])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test("apps that run hear of each change, one that was suspended when it runs again, once")
  func told() {
    let phone = phone([
      (1, .fair), (2, .fair), (3, .serious), (100, .nominal), (150, .fair), (300, .serious),
    ])
    phone.opens(at: 200, 400)
    phone.closes(at: 210, 410)
    phone.scenario.user.sort { $0.at < $1.at }
    phone.run()
    #expect(phone.timeline("thermal", of: nil).count == 5)
    #expect(phone.timeline("app.log") == ["1 fair", "3 serious", "200 fair", "400 serious"])
  }

  @Test("one that was suspended while it became hot and cool again hears nothing")
  func asBefore() {
    let phone = phone([(100, .serious), (150, .nominal)])
    phone.opens(at: 200)
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
  }

  @Test("before iOS 11 nobody hears of it")
  func before() throws {
    let phone = phone([(1, .serious)], on: try #require(Platform(named: "iOS 10")))
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.timeline("thermal", of: nil).count == 1)
  }

  @Test(
    "from serious heat on discretionary work waits, or from what the device says",
    arguments: [
      (ThermalState.serious, ThermalState.fair, 900), (.serious, .serious, 1_500),
      (.fair, .fair, 1_500), (.critical, .serious, 900),
    ])
  func holds(from hold: ThermalState, at state: ThermalState, starts: Int) {
    let phone = Phone(seconds: 2_000, modes: .fetch)
    phone.scenario.device = DeviceConfiguration(.iOS7)
    phone.scenario.device.thermalHold = hold
    phone.scenario.thermal = [
      ThermalChange(at: moment(100), state: state),
      ThermalChange(at: moment(1_500), state: .nominal),
    ]
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.noData)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run(until: 1_600)
    #expect(phone.timeline("fetch.start") == ["\(starts) fetch.start"])
    if starts == 1_500 {
      let again = Phone(seconds: 2_000)
      again.device.change(thermalState: .serious)
      #expect(again.device.world.obstacleToDiscretionaryWork == .tooHot)
    }
  }

  @Test("critical heat ends an app that runs in the background, after 10 s and with its code")
  func ends() {
    let phone = phone([(15, .critical)])
    phone.run()
    #expect(phone.timeline("app.exit") == ["25 exit thermalEvent"])
    #expect(phone.sink.records.first { $0.kind == "app.exit" }?.string("code") == "0xc00010ff")
    #expect(phone.result.findings.isEmpty)
    // Nor does it end one in front, one that is suspended, or any when it cools down in time.
    let front = self.phone([(5, .critical)])
    front.scenario.user = []
    front.opens(at: 0)
    front.run()
    #expect(front.timeline("app.exit").isEmpty)
    let suspended = self.phone([(100, .critical)])
    suspended.run()
    #expect(suspended.timeline("app.exit").isEmpty)
    let cooled = self.phone([(15, .critical), (24, .serious)])
    cooled.run()
    #expect(cooled.timeline("app.exit").isEmpty)
  }

  @Test("one that comes to the background in critical heat has its time from then on")
  func entersInHeat() {
    let phone = phone([(5, .critical)])
    phone.run()
    #expect(phone.timeline("app.exit") == ["20 exit thermalEvent"])
    let back = self.phone([(5, .critical)])
    back.opens(at: 15)
    back.run()
    #expect(back.timeline("app.exit").isEmpty)
  }

  @Test("what it ends, and after how long, are parameters")
  func parameters() {
    let nothing = phone([(15, .critical)])
    nothing.scenario.device.endedByHeat = .nothing
    nothing.run()
    #expect(nothing.timeline("app.exit").isEmpty)
    let soon = phone([(15, .critical)])
    soon.scenario.device.limits.criticalHeat = .seconds(1)
    soon.run()
    #expect(soon.timeline("app.exit") == ["16 exit thermalEvent"])
  }
}
