import Simulation

// Calls from their report to their end.
extension CallService {
  /// `reportNewIncomingCall`.
  ///
  /// - Returns: why it rings nowhere; nil: it does.
  func report(_ uuid: String, of process: Process) -> IncomingCallError? {
    let error: IncomingCallError? =
      !process.configuration.modes.contains(.voip)
      ? .unentitled
      : apps[process].calls.contains { $0.uuid == uuid } ? .callUUIDAlreadyExists : nil
    process.record(.callReported(uuid, error: error?.name))
    if let error { return error }
    isPaid(process)
    apps[process].reported += 1
    var call = Call(id: CallID(number: apps[process].reported), uuid: uuid)
    let handling = apps[process].handling
    apps[process].handling = CallHandling()
    call.answer = arm(.answer, handling.answeredAfter, call.id, of: process)
    call.end = arm(.hangUp, handling.endedAfter, call.id, of: process)
    apps[process].uuids[call.id.number] = uuid
    apps[process].calls.append(call)
    process.keeps(running: .voip, true)
    return nil
  }

  private func arm(
    _ act: Deadline, _ time: TimeSpan?, _ call: CallID, of process: Process
  ) -> EventToken {
    guard let time else { return .none }
    return arm(act, call.number, of: process, at: now + time, rank: DeviceEvent.Rank.world)
  }

  /// The call that rings first, or else the first that is held.
  func ringing(_ process: Process) -> CallID? {
    apps[process].calls.first { !$0.isAnswered }?.id
  }

  func first(_ process: Process) -> CallID? { apps[process].calls.first?.id }

  /// The user answers a call.
  func answer(_ id: CallID, of process: Process) {
    guard let place = apps[process].calls.firstIndex(where: { $0.id == id }) else { return }
    apps[process].calls[place].isAnswered = true
    process.record(.callAnswered(apps[process].calls[place].uuid))
    process.enqueue(.callback(.performAnswerCall(id)))
  }

  /// The user ends a call, or declines it.
  func hangUp(_ id: CallID, of process: Process) {
    guard remove(of: process, because: "user", where: { $0.id == id }) else { return }
    process.enqueue(.callback(.performEndCall(id)))
    rest(process)
  }

  /// The app says that a call has ended; one that it does not know is no mistake.
  func end(_ uuid: String, _ reason: CallEndedReason, of process: Process) {
    if remove(of: process, because: reason.name, where: { $0.uuid == uuid }) { rest(process) }
  }

  private func remove(
    of process: Process, because cause: String, where isMeant: (Call) -> Bool
  ) -> Bool {
    guard let place = apps[process].calls.firstIndex(where: isMeant) else { return false }
    over(apps[process].calls.remove(at: place), of: process, because: cause)
    return true
  }

  func over(_ call: Call, of process: Process, because cause: String) {
    device.agenda.cancel(call.answer)
    device.agenda.cancel(call.end)
    process.record(.callEnded(call.uuid, because: cause))
  }

  /// Without a call nothing keeps the app running any more.
  private func rest(_ process: Process) {
    if apps[process].calls.isEmpty { process.keeps(running: .voip, false) }
  }
}

extension Application {
  private var service: CallService { device.services.find(CallService.self) }

  /// Whether the app's registry wants VoIP pushes in this process.
  public var wantsVoIPPushes: Bool { service.apps[process].listens }

  /// `PKPushRegistry.desiredPushTypes`: the app gets VoIP pushes, where it has the mode.
  public func wantVoIPPushes(_ isOn: Bool, at location: SourceLocation) {
    guard process.configuration.modes.contains(.voip) else {
      if isOn {
        process.report(
          .useWithoutMode, "the registry wants VoIP pushes, but the app lacks the mode voip",
          at: location)
      }
      return
    }
    service.apps[process].listens = isOn
    service.apps[process].isRegistered = isOn
    if isOn { service.deliver(to: process) }
  }

  /// Returns the content of a VoIP push.
  public func payload(of push: VoIPPushID) -> [PushField] {
    service.apps[process].payloads[push.number] ?? []
  }

  /// `CXProvider.reportNewIncomingCall`.
  ///
  /// - Returns: why it rings nowhere; nil: it does.
  public func reportIncomingCall(_ uuid: String) -> IncomingCallError? {
    service.report(uuid, of: process)
  }

  /// `CXProvider.reportCall(with:endedAt:reason:)`.
  public func reportEndOfCall(_ uuid: String, _ reason: CallEndedReason) {
    service.end(uuid, reason, of: process)
  }

  /// The UUID by which the app has reported a call.
  public func uuid(of call: CallID) -> String { service.apps[process].uuids[call.number] ?? "" }
}

extension Device {
  /// Somebody calls an app by a VoIP push, as by an entry of `Scenario.pushes`. The device's version
  /// has them, or the program ends.
  public func voipPush(
    to app: AppID, payload: [PushField] = [], handling: CallHandling = CallHandling()
  ) {
    if let absence = platform.absence(of: .pushKit) { preconditionFailure("Device: \(absence)") }
    let process = known(app)
    act { services.find(CallService.self).send(payload, handling, to: process) }
  }

  /// The user answers the call of an app that has rung longest.
  ///
  /// - Returns: false where none rings, and nothing happened.
  public func answerCall(of app: AppID) -> Bool {
    let process = known(app)
    guard platform.has(.pushKit), let call = services.find(CallService.self).ringing(process) else {
      return false
    }
    act { services.find(CallService.self).answer(call, of: process) }
    return true
  }

  /// The user ends the call of an app that was reported first, or declines it.
  ///
  /// - Returns: false where there is none, and nothing happened.
  public func endCall(of app: AppID) -> Bool {
    let process = known(app)
    guard platform.has(.pushKit), let call = services.find(CallService.self).first(process) else {
      return false
    }
    act { services.find(CallService.self).hangUp(call, of: process) }
    return true
  }
}
