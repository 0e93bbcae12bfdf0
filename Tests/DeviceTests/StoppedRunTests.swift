import Simulation
import Testing

@testable import Device

@Suite("A run that is stopped from outside")
struct StoppedRunTests {
  private func busyPhone() -> Phone {
    let phone = Phone(seconds: 100_000, modes: .audio)
    phone.opens(at: 0)
    phone.on("didBecomeActive", [.timer("t", every: 0.5, [])])
    return phone
  }

  @Test("stops between two events, and the figures are those of that moment")
  func stops() {
    let stopped = busyPhone()
    var asked = 0
    stopped.device.run { _, _ in
      asked += 1
      return asked < 2
    }
    let result = stopped.result
    #expect(asked == 2)
    #expect(result.duration > .zero && result.duration < stopped.scenario.duration)

    let whole = busyPhone()
    whole.device.run(until: .start + result.duration)
    #expect(whole.result.events >= result.events)
    #expect(whole.result.device.pool == result.device.pool)
  }

  @Test("being watched changes nothing")
  func watched() {
    let plain = busyPhone()
    let watched = busyPhone()
    plain.device.run()
    watched.device.run { _, _ in true }
    #expect(plain.result.fingerprint == watched.result.fingerprint)
    #expect(plain.result.events == watched.result.events)
  }
}
