import Device
import Simulation

/// The verbs on apps and servers, which throw what is in the way. What follows from one happens
/// when time goes on.
extension DrivenPhone {
  /// The user opens an app.
  package func open(_ app: AppID) throws(PhoneTrouble) {
    try requireApp(app, "open")
    device.open(app)
  }

  /// The user swipes an app away.
  package func forceQuit(_ app: AppID) throws(PhoneTrouble) {
    try requireApp(app, "forceQuit")
    device.forceQuit(app)
  }

  /// What is done with apps is not done with their extensions.
  private func requireApp(_ app: AppID, _ verb: String) throws(PhoneTrouble) {
    guard let served = scenario.apps[Int(app.index)].serves else { return }
    throw PhoneTrouble(
      "\(verb): \(name(of: app)) is an extension, which its app's alerts start and nobody sees;"
        + " do it with \(name(of: served)), the app that it serves")
  }

  /// The user leaves an app, which must be in front.
  package func leave(_ app: AppID) throws(PhoneTrouble) {
    guard device.foreground == app else {
      throw PhoneTrouble(
        "home: \(name(of: app)) is not in front (\(device.state(of: app).rawValue))"
          + "\(lastEnd(of: app)); open it first, or write \(spelling.home)")
    }
    device.leave()
  }

  /// The system ends an app for want of memory.
  package func endForMemory(_ app: AppID) throws(PhoneTrouble) {
    guard device.endForMemory(app) else {
      throw PhoneTrouble(
        "killForMemory: \(name(of: app)) has no process\(lastEnd(of: app)); open it first")
    }
  }

  /// The user unlocks the phone: the pushes that have waited for it start their apps.
  package func unlock() {
    device.unlock()
    for app in scenario.apps.indices.map({ AppID($0) }) where device.hasWaitingPush(for: app) {
      try? device.start(.push, of: app)
    }
  }

  /// The system launches an app ahead of its user.
  package func prewarm(_ app: AppID) throws(PhoneTrouble) {
    if let absence = platform.absence(of: .prewarming) {
      throw PhoneTrouble("prewarm: \(absence); set the device's os")
    }
    try requireApp(app, "prewarm")
    guard device.prewarm(app) else {
      throw PhoneTrouble(
        "prewarm: \(name(of: app)) "
          + (device.state(of: app) == .notRunning
            ? "was swiped away; open it once, or restart the phone"
            : "has a process (\(device.state(of: app).rawValue)); let that end first"))
    }
  }

  /// The time of an app's background tasks, or of its task of BGTaskScheduler, is over.
  package func expire(_ app: AppID) throws(PhoneTrouble) {
    guard device.expire(app) else {
      throw PhoneTrouble(
        "expire: \(name(of: app)) has no time in the background that could end "
          + "(\(device.state(of: app).rawValue))\(lastEnd(of: app)); let it begin a task there first"
      )
    }
  }

  /// Gives an app its fetch now.
  package func grantFetch(_ app: AppID) throws(PhoneTrouble) {
    try begin(.fetch, of: app) { "grantFetch: \($0) can have no fetch now" }
  }

  /// Starts an app for its transfers now.
  package func grantTransfers(_ app: AppID) throws(PhoneTrouble) {
    try begin(.transfer, of: app) { "grantTransfers: \($0) cannot be started for transfers now" }
  }

  /// Starts an app's jobs now, those that may run.
  package func grantJobs(_ app: AppID) throws(PhoneTrouble) {
    try begin(.job, of: app) { "grantJobs: \($0) has no job that can begin now" }
  }

  /// Reloads an app's widget now, from its budget.
  package func grantReload(_ app: AppID) throws(PhoneTrouble) {
    try begin(.widget, of: app) { "grantReload: the widget of \($0) cannot be reloaded now" }
  }

  /// Content where a policy has begun the same work at this moment.
  private func begin(
    _ kind: WorkKind, of app: AppID, _ what: (String) -> String
  ) throws(PhoneTrouble) {
    if device.hasBegun(kind, of: app) { return }
    do throws(WorkObstacle) { try device.start(kind, of: app) } catch {
      throw PhoneTrouble("\(what(name(of: app))): \(text(of: error))")
    }
  }

  /// Launches an app's task of BGTaskScheduler now.
  package func launchTask(_ identifier: String, of app: AppID) throws(PhoneTrouble) {
    if hasLaunched(identifier, of: app) { return }
    do throws(TaskLaunchObstacle) { try device.launchTask(identifier, of: app) } catch {
      let obstacle =
        switch error {
        case .noRequest(let pending):
          "no request of it is pending; "
            + (pending.isEmpty
              ? "none is" : advice(for: identifier, among: pending, what: "request"))
        case .notItsTurn(let first): "\(quoted(first)) goes first; launch that before it"
        case .work(let obstacle): text(of: obstacle)
        }
      throw PhoneTrouble(
        "launchTask: \(quoted(identifier)) of \(name(of: app)) cannot begin now: \(obstacle)")
    }
  }

  /// The phone is at another place.
  package func move(to place: PhoneMove) throws(PhoneTrouble) {
    switch place {
    case .place(let position): device.move(to: position)
    case .metres(let north, let east):
      guard let here = device.position else {
        throw PhoneTrouble(
          "moveTo: the phone does not know where it is; give a latitude and a longitude first")
      }
      device.move(to: here.moved(north: north, east: east))
    }
  }

  /// The phone is brought into a region of an app, or out of it, which the app is told at once.
  package func cross(
    _ identifier: String, of app: AppID, inside: Bool
  ) throws(PhoneTrouble) {
    do throws(RegionObstacle) { try device.cross(identifier, of: app, inside: inside) } catch {
      let obstacle =
        switch error {
        case .notMonitored(let known):
          "is not monitored by \(name(of: app)); "
            + (known.isEmpty
              ? "it monitors none" : advice(for: identifier, among: known, what: "region"))
        case .alreadyInside: "is where the phone is already; exitRegion first"
        case .notInside: "is not where the phone is; enterRegion first"
        }
      throw PhoneTrouble(
        "\(inside ? "enterRegion" : "exitRegion"): \(quoted(identifier)) \(obstacle)")
    }
  }

  /// An accessory comes into reach, or goes out of it.
  package func move(accessory: String, isAway: Bool) throws(PhoneTrouble) {
    guard device.move(accessory: accessory, isAway: isAway) else {
      throw PhoneTrouble(
        isAway
          ? "disconnect: it is out of reach already (\(quoted(accessory))); connect first"
          : "connect: it is in reach already (\(quoted(accessory))), as all are at first; "
            + "disconnect first")
    }
  }

  /// An accessory sends a value.
  package func sendValue(of accessory: String) throws(PhoneTrouble) {
    guard device.sendValue(of: accessory) else {
      throw PhoneTrouble(
        "sendValue: no app is connected to it (\(quoted(accessory))); let one connect first")
    }
  }

  /// A silent push comes, which starts the app where nothing but a policy keeps it waiting; on
  /// Android a message of FCM's.
  ///
  /// - Parameters:
  ///   - priority: of a message; nil: it is not said.
  package func push(
    _ userInfo: [PushField], priority: MessagePriority? = nil, to app: AppID
  ) throws(PhoneTrouble) {
    guard platform.absence(of: platform.pushes) == nil else {
      throw PhoneTrouble(
        "push: this version knows no silent push (\(quoted(platform.name))); set the device's os")
    }
    try requireApp(app, "push")
    if platform.family == .android {
      if let excess = PushKeys.excess(of: userInfo) { throw PhoneTrouble("push: \(excess)") }
      return device.message(to: app, data: userInfo, priority: priority ?? .normal)
    }
    if priority != nil { throw PhoneTrouble("push: only FCM's, on Android, has a priority") }
    if userInfo.contains(where: { $0.name == "aps" }) {
      throw PhoneTrouble("push: the system's own (\"aps\"); leave it out: it is always there")
    }
    if let excess = PushKeys.excess(of: userInfo) { throw PhoneTrouble("push: \(excess)") }
    device.push(to: app, userInfo: userInfo)
    if device.hasWaitingPush(for: app) { try? device.start(.push, of: app) }
  }

  /// Somebody calls an app by a VoIP push.
  package func voipPush(_ payload: [PushField], to app: AppID) throws(PhoneTrouble) {
    if let absence = platform.absence(of: .pushKit) {
      throw PhoneTrouble("voipPush: \(absence); set the device's os")
    }
    guard scenario.apps[Int(app.index)].modes.contains(.voip) else {
      throw PhoneTrouble(
        "voipPush: \(name(of: app)) has not the mode voip; declare it in its modes")
    }
    if let excess = PushKeys.excess(of: payload, atMost: PushKeys.mostVoIPBytes) {
      throw PhoneTrouble("voipPush: \(excess)")
    }
    device.voipPush(to: app, payload: payload)
  }

  /// Somebody sends an app an alert.
  package func alert(
    _ content: NotificationContent, _ userInfo: [PushField], to app: AppID
  ) throws(PhoneTrouble) {
    if let absence = platform.absence(of: .notificationService) {
      throw PhoneTrouble("alert: \(absence); set the device's os")
    }
    try requireApp(app, "alert")
    if let excess = PushKeys.excess(of: userInfo) { throw PhoneTrouble("alert: \(excess)") }
    device.alert(content, userInfo: userInfo, to: app)
  }

  /// The user answers the call that has rung longest.
  package func answerCall(_ app: AppID) throws(PhoneTrouble) {
    guard device.answerCall(of: app) else {
      throw PhoneTrouble(
        "answerCall: no call of \(name(of: app)) rings\(lastEnd(of: app)); let it report one first")
    }
  }

  /// The user ends a call, or declines it.
  package func endCall(_ app: AppID) throws(PhoneTrouble) {
    guard device.endCall(of: app) else {
      throw PhoneTrouble(
        "endCall: \(name(of: app)) has no call\(lastEnd(of: app)); let it report one first")
    }
  }

  /// How a server is, from a moment on and up to another, counted from now.
  package func set(
    _ condition: ServerCondition, ofServer index: Int, from: TimeSpan, to: TimeSpan?
  ) throws(PhoneTrouble) {
    let host = scenario.servers[index].host
    if let to, to <= from {
      throw PhoneTrouble(
        "\(host): it would end before it begins (\(to)); give from and then to, in seconds "
          + "from now")
    }
    if from == .zero {
      device.set(condition, ofServer: host)
    } else {
      plans.add(.server(host, condition), at: device.now + from)
    }
    if let to { plans.add(.server(host, .usual), at: device.now + to) }
  }

  /// What a driver can do so that work may start.
  private func remedy(for reasons: [Ineligibility]) -> String {
    let pass = reasons.compactMap(\.until).max().map { spelling.advance($0 - device.now) }
    let wake =
      reasons.contains(.deviceIdle)
      ? "open the app, or take a phone that does not doze (\(spelling.noDoze))" : nil
    let remedies = [pass, wake].compactMap(\.self)
    return remedies.isEmpty ? "see to that" : remedies.joined(separator: " and ")
  }

  /// In words, with what a driver can do about it.
  private func text(of obstacle: WorkObstacle) -> String {
    switch obstacle {
    case .noSuchWork(let kind): "this version knows no \(kind.rawValue); set the device's os"
    case .notEligible(let reasons):
      reasons.map { $0.words(device.clock) }.joined(separator: ", ")
        + "; \(remedy(for: reasons)) first"
    case .slotsTaken(let running): "\(running) run already, and no more may; let one end first"
    case .windowIsFull(let opens):
      "so many began of late that the next may at \(device.clock.text(opens)); \(spelling.pass) first"
    case .poolIsShort:
      "the pool of background time cannot pay for it; \(spelling.pass) until it is refilled"
    }
  }
}

/// Where a driver moves a phone.
package enum PhoneMove: Sendable {
  case place(Position)
  /// From where it is.
  case metres(north: Double, east: Double)
}
