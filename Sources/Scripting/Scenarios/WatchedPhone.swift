import Device
import Lua
import Simulation

/// A phone that scripts look at while it runs.
protocol SeenPhone: AnyObject {
  var scenario: Scenario { get }
  /// The device; nil before it runs.
  var running: Device? { get }
  /// Why the processes of each app ended, and what it has logged, in order; by app.
  var exits: [[ExitReason]] { get }
  var logs: [[String]] { get }
  /// What was shown of each app's alerts, "title: body", in order; by app.
  var notifications: [[String]] { get }
}

/// A scenario's phone, which somebody else runs: it gets the records.
final class WatchedPhone: SeenPhone {
  let scenario: Scenario
  var running: Device?
  private(set) var exits: [[ExitReason]]
  private(set) var logs: [[String]]
  private(set) var notifications: [[String]]
  /// The lines of an app's log that are kept.
  private static let mostLines = 10_000
  /// Looked up only.
  private let places: [String: Int]

  init(_ scenario: Scenario) {
    self.scenario = scenario
    exits = scenario.apps.map { _ in [] }
    logs = scenario.apps.map { _ in [] }
    notifications = scenario.apps.map { _ in [] }
    places = Dictionary(uniqueKeysWithValues: scenario.apps.enumerated().map { ($1.name, $0) })
  }

  func note(_ entry: RecordEntry) {
    guard let app = entry.app.flatMap({ places[$0] }) else { return }
    switch entry.record {
    case .exited(let reason, _, _, _): exits[app].append(reason)
    case .notificationShown(_, let title, let body, _):
      notifications[app].append(body.isEmpty ? title : "\(title): \(body)")
    case .logged(let message) where logs[app].count < WatchedPhone.mostLines:
      logs[app].append(message)
    default: break
    }
  }
}

/// The value that a scenario's `always`, `never` and `eventually` get: the phone while it runs, and
/// the apps on it, which have the sights that a test's have.
enum PhoneSights {
  static func app() -> ObjectMembers<DeclarationHost> {
    var members = ObjectMembers<DeclarationHost>()
    members.defineAppSights()
    return members
  }

  static func phone(_ app: LuaClass) -> ObjectMembers<DeclarationHost> {
    var members = ObjectMembers<DeclarationHost>()
    members.definePhoneSights()
    members.method("app") { (frame, host) throws(LuaFailure) in
      let apps = try host.sight(frame).phone.scenario.apps
      let name = try frame.string(2)
      guard let position = apps.firstIndex(where: { $0.name == name }) else {
        throw LuaFailure(
          .runtime,
          "phone:app: no such app (\(quoted(name))); "
            + advice(for: name, among: apps.map(\.name), what: "app"))
      }
      frame.push(app, identifier: position + 1)
      return .values(1)
    }
    return members
  }
}

/// A host whose scripts see phones.
protocol PhoneSeeingHost: AnyObject, SendableMetatype {
  /// Returns the phone that value 1 is, or is on, and the position of the app there.
  func sight(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> (phone: any SeenPhone, device: Device, app: Int)

  /// A script looks at what has become of the app or the phone that value 1 is.
  func noteLook(_ frame: borrowing LuaFrame)
}

extension PhoneSeeingHost {
  func noteLook(_ frame: borrowing LuaFrame) {}
}

extension DeclarationHost: PhoneSeeingHost {
  func sight(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> (phone: any SeenPhone, device: Device, app: Int) {
    guard let watched, let device = watched.running, let number = frame.objectIdentifier(1) else {
      throw LuaFailure(
        .runtime, "called on what it does not belong to (\(frame.shown(1))); ask a phone or an app")
    }
    return (watched, device, number - 1)
  }
}

extension ObjectMembers where Host: PhoneSeeingHost {
  /// Adds what is seen of an app.
  mutating func defineAppSights() {
    property("id") { (frame, host) throws(LuaFailure) in
      let (phone, _, app) = try host.sight(frame)
      return frame.result(phone.scenario.apps[app].name)
    }
    property("state") { (frame, host) throws(LuaFailure) in
      let (_, device, app) = try host.sight(frame)
      host.noteLook(frame)
      return frame.result(device.state(of: AppID(app)).rawValue)
    }
    property("tasks") { (frame, host) throws(LuaFailure) in
      let (_, device, app) = try host.sight(frame)
      return frame.result(
        texts: device.openTasks(of: AppID(app)).map { $0.name ?? "#\($0.identifier)" })
    }
    property("requests") { (frame, host) throws(LuaFailure) in
      let (_, device, app) = try host.sight(frame)
      return frame.result(texts: device.pendingTaskRequests(of: AppID(app)))
    }
    property("exits") { (frame, host) throws(LuaFailure) in
      let (phone, _, app) = try host.sight(frame)
      host.noteLook(frame)
      return frame.result(texts: phone.exits[app].map(\.rawValue))
    }
    property("log") { (frame, host) throws(LuaFailure) in
      let (phone, _, app) = try host.sight(frame)
      return frame.result(texts: phone.logs[app])
    }
    property("notifications") { (frame, host) throws(LuaFailure) in
      let (phone, _, app) = try host.sight(frame)
      return frame.result(texts: phone.notifications[app])
    }
    property("findings") { (frame, host) throws(LuaFailure) in
      let (_, device, app) = try host.sight(frame)
      host.noteLook(frame)
      return frame.push(findings: device.findings.filter { $0.app == AppID(app) })
    }
    method("figure") { (frame, host) throws(LuaFailure) in
      let (_, device, app) = try host.sight(frame)
      return try frame.figure { (name) throws(LuaFailure) in
        try AppFigures.known(name).value(device.result().apps[app])
      }
    }
  }

  /// Adds what is seen of a phone.
  mutating func definePhoneSights() {
    property("now") { (frame, host) throws(LuaFailure) in
      frame.result((try host.sight(frame).device.now - .start).seconds)
    }
    property("foreground") { (frame, host) throws(LuaFailure) in
      let (phone, device, _) = try host.sight(frame)
      if let front = device.foreground {
        frame.push(phone.scenario.apps[Int(front.index)].name)
      } else {
        frame.pushNil()
      }
      return .values(1)
    }
    property("findings") { (frame, host) throws(LuaFailure) in
      let device = try host.sight(frame).device
      host.noteLook(frame)
      return frame.push(findings: device.findings)
    }
    property("pool") { (frame, host) throws(LuaFailure) in
      frame.result(try host.sight(frame).device.present.pool.available.seconds)
    }
  }
}

extension LuaFrame {
  func result(texts: [String]) -> LuaReturn {
    result(LuaValue.list(texts.map { .text($0) }))
  }
}
