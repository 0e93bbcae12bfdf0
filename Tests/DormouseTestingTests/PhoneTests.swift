import Device
import DormouseTesting
import Testing

@Suite("A phone of a test in Swift")
struct PhoneTests {
  /// A phone with one app whose server answers late.
  private func phone(
    _ script: String, os: Phone.OS = .iOS18, policy: Phone.Policy = .whatIsAsked, seed: Int = 1
  ) -> (Phone, Phone.App) {
    let phone = Phone(os: os, policy: policy, seed: seed, scripts: "Apps")
    phone.server("photos.example") {
      $0.latencyMedian = .seconds(40)
      $0.latencyP95 = .seconds(60)
    }
    return (phone, phone.install(script, modes: [.fetch, .remoteNotification]))
  }

  @Test(
    "an app that ends its task in time is well, whatever version, policy and seed",
    arguments: [Phone.OS.iOS7, .iOS13, .iOS18], Phone.Policy.all)
  func wellBehaved(os: Phone.OS, policy: Phone.Policy) {
    let (phone, app) = phone("saver.lua", os: os, policy: policy)
    app.open()
    #expect(app.state == .active)
    #expect(phone.foreground == "saver")
    app.home()
    #expect(app.tasks == ["upload"])
    phone.advance(.minutes(10))
    expect(app, .endsItsTasks)
    expect(app, .survives)
    #expect(app.tasks.isEmpty)
    #expect(app.exits == [])
    #expect(phone.foreground == nil)
    #expect(phone.now == .minutes(10))
  }

  @Test("equal arguments are equal worlds; another seed is another")
  func seeds() {
    let ends = [1, 1, 2].map { seed in
      let (phone, app) = phone("leaky.lua", seed: seed)
      phone.advance(.seconds(1))
      app.open()
      app.home()
      phone.advance(.minutes(2))
      return phone.trace(last: 5)
    }
    #expect(ends[0] == ends[1])
    let answers = [1, 1, 2].map { seed in
      let phone = Phone(seed: seed, scripts: "Apps")
      phone.server("photos.example")
      let app = phone.install("saver.lua")
      app.open()
      app.home()
      phone.advance(until: "request.finish")
      return phone.now
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0] != answers[2])
  }

  @Test("verbs by time: network, charger, fetches, pushes, kills, servers and what is planned")
  func verbs() {
    let (phone, app) = phone("saver.lua")
    phone.network(.cellular)
    phone.charger(true)
    phone.battery(0.5)
    phone.lowPowerMode(false)
    app.open()
    app.home()
    var hasCome = false
    phone.after(.seconds(3)) { hasCome = true }
    phone.advance(.seconds(2.9))
    #expect(!hasCome)
    phone.advance(.seconds(0.1))
    #expect(hasCome)
    app.expire()
    #expect(app.tasks == [])
    phone.advance(.minutes(16))
    app.grantFetch()
    #expect(app.figure("fetches none") == 1)
    phone.advance(.minutes(1))
    app.push(["kind": "sync", "ids": [1, 2], "more": ["a": 1.5, "b": true]])
    #expect(app.log.last == "push sync")
    app.killForMemory()
    app.open()
    app.forceQuit()
    phone.reboot()
    app.prewarm()
    phone.advance(.seconds(5))
    #expect(app.state == .suspended)
    phone.unlock()
    app.open()
    phone.lock()
    #expect(phone.foreground == nil)
    phone.unlock()
    #expect(phone.foreground == app.name)
    #expect(app.exits == [.memoryPressure, .normal])
    expect(app, .survives)
    phone.finish()
    phone.lock()
    #expect(phone.pool > .zero)
  }

  @Test("an app is called, and its user answers and hangs up")
  func calls() {
    let phone = Phone(scripts: "Apps")
    let app = phone.install("calls.lua", modes: [.voip])
    app.open()
    app.home()
    app.voipPush(["uuid": "7"])
    app.answerCall()
    phone.advance(.minutes(2))
    #expect(app.state == .background)
    app.endCall()
    phone.advance(.seconds(5))
    #expect(app.state == .suspended && app.log == ["answer 7", "end 7"])
    expect(app, .hasNoFindings)
  }

  @Test("an alert goes through the app's extension, which nobody opens")
  func alerts() {
    let phone = Phone(scripts: "Apps")
    let app = phone.install("saver.lua")
    let service = phone.install("service.lua", serving: app)
    app.open()
    app.forceQuit()
    phone.advance(.seconds(5))
    app.alert("sealed", body: "text", userInfo: ["from": "Ann"])
    #expect(app.notifications == ["Ann: text"])
    #expect(service.state == .suspended && app.state == .notRunning)
    expect(service, .hasNoFindings)
    withKnownIssue { service.open() }
  }

  @Test("verbs of places: regions, moves, values of accessories and memory warnings")
  func places() {
    let phone = Phone(scripts: "Apps")
    let app = phone.install("fence.lua", modes: [.bluetooth])
    app.prewarm()
    phone.advance(.minutes(1))
    #expect(app.state == .suspended)
    phone.moveTo(latitude: 52, longitude: 13)
    app.open()
    app.home()
    phone.advance(.seconds(5))
    app.enterRegion("home")
    phone.advance(.seconds(5))
    app.exitRegion("home")
    phone.advance(.minutes(10))
    phone.moveTo(north: 1_000, east: -1_000)
    phone.disconnect("belt")
    phone.advance(.minutes(1))
    phone.connect("belt")
    phone.sendValue("belt")
    phone.thermalState(.serious)
    phone.memoryWarning()
    phone.advance(.seconds(1))
    #expect(app.log.prefix(3) == ["moved", "enters home", "leaves home"])
    #expect(
      app.log.suffix(5) == ["belt is lost: 6", "belt is back", "belt", "serious", "warned"])
    withKnownIssue { phone.moveTo(latitude: 91, longitude: 0) }
  }

  @Test("what it has seen: requests, the findings of all apps, and events as they come")
  func sights() {
    let phone = Phone(os: .iOS18, scripts: "Apps")
    phone.server("photos.example") {
      $0.latencyMedian = .seconds(40)
      $0.latencyP95 = .seconds(60)
    }
    let leaky = phone.install("leaky.lua")
    let saver = phone.install("saver.lua", modes: [.fetch, .remoteNotification])
    #expect(phone.findings.isEmpty && leaky.requests.isEmpty)
    var seen: [Phone.Span] = []
    phone.after("task.begin", .seconds(2)) { seen.append(phone.now) }
    phone.advance(.seconds(1))
    leaky.open()
    leaky.home()
    saver.open()
    phone.advance(.minutes(1))
    #expect(seen == [.seconds(3)])
    #expect(phone.findings.map(\.rule) == leaky.findings.map(\.rule))
    #expect(phone.findings.contains { $0.rule == .taskNeverEnded })
    #expect(leaky.requests == [] && saver.findings.isEmpty)
  }

  @Test("a server can be down, slow or refuse, and up again")
  func servers() {
    let phone = Phone(os: .iOS18, scripts: "Apps")
    let server = phone.server("photos.example")
    let app = phone.install("saver.lua")
    app.after("task.begin", .zero) { server.down() }
    server.slow(by: .seconds(5), from: .seconds(100), to: .seconds(200))
    server.status(401, from: .seconds(300))
    server.up(from: .seconds(400))
    app.open()
    app.home()
    app.advance(until: "request.finish", within: .seconds(30))
    expect(app, .endsItsTasks)
    #expect(app.figure("tasks begun") == 1)
  }

  @Test("options reach the script, and scripts come from beside the test or from a bundle")
  func scripts() {
    for (folder, prefix) in [("Apps", ""), (.resources(of: .module), "Apps/")]
      as [(Phone.ScriptFolder, String)]
    {
      let script = prefix + "saver.lua"
      let phone = Phone(scripts: folder)
      let app = phone.install(script, id: "one", options: ["user": "eve"])
      app.open()
      #expect(app.log == ["hello eve"])
    }
  }
}
