import Simulation
import Testing

@testable import Device

@Suite("BGTaskScheduler: launches, ends, cancellations (T1 to T12)")
struct BGTaskTests {
  static let here = SourceLocation(file: "test", line: 1)

  private static func register(
    _ identifier: String, onMain: Bool = false, _ steps: [Step]
  ) -> Step {
    .run { app in
      let here = SourceLocation(file: "test", line: 5)
      _ = try? app.application.registerLaunchHandler(
        app.block(steps), for: identifier, onMain: onMain, at: here)
    }
  }

  static func submit(_ request: TaskRequest) -> Step {
    .run { app in
      if let refused = try? app.application.submit(request, at: here) {
        app.application.log(refused.error.name)
        app.application.noteRead(errorOfSubmit: refused.number)
      }
    }
  }

  static func guarded(_ steps: [Step]) -> Step { .run { $0.expiration = steps } }

  static func done(_ success: Bool = true) -> Step {
    .run { app in
      guard let task = app.task else { return }
      app.application.setTaskCompleted(
        task, success: success, hasExpirationHandler: app.expiration != nil,
        at: SourceLocation(file: "test", line: 6))
    }
  }

  /// An app opened at 0 and left at 10, which then submits requests; "r" and "p" are its tasks.
  func phone(
    seconds: Double = 1_000, submits requests: [TaskRequest], refresh: [Step] = [done()],
    processing: [Step] = [done()], onMain: Bool = false
  ) -> Phone {
    let phone = Phone("a", "b", seconds: seconds, modes: [.fetch, .processing])
    phone.scenario.apps[0].permittedIdentifiers = ["r", "p"]
    phone.on(
      "didFinishLaunching",
      [Self.register("r", onMain: onMain, refresh), Self.register("p", processing)])
    phone.on("didEnterBackground", requests.map(Self.submit))
    phone.opens(at: 0)
    phone.closes(at: 10)
    return phone
  }

  func tasks(_ phone: Phone) -> [String] {
    phone.timeline(
      "bgtask.submit", "bgtask.cancel", "bgtask.launch", "bgtask.expire", "bgtask.complete",
      "work.end", "app.exit", "finding")
  }

  @Test("a request gives one launch or resume, not before its earliest moment, and then no more")
  func oneLaunch() {
    let phone = phone(
      submits: [.refresh("r", earliest: moment(100))],
      refresh: [Self.guarded([]), .logState, .logRemaining, .sleep(4), Self.done()])
    phone.run()
    #expect(
      phone.timeline("app.state", "app.log", "bgtask.launch", "bgtask.complete").suffix(6) == [
        "100 suspended→background", "100 launch r", "100 background", "100 30", "104 complete r",
        "104 background→suspended",
      ])
    #expect(phone.figures()[.refresh].started == 1)
    #expect(phone.figures()[.refresh][.completed] == 1)
    #expect(phone.figures()[.refresh].delay.mean == 0)
    #expect(phone.findings(.chainEnded).map(\.location?.line) == [1])
  }

  @Test("a dead app is launched for its task, with the reason; the handler runs after the launch")
  func launch() {
    let phone = phone(submits: [.refresh("r", earliest: moment(100))], onMain: true)
    phone.on(
      "didEnterBackground",
      [
        Self.submit(.refresh("r", earliest: moment(100))), .after(2, [.fail(.uncaughtException)]),
      ])
    phone.run(until: 100)
    #expect(
      phone.timeline("app.state", "app.callback", "bgtask.launch").suffix(4) == [
        "100 notRunning→background", "100 didFinishLaunching", "100 launch r",
        "100 background→suspended",
      ])
    let reasons = phone.sink.records.filter { $0.kind == "app.state" }.map { $0.string("reason") }
    #expect(reasons.suffix(2) == ["refresh", "idle"])
  }

  @Test("an earliest moment that has passed, or none, is at once; in front the app waits")
  func atOnce() {
    for earliest in [nil, moment(-1e9), moment(3)] {
      let phone = phone(submits: [.refresh("r", earliest: earliest)])
      phone.run()
      #expect(phone.timeline("bgtask.launch") == ["10 launch r"])
    }
    let phone = phone(submits: [])
    phone.on("didBecomeActive", [Self.submit(.refresh("r"))])
    phone.run()
    #expect(phone.timeline("bgtask.launch") == ["10 launch r"])
  }

  /// An app that handles "r" in its first process only, which crashes once it has asked for it.
  private func forgetful(_ identifiers: [String]) -> Phone {
    let phone = phone(submits: [])
    phone.scenario.apps[0].permittedIdentifiers = identifiers
    var launches = 0
    phone.on(
      "didFinishLaunching",
      [
        .run { app in
          launches += 1
          guard launches == 1 else { return }
          _ = try? app.application.registerLaunchHandler(
            app.block([]), for: "r", onMain: false, at: Self.here)
        }
      ])
    phone.on(
      "didEnterBackground",
      [Self.submit(.refresh("r", earliest: moment(100))), .fail(.uncaughtException)])
    return phone
  }

  @Test("launched without a handler for its identifier, the app ends by an exception")
  func noHandler() {
    for identifiers in [["r", "p"], ["p", "r"]] {
      let phone = forgetful(identifiers)
      phone.run()
      #expect(
        tasks(phone).suffix(3) == [
          "100 finding uncaughtError", "100 exit uncaughtException", "100 end refresh cancelled",
        ])
      // Of r the exception tells; p has no handler either, and was not launched for.
      #expect(
        phone.findings(.identifierNeverRegistered).map(\.message) == [
          "no launch handler is registered for a permitted identifier (p)"
        ])
    }
  }

  @Test("a request that nobody would handle is an exception, unless it is not permitted")
  func submittedUnhandled() {
    let phone = phone(submits: [])
    phone.on("didFinishLaunching", [])
    var refusals: [String] = []
    phone.on(
      "didEnterBackground",
      ["r", "x"].map { identifier in
        .run { app in
          do throws(TaskRegistrationError) {
            let refused = try app.application.submit(.refresh(identifier), at: Self.here)
            refusals.append(refused?.error.name ?? "taken")
          } catch { refusals.append(error.message) }
        }
      })
    phone.run()
    #expect(
      refusals == [
        "no launch handler is registered for the task's identifier (r); "
          + "register one before didFinishLaunching returns", "notPermitted",
      ])
  }

  @Test(
    "the expirationHandler runs the lead before the end of 30 s, and a task then completed is well")
  func expiry() {
    for onMain in [false, true] {
      let phone = phone(
        submits: [.refresh("r", earliest: moment(100))],
        refresh: [Self.guarded([.log("stop"), .sleep(2), Self.done(false)]), .sleep(100)],
        onMain: onMain)
      phone.run()
      #expect(
        phone.timeline("bgtask.expire", "app.log", "bgtask.complete", "work.end", "app.exit") == [
          "125 expire r", "125 stop", "127 complete r", "127 end refresh expired",
        ])
    }
  }

  @Test("without an expirationHandler the task is marked failed when the warning would come")
  func unguarded() {
    let phone = phone(
      submits: [.refresh("r", earliest: moment(100))], refresh: [.sleep(60), Self.done()])
    phone.run()
    #expect(
      tasks(phone).dropFirst().prefix(4) == [
        "100 launch r", "125 expire r", "125 finding noExpirationHandler",
        "125 end refresh expired",
      ])
    #expect(phone.timeline("app.state").last == "125 background→suspended")
    #expect(phone.timeline("app.exit") == [])
  }

  @Test("a task not completed by its end ends the app with 0x2182bad2, which then waits for a day")
  func tooLong() {
    let phone = phone(
      seconds: 200_000, submits: [.refresh("r", earliest: moment(100))],
      refresh: [Self.guarded([]), .sleep(500)])
    phone.opens(at: 1_000)
    phone.closes(at: 1_010)
    phone.run()
    #expect(
      tasks(phone).prefix(7) == [
        "10 submit r", "100 launch r", "125 expire r", "130 finding taskNotCompleted",
        "130 exit backgroundTaskSchedulerTimeout", "130 end refresh expired", "1010 submit r",
      ])
    let exit = phone.sink.records.last { $0.kind == "app.exit" }
    #expect(exit?.string("code") == "0x2182bad2" && exit?.fields["codeAssumed"] as? Bool == true)
    #expect(phone.timeline("bgtask.launch") == ["100 launch r", "86530 launch r"])
  }

  @Test("processing waits until the phone is laid down, and ends when the user picks it up")
  func pickedUp() {
    let phone = phone(
      submits: [.processing("p")],
      processing: [Self.guarded([.sleep(1), Self.done(false)]), .sleep(500), .log("never")])
    phone.opens("b", at: 10)
    phone.closes(at: 50)
    phone.opens("b", at: 200)
    phone.run()
    #expect(
      phone.timeline("bgtask.launch", "bgtask.expire", "bgtask.complete", "work.end", "app.log")
        == [
          "50 launch p", "200 expire p", "201 complete p", "201 end processing expired",
        ])
    #expect(phone.findings(.taskNotCompleted).isEmpty)
  }

  @Test("processing that hears of the pick-up and goes on is ended after the lead")
  func ignoresPickUp() {
    let phone = phone(
      submits: [.processing("p", earliest: moment(50))],
      processing: [Self.guarded([]), .sleep(500)])
    phone.opens("b", at: 200)
    phone.run()
    #expect(phone.timeline("app.exit") == ["205 exit backgroundTaskSchedulerTimeout"])
  }

  @Test("what a processing request requires must be there, and its loss ends the task")
  func requirements() {
    let long: [Step] = [Self.guarded([Self.done(false)]), .sleep(5_000)]
    let powered = phone(submits: [.processing("p", requiresPower: true)], processing: long)
    powered.power(charging: true, at: 100)
    powered.power(charging: false, at: 300)
    powered.run()
    let times = ["100 launch p", "300 expire p", "300 complete p"]
    #expect(powered.timeline("bgtask.launch", "bgtask.expire", "bgtask.complete") == times)
    let connected = phone(submits: [.processing("p", requiresNetwork: true)], processing: long)
    connected.network(.none, at: 5)
    connected.network(.wifi, at: 100)
    connected.network(.none, at: 300)
    connected.run()
    #expect(connected.timeline("bgtask.launch", "bgtask.expire", "bgtask.complete") == times)
    let neither = phone(seconds: 3_000, submits: [.processing("p")], processing: long)
    neither.power(charging: true, at: 5)
    neither.network(.none, at: 100)
    neither.power(charging: false, at: 200)
    neither.run()
    #expect(neither.timeline("bgtask.expire") == ["605 expire p"])
  }

  @Test("off the charger processing begins with a minute in the pool, and has what the pool holds")
  func poolForProcessing() {
    let cases: [(pool: Double, isCharging: Bool, warned: [String])] = [
      (59, false, []), (60, false, ["105 expire p"]), (900, false, ["645 expire p"]),
      (0, true, ["645 expire p"]),
    ]
    for (pool, isCharging, warned) in cases {
      let phone = phone(
        submits: [.processing("p", earliest: moment(50))],
        processing: [Self.guarded([Self.done(false)]), .sleep(5_000)])
      phone.scenario.device.pool.capacity = .seconds(pool)
      phone.scenario.device.pool.refillEvery = nil
      phone.power(charging: isCharging, at: 0)
      phone.run()
      #expect(phone.timeline("bgtask.expire") == warned)
      #expect(
        phone.figures().used.seconds == (isCharging || warned.isEmpty ? 0 : min(pool - 5, 595)))
    }
  }

  @Test("processing that requires the charger may keep the CPU busy, any other meets its limit")
  func busyProcessing() {
    for requiresPower in [true, false] {
      let phone = phone(
        submits: [.processing("p", requiresPower: requiresPower)],
        processing: [Self.guarded([]), .work(300), Self.done()])
      phone.power(charging: true, at: 0)
      phone.run()
      #expect(phone.timeline("app.exit") == (requiresPower ? [] : ["58 exit cpuLimit"]))
    }
  }

  @Test("two processing requests of an app are done one after the other, each in its time")
  func several() {
    let phone = phone(submits: [])
    phone.scenario.apps[0].permittedIdentifiers = ["p", "q"]
    phone.on(
      "didFinishLaunching",
      [
        Self.register("p", [.sleep(20), Self.done()]),
        Self.register("q", [.sleep(20), Self.done()]),
      ])
    phone.on(
      "didEnterBackground",
      [
        Self.submit(.processing("p", requiresPower: true)),
        Self.submit(.processing("q", earliest: moment(100))),
      ])
    phone.power(charging: true, at: 110)
    phone.run()
    #expect(phone.timeline("bgtask.launch") == ["100 launch q", "120 launch p"])
  }
}
