import Simulation
import Testing

@testable import Device

@Suite("Background tasks")
struct BackgroundTaskTests {
  /// One app, opened at 0 and left at 10.
  private func visited(seconds: Double = 200) -> Phone {
    let phone = Phone(seconds: seconds)
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  // MARK: B1

  @Test("identifiers count up from 1 in each process, and begin starts no work")
  func identifiers() {
    let phone = visited()
    phone.on(
      "didFinishLaunching",
      [.begin("x"), .begin("y"), .end("x"), .begin("z"), .end("y"), .end("z")])
    phone.opens(at: 30)
    phone.forceQuits(at: 29)
    phone.run()
    let life = ["begin 1", "begin 2", "end 1", "begin 3", "end 2", "end 3"]
    #expect(
      phone.timeline("task.begin", "task.end") == life.map { "0 \($0)" } + life.map { "30 \($0)" })
  }

  // MARK: B2, B3

  @Test("in the foreground the remaining time is DBL_MAX and tasks do not age towards a deadline")
  func foregroundHasNoClock() {
    let phone = Phone()
    phone.on("didBecomeActive", [.begin("t"), .after(100, [.logRemaining])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log", "app.exit", "budget.grant") == ["100 DBL_MAX"])
  }

  @Test("entering the background with a task open starts the clock, and remaining time falls")
  func clockOnEntering() {
    let phone = visited()
    phone.on("didBecomeActive", [.begin("t")])
    phone.on("didEnterBackground", [.logRemaining, .after(10, [.logRemaining, .end("t")])])
    phone.run()
    #expect(
      phone.timeline("budget.grant", "app.log", "budget.return") == [
        "10 grant 30", "10 30", "20 20", "20 return 20",
      ])
  }

  @Test("the first begin in the background starts the clock; later begins share and never move it")
  func clockOnFirstBegin() {
    let phone = visited()
    phone.on(
      "didEnterBackground",
      [
        .after(2, [.begin("one"), .logRemaining]),
        .after(12, [.begin("two"), .end("one"), .logRemaining]),
        .after(22, [.begin("three"), .logRemaining]),
      ])
    phone.run()
    #expect(
      phone.timeline("budget.grant", "app.log", "app.exit") == [
        "12 grant 30", "12 30", "22 20", "32 10", "42 exit backgroundTaskAssertionTimeout",
      ])
  }

  @Test("the policy may grant less, and what it grants is what remains")
  func smallerGrant() {
    let phone = visited()
    phone.policy.grant = { _, _ in .seconds(12) }
    phone.on("didEnterBackground", [.begin("t"), .logRemaining])
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == [
        "10 12", "22 exit backgroundTaskAssertionTimeout",
      ])
  }

  @Test("remaining time never falls below zero")
  func neverNegative() {
    let phone = visited()
    phone.policy.grant = { _, _ in .seconds(6) }
    phone.scenario.device.limits.enterBackground = .seconds(100)
    phone.on("didEnterBackground", [.begin("t"), .end("t"), .work(8), .logRemaining])
    phone.run()
    #expect(phone.timeline("app.log") == ["18 0"])
  }

  @Test("the allowance is that of the profile", arguments: OSProfile.allCases)
  func profiles(profile: OSProfile) {
    let phone = visited(seconds: 1_000)
    phone.scenario.device.limits.backgroundTime = profile.backgroundTime
    phone.on("didEnterBackground", [.begin("t"), .logRemaining])
    phone.run()
    let expected: [OSProfile: Int] = [.iOS6: 600, .iOS7: 180, .iOS13: 30]
    #expect(
      phone.timeline("app.log", "app.exit") == [
        "10 \(expected[profile] ?? -1)",
        "\(10 + (expected[profile] ?? -1)) exit backgroundTaskAssertionTimeout",
      ])
  }

  // MARK: B4

  @Test("at deadline − lead each open task's handler runs once, in order of begin")
  func handlersInOrder() {
    let phone = visited()
    phone.on(
      "didEnterBackground",
      [
        .begin("one", handler: [.log("one"), .end("one")]),
        .begin("over", handler: [.log("never")]),
        .begin("two", handler: [.log("two"), .end("two")]), .end("over"),
        .begin("three", handler: [.log("three"), .end("three")]),
      ])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["35 one", "35 two", "35 three"])
    #expect(phone.state() == .suspended)
    #expect(phone.figures().tasksExpired == 3)
  }

  @Test("handlers run one after the other: a working one holds up the next")
  func handlersOneAfterTheOther() {
    let phone = visited()
    phone.on(
      "didEnterBackground",
      [
        .begin("one", handler: [.work(2), .log("one"), .end("one")]),
        .begin("two", handler: [.log("two"), .end("two")]),
      ])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit", "finding") == ["37 one", "37 two"])
  }

  @Test("a task begun inside a handler is not called again")
  func begunInsideHandler() {
    let phone = visited()
    let again: [Step] = [.begin("again", handler: [.log("never")]), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: again)])
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a handler that ends another task spares that one's handler")
  func handlerEndsAnother() {
    let phone = visited()
    phone.on(
      "didEnterBackground",
      [
        .begin("one", handler: [.log("one"), .end("one"), .end("two")]),
        .begin("two", handler: [.log("never")]),
      ])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit", "finding") == ["35 one"])
    #expect(phone.life()?.released.count == 1)
  }

  @Test("a grant not longer than the lead calls the handlers at once", arguments: [0.5, 3, 5])
  func grantWithinLead(granted: Double) {
    let phone = visited()
    phone.policy.grant = { _, _ in .seconds(granted) }
    phone.on(
      "didEnterBackground",
      [.after(1, [.begin("t", handler: [.log("handler"), .end("t")])])])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["11 handler"])
  }

  @Test("handlers behind a busy main thread run when it is free, if that is before the deadline")
  func busyAtLead() {
    let phone = visited()
    let handler: [Step] = [.log("handler"), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: handler), .after(20, [.work(8)])])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["38 handler"])
  }

  @Test("a main thread busy until the deadline never gets to the handlers")
  func busyAtDeadline() {
    let phone = visited()
    let handler: [Step] = [.log("never"), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: handler), .after(20, [.work(10)])])
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a task begun again after the last one ended in the same callback still gets its handler")
  func begunAgain() {
    let phone = visited()
    let handler: [Step] = [.log("handler"), .end("new")]
    phone.on(
      "didEnterBackground",
      [
        .begin("old"),
        .after(10, [.end("old"), .begin("new", handler: handler), .logRemaining]),
      ])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["20 20", "35 handler"])
  }

  // MARK: B5

  @Test("a handler that only dispatches the end yields the finding, and survives by the lead")
  func dispatchedEnd() {
    let phone = visited()
    phone.on(
      "didEnterBackground", [.begin("t", handler: [.main([.end("t"), .log("ended")])])])
    phone.run()
    #expect(
      phone.timeline("finding", "app.log", "app.exit") == [
        "35 finding taskNotEndedInHandler", "35 ended",
      ])
    #expect(phone.state() == .suspended)
  }

  @Test("a task ended in its own handler yields no finding")
  func endedInHandler() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t", handler: [.end("t")])])
    phone.run()
    #expect(phone.result.findings.isEmpty)
  }

  @Test("each task still open after the round yields one finding, with the line of its begin")
  func onePerTask() throws {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("one", handler: []), .begin("two"), .begin("three")])
    phone.run()
    let finding = try #require(phone.findings(.taskNotEndedInHandler).first)
    #expect(finding.count == 3)
    #expect(finding.location == SourceLocation(file: "test", line: 1))
    #expect(finding.message.contains("still not ended after expiration handlers were called"))
  }

  // MARK: B6, B7

  @Test("a task open at the deadline ends the process with 0x8badf00d and no callback")
  func openAtDeadline() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t", handler: [.log("handler")])])
    phone.run()
    #expect(
      phone.story().suffix(4) == [
        "35 handler", "35 finding taskNotEndedInHandler", "40 finding taskNeverEnded",
        "40 exit backgroundTaskAssertionTimeout",
      ])
    #expect(phone.sink.records.contains { $0.string("code") == "0x8badf00d" })
    #expect(phone.figures().used == .seconds(30))
  }

  @Test("a task without a handler simply stays open until the deadline")
  func noHandler() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t")])
    phone.run()
    #expect(phone.timeline("app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("an end at the very instant of the deadline comes too late: limits go before callbacks")
  func endAtDeadline() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t"), .after(30, [.end("t")])])
    phone.run()
    #expect(phone.timeline("app.exit", "task.end") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a return to the foreground at the very instant of the deadline saves the app")
  func openAtDeadlineInstant() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t")])
    phone.opens(at: 40)
    phone.run(until: 60)
    #expect(phone.timeline("app.exit").isEmpty)
    #expect(phone.state() == .active)
  }

  // MARK: B8

  @Test("with no task the app is suspended 5 s after didEnterBackground returned")
  func suspendedShortly() {
    let phone = visited()
    phone.on("didEnterBackground", [.work(2)])
    phone.run()
    #expect(phone.timeline("app.state").last == "17 background→suspended")
  }

  @Test("when the last task ends the app is suspended after its current callbacks")
  func suspendedAfterCallbacks() {
    let phone = visited()
    phone.on(
      "didEnterBackground",
      [
        .begin("t"),
        .after(
          7, [.main([.log("queued before")]), .end("t"), .main([.log("queued after")]), .work(2)]),
      ])
    phone.run()
    #expect(
      phone.timeline("task.end", "budget.return", "app.log", "app.state").suffix(4) == [
        "17 end 1", "17 return 23", "19 queued before", "19 background→suspended",
      ])
  }

  @Test(
    "the last task may end in a timer, a block beside, a sleeper or an answer",
    arguments: ["timer", "global", "sleep", "answer"])
  func lastTaskEndsAnywhere(way: String) {
    let phone = visited()
    phone.server(latency: 7)
    let ways: [String: [Step]] = [
      "timer": [.timer("t", every: 7, repeats: false, [.end("t")])],
      "global": [.global([.sleep(3), .work(4), .end("t")])],
      "sleep": [.sleep(7), .end("t")],
      "answer": [.request("https://server/", [.end("t")])],
    ]
    phone.on("didEnterBackground", [.begin("t")] + (ways[way] ?? []))
    phone.run()
    #expect(phone.timeline("app.state").last == "17 background→suspended")
    #expect(phone.result.device.pool.used == .seconds(7))
  }

  @Test("a task that ends before the 5 s are over suspends the app at once")
  func shortTask() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t"), .after(1, [.end("t")])])
    phone.run()
    #expect(phone.timeline("app.state").last == "11 background→suspended")
  }

  @Test("unused time goes back to the pool")
  func unusedGoesBack() {
    let phone = visited()
    phone.on("didEnterBackground", [.begin("t"), .after(4, [.end("t")])])
    phone.run()
    let pool = phone.result.device.pool
    #expect(pool.available == pool.initial - .seconds(4))
    #expect(pool.used == .seconds(4))
    #expect(phone.figures().returned == .seconds(26))
  }

  // MARK: B9

  @Test("a return to the foreground stops the clock, gives the rest back and leaves tasks open")
  func returnStopsClock() {
    let phone = visited()
    phone.on("didFinishLaunching", [.begin("t")])
    phone.on("willEnterForeground", [.logRemaining])
    phone.on("didEnterBackground", [.logRemaining])
    phone.opens(at: 22)
    phone.closes(at: 100)
    phone.run()
    #expect(
      phone.timeline("budget.grant", "budget.return", "app.log", "app.exit", "task.end") == [
        "10 grant 30", "10 30", "22 return 18", "22 DBL_MAX", "100 grant 30", "100 30",
        "130 exit backgroundTaskAssertionTimeout",
      ])
  }

  @Test("a handler runs once in a task's life, also over two stays in the background")
  func handlerOnceInTwoStays() {
    let phone = visited()
    phone.on("didFinishLaunching", [.begin("t", handler: [.log("handler")])])
    phone.opens(at: 37)
    phone.closes(at: 100)
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == [
        "35 handler", "130 exit backgroundTaskAssertionTimeout",
      ])
  }

  // MARK: B10

  @Test("begin is refused where the device lacks multitasking, also in the foreground")
  func noMultitasking() {
    let phone = visited()
    phone.scenario.device.multitasking = false
    phone.on("didBecomeActive", [.begin("t")])
    phone.on("didEnterBackground", [.begin("t")])
    phone.run()
    #expect(phone.timeline("task.begin") == ["0 begin 0", "10 begin 0"])
    #expect(phone.figures().tasksRefused == 2)
    #expect(phone.timeline("app.state").last == "15 background→suspended")
  }

  @Test("begin in the background is refused when the policy grants nothing")
  func policyGrantsNothing() {
    let phone = visited()
    phone.policy.grant = { _, _ in .zero }
    phone.on("didEnterBackground", [.begin("t", handler: [.log("never")])])
    phone.run()
    #expect(phone.timeline("task.begin", "app.log", "app.exit") == ["10 begin 0"])
    #expect(phone.state() == .suspended)
  }

  @Test("begin in the background is refused when the pool is empty")
  func poolEmpty() {
    let phone = visited()
    phone.scenario.device.pool.initial = .zero
    phone.on("didEnterBackground", [.begin("t")])
    phone.run()
    #expect(phone.timeline("task.begin") == ["10 begin 0"])
    #expect(phone.result.device.refusedDecisions == 0)
  }

  @Test("begin is refused once the deadline has passed")
  func deadlinePassed() {
    let phone = visited()
    phone.scenario.device.limits.callback = .seconds(100)
    phone.on(
      "didEnterBackground",
      [.begin("t"), .after(28, [.end("t"), .work(5), .begin("late"), .log("on")])])
    phone.run()
    #expect(
      phone.timeline("task.begin", "app.log", "app.state").suffix(3) == [
        "43 begin 0", "43 on", "43 background→suspended",
      ])
  }

  @Test("a refused begin whose work is cut off by suspension is a finding")
  func refusedButUsed() {
    let phone = visited()
    phone.policy.grant = { _, _ in .zero }
    phone.on("didEnterBackground", [.begin("t"), .global([.work(20)])])
    phone.run()
    #expect(phone.timeline("finding") == ["15 finding refusedTaskUsed"])
  }

  // MARK: B11

  @Test("ending an unknown or ended task has no effect but a finding; ending invalid has none")
  func wrongEnds() throws {
    let phone = Phone()
    phone.on(
      "didBecomeActive", [.begin("t"), .end("t"), .end("t"), .endNumber(99), .endNumber(0)])
    phone.opens(at: 0)
    phone.run()
    let finding = try #require(phone.findings(.taskEndedTwice).first)
    #expect(finding.count == 2)
    #expect(
      finding.message
        == "no background task exists with identifier 1, or it may have already been ended")
    #expect(phone.timeline("task.end") == ["0 end 1"])
  }

  // MARK: B12

  @Test("a task older than 30 s yields a finding once, in the foreground too")
  func oldTask() throws {
    let phone = Phone()
    phone.on("didBecomeActive", [.begin("t"), .begin("short"), .after(29, [.end("short")])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("finding") == ["30 finding taskHeldTooLong"])
    #expect(
      try #require(phone.findings(.taskHeldTooLong).first).message.contains("over 30.0 seconds"))
  }

  // MARK: B13

  @Test(
    "an app with a continuous mode runs on without a clock and takes nothing from the pool",
    arguments: [BackgroundModes.audio, .location, .bluetooth])
  func continuousMode(mode: BackgroundModes) {
    let phone = Phone(seconds: 5_000, modes: mode)
    phone.on("didEnterBackground", [.begin("t"), .after(4_000, [.logRemaining])])
    phone.opens(at: 1)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log", "app.exit", "budget.grant") == ["4010 DBL_MAX"])
    #expect(phone.result.device.pool.used == .zero)
    #expect(phone.state() == .background)
  }

  @Test("an app with a continuous mode is in the background from the start of the run")
  func continuousFromTheStart() {
    let phone = Phone(modes: .audio)
    phone.on("didFinishLaunching", [.timer("t", every: 60, [.log("tick")])])
    phone.run()
    #expect(
      phone.story() == ["0 didFinishLaunching", "60 tick", "120 tick", "180 tick"])
  }

  // MARK: B14

  @Test("more than 1,000 tasks open end the process with 0xbada5e47")
  func tooManyTasks() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [.times(1_000, [.begin("t")]), .log("still here"), .begin("one more"), .log("never")])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == [
        "0 still here", "0 exit tooManyBackgroundTasks",
      ])
    #expect(phone.sink.records.contains { $0.string("code") == "0xbada5e47" })
  }

  // MARK: Begin in every callback

  @Test(
    "a begin is answered in every callback of an app's life",
    arguments: [
      "load", "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
      "willEnterForeground", "willTerminate",
    ])
  func beginEverywhere(callback: String) {
    let phone = visited(seconds: 300)
    phone.on(callback, [.begin("t"), .run { $0.application.log("\($0.tasks["t"] ?? -1)") }])
    phone.opens(at: 20)
    phone.closes(at: 100)
    phone.forceQuits(at: 105)
    phone.run()
    #expect(phone.timeline("app.log").first?.hasSuffix(" 1") == true)
    #expect(phone.state() == .notRunning)
  }
}
