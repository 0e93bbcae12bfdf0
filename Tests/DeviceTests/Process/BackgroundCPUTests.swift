import Simulation
import Testing

@testable import Device

@Suite("CPU time in the background")
struct BackgroundCPUTests {
  private static func end(_ work: [(at: Double, takes: Double)]) -> Double? {
    var cpu = BackgroundCPU()
    for (at, takes) in work {
      let end = cpu.book(.seconds(takes), at: moment(at), share: 0.8, of: .seconds(60))
      if let end { return (end - .start).seconds }
    }
    return nil
  }

  @Test("windows follow one another from the first work on, and what is left of one is no credit")
  func windows() {
    #expect(Self.end([(0, 48)]) == nil)
    #expect(Self.end([(0, 49)]) == 48)
    #expect(Self.end([(0, 40), (50, 30)]) == 58)
    #expect(Self.end([(0, 40), (55, 30)]) == nil)
    #expect(Self.end([(0, 40), (60, 40), (120, 40)]) == nil)
    #expect(Self.end([(100, 40), (150, 100)]) == 158)
    #expect(Self.end([(0, 10), (30, 1_000_000)]) == 108)
    // The first window begins with the work, whenever the run began.
    #expect(Self.end([(30, 1_000_000)]) == 78)
    #expect(Self.end([(10, 40), (60, 30)]) == 68)
  }

  /// Left at 10, with a task or not, working on a global queue.
  private func phone(_ steps: [Step], task: Bool = false) -> Phone {
    let phone = Phone(seconds: 400, modes: .audio)
    phone.scenario.device.limits.backgroundTime = .seconds(380)
    let play = Step.run {
      $0.application.setAudioActive(true, at: SourceLocation(file: "test", line: 3))
    }
    phone.on("didFinishLaunching", [play])
    phone.on("didEnterBackground", (task ? [.begin("t")] : []) + [.global(steps)])
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  @Test(
    "an app that takes over 80 % of 60 s in the background is ended, with a finding at the line")
  func limit() {
    let phone = phone([.work(100)])
    phone.run()
    #expect(phone.timeline("finding", "app.exit") == ["58 finding cpuLimit", "58 exit cpuLimit"])
    #expect(phone.findings(.cpuLimit).map(\.location?.line) == [8])
    let modest = self.phone([.work(40), .sleep(25), .work(40)])
    #expect(modest.run().findings.isEmpty && modest.state() == .background)
  }

  @Test("apps that play or track have the same limit")
  func roles() {
    let tracker = Phone(seconds: 400, modes: .location)
    tracker.on(
      "didFinishLaunching",
      [
        .run { app in
          _ = app.application.allowBackgroundLocationUpdates(true)
          app.application.updateLocation(at: SourceLocation(file: "test", line: 3))
        }
      ])
    tracker.on("didEnterBackground", [.global([.work(100)])])
    tracker.opens(at: 0)
    tracker.closes(at: 10)
    let player = phone([.work(100)])
    for phone in [tracker, player] {
      phone.run()
      #expect(phone.timeline("app.exit") == ["58 exit cpuLimit"])
    }
  }

  @Test("with a task open it is over 180 s, in front there is none")
  func withTask() {
    let held = phone([.work(150)], task: true)
    held.run()
    #expect(held.timeline("app.exit") == ["154 exit cpuLimit"])
    let back = phone([.work(200)])
    back.opens(at: 50)
    back.run()
    #expect(back.timeline("app.exit").isEmpty)
  }
}
