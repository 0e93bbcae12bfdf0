import Simulation
import Testing

@testable import Device

@Suite("Wake locks")
struct WakeLockTests {
  static let here = SourceLocation(file: "test", line: 1)

  private func lock() -> PartialWakeLock { PartialWakeLock("x", at: Self.here) }

  private func release(
    _ lock: inout PartialWakeLock, byTimeout: Bool = false, at seconds: Double
  ) -> TimeSpan? {
    lock.release(byTimeout: byTimeout, at: moment(seconds))
  }

  // MARK: One lock

  @Test("a lock that counts is held until it was released as often as acquired")
  func counted() {
    var lock = lock()
    let began = [lock.acquire(at: moment(1)), lock.acquire(at: moment(2))]
    #expect(began == [true, false])
    #expect(release(&lock, at: 3) == nil)
    #expect(lock.isHeld)
    #expect(release(&lock, at: 4) == .seconds(3))
    #expect(!lock.isHeld && !lock.isUnderLocked)
    #expect(release(&lock, at: 5) == nil)
    #expect(lock.isUnderLocked)
  }

  @Test("one that does not is released at once, and never too often")
  func uncounted() {
    var lock = lock()
    lock.isCounted = false
    _ = lock.acquire(at: moment(1))
    _ = lock.acquire(at: moment(2))
    #expect(release(&lock, at: 3) == .seconds(2))
    #expect(release(&lock, at: 4) == nil)
    #expect(!lock.isUnderLocked)
  }

  @Test("what is released by hand after its timeout is no mistake")
  func afterTimeout() {
    var lock = lock()
    _ = lock.acquire(at: moment(1))
    #expect(release(&lock, byTimeout: true, at: 3) == .seconds(2))
    #expect(release(&lock, at: 4) == nil)
    #expect(!lock.isUnderLocked)
  }

  // MARK: Time

  @Test("held time counts within a rolling window")
  func window() {
    var time = HeldTime()
    let day = TimeSpan.hours(24)
    time.holds(true, at: moment(0), window: day)
    time.holds(false, at: moment(3600), window: day)
    #expect(time.held(at: moment(7200), window: day) == .hours(1))
    #expect(time.held(at: moment(86_400 + 1800), window: day) == .minutes(30))
    time.holds(true, at: moment(90_000), window: day)
    #expect(time.held(at: moment(93_600), window: day) == .hours(1))
    #expect(time.total(at: moment(93_600)) == .hours(2))
  }

  // MARK: On a device

  private func acquire(_ seconds: Double? = nil) -> Step {
    .run { app in
      let lock = app.application.makeWakeLock("x", at: Self.here) ?? 0
      app.application.acquireWakeLock(lock, for: seconds.map { .seconds($0) }, at: Self.here)
    }
  }

  private func phone(seconds: Double = 600, _ steps: [Step]) -> Phone {
    ForegroundServiceTests.phone(types: .location, seconds: seconds, front: steps)
  }

  private func story(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline("wakelock.acquire", "wakelock.release", "finding")
  }

  @Test("one with a timeout releases itself")
  func timeout() {
    let phone = phone([acquire(15)])
    #expect(story(phone) == ["0 acquire x", "15 release x timeout 15"])
    #expect(phone.figures().wakeLockTime == .seconds(5))
  }

  @Test("of a lock that is held when the warm-up ends the rest counts")
  func warmUp() {
    let phone = phone([acquire(15)])
    phone.device.warmUp = .seconds(12)
    phone.run()
    #expect(phone.figures().wakeLockTime == .seconds(3))
  }

  @Test("one that counts is released once by each timeout")
  func timeouts() {
    let phone = phone([
      .run { app in
        let lock = app.application.makeWakeLock("x", at: Self.here) ?? 0
        app.application.acquireWakeLock(lock, for: .seconds(4), at: Self.here)
        app.application.acquireWakeLock(lock, for: .seconds(8), at: Self.here)
      }
    ])
    #expect(story(phone) == ["0 acquire x", "8 release x timeout 8"])
  }

  @Test("a process that is frozen with one is told so; it keeps nothing running")
  func frozen() {
    let phone = phone([acquire()])
    #expect(story(phone) == ["0 acquire x", "20 finding wakeLockHeld"])
    #expect(phone.timeline("app.state").last == "20 background→suspended")
    #expect(phone.figures().wakeLockTime == .seconds(10))
  }

  @Test("two hours behind within a day are a finding, once")
  func excessive() {
    let phone = phone(seconds: 20_000, [ForegroundServiceTests.start(), acquire()])
    #expect(story(phone) == ["0 acquire x", "7210 finding wakeLockHeld"])
  }

  @Test("they die with their process")
  func ended() {
    let phone = phone([
      ForegroundServiceTests.start(), acquire(), .after(50, [.fail(.uncaughtException)]),
    ])
    #expect(story(phone).contains("50 release x processEnded 50"))
  }
}
