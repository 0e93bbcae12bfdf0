import Simulation
import Testing

@testable import Device

@Suite("A run that is stopped from outside")
struct StoppedRunTests {
  private func busyPhone() -> Phone {
    let phone = Phone(seconds: 100_000, modes: .resident)
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

  @Test("a failure that is the machine's breaks the run off, with time, app, callback and place")
  func breaksOff() {
    let phone = Phone(seconds: 1_000, modes: .resident)
    phone.opens(at: 0)
    var fired = 0
    phone.on(
      "didBecomeActive", [.timer("t", every: 1, [.run { _ in fired += 1 }, .main([.breakRun])])])
    #expect(phone.device.breakdown == nil)
    phone.device.run()
    let app = phone.scenario.apps[0].name
    #expect(fired == 1)
    let breakdown = phone.device.breakdown?.description ?? "none"
    #expect(breakdown.hasPrefix("\(app), block at 00:00:01."))
    #expect(breakdown.hasSuffix(": test:9: as the test wants it"))
  }

  @Test("and so does one of the policy")
  func policyBreaksOff() {
    let phone = Phone(seconds: 1_000)
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.on("didEnterBackground", [.begin("t")])
    var fired = 0
    phone.on("didBecomeActive", [.timer("t", every: 1, [.run { _ in fired += 1 }])])
    phone.policy.grant = { [policy = phone.policy] _, _ in
      policy.fault = PolicyFault("p.lua:1: over 20 s", breaksRun: .stall)
      return .seconds(30)
    }
    phone.device.run()
    #expect(
      phone.device.breakdown
        == RunBreakdown(.stall, "the policy at 00:00:10.000: p.lua:1: over 20 s"))
    #expect((9...10).contains(fired))
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
