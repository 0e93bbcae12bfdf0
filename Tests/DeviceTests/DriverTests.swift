import Simulation
import Testing

@testable import Device

@Suite("Driving a device step by step")
struct DriverTests {
  /// The records of the run so far.
  private func trace(of phone: Phone) -> [UInt8] {
    _ = phone.result
    return phone.sink.bytes
  }

  // MARK: Equal to a scenario

  private enum Act {
    case user(UserAction.Kind)
    case network(NetworkKind)
    case power(PowerChange)
  }

  /// Takes out of the scenario what user and world do, in its order.
  private func takeActs(from phone: Phone) -> [(at: Instant, act: Act)] {
    var acts = phone.scenario.user.map { (at: $0.at, act: Act.user($0.kind)) }
    acts += phone.scenario.network.map { (at: $0.at, act: Act.network($0.kind)) }
    acts += phone.scenario.power.map { (at: $0.at, act: Act.power($0)) }
    phone.scenario.user = []
    phone.scenario.network = []
    phone.scenario.power = []
    return acts.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  private func perform(_ act: Act, on device: Device) {
    switch act {
    case .user(.open(let app)): device.open(app)
    case .user(.close): device.leave()
    case .user(.forceQuit(let app)): device.forceQuit(app)
    case .user(.lock): device.lock()
    case .user(.unlock): device.unlock()
    case .network(let kind): device.change(network: kind)
    case .power(let change):
      device.change(
        level: change.level, charging: change.charging, lowPowerMode: change.lowPowerMode)
    }
  }

  @Test("a driven user and the same user in a scenario give equal results", arguments: 0..<40)
  func drivenLikeScripted(seed: Int) {
    let scripted = Chaos.phone(seed: UInt64(seed)).run()
    let phone = Chaos.phone(seed: UInt64(seed))
    for (at, act) in takeActs(from: phone) where phone.device.advance(to: at) {
      perform(act, on: phone.device)
    }
    let driven = phone.run()
    #expect(driven.fingerprint == scripted.fingerprint)
    #expect(driven.events == scripted.events)
  }

  // MARK: Verbs

  @Test("open, leave and force quit do what the user does")
  func user() throws {
    let phone = Phone("a", "b")
    let device = phone.device
    let a = try #require(device.app(named: "a"))
    device.open(a)
    #expect(device.foreground == a && device.state(of: a) == .inactive)
    device.run(until: device.now)
    #expect(device.state(of: a) == .active)
    device.advance(to: moment(10))
    device.leave()
    #expect(device.foreground == nil && device.state(of: a) == .active)
    device.run(until: moment(10))
    #expect(device.state(of: a) == .background)
    device.run(until: moment(20))
    #expect(device.state(of: a) == .suspended)
    device.forceQuit(a)
    #expect(device.state(of: a) == .notRunning)
    #expect(
      phone.timeline("user.open", "user.close", "user.forceQuit", "app.exit") == [
        "0 user.open", "10 user.close", "20 user.forceQuit", "20 exit forceQuit",
      ])
    #expect(device.app(named: "c") == nil)
    #expect(device.memoryInUse == 0)
  }

  @Test("network and power change, what is left out stays, and no change is none")
  func world() {
    let phone = Phone()
    phone.device.advance(to: moment(5))
    phone.device.change(network: .wifi)
    phone.device.change(network: .cellular)
    phone.device.change(level: 0.5)
    phone.device.change(charging: true)
    phone.device.change(lowPowerMode: true)
    #expect(phone.device.present.network == .cellular)
    #expect(
      phone.device.present.power
        == PowerStatus(level: 0.5, isCharging: true, isLowPowerMode: true))
    #expect(phone.timeline("network", "power", of: nil).count == 4)
  }

  @Test("acts at one moment happen in their order, before what is due then")
  func oneMoment() {
    let phone = Phone("a", "b")
    phone.on("didBecomeActive", [.after(10, [.log("due")])])
    phone.device.open(phone.id("a"))
    phone.device.advance(to: moment(10))
    phone.device.leave()
    phone.device.open(phone.id("b"))
    phone.device.open(phone.id("a"))
    phone.device.run(until: moment(10))
    let records = phone.timeline("user.open", "user.close", "app.log", of: nil)
    #expect(
      records == ["0 user.open", "10 user.close", "10 user.open", "10 user.open", "10 due"])
    #expect(phone.state() == .active)
  }

  // MARK: Fetches

  private func fetcher(_ apps: Int = 1) -> Phone {
    let phone = Phone("a", "b", "c", seconds: 5_000, modes: .fetch)
    phone.policy.choose = { _, _, _ in WorkDecision([]) }
    for app in ["a", "b", "c"].prefix(apps) {
      phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
      phone.on("performFetch", of: app, [.sleep(5), .complete(.newData)])
      phone.device.open(phone.id(app))
      phone.device.run(until: phone.device.now)
    }
    phone.device.leave()
    return phone
  }

  @Test("a fetch is given against the policy's will, and runs as any other")
  func givenFetch() throws {
    let phone = fetcher()
    #expect(phone.device.advance(toNext: .fetchEligible))
    #expect(phone.device.now == moment(900))
    phone.device.advance(to: moment(1_000))
    #expect(phone.fetchesRunning == 0)
    try phone.device.start(.fetch, of: phone.id("a"))
    #expect(phone.fetchesRunning == 1)
    #expect(phone.device.advance(toNext: .fetchComplete, of: phone.id("a")))
    #expect(phone.device.now == moment(1_005))
    #expect(phone.timeline("fetch.start") == ["1000 fetch.start"])
    #expect(phone.figures()[.fetch].completed == 1)
  }

  @Test("no fetch is given to an app that may not wait for one; it is said why")
  func notEligible() {
    let phone = fetcher()
    phone.device.advance(to: moment(100))
    #expect(throws: WorkObstacle.notEligible([.intervalNotElapsed(until: moment(900))])) {
      try phone.device.start(.fetch, of: phone.id("a"))
    }
    #expect(throws: WorkObstacle.notEligible([.noInterval])) {
      try phone.device.start(.fetch, of: phone.id("b"))
    }
    phone.device.advance(to: moment(1_000))
    phone.device.change(lowPowerMode: true)
    #expect(throws: WorkObstacle.notEligible([.lowPowerMode])) {
      try phone.device.start(.fetch, of: phone.id("a"))
    }
    #expect(phone.timeline("fetch.start", of: nil).isEmpty)
  }

  @Test("slots, window and pool hold for a fetch that is given too")
  func noRoom() throws {
    for (configure, obstacle) in [
      ({ $0.fetchSlots.concurrent = 1 }, WorkObstacle.slotsTaken(running: 1)),
      ({ $0.fetchSlots.starts = 1 }, .windowIsFull(opens: moment(1_000 + 3_600))),
      ({ $0.pool.capacity = .seconds(45) }, .poolIsShort),
    ] as [((inout DeviceConfiguration) -> Void, WorkObstacle)] {
      let phone = Phone("a", "b", seconds: 5_000, modes: .fetch)
      phone.policy.choose = { _, _, _ in WorkDecision([]) }
      configure(&phone.scenario.device)
      for app in ["a", "b"] {
        phone.on("didFinishLaunching", of: app, [.fetchEvery(0)])
        phone.on("performFetch", of: app, [.sleep(5), .complete(.newData)])
      }
      for app in ["a", "b"] {
        phone.device.open(phone.id(app))
        phone.device.run(until: phone.device.now)
      }
      phone.device.leave()
      phone.device.advance(to: moment(1_000))
      try phone.device.start(.fetch, of: phone.id("a"))
      #expect(throws: obstacle) { try phone.device.start(.fetch, of: phone.id("b")) }
      phone.device.run()
      #expect(phone.timeline("fetch.start", of: nil) == ["1000 fetch.start"])
    }
  }

  // MARK: Time

  @Test("advancing comes before what is due, running goes through it")
  func beforeAndThrough() {
    let phone = Phone()
    phone.on("didBecomeActive", [.after(10, [.log("due")])])
    phone.device.open(phone.id("a"))
    #expect(phone.device.advance(to: moment(10)))
    #expect(phone.device.now == moment(10))
    #expect(phone.timeline("app.log").isEmpty)
    #expect(phone.device.advance(to: moment(3)))
    #expect(phone.device.now == moment(10))
    phone.device.run(until: moment(10))
    #expect(phone.timeline("app.log") == ["10 due"])
  }

  @Test("the run ends where the scenario says, however far a driver wants to go")
  func pastTheEnd() {
    let phone = Phone(seconds: 50)
    phone.on("didBecomeActive", [.after(50, [.log("last")])])
    phone.device.open(phone.id("a"))
    #expect(phone.device.advance(to: moment(50)))
    #expect(phone.timeline("app.log").isEmpty)
    #expect(!phone.device.advance(to: moment(51)))
    #expect(phone.device.now == moment(50))
    #expect(phone.timeline("app.log") == ["50 last"])
    #expect(phone.device.advanceToNextEvent() == nil)
    #expect(!phone.device.advance(toNext: .appLog))
  }

  @Test("one event at a time, an act is no event to wait for")
  func eventByEvent() {
    let phone = Phone(seconds: 50)
    phone.on("didBecomeActive", [.after(10, [.log("one")]), .after(20, [.log("two")])])
    phone.device.open(phone.id("a"))
    phone.device.run(until: moment(5))
    #expect(phone.device.advanceToNextEvent() == moment(10))
    #expect(phone.device.advance { phone.state() == .active && $0.now > moment(12) })
    #expect(phone.device.now == moment(20))
    #expect(!phone.device.advance(until: moment(30)) { _ in false })
    #expect(phone.device.now == moment(30))
    #expect(!phone.device.advance(toNext: .userOpen))
    #expect(phone.device.now == moment(50))
  }

  @Test("a record is awaited by kind and app, up to a limit")
  func nextRecord() {
    let phone = Phone("a", "b")
    phone.opens("a", at: 10)
    phone.opens("b", at: 20)
    #expect(phone.device.advance(toNext: .userOpen, of: phone.id("b")))
    #expect(phone.device.now == moment(20))
    #expect(!phone.device.advance(toNext: .appExit, until: moment(60)))
    #expect(phone.device.now == moment(60))
  }

  @Test("a run that has broken down stays as it is")
  func brokenDown() {
    let phone = Phone("a", "b")
    phone.on("didBecomeActive", [.after(1, [.breakRun])])
    phone.device.open(phone.id("a"))
    #expect(!phone.device.advance(to: moment(10)))
    let before = trace(of: phone)
    phone.device.open(phone.id("b"))
    phone.device.change(network: .none)
    #expect(!phone.device.advance(toNext: .appState))
    #expect(trace(of: phone) == before)
    #expect(phone.device.breakdown != nil)
  }

  // MARK: Mistakes of a driver

  @Test("an app that does not exist, a level out of range and a call from within end the program")
  func mistakes() async {
    await #expect(processExitsWith: .failure) { Phone().device.open(AppID(1)) }
    await #expect(processExitsWith: .failure) { Phone().device.change(level: 1.5) }
    await #expect(processExitsWith: .failure) { Phone().device.change(level: .nan) }
    await #expect(processExitsWith: .failure) {
      let phone = Phone()
      phone.on("didBecomeActive", [.run { _ in phone.device.leave() }])
      phone.opens(at: 1)
      phone.run()
    }
  }
}
