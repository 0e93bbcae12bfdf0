import Simulation
import Testing

@testable import Device

@Suite("The shared budget and the policy's bounds")
struct BudgetTests {
  /// Two apps that open a task of 30 s each time they leave, opened one after the other.
  private func pair() -> Phone {
    let phone = Phone("a", "b")
    for app in ["a", "b"] { phone.on("didEnterBackground", of: app, [.begin("t")]) }
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.closes(at: 20)
    return phone
  }

  // MARK: U1

  @Test("the pool gains its refill every period, never above its capacity")
  func refills() {
    let phone = pair()
    phone.scenario.device.pool.capacity = .seconds(60)
    phone.scenario.device.pool.refill = .seconds(25)
    phone.scenario.device.pool.refillEvery = .seconds(50)
    phone.run()
    // 60 s are used by 50; the refills bring 25, 25, 10 of 25 and nothing.
    #expect(
      phone.timeline("budget.refill", of: nil) == [
        "50 refill 25", "100 refill 25", "150 refill 10", "200 refill 0",
      ])
    let pool = phone.result.device.pool
    #expect(pool.available == .seconds(60))
    #expect(pool.refilled.seconds == 100)
    #expect(pool.overflowed.seconds == 40)
  }

  @Test("a pool without refills stays as it is")
  func noRefills() {
    let phone = pair()
    phone.scenario.device.pool.refillEvery = nil
    phone.run()
    #expect(phone.timeline("budget.refill", of: nil).isEmpty)
    #expect(phone.result.device.pool.available == .minutes(9))
  }

  // MARK: U7

  @Test("the refills of a part of the day are its own, and the pool's account balances")
  func refillsByTime() {
    let phone = pair()
    phone.scenario.startsAt = .hours(22) - .seconds(120)
    phone.scenario.device.pool.capacity = .seconds(100)
    phone.scenario.device.pool.initial = .seconds(60)
    phone.scenario.device.pool.refill = .seconds(25)
    phone.scenario.device.pool.refillEvery = .seconds(50)
    var night = DailyBudget<TimeSpan>.Part()
    night.hours = DayPart(from: .hours(22), to: .hours(7))
    night.refill = .seconds(5)
    night.capacity = .seconds(58)
    phone.scenario.device.pool.budget.byTime = [night]
    phone.run()
    #expect(
      phone.timeline("budget.refill", of: nil) == [
        "50 refill 25", "100 refill 25", "150 refill 5", "200 refill 3",
      ])
    #expect(phone.result.device.pool.available == .seconds(58))
    #expect(phone.result.device.pool.overflowed.seconds == 2)
  }

  @Test("work that no slot of the night is for begins with the morning")
  func slotsOfTheNight() {
    let phone = Phone(seconds: 3_000, modes: .fetch)
    phone.scenario.startsAt = .hours(7) - .seconds(2_000)
    phone.scenario.device.pool.capacity = .hours(1)
    var night = DeviceConfiguration.SlotLimits.Part()
    night.hours = DayPart(from: .hours(22), to: .hours(7))
    night.starts = 0
    phone.scenario.device.fetchSlots.byTime = [night]
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.noData)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("fetch.start").first == "2000 fetch.start")
  }

  // MARK: U2

  @Test("a grant reserves, the reservation turns to used as time passes, the rest returns")
  func reservedToUsed() {
    let phone = Phone()
    phone.on("didEnterBackground", [.begin("t"), .after(20, [.end("t")])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    var pool = phone.run(until: 10).device.pool
    #expect([pool.available, pool.reserved, pool.used] == [570, 30, 0].map { .seconds($0) })
    pool = phone.run(until: 22).device.pool
    #expect([pool.available, pool.reserved, pool.used] == [570, 18, 12].map { .seconds($0) })
    pool = phone.run().device.pool
    #expect([pool.available, pool.reserved, pool.used] == [580, 0, 20].map { .seconds($0) })
  }

  @Test("what is left returns when the process dies")
  func deathReturns() {
    let phone = Phone()
    phone.on("didEnterBackground", [.begin("t"), .after(3, [.fail(.uncaughtException)])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("budget.return") == ["13 return 27"])
    #expect(phone.result.device.pool.used == .seconds(3))
  }

  @Test("each app's used time adds up to the pool's")
  func usedAddsUp() {
    let phone = pair()
    phone.run(until: 31)
    #expect(phone.figures("a").used + phone.figures("b").used == phone.result.device.pool.used)
    #expect(phone.result.device.pool.used == .seconds(21 + 11))
  }

  @Test("time used today begins anew at midnight, also in the middle of a stay")
  func usedToday() {
    let phone = Phone("a", "b", seconds: 400)
    phone.scenario.startsAt = .hours(24) - .seconds(20)
    for app in ["a", "b"] { phone.on("didEnterBackground", of: app, [.begin("t")]) }
    phone.opens("a", at: 0, 100)
    phone.closes(at: 10, 110)
    phone.run(until: 35)
    let app = phone.id("a")
    #expect(phone.device.present(of: app).usedToday == .seconds(15))
    phone.run()
    #expect(phone.device.present(of: app).usedToday == .seconds(20 + 30))
    #expect(phone.device.present(of: app).used == .seconds(60))
  }

  // MARK: U3

  @Test("a grant beyond the pool, beyond the allowance or below zero is refused and counts as none")
  func overdrawnGrants() {
    for answer in [TimeSpan.seconds(31), .seconds(-1), .max] {
      let phone = pair()
      phone.scenario.device.pool.initial = .seconds(40)
      phone.policy.grant = { _, _ in answer }
      phone.run()
      #expect(phone.timeline("task.begin", of: nil) == ["10 begin 0", "20 begin 0"])
      #expect(phone.result.device.refusedDecisions == 2)
      let decisions = phone.sink.records.filter { $0.kind == "policy.decision" }
      #expect(decisions.map { $0.strings("refused") } == [["a"], ["b"]])
    }
    let phone = pair()
    phone.scenario.device.pool.initial = .seconds(40)
    phone.policy.grant = { _, _ in .seconds(30) }
    phone.run()
    #expect(phone.timeline("task.begin", of: nil) == ["10 begin 1", "20 begin 0"])
  }

  @Test("more apps than slots, apps that may not fetch, unknown and doubled ones are refused")
  func wrongChoices() {
    let phone = Phone("a", "b", "c", seconds: 950, modes: .fetch)
    phone.scenario.device.fetchSlots.concurrent = 1
    for app in ["a", "b"] {
      phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
      phone.on("performFetch", of: app, [.sleep(5), .complete(.noData)])
      phone.opens(app, at: 0)
    }
    phone.closes(at: 10)
    phone.policy.choose = { _, _, _ in
      WorkDecision([AppID(2), AppID(99), AppID(-1), AppID(1), AppID(1), AppID(0)])
    }
    phone.run()
    #expect(phone.timeline("fetch.start", of: "b") == ["900 fetch.start"])
    #expect(phone.timeline("fetch.start", of: "a") == ["905 fetch.start"])
    let refused = phone.sink.records.filter { $0.kind == "policy.decision" }
      .map { $0.strings("refused") }
    #expect(
      refused == [["c", "#99", "#-1", "b", "a"], ["c", "#99", "#-1", "b", "b"]])
    #expect(phone.result.device.refusedDecisions == 10)
  }

  @Test("a policy that fails gives nothing, is counted and traced, and the run goes on")
  func faultyPolicy() {
    let phone = pair()
    phone.policy.grant = { [policy = phone.policy] _, _ in
      policy.fault = PolicyFault("out of order")
      return .seconds(30)
    }
    phone.run()
    #expect(phone.timeline("task.begin", of: nil) == ["10 begin 0", "20 begin 0"])
    #expect(phone.result.device.policyFaults == 2)
    #expect(phone.result.device.firstPolicyFault == "out of order")
    #expect(phone.timeline("policy.fault", of: nil).count == 2)
  }

  @Test("a short pool may be reclaimed: the named app expires early, once, and others are refused")
  func reclaim() {
    let phone = pair()
    phone.scenario.device.pool.initial = .seconds(35)
    phone.on("didEnterBackground", [.begin("t", handler: [.log("early"), .end("t")])])
    phone.policy.expireEarly = { _, _ in [AppID(0), AppID(0), AppID(1), AppID(7)] }
    phone.run()
    #expect(
      phone.timeline("budget.return", "app.log") == [
        "20 return 15", "20 early", "20 return 5",
      ])
    // At 20 the pool had 5 s, and got back all but the lead: b gets 20 s.
    #expect(
      phone.timeline("budget.grant", "app.exit", of: "b") == [
        "20 grant 20", "40 exit backgroundTaskAssertionTimeout",
      ])
    #expect(phone.result.device.refusedDecisions == 3)
    #expect(phone.policy.reclaimers == [phone.id("b")])
  }

  @Test("an app that ignores its early expiry is ended after the lead")
  func reclaimIgnored() {
    let phone = pair()
    phone.scenario.device.pool.initial = .seconds(35)
    phone.policy.expireEarly = { holders, _ in holders.map(\.app.id) }
    phone.run()
    #expect(phone.timeline("app.exit") == ["25 exit backgroundTaskAssertionTimeout"])
    let told = phone.policy.outcomes.compactMap { outcome -> Bool? in
      guard case .backgroundTime(AppID(0), _, _, _, let expired) = outcome else { return nil }
      return expired
    }
    #expect(told == [true])
  }

  @Test("a policy that wants to be asked again is asked, not sooner than a second and once")
  func askAgain() {
    let phone = Phone("a", "b", seconds: 20, modes: .fetch)
    phone.scenario.device.limits.minimumFetchInterval = .seconds(1)
    for app in ["a", "b"] {
      phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
      phone.opens(app, at: 0)
    }
    phone.closes(at: 10)
    phone.policy.choose = { _, _, _ in WorkDecision(askAgainAfter: .nanoseconds(1)) }
    phone.run()
    #expect(phone.policy.reviews.map { Int($0.now.seconds) } == Array(1...20))
  }

  // MARK: U4

  @Test("a pool that pays discretionary work only leaves tasks their time whatever it holds")
  func discretionaryPool() {
    let phone = Phone("a", "b", seconds: 2_000, modes: .fetch)
    phone.scenario.device.pool.pays = .discretionary
    phone.scenario.device.pool.capacity = .seconds(35)
    phone.scenario.device.pool.refillEvery = nil
    for app in ["a", "b"] {
      phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
      phone.on("didEnterBackground", of: app, [.begin("t"), .logRemaining, .sleep(20), .end("t")])
      phone.on("performFetch", of: app, [.sleep(8), .complete(.newData)])
    }
    phone.opens("a", at: 0)
    phone.opens("b", at: 5)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log", of: "a") == ["5 30"])
    #expect(phone.timeline("app.log", of: "b") == ["10 30"])
    // One fetch is paid for; what is left then pays for no other.
    #expect(phone.result.device.pool.used == .seconds(8))
    #expect(phone.figures("a").timeRequests == 0)
    let started = ["a", "b"].map { phone.figures($0)[.fetch].started }
    #expect(started.reduce(0, +) == 1)
  }

  @Test("a task that the empty pool refuses is no finding, and who used the pool is recorded")
  func refusedByThePool() throws {
    let phone = Phone("a", "b", seconds: 300)
    phone.scenario.device.pool.capacity = .seconds(30)
    phone.scenario.device.pool.refillEvery = nil
    phone.on("didEnterBackground", of: "b", [.begin("leak")])
    phone.on("didEnterBackground", of: "a", [.sleep(1), .begin("save"), .sleep(50)])
    phone.opens("b", at: 0)
    phone.opens("a", at: 5)
    phone.closes(at: 60)
    phone.run()
    let refused = try #require(
      phone.sink.records.first { $0.kind == "task.begin" && $0.app == "a" })
    #expect(refused.fields["refusal"] as? String == "the shared pool was empty: b used 30 s")
    #expect(phone.result.findings.map(\.rule) == [.taskNeverEnded])
    #expect(phone.figures("a").tasksRefused == 1)
  }

  @Test("where the pool does not pay for tasks, one is begun again though it is empty")
  func beginAgainOfNoPool() {
    let phone = Phone.visited()
    phone.scenario.device.pool.pays = .discretionary
    phone.scenario.device.pool.initial = .zero
    phone.on("didEnterBackground", [.begin("t"), .end("t"), .work(1), .begin("t"), .end("t")])
    phone.run()
    #expect(phone.timeline("task.begin") == ["10 begin 1", "11 begin 2"])
  }

  @Test("a policy may leave slots and budget unused; the waiting shows in the figures")
  func waitingShows() {
    let phone = Phone(seconds: 3_000, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.policy.choose = { _, _, _ in WorkDecision() }
    phone.run()
    #expect(phone.timeline("fetch.eligible", "fetch.start") == ["900 fetch.eligible"])
    #expect(phone.figures().stillWaiting == .seconds(2_100))
    #expect(phone.result.device.refusedDecisions == 0)
  }

  // MARK: Decisions of ours

  @Test("an app entering the background has 5 s even if the policy grants less")
  func graceWithoutGrant() {
    for delay in [1.0, 5] {
      let phone = Phone()
      phone.scenario.device.limits.suspensionDelay = .seconds(delay)
      phone.policy.grant = { _, _ in .zero }
      phone.on("didBecomeActive", [.begin("t", handler: [.log("handler")])])
      phone.on("didEnterBackground", [.logRemaining])
      phone.opens(at: 0)
      phone.closes(at: 10)
      phone.run()
      #expect(
        phone.timeline("app.log", "app.exit") == [
          "10 5", "10 handler", "15 exit backgroundTaskAssertionTimeout",
        ])
      #expect(phone.result.device.pool.used == .zero)
    }
  }

  @Test("a task begun again in a stay pays what is left of the grant, or is refused")
  func beginAgainPays() {
    let phone = Phone()
    phone.on(
      "didEnterBackground",
      [.begin("t"), .after(10, [.end("t"), .begin("t"), .after(5, [.end("t")])])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("budget.return") == ["20 return 20", "25 return 15"])
    #expect(phone.result.device.pool.used == .seconds(15))
  }

  @Test("begun again, a task whose rest the pool has given to another app is refused")
  func beginAgainUnpaid() {
    for (initial, second) in [(40.0, 0), (60, 2)] {
      let phone = Phone("a", "b")
      phone.scenario.device.pool.initial = .seconds(initial)
      phone.scenario.device.pool.refillEvery = nil
      phone.on("didEnterBackground", of: "b", [.begin("t")])
      phone.on(
        "didEnterBackground",
        [.begin("t"), .after(10, [.end("t"), .work(3), .begin("t"), .end("t")])])
      phone.opens("a", at: 0)
      phone.opens("b", at: 10)
      // At 20 a gives 20 s back, at 21 b is given 30 s; a then needs 17 s.
      phone.closes(at: 21)
      phone.run()
      #expect(phone.timeline("task.begin") == ["10 begin 1", "23 begin \(second)"])
    }
  }

  @Test("begun again within the grace, a task is refused once the grant is over")
  func beginAgainInTheGrace() {
    for (work, second) in [(1.0, 2), (2, 0)] {
      let phone = Phone()
      phone.policy.grant = { _, _ in .seconds(2) }
      phone.on("didBecomeActive", [.begin("t")])
      phone.on("didEnterBackground", [.end("t"), .work(work), .begin("t"), .end("t")])
      phone.opens(at: 0)
      phone.closes(at: 10)
      phone.run()
      #expect(phone.timeline("task.begin").last == "\(text(10 + work)) begin \(second)")
    }
  }
}
