import Simulation

/// PushKit's VoIP pushes and the calls that apps report to CallKit (semantics.md, section 4c).
///
/// A VoIP push is delivered at once, whatever the policy thinks and the pool holds. Where a version
/// wants it, the app reports a call before its method returns, or is ended.
final class CallService: Service {
  struct App {
    /// How many were sent to it.
    var sent: Int32 = 0
    /// It has registered in some process, so that there is a token to send them to.
    var isRegistered = false
    /// How often it did not report a call.
    var failures = 0
    /// Waits for the network: it has not reached the device.
    var onItsWay: VoIPPush?
    /// How many calls it has reported.
    var reported: Int32 = 0

    // What dies with the process.

    /// Its registry wants VoIP pushes in this process.
    var listens = false
    /// Wait for the registry.
    var waiting: [VoIPPush] = []
    /// Payloads of those that were delivered, by number; looked up only.
    var payloads: [Int32: [PushField]] = [:]
    /// Those that a call is owed for, with the event at which it is too late.
    var owed: [VoIPPushID: EventToken] = [:]
    /// The user's part in the next call.
    var handling = CallHandling()
    var calls: [Call] = []
    /// The UUIDs of all calls of this process, by number; looked up only.
    var uuids: [Int32: String] = [:]
  }

  enum Deadline: UInt8 {
    /// A source sends its next push.
    case sending
    /// A call should have been reported.
    case report
    /// The user answers, or ends, a call.
    case answer
    case hangUp
  }

  enum Turn: UInt8 {
    /// The method that got a push has returned.
    case returned
  }

  static let method = "didReceiveIncomingPush"

  let apps: PerApp<App>
  private var times: [PushTimes]

  override class var feature: Feature? { .pushKit }
  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    times = PushTimes.all(scenario)
    super.init(scenario)
  }

  // MARK: What happens

  override func begin() {
    for source in times.indices { armNext(of: source) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .ended: ended(process)
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground, .suspending, .resumed:
      break
    }
  }

  override func world(_ change: WorldChange) {
    guard case .network(let network) = change, network != .none else { return }
    for process in device.processes {
      guard let push = apps[process].onItsWay else { continue }
      apps[process].onItsWay = nil
      arrive(push, for: process)
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .sending:
      let source = device.scenario.pushes[Int(event.number)]
      send(source.userInfo, source.kind.handling, to: process)
      armNext(of: Int(event.number))
    case .report:
      isOverdue(
        VoIPPushID(number: event.number), of: process,
        "no call was reported within \(limits.callReport)")
    case .answer: answer(CallID(number: event.number), of: process)
    case .hangUp: hangUp(CallID(number: event.number), of: process)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    guard Turn(rawValue: what) == .returned else { unknown(what) }
    isOverdue(
      VoIPPushID(number: Int32(number)), of: process, "\(Self.method) returned without one")
  }

  /// A process takes its calls with it.
  private func ended(_ process: Process) {
    let app = apps[process]
    for token in app.owed.values { device.agenda.cancel(token) }
    for call in app.calls { over(call, of: process, because: "processEnded") }
    apps[process] = App(
      sent: app.sent, isRegistered: app.isRegistered, failures: app.failures,
      onItsWay: app.onItsWay, reported: app.reported)
  }

  override func runIsOver() {
    for process in device.processes where !apps[process].isRegistered {
      process.reportUnused(.voip, "set PKPushRegistry().desiredPushTypes")
    }
  }

  // MARK: On the way

  private func armNext(of source: Int) {
    guard case .voip = device.scenario.pushes[source].kind else { return }
    armSending(Deadline.sending, of: source, by: &times)
  }

  /// Somebody calls an app: while there is no network, the newest push is kept for it.
  func send(_ payload: [PushField], _ handling: CallHandling, to process: Process) {
    apps[process].sent += 1
    let push = VoIPPush(
      id: VoIPPushID(number: apps[process].sent), payload: payload, handling: handling)
    guard device.world.network != .none else {
      if let old = apps[process].onItsWay { drop(old, of: process, because: .replaced) }
      apps[process].onItsWay = push
      return
    }
    arrive(push, for: process)
  }

  private func arrive(_ push: VoIPPush, for process: Process) {
    process.record(.voipPushArrived(Int(push.id.number)))
    guard apps[process].isRegistered else {
      return drop(push, of: process, because: .notRegistered)
    }
    guard apps[process].failures < limits.unreportedCalls else {
      return drop(push, of: process, because: .callsNotReported)
    }
    if process.behavior == nil, device.world.lock.isBeforeFirstUnlock {
      return drop(push, of: process, because: .beforeFirstUnlock)
    }
    if !isInFront(process) { process.wake(for: limits.voipPush, because: .voip) }
    if owesCall(process) {
      apps[process].owed[push.id] = arm(
        Deadline.report, push.id.number, of: process, at: now + limits.callReport)
    }
    apps[process].waiting.append(push)
    if apps[process].listens { deliver(to: process) }
  }

  private func drop(_ push: VoIPPush, of process: Process, because loss: VoIPPushLoss) {
    process.record(.voipPushDropped(Int(push.id.number), because: loss.rawValue))
  }

  /// Hands over what waits, in order.
  func deliver(to process: Process) {
    let pushes = apps[process].waiting
    apps[process].waiting = []
    for push in pushes {
      process.record(.voipPushDelivered(Int(push.id.number)))
      apps[process].payloads[push.id.number] = push.payload
      apps[process].handling = push.handling
      process.enqueue(.callback(.didReceiveIncomingPush(push.id)))
      enqueue(Turn.returned, Int(push.id.number), of: process)
    }
  }

  private func isInFront(_ process: Process) -> Bool {
    process.state.isForeground || device.world.foreground == process.id
  }

  // MARK: The call that is owed

  /// Whether a push now is to be answered by a report: not in front, nor while there is a call.
  private func owesCall(_ process: Process) -> Bool {
    device.platform.has(.reportedCalls) && !isInFront(process) && apps[process].calls.isEmpty
  }

  /// A call was reported: that is enough for all pushes until now.
  func isPaid(_ process: Process) {
    for token in apps[process].owed.values { device.agenda.cancel(token) }
    apps[process].owed = [:]
  }

  private func isOverdue(_ push: VoIPPushID, of process: Process, _ what: String) {
    guard let token = apps[process].owed.removeValue(forKey: push) else { return }
    device.agenda.cancel(token)
    guard owesCall(process) else { return }
    apps[process].failures += 1
    var message = "a VoIP push without a call: \(what)"
    if !apps[process].listens {
      message += "; set the registry's desiredPushTypes in didFinishLaunching"
    } else if process.behavior?.implements(Self.method) == false {
      message += ": the app has no \(Self.method)"
    }
    process.report(
      .incomingCallNotReported, message, at: process.behavior?.location(ofMethod: Self.method))
    process.terminate(.incomingCallNotReported, detail: message)
  }
}

extension Feature {
  /// `PKPushRegistry` and the mode voip.
  public static let pushKit = Feature("PushKit", since: 8)
  /// `CXProvider`.
  public static let callKit = Feature("CallKit", since: 10)
  /// That a VoIP push is answered by a call, or ends the app.
  static let reportedCalls = Feature("the duty to report a call", since: 13)
}
