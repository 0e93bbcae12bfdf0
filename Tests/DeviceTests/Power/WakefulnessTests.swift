import Simulation
import Testing

@testable import Device

@Suite("Whether the device sleeps")
struct WakefulnessTests {
  @Test("it sleeps while no app runs and none is in front, and wakes when that ends")
  func wakes() {
    var device = Wakefulness()
    let woke = [
      device.appRuns(true, at: moment(10)), device.appRuns(true, at: moment(12)),
      device.appRuns(false, at: moment(15)), device.screenIsOn(true, at: moment(18)),
      device.appRuns(false, at: moment(20)), device.screenIsOn(false, at: moment(30)),
      device.screenIsOn(true, at: moment(60)),
    ]
    #expect(woke == [true, false, false, false, false, false, true])
    device.advance(to: moment(100))
    #expect(device.asleep == .seconds(40) && device.awake == .seconds(60))
    #expect(device.screen == .seconds(52))
  }

  @Test("a sleep of no length is none, nor is what lies before the run")
  func noSleep() {
    var device = Wakefulness()
    let woke = [
      device.appRuns(true, at: .start), device.appRuns(false, at: moment(5)),
      device.appRuns(true, at: moment(5)),
    ]
    #expect(woke == [false, false, false])
    #expect(device.asleep == .zero)
  }

  @Test("an app that a mode keeps running does not keep the device awake")
  func modes() {
    let phone = Phone("a", "player", seconds: 100)
    phone.scenario.apps[1].modes = .resident
    phone.opens(at: 20, 60)
    phone.closes(at: 30, 70)
    #expect(phone.run().device.deviceWakeUps == 2)
  }

  @Test("fetches that begin together wake the device once, apart each time")
  func together() {
    func wakeUps(apart: Bool) -> [Int] {
      let phone = Phone(seconds: 1_500, modes: .fetch)
      phone.scenario.apps = ["a", "b", "c"].map { AppConfiguration(name: $0, modes: .fetch) }
      for (index, app) in ["a", "b", "c"].enumerated() {
        phone.opens(app, at: Double(index) * 0.001)
        phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
        phone.on("performFetch", of: app, [.sleep(5), .complete(.noData)])
      }
      phone.closes(at: 10)
      var last = Instant.start
      phone.policy.choose = { candidates, _, device in
        let apps = candidates.map(\.app.id)
        guard apart else { return WorkDecision(apps.count < 3 ? [] : apps) }
        // One in half a minute.
        guard device.now - last >= .seconds(30) else {
          return WorkDecision(askAgainAfter: .seconds(30))
        }
        last = device.now
        return WorkDecision(Array(apps.prefix(1)), askAgainAfter: .seconds(30))
      }
      let device = phone.run().device
      return [device.wakeUps, device.deviceWakeUps]
    }
    #expect(wakeUps(apart: false) == [3, 1])
    #expect(wakeUps(apart: true) == [3, 3])
  }
}
