import Simulation
import Testing

@testable import Device

@Suite("Background tasks: clock, handlers, deadline (B1 to B7)")
struct BackgroundTaskTests {
  // MARK: B1

  @Test("identifiers count up from 1 in each process, and begin starts no work")
  func identifiers() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    phone.policy.grant = { _, _ in .seconds(6) }
    phone.scenario.device.limits.enterBackground = .seconds(100)
    phone.on("didEnterBackground", [.begin("t"), .end("t"), .work(8), .logRemaining])
    phone.run()
    #expect(phone.timeline("app.log") == ["18 0"])
  }

  @Test("the allowance is that of the profile", arguments: Platform.all)
  func profiles(profile: Platform) {
    let phone = Phone.visited(seconds: 1_000)
    phone.scenario.device = DeviceConfiguration(profile)
    phone.on("didEnterBackground", [.begin("t"), .logRemaining])
    phone.run()
    let expected = profile.version < 7 ? 600 : profile.version < 13 ? 180 : 30
    #expect(
      phone.timeline("app.log", "app.exit") == [
        "10 \(expected)", "\(10 + expected) exit backgroundTaskAssertionTimeout",
      ])
  }

  // MARK: B4

  @Test("at deadline − lead each open task's handler runs once, in order of begin")
  func handlersInOrder() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    let again: [Step] = [.begin("again", handler: [.log("never")]), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: again)])
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a handler that ends another task spares that one's handler")
  func handlerEndsAnother() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    phone.policy.grant = { _, _ in .seconds(granted) }
    phone.on(
      "didEnterBackground",
      [.after(1, [.begin("t", handler: [.log("handler"), .end("t")])])])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["11 handler"])
  }

  @Test("handlers behind a busy main thread run when it is free, if that is before the deadline")
  func busyAtLead() {
    let phone = Phone.visited()
    let handler: [Step] = [.log("handler"), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: handler), .after(20, [.work(8)])])
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["38 handler"])
  }

  @Test("a main thread busy until the deadline never gets to the handlers")
  func busyAtDeadline() {
    let phone = Phone.visited()
    let handler: [Step] = [.log("never"), .end("t")]
    phone.on("didEnterBackground", [.begin("t", handler: handler), .after(20, [.work(10)])])
    phone.run()
    #expect(
      phone.timeline("app.log", "app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a task begun again after the last one ended in the same callback still gets its handler")
  func begunAgain() {
    let phone = Phone.visited()
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
    let phone = Phone.visited()
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
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t", handler: [.end("t")])])
    phone.run()
    #expect(phone.result.findings.isEmpty)
  }

  @Test("each task still open after the round yields one finding, with the line of its begin")
  func onePerTask() throws {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("one", handler: []), .begin("two"), .begin("three")])
    phone.run(until: 36)
    let finding = try #require(phone.findings(.taskNotEndedInHandler).first)
    #expect(finding.count == 3)
    #expect(finding.location == SourceLocation(file: "test", line: 1))
    #expect(finding.message.contains("still not ended after expiration handlers were called"))
  }

  @Test("a task that is open at the deadline is one finding: that it was never ended")
  func oneMistakeAtTheDeadline() throws {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("one", handler: []), .begin("two")])
    phone.run()
    #expect(phone.result.findings.map(\.rule) == [.taskNeverEnded])
    #expect(phone.result.findings.first?.count == 2)
    #expect(phone.result.findings.first?.firstAt == .start + .seconds(40))
    // Who reads the trace counts the same.
    #expect(
      phone.timeline("finding", "finding.undone") == [
        "35 finding taskNotEndedInHandler", "35 finding taskNotEndedInHandler",
        "40 undone taskNotEndedInHandler", "40 finding taskNeverEnded",
        "40 undone taskNotEndedInHandler", "40 finding taskNeverEnded",
      ])
  }

  @Test("of tasks begun at one line, the finding that stays tells of the one that was ended")
  func whatStays() throws {
    let phone = Phone.visited()
    // Both are open after their handlers; the second is ended in time, the first at the deadline.
    phone.on(
      "didEnterBackground", [.begin("one", handler: []), .begin("two"), .after(27, [.end("two")])])
    phone.run()
    let stays = try #require(phone.findings(.taskNotEndedInHandler).first)
    #expect(stays.count == 1)
    #expect(
      stays.message
        == "background task 2 \"two\" still not ended after expiration handlers were called")
    #expect(phone.findings(.taskNeverEnded).map(\.count) == [1])
  }

  // MARK: B6, B7

  @Test("a task open at the deadline ends the process with 0x2182bad2 and no callback")
  func openAtDeadline() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t", handler: [.log("handler")])])
    phone.run()
    #expect(
      phone.story().suffix(4) == [
        "35 handler", "35 finding taskNotEndedInHandler", "40 finding taskNeverEnded",
        "40 exit backgroundTaskAssertionTimeout",
      ])
    let exit = phone.sink.records.last { $0.kind == "app.exit" }
    #expect(exit?.string("code") == "0x2182bad2" && exit?.fields["codeAssumed"] == nil)
    #expect(phone.figures().used == .seconds(30))
  }

  @Test("a task without a handler simply stays open until the deadline")
  func noHandler() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t")])
    phone.run()
    #expect(phone.timeline("app.exit") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("an end at the very instant of the deadline comes too late: limits go before callbacks")
  func endAtDeadline() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t"), .after(30, [.end("t")])])
    phone.run()
    #expect(phone.timeline("app.exit", "task.end") == ["40 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a return to the foreground at the very instant of the deadline saves the app")
  func openAtDeadlineInstant() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.begin("t")])
    phone.opens(at: 40)
    phone.run(until: 60)
    #expect(phone.timeline("app.exit").isEmpty)
    #expect(phone.state() == .active)
  }
}
