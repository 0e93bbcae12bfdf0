import Simulation

// A service from its start to its end.
extension ForegroundServices {
  // MARK: The start

  /// Starts the service, or tells the one that runs of another start.
  ///
  /// - Returns: why it is not started; nil: it is.
  func start(_ action: String, of process: Process, at location: SourceLocation) -> ServiceError? {
    if process.behavior?.implements(Callback.startCommand(ServiceStartID(number: 0)).name) == false
    {
      return .noService
    }
    guard let reason = reasonToStart(process) else {
      process.record(
        .serviceStarted(
          0, action: action, because: nil, error: ServiceError.startNotAllowed.exception),
        at: location)
      return .startNotAllowed
    }
    process.hasRunWithoutSlot = true
    cancelRestart(of: process)
    if apps[process].run == nil {
      apps[process].run = ServiceRun(reason: reason, location: location)
      apps[process].delay.begins(at: now)
      demandForeground(of: process)
    } else if apps[process].run?.stage == .background {
      apps[process].run?.stage = .required
      apps[process].run?.reason = reason
      apps[process].run?.location = location
      demandForeground(of: process)
    }
    if reason == .inFront { apps[process].run?.isFromFront = true }
    process.stayAwake()
    give(action, to: process, because: reason, at: location)
    return nil
  }

  /// The service's `onStartCommand` is called for a start.
  func give(
    _ action: String?, to process: Process, because reason: StartReason,
    at location: SourceLocation
  ) {
    apps[process].starts += 1
    let number = apps[process].starts
    apps[process].actions[number] = .some(action)
    process.record(
      .serviceStarted(Int(number), action: action ?? "", because: reason.rawValue, error: nil),
      at: location)
    enqueue(Turn.start, Int(number), of: process)
  }

  /// Why the app may start a service now; nil: it may not.
  private func reasonToStart(_ process: Process) -> StartReason? {
    if process.state.isForeground || device.world.foreground == process.id { return .inFront }
    if let left = device.world.lastUsed(process), left >= booted, now - left <= rules.afterFront {
      return .justLeft
    }
    if let exemption = device.standby.exemption(of: process) { return StartReason(exemption) }
    return apps[process].run?.stage == .foreground ? .running : nil
  }

  private func demandForeground(of process: Process) {
    apps[process].run?.limit = arm(Deadline.start, of: process, at: now + rules.startForeground)
  }

  /// The service comes to the foreground, or is of other types from now on.
  ///
  /// - Parameters:
  ///   - types: nil: those that the app declares.
  /// - Returns: why it does not; nil: it does.
  func startForeground(
    _ types: ServiceTypes?, of process: Process, at location: SourceLocation
  ) -> ServiceError? {
    guard let run = apps[process].run else { return .notStarted }
    let reason = reasonToStart(process)
    if reason == .inFront { apps[process].run?.isFromFront = true }
    // What the device has given up is nothing any more; whose time is over has it again in front.
    if run.stage == .late || run.stage == .timedOut && reason != .inFront { return nil }
    let declared = process.configuration.serviceTypes
    var types = types ?? declared
    // Another type says more.
    if types != .shortService { types.remove(.shortService) }
    if let error = obstacle(to: run, types, declared, reason, process) {
      process.record(.serviceInForeground(types: types.names, error: error.exception), at: location)
      return error
    }
    device.agenda.cancel(run.limit)
    let isExtended = run.types != .shortService || reason.map { $0 != .running } ?? false
    apps[process].run?.limit = .none
    apps[process].run?.stage = .foreground
    apps[process].run?.types = types
    if types != .shortService {
      apps[process].run?.shortUntil = nil
    } else if isExtended {
      apps[process].run?.shortUntil = now + rules.short
    }
    if apps[process].since == nil { apps[process].since = now }
    process.record(.serviceInForeground(types: types.names, error: nil), at: location)
    review(process)
    device.services.process(.moved, of: process)
    return nil
  }

  private func obstacle(
    to run: ServiceRun, _ types: ServiceTypes, _ declared: ServiceTypes, _ reason: StartReason?,
    _ process: Process
  ) -> ServiceError? {
    if rules.needsType, types.isEmpty { return .missingType }
    if !types.isSubset(of: declared) { return .undeclaredType }
    let mayStart = reason.map { $0 != .running } ?? false
    if !mayStart {
      if run.stage == .background { return .startNotAllowed }
      // Else three minutes would be a way to any type.
      if run.types == .shortService, types != .shortService { return .startNotAllowed }
    }
    if run.reason == .boot, !mayStart || reason == .boot, let allowed = rules.typesAfterBoot,
      !types.isSubset(of: allowed)
    {
      return .notFromBoot
    }
    if reason != .inFront, !run.isFromFront, !typesInUse(types, process).isEmpty {
      return .notInUse
    }
    let isSpent = apps[process].budgets.contains {
      types.contains($0.type) && !$0.mayStart(at: now)
    }
    return isSpent && !apps[process].isInFront ? .timeLimit : nil
  }

  /// Those of some types that are for an app in use only.
  private func typesInUse(_ types: ServiceTypes, _ process: Process) -> ServiceTypes {
    let inUse = types.intersection(rules.inUseTypes)
    return process.configuration.locatesBehind ? inUse.subtracting(.location) : inUse
  }

  // MARK: Time

  /// Begins or stops the clocks of the types, and arms what comes next.
  func review(_ process: Process) {
    let run = apps[process].run
    let isBehind = run?.stage == .foreground && !apps[process].isInFront
    for index in apps[process].budgets.indices {
      let type = apps[process].budgets[index].type
      if isBehind, run?.types.contains(type) == true {
        apps[process].budgets[index].begin(at: now)
      } else {
        apps[process].budgets[index].stop(at: now)
      }
    }
    guard let run, run.stage == .foreground else { return }
    device.agenda.cancel(run.limit)
    apps[process].run?.limit = .none
    let ends = apps[process].budgets.compactMap(\.end) + (run.shortUntil.map { [$0] } ?? [])
    if let end = ends.min() {
      apps[process].run?.limit = arm(Deadline.limit, of: process, at: max(now, end))
    }
  }

  /// The time of the service's type is over: its `onTimeout` is called, and it must stop.
  func timesOut(_ process: Process) {
    guard let run = apps[process].run, run.stage == .foreground else { return }
    device.agenda.cancel(run.limit)
    let spent = apps[process].budgets.filter { $0.end.map { $0 <= now } ?? false }
    let limited = rules.limitedTypes.first { run.types.contains($0) } ?? []
    let expired = run.shortUntil != nil ? .shortService : spent.first?.type ?? limited
    apps[process].run?.stage = .timedOut
    apps[process].run?.expired = expired
    let wait = expired == .shortService ? rules.afterShort : rules.afterTimeout
    apps[process].run?.limit = arm(Deadline.answer, of: process, at: now + wait)
    process.record(.serviceTimedOut(expired.names.first ?? ""), at: run.location)
    review(process)
    enqueue(Turn.timeout, of: process)
  }

  // MARK: The end

  /// The service stops itself.
  ///
  /// - Parameters:
  ///   - start: the last start that it knows of: it goes on if there was another since; nil: it stops.
  func stop(_ process: Process, after start: ServiceStartID?) {
    guard let run = apps[process].run, run.stage != .late else { return }
    if let start {
      apps[process].run?.given.removeAll { $0.number <= start.number }
      if start.number != apps[process].starts { return }
    }
    if run.stage == .required {
      apps[process].run?.isStoppedEarly = true
      giveUp(process)
    } else {
      end(process, because: "stopSelf")
    }
  }

  /// The service leaves the foreground, and is a service still.
  func leaveForeground(_ process: Process) {
    guard let run = apps[process].run, run.stage == .foreground || run.stage == .timedOut else {
      return
    }
    device.agenda.cancel(run.limit)
    noteEnd(of: process, because: "stopForeground")
    apps[process].run?.stage = .background
    apps[process].run?.shortUntil = nil
    review(process)
    release(process)
  }

  private func end(_ process: Process, because reason: String) {
    guard let run = apps[process].run else { return }
    device.agenda.cancel(run.limit)
    noteEnd(of: process, because: reason)
    apps[process].run = nil
    apps[process].delay = RestartDelay()
    apps[process].actions = [:]
    review(process)
    release(process)
  }

  private func noteEnd(of process: Process, because reason: String) {
    guard let since = apps[process].since else { return }
    apps[process].time += device.measured(since: since)
    apps[process].since = nil
    process.record(.serviceStopped(because: reason, took: now - since))
    device.services.process(.moved, of: process)
  }

  /// Nothing keeps the process running any more for the service's sake.
  private func release(_ process: Process) {
    if apps[process].isSwipedAway { enqueue(Turn.endSwipedAway, of: process) }
    process.considerSuspension()
  }

  func processEnds(_ process: Process) {
    if apps[process].run != nil {
      noteEnd(of: process, because: "processEnded")
      planRestart(of: process)
    }
    apps[process].run = nil
    apps[process].actions = [:]
    apps[process].starts = 0
    apps[process].isSwipedAway = false
    review(process)
  }

  // MARK: Mistakes

  /// The service has not come to the foreground in time.
  func doesNotStart(_ process: Process) {
    guard apps[process].run?.stage == .required else { return }
    giveUp(process)
  }

  /// An exception is thrown on the main thread, once that is free.
  private func giveUp(_ process: Process) {
    if let run = apps[process].run { device.agenda.cancel(run.limit) }
    apps[process].run?.stage = .late
    apps[process].run?.limit = arm(
      Deadline.startAnswer, of: process, at: now + rules.startAnswer)
    enqueue(Turn.didNotStart, of: process)
  }

  func doesNotRespond(_ process: Process) { endNotStarted(process, by: .watchdog) }

  func endNotStarted(_ process: Process, by reason: ExitReason) {
    guard let run = apps[process].run, run.stage == .late else { return }
    let what =
      run.isStoppedEarly
      ? "the service was stopped before it had called startForeground"
      : "the service did not call startForeground within \(rules.startForeground)"
    process.report(.foregroundServiceNotStarted, what, at: run.location)
    process.terminate(reason, detail: "ForegroundServiceDidNotStartInTimeException: \(what)")
  }

  /// The service has not stopped after its `onTimeout`.
  func doesNotStop(_ process: Process) {
    guard let run = apps[process].run, run.stage == .timedOut else { return }
    let isShort = run.expired == .shortService
    let name = run.expired.names.first ?? ""
    let wait = isShort ? rules.afterShort : rules.afterTimeout
    let what = "the service of the type \(name) did not stop within \(wait) of its onTimeout"
    process.report(.foregroundServiceTimedOut, what, at: run.location)
    process.terminate(
      isShort ? .watchdog : .uncaughtException,
      detail: isShort ? what : "ForegroundServiceDidNotStopInTimeException: \(what)")
  }
}

// What apps call.
extension Application {
  private var services: ForegroundServices { device.services.find(ForegroundServices.self) }

  /// `Context.startForegroundService`.
  ///
  /// - Parameters:
  ///   - action: what `onStartCommand` gets, in the place of an intent.
  /// - Returns: why the service is not started; nil: it is.
  public func startForegroundService(
    _ action: String, at location: SourceLocation
  ) -> ServiceError? {
    services.start(action, of: process, at: location)
  }

  /// `Service.startForeground`.
  ///
  /// - Parameters:
  ///   - types: nil: those that the app declares.
  /// - Returns: why the service does not come to the foreground; nil: it does.
  public func startForeground(
    _ types: ServiceTypes?, at location: SourceLocation
  ) -> ServiceError? {
    services.startForeground(types, of: process, at: location)
  }

  /// `Service.stopForeground`; nothing happens where no service is in the foreground.
  public func stopForeground() { services.leaveForeground(process) }

  /// `Service.stopSelf`.
  ///
  /// - Parameters:
  ///   - start: the service goes on if it was started again since; nil: it ends.
  public func stopSelf(after start: ServiceStartID? = nil) { services.stop(process, after: start) }

  /// Returns what a start of the service was given, once; nil afterwards, and where it goes on after
  /// the end of its process.
  public func takeAction(of start: ServiceStartID) -> String? {
    services.apps[process].actions.removeValue(forKey: start.number) ?? nil
  }

  /// The type of the service whose time is over; empty: none is.
  public var expiredServiceType: ServiceTypes { services.apps[process].run?.expired ?? [] }
}
