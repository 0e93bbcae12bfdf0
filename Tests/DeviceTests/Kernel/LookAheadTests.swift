import Simulation
import Testing

@testable import Device

@Suite("Memory fetched ahead of the next event")
struct LookAheadTests {
  /// Apps that tick for five minutes; how often they were asked, and the fingerprint.
  private func run(apps: Int, kept: [UInt] = []) -> (asked: Int, result: RunResult) {
    var scenario = Scenario(
      duration: .minutes(5),
      apps: (0..<apps).map { AppConfiguration(name: "app-\($0)", modes: .resident) })
    scenario.device.memoryMegabytes = 1e9
    // Some end on the way, and what they told is void.
    scenario.user = (0..<apps / 5).map {
      UserAction(at: .start + .seconds(20 + $0), kind: .forceQuit(AppID($0 * 3)))
    }
    var asked = 0
    let device = Device(scenario, policy: ClosurePolicy()) {
      Ticker($0, kept: kept) { asked += 1 }
    }
    device.run()
    return (asked, device.result())
  }

  @Test("of many apps each tells its places now and then; a few are never asked")
  func asked() {
    let many = run(apps: 300)
    #expect(many.asked >= 300 && many.asked <= many.result.events / 30)
    #expect(run(apps: 9).asked == 0)
  }

  @Test("nothing depends on what they tell, be it memory that nobody has, or more than is kept")
  func harmless() {
    let plain = run(apps: 300).result
    for kept in [[0, 1, .max, 1 << 47], Array(repeating: 0xDEAD, count: 1_000)] as [[UInt]] {
      let told = run(apps: 300, kept: kept).result
      #expect(told.events == plain.events && told.fingerprint == plain.fingerprint)
    }
  }

  @Test("lines are 64 bytes apart")
  func lines() {
    #expect([UInt].lines(3, from: 100) == [100, 164, 228])
    #expect([UInt].lines(0, from: 100) == [])
  }
}
