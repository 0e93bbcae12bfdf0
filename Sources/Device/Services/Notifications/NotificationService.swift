import Simulation

/// Alert pushes, and the notification service extensions that may change what they say
/// (semantics.md, section 4d).
///
/// An extension is a process of its own, with an entry among the apps that nobody opens. It gets
/// one notification after the other.
final class NotificationService: Service {
  private struct App {
    /// How many alerts were sent to it.
    var sent: Int32 = 0
    /// Waits for the network, the newest.
    var onItsWay: PendingNotification?
    /// The extension that its alerts go through; nil: it has none.
    var service: AppID?

    // What an extension has.

    /// The notification that it is to hand over.
    var current: PendingNotification?
    /// Where it handed the one before over of its own accord; nil: it was warned of the end of its
    /// time before.
    var handedOver: SourceLocation?
    var isWarned = false
    /// When it is warned, and when its time is over.
    var warning = EventToken.none
    var end = EventToken.none
    /// Those that come after, the oldest first.
    var waiting: [PendingNotification] = []
  }

  private enum Deadline: UInt8 {
    /// A source sends its next alert.
    case sending
    /// An extension gets the next notification.
    case next
    /// An extension's time is nearly over, and over.
    case warning
    case end
  }

  static let method = "didReceive"

  private let apps: PerApp<App>
  private var times: [PushTimes]
  private let hasExtensions: Bool

  override class var feature: Feature? { .notificationService }
  override var isUsed: Bool { hasExtensions }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    times = PushTimes.all(scenario)
    hasExtensions = scenario.apps.contains { $0.serves != nil }
    super.init(scenario)
    for (index, app) in scenario.apps.enumerated() {
      if let served = app.serves { apps[served].service = AppID(index) }
    }
  }

  override func keepsRunning(_ process: Process) -> Bool { apps[process].current != nil }

  // MARK: What happens

  override func begin() {
    for source in times.indices { armNext(of: source) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    guard process.configuration.serves != nil else { return }
    switch change {
    case .launched(let misspelt):
      guard process.behavior?.implements(Self.method) == false, !misspelt.contains(Self.method)
      else { return }
      process.report(
        .modeWithoutMethod,
        "the extension has no \(Self.method): alerts are shown as they come, once its time is over",
        at: nil)
    case .ended:
      apps[process].handedOver = nil
      apps[process].isWarned = false
      // What it had no time for is shown as it came.
      show(nil, of: process)
      handNext(to: process)
    case .moved, .opened, .cameToFront, .forceQuit, .enteredBackground, .enteredForeground,
      .suspending, .resumed:
      break
    }
  }

  override func world(_ change: WorldChange) {
    guard case .network(let network) = change, network != .none else { return }
    for process in device.processes {
      guard let notification = apps[process].onItsWay else { continue }
      apps[process].onItsWay = nil
      arrive(notification, for: process)
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .sending:
      let source = device.scenario.pushes[Int(event.number)]
      if case .alert(let content) = source.kind { send(content, source.userInfo, to: process) }
      armNext(of: Int(event.number))
    case .next: begin(process)
    case .warning:
      apps[process].isWarned = true
      let callback = Callback.serviceExtensionTimeWillExpire
      guard process.behavior?.implements(callback.name) != false else { return }
      process.record(.callback(callback.name))
      process.runBeside(callback)
    case .end: isTooLong(process)
    case nil: unknown(event.what)
    }
  }

  // MARK: On the way

  private func armNext(of source: Int) {
    guard case .alert = device.scenario.pushes[source].kind else { return }
    armSending(Deadline.sending, of: source, by: &times)
  }

  /// Somebody sends an alert: while there is no network, the newest is kept.
  func send(_ content: NotificationContent, _ userInfo: [PushField], to process: Process) {
    apps[process].sent += 1
    let notification = PendingNotification(
      id: NotificationID(number: apps[process].sent), content: content, userInfo: userInfo)
    guard device.world.network != .none else {
      if let old = apps[process].onItsWay { drop(old, of: process, because: .replaced) }
      apps[process].onItsWay = notification
      return
    }
    arrive(notification, for: process)
  }

  private func arrive(_ notification: PendingNotification, for process: Process) {
    process.record(.notificationArrived(Int(notification.id.number)))
    guard process.life > 0 else { return drop(notification, of: process, because: .neverOpened) }
    guard let service = apps[process].service else {
      return process.record(.shown(notification, notification.content))
    }
    apps[service].waiting.append(notification)
    begin(device[service])
  }

  private func drop(
    _ notification: PendingNotification, of process: Process, because loss: PushLoss
  ) {
    process.record(.notificationDropped(Int(notification.id.number), because: loss.rawValue))
  }

  // MARK: The extension

  /// An extension is launched or resumed for a notification, on nobody's account.
  private func begin(_ process: Process) {
    guard apps[process].current == nil, !apps[process].waiting.isEmpty, !process.isDoomed else {
      return
    }
    let notification = apps[process].waiting.removeFirst()
    apps[process].current = notification
    apps[process].isWarned = false
    process.wake(for: .zero, because: .notification)
    let end = now + limits.notificationService
    apps[process].warning = arm(
      Deadline.warning, of: process, at: max(now, end - limits.expirationLead))
    apps[process].end = arm(Deadline.end, of: process, at: end)
    process.enqueue(.callback(.didReceiveNotification(notification.id)))
  }

  /// The next one is begun once what happens at this moment is over.
  private func handNext(to process: Process) {
    guard !apps[process].waiting.isEmpty else { return }
    arm(
      Deadline.next, of: process, at: now, rank: DeviceEvent.Rank.callback, outlives: true)
  }

  /// The notification that an extension is to hand over; nil where that is another.
  func notification(_ id: NotificationID, _ process: Process) -> PendingNotification? {
    apps[process].current.flatMap { $0.id == id ? $0 : nil }
  }

  /// The extension hands over what is to be shown.
  func complete(
    _ id: NotificationID, _ content: NotificationContent, of process: Process,
    at location: SourceLocation
  ) {
    guard notification(id, process) != nil else {
      return process.report(
        .contentHandlerCalledTwice,
        "contentHandler was called before for notification \(id.number)",
        at: location)
    }
    show(content, of: process)
    apps[process].handedOver = apps[process].isWarned ? nil : location
    handNext(to: process)
    process.considerSuspension()
  }

  /// Work that goes on once the notification is handed over has no time. That it is cut off when the
  /// time is over is no mistake.
  override func accountsForCutOff(of process: Process) -> Bool {
    guard let location = apps[process].handedOver else { return apps[process].isWarned }
    apps[process].handedOver = nil
    process.report(
      .workAfterContentHandler,
      "contentHandler was called, but work went on and is cut off by suspension", at: location)
    return true
  }

  /// The notification that an extension has is shown.
  ///
  /// - Parameters:
  ///   - content: what it says; nil: as it came.
  private func show(_ content: NotificationContent?, of process: Process) {
    guard let app = process.configuration.serves, let notification = apps[process].current else {
      return
    }
    device.agenda.cancel(apps[process].warning)
    device.agenda.cancel(apps[process].end)
    apps[process].current = nil
    device[app].record(.shown(notification, content ?? notification.content))
  }

  private func isTooLong(_ process: Process) {
    let message =
      "contentHandler was not called within \(limits.notificationService), and the notification is"
      + " shown as it came" + (process.delay.map { ": \($0)" } ?? "")
    process.report(
      .contentHandlerNeverCalled, message, at: process.behavior?.location(ofMethod: Self.method))
    process.terminate(.normal, detail: message)
  }
}

/// A notification on its way to the user.
struct PendingNotification {
  let id: NotificationID
  let content: NotificationContent
  let userInfo: [PushField]
}

extension Record {
  fileprivate static func shown(
    _ notification: PendingNotification, _ content: NotificationContent
  ) -> Record {
    .notificationShown(
      Int(notification.id.number), title: content.title, body: content.body,
      isChanged: content != notification.content)
  }
}
