import Device
import Lua
import Simulation

/// What can be done with an app of a phone, and what is seen of it.
let applicationMembers: TestMembers = {
  var members = TestMembers()
  members.defineActs()
  members.defineWork()
  members.defineSights()
  return members
}()

/// The app that value 1 is.
struct TestedApp {
  let phone: TestedPhone
  let id: AppID

  init(_ frame: borrowing LuaFrame, _ host: TestHost) throws(LuaFailure) {
    let (phone, index) = try TestObject.place(frame, host)
    self.phone = phone
    id = AppID(index)
  }

  var name: String { phone.scenario.apps[Int(id.index)].name }

  /// Why its last process has ended; empty: none has.
  var lastEnd: String {
    phone.exits[Int(id.index)].last.map { "; its last process ended by \($0)" } ?? ""
  }

  func findings() throws(LuaFailure) -> [Finding] {
    try phone.device().findings.filter { $0.app == id }
  }
}

extension TestMembers {
  fileprivate mutating func defineActs() {
    method("open") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { $0.open(app.id) }
      return .none
    }
    method("home") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { (device) throws(LuaFailure) in
        guard device.foreground == app.id else {
          throw LuaFailure(
            .runtime,
            "home: \(app.name) is not in front (\(device.state(of: app.id).rawValue))"
              + "\(app.lastEnd); open it first, or write phone:home()")
        }
        device.leave()
      }
      return .none
    }
    method("forceQuit") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { $0.forceQuit(app.id) }
      return .none
    }
    method("killForMemory") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { (device) throws(LuaFailure) in
        guard device.endForMemory(app.id) else {
          throw LuaFailure(
            .runtime, "killForMemory: \(app.name) has no process\(app.lastEnd); open it first")
        }
      }
      return .none
    }
    method("expire") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { (device) throws(LuaFailure) in
        guard device.expire(app.id) else {
          throw LuaFailure(
            .runtime,
            "expire: \(app.name) has no time in the background that could end "
              + "(\(device.state(of: app.id).rawValue))\(app.lastEnd); let it begin a task there first"
          )
        }
      }
      return .none
    }
    method("advanceUntil") { (frame, host) throws(LuaFailure) in
      try advanceUntil(frame, host, of: TestedApp(frame, host).id)
    }
    method("after") { (frame, host) throws(LuaFailure) in
      try after(frame, host, of: TestedApp(frame, host).id)
    }
  }

  fileprivate mutating func defineWork() {
    for (name, kind, what) in [
      ("grantFetch", WorkKind.fetch, "can have no fetch now"),
      ("grantTransfers", .transfer, "is not to be told of transfers now"),
    ] {
      method(name) { (frame, host) throws(LuaFailure) in
        let app = try TestedApp(frame, host)
        try app.phone.act(frame) { (device) throws(LuaFailure) in
          if device.hasBegun(kind, of: app.id) { return }
          do throws(WorkObstacle) { try device.start(kind, of: app.id) } catch {
            throw LuaFailure(
              .runtime, "\(name): \(app.name) \(what): \(error.text(device))")
          }
        }
        return .none
      }
    }
    method("launchTask") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let identifier = try frame.string(2)
      try app.phone.act(frame) { (device) throws(LuaFailure) in
        if app.phone.hasLaunched(identifier, of: app.id, on: device) { return }
        do throws(TaskLaunchObstacle) {
          try device.launchTask(identifier, of: app.id)
        } catch {
          throw LuaFailure(
            .runtime,
            "launchTask: \(quoted(identifier)) of \(app.name) cannot begin now: "
              + error.text(device, for: identifier))
        }
      }
      return .none
    }
    method("push") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      var fields: [PushField] = []
      if !frame.isNil(2) {
        let reading = try TableReading("push", 2, frame, host)
        fields = PushKeys.userInfo(
          PlacedValue(value: .table(reading.table), place: reading.place), of: "push")
        try reading.throwIfAny(host)
      }
      try app.phone.act(frame) { (device) throws(LuaFailure) in
        guard app.phone.platform.absence(of: .silentPush) == nil else {
          throw LuaFailure(
            .runtime,
            "push: this version knows no silent push "
              + "(\(quoted(app.phone.platform.name))); set the device's os")
        }
        device.push(to: app.id, userInfo: fields)
        // It begins now where nothing but a policy keeps it waiting.
        if device.hasWaitingPush(for: app.id) { try? device.start(.push, of: app.id) }
      }
      return .none
    }
  }

  fileprivate mutating func defineSights() {
    property("id") { (frame, host) throws(LuaFailure) in
      frame.result(try TestedApp(frame, host).name)
    }
    property("state") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      return frame.result(try app.phone.device().state(of: app.id).rawValue)
    }
    property("tasks") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let tasks = try app.phone.device().openTasks(of: app.id)
      return frame.result(texts: tasks.map { $0.name ?? "#\($0.identifier)" })
    }
    property("requests") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      return frame.result(texts: try app.phone.device().pendingTaskRequests(of: app.id))
    }
    property("exits") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      return frame.result(texts: app.phone.exits[Int(app.id.index)])
    }
    property("log") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      return frame.result(texts: app.phone.logs[Int(app.id.index)])
    }
    property("findings") { (frame, host) throws(LuaFailure) in
      frame.push(findings: try TestedApp(frame, host).findings())
    }
    method("tell") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let exits = app.phone.exits[Int(app.id.index)]
      host.say(
        "\(app.name): " + (exits.isEmpty ? "runs on" : "ended by \(exits.joined(separator: ", "))"))
      for finding in try app.findings() {
        let place = finding.location.map { "\($0): " } ?? ""
        host.say("  \(place)\(finding.rule.summary) (\(finding.rule.rawValue))")
        host.say("    \(finding.message)")
      }
      return .none
    }
    method("figure") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      return try frame.figure { (name) throws(LuaFailure) in
        let figure = try AppFigures.known(name)
        return figure.value(try app.phone.device().result().apps[Int(app.id.index)])
      }
    }
  }
}

extension LuaFrame {
  fileprivate func result(texts: [String]) -> LuaReturn {
    result(LuaValue.list(texts.map { .text($0) }))
  }
}

extension WorkObstacle {
  /// In words, with what a test can do about it.
  func text(_ device: Device) -> String {
    switch self {
    case .noSuchWork(let kind): "this version knows no \(kind.rawValue); set the device's os"
    case .notEligible(let reasons):
      reasons.map { reason in
        guard let until = reason.until else { return reason.name }
        return "\(reason.name) until \(device.clock.text(until))"
      }.joined(separator: ", ")
        + (reasons.compactMap(\.until).max().map {
          "; phone:advance(\(plainNumber(($0 - device.now).seconds))) first"
        } ?? "; see to that first")
    case .slotsTaken(let running): "\(running) run already, and no more may; let one end first"
    case .windowIsFull(let opens):
      "so many began of late that the next may at \(device.clock.text(opens)); advance first"
    case .poolIsShort: "the pool of background time cannot pay for it; advance until it is refilled"
    }
  }
}

extension TaskLaunchObstacle {
  func text(_ device: Device, for identifier: String) -> String {
    switch self {
    case .noRequest(let pending):
      "no request of it is pending; "
        + (pending.isEmpty ? "none is" : advice(for: identifier, among: pending, what: "request"))
    case .notItsTurn(let first): "\(quoted(first)) goes first; launch that before it"
    case .work(let obstacle): obstacle.text(device)
    }
  }
}
