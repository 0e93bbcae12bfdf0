import Simulation
import Testing

@testable import Device

@Suite("What suspension cuts off")
struct CutOffTests {
  /// An app left at 10 that begins this and is suspended at 15.
  private func left(_ steps: [Step]) -> Phone {
    let phone = Phone.visited()
    phone.server(latency: 60)
    phone.on("didEnterBackground", steps)
    return phone
  }

  @Test("work in the middle of which an app stops is a finding at the line that began it")
  func cutOff() {
    let works: [(steps: [Step], line: Int, what: String)] = [
      ([.request("https://server/up")], 1, "a request to https://server/up"),
      ([.get("https://server/x")], 1, "a request to https://server/x"),
      ([.sleep(60)], 8, "a sleeping Task"),
      ([.after(60, [])], 1, "a block of asyncAfter"),
      ([.global([.work(60)])], 8, "work on a global queue"),
      ([.global([.sleep(60)])], 8, "a sleeping Task"),
    ]
    for work in works {
      let phone = left(work.steps)
      phone.run()
      let findings = phone.result.findings
      #expect(findings.map(\.rule) == [.workCutOff])
      #expect(findings.first?.location == SourceLocation(file: "test", line: work.line))
      #expect(findings.first?.message == "\(work.what) was cut off by suspension")
      #expect(findings.first?.firstAt == moment(15))
    }
  }

  @Test("on Android a process is frozen, and the words are Android's")
  func frozen() {
    for (steps, what) in [
      ([Step.sleep(60)], "a coroutine in a delay"), ([.after(60, [])], "a block of postDelayed"),
      ([.global([.work(60)])], "work beside the main thread"),
    ] {
      let phone = left(steps)
      phone.scenario.device = DeviceConfiguration(.android15)
      phone.run()
      #expect(
        phone.result.findings.map(\.message) == ["\(what) was cut off as its process was frozen"])
    }
  }

  @Test("a timer that waits, work that is done, and work under a task are none")
  func nothingCutOff() {
    let ways: [[Step]] = [
      [.timer("t", every: 60, [])], [.timer("t", every: 60, repeats: false, [])],
      [.after(4, [.log("done")])], [.sleep(4)], [.global([.work(4)])], [.main([])],
      [.request("https://server/"), .cancelRequest("https://server/")],
      [.begin("t"), .sleep(20), .end("t")],
      [.begin("t"), .after(20, [.end("t")]), .global([.work(10)])],
      // A guard of what is done in time.
      [.begin("t"), .after(60, [.end("t")]), .sleep(10), .end("t")],
    ]
    for steps in ways {
      let phone = left(steps)
      phone.run()
      #expect(phone.result.findings == [])
      #expect(phone.state() == .suspended)
    }
  }

  @Test("a block of asyncAfter that is asked for as work ends, or before it, is no guard of it")
  func noGuard() {
    for (steps, line) in [
      ([Step.begin("t"), .sleep(10), .after(60, []), .end("t")], 1),
      ([.after(60, []), .sleep(1), .begin("t"), .sleep(10), .end("t")], 1),
    ] {
      let phone = left(steps)
      phone.run()
      #expect(phone.findings(.workCutOff).map { $0.location?.line } == [line])
    }
  }

  @Test("the same work is told once, however often it is cut off")
  func toldOnce() {
    let phone = left([])
    phone.on("didFinishLaunching", [.after(300, []), .global([.work(80)]), .sleep(300)])
    phone.opens(at: 30, 60)
    phone.closes(at: 40, 70)
    phone.run()
    #expect(phone.timeline("app.state").count { $0.hasSuffix("→suspended") } == 3)
    #expect(phone.findings(.workCutOff).map { $0.location?.line } == [8, 1])
    // The work and the sleeper stand at one line of the test's.
    #expect(phone.findings(.workCutOff).map(\.count) == [1, 1])
  }

  @Test("a refused task and the work that went on without it are one finding")
  func refused() {
    let phone = left([.begin("t"), .request("https://server/")])
    phone.scenario.device.multitasking = false
    phone.run()
    #expect(phone.result.findings.map(\.rule) == [.refusedTaskUsed])
  }

  // MARK: Requests

  @Test("a request in flight stands still while the app is suspended, and goes on within 30 s")
  func goesOn() {
    let phone = Phone()
    phone.server(latency: 20)
    phone.on("didFinishLaunching", [.request("https://server/")])
    phone.opens(at: 0, 40)
    phone.closes(at: 5)
    phone.run()
    // Half of it was done at 10.
    #expect(
      phone.timeline("request.finish", "app.log") == [
        "50 answer -", "50 answer: status 200, 0 new",
      ])
  }

  @Test("while it stands still its timeout does too")
  func timeoutStandsStill() {
    for (timeout, answer) in [(25.0, "50 answer: status 200, 0 new"), (15, "45 answer: timedOut")] {
      let phone = Phone()
      phone.server(latency: 20)
      phone.on("didFinishLaunching", [.get("https://server/", timeout: timeout)])
      phone.opens(at: 0, 40)
      phone.closes(at: 5)
      phone.run()
      #expect(phone.timeline("app.log") == [answer])
    }
  }

  @Test("a request that is cut off twice is told once")
  func requestToldOnce() {
    let phone = left([])
    phone.on("didFinishLaunching", [.request("https://server/")])
    phone.opens(at: 30)
    phone.closes(at: 40)
    phone.run()
    #expect(phone.timeline("app.state").count { $0.hasSuffix("→suspended") } == 2)
    #expect(phone.findings(.workCutOff).map(\.count) == [1])
  }

  @Test("after that it fails with networkConnectionLost at the resume, for blocks and fibers alike")
  func isLost() {
    let phone = Phone()
    phone.server(latency: 20)
    phone.on(
      "didFinishLaunching",
      [.request("https://server/a"), .get("https://server/b"), .log("went on")])
    phone.opens(at: 0, 40.001)
    phone.closes(at: 5)
    phone.run()
    #expect(
      phone.timeline("app.log") == [
        "40.001 answer: networkConnectionLost", "40.001 answer: networkConnectionLost",
        "40.001 went on",
      ])
  }

  @Test("an answer that waited for the resume comes after willEnterForeground")
  func answerAtResume() {
    let phone = Phone()
    phone.server(latency: 20)
    phone.on("didFinishLaunching", [.request("https://server/"), .after(30, [.log("block")])])
    phone.opens(at: 0, 60)
    phone.closes(at: 5)
    phone.run()
    #expect(
      phone.timeline("app.callback", "app.log").suffix(4) == [
        "60 willEnterForeground", "60 answer: networkConnectionLost", "60 block",
        "60 didBecomeActive",
      ])
  }

  @Test("a request that stands still leaves its radio alone, and dies silently with its process")
  func radio() {
    func joules(_ end: (Phone) -> Void) -> Double {
      let phone = Phone()
      phone.server(latency: 100)
      phone.on("didFinishLaunching", [.request("https://server/")])
      phone.opens(at: 0)
      phone.closes(at: 5)
      end(phone)
      return phone.run().device.energy.radio.joules
    }
    // Wi-Fi: 10 s of packets, then the tail of 0.25 s, at 0.403 W.
    let still = joules { _ in }
    #expect(abs(still - 0.403 * 10.25) < 1e-6)
    #expect(joules { $0.forceQuits(at: 20) } == still)
    #expect(joules { $0.network(.none, at: 20) } == still)
    // On for five seconds more, then the next tail.
    let resumed = joules {
      $0.opens(at: 30)
      $0.closes(at: 30)
    }
    #expect(abs(resumed - 2 * 0.403 * 0.25 - 0.403 * 15) < 1e-6)
  }

  // MARK: What an app is made of

  @Test(
    "a method's name that is nearly a callback's is known for it",
    arguments: [
      ("didEnterBackgroud", "didEnterBackground"), ("DidEnterBackground", "didEnterBackground"),
      ("applicationDidEnterBackground", "didEnterBackground"),
      ("application_performFetchWithCompletionHandler", "performFetch"),
      ("didFinishLaunchingWithOptions", "didFinishLaunching"), ("preformFetch", "performFetch"),
    ])
  func misspelt(name: String, meant: String) {
    #expect(Callback.name(meantBy: name) == meant)
  }

  @Test("a callback's own name and a method of another kind are none")
  func notMisspelt() {
    for name in Callback.methodNames + [
      "didEnterForeground", "endBackgroundTask", "tick", "", "fetch",
    ] {
      #expect(Callback.name(meantBy: name) == nil, "\(name)")
    }
  }
}
