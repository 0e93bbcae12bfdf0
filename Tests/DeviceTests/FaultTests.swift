import Simulation
import Testing

@testable import Device

@Suite("What a driver can do to a device")
struct FaultTests {
  @Test("a restart ends every process, and locks protected data until somebody unlocks the device")
  func restart() {
    let phone = Phone("a", "b")
    let looks = Step.run { app in
      let place = SourceLocation(file: "test", line: 12)
      app.application.log("\(app.application.mayUseDefaults(toWrite: true, at: place))")
    }
    phone.on("didFinishLaunching", [looks])
    phone.on("didEnterBackground", [.begin("task")])
    let device = phone.device
    device.open(phone.id("b"))
    device.open(phone.id("a"))
    device.run(until: moment(10))
    device.leave()
    device.run(until: moment(12))
    #expect(device.openTasks(of: phone.id("a")).map(\.name) == ["task"])
    device.reboot()
    #expect(device.openTasks(of: phone.id("a")).isEmpty)
    #expect(phone.state("a") == .notRunning && phone.state("b") == .notRunning)
    device.push(to: phone.id("a"))
    device.unlock()
    device.open(phone.id("a"))
    device.run(until: moment(20))
    #expect(phone.timeline("app.log") == ["0 true", "12 true"])
    #expect(phone.timeline("unlock", of: nil) == ["12 unlock"])
    #expect(phone.timeline("app.exit", of: nil) == ["12 exit normal", "12 exit normal"])
  }

  @Test("a driver ends the time of tasks now: handlers, then the lead, then the end")
  func expiry() {
    let phone = Phone()
    phone.on("didEnterBackground", [.begin("task", handler: [.log("warned")])])
    let device = phone.device
    #expect(!device.expire(AppID(0)))
    device.open(AppID(0))
    device.run(until: moment(1))
    device.leave()
    device.run(until: moment(3))
    #expect(device.expire(AppID(0)))
    #expect(!device.expire(AppID(0)))
    device.run(until: moment(30))
    #expect(phone.timeline("app.log") == ["3 warned"])
    #expect(phone.timeline("app.exit") == ["8 exit backgroundTaskAssertionTimeout"])
  }

  @Test("a task begun after the user came back is none of the round whose end comes later")
  func taskOfTheNextStay() {
    let phone = Phone()
    phone.on(
      "didEnterBackground",
      [
        .request("https://server/r"),
        .begin("task", handler: [.cancelRequest("https://server/r"), .end("task")]),
      ])
    let device = phone.device
    device.open(AppID(0))
    device.run(until: moment(1))
    device.leave()
    device.run(until: moment(1))
    #expect(device.expire(AppID(0)))
    // The round waits for what its handler has cancelled, and the user is back before that.
    device.advance(toNext: .taskEnd)
    device.open(AppID(0))
    device.leave()
    device.run(until: moment(2))
    #expect(
      phone.timeline("task.begin", "task.expire") == ["1 begin 1", "1 expire 1", "1 begin 2"])
    #expect(phone.findings(.taskNotEndedInHandler).isEmpty)
  }

  @Test("a memory warning reaches the apps that run, and ends none")
  func memoryWarning() {
    let phone = Phone("a", "b")
    phone.opens("a", at: 0)
    phone.opens("b", at: 10)
    phone.run(until: 50)
    phone.device.warnOfMemory()
    phone.run(until: 60)
    #expect(
      phone.timeline("app.callback", of: "b").contains("50 didReceiveMemoryWarning"))
    #expect(!phone.timeline("app.callback").contains("50 didReceiveMemoryWarning"))
    #expect(phone.timeline("app.exit", of: nil).isEmpty)
  }

  @Test(
    "an accessory that a driver names sends a value to whom it is connected, and to nobody else")
  func accessory() {
    let phone = Phone(seconds: 600, modes: .bluetooth)
    phone.scenario.accessories = [AccessoryEvent(accessory: "belt", at: moment(100))]
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          for name in ["belt", "ring"] {
            app.application.connect(
              toAccessory: name, at: SourceLocation(file: "test", line: 1))
          }
        }
      ])
    phone.opens(at: 0)
    phone.closes(at: 10)
    phone.run(until: 200)
    #expect(phone.device.sendValue(of: "ring") && phone.device.sendValue(of: "belt"))
    #expect(!phone.device.sendValue(of: "shoe"))
    phone.run(until: 300)
    #expect(phone.timeline("bluetooth.value").count == 3)
    #expect(phone.timeline("app.state").last == "210 background→suspended")
  }

  @Test("a shortage of memory ends the app that is named, and no other")
  func memory() {
    let phone = Phone("a", "b")
    let device = phone.device
    #expect(!device.endForMemory(AppID(0)))
    device.open(AppID(0))
    device.open(AppID(1))
    device.run(until: moment(20))
    #expect(device.endForMemory(AppID(0)))
    #expect(phone.state("a") == .notRunning && phone.state("b") == .active)
    #expect(phone.timeline("app.exit") == ["20 exit memoryPressure"])
  }

  @Test(
    "a server is down, slow, or answers with a status, from now on; latencies are drawn all the same"
  )
  func servers() {
    let phone = Phone(seconds: 2_000)
    phone.server("server", latency: 1)
    let asks = Step.request("https://server/")
    phone.on("didBecomeActive", (0..<6).map { .after(Double($0) * 100, [asks]) })
    let device = phone.device
    device.open(AppID(0))
    let conditions: [ServerCondition] = [
      .usual, .down, .slow(by: .seconds(7)), .status(401), .status(200), .usual,
    ]
    for (index, condition) in conditions.enumerated() {
      device.advance(to: moment(Double(index) * 100 - (index == 0 ? 0 : 1)))
      #expect(device.set(condition, ofServer: "server"))
    }
    #expect(!device.set(.down, ofServer: "elsewhere"))
    device.run(until: moment(600))
    _ = phone.result
    let answers = phone.sink.records.filter { $0.kind == "request.finish" }
    #expect(answers.map(\.seconds) == [1, 101, 208, 301, 401, 501])
    #expect(answers.map { $0.string("error") } == ["-", "cannotConnectToHost", "-", "-", "-", "-"])
    #expect(answers.map { $0.number("status") }.filter { $0 > 0 } == [200, 200, 401, 200, 200])
  }

  @Test("an observer gets each record, as the trace has it")
  func observer() throws {
    var seen: [RecordEntry] = []
    let phone = Phone()
    phone.observer = { seen.append($0) }
    phone.on("didBecomeActive", [.log("hello"), .after(1, [.fail(.uncaughtException)])])
    phone.device.open(AppID(0))
    phone.device.run(until: moment(5))
    _ = phone.result
    #expect(seen.contains { $0.record == .logged("hello") && $0.app != nil })
    let written = phone.sink.bytes.split(separator: UInt8(ascii: "\n"))
    #expect(try seen == written.map { try RecordEntry(parsing: Array($0)) })
  }
}
