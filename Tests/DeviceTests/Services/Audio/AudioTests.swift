import Simulation
import Testing

@testable import Device

@Suite("Audio")
struct AudioTests {
  private static let here = SourceLocation(file: "test", line: 3)

  /// The session becomes active, or falls silent.
  private func active(_ isActive: Bool) -> Step {
    .run { $0.application.setAudioActive(isActive, at: Self.here) }
  }

  @Test("an app that plays runs on without a clock and takes nothing from the pool")
  func plays() {
    let phone = Phone(seconds: 5_000, modes: .audio)
    phone.on("didFinishLaunching", [active(true)])
    phone.on("didEnterBackground", [.begin("t"), .after(4_000, [.logRemaining])])
    phone.opens(at: 1)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log", "app.exit", "budget.grant") == ["4010 DBL_MAX"])
    #expect(phone.result.device.pool.used == .zero)
    #expect(phone.state() == .background)
    #expect(phone.timeline("audio.start", "audio.stop") == ["1 audio.start"])
  }

  @Test("with the mode alone, silent, it is suspended like any other, and starts by itself never")
  func silent() {
    let phone = Phone(modes: .audio)
    phone.opens(at: 1)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.state").first == "1 notRunning→inactive")
    #expect(phone.timeline("app.state").last == "15 background→suspended")
  }

  @Test("once it falls silent in the background it is suspended shortly after")
  func fallsSilent() {
    let phone = Phone(modes: .audio)
    phone.on("didBecomeActive", [active(true), .after(60, [active(false), .logRemaining])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log") == ["60 5"])
    #expect(phone.timeline("app.state").last == "65 background→suspended")
    #expect(phone.result.findings.isEmpty)
  }

  @Test("tasks that are open when it falls silent get a clock and pay from then on")
  func tasksAfterwards() {
    let phone = Phone(modes: .audio)
    phone.on(
      "didBecomeActive",
      [
        active(true), .begin("t"), .after(60, [active(false), .logRemaining]),
        .after(70, [.end("t")]),
      ])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log", "budget.grant") == ["60 grant 30", "60 30"])
    #expect(phone.timeline("app.state").last == "70 background→suspended")
    #expect(phone.result.device.pool.used == .seconds(10))
  }

  @Test("what begins to play while a task runs stops the task's clock")
  func playsDuringTask() {
    let phone = Phone(modes: .audio)
    phone.on(
      "didEnterBackground", [.begin("t"), .after(8, [active(true)]), .after(90, [.logRemaining])])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log", "app.exit") == ["100 DBL_MAX"])
    #expect(phone.result.device.pool.used == .seconds(8))
  }

  @Test("a session that is active without the mode is a finding, and the app is suspended")
  func withoutMode() {
    let phone = Phone()
    phone.on("didBecomeActive", [active(true)])
    phone.opens(at: 0, 50)
    phone.closes(at: 10)
    phone.run(until: 40)
    #expect(phone.state() == .suspended)
    #expect(phone.findings(.useWithoutMode).map(\.location) == [Self.here])
    #expect(phone.timeline("audio.start", "audio.stop") == ["0 audio.start", "15 audio.stop"])
  }

  @Test("a mode that an app never used in the whole run is a finding at its end")
  func unused() {
    let phone = Phone("a", "never", seconds: 100, modes: .audio)
    phone.opens(at: 0)
    phone.run(until: 99)
    #expect(phone.findings(.modeUnused).isEmpty)
    phone.run()
    phone.run()
    // The other was never there.
    #expect(phone.findings(.modeUnused).map(\.app) == [phone.id("a")])
    #expect(phone.findings(.modeUnused).map(\.count) == [1])
  }

  @Test("what plays already begins once, and does not outlive its process")
  func onceAndNoLonger() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .run {
          guard $0.application.launchNumber == 1 else { return }
          $0.application.setAudioActive(true, at: Self.here)
          $0.application.setAudioActive(true, at: Self.here)
        }
      ])
    phone.opens(at: 0, 50)
    phone.forceQuits(at: 10)
    phone.closes(at: 60)
    phone.run()
    #expect(phone.timeline("audio.start", "audio.stop") == ["0 audio.start"])
    #expect(phone.timeline("app.state").last == "65 background→suspended")
    #expect(phone.result.findings.isEmpty)
  }
}
