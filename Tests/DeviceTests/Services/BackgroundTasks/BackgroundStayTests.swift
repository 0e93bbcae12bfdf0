import Simulation
import Testing

@testable import Device

@Suite("Background tasks: suspension, return, refusals (B8 to B14)")
struct BackgroundStayTests {
  // MARK: B8

  @Test("with no task the app is suspended shortly after didEnterBackground, 1 s or as set")
  func suspendedShortly() {
    for (delay, moment) in [(Limits().suspensionDelay, 13), (.seconds(5), 17)] {
      let phone = Phone.visited()
      phone.scenario.device.limits.suspensionDelay = delay
      phone.on("didEnterBackground", [.work(2)])
      phone.run()
      #expect(phone.timeline("app.state").last == "\(moment) background→suspended")
    }
  }

  @Test("when the last task ends the app is suspended after its current callbacks")
  func suspendedAfterCallbacks() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t"), .after(1, [.end("t")])])
    phone.run()
    #expect(phone.timeline("app.state").last == "11 background→suspended")
  }

  @Test("unused time goes back to the pool")
  func unusedGoesBack() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    phone.policy.grant = { _, _ in .zero }
    phone.on("didEnterBackground", [.begin("t", handler: [.log("never")])])
    phone.run()
    #expect(phone.timeline("task.begin", "app.log", "app.exit") == ["10 begin 0"])
    #expect(phone.state() == .suspended)
    #expect(phone.life()?.released.count == 1, "the handler is let go of")
  }

  @Test("begin in the background is refused when the pool is empty")
  func poolEmpty() {
    let phone = Phone.visited()
    phone.scenario.device.pool.initial = .zero
    phone.on("didEnterBackground", [.begin("t")])
    phone.run()
    #expect(phone.timeline("task.begin") == ["10 begin 0"])
    #expect(phone.result.device.refusedDecisions == 0)
  }

  @Test("begin is refused once the deadline has passed")
  func deadlinePassed() {
    let phone = Phone.visited()
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

  @Test("on a device without tasks, a begin whose work is cut off by suspension is a finding")
  func refusedButUsed() {
    let phone = Phone.visited()
    phone.scenario.device.multitasking = false
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

  @Test("no task is too old before iOS 13")
  func oldTaskBefore() {
    for platform in [Platform.iOS6, .iOS7] {
      let phone = Phone()
      phone.scenario.device = DeviceConfiguration(platform)
      phone.on("didBecomeActive", [.begin("t")])
      phone.opens(at: 0)
      phone.run()
      #expect(phone.timeline("finding") == [])
    }
  }

  @Test("a task older than 30 s yields a finding once, in the foreground too")
  func oldTask() throws {
    let phone = Phone()
    phone.on("didBecomeActive", [.begin("t"), .begin("short"), .after(29, [.end("short")])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("finding") == ["30 finding taskHeldTooLong"])
    #expect(
      try #require(phone.findings(.taskHeldTooLong).first).message.contains("over 30 seconds"))
  }

  // MARK: B13

  @Test("a resident app, for measurements, is in the background from the start and stays there")
  func residentFromTheStart() {
    let phone = Phone(modes: .resident)
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

  @Test("before iOS 11 no number of tasks ends the process")
  func manyTasks() {
    for (platform, exits) in [(Platform.iOS7, []), (.iOS13, ["0 exit tooManyBackgroundTasks"])] {
      let phone = Phone()
      phone.scenario.device = DeviceConfiguration(platform)
      phone.on("didBecomeActive", [.times(1_200, [.begin("t")])])
      phone.opens(at: 0)
      phone.run()
      #expect(phone.timeline("app.exit") == exits)
    }
  }

  // MARK: Begin in every callback

  @Test(
    "a begin is answered in every callback of an app's life",
    arguments: [
      "load", "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
      "willEnterForeground", "willTerminate",
    ])
  func beginEverywhere(callback: String) {
    let phone = Phone.visited(seconds: 300)
    phone.on(callback, [.begin("t"), .run { $0.application.log("\($0.tasks["t"] ?? -1)") }])
    phone.opens(at: 20)
    phone.closes(at: 100)
    phone.forceQuits(at: 105)
    phone.run()
    #expect(phone.timeline("app.log").first?.hasSuffix(" 1") == true)
    #expect(phone.state() == .notRunning)
  }
}
