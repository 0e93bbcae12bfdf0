import Simulation
import Testing

@testable import Device

@Suite("What services claim of the pool")
struct ClaimTests {
  /// Claims a thousand seconds for each app behind, without a look at what the pool holds.
  private final class Greedy: Service {
    override func claim(of process: Process) -> Instant? {
      process.state == .background ? .start + .seconds(1_000) : nil
    }

    override func keepsRunning(_ process: Process) -> Bool { claim(of: process) != nil }

    override func process(_ change: ProcessChange, of process: Process) {
      if case .moved = change { device.budget.adjust(process) }
    }
  }

  /// "a" is left at 10 and "b" at 20, with 40 s in the pool, and 25 s more at 100.
  private func pair() -> Phone {
    let phone = Phone("a", "b", seconds: 190)
    phone.services = { [Greedy($0)] }
    phone.scenario.device.pool.capacity = .seconds(60)
    phone.scenario.device.pool.initial = .seconds(40)
    phone.scenario.device.pool.refill = .seconds(25)
    phone.scenario.device.pool.refillEvery = .seconds(100)
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.closes(at: 20)
    return phone
  }

  @Test("a claim beyond the pool is cut to what it holds, and one on an empty pool gets nothing")
  func beyondThePool() {
    let phone = pair()
    phone.run()
    #expect(phone.timeline("budget.grant", "budget.return", of: nil) == ["10 grant 40"])
    let pool = phone.result.device.pool
    #expect([pool.available, pool.reserved, pool.used] == [25, 0, 40].map { .seconds($0) })
    #expect(phone.figures("a").used == .seconds(40) && phone.figures("b").used == .zero)
    // What is not paid is the service's matter: it keeps them running.
    #expect(phone.device[phone.id("a")].state == .background)
    #expect(phone.device[phone.id("b")].state == .background)
  }

  @Test("it takes up what has come into the pool when it is looked at again")
  func again() {
    let phone = pair()
    // At 30 b gives nothing back; at 120 it claims anew, after the refill.
    phone.opens("b", at: 30)
    phone.closes(at: 120)
    phone.run()
    #expect(
      phone.timeline("budget.grant", "budget.return", of: nil) == ["10 grant 40", "120 grant 25"])
    let pool = phone.result.device.pool
    #expect([pool.available, pool.reserved, pool.used] == [0, 0, 65].map { .seconds($0) })
  }

  @Test("a claim that was cut goes back with what is left of it")
  func givenBack() {
    let phone = pair()
    phone.opens("a", at: 40)
    phone.run(until: 45)
    #expect(
      phone.timeline("budget.grant", "budget.return", of: "a") == ["10 grant 40", "40 return 10"])
    // b went behind on an empty pool, and nobody has looked at its claim since.
    #expect(phone.result.device.pool.available == .seconds(10))
  }

  @Test("processing tasks that begin together share the pool: each has its least at any rate")
  func together() {
    let here = SourceLocation(file: "test", line: 1)
    let phone = Phone("a", "b", seconds: 1_000, modes: [.processing])
    phone.scenario.device.processingSlots.concurrent = 2
    phone.scenario.device.pool.initial = .minutes(5)
    phone.scenario.device.pool.refillEvery = nil
    for (place, app) in ["a", "b"].enumerated() {
      phone.scenario.apps[place].permittedIdentifiers = ["p"]
      let registers = Step.run { app in
        _ = try? app.application.registerLaunchHandler(
          app.block([.run { $0.expiration = [] }, .sleep(900)]), for: "p", onMain: false, at: here)
      }
      phone.on("didFinishLaunching", of: app, [registers])
      phone.on(
        "didEnterBackground", of: app,
        [
          .run {
            _ = try? $0.application.submit(
              .processing("p", earliest: .start + .seconds(100)), at: here)
          }
        ])
    }
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.closes(at: 20)
    phone.run()
    // Four minutes and one: the last five seconds of each are for its handler.
    #expect(
      phone.timeline("bgtask.launch", "bgtask.expire", "budget.grant", of: nil) == [
        "100 grant 240", "100 grant 60", "100 launch p", "100 launch p", "155 expire p",
        "335 expire p",
      ])
  }
}
