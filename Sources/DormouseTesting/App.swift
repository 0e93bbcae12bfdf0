import Device
import Scripting
import Simulation
import Testing

extension Phone {
  /// An app of a phone.
  public struct App {
    /// The phone that it is on.
    public let phone: Phone
    /// Its name.
    public let name: String
    /// Nil: it could not be installed, which was told.
    let index: AppID?

    private func act(
      _ location: Testing.SourceLocation,
      _ body: (DrivenPhone, AppID) throws(PhoneTrouble) -> Void
    ) {
      guard let index else { return }
      phone.act(location) { (driven) throws(PhoneTrouble) in try body(driven, index) }
    }

    private func seen<Value>(_ none: Value, _ look: (DrivenPhone, Device, AppID) -> Value) -> Value
    {
      guard let index, let device = phone.driven.running else { return none }
      return look(phone.driven, device, index)
    }
  }
}

/// What users and the system do with an app.
extension Phone.App {
  /// The user brings it to the front.
  public func open(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.open($1) }
  }

  /// The user leaves it; it must be in front, as it is not after a crash.
  public func home(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.leave(app) }
  }

  /// The user swipes it away in the app switcher.
  public func forceQuit(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.forceQuit($1) }
  }

  /// The system ends it for want of memory (`memoryPressure`).
  public func killForMemory(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.endForMemory(app) }
  }

  /// The time of its background tasks, or of its task of BGTaskScheduler, is over: its handlers are
  /// called now, and the device's lead is left.
  public func expire(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.expire(app) }
  }

  /// It gets its background fetch now, whatever the policy thinks. All rules of the device hold; an
  /// issue tells which is in the way.
  public func grantFetch(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantFetch(app) }
  }

  /// It is started now for the transfers of its background sessions that are done, likewise.
  public func grantTransfers(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantTransfers(app) }
  }

  /// Its pending request to BGTaskScheduler is launched now, likewise.
  public func launchTask(
    _ identifier: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.launchTask(identifier, of: app)
    }
  }

  /// A silent push comes, and starts the app where nothing but a policy keeps it waiting.
  public func push(
    _ userInfo: KeyValuePairs<String, Phone.Value> = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.push(userInfo.map { PushField($0.key, $0.value.asPushed) }, to: app)
    }
  }

  /// Lets time pass until the app's next event of this name, as `Phone.advance(until:)` does.
  public func advance(
    until event: String, within: Phone.Span = .days(1),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard let index else { return }
    phone.advance(until: event, of: index, within: within, sourceLocation)
  }

  /// Calls `action` so long after the app's next event of this name.
  public func after(
    _ event: String, _ span: Phone.Span,
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ action: @escaping () -> Void
  ) {
    guard let index else { return }
    phone.after(event, of: index, span, sourceLocation, action)
  }
}

/// What is seen of an app.
extension Phone.App {
  /// Where it stands in its life cycle.
  public var state: ApplicationState { seen(.notRunning) { $1.state(of: $2) } }

  /// Names of the background tasks that it has open; "#1" for one without.
  public var tasks: [String] {
    seen([]) { (_, device, app) in
      device.openTasks(of: app).map { $0.name ?? "#\($0.identifier)" }
    }
  }

  /// Identifiers that it has pending with BGTaskScheduler.
  public var requests: [String] { seen([]) { $1.pendingTaskRequests(of: $2) } }

  /// Why its processes have ended, in order.
  public var exits: [Phone.Exit] { seen([]) { (driven, _, app) in driven.exits[Int(app.index)] } }

  /// What it has logged.
  public var log: [String] { seen([]) { (driven, _, app) in driven.logs[Int(app.index)] } }

  /// Its findings so far, in order of first appearance.
  public var findings: [Finding] {
    seen([]) { (_, device, app) in device.findings.filter { $0.app == app } }
  }

  /// A figure of docs/metrics.md about an app, as "fetches new"; nil where there is nothing to say,
  /// and, with an issue, where there is no such figure.
  public func figure(
    _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> Double? {
    guard let figure = AppFigures.all.first(where: { $0.name == name || $0.key == name }) else {
      let remedy =
        nearest(to: name, among: AppFigures.all.map(\.name)).map { "did you mean \(quoted($0))?" }
        ?? "docs/metrics.md lists them"
      phone.fail("figure: no such figure (\(quoted(name))); \(remedy)", at: sourceLocation)
      return nil
    }
    return seen(nil) { figure.value($1.result().apps[Int($2.index)]) }
  }
}

extension Phone.App: CustomTestStringConvertible {
  /// Its name with what `#expect` shows of it: state, open tasks, exits, findings.
  public var testDescription: String {
    var parts = [state.rawValue]
    if !tasks.isEmpty { parts.append("tasks \(tasks.joined(separator: ", "))") }
    if !exits.isEmpty {
      parts.append("ended by \(exits.map(\.rawValue).joined(separator: ", "))")
    }
    parts += findings.map(\.testDescription)
    return "\(name) (\(parts.joined(separator: "; ")))"
  }
}

extension Finding: CustomTestStringConvertible {
  /// `taskNeverEnded at photos.lua:7, 2 times: background task 1 "upload" was never ended`.
  public var testDescription: String {
    let place = location.map { " at \($0)" } ?? ""
    return "\(rule.rawValue)\(place)\(count > 1 ? ", \(count) times" : ""): \(message)"
  }
}
