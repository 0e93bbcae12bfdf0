import Device
import Lua
import Simulation

/// Returns the members of a phone: what is installed on it, what happens to it, how its time
/// passes.
func phoneMembers(_ app: LuaClass, _ server: LuaClass) -> TestMembers {
  var members = TestMembers()
  members.defineInstallation(app, server)
  members.defineTime()
  members.defineProperties()
  members.defineExploring(server)
  members.defineInstalled(app, server)
  members.defineWorld()
  members.defineSurroundings()
  members.definePhoneSights()
  return members
}

extension TestMembers {
  fileprivate mutating func defineInstallation(_ app: LuaClass, _ server: LuaClass) {
    method("install") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      try telling { () throws(PhoneTrouble) in try phone.driven.checkIsNew("install", "apps") }
      try frame.charge(TestedPhone.instructionsAnInstallation)
      let index = try phone.install(try frame.string(2), frame, host)
      frame.push(app, identifier: TestObject.identifier(phone, index))
      return .values(1)
    }
    method("server") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      try telling { () throws(PhoneTrouble) in try phone.driven.checkIsNew("server", "servers") }
      try frame.charge(TestedPhone.instructionsAnInstallation)
      let reading = try TableReading("server", 2, frame, host)
      let value = PlacedValue(value: .table(reading.table), place: reading.place)
      let read = ServerKeys.read(value, Moments(startsAt: phone.scenario.startsAt))
      try reading.throwIfAny(host)
      guard let read else { return .none }
      let index = try telling { () throws(PhoneTrouble) in try phone.driven.add(read) }
      frame.push(server, identifier: TestObject.identifier(phone, index))
      return .values(1)
    }
  }

  fileprivate mutating func defineTime() {
    method("advance") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let span = try frame.span(2, "advance")
      let now = try phone.device().now
      try phone.pass(to: now + span, frame)
      return .none
    }
    method("advanceUntil") { (frame, host) throws(LuaFailure) in
      try advanceUntil(frame, host, of: nil)
    }
    method("after") { (frame, host) throws(LuaFailure) in try after(frame, host, of: nil) }
  }

  fileprivate mutating func defineWorld() {
    let acts: [(String, @Sendable (DrivenPhone) -> Void)] = [
      ("home", { $0.device.leave() }), ("lock", { $0.device.lock() }),
      ("unlock", { $0.unlock() }), ("reboot", { $0.device.reboot() }),
    ]
    for (name, act) in acts {
      method(name) { (frame, host) throws(LuaFailure) in
        let phone = try TestObject.phone(frame, host)
        try phone.act(frame) { act($0) }
        return .none
      }
    }
    method("network") { (frame, host) throws(LuaFailure) in
      let phone = try TestObject.phone(frame, host)
      let name = try frame.string(2)
      let kinds = NetworkKind.allCases.map(\.rawValue)
      guard let kind = NetworkKind(rawValue: name) else {
        throw LuaFailure(
          .runtime,
          "network: no such network (\(quoted(name))); "
            + advice(for: name, among: kinds, what: "network"))
      }
      try phone.act(frame) { $0.device.change(network: kind) }
      return .none
    }
    method("charger") { (frame, host) throws(LuaFailure) in
      let isOn = try frame.boolean(2)
      try TestObject.phone(frame, host).act(frame) { $0.device.change(charging: isOn) }
      return .none
    }
    method("lowPowerMode") { (frame, host) throws(LuaFailure) in
      let isOn = try frame.boolean(2)
      try TestObject.phone(frame, host).act(frame) { $0.device.change(lowPowerMode: isOn) }
      return .none
    }
    method("battery") { (frame, host) throws(LuaFailure) in
      let level = try frame.number(2)
      guard level >= 0, level <= 1 else {
        throw LuaFailure(
          .runtime, "battery: out of range (\(plainNumber(level))); give a level from 0 to 1")
      }
      try TestObject.phone(frame, host).act(frame) { $0.device.change(level: level) }
      return .none
    }
  }
}

extension TestedPhone {
  /// Installs the app of a script; its position.
  fileprivate func install(
    _ script: String, _ frame: borrowing LuaFrame, _ host: TestHost
  ) throws(LuaFailure) -> Int {
    var entries: [ScriptTable.Entry] = []
    if frame.isNil(3) { frame.pushTable() }
    let reading = try TableReading("install", frame.isNil(3) ? frame.count : 3, frame, host)
    entries = reading.table.entries
    for key in ["script", "count", "group"] where reading.table[key] != .nothing {
      reading.place.key(key).report(
        "not a key of a test's app (\"\(key)\"); leave it out, and install each app")
    }
    if reading.table["id"] == .nothing {
      entries.append(.init(.string("id"), .string(ScriptPath.stem(of: script))))
    }
    entries.append(.init(.string("script"), .string(script)))
    var draft = AppKeys.Draft()
    AppKeys.app.read(
      ScriptTable(entries, origin: reading.table.origin), at: reading.place, into: &draft)
    AppKeys.check(draft, on: platform, at: reading.place)
    if let served = draft.serves,
      let obstacle = AppKeys.obstacle(toServing: served, among: scenario.apps)
    {
      let isKnown = nearest(to: served, among: scenario.apps.map(\.name)) != nil
      reading.place.key("serves").report(
        isKnown ? obstacle : "no such app yet (\(quoted(served))); install it before its extension")
    }
    let path = host.resolved(script)
    do throws(ScriptFileError) {
      let isThere = try host.files.contents(of: path) != nil
      for obstacle in driven.obstacles(to: draft.id, script, isThere: isThere) {
        reading.place.report(obstacle)
      }
    } catch {
      reading.place.report(error.description)
    }
    try reading.throwIfAny(host)
    var app = AppConfiguration(
      name: draft.id, modes: draft.modes, memory: draft.memory,
      backgroundRefresh: draft.backgroundRefresh,
      follows: try follows(draft, path, host),
      permittedIdentifiers: draft.permittedIdentifiers,
      bundleIdentifier: draft.bundleIdentifier, widget: draft.widget,
      serves: draft.serves.flatMap { served in
        scenario.apps.firstIndex { $0.name == served }.map { AppID($0) }
      },
      visibleOptions: draft.visibleOptions)
    app.exactAlarms = draft.exactAlarms
    app.predictedBucket = draft.predictedBucket
    app.serviceTypes = draft.serviceTypes
    app.receivesBoot = draft.receivesBoot
    app.locatesBehind = draft.locatesBehind
    return install(
      app,
      AppScriptReference(
        path: path, displayName: script, options: draft.options,
        memoryCapBytes: draft.memoryCapBytes,
        cpuNanosecondsPerTick: Int(draft.instructionCost.nanoseconds)))
  }

  private func follows(
    _ draft: AppKeys.Draft, _ path: String, _ host: TestHost
  ) throws(LuaFailure) -> [String] {
    guard let declared = draft.follows else {
      return driven.serversNamed(by: draft.options, script: path, host.files)
    }
    let servers = scenario.servers.map(\.host)
    var hosts: [String] = []
    for item in declared {
      guard case .string(let name) = item.value, servers.contains(name) else {
        throw LuaFailure(
          .runtime,
          "install: no server of this host (\(item.value.shown)); add it first, by "
            + "phone:server { host = ... }")
      }
      hosts.append(name)
    }
    return hosts
  }
}

// MARK: Events

/// `advanceUntil(event [, within])`.
func advanceUntil(
  _ frame: borrowing LuaFrame, _ host: TestHost, of app: AppID?
) throws(LuaFailure) -> LuaReturn {
  let phone = try TestObject.phone(frame, host)
  let name = try frame.string(2)
  let event = try telling { () throws(PhoneTrouble) in try AwaitedEvent(named: name, of: app) }
  let within = frame.isNil(3) ? TimeSpan.days(1) : try frame.span(3, "advanceUntil")
  let began = try phone.device().now
  let last = phone.driven.lastSeen[event.kind]
  if try phone.pass(to: began + within, until: event, frame) {
    if event.kind == .appExit { phone.noteLook(at: app.map { Int($0.index) }) }
    return .none
  }
  throw host.failing(
    TestFailure(
      phone.driven.absence(of: name, event, within: within, since: last), at: host.here(frame)),
    on: phone)
}

/// `after(event, seconds, action)`, or `after(seconds, action)`.
func after(
  _ frame: borrowing LuaFrame, _ host: TestHost, of app: AppID?
) throws(LuaFailure) -> LuaReturn {
  let phone = try TestObject.phone(frame, host)
  // An action may plan the next one without any time passing.
  try frame.charge(TestedPhone.instructionsAVerb)
  if frame.type(at: 2) == .number {
    let delay = try frame.span(2, "after")
    _ = try phone.device()
    phone.driven.plan(phone.plan(try frame.function(3)), in: delay)
    return .none
  }
  let name = try frame.string(2)
  let event = try telling { () throws(PhoneTrouble) in try AwaitedEvent(named: name, of: app) }
  let delay = try frame.span(3, "after")
  phone.driven.plan(phone.plan(try frame.function(4)), after: event, delay)
  return .none
}

extension LuaFrame {
  /// A length of time in seconds.
  func span(_ index: Int, _ verb: String) throws(LuaFailure) -> TimeSpan {
    let seconds = try number(index)
    guard Bounds.time.contains(seconds) else {
      throw LuaFailure(
        .runtime,
        "\(verb): \(plainNumber(seconds)) is no length of time; give seconds, "
          + Bounds.time.text)
    }
    return .seconds(seconds)
  }
}
