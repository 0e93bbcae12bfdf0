import Simulation
import Testing

@testable import Device

@Suite("Order at one instant, power, memory and network")
struct WorldTests {
  // MARK: Order at one instant

  @Test("at one instant the world comes first, then limits, then callbacks, then the policy")
  func orderAtOneInstant() {
    // At 40: the user returns, the task's deadline, a timer, and a fetch that has come due.
    let phone = Phone("a", "b", modes: .fetch)
    phone.scenario.device.limits.minimumFetchInterval = .seconds(30)
    phone.on("didFinishLaunching", of: "b", [.fetchEvery(0)])
    phone.on("performFetch", of: "b", [.complete(.noData)])
    phone.on("didEnterBackground", of: "b", [.begin("t"), .after(30, [.log("timer")])])
    phone.opens("b", at: 10)
    phone.closes(at: 10)
    phone.network(.cellular, at: 40)
    phone.run(until: 40)
    let kinds = ["network", "app.exit", "app.log", "fetch.eligible", "fetch.start"]
    let order = phone.sink.records.filter { $0.seconds == 40 && kinds.contains($0.kind) }
    #expect(order.map(\.kind) == ["network", "fetch.eligible", "app.exit", "fetch.start"])
  }

  @Test("a run that does not start at midnight begins its trace with what the clock shows")
  func clockRecord() {
    let phone = Phone()
    phone.scenario.startsAt = .hours(8)
    _ = phone.run()
    #expect(phone.sink.records.first?.kind == "clock")
    #expect(phone.sink.records.first?.number("startsAtNs") == 28_800e9)
    let midnight = Phone()
    _ = midnight.run()
    #expect(!midnight.sink.records.contains { $0.kind == "clock" })
  }

  @Test("within a kind events go by insertion")
  func insertionOrder() {
    let phone = Phone()
    phone.on(
      "didFinishLaunching",
      [.after(5, [.log("one")]), .timer("t", every: 5, [.log("two")]), .after(5, [.log("three")])])
    phone.opens(at: 0)
    phone.closes(at: 7)
    phone.opens(at: 7)
    phone.run(until: 7)
    #expect(phone.timeline("app.log") == ["5 one", "5 two", "5 three"])
    #expect(phone.timeline("user.open", "user.close").suffix(2) == ["7 user.close", "7 user.open"])
  }

  // MARK: Power

  @Test("low power or a battery below 20 % off the charger stops fetches, running ones finish")
  func powerStopsFetch() {
    func starts(_ set: (Phone) -> Void) -> [String] {
      let phone = Phone(seconds: 1_500, modes: .fetch)
      phone.on("didFinishLaunching", [.fetchEvery(0)])
      phone.on("performFetch", [.sleep(10), .complete(.noData)])
      phone.opens(at: 0)
      phone.closes(at: 10)
      set(phone)
      phone.run()
      return phone.timeline("fetch.start", "fetch.complete")
    }
    let done = ["900 fetch.start", "910 complete noData 10"]
    #expect(starts { $0.power(lowPower: true, at: 100) }.isEmpty)
    #expect(starts { $0.power(charging: true, lowPower: true, at: 100) }.isEmpty)
    #expect(starts { $0.power(level: 0.19, at: 100) }.isEmpty)
    #expect(starts { $0.power(level: 0.2, at: 100) } == done)
    #expect(starts { $0.power(level: 0.05, charging: true, at: 100) } == done)
    #expect(starts { $0.power(lowPower: true, at: 905) } == done)
    #expect(
      starts {
        $0.power(level: 0.1, at: 100)
        $0.power(charging: true, at: 1_200)
      } == ["1200 fetch.start", "1210 complete noData 10"])
  }

  @Test("low power does not take background tasks away")
  func powerLeavesTasks() {
    let phone = Phone()
    phone.power(level: 0.05, lowPower: true, at: 0)
    phone.on("didEnterBackground", [.begin("t"), .logRemaining])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run(until: 11)
    #expect(phone.timeline("app.log") == ["10 30"])
  }

  // MARK: Memory

  /// Four apps: b, then a left long ago and suspended, c works in the background, d is opened at
  /// 80.
  private func crowd(memory: Double) -> Phone {
    let phone = Phone("a", "b", "c", "d")
    phone.scenario.device.memoryMegabytes = memory
    phone.on("didEnterBackground", of: "c", [.begin("t")])
    phone.opens("a", at: 0)
    phone.opens("b", at: 20)
    phone.opens("a", at: 40)
    phone.opens("c", at: 60)
    phone.closes(at: 10, 30, 50, 70)
    phone.opens("d", at: 80)
    phone.scenario.user.sort { $0.at < $1.at }
    return phone
  }

  @Test(
    "memory pressure ends suspended apps, longest unused first, then background ones, front last",
    arguments: [
      (310.0, 150.0, ""), (309, 150, "b"), (269, 150, "ba"), (229, 150, "bac"), (229, 300, "bacd"),
    ])
  func bands(memory: Double, front: Double, victims: String) {
    let phone = crowd(memory: memory)
    phone.scenario.apps[3].memory.foreground = front
    phone.run(until: 85)
    let exits = phone.sink.records.filter { $0.kind == "app.exit" }
    // Those that run have been warned, and had 5 s.
    #expect(exits.allSatisfy { ["a", "b"].contains($0.app) == ($0.seconds < 85) })
    #expect(exits.compactMap(\.app).joined() == victims)
    #expect(exits.allSatisfy { $0.string("reason") == "memoryPressure" })
    #expect(phone.device.memoryInUse <= Int(memory * 1_024))
  }

  @Test("switching apps counts the one that leaves as leaving, not both as in front")
  func switchingIsNoShortage() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 230
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.run()
    #expect(phone.timeline("app.exit", of: nil).isEmpty)
  }

  private func warned(_ phone: Phone) -> [String] {
    phone.sink.records.filter { $0.string("name") == "didReceiveMemoryWarning" }
      .compactMap { record in record.app.map { "\(text(record.seconds)) \($0)" } }
  }

  @Test("suspended apps end without a word; if that is not enough the running ones are warned")
  func warnings() {
    let enough = crowd(memory: 309)
    enough.run(until: 85)
    #expect(warned(enough).isEmpty)
    #expect(enough.timeline("app.exit", of: "b") == ["80 exit memoryPressure"])
    let short = crowd(memory: 229)
    short.run(until: 85)
    #expect(warned(short).sorted() == ["80 c", "80 d"])
  }

  @Test("an app that answers a warning by letting go of its task goes on")
  func answers() {
    let phone = crowd(memory: 229)
    phone.on("didReceiveMemoryWarning", of: "c", [.work(2), .end("t")])
    phone.run(until: 150)
    #expect(phone.timeline("app.exit", of: "c").isEmpty)
    #expect(phone.state("c") == .suspended)
    #expect(warned(phone).sorted() == ["80 c", "80 d"])
  }

  @Test("how long apps have to answer is a parameter; who begins to run meanwhile is warned too")
  func timeToAnswer() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 200
    phone.scenario.device.limits.memoryAnswer = .seconds(8)
    phone.scenario.apps[0].memory.background = 180
    phone.on("didEnterBackground", of: "a", [.begin("t")])
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.run(until: 30)
    #expect(warned(phone) == ["10 a", "10 b"])
    #expect(phone.timeline("app.exit", of: "a") == ["18 exit memoryPressure"])
    #expect(phone.state("b") == .active)
  }

  @Test("a shortage that is over is forgotten: the next one warns anew")
  func twoShortages() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 200
    phone.on("didEnterBackground", of: "a", [.begin("t")])
    phone.on("didReceiveMemoryWarning", of: "b", [.log("warned")])
    phone.opens("a", at: 0)
    for start in [10.0, 14] {
      phone.opens("b", at: start)
      phone.closes(at: start + 2)
    }
    phone.scenario.apps[1].memory.background = 100
    phone.run(until: 30)
    #expect(phone.timeline("app.log", of: "b") == ["10 warned", "14 warned"])
    #expect(phone.timeline("app.exit", of: nil).isEmpty)
  }

  @Test("a launch that alone exceeds the device's memory ends itself, and the run goes on")
  func tooBigToLaunch() {
    let phone = Phone("a", "b")
    phone.scenario.apps[0].memory.foreground = 4_000
    phone.opens("a", at: 1)
    phone.opens("a", at: 10)
    phone.opens("b", at: 20)
    phone.run()
    #expect(phone.timeline("app.exit") == ["6 exit memoryPressure", "15 exit memoryPressure"])
    #expect(phone.state("b") == .active)
  }

  @Test("a fetch whose launch exceeds memory is ended without a result and gives all back")
  func fetchKilledByItsLaunch() {
    let phone = Phone("a", "b", seconds: 1_000, modes: .fetch)
    phone.scenario.device.memoryMegabytes = 225
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.sleep(6), .complete(.newData)])
    phone.crashes(after: 2)
    phone.opens("a", at: 0)
    phone.opens("b", at: 5)
    phone.run()
    #expect(
      phone.timeline("fetch.start", "app.exit").suffix(2) == [
        "900 fetch.start", "905 exit memoryPressure",
      ])
    #expect(phone.figures().fetchesUnanswered == 1)
    #expect(phone.result.device.pool.reserved == .zero)
    #expect(phone.fetchesRunning == 0)
  }

  @Test("coming back to the front from the background counts as the front's memory")
  func growthOnReturn() {
    let phone = Phone("a", "b")
    phone.scenario.device.memoryMegabytes = 240
    phone.on("didEnterBackground", [.work(3), .begin("t")])
    phone.opens("b", at: 0)
    phone.opens("a", at: 10)
    phone.closes(at: 20)
    phone.opens("a", at: 21)
    phone.run()
    #expect(phone.device.memoryInUse <= 240 * 1_024)
    #expect(phone.state("a") == .active)
  }
}
