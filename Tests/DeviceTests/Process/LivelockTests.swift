import Simulation
import Testing

@testable import Device

@Suite("Work that takes no time")
struct LivelockTests {
  @Test(
    "work that never lets time pass is charged, so the clock goes on",
    arguments: [
      "main", "global", "sleep", "beside sleep", "work", "beside work", "request",
      "main, with work now and then", "a nanosecond later",
    ])
  func livelock(way: String) {
    let burst = phone(0.1, way).run().events
    // A request weighs as five callbacks.
    #expect(burst > (way == "request" ? 500 : 1_000))
    #expect(burst < 10_000)
    // Each callback takes up to three events: it comes due, has its turn, and is charged.
    let lasting = phone(3, way).run().events
    #expect(lasting < 3 * (1_000 + 3 * 4_000))
  }

  @Test("a wait for a lock weighs as two callbacks, free or not")
  func lockWaits() {
    let phone = Phone(seconds: 3)
    let way: [Step] = [.waitLock("db"), .unlock("db")]
    phone.on("didBecomeActive", Array(repeating: way, count: 20_000).flatMap { $0 })
    phone.opens(at: 0)
    phone.run()
    // At 250 us a callback there would be 1,000 and 12,000 of them.
    let waits = phone.timeline("lock.acquire").count
    #expect((6_000...6_600).contains(waits), "\(waits)")
  }

  private func phone(_ seconds: Double, _ way: String) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.network(.none, at: 0)
    phone.server()
    phone.scripts["a"] = Script(improvise: { name, app in
      guard name == "didBecomeActive" else { return [] }
      return endless(way)
    })
    phone.opens(at: 0)
    return phone
  }

  @Test("what a burst is charged counts as the callback's own time, for its limit and as energy")
  func charged() {
    // 40,000 requests weigh as 160,000 callbacks: 40 s.
    let phone = Phone()
    phone.network(.none, at: 0)
    phone.on(
      "didBecomeActive",
      [
        .run { behavior in
          for _ in 1...40_000 {
            _ = behavior.application.startRequest(
              URLRequest(url: "https://server/"), for: .block(behavior.block([])))
          }
        }
      ])
    phone.opens(at: 0)
    let result = phone.run()
    #expect(phone.timeline("app.exit") == ["10 exit watchdog"])
    #expect(result.device.energy.cpu > .zero)
  }

  @Test("an app's findings tell of 1,000 places; what is found elsewhere is told without one")
  func places() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .run { behavior in
          for line in 1...3_000 {
            behavior.application.endBackgroundTask(
              77, at: SourceLocation(file: "test", line: line))
          }
        }
      ])
    phone.opens(at: 0)
    let findings = phone.run().findings
    #expect(findings.count == 1_001)
    #expect(findings.last?.location == nil)
    #expect(findings.last?.count == 2_000)
  }

  private func endless(_ way: String) -> [Step] {
    switch way {
    case "main": [again { $0.application.dispatchMain($0.block($1)) }]
    case "main, with work now and then": [againAfter(200)]
    case "a nanosecond later":
      [again { $0.application.dispatchMain($0.block($1), after: .nanoseconds(1)) }]
    case "global": [again { $0.application.dispatchGlobal($0.block($1)) }]
    case "sleep": forever(.sleep(0))
    case "beside sleep": [.global(forever(.sleep(0)))]
    case "work": [.after(0.001, forever(.work(0)))]
    case "beside work": [.global(forever(.work(0)))]
    default: [.global(forever(.get("https://server/")))]
    }
  }

  private func again(_ dispatch: @escaping (ScriptedBehavior, [Step]) -> Void) -> Step {
    .run { dispatch($0, [again(dispatch)]) }
  }

  /// Blocks that cost nothing, then one that takes more time than any of them would be charged.
  private func againAfter(_ count: Int) -> Step {
    .run {
      let next = count == 0 ? [.work(0.000_1), againAfter(200)] : [againAfter(count - 1)]
      $0.application.dispatchMain($0.block(next))
    }
  }

  private func forever(_ step: Step) -> [Step] { Array(repeating: step, count: 100_000) }
}
