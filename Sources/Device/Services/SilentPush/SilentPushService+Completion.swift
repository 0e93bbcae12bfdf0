import Simulation

// How a push ends, and what is wrong about it.
extension SilentPushService {
  // MARK: Completion

  /// The completion handler was called; false if it was called before.
  fileprivate func complete(
    _ id: PushID, _ result: FetchResult, of process: Process, at location: SourceLocation
  ) -> Bool {
    let place = apps[process].open.firstIndex { $0.id == id }
    let isStarted = apps[process].started == id
    guard
      let began = place.map({ apps[process].open[$0].began })
        ?? (isStarted ? queue.running(process)?.began : nil)
    else {
      process.report(
        .completionCalledTwice,
        "the completion handler of push \(id.number) was called before", at: location)
      return false
    }
    if now > began + limits.fetch {
      process.report(
        .completionCalledLate,
        "push completion handler called \((now - began).toTenths) after the push was delivered",
        at: location)
    }
    process.record(.pushCompleted(Int(id.number), WorkResult(result), took: now - began))
    if let place {
      process.hasFinished(begunAt: began)
      device.agenda.cancel(apps[process].open.remove(at: place).token)
    } else {
      process.hasFinished(begunAt: began) {
        "the completionHandler of \(Self.method) was called at \(location)"
      }
      endStarted(process, result: WorkResult(result))
    }
    apps[process].userInfos[id.number] = nil
    process.considerSuspension()
    return true
  }

  /// Ends the work that the policy gave a slot, if any; no result when its time is over or its
  /// process ends.
  func endStarted(_ process: Process, result: WorkResult?) {
    guard queue.running(process) != nil else { return }
    apps[process].started = nil
    queue.end(process, result: result)
    updateEligibility(of: process)
    device.arbiter.requestReview()
  }

  func isTooLong(_ process: Process) {
    var message = "completion handler was never called"
    if process.behavior?.implements(Self.method) == false {
      message += ": the app has no \(Self.method)"  // which was found when it was launched
    } else {
      message = process.reportNoCompletion(of: Self.method, within: limits.fetch)
    }
    process.terminate(.remoteNotificationTimeout, detail: message)
  }

  // MARK: Mistakes

  /// Mode and method go together.
  func reportDelegate(of process: Process) {
    guard let behavior = process.behavior else { return }
    let hasMode = process.configuration.modes.contains(.remoteNotification)
    if hasMode, !behavior.implements(Self.method) {
      process.report(
        .modeWithoutMethod,
        "the app has the mode remote-notification, but \(Self.method) is missing",
        at: behavior.location(ofMethod: Self.method))
    }
    if !hasMode, behavior.declares(Self.method) {
      process.report(
        .methodWithoutMode,
        "the app has \(Self.method), but not the mode remote-notification",
        at: behavior.location(ofMethod: Self.method))
    }
  }

  /// More pushes within an hour than Apple advises are whoever sends them to blame for.
  func watchRate(of process: Process, _ source: Int?) {
    apps[process].recent.removeAll { $0 + .hours(1) <= now }
    apps[process].recent.append(now)
    let count = apps[process].recent.count
    guard count > limits.advisedPushes else { return }
    // Told once for so many pushes.
    apps[process].recent = []
    process.report(
      .pushesTooOften, "\(count) silent pushes within an hour",
      at: source.flatMap { device.scenario.pushes[$0].location })
  }
}

extension Feature {
  /// The mode `remote-notification` and `didReceiveRemoteNotification`.
  public static let silentPush = Feature("silent push", since: 7)
}

extension Application {
  /// Returns the fields of a push that the app is handling.
  public func userInfo(of push: PushID) -> [PushField] {
    device.services.find(SilentPushService.self).userInfo(of: push, process)
  }

  /// Calls a push's completion handler; false if it was called before: that is fatal.
  public func completePush(
    _ push: PushID, _ result: FetchResult, at location: SourceLocation
  ) -> Bool {
    device.services.find(SilentPushService.self)
      .complete(push, result, of: process, at: location)
  }
}

extension Device {
  /// A silent push is sent to an app, as by an entry of `Scenario.pushes`. The device's version has
  /// them, or the program ends.
  ///
  /// - Parameters:
  ///   - userInfo: what it carries beside the system's own.
  public func push(to app: AppID, userInfo: [PushField] = []) {
    if let absence = platform.absence(of: .silentPush) { preconditionFailure("Device: \(absence)") }
    let process = known(app)
    act { services.find(SilentPushService.self).send(userInfo, from: nil, to: process) }
  }
}
