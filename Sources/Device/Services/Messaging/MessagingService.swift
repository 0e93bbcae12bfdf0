import Simulation

/// Firebase Cloud Messaging on a device of Android's (android.md, "Messages").
///
/// Each message is delivered, in its order: none takes the place of another. One of normal priority
/// waits while the device dozes and the app is behind; one of high priority wakes both.
final class MessagingService: Service {
  struct App {
    /// How many were sent to it.
    var sent: Int32 = 0
    /// Those that wait, the oldest first.
    var stored: [Message] = []
    /// As many as may wait were thrown away, and the app has not been told.
    var hasLost = false
    /// Those that the app handles, the oldest first.
    var open: [Delivery] = []
    /// Those that were delivered in this life, by number; looked up only.
    var delivered: [Int32: Message] = [:]
    var history = UrgencyHistory()
    /// The event at which it is no longer let out of standby.
    var allowance = EventToken.none
    var counts = PushStatistics()
  }

  /// A message that an app handles.
  struct Delivery {
    let id: PushID
    let began: Instant
    /// The event at which its time is over.
    var limit = EventToken.none
  }

  private enum Deadline: UInt8 {
    /// A source sends its next message; the number is the source's.
    case sending
    /// The time of a message is over; the number is the message's.
    case handling
    /// The app is let out of standby no longer.
    case allowance
  }

  private enum Turn: UInt8 {
    /// `onMessageReceived`; the number is the message's.
    case receive
    /// `onDeletedMessages`.
    case deleted
  }

  private let apps: PerApp<App>
  private let rules: MessagingRules
  private var times: [PushTimes]

  override class var feature: Feature? { .messaging }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    rules = scenario.device.androidRules.messaging
    times = PushTimes.all(scenario)
    super.init(scenario)
  }

  override func keepsRunning(_ process: Process) -> Bool { !apps[process].open.isEmpty }

  // MARK: What happens

  override func begin() {
    for source in times.indices { armSending(Deadline.sending, of: source, by: &times) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .cameToFront: review(process)
    case .ended:
      for delivery in apps[process].open { device.agenda.cancel(delivery.limit) }
      apps[process].open = []
      apps[process].delivered = [:]
    default: break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .network, .discretionaryWork: reviewAll()
    case .power, .inUse, .moved, .thermal: break
    }
  }

  override func deviceIdleChanged() {
    if !device.standby.idle.holdsWork { reviewAll() }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .sending:
      let source = Int(event.number)
      let push = device.scenario.pushes[source]
      send(push.userInfo, push.priority, to: process)
      armSending(Deadline.sending, of: source, by: &times)
    case .handling: timesOut(PushID(number: event.number), of: process)
    case .allowance: device.standby.allow(process, false)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .receive: receive(PushID(number: Int32(number)), of: process)
    case .deleted:
      process.recordCall(of: .messagesDeleted)
      process.run(.messagesDeleted)
    case nil: unknown(what)
    }
  }

  // MARK: On the way

  /// Somebody sends an app a message. An app that has never run has no token to send it to.
  fileprivate func send(_ data: [PushField], _ priority: MessagePriority, to process: Process) {
    apps[process].sent += 1
    apps[process].counts.sent += 1
    let isTrusted = apps[process].history.isTrusted(at: now, rules)
    let message = Message(
      number: apps[process].sent, data: data, priority: isTrusted ? priority : .normal,
      originalPriority: priority, sent: now)
    guard process.life > 0 else { return drop(message, of: process, because: .neverOpened) }
    apps[process].stored.append(message)
    if apps[process].stored.count > rules.mostStored {
      for lost in apps[process].stored { drop(lost, of: process, because: .tooManyStored) }
      apps[process].stored = []
      apps[process].hasLost = true
    }
    review(process)
  }

  private func drop(_ message: Message, of process: Process, because loss: PushLoss) {
    process.record(.pushDropped(Int(message.number), because: loss.rawValue))
    apps[process].counts.count(loss)
  }

  private func reviewAll() {
    for process in device.processes where apps[process].isAwaited { review(process) }
  }

  /// Delivers what need not wait any more.
  private func review(_ process: Process) {
    guard apps[process].isAwaited, device.world.network != .none,
      !device.world.lock.isBeforeFirstUnlock
    else { return }
    let isHeld = device.standby.idle.holdsWork && device.world.foreground != process.id
    if apps[process].hasLost, !isHeld {
      apps[process].hasLost = false
      process.wake(for: limits.suspensionDelay, because: .push)
      process.due(.service(number, what: Turn.deleted.rawValue, number: 0))
    }
    let ready = apps[process].stored.filter { !isHeld || $0.priority == .high }
    apps[process].stored.removeAll { !isHeld || $0.priority == .high }
    for message in ready { deliver(message, to: process) }
  }

  // MARK: Delivery

  private func deliver(_ message: Message, to process: Process) {
    process.record(.pushArrived(Int(message.number), priority: message.priority.rawValue))
    if message.priority == .high { letOut(process) }
    process.wake(for: limits.suspensionDelay, because: .push)
    let limit = arm(Deadline.handling, message.number, of: process, at: now + rules.handling)
    apps[process].delivered[message.number] = message
    apps[process].open.append(Delivery(id: message.id, began: now, limit: limit))
    apps[process].counts.delivered += 1
    process.record(.pushDelivered(Int(message.number)))
    process.stayAwake()
    process.due(
      .service(number, what: Turn.receive.rawValue, number: Int(message.number)))
  }

  /// The app may do urgent work for a while.
  private func letOut(_ process: Process) {
    apps[process].history.add(at: now, rules)
    device.agenda.cancel(apps[process].allowance)
    apps[process].allowance = arm(
      Deadline.allowance, of: process, at: now + rules.allowance, outlives: true)
    device.standby.allow(process, true)
    device.standby.exempt(process, for: rules.allowance, because: .message)
  }

  /// It is the message's turn on the main thread; its method runs beside that.
  private func receive(_ id: PushID, of process: Process) {
    guard apps[process].open.contains(where: { $0.id == id }) else { return }
    let callback = Callback.messageReceived(id)
    guard process.behavior?.implements(callback.name) != false else {
      return close(id, of: process)
    }
    process.recordCall(of: callback)
    process.runBeside(callback, for: BesideOwner(service: number, number: Int(id.number)))
  }

  override func returned(_ number: Int, of process: Process) {
    let id = PushID(number: Int32(number))
    guard let delivery = apps[process].open.first(where: { $0.id == id }) else { return }
    process.record(.pushCompleted(number, .completed, took: now - delivery.began))
    close(id, of: process)
  }

  /// What goes on is not kept running any more: the process may be frozen in the middle of it.
  private func timesOut(_ id: PushID, of process: Process) {
    if device.world.foreground != process.id,
      let delivery = apps[process].open.first(where: { $0.id == id })
    {
      let callback = Callback.messageReceived(id)
      process.tookTooLong(since: delivery.began)
      process.report(
        .messageTookTooLong, "onMessageReceived has not returned within \(rules.handling)",
        at: process.behavior?.location(ofMethod: callback.name))
    }
    close(id, of: process)
  }

  private func close(_ id: PushID, of process: Process) {
    for delivery in apps[process].open where delivery.id == id {
      device.agenda.cancel(delivery.limit)
    }
    apps[process].open.removeAll { $0.id == id }
    process.considerSuspension()
  }

  fileprivate func message(_ id: PushID, of process: Process) -> Message? {
    apps[process].delivered[id.number]
  }

  fileprivate func noteNotification(of process: Process) {
    apps[process].history.noteNotification(at: now, rules)
  }

  // MARK: Figures

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.pushes = apps[process].counts
    figures.pushes.held = apps[process].stored.count
  }

  override func beginMeasuring() { apps.changeEach { $0.counts = PushStatistics() } }
}

extension MessagingService.App {
  /// Whether it is to get something as soon as that can be.
  fileprivate var isAwaited: Bool { !stored.isEmpty || hasLost }
}

extension Feature {
  /// Firebase Cloud Messaging and `FirebaseMessagingService`.
  public static let messaging = Feature("FCM", since: 5, of: .android)
}

extension Platform {
  /// How pushes come to its apps that the user does not see.
  public var pushes: Feature { family == .iOS ? .silentPush : .messaging }
}

/// A message of FCM's, as an app gets it: `RemoteMessage`.
public struct Message: Sendable, Equatable {
  let number: Int32
  /// What whoever sends it has put into it.
  public let data: [PushField]
  /// How it was delivered.
  public let priority: MessagePriority
  /// What it was sent with.
  public let originalPriority: MessagePriority
  public let sent: Instant

  var id: PushID { PushID(number: number) }
}

extension Application {
  private var messaging: MessagingService { device.services.find(MessagingService.self) }

  /// Returns a message that was delivered to this process; nil: none of that number was.
  public func message(_ id: PushID) -> Message? { messaging.message(id, of: process) }

  /// `NotificationManager.notify`: the user sees a notification of the app's.
  ///
  /// - Parameters:
  ///   - id: the app's own number for it.
  public func notify(_ id: Int, title: String, text: String) {
    process.record(.notificationShown(id, title: title, body: text, isChanged: false))
    messaging.noteNotification(of: process)
  }
}

extension Device {
  /// A message of FCM's is sent to an app, as by an entry of `Scenario.pushes`. The device's version
  /// has them, or the program ends.
  public func message(
    to app: AppID, data: [PushField] = [], priority: MessagePriority = .normal
  ) {
    if let absence = platform.absence(of: .messaging) { preconditionFailure("Device: \(absence)") }
    let process = known(app)
    act { services.find(MessagingService.self).send(data, priority, to: process) }
  }
}
