import Simulation
import Testing

@testable import Device

@Suite("Processes: callbacks, states, life and death")
struct ProcessTests {
  // MARK: P2

  @Test("a user launch calls didFinishLaunching, then didBecomeActive")
  func userLaunch() {
    let phone = Phone()
    phone.opens(at: 1)
    phone.run()
    #expect(phone.story() == ["1 didFinishLaunching", "1 didBecomeActive"])
    #expect(phone.timeline("app.state") == ["1 notRunning→inactive", "1 inactive→active"])
  }

  @Test("leaving calls willResignActive, then didEnterBackground, in the states that go with them")
  func leaving() {
    let phone = Phone()
    phone.opens(at: 1)
    phone.closes(at: 10)
    phone.on("willResignActive", [.logState])
    phone.on("didEnterBackground", [.logState])
    phone.run()
    #expect(
      phone.story().suffix(4) == [
        "10 willResignActive", "10 active", "10 didEnterBackground", "10 background",
      ])
  }

  @Test("returning calls willEnterForeground, then didBecomeActive, from suspension as from before")
  func returning() {
    for back in [12.0, 100] {
      let phone = Phone()
      phone.opens(at: 1, back)
      phone.closes(at: 10)
      phone.run()
      #expect(
        phone.story().suffix(2) == [
          "\(text(back)) willEnterForeground", "\(text(back)) didBecomeActive",
        ])
      #expect(phone.state() == .active)
    }
  }

  @Test("a launch into the background gets neither didBecomeActive nor didEnterBackground")
  func launchIntoBackground() {
    let phone = Phone(seconds: 4_000, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.newData)])
    phone.opens(at: 1)
    phone.crashes(after: 1)
    phone.run(until: 1_000)
    #expect(
      phone.timeline("app.callback").suffix(2) == ["901 didFinishLaunching", "901 performFetch"])
  }

  @Test("opening another app sends the one in front to the background")
  func switching() {
    let phone = Phone("a", "b")
    phone.opens("a", at: 1)
    phone.opens("b", at: 5)
    phone.run()
    #expect(
      phone.timeline("app.callback", of: nil).suffix(4) == [
        "5 willResignActive", "5 didEnterBackground", "5 didFinishLaunching", "5 didBecomeActive",
      ])
  }

  // MARK: P3

  @Test("a repeating timer of a suspended app waits and fires once, at resume")
  func timerWaits() {
    let phone = Phone()
    phone.on(
      "didFinishLaunching", [.timer("t", every: 4, [.log("tick")])])
    phone.opens(at: 0, 30)
    phone.closes(at: 5)
    phone.run(until: 33)
    // Suspended at 10; due at 12, 16, 20, 24, 28: one firing at 30, then the old rhythm.
    #expect(phone.timeline("app.log") == ["4 tick", "8 tick", "30 tick", "32 tick"])
    #expect(phone.findings(.timerMissedFirings).count == 1)
  }

  @Test(
    "a one-shot timer and a delayed block that come due while suspended run at resume, in order")
  func deferredInOrder() {
    let phone = Phone()
    phone.on(
      "didFinishLaunching",
      [
        .after(20, [.log("block")]), .timer("t", every: 15, repeats: false, [.log("timer")]),
        .global([.sleep(18), .log("beside")]),
      ])
    phone.opens(at: 0, 60)
    phone.closes(at: 5)
    phone.run()
    #expect(
      Set(phone.timeline("app.log")) == ["60 timer", "60 block", "60 beside"])
    #expect(phone.timeline("app.log").filter { $0 != "60 beside" } == ["60 timer", "60 block"])
  }

  @Test("an awaiting callback goes on only after the resume")
  func sleeperWaits() {
    let phone = Phone()
    phone.server(latency: 20)
    phone.on(
      "didFinishLaunching", [.get("https://server/"), .log("got"), .sleep(100), .log("slept")])
    phone.opens(at: 0, 30, 170)
    phone.closes(at: 5, 45)
    phone.run()
    #expect(
      phone.timeline("app.log") == ["40 answer: status 200, 0 new", "40 got", "170 slept"])
  }

  @Test("termination while suspended is silent: no willTerminate, no handler")
  func silentTermination() {
    let phone = Phone()
    phone.on("willTerminate", [.log("never")])
    phone.opens(at: 0)
    phone.closes(at: 5)
    phone.forceQuits(at: 60)
    phone.run()
    #expect(phone.story().suffix(2) == ["5 didEnterBackground", "60 exit forceQuit"])
  }

  @Test("busy work on a global queue stands still while the app is suspended")
  func besideWorkFreezes() {
    let phone = Phone()
    phone.on("didEnterBackground", [.global([.work(8), .log("done")])])
    phone.opens(at: 0, 100)
    phone.closes(at: 5)
    phone.run()
    // From 5 to 10 it works, is frozen for 90 s, and needs 3 s more.
    #expect(phone.timeline("app.log") == ["103 done"])
  }

  // MARK: P4

  @Test("a running app that is force-quit gets willTerminate", arguments: [3.0, 7.0])
  func politeEnd(at seconds: Double) {
    let phone = Phone()
    phone.opens(at: 0)
    phone.closes(at: 5)
    phone.forceQuits(at: seconds)
    phone.run()
    #expect(
      phone.story().suffix(2) == [
        "\(text(seconds)) willTerminate", "\(text(seconds)) exit forceQuit",
      ])
  }

  @Test("willTerminate may work a while before the process ends")
  func willTerminateWorks() {
    let phone = Phone()
    phone.on("willTerminate", [.work(2), .log("saved"), .spend(1)])
    phone.opens(at: 0)
    phone.forceQuits(at: 5)
    phone.run()
    #expect(phone.story().suffix(3) == ["5 willTerminate", "7 saved", "8 exit forceQuit"])
  }

  @Test("a kill by watchdog, memory pressure or an error calls no willTerminate")
  func rudeEnds() {
    let hang = Phone()
    hang.on("didBecomeActive", [.work(60)])
    hang.opens(at: 0)
    let error = Phone()
    error.on("didBecomeActive", [.fail(.uncaughtException)])
    error.opens(at: 0)
    let crowd = Phone("a", "b")
    crowd.scenario.device.memoryMegabytes = 160
    crowd.opens("a", at: 0)
    crowd.opens("b", at: 10)
    for phone in [hang, error, crowd] {
      phone.run()
      #expect(phone.timeline("app.exit").count == 1)
      #expect(!phone.timeline("app.callback").contains { $0.contains("willTerminate") })
    }
  }

  // MARK: P5

  @Test("each process life is a new behaviour; timers, tasks and blocks of the last are gone")
  func newLife() {
    let phone = Phone()
    phone.on(
      "didFinishLaunching",
      [
        .run { $0.application.log("life \($0.application.launchNumber)") },
        .timer(
          "t", every: 7, [.run { $0.application.log("tick of \($0.application.launchNumber)") }]),
        .begin("task"), .run { $0.application.log("task \($0.tasks["task"] ?? -1)") },
      ])
    phone.opens(at: 0, 10)
    phone.forceQuits(at: 8)
    phone.run(until: 20)
    #expect(
      phone.timeline("app.log") == [
        "0 life 1", "0 task 1", "7 tick of 1", "10 life 2", "10 task 1", "17 tick of 2",
      ])
  }

  @Test("what an app has received from a server outlives the process")
  func remembered() {
    let phone = Phone()
    phone.server(publishes: .at([moment(1)]))
    phone.on("didFinishLaunching", [.request("https://server/")])
    phone.opens(at: 5, 20)
    phone.forceQuits(at: 10)
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "6 answer: status 200, 1 new", "21 answer: status 200, 0 new",
      ])
  }

  // MARK: P6

  @Test("after a force-quit no background launch happens until the user opens the app again")
  func forceQuitStopsFetch() {
    let phone = Phone(seconds: 20_000, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.noData)])
    phone.opens(at: 1, 10_000)
    phone.closes(at: 5, 10_010)
    phone.forceQuits(at: 6)
    phone.run()
    #expect(phone.timeline("fetch.start").first == "10010 fetch.start")
  }

  @Test("a kill by the system does not stop background launches")
  func systemKillKeepsFetch() {
    let phone = Phone(seconds: 4_000, modes: .fetch)
    phone.on("didFinishLaunching", [.fetchEvery(0)])
    phone.on("performFetch", [.complete(.noData)])
    phone.opens(at: 1)
    phone.crashes(after: 1)
    phone.run(until: 1_000)
    #expect(phone.timeline("fetch.start") == ["901 fetch.start"])
  }

  @Test("a force-quit of an app that never ran, twice, or in front, leaves nothing running")
  func forceQuitEverywhere() {
    let phone = Phone()
    phone.forceQuits(at: 1, 12, 12, 13)
    phone.opens(at: 10)
    phone.run()
    #expect(phone.state() == .notRunning)
    #expect(phone.timeline("app.exit") == ["12 exit forceQuit"])
  }

  // MARK: P7

  @Test("the main thread runs one callback at a time, in order of time and insertion")
  func oneAtATime() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .main([.log("first")]), .after(2, [.log("second")]),
        .timer("t", every: 1, repeats: false, [.log("timer")]), .main([.log("also first")]),
        .work(3), .log("end of didBecomeActive"),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "3 end of didBecomeActive", "3 first", "3 also first", "3 timer", "3 second",
      ])
  }

  @Test("blocks on a global queue run beside a busy main thread")
  func besideMain() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [.global([.log("beside"), .work(1), .log("beside, later")]), .work(3), .log("main")])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["0 beside", "1 beside, later", "3 main"])
  }

  @Test("CPU time spent at the end of a callback keeps the main thread busy")
  func cpuKeepsBusy() {
    let phone = Phone()
    phone.on("didBecomeActive", [.main([.log("next")]), .spend(1.5)])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["1.5 next"])
  }

  @Test("an awaiting callback leaves the main thread free")
  func awaitingIsFree() {
    let phone = Phone()
    phone.on("didBecomeActive", [.main([.log("meanwhile")]), .sleep(3), .log("on")])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["0 meanwhile", "3 on"])
  }

  @Test("a timer invalidated inside its own block does not fire again and is released once")
  func invalidatedInside() throws {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .timer("r", every: 1, [.log("r"), .invalidate("r"), .invalidate("r")]),
        .timer("o", every: 1, repeats: false, [.log("o"), .invalidate("o")]),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["1 r", "1 o"])
    #expect(try #require(phone.life()).released.count == 2)
  }

  @Test("a timer's block that works holds the main thread and goes on")
  func timerWorks() {
    let phone = Phone()
    phone.on(
      "didBecomeActive", [.timer("t", every: 1, repeats: false, [.work(2), .log("done")])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["3 done"])
  }

  @Test("a repeating timer behind a busy main thread skips what it missed and keeps its rhythm")
  func timerSkips() {
    let phone = Phone()
    phone.on("didBecomeActive", [.timer("t", every: 1, [.log("tick")]), .work(3.5)])
    phone.opens(at: 0)
    phone.run(until: 5)
    #expect(phone.timeline("app.log") == ["3.5 tick", "4 tick", "5 tick"])
  }

  @Test("missed firings of a timer are told once, however often it misses some")
  func missedOnce() {
    let phone = Phone()
    phone.on("didFinishLaunching", [.timer("t", every: 5, [])])
    phone.opens(at: 0, 60, 120)
    phone.closes(at: 5, 65)
    phone.run()
    #expect(phone.timeline("app.state").count { $0.hasSuffix("→suspended") } == 2)
    #expect(phone.findings(.timerMissedFirings).map(\.count) == [1])
  }

  @Test("a block that has run for the last time is let go of")
  func oneShotReleased() throws {
    let phone = Phone()
    phone.on("didBecomeActive", [.timer("t", every: 1, repeats: false, [.log("o")])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["1 o"])
    #expect(try #require(phone.life()).released.count == 1)
  }

  @Test("a timer invalidated while its firing waits in the queue does not fire")
  func invalidatedWhileQueued() {
    let phone = Phone()
    phone.on(
      "didBecomeActive", [.timer("t", every: 1, [.log("tick")]), .work(3), .invalidate("t")])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log").isEmpty)
  }
}
