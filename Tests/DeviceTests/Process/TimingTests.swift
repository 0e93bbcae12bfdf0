import Simulation
import Testing

@testable import Device

/// What happens when two things meet.
@Suite("Odd timing")
struct TimingTests {
  @Test("a scenario of zero length runs what is due at its start and ends")
  func zeroLength() {
    let phone = Phone("a", seconds: 0, modes: .resident)
    let result = phone.run()
    #expect(result.duration == .zero)
    #expect(phone.story() == ["0 didFinishLaunching"])
    let empty = Device(Scenario(duration: .zero), policy: ClosurePolicy()) { _ in
      fatalError("there is no app")
    }
    empty.run()
    #expect(empty.result().events == 0)
  }

  @Test("closing with nothing in front does nothing")
  func closeNothing() {
    let phone = Phone()
    phone.closes(at: 1, 2)
    phone.opens(at: 5)
    phone.closes(at: 10, 11)
    phone.run()
    #expect(phone.timeline("user.close") == ["10 user.close"])
    #expect(phone.state() == .suspended)
  }

  @Test("opening the app that is in front again counts as an open and calls nothing")
  func doubleOpen() {
    let phone = Phone()
    phone.opens(at: 1, 1, 5)
    phone.run()
    #expect(phone.story() == ["1 didFinishLaunching", "1 didBecomeActive"])
    #expect(phone.figures().opens == 3)
  }

  @Test("leaving and returning at one instant runs all callbacks in their order")
  func leaveAndReturn() {
    let phone = Phone()
    phone.opens(at: 0)
    phone.closes(at: 5)
    phone.opens(at: 5)
    phone.run(until: 100)
    #expect(
      phone.story().suffix(4) == [
        "5 willResignActive", "5 didEnterBackground", "5 willEnterForeground", "5 didBecomeActive",
      ])
    #expect(phone.state() == .active)
  }

  @Test("returning while didEnterBackground still works waits for its end")
  func returnDuringEnterBackground() {
    let phone = Phone()
    phone.on("didEnterBackground", [.begin("t"), .work(3), .end("t")])
    phone.opens(at: 0, 11)
    phone.closes(at: 10)
    phone.run()
    #expect(
      phone.story().suffix(3) == [
        "10 didEnterBackground", "13 willEnterForeground", "13 didBecomeActive",
      ])
    #expect(phone.state() == .active)
    #expect(phone.result.device.pool.used == .seconds(3))
  }

  @Test("a user who opens the app at the very instant of its suspension finds it running")
  func openAtSuspension() {
    let phone = Phone()
    phone.opens(at: 0, 15)
    phone.closes(at: 10)
    phone.run()
    #expect(!phone.timeline("app.state").contains { $0.contains("suspended") })
    #expect(phone.story().suffix(2) == ["15 willEnterForeground", "15 didBecomeActive"])
  }

  @Test("a user who opens the app between its expiry and its deadline saves it")
  func openBetweenLeadAndDeadline() {
    let phone = Phone()
    phone.on("didEnterBackground", [.begin("t", handler: [.log("handler")])])
    phone.opens(at: 0, 38)
    phone.closes(at: 10)
    phone.run(until: 60)
    #expect(phone.timeline("app.log", "app.exit") == ["35 handler"])
    #expect(phone.state() == .active)
  }

  @Test("an app that is ended while it comes back leaves the front empty")
  func endedWhileReturning() {
    let phone = Phone()
    phone.on("willEnterForeground", [.fail(.uncaughtException)])
    phone.opens(at: 0, 30)
    phone.closes(at: 10, 31)
    phone.run()
    #expect(
      phone.timeline("app.exit", "user.close") == ["10 user.close", "30 exit uncaughtException"])
    #expect(phone.state() == .notRunning)
  }

  @Test("an app that is killed while launching leaves the front empty, and can be opened again")
  func killedWhileLaunching() {
    let phone = Phone()
    phone.on("didFinishLaunching", [.work(15), .fail(.uncaughtException)])
    phone.opens(at: 0, 30)
    phone.closes(at: 20)
    phone.run()
    #expect(
      phone.timeline("app.exit", "user.close") == [
        "15 exit uncaughtException", "45 exit uncaughtException",
      ])
    #expect(phone.device.foreground == nil)
  }

  @Test("an app left while it launches becomes active for an instant, then leaves")
  func leftWhileLaunching() {
    let phone = Phone()
    phone.on("load", [.work(4)])
    phone.opens(at: 0)
    phone.closes(at: 2)
    phone.run()
    #expect(
      phone.timeline("app.callback") == [
        "4 didFinishLaunching", "4 didBecomeActive", "4 willResignActive", "4 didEnterBackground",
      ])
    #expect(phone.timeline("app.state").last == "9 background→suspended")
  }

  @Test(
    "a force-quit ends the app in every state",
    arguments: [
      (0.0, "launching"), (3, "active"), (10, "leaving"), (12, "background"), (20, "suspended"),
      (30, "returning"), (45, "with a task"), (76, "expired"), (80, "at the deadline"),
    ])
  func forceQuitInEveryState(seconds: Double, what: String) {
    let phone = Phone()
    phone.on("load", [.work(1)])
    phone.on("willEnterForeground", [.begin("t")])
    phone.opens(at: 0, 30)
    phone.closes(at: 10, 50)
    phone.forceQuits(at: seconds)
    phone.scenario.user.sort { $0.at < $1.at }
    phone.run(until: max(seconds + 2, 29))
    #expect(phone.timeline("app.exit").count == 1)
    #expect(
      phone.figures().exits[ExitReason.allCases.firstIndex(of: .forceQuit) ?? 0]
        == (seconds < 80 ? 1 : 0))
    #expect(phone.state() == .notRunning)
    #expect(phone.result.device.pool.reserved == .zero)
  }

  @Test("an app opened again while it ends by a force-quit is launched anew")
  func openedWhileEnding() {
    let phone = Phone()
    phone.on("willTerminate", [.work(3)])
    phone.opens(at: 0)
    phone.forceQuits(at: 10)
    phone.opens(at: 12)
    phone.run()
    #expect(
      phone.story().suffix(4) == [
        "10 willTerminate", "13 exit forceQuit", "13 didFinishLaunching", "13 didBecomeActive",
      ])
  }

  @Test("an app that hangs in willTerminate is ended after 5 s, and launched anew if wanted")
  func hangsWhileEnding() {
    let phone = Phone()
    phone.on("willTerminate", [.work(60)])
    phone.opens(at: 0)
    phone.forceQuits(at: 10)
    phone.opens(at: 12)
    phone.run()
    #expect(
      phone.story().suffix(3) == [
        "15 exit forceQuit", "15 didFinishLaunching", "15 didBecomeActive",
      ])
  }

  @Test("an app force-quit a second time while it comes back stays away")
  func forceQuitTwice() {
    let phone = Phone()
    phone.on("willTerminate", [.work(3)])
    phone.opens(at: 0)
    phone.forceQuits(at: 10)
    phone.opens(at: 11)
    phone.forceQuits(at: 12)
    phone.run()
    #expect(phone.timeline("app.exit") == ["13 exit forceQuit"])
    #expect(phone.state() == .notRunning)
  }

  @Test("an app in the background that is force-quit while it fetches gives slot and time back")
  func forceQuitWhileFetching() {
    let phone = Phone(seconds: 1_000, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.sleep(20), .complete(.newData)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.forceQuits(at: 905)
    phone.run()
    #expect(
      phone.timeline("app.exit", "budget.return")
        == ["905 return 25", "905 exit forceQuit"].reversed())
    #expect(phone.fetchesRunning == 0)
    #expect(phone.figures().fetchesUnanswered == 1)
  }

  @Test("a fetch that comes while suspension is decided keeps the app running")
  func fetchDuringSuspension() {
    let phone = Phone(modes: .fetch)
    phone.scenario.device.limits.minimumFetchInterval = .seconds(20)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.log("fetch"), .sleep(5), .complete(.newData)])
    phone.on("didEnterBackground", [.begin("t"), .after(9, [.end("t"), .work(2)])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run(until: 39)
    #expect(phone.timeline("fetch.start", "app.log") == ["20 fetch.start", "21 fetch"])
    #expect(phone.timeline("app.state").last == "26 background→suspended")
  }

  @Test("a fetch and a task that end in one callback end the reservation once")
  func bothEndAtOnce() {
    let phone = Phone(seconds: 950, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.begin("t"), .sleep(5), .complete(.newData), .end("t")])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    let ended = phone.policy.outcomes.filter { outcome in
      if case .backgroundTime = outcome { true } else { false }
    }
    #expect(ended.count == 1)
    #expect(phone.timeline("app.state").last == "905 background→suspended")
  }

  @Test("a refused begin during a fetch does not shorten the fetch")
  func refusedBeginInFetch() {
    let phone = Phone(seconds: 950, modes: .fetch)
    phone.scenario.device.pool.capacity = .seconds(30)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.begin("t"), .sleep(25), .complete(.newData)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(
      phone.timeline("task.begin", "fetch.complete") == [
        "900 begin 0", "925 complete newData 25",
      ])
    #expect(phone.timeline("app.exit").isEmpty)
  }

  @Test("an app may be suspended and resumed many times; its sleeping callback counts real time")
  func sleepingOverSuspensions() {
    let phone = Phone(seconds: 500)
    phone.on("didFinishLaunching", [.sleep(110), .log("slept")])
    phone.opens(at: 0, 100, 200)
    phone.closes(at: 10, 105)
    phone.run()
    // Awake 100 to 110: the sleeper is due at 110, at the very instant of the second suspension.
    #expect(phone.timeline("app.log") == ["200 slept"])
  }

  @Test("a global block dispatched just before suspension runs at resume")
  func blockAtSuspension() {
    let phone = Phone()
    phone.on(
      "didEnterBackground",
      [
        .begin("t"), .after(5, [.end("t"), .global([.log("beside")]), .main([.log("main")])]),
      ])
    phone.opens(at: 0, 60)
    phone.closes(at: 10)
    phone.run()
    #expect(Set(phone.timeline("app.log")) == ["60 beside", "60 main"])
  }

  @Test("events of an earlier process life do nothing to the next")
  func staleEvents() {
    let phone = Phone()
    phone.server(latency: 20)
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          guard app.application.launchNumber == 1 else { return }
          _ = app.application.startRequest(
            URLRequest(url: "https://server"), for: .block(app.block([.log("old")])))
          app.application.dispatchMain(app.block([.log("old")]), after: .seconds(15))
          app.application.dispatchGlobal(app.block([.work(15), .log("old")]))
        }, .begin("t"),
      ])
    phone.on("didEnterBackground", [.end("t")])
    phone.opens(at: 0, 12)
    phone.closes(at: 13)
    phone.forceQuits(at: 10)
    phone.scenario.user.sort { $0.at < $1.at }
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.timeline("app.exit") == ["10 exit forceQuit"])
  }

  @Test("what is still running when the run ends is on the books")
  func endInTheMiddle() {
    let phone = Phone(seconds: 20)
    phone.on("didEnterBackground", [.begin("t")])
    phone.opens(at: 0)
    phone.closes(at: 12)
    let result = phone.run()
    #expect(result.apps[0].used == .seconds(8))
    #expect(result.device.pool.reserved == .seconds(22))
  }

  @Test("a run in slices is the same as a run in one go")
  func slices() {
    func fingerprint(_ step: Double) -> Fingerprint {
      let phone = Phone(seconds: 100)
      phone.on("didEnterBackground", [.begin("t"), .timer("t", every: 0.7, [.logRemaining])])
      phone.opens(at: 0)
      phone.closes(at: 10)
      for end in stride(from: step, through: 100, by: step) { phone.run(until: end) }
      return phone.run().fingerprint
    }
    #expect(fingerprint(100) == fingerprint(0.35))
  }
}
