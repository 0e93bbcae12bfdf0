import Simulation

/// The main thread, run as a queue: one callback at a time (P7).
extension Process {
  // MARK: The queue

  func enqueue(_ item: MainItem) {
    mainQueue.append(item)
    main.queued += 1
    scheduleTurn()
  }

  /// Something came due: it runs in its turn, or at resumption if the app is suspended (P3).
  func due(_ item: MainItem) {
    if state == .suspended {
      deferred.append(.main(item))
    } else {
      enqueue(item)
    }
  }

  func scheduleTurn() {
    guard !main.turnScheduled, mainWork.shared == nil else { return }
    main.turnScheduled = true
    schedule(.turn, at: max(agenda.now, main.busyUntil))
  }

  /// The main thread's next step: it goes on with what holds it, or takes the next of the queue.
  func turn() {
    main.turnScheduled = false
    guard state.isRunning else { return }
    if main.busyUntil > agenda.now {
      scheduleTurn()
      return
    }
    if let running = main.running, let code {
      guard !running.isBlocked else { return settleDown() }
      settle(execute(code) { $0.resume(running.fiber) }, transition: running.transition)
    } else if main.mayTakeItem, main.hasWork {
      main.queued -= 1
      start(mainQueue.removeFirst())
    }
    settleDown()
  }

  /// The main thread has done what it shared cores for.
  func goOnOnMain() {
    guard let work = mainWork.shared else { return }
    device.processors?.end(work)
    mainWork.shared = nil
    guard !main.isDoomed else { return }
    main.busyUntil = agenda.now
    turn()
  }

  /// After a callback, or a part of it: the thread's next turn, or suspension.
  func settleDown() {
    guard code != nil else { return }
    if main.hasStep { scheduleTurn() }
    considerSuspension()
  }

  private func start(_ item: MainItem) {
    if let left = main.itemsBeforeSuspension { main.itemsBeforeSuspension = left - 1 }
    switch item {
    case .transition(let transition):
      begin(transition)
      run(transition.callback, transition: transition)
    case .callback(let callback):
      if callback.isMethod { recordCall(of: callback) }
      run(callback)
    case .timer(let timer):
      fire(timer)
    case .resume(let fiber):
      resume(fiber)
    case .service(let service, let what, let number):
      device.services[service].turn(what, number, of: self)
    }
  }

  // MARK: Running code

  /// Runs a callback on the main thread, which must be free; true if nothing is left to be done.
  @discardableResult
  @inline(__always)
  func run(_ callback: Callback, transition: Transition? = nil) -> Bool {
    guard let code else { return false }
    main.begin(callback, at: agenda.now)
    if main.wakeUps > limits.wakeUps { wakesOften(for: callback) }
    let turn = execute(code) { $0.run(callback) }
    if transition == nil, turn.cpu == .zero, case .returned = turn.outcome,
      main.endCallbackAtOnce(at: agenda.now, livelock)
    {
      return true
    }
    settle(turn, transition: transition)
    return false
  }

  /// Goes on with a callback that has waited; true if nothing is left to be done.
  @discardableResult
  @inline(__always)
  private func resume(_ fiber: FiberID) -> Bool {
    guard let code else { return false }
    main.goesOn(at: agenda.now)
    let turn = execute(code) { $0.resume(fiber) }
    if turn.cpu == .zero, turn.outcome.freesThread,
      main.endCallbackAtOnce(at: agenda.now, livelock)
    {
      if case .awaiting(let fiber) = turn.outcome { globalQueues.goesOn(fiber) }
      return true
    }
    settle(turn)
    return false
  }

  /// Runs a stretch of the app's code, which cannot end meanwhile (`behavior`).
  @inline(__always)
  func execute(_ code: UnretainedRef<AppCode>, _ run: (any AppBehavior) -> Turn) -> Turn {
    isExecuting = true
    defer { isExecuting = false }
    return code.use { run($0.behavior) }
  }

  /// Books the result of a run on the main thread.
  private func settle(_ turn: Turn, transition: Transition? = nil) {
    let time = main.spend(turn.cpu, at: agenda.now, livelock)
    if time > .zero { charge(time) }
    switch turn.outcome {
    case .returned, .awaiting:
      main.running = nil
      if case .awaiting(let fiber) = turn.outcome { globalQueues.goesOn(fiber) }
      releaseLimit(spent: time)
      if main.isDoomed {
        scheduleDoom(after: time)
      } else if let transition {
        finish(transition, at: agenda.now + time)
      }
    case .busy(let fiber), .preempted(let fiber):
      main.running = .init(fiber: fiber, transition: transition)
      armLimit()
      if main.isDoomed { return scheduleDoom(after: time) }
      shareCores(for: time)
      var isPreempted = false
      if case .preempted = turn.outcome { isPreempted = true }
      if main.runsOn(time, isPreempted: isPreempted, limits), state.isForeground {
        endHung(limit: limits.callback)
      }
    case .blocked(let fiber):
      globalQueues.goesOn(fiber)
      main.running = .init(fiber: fiber, transition: transition, isBlocked: true)
      armLimit()
      if main.isDoomed { return scheduleDoom(after: time) }
      shareCores(for: time)
    case .failed(let failure):
      main.running = nil
      hang = nil
      if !main.isDoomed { fail(failure, in: callbackName) }
      scheduleDoom(after: min(time, limits.callback))
    }
  }

  /// The main thread begins to be busy for so long.
  private func charge(_ cpu: TimeSpan) {
    bookCPU(cpu)
    mainWork = MainWork(until: agenda.now + cpu, isGranted: device.budget.isGranted(self))
    device.power.begin(cpu, isGranted: mainWork.isGranted)
  }

  /// The callback goes on once the thread has had its CPU time; how long that takes depends on the
  /// others where they share cores.
  private func shareCores(for time: TimeSpan) {
    guard let processors = device.processors, time > .zero else { return }
    main.busyUntil = .distantFuture
    mainWork.shared = processors.begin(time, of: self, then: .mainTurn)
  }

  /// Counts work of the device that the app causes, on whichever thread, as so many callbacks.
  func weigh(_ callbacks: Int) {
    let cost = livelock.cost * callbacks
    main.weigh(cost, at: agenda.now)
    globalQueues.weigh(cost, at: agenda.now)
  }

  // MARK: Failure

  /// The process is to end as soon as the running code has returned.
  func doom(_ failure: AppFailure?) {
    self.failure = failure
    main.isDoomed = failure != nil
  }

  /// The app's code has failed.
  ///
  /// - Parameters:
  ///   - callback: what ran, for people.
  func fail(_ failure: AppFailure, in callback: String) {
    doom(failure)
    guard let cause = failure.breaksRun else { return }
    let place = failure.location.map { "\($0): " } ?? ""
    let time = device.clock.text(agenda.now)
    device.breakOff(
      RunBreakdown(cause, "\(name), \(callback) at \(time): \(place)\(failure.message)"))
  }

  func scheduleDoom(after time: TimeSpan) {
    main.busyUntil = .distantFuture
    schedule(.doom, at: agenda.now + time)
  }

  // MARK: The limit of a callback

  /// Any one callback may take 20 s in the background; in front it is looked at after 2 s (section
  /// 2). Armed only once it takes time at all.
  func armLimit() {
    guard main.limit == .none else { return }
    let limit = state.isForeground ? limits.hang : limitBehind
    main.limit = schedule(
      .callbackLimit, at: max(agenda.now, main.startedAt + limit),
      rank: DeviceEvent.Rank.limit)
  }

  /// The callback has not returned: in front that ends nothing, but where it stands is noted.
  func callbackIsLong() {
    guard state.isForeground else { return endHung(limit: limitBehind) }
    if limits.endsHangs, main.callback?.isOfLaunch != true { return endHung(limit: limits.hang) }
    hang = main.running.flatMap { behavior?.location(of: $0.fiber) }
  }

  /// How long the present callback may take in the background.
  private var limitBehind: TimeSpan {
    guard let callback = main.callback else { return limits.callback }
    return callback.isReceiver
      ? limits.receiver : callback.isOfJob ? limits.job : limits.callback
  }

  /// The time after which a callback ends the process; nil: it does not.
  private var endingLimit: TimeSpan? {
    guard state.isForeground else { return limitBehind }
    return limits.endsHangs ? limits.hang : nil
  }

  /// The callback is over, unless the CPU time it spent reaches its limit, which goes before it.
  private func releaseLimit(spent: TimeSpan) {
    let took = agenda.now + spent - main.startedAt
    if let limit = endingLimit, took >= limit {
      armLimit()
    } else if main.limit != .none {
      agenda.cancel(main.limit)
      main.limit = .none
    }
    if took >= limits.hang { reportHang(until: agenda.now + spent) }
  }

  /// The run is over, and the callback is not.
  func reportOpenHang() {
    if main.running != nil { reportHang(until: agenda.now) }
  }

  /// The user could see it: the app in front did not answer. Launching has a limit of its own.
  private func reportHang(until end: Instant) {
    let place = hang
    hang = nil
    let time = end - max(main.startedAt, inFrontSince)
    guard time >= limits.hang, state.isForeground, main.callback?.isOfLaunch != true,
      !limits.endsHangs
    else { return }
    let what = "\(callbackName) kept the main thread for \(time.toTenths)"
    report(.hang, what + " with the app in front", at: place)
  }

  // MARK: Dispatch and sleep

  func dispatchMain(_ block: BlockID, after delay: TimeSpan, at location: SourceLocation?) {
    guard delay > .zero else {
      enqueue(.callback(.block(block)))
      return
    }
    if let location { unfinished.awaitDelayed(block, at: location, since: agenda.juncture) }
    schedule(.dispatch(block), at: agenda.now + delay)
  }

  /// The block's moment has come.
  func dispatchIsDue(_ block: BlockID) {
    unfinished.begins(block)
    due(.callback(.block(block)))
  }

  @inline(__always)
  func sleep(_ fiber: FiberID, for time: TimeSpan) -> EventToken {
    if time > .zero { unfinished.sleeps(fiber) }
    return wake(fiber, after: time)
  }

  @inline(__always)
  @discardableResult
  func wake(_ fiber: FiberID, after time: TimeSpan) -> EventToken {
    schedule(.wake(fiber), at: agenda.now + max(time, .zero))
  }

  /// An awaiting fiber goes on, on the thread it belongs to.
  func wakes(_ fiber: FiberID) {
    unfinished.wakes(fiber)
    if !globalQueues.awaits(fiber) {
      guard state.isRunning, main.isFree(at: agenda.now) else { return wakesLater(fiber) }
      if !resume(fiber), main.isUnsettled { settleDown() }
    } else if state == .suspended {
      deferred.append(.fiber(fiber))
    } else {
      wakesBeside(fiber)
    }
  }

  /// A fiber goes on that holds the main thread, or waits for it to be free.
  private func wakesLater(_ fiber: FiberID) {
    guard main.blocked == fiber else { return due(.resume(fiber)) }
    if state == .suspended {
      deferred.append(.fiber(fiber))
    } else {
      main.running?.isBlocked = false
      scheduleTurn()
    }
  }
}
