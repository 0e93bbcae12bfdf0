import Device
import Lua
import Simulation

/// What `phone:explore` plays in a test, and what comes of it.
struct TestExploration {
  /// The story; nil: one is drawn under the test's seed.
  var story: Story?

  /// The acts that could be done.
  fileprivate(set) var played: [PhoneAct] = []
  /// Where the test explores, and how acts are drawn there; nil while it has not.
  fileprivate(set) var place: SourceLocation?
  fileprivate(set) var drawing: ActDrawing?
  /// What was seen from then on.
  fileprivate(set) var watch: StoryWatch?
  /// The phone, and the moment at which it explores.
  fileprivate var phone: DrivenPhone?
  fileprivate var origin = Instant.start
  /// Whether it plays what the test says.
  fileprivate(set) var isTold = false

  mutating func begin() { self = TestExploration(story: story) }

  /// The clock of the phone, as seen from the moment at which it explores; nil while it has not.
  var clock: DayClock? {
    phone.map { DayClock(startsAt: $0.scenario.startsAt + (origin - .start)) }
  }

  /// The moment at which the test has left the phone, counted from that at which it explores.
  var end: Instant { .start + ((phone?.running?.now ?? origin) - origin) }
}

extension TestMembers {
  /// Adds `explore(app [, story])`.
  mutating func defineExploring(_ server: LuaClass) {
    method("explore") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      guard let identifier = frame.objectIdentifier(2), frame.typeName(2) == "app",
        let (owner, app) = TestObject.find(identifier, host), owner === phone
      else {
        throw LuaFailure(
          .runtime, "explore: no app of this phone (\(frame.shown(2))); write phone:explore(app)")
      }
      guard host.exploration.place == nil else {
        throw LuaFailure(
          .runtime, "explore: the test has explored already; write a test for each")
      }
      host.exploration.place = host.here(frame)
      if frame.isNil(3) {
        try phone.explore(AppID(app), frame, host)
      } else {
        host.exploration.isTold = true
        try phone.tell(try frame.function(3), server, frame, host)
      }
      return .none
    }
  }
}

extension TestedPhone {
  /// Plays the exploration's story.
  fileprivate func explore(
    _ app: AppID, _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) {
    let source = try? host.files.script(at: driven.scriptPath(of: app))
    let drawing = ActDrawing(
      scenario.apps[Int(app.index)], on: platform, AssumedApp(source ?? []),
      hasServers: !scenario.servers.isEmpty)
    host.exploration.drawing = drawing
    host.exploration.phone = driven
    host.exploration.origin = try device().now
    let watch = StoryWatch(from: host.exploration.origin)
    let heard = driven.heard
    driven.heard = {
      heard?($0)
      watch.note($0)
    }
    host.exploration.watch = watch
    let name = "exploration of a test/\(host.running?.name ?? "")"
    var random = RandomStream(seed: host.seed, name: name)
    for act in (host.exploration.story ?? drawing.story(&random)).acts {
      var done: PhoneAct?
      try self.act(frame) { phone in
        done = act.performed(on: phone, app)
        // Also where the test fails by what follows at once.
        if let done { host.exploration.played.append(done) }
      }
      if case .wait(let seconds) = done {
        try pass(to: try device().now + .seconds(seconds), frame)
      }
    }
  }

  /// Calls a function with the phone, the app and the list of servers.
  fileprivate func tell(
    _ story: LuaReference, _ server: LuaClass, _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) {
    let phone = frame.reference(1)
    let app = frame.reference(2)
    defer {
      for reference in [story, phone, app] { frame.state.release(reference) }
    }
    try frame.state.call(story) { arguments in
      arguments.push(phone)
      arguments.push(app)
      let list = arguments.pushTable(elements: scenario.servers.count)
      for index in scenario.servers.indices {
        arguments.push(server, identifier: TestObject.identifier(self, index))
        arguments.setElement(index + 1, of: list)
      }
    }
  }
}
