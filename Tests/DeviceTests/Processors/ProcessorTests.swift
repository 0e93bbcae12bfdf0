import Simulation
import Testing

@testable import Device

@Suite("A device whose apps share its cores")
struct ProcessorTests {
  private func phone(_ apps: [String], cores: Int?, _ steps: [Step]) -> Phone {
    let phone = Phone(seconds: 200, modes: .audio)
    phone.scenario.apps = apps.map { AppConfiguration(name: $0, modes: .resident) }
    phone.scenario.device.cores = cores
    phone.scenario.device.limits.callback = .seconds(100)
    phone.scenario.device.limits.launch = .seconds(100)
    for app in apps { phone.on("didFinishLaunching", of: app, steps) }
    return phone
  }

  private func logs(_ phone: Phone) -> [String] {
    phone.run()
    return phone.timeline("app.log", of: nil)
  }

  @Test("two busy threads on one core take twice as long, each as before with a core of its own")
  func share() {
    let work: [Step] = [.work(10), .log("done")]
    #expect(logs(phone(["a", "b"], cores: nil, work)) == ["10 done", "10 done"])
    #expect(logs(phone(["a", "b"], cores: 2, work)) == ["10 done", "10 done"])
    #expect(logs(phone(["a", "b"], cores: 1, work)) == ["20 done", "20 done"])
    #expect(logs(phone(["a", "b", "c"], cores: 2, work)) == ["15 done", "15 done", "15 done"])
    // Main thread and global queue of one app, one of them shorter.
    let both: [Step] = [.global([.work(4), .log("beside")]), .work(10), .log("main")]
    #expect(logs(phone(["a"], cores: 1, both)) == ["8 beside", "14 main"])
  }

  @Test("the app in front goes first, and the one behind waits")
  func front() {
    let phone = phone(["a", "b"], cores: 1, [.work(10), .log("done")])
    phone.scenario.apps[0].modes = []
    phone.opens("a", at: 4)
    phone.run()
    #expect(phone.timeline("app.log", of: "a") == ["14 done"])
    #expect(phone.timeline("app.log", of: "b") == ["20 done"])
  }

  @Test("work that is cut off by suspension, or dies with its app, leaves the core to the others")
  func ends() {
    let phone = phone(["a", "b"], cores: 1, [])
    phone.scenario.apps[0].modes = []
    phone.on("didFinishLaunching", of: "a", [.global([.work(10), .log("done")])])
    phone.on("didFinishLaunching", of: "b", [.work(10), .log("done")])
    phone.opens("a", at: 0, 50)
    phone.closes(at: 2)
    phone.run()
    // a has 2 s alone in front, 2.5 of the next 5 behind, and the rest after it is opened again.
    #expect(phone.timeline("app.log", of: "b") == ["14.5 done"])
    #expect(phone.timeline("app.log", of: "a") == ["55.5 done"])
    let dying = self.phone(["a", "b"], cores: 1, [.work(10), .log("done")])
    dying.on(
      "didFinishLaunching", of: "a",
      [.global([.sleep(4), .fail(.uncaughtException)]), .work(10), .log("done")])
    dying.run()
    #expect(dying.timeline("app.log", of: nil) == ["12 done"])
  }

  @Test("a thread that has to share is no dearer: energy is that of the work done")
  func energy() {
    func joules(_ cores: Int?, until end: Double) -> Double {
      let phone = phone(["a", "b"], cores: cores, [.work(10)])
      return phone.run(until: end).device.energy.cpu.joules
    }
    #expect(joules(1, until: 100) == joules(nil, until: 100))
    // Half of it at 10 s.
    #expect(abs(joules(1, until: 10) * 2 - joules(nil, until: 10)) < 1e-6)
  }

  @Test("one that waits too long for a core meets the limits of its callbacks")
  func limits() {
    let phone = phone(["a", "b"], cores: 1, [.work(30), .log("done")])
    phone.scenario.device.limits.launch = .seconds(40)
    phone.run()
    #expect(phone.timeline("app.exit", of: nil) == ["40 exit watchdog", "40 exit watchdog"])
  }
}
