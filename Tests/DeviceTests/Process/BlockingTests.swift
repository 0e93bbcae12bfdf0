import Simulation
import Testing

@testable import Device

/// Q1 to Q4: code that waits and holds its thread.
@Suite("A thread that is blocked")
struct BlockingTests {
  @Test("the main thread does nothing else until it is woken, and uses no CPU")
  func main() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .main([.log("block")]), .timer("t", every: 1, repeats: false, [.log("timer")]),
        .globalAfter(1.5, [.log("beside"), .signal("s")]), .block("s"), .log("on"),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(
      phone.timeline("app.log") == ["1.5 beside", "1.5 on", "1.5 block", "1.5 timer"])
    #expect(phone.result.device.energy.cpu == .zero)
    #expect(phone.result.findings == [])
  }

  @Test("a limit lets it go on; a signal that comes later finds nobody")
  func limit() {
    let phone = Phone()
    phone.on("didBecomeActive", [.block("s", seconds: 1), .log("on"), .signal("s"), .log("once")])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["1 on", "1 once"])
  }

  @Test("beside the main thread there are threads enough: a blocked one keeps nobody waiting")
  func beside() {
    let phone = Phone()
    phone.on(
      "didBecomeActive",
      [
        .global([.block("s"), .log("woken")]), .global([.work(1), .log("other"), .signal("s")]),
        .main([.log("main")]),
      ])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["0 main", "1 other", "1 woken"])
  }

  @Test("the limit of its step of the life cycle goes on, and that of its callback")
  func limits() {
    let leaving = Phone.visited()
    leaving.on("didEnterBackground", [.main([.signal("s")]), .block("s")])
    leaving.run()
    #expect(leaving.timeline("app.exit") == ["15 exit watchdog"])
    #expect(leaving.result.findings.map(\.location?.line) == [8])
    let behind = Phone.visited()
    behind.on("didEnterBackground", [.begin("t"), .after(1, [.block("s"), .end("t")])])
    behind.run()
    #expect(behind.timeline("app.exit") == ["31 exit watchdog"])
    let soon = Phone.visited()
    soon.on("didEnterBackground", [.block("s", seconds: 4.9)])
    soon.run()
    #expect(soon.timeline("app.exit") == [])
  }

  @Test("in front it is a hang from 2 s on, and ends once the app is left")
  func hang() {
    for (seconds, count) in [(1.9, 0), (2.0, 1), (30, 1)] {
      let phone = Phone()
      phone.on("didBecomeActive", [.after(1, [.block("s", seconds: seconds)])])
      phone.opens(at: 0)
      phone.run()
      #expect(phone.findings(.hang).count == count)
      #expect(phone.findings(.hang).allSatisfy { $0.location?.line == 8 })
      #expect(phone.timeline("app.exit") == [])
    }
    let left = Phone.visited()
    left.on("didBecomeActive", [.after(1, [.block("s")])])
    left.run()
    #expect(left.timeline("app.exit") == ["20 exit watchdog"])
  }

  @Test("one that is blocked is suspended with its app, and its limit stands still")
  func suspended() {
    let phone = Phone()
    phone.on("didEnterBackground", [.main([.block("s"), .log("on")]), .after(200, [])])
    phone.on("willEnterForeground", [.log("never")])
    phone.opens(at: 0, 100)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.state").contains("15 background→suspended"))
    #expect(phone.timeline("app.exit", "app.log") == ["110 exit watchdog"])
  }

  @Test("a limit that has passed meanwhile is over at the resume, a signal wakes it then")
  func resumed() {
    let phone = Phone()
    phone.on(
      "didEnterBackground",
      [.main([.block("s", seconds: 20), .log("main")]), .global([.block("t"), .log("beside")])])
    phone.on("willEnterForeground", [.signal("t"), .log("in front")])
    phone.opens(at: 0, 100)
    phone.closes(at: 10)
    phone.run()
    #expect(phone.timeline("app.log") == ["100 main", "100 in front", "100 beside"])
    #expect(phone.result.findings == [])
  }

  @Test("with shared cores a blocked thread takes none")
  func cores() {
    let phone = Phone()
    phone.scenario.device.cores = 1
    phone.on(
      "didBecomeActive",
      [.global([.work(1), .log("beside"), .signal("s")]), .spend(0.5), .block("s"), .log("on")])
    phone.opens(at: 0)
    phone.run()
    #expect(phone.timeline("app.log") == ["1.5 beside", "1.5 on"])
  }

  @Test("whoever ends the process ends its waits")
  func ended() {
    let phone = Phone()
    phone.on("didBecomeActive", [.block("s", seconds: 5), .log("on")])
    phone.opens(at: 0)
    phone.forceQuits(at: 1)
    phone.run()
    #expect(phone.timeline("app.log") == ["5 on"])
    let failed = Phone()
    failed.on(
      "didBecomeActive",
      [.global([.sleep(1), .fail(.uncaughtException)]), .block("s"), .log("on")])
    failed.opens(at: 0)
    failed.run()
    #expect(failed.timeline("app.exit", "app.log") == ["1 exit uncaughtException"])
  }

  @Test("a block of asyncAfter on a global queue runs beside, and is cut off by suspension")
  func globalAfter() {
    let phone = Phone.visited()
    phone.on("didEnterBackground", [.globalAfter(2, [.log("beside")]), .globalAfter(60, [])])
    phone.run()
    #expect(phone.timeline("app.log") == ["12 beside"])
    #expect(
      phone.findings(.workCutOff).map(\.message) == [
        "a block of asyncAfter was cut off by suspension"
      ])
  }
}
