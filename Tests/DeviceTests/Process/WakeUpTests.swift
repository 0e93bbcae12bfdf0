import Simulation
import Testing

@testable import Device

@Suite("Wake-ups")
struct WakeUpTests {
  private func phone(_ steps: [Step]) -> Phone {
    let phone = Phone(seconds: 100)
    phone.scenario.device.limits.wakeUps = 300
    phone.scenario.device.limits.wakeUpWindow = .seconds(2)
    phone.on("didBecomeActive", steps)
    phone.opens(at: 0)
    return phone
  }

  @Test("a timer that fires more often than 150 times a second is a finding at its line, no exit")
  func timer() throws {
    let phone = phone([.timer("t", every: 0.005, [])])
    phone.run()
    let finding = try #require(phone.findings(.wakeUpsTooOften).first)
    #expect(finding.location?.line == 1)
    #expect(finding.message.contains("200 a second"))
    #expect(phone.timeline("app.exit").isEmpty)
    #expect(phone.state() == .active)
  }

  @Test("one that fires less often is none, however long it does")
  func slower() {
    let phone = phone([.timer("t", every: 0.01, [])])
    phone.run()
    #expect(phone.findings(.wakeUpsTooOften).isEmpty)
  }

  @Test("blocks on global queues count, callbacks of one moment do not")
  func others() {
    let crowded = phone([.timer("t", every: 1, Array(repeating: .main([]), count: 900))])
    crowded.run(until: 20)
    #expect(crowded.findings(.wakeUpsTooOften).isEmpty)
    let beside = phone([.timer("t", every: 1, Array(repeating: .global([]), count: 200))])
    beside.run(until: 20)
    #expect(!beside.findings(.wakeUpsTooOften).isEmpty)
  }

  @Test("the limit is 150 a second over 300 s")
  func limit() {
    let limits = Limits()
    #expect(limits.wakeUps == 45_000 && limits.wakeUpWindow == .seconds(300))
  }
}
