import Device
import Scripting
import Simulation
import Testing

extension Phone {
  /// An app that is installed on a phone.
  public struct App {
    /// The phone that it is on.
    public let phone: Phone
    /// The name of the app.
    public let name: String
    /// The app's identifier; nil where it could not be installed, which is reported already.
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

/// The acts of users and of the system on an app.
extension Phone.App {
  /// Opens the app: the user brings it to the front.
  public func open(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.open(app) }
  }

  /// Leaves the app, which must be in front, as it is not after a crash.
  public func home(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.leave(app) }
  }

  /// Swipes the app away in the app switcher.
  public func forceQuit(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.forceQuit(app) }
  }

  /// Has the system end the app for want of memory (`memoryPressure`).
  public func killForMemory(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.endForMemory(app) }
  }

  /// Launches the app ahead of its user, without a scene, as iOS 15 and later do, also before the
  /// phone is unlocked for the first time.
  public func prewarm(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.prewarm(app) }
  }

  /// Ends the time of the app's background tasks, or of its task of BGTaskScheduler: the handlers
  /// are called now, and the device's lead is left.
  public func expire(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.expire(app) }
  }

  /// Brings the phone into a region that the app monitors, which the app is told at once.
  public func enterRegion(
    _ identifier: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.cross(identifier, of: app, inside: true)
    }
  }

  /// Brings the phone out of a region that the app monitors, which the app is told at once.
  public func exitRegion(
    _ identifier: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.cross(identifier, of: app, inside: false)
    }
  }

  /// Gives the app its background fetch now, whatever the policy decides. All rules of the device
  /// hold; an issue says which is in the way.
  public func grantFetch(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantFetch(app) }
  }

  /// Begins the app's jobs of Android's JobScheduler now, those that may run, whatever the policy
  /// decides. An issue says which rule of the device is in the way.
  public func grantJobs(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantJobs(app) }
  }

  /// Starts the app now for the finished transfers of its background sessions, whatever the policy
  /// decides. An issue says which rule of the device is in the way.
  public func grantTransfers(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantTransfers(app) }
  }

  /// Reloads the app's widget now, from its budget, whatever the policy decides. An issue says which
  /// rule of the device is in the way.
  public func grantReload(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.grantReload(app) }
  }

  /// Launches the app's pending request to BGTaskScheduler now, whatever the policy decides. An
  /// issue says which rule of the device is in the way.
  public func launchTask(
    _ identifier: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.launchTask(identifier, of: app)
    }
  }

  /// Sends the app a silent push, which starts it where nothing but a policy keeps it waiting.
  ///
  /// - Parameters:
  ///   - priority: of a message to an app for Android, where nil is `.normal`; on iOS it is an issue.
  public func push(
    _ userInfo: KeyValuePairs<String, Phone.Value> = [:], priority: Phone.Priority? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.push(
        userInfo.map { PushField($0.key, $0.value.asPushed) }, priority: priority, to: app)
    }
  }

  /// Calls the app by a VoIP push, which it gets at once.
  public func voipPush(
    _ payload: KeyValuePairs<String, Phone.Value> = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.voipPush(payload.map { PushField($0.key, $0.value.asPushed) }, to: app)
    }
  }

  /// Sends the app an alert, by way of its notification service extension, if it has one.
  public func alert(
    _ title: String, body: String = "", userInfo: KeyValuePairs<String, Phone.Value> = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let fields = userInfo.map { PushField($0.key, $0.value.asPushed) }
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in
      try driven.alert(NotificationContent(title: title, body: body), fields, to: app)
    }
  }

  /// Answers the app's call that has rung longest.
  public func answerCall(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.answerCall(app) }
  }

  /// Ends the app's call, or declines it where it still rings.
  public func endCall(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { (driven, app) throws(PhoneTrouble) in try driven.endCall(app) }
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

/// The visible state of an app.
extension Phone.App {
  /// The app's state in its life cycle.
  public var state: ApplicationState { seen(.notRunning) { $1.state(of: $2) } }

  /// The names of the app's open background tasks; "#1" for one without a name.
  public var tasks: [String] {
    seen([]) { (_, device, app) in
      device.openTasks(of: app).map { $0.name ?? "#\($0.identifier)" }
    }
  }

  /// The identifiers of the app's pending requests to BGTaskScheduler.
  public var requests: [String] { seen([]) { $1.pendingTaskRequests(of: $2) } }

  /// The reasons for which the app's processes have ended, in order.
  public var exits: [Phone.Exit] { seen([]) { (driven, _, app) in driven.exits[Int(app.index)] } }

  /// The lines that the app has logged.
  public var log: [String] { seen([]) { (driven, _, app) in driven.logs[Int(app.index)] } }

  /// The app's alerts as the user has read them, "title: body".
  public var notifications: [String] {
    seen([]) { (driven, _, app) in driven.notifications[Int(app.index)] }
  }

  /// The app's findings so far, in order of first appearance.
  public var findings: [Finding] {
    seen([]) { (_, device, app) in device.findings.filter { $0.app == app } }
  }

  /// Returns a figure of docs/metrics.md about an app, as "fetches new"; nil where it has no value,
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
  /// The app as `#expect` shows it: name, state, open tasks, exits, findings.
  public var testDescription: String {
    var parts = [state.rawValue]
    if !tasks.isEmpty { parts.append("tasks \(tasks.joined(separator: ", "))") }
    if !exits.isEmpty {
      parts.append(ExitReason.inWords(exits))
    }
    parts += findings.map(\.testDescription)
    return "\(name) (\(parts.joined(separator: "; ")))"
  }
}

extension Finding: CustomTestStringConvertible {
  /// The finding as `#expect` shows it: `taskNeverEnded at photos.lua:7, 2 times: background task 1
  /// "upload" was never ended`.
  public var testDescription: String {
    let place = location.map { " at \($0)" } ?? ""
    return "\(rule.rawValue)\(place)\(count > 1 ? ", \(count) times" : ""): \(message)"
  }
}
