import Simulation
import Testing

@testable import Device

@Suite("Limits and exit reasons")
struct LimitTests {
  /// The exit of an app that is opened at 0, left at 50 and opened again at 100, its code, and the
  /// finding's message.
  private func exit(_ callback: String, _ steps: [Step]) -> [String] {
    let phone = Phone(seconds: 500)
    phone.on(callback, steps)
    phone.opens(at: 0, 100)
    phone.closes(at: 50)
    phone.run()
    return phone.timeline("app.exit").prefix(1) + phone.result.findings.map(\.message)
  }

  @Test("launch, from its start to the end of didFinishLaunching, may take 20 s")
  func launch() {
    let message = "didFinishLaunching did not return within 20 s"
    #expect(exit("didFinishLaunching", [.work(20)]) == ["0 exit watchdog", message].at(20))
    #expect(exit("didFinishLaunching", [.work(19.9)]).isEmpty)
    let phone = Phone()
    phone.on("load", [.work(12)])
    phone.on("didFinishLaunching", [.work(9)])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.exit") == ["20 exit watchdog"])
  }

  @Test("didEnterBackground must return within 5 s")
  func enterBackground() {
    let message = "didEnterBackground did not return within 5 s"
    #expect(exit("didEnterBackground", [.work(6)]) == ["0 exit watchdog", message].at(55))
    #expect(exit("didEnterBackground", [.spend(6)]) == ["0 exit watchdog", message].at(55))
    #expect(exit("didEnterBackground", [.work(5)]) == ["0 exit watchdog", message].at(55))
    #expect(exit("didEnterBackground", [.spend(5)]) == ["0 exit watchdog", message].at(55))
    #expect(exit("didEnterBackground", [.work(3), .work(1.9)]).isEmpty)
    #expect(exit("didEnterBackground", [.spend(4.9)]).isEmpty)
  }

  @Test(
    "every other life-cycle callback must return within 10 s",
    arguments: [("didBecomeActive", 10.0), ("willResignActive", 60), ("willEnterForeground", 110)])
  func transitions(callback: String, end: Double) {
    let message = "\(callback) did not return within 10 s"
    #expect(exit(callback, [.work(10.5)]) == ["0 exit watchdog", message].at(end))
    #expect(
      exit(callback, [.work(9.5)]) == [
        "\(callback) kept the main thread for 9.5 s with the app in front"
      ])
  }

  @Test("a life-cycle callback that cannot start because the main thread hangs counts too")
  func hangBeforeTransition() {
    let story = exit("didBecomeActive", [.after(49, [.work(15)])])
    #expect(story.first == "60 exit watchdog")
  }

  @Test("a callback's time starts when the one before it has let go of the thread")
  func startsAfterTheOneBefore() {
    let phone = Phone()
    phone.on("willResignActive", [.spend(4)])
    phone.on("didEnterBackground", [.work(4)])
    phone.opens(at: 0)
    phone.closes(at: 50)
    phone.run()
    #expect(phone.timeline("app.exit").isEmpty)
    #expect(phone.timeline("app.state").last == "63 background→suspended")
  }

  @Test("in the background any one callback may take 20 s")
  func anyCallback() {
    // Left at 50; with a task open it runs on until 80 or longer.
    func behind(_ steps: [Step]) -> [String] {
      let phone = Phone(seconds: 500)
      phone.scenario.device.limits.backgroundTime = .seconds(90)
      phone.on("didEnterBackground", [.begin("t"), .after(1, steps + [.end("t")])])
      phone.opens(at: 0)
      phone.closes(at: 50)
      phone.run()
      return phone.timeline("app.exit") + phone.findings(.callbackTooLong).map(\.message)
    }
    #expect(behind([.work(25)]) == ["71 exit watchdog", "block did not return within 20 s"])
    #expect(behind([.work(19), .work(0.9)]).isEmpty)
    #expect(behind([.work(19), .work(2)]).first == "71 exit watchdog")
    // A callback that returns at the very instant of its limit is too late, paused or not.
    for step in [Step.work(20), .spend(20), .spend(25)] {
      #expect(behind([step]).first == "71 exit watchdog")
    }
    #expect(behind([.spend(19.9)]).isEmpty)
  }

  @Test("in front a hang of 2 s is a finding with its length, and ends nothing")
  func hang() throws {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .after(1, [.work(1.9)]), .after(5, [.work(25), .work(5)]), .after(60, [.spend(4)]),
        .after(70, [.spend(2)]),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.exit", "finding") == [
        "35 finding hang", "60 finding hang", "70 finding hang",
      ])
    #expect(
      phone.result.findings.map(\.message) == [
        "block kept the main thread for 30 s with the app in front",
        "block kept the main thread for 4 s with the app in front",
      ])
    #expect(phone.result.findings.map(\.location?.line) == [8, nil])
    #expect(phone.result.findings.map(\.count) == [1, 2])
  }

  @Test("a hang that is not over at the end of the run is told there")
  func openHang() {
    let phone = Phone(seconds: 30)
    phone.on("didBecomeActive", [.after(5, [.work(100)])])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.result.findings.map(\.message) == [
        "block kept the main thread for 25 s with the app in front"
      ])
    #expect(phone.result.findings.map(\.location?.line) == [8])
  }

  @Test("a hang in front ends the app when the user leaves it")
  func hangAtTransition() {
    #expect(
      exit("didBecomeActive", [.after(40, [.work(100)])]).prefix(2)
        == ["60 exit watchdog", "block did not return within 10 s"])
  }

  @Test("willTerminate has 5 s")
  func willTerminate() {
    for (takes, end) in [(4.9, 54.9), (7, 55)] {
      let phone = Phone()
      phone.on("willTerminate", [.work(takes)])
      phone.opens(at: 0)
      phone.forceQuits(at: 50)
      phone.run()
      #expect(phone.timeline("app.exit") == ["\(text(end)) exit forceQuit"])
    }
  }

  @Test("waiting is not working: an awaiting callback meets no limit, also after it goes on")
  func awaitingHasNoLimit() {
    #expect(exit("didFinishLaunching", [.sleep(45), .work(1.5)]).isEmpty)
    #expect(
      exit("didBecomeActive", [.work(1.5), .sleep(2), .work(19)])
        == ["a callback that waited kept the main thread for 19 s with the app in front"])
  }

  @Test("blocks on global queues have no limit in the foreground")
  func besideHasNoLimit() {
    #expect(exit("didFinishLaunching", [.global([.work(40), .log("done")])]).isEmpty)
  }

  @Test("the finding about a hang names the line it hangs at")
  func hangLocation() throws {
    let phone = Phone()
    phone.on("didBecomeActive", [.after(1, [.work(60)])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    let finding = try #require(phone.findings(.callbackTooLong).first)
    #expect(finding.location == SourceLocation(file: "test", line: 8))
  }

  @Test("a lock in a shared container held at suspension ends the process with 0xdead10cc")
  func lockAtSuspension() {
    let phone = Phone()
    phone.on("didFinishLaunching", [.lock("database"), .lock("other"), .unlock("other")])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(
      phone.timeline("finding", "app.exit") == [
        "15 finding lockHeldAtSuspension", "15 exit suspendedWithLockedFile",
      ])
    #expect(phone.sink.records.contains { $0.string("code") == "0xdead10cc" })
    let two = Phone.visited()
    two.on("didFinishLaunching", [.lock("database"), .lock("other")])
    two.run()
    #expect(
      two.findings(.lockHeldAtSuspension).map(\.message) == [
        "lock \"database\" in a shared container held at suspension"
      ])
  }

  @Test("a lock released before suspension harms nobody")
  func lockReleased() {
    #expect(
      exit("didEnterBackground", [.lock("database"), .after(4, [.unlock("database")])]).isEmpty)
  }

  @Test(
    "memory above the cap and an uncaught error end the process, with a finding at the line",
    arguments: [
      (ExitReason.memoryLimit, FindingRule.memoryLimit),
      (.uncaughtException, .uncaughtError), (.watchdog, .callbackTooLong),
    ])
  func failures(reason: ExitReason, rule: FindingRule) throws {
    let phone = Phone()
    phone.on("didBecomeActive", [.after(3, [.spend(1), .fail(reason), .log("never")])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.exit", "app.log") == ["4 exit \(reason.rawValue)"])
    let finding = try #require(phone.findings(rule).first)
    #expect(finding.location == SourceLocation(file: "test", line: 9))
  }

  @Test("an error after more time than a callback may take ends the process when that is over")
  func lateFailure() {
    let phone = Phone()
    phone.on("didBecomeActive", [.after(3, [.spend(30), .fail(.uncaughtException)])])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.exit") == ["23 exit uncaughtException"])
  }

  @Test("an error on a global queue ends the process too")
  func failureBeside() {
    let phone = Phone()
    phone.on("didBecomeActive", [.global([.work(2), .fail(.uncaughtException)]), .work(5)])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.exit") == ["2 exit uncaughtException"])
  }

  @Test("exit reasons have the names and codes of section 2")
  func codes() {
    let codes: [(ExitReason, String, String?)] = [
      (.watchdog, "watchdog", "0x8badf00d"),
      (.backgroundTaskAssertionTimeout, "backgroundTaskAssertionTimeout", "0x2182bad2"),
      (.tooManyBackgroundTasks, "tooManyBackgroundTasks", "0xbada5e47"),
      (.backgroundFetchTimeout, "backgroundFetchTimeout", "0x2182bad4"),
      (.backgroundTaskSchedulerTimeout, "backgroundTaskSchedulerTimeout", "0x2182bad2"),
      (.remoteNotificationTimeout, "remoteNotificationTimeout", "0x2182bad4"),
      (.incomingCallNotReported, "incomingCallNotReported", "0xbaadca11"),
      (.backgroundSessionTimeout, "backgroundSessionTimeout", "0x2182bad3"),
      (.suspendedWithLockedFile, "suspendedWithLockedFile", "0xdead10cc"),
      (.cpuLimit, "cpuLimit", "EXC_RESOURCE"),
      (.memoryLimit, "memoryLimit", "per-process-limit"),
      (.memoryPressure, "memoryPressure", "jetsam"),
      (.thermalEvent, "thermalEvent", "0xc00010ff"),
      (.uncaughtException, "uncaughtException", nil), (.forceQuit, "forceQuit", nil),
      (.normal, "normal", nil),
    ]
    #expect(codes.map(\.0) == ExitReason.allCases)
    for (reason, name, code) in codes {
      #expect(reason.rawValue == name)
      #expect(Platform.newest.code(of: reason) == code)
    }
  }
}

extension [String] {
  /// The same, the first at this time.
  fileprivate func at(_ seconds: Double) -> [String] {
    [text(seconds) + (self.first?.dropFirst() ?? "")] + dropFirst()
  }
}
