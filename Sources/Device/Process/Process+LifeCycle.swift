import Simulation

/// Life and death of processes (semantics.md, section 1 and 2).
extension Process {
  // MARK: Launch

  /// Starts a process: its script runs, then didFinishLaunching.
  func launch(into state: ApplicationState, reason: LaunchReason) {
    life += 1
    countLaunch()
    clear()
    wakesSince = agenda.now
    if isResident { runningModes = .resident }
    behavior = device.makeBehavior(device.applications[Int(id.index)])
    move(to: state, because: reason.rawValue)
    enqueue(.load)
    enqueue(.finishLaunching(reason))
  }

  /// Forgets all that dies with a process, but its behaviour.
  private func clear() {
    runningModes = []
    cpu = BackgroundCPU()
    cpuLimit = .none
    main = MainThread()
    timers = Timers()
    mainQueue = MainQueue()
    globalQueues = GlobalQueues()
    deferred = []
    unfinished = UnfinishedWork()
    finished = []
    storedAt = nil
    overdueSince = nil
    failure = nil
    hang = nil
    mainWork = MainWork(until: .start, isGranted: false)
    suspensionDue = nil
    suspendedAt = nil
  }

  // MARK: States

  func move(to next: ApplicationState, because reason: String) {
    check(
      state.canMove(to: next), "\(name): no way from \(state) to \(next) (\(reason))",
      at: agenda.now, seed: device.scenario.seed)
    record(.stateChanged(from: state, to: next, because: reason))
    device.memory.move(self, to: next)
    if next.isRunning != state.isRunning { device.power.runs(self, next.isRunning) }
    let wasInFront = state.isForeground
    state = next
    noteChange()
    if wasInFront != next.isForeground { device.processors?.moved(self) }
    if !wasInFront, next.isForeground { inFrontSince = agenda.now }
    device.services.process(.moved, of: self)
  }

  /// Back in front: the clock stops, unused time goes back, tasks stay open (B9).
  func moveToForeground() {
    move(to: .inactive, because: "user")
    overdueSince = nil
    suspensionDue = nil
    forgetCPU()
    stayAwake()
    device.services.process(.enteredForeground, of: self)
    device.budget.adjust(self)
  }

  // MARK: Transitions

  /// Puts a step of the life cycle into the main thread's queue and watches its time (section 2).
  func enqueue(_ transition: Transition) {
    main.transitions += 1
    enqueue(.transition(transition))
    if main.transitions == 1 { watch(transition, from: agenda.now) }
  }

  private func watch(_ transition: Transition, from start: Instant) {
    let deadline = start + transition.limit(limits)
    main.watched = transition
    main.transitionDeadline = deadline
    main.transitionLimit = schedule(
      .transitionLimit, at: deadline, rank: DeviceEvent.Rank.limit)
  }

  /// Does the part of a transition that precedes its callback.
  func begin(_ transition: Transition) {
    switch transition {
    case .becomeActive:
      if state == .inactive { move(to: .active, because: "user") }
    case .enterBackground:
      if state == .active { move(to: .inactive, because: "user") }
      if state == .inactive { enterBackground() }
    case .enterForeground:
      if state == .background { moveToForeground() }
    case .load, .finishLaunching, .resignActive, .terminate: break
    }
    if transition.callback.isMethod { recordCall(of: transition.callback) }
  }

  private func enterBackground() {
    move(to: .background, because: "user")
    device.services.process(.enteredBackground, of: self)
  }

  /// Does the part of a transition that follows its callback; the thread is free from `end` on.
  func finish(_ transition: Transition, at end: Instant) {
    main.transitions -= 1
    // Launching is one step with one limit. A limit at `end` or before it stays armed.
    if transition != .load, end < main.transitionDeadline {
      agenda.cancel(main.transitionLimit)
      main.transitionLimit = .none
      if let next = mainQueue.nextTransition { watch(next, from: end) }
    }
    switch transition {
    case .resignActive:
      if state == .active { move(to: .inactive, because: "user") }
    case .enterBackground:
      awaitSuspension(from: end)
    case .terminate:
      main.busyUntil = .distantFuture
      schedule(.quit, at: end)
    case .finishLaunching:
      reviewDelegate()
      considerSuspension()
    case .load, .becomeActive, .enterForeground: break
    }
  }

  // MARK: Limits

  func transitionIsTooLong() {
    let transition = main.watched
    if transition == .terminate {
      quit(detail: "swiped away, did not answer")
    } else {
      endHung(limit: transition.limit(limits))
    }
  }

  func endHung(limit: TimeSpan) {
    let location = main.running.flatMap { behavior?.location(of: $0.fiber) } ?? failure?.location
    let what = "\(callbackName) did not return within \(limit)"
    report(.callbackTooLong, what + (obstacle.map { ": it waits, and \($0)" } ?? ""), at: location)
    terminate(.watchdog, detail: what)
  }

  /// What a blocked main thread is likely to wait for; nil: nothing is under way, or it is not.
  private var obstacle: String? {
    guard main.blocked != nil else { return nil }
    return underWay.first { !$0.isDelayed }.map { work in
      "\(work.what)\(work.location.map { ", begun at \($0)," } ?? "") is under way"
    }
  }

  // MARK: The end

  /// The app the user swiped away has ended; it starts anew if the user has opened it again since.
  func quit(detail: String = "swiped away") {
    let isWantedAgain = device.world.foreground == id
    terminate(.forceQuit, detail: detail)
    if isWantedAgain { device.world.bringToFront(self) }
  }

  /// The app's code failed, or a rule dooms it: the process ends once its CPU time is spent.
  func endDoomed() {
    guard let failure else { return }
    // One mistake is one finding.
    if !failure.isReported, let rule = failure.rule ?? failure.reason.finding {
      report(rule, failure.message, at: failure.location)
    }
    terminate(failure.reason, detail: failure.detail)
  }

  /// Ends a process at once: no callback, its state is gone (P3, P5).
  func terminate(_ reason: ExitReason, detail: String) {
    guard let behavior else { return }
    let platform = device.platform
    record(
      .exited(
        reason, code: platform.code(of: reason), detail: detail,
        isCodeAssumed: platform.assumesCode(of: reason) ? true : nil))
    countExit(reason)
    device.power.cancel(unspentWork)
    device.processors?.ended(self)
    device.services.processEnds(self)
    device.budget.adjust(self)
    device.budget.forget(self)
    self.behavior = nil
    behavior.end()
    clear()
    device.world.ended(self)
    move(to: .notRunning, because: reason.rawValue)
  }

  /// The energy that has been charged for work that is still to be done.
  var unspentWork: SharedEnergy {
    let power = device.power
    let left =
      mainWork.shared.flatMap { device.processors?.left($0) } ?? mainWork.until - agenda.now
    var unspent = power.work(max(.zero, left), isGranted: mainWork.isGranted)
    // Global queues stand still while the app is suspended.
    let reached = suspendedAt ?? agenda.now
    for busy in globalQueues.busy.elements {
      let left = busy.work.flatMap { device.processors?.left($0) } ?? busy.due - reached
      unspent += power.work(max(.zero, left), isGranted: busy.isGranted)
    }
    return unspent
  }
}
