import Simulation
import Testing

@testable import Device

@Suite("Locks in shared containers")
struct LockTests {
  /// b opens at 0 and is left for a at 10; b holds a task in the background until 34.
  private func phone(b: [Step], a: [Step]) -> Phone {
    let phone = Phone("a", "b", seconds: 100)
    phone.on("didEnterBackground", of: "b", [.begin("t")] + b + [.end("t")])
    phone.on("didBecomeActive", of: "a", a)
    phone.opens("b", at: 0)
    phone.opens("a", at: 10)
    return phone
  }

  private let locks = ["lock.acquire", "lock.refuse", "lock.wait", "lock.release"]

  private func story(_ phone: Phone) -> [String] {
    phone.run()
    return phone.sink.records.filter { locks.contains($0.kind) }.map {
      "\(text($0.seconds)) \($0.app ?? "") \($0.kind)"
    }
  }

  @Test("a lock that another app holds is refused, and free once it is released")
  func refused() {
    let phone = phone(
      b: [.lock("db"), .sleep(10), .unlock("db")],
      a: [.sleep(5), .lock("db"), .sleep(10), .lock("db"), .unlock("db")])
    #expect(
      story(phone) == [
        "10 b lock.acquire", "15 a lock.refuse", "20 b lock.release", "25 a lock.acquire",
        "25 a lock.release",
      ])
    #expect(phone.result.findings == [])
  }

  @Test("an app in front that waits for one behind is a priority inversion, told of the holder")
  func inversion() throws {
    let phone = phone(
      b: [.lock("db"), .sleep(20), .unlock("db")], a: [.sleep(5), .waitLock("db"), .log("has it")])
    #expect(
      story(phone) == [
        "10 b lock.acquire", "15 a lock.wait", "30 b lock.release", "30 a lock.acquire",
      ])
    #expect(phone.timeline("app.log") == ["30 has it"])
    let finding = try #require(phone.findings(.frontKeptWaiting).first)
    #expect(finding.app == phone.id("b") && finding.location?.line == 1)
    #expect(
      finding.message == "the lock \"db\" kept a, in front, waiting for 15 s at test:2")
    #expect(phone.figures("a").lockWait == .seconds(15))
    #expect(phone.figures("a").lockWaitInFront == .seconds(15))
    #expect(phone.figures("b").lockWait == .zero)
  }

  @Test("a short wait, a free lock and one held in front are no inversion")
  func noInversion() {
    let short = phone(
      b: [.lock("db"), .sleep(6.5), .unlock("db")],
      a: [.sleep(5), .waitLock("db"), .unlock("db")])
    #expect(story(short).suffix(2) == ["16.5 a lock.acquire", "16.5 a lock.release"])
    #expect(short.result.findings == [])
    let free = phone(b: [.sleep(1)], a: [.waitLock("db"), .log("has it")])
    #expect(story(free) == ["10 a lock.acquire"])
    #expect(free.figures("a").lockWait == .zero)
    let behind = phone(
      b: [.sleep(1), .waitLock("db"), .unlock("db")], a: [.lock("db"), .sleep(9), .unlock("db")])
    #expect(story(behind).last == "19 b lock.release")
    #expect(behind.result.findings == [])
    #expect(behind.figures("b").lockWait == .seconds(8))
  }

  @Test("nor is one of two apps that are both behind")
  func bothBehind() {
    let phone = Phone("a", "b", "c", seconds: 100)
    phone.on(
      "didEnterBackground", of: "b",
      [.begin("t"), .lock("db"), .sleep(20), .unlock("db"), .end("t")])
    phone.on(
      "didEnterBackground", of: "c",
      [.begin("t"), .global([.waitLock("db"), .unlock("db"), .end("t")])])
    phone.opens("b", at: 0)
    phone.opens("c", at: 10)
    phone.opens("a", at: 20)
    #expect(story(phone).last == "30 c lock.release")
    #expect(phone.result.findings == [])
    #expect(phone.figures("c").lockWait == .seconds(10))
    #expect(phone.figures("c").lockWaitInFront == .zero)
  }

  @Test("a process that ends lets go of its locks, and waits for none")
  func theEnd() {
    let ended = phone(
      b: [.lock("db"), .sleep(60)], a: [.global([.waitLock("db"), .log("has it")])])
    _ = story(ended)
    // b meets its deadline with the task open.
    #expect(ended.timeline("app.log") == ["40 has it"])
    let waiting = phone(
      b: [.lock("db"), .sleep(20), .unlock("db")],
      a: [.global([.sleep(5), .fail(.uncaughtException)]), .waitLock("db")])
    #expect(story(waiting).last == "30 b lock.release")
    #expect(waiting.figures("a").lockWait == .seconds(5))
  }

  @Test("a suspended app that waits holds nothing: it keeps its place, and others go before it")
  func suspendedWaiter() {
    let phone = Phone("a", "b", seconds: 100)
    phone.on("didBecomeActive", of: "a", [.after(1, [.lock("db")]), .after(40, [.unlock("db")])])
    phone.on(
      "didEnterBackground", of: "b", [.sleep(2), .waitLock("db"), .log("has it"), .unlock("db")])
    phone.opens("b", at: 0)
    phone.opens("a", at: 10)
    phone.opens("b", at: 60)
    phone.on("didEnterBackground", of: "a", [.begin("t"), .sleep(5), .end("t")])
    #expect(
      story(phone) == [
        "11 a lock.acquire", "12 b lock.wait", "50 a lock.release", "60 b lock.acquire",
        "60 b lock.release",
      ])
    #expect(
      phone.findings(.workCutOff).map(\.message) == ["a wait for a lock was cut off by suspension"])
    #expect(phone.result.apps.allSatisfy { $0.exitsByReason.isEmpty })
  }

  @Test("a run that ends in the middle of a wait counts it so far")
  func stillWaiting() {
    let phone = phone(b: [.lock("db"), .sleep(60)], a: [.global([.waitLock("db")])])
    #expect(phone.run(until: 25).apps[0].lockWait == .seconds(15))
    phone.device.beginMeasuring()
    #expect(phone.run(until: 30).apps[0].lockWaitInFront == .seconds(5))
  }

  @Test("locks in use are those that a process holds and those that it waits for")
  func inUse() {
    let count = Step.run { $0.application.log("\($0.application.locksInUse)") }
    let phone = phone(
      b: [.lock("db"), .sleep(10), .unlock("db")],
      a: [
        .lock("own"), .after(5, [count]),
        .global([.waitLock("db"), count, .unlock("db"), count, .unlock("own"), count]),
      ])
    phone.run()
    #expect(phone.timeline("app.log") == ["15 2", "20 2", "20 1", "20 0"])
  }
}
