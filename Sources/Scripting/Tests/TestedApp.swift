import Device
import Lua
import Simulation

/// The members of an app on a phone: what can be done with it, and what is seen of it.
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

  var name: String { phone.driven.name(of: id) }
  /// Why its processes have ended, by name.
  var exits: [ExitReason] { phone.driven.exits[Int(id.index)] }

  func findings() throws(LuaFailure) -> [Finding] {
    phone.noteLook(at: Int(id.index))
    return try phone.device().findings.filter { $0.app == id }
  }
}

extension LuaFrame {
  /// Returns what a push carries, by a table that may be left out.
  fileprivate func pushed(
    _ verb: String, _ index: Int, _ host: TestHost, atMost most: Int
  ) throws(LuaFailure) -> [PushField] {
    if isNil(index) { return [] }
    let reading = try TableReading(verb, index, self, host)
    let fields = PushKeys.userInfo(
      PlacedValue(value: .table(reading.table), place: reading.place), of: verb, atMost: most)
    try reading.throwIfAny(host)
    return fields
  }
}

extension TestMembers {
  /// A verb of an app without arguments.
  private mutating func act(
    _ name: String, _ body: @escaping @Sendable (DrivenPhone, AppID) throws(PhoneTrouble) -> Void
  ) {
    method(name) { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      try app.phone.act(frame) { (phone) throws(PhoneTrouble) in try body(phone, app.id) }
      return .none
    }
  }

  /// A verb that sends an app what a table says.
  private mutating func push(
    _ name: String, atMost most: Int,
    _ send:
      @escaping @Sendable (DrivenPhone, [PushField], AppID) throws(PhoneTrouble) -> Void
  ) {
    method(name) { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let fields = try frame.pushed(name, 2, host, atMost: most)
      try app.phone.act(frame) { (phone) throws(PhoneTrouble) in
        try send(phone, fields, app.id)
      }
      return .none
    }
  }

  fileprivate mutating func defineActs() {
    act("open") { (phone, app) throws(PhoneTrouble) in try phone.open(app) }
    act("home") { (phone, app) throws(PhoneTrouble) in try phone.leave(app) }
    act("forceQuit") { (phone, app) throws(PhoneTrouble) in try phone.forceQuit(app) }
    act("killForMemory") { (phone, app) throws(PhoneTrouble) in try phone.endForMemory(app) }
    act("prewarm") { (phone, app) throws(PhoneTrouble) in try phone.prewarm(app) }
    act("expire") { (phone, app) throws(PhoneTrouble) in try phone.expire(app) }
    for (name, inside) in [("enterRegion", true), ("exitRegion", false)] {
      method(name) { (frame, host) throws(LuaFailure) in
        let app = try TestedApp(frame, host)
        let identifier = try frame.string(2)
        try app.phone.act(frame) { (phone) throws(PhoneTrouble) in
          try phone.cross(identifier, of: app.id, inside: inside)
        }
        return .none
      }
    }
    method("advanceUntil") { (frame, host) throws(LuaFailure) in
      try advanceUntil(frame, host, of: TestedApp(frame, host).id)
    }
    method("after") { (frame, host) throws(LuaFailure) in
      try after(frame, host, of: TestedApp(frame, host).id)
    }
  }

  fileprivate mutating func defineWork() {
    act("grantFetch") { (phone, app) throws(PhoneTrouble) in try phone.grantFetch(app) }
    act("grantTransfers") { (phone, app) throws(PhoneTrouble) in try phone.grantTransfers(app) }
    act("grantJobs") { (phone, app) throws(PhoneTrouble) in try phone.grantJobs(app) }
    act("grantReload") { (phone, app) throws(PhoneTrouble) in try phone.grantReload(app) }
    method("launchTask") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let identifier = try frame.string(2)
      try app.phone.act(frame) { (phone) throws(PhoneTrouble) in
        try phone.launchTask(identifier, of: app.id)
      }
      return .none
    }
    method("push") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let fields = try frame.pushed("push", 2, host, atMost: PushKeys.mostBytes)
      let word = frame.isNil(3) ? nil : try frame.string(3)
      let priority = word.flatMap(MessagePriority.init)
      guard word == nil || priority != nil else {
        throw frame.argumentFailure(3, "\"normal\" or \"high\" expected")
      }
      try app.phone.act(frame) { (phone) throws(PhoneTrouble) in
        try phone.push(fields, priority: priority, to: app.id)
      }
      return .none
    }
    push("voipPush", atMost: PushKeys.mostVoIPBytes) { (phone, fields, app) throws(PhoneTrouble) in
      try phone.voipPush(fields, to: app)
    }
    method("alert") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let content = NotificationContent(
        title: try frame.string(2), body: frame.isNil(3) ? "" : try frame.string(3))
      let fields = try frame.pushed("alert", 4, host, atMost: PushKeys.mostBytes)
      try app.phone.act(frame) { (phone) throws(PhoneTrouble) in
        try phone.alert(content, fields, to: app.id)
      }
      return .none
    }
    act("answerCall") { (phone, app) throws(PhoneTrouble) in try phone.answerCall(app) }
    act("endCall") { (phone, app) throws(PhoneTrouble) in try phone.endCall(app) }
  }

  fileprivate mutating func defineSights() {
    defineAppSights()
    method("tell") { (frame, host) throws(LuaFailure) in
      let app = try TestedApp(frame, host)
      let exits = app.exits
      host.say("\(app.name): " + (exits.isEmpty ? "runs on" : ExitReason.inWords(exits)))
      for finding in try app.findings() {
        let place = finding.location.map { "\($0): " } ?? ""
        host.say("  \(place)\(finding.rule.summary) (\(finding.rule.rawValue))")
        host.say("    \(finding.message)")
      }
      return .none
    }
  }
}

extension DrivenPhone: SeenPhone {}

extension TestHost: PhoneSeeingHost {
  func sight(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> (phone: any SeenPhone, device: Device, app: Int) {
    let (phone, index) = try TestObject.place(frame, self)
    return (phone.driven, try phone.device(), index)
  }

  func noteLook(_ frame: borrowing LuaFrame) {
    guard let identifier = frame.objectIdentifier(1),
      let (phone, index) = TestObject.find(identifier, self)
    else { return }
    phone.noteLook(at: frame.typeName(1) == "phone" ? nil : index)
  }
}
