import Simulation

/// Life and death of processes (semantics.md, section 1 and 2).
extension Device {
  // MARK: Launch

  /// Starts a process: its script runs, then didFinishLaunching.
  func launch(_ app: Application, into state: ApplicationState, reason: LaunchReason) {
    app.life += 1
    app.statistics.launches += 1
    app.main = MainThread()
    app.process = ProcessLife(lead: limits.expirationLead)
    app.behavior = makeBehavior(app)
    move(app, to: state, because: reason.rawValue)
    enqueue(.load, of: app)
    enqueue(.finishLaunching(reason), of: app)
  }

  /// An app whose mode keeps it running is in the background from the start (B13).
  func launchAtStart(_ app: Application) {
    launch(app, into: .background, reason: .mode)
  }

  // MARK: States

  func move(_ app: Application, to state: ApplicationState, because reason: String) {
    check(
      app.state.canMove(to: state), "\(app.name): no way from \(app.state) to \(state) (\(reason))",
      at: now, seed: scenario.seed)
    trace.record("app.state", at: now, app: app.name) {
      $0.add("from", app.state.rawValue)
      $0.add("to", state.rawValue)
      $0.add("reason", reason)
    }
    changeMemory(of: app, to: state)
    if state.isRunning != app.state.isRunning { noteRunning(app, state.isRunning) }
    app.state = state
    updateEligibility(of: app)
  }

  private func noteRunning(_ app: Application, _ runs: Bool) {
    energy.appRuns(runs, at: now)
    guard !app.configuration.modes.runsInBackground else { return }
    if sleep.appRuns(runs, at: now) { statistics.deviceWakeUps += 1 }
  }

  /// Back in front: the clock stops, unused time goes back, tasks stay open (B9).
  func moveToForeground(_ app: Application) {
    move(app, to: .inactive, because: "user")
    stopClock(of: app)
    app.process.suspensionDue = nil
    app.main.itemsBeforeSuspension = nil
    app.process.refusedBegin = nil
    detachFetch(of: app)
    adjustReservation(of: app)
  }

  // MARK: Transitions

  /// Puts a step of the life cycle into the main thread's queue and watches its time (section 2).
  func enqueue(_ transition: Transition, of app: Application) {
    app.main.transitions += 1
    enqueue(.transition(transition), of: app)
    if app.main.transitions == 1 { watch(transition, of: app, from: now) }
  }

  private func watch(_ transition: Transition, of app: Application, from start: Instant) {
    let deadline = start + transition.limit(limits)
    app.main.watched = transition
    app.main.transitionDeadline = deadline
    app.main.transitionLimit = queue.schedule(
      .limit(.transition, app.id, life: app.life), at: deadline, rank: DeviceEvent.Rank.limit)
  }

  /// What a transition does before its callback runs.
  func begin(_ transition: Transition, of app: Application) {
    switch transition {
    case .becomeActive:
      if app.state == .inactive { move(app, to: .active, because: "user") }
    case .enterBackground:
      if app.state == .active { move(app, to: .inactive, because: "user") }
      if app.state == .inactive { enterBackground(app) }
    case .enterForeground:
      if app.state == .background { moveToForeground(app) }
    case .load, .finishLaunching, .resignActive, .terminate: break
    }
    if transition != .load { traceCallback(transition.callback, of: app) }
  }

  /// What a transition does when its callback has returned; the thread is free from `end` on.
  func finish(_ transition: Transition, of app: Application, at end: Instant) {
    app.main.transitions -= 1
    // Launching is one step with one limit. A limit that lies before `end` stays armed.
    if transition != .load, end <= app.main.transitionDeadline {
      queue.cancel(app.main.transitionLimit)
      app.main.transitionLimit = .none
      if let next = app.process.mainQueue.nextTransition { watch(next, of: app, from: end) }
    }
    switch transition {
    case .resignActive:
      if app.state == .active { move(app, to: .inactive, because: "user") }
    case .enterBackground:
      awaitSuspension(of: app, from: end)
    case .terminate:
      app.main.busyUntil = .distantFuture
      queue.schedule(.quit(app.id, life: app.life), at: end, rank: DeviceEvent.Rank.callback)
    case .finishLaunching:
      reviewDelegate(of: app)
      considerSuspension(of: app)
    case .load, .becomeActive, .enterForeground: break
    }
  }

  func traceCallback(_ callback: Callback, of app: Application) {
    trace.record("app.callback", at: now, app: app.name) { $0.add("name", callback.name) }
  }

  // MARK: Limits

  func callbackIsTooLong(_ app: Application) {
    endHung(app, limit: limits.callback)
  }

  func transitionIsTooLong(_ app: Application) {
    let transition = app.main.watched
    if transition == .terminate {
      quit(app, detail: "swiped away, did not answer")
    } else {
      endHung(app, limit: transition.limit(limits))
    }
  }

  private func endHung(_ app: Application, limit: TimeSpan) {
    let main = app.main
    let location =
      main.running.flatMap { app.behavior?.location(of: $0.fiber) } ?? app.process.doom?.location
    let what = "\(main.callback.name) did not return within \(limit)"
    report(.callbackTooLong, what, of: app, at: location)
    terminate(app, .watchdog, detail: what)
  }

  // MARK: The end

  /// The app the user swiped away has ended; it starts anew if the user has opened it again since.
  func quit(_ app: Application, detail: String = "swiped away") {
    let isWantedAgain = foreground == app.id
    terminate(app, .forceQuit, detail: detail)
    if isWantedAgain { bringToFront(app) }
  }

  /// The app's code failed, or a rule dooms it: the process ends once its CPU time is spent.
  func endDoomed(_ app: Application) {
    guard let failure = app.process.doom else { return }
    // One mistake is one finding.
    switch failure.reason {
    case _ where failure.isReported: break
    case .memoryLimit: report(.memoryLimit, failure.message, of: app, at: failure.location)
    case .watchdog: report(.callbackTooLong, failure.message, of: app, at: failure.location)
    case .uncaughtException: report(.uncaughtError, failure.message, of: app, at: failure.location)
    case .backgroundTaskAssertionTimeout, .tooManyBackgroundTasks, .backgroundFetchTimeout,
      .suspendedWithLockedFile, .memoryPressure, .forceQuit, .normal:
      break
    }
    terminate(app, failure.reason, detail: failure.detail)
  }

  /// Ends a process at once: no callback, its state is gone (P3, P5).
  func terminate(_ app: Application, _ reason: ExitReason, detail: String) {
    guard let behavior = app.behavior else { return }
    trace.record("app.exit", at: now, app: app.name) {
      $0.add("reason", reason.rawValue)
      $0.add("code", reason.code)
      $0.add("detail", detail)
    }
    if let index = ExitReason.allCases.firstIndex(of: reason) { app.statistics.exits[index] += 1 }
    endWork(of: app)
    releaseLocks(of: app)
    endFetch(of: app, result: nil)
    app.process.clock.stop()
    app.process.tasks = BackgroundTasks()
    adjustReservation(of: app)
    app.behavior = nil
    behavior.end()
    app.main = MainThread()
    app.process = ProcessLife(lead: limits.expirationLead)
    if foreground == app.id { foreground = nil }
    move(app, to: .notRunning, because: reason.rawValue)
  }
}
