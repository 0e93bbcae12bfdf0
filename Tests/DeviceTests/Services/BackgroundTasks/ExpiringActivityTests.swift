import Simulation
import Testing

@testable import Device

@Suite("Expiring activities")
struct ExpiringActivityTests {
  private static let here = SourceLocation(file: "test", line: 5)

  /// A step that begins an activity with a block of these steps; "expired" is what it does when it
  /// is called with true.
  private static func activity(_ steps: [Step]) -> Step {
    .run { app in
      app.application.performExpiringActivity("save", block: app.block(steps), at: here)
      app.application.log("asked")
    }
  }

  /// Left at 10, where it begins an activity.
  private func phone(_ steps: [Step], on platform: Platform = .iOS13) -> Phone {
    let phone = Phone.visited()
    let limits = phone.scenario.device.limits
    phone.scenario.device = DeviceConfiguration(platform)
    phone.scenario.device.limits.suspensionDelay = limits.suspensionDelay
    phone.on("expired", [.log("expired")])
    phone.on("didEnterBackground", [Self.activity(steps)])
    return phone
  }

  private func story(_ phone: Phone) -> [String] {
    phone.timeline("task.begin", "task.end", "task.expire", "app.log", "app.exit")
  }

  @Test("the block runs after the call, beside the main thread, and the app until it returns")
  func returns() {
    let phone = phone([.log("runs"), .sleep(4), .work(8), .log("done")])
    phone.run()
    #expect(
      story(phone) == ["10 begin 1", "10 asked", "10 runs", "22 done", "22 end 1"])
    #expect(phone.timeline("app.state").last == "22 background→suspended")
    #expect(phone.result.findings.isEmpty)
    #expect(phone.life()?.released.count == 1)
  }

  @Test("begun in front it has the time of the stay, as a task has")
  func front() {
    let phone = phone([])
    phone.on("didEnterBackground", [])
    phone.on("didBecomeActive", [Self.activity([.sleep(22)])])
    phone.run()
    #expect(phone.timeline("task.begin", "task.end") == ["0 begin 1", "22 end 1"])
    #expect(phone.timeline("app.state").last == "22 background→suspended")
  }

  @Test("when the time is nearly over the block is called again while the first call runs on")
  func expires() {
    let phone = phone([.sleep(27), .log("stopped")])
    phone.run()
    #expect(
      story(phone) == [
        "10 begin 1", "10 asked", "35 expire 1", "35 expired", "37 stopped", "37 end 1",
      ])
    #expect(phone.result.findings.isEmpty)
  }

  @Test("one that does not return ends the app with the code of a background task")
  func endless() throws {
    for (platform, end, code) in [
      ("iOS 13", 40, "0x2182bad2"), ("iOS 12", 190, "0x8badf00d"),
    ] {
      let phone = phone([.sleep(1_000)], on: try #require(Platform(named: platform)))
      phone.run()
      #expect(story(phone).last == "\(end) exit backgroundTaskAssertionTimeout")
      #expect(
        phone.sink.records.filter { $0.kind == "app.exit" }.map { $0.string("code") } == [code])
      #expect(phone.findings(.taskNeverEnded).map(\.location) == [Self.here])
      #expect(
        phone.findings(.taskNeverEnded).map(\.message) == [
          "expiring activity \"save\" has not returned: a sleeping Task, begun at test:8, was still "
            + "under way at the deadline"
        ])
      #expect(phone.result.findings.count == 1)
    }
  }

  @Test("refused, the block is called once, with true")
  func refused() {
    let phone = phone([.log("runs")])
    phone.scenario.device.multitasking = false
    phone.run()
    #expect(story(phone) == ["10 begin 0", "10 asked", "10 expired"])
    #expect(phone.result.findings.isEmpty)
  }

  @Test("an app cannot end it as a task, and tasks beside it keep their findings")
  func beside() {
    let phone = phone([.sleep(3)])
    phone.on(
      "didEnterBackground",
      [Self.activity([.sleep(3)]), .endNumber(1), .begin("save"), .after(2, [.end("save")])])
    phone.run()
    #expect(phone.timeline("task.end") == ["12 end 2", "13 end 1"])
    #expect(phone.findings(.taskEndedTwice).count == 1)
    #expect(phone.result.findings.count == 1)
  }
}
