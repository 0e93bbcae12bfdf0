import Simulation

/// The apps' threads: one main thread each, run as a queue, and global queues beside it (P7).
extension Device {
  // MARK: The queue

  func enqueue(_ item: MainItem, of app: Application) {
    app.enqueue(item)
    scheduleTurn(of: app)
  }

  /// Something came due: it runs in its turn, or at resumption if the app is suspended (P3).
  func due(_ item: MainItem, of app: Application) {
    if app.state == .suspended {
      app.process.deferred.append(.main(item))
    } else {
      enqueue(item, of: app)
    }
  }

  func scheduleTurn(of app: Application) {
    guard !app.main.turnScheduled else { return }
    app.main.turnScheduled = true
    queue.schedule(
      .mainTurn(app.id, life: app.life), at: max(now, app.main.busyUntil),
      rank: DeviceEvent.Rank.callback)
  }

  /// The main thread's next step: it goes on with what holds it, or takes the next of the queue.
  func turn(_ app: Application) {
    app.main.turnScheduled = false
    guard app.state.isRunning else { return }
    if app.main.busyUntil > now {
      scheduleTurn(of: app)
      return
    }
    if let running = app.main.running, let behavior = app.behavior {
      settle(
        execute(app) { behavior.resume(running.fiber) }, transition: running.transition, of: app)
    } else if mayTakeItem(app), let item = app.dequeue() {
      start(item, of: app)
    }
    settleDown(app)
  }

  /// After a callback, or a part of it: the thread's next turn, or suspension.
  func settleDown(_ app: Application) {
    guard app.behavior != nil else { return }
    if app.main.running != nil || (app.main.hasWork && mayTakeItem(app)) {
      scheduleTurn(of: app)
    }
    considerSuspension(of: app)
  }

  /// Once suspension is decided only what was queued before still runs (B8).
  private func mayTakeItem(_ app: Application) -> Bool {
    app.main.itemsBeforeSuspension.map { $0 > 0 } ?? true
  }

  private func start(_ item: MainItem, of app: Application) {
    if let left = app.main.itemsBeforeSuspension { app.main.itemsBeforeSuspension = left - 1 }
    switch item {
    case .transition(let transition):
      begin(transition, of: app)
      run(transition.callback, transition: transition, of: app)
    case .callback(let callback):
      if case .performFetch = callback { traceCallback(callback, of: app) }
      if case .didReceiveMemoryWarning = callback { traceCallback(callback, of: app) }
      run(callback, of: app)
    case .timer(let timer):
      fire(timer, of: app)
    case .resume(let fiber):
      guard let behavior = app.behavior else { return }
      app.main.startedAt = now
      settle(execute(app) { behavior.resume(fiber) }, of: app)
    case .expirationHandler(let task):
      runExpirationHandler(ofTask: task, of: app)
    case .expirationReview:
      reviewExpiration(of: app)
    }
  }

  /// Runs a callback on the main thread, which must be free; true if nothing is left to be done.
  @discardableResult
  func run(
    _ callback: Callback, transition: Transition? = nil, of app: Application
  ) -> Bool {
    guard let behavior = app.behavior else { return false }
    app.main.begin(callback, at: now)
    let turn = execute(app) { behavior.run(callback) }
    if transition == nil, turn.cpu == .zero, case .returned = turn.outcome,
      app.main.endCallbackAtOnce(at: now, limits)
    {
      return true
    }
    settle(turn, transition: transition, of: app)
    return false
  }

  /// Runs a stretch of an app's code.
  @inline(__always)
  private func execute(_ app: Application, _ code: () -> Turn) -> Turn {
    executing = app.id
    defer { executing = nil }
    return code()
  }

  /// Books what a run on the main thread came to.
  private func settle(_ turn: Turn, transition: Transition? = nil, of app: Application) {
    let time = app.main.spend(turn.cpu, at: now, limits)
    if time > .zero { chargeMain(time, of: app) }
    switch turn.outcome {
    case .returned, .awaiting:
      app.main.running = nil
      if case .awaiting(let fiber) = turn.outcome { app.process.beside.waiting.remove(fiber) }
      releaseLimit(of: app, spent: time)
      if app.main.isDoomed {
        scheduleDoom(of: app, after: time)
      } else if let transition {
        finish(transition, of: app, at: now + time)
      }
    case .busy(let fiber), .preempted(let fiber):
      app.main.running = .init(fiber: fiber, transition: transition)
      armLimit(of: app)
      if app.main.isDoomed { scheduleDoom(of: app, after: time) }
    case .failed:
      app.main.running = nil
      if !app.main.isDoomed { doom(app) }
      scheduleDoom(of: app, after: min(time, limits.callback))
    }
  }

  /// The code of an app has failed.
  private func doom(_ app: Application) {
    let failure = app.behavior?.takeFailure()
    app.doom(failure)
    guard let failure, failure.breaksRun else { return }
    let place = failure.location.map { "\($0): " } ?? ""
    breakOff("\(app.name) at \(clock.text(now)): \(place)\(failure.message)")
  }

  private func scheduleDoom(of app: Application, after time: TimeSpan) {
    app.main.busyUntil = .distantFuture
    queue.schedule(
      .doom(app.id, life: app.life), at: now + time, rank: DeviceEvent.Rank.callback)
  }

  /// Any one callback may take 20 s (section 2); armed only once it takes time at all.
  private func armLimit(of app: Application) {
    guard app.main.limit == .none else { return }
    app.main.limit = queue.schedule(
      .limit(.callback, app.id, life: app.life), at: app.main.startedAt + limits.callback,
      rank: DeviceEvent.Rank.limit)
  }

  /// The callback is over, unless the CPU time it spent reaches beyond its limit.
  private func releaseLimit(of app: Application, spent: TimeSpan) {
    if now + spent - app.main.startedAt > limits.callback {
      armLimit(of: app)
    } else if app.main.limit != .none {
      queue.cancel(app.main.limit)
      app.main.limit = .none
    }
  }

  // MARK: Dispatch and sleep

  func dispatchMain(
    _ block: BlockID, of app: Application, after delay: TimeSpan, at location: SourceLocation?
  ) {
    guard delay > .zero else {
      enqueue(.callback(.block(block)), of: app)
      return
    }
    if let location { app.process.unfinished.awaitDelayed(block, at: location) }
    queue.schedule(
      .dispatch(app.id, block, life: app.life), at: now + delay, rank: DeviceEvent.Rank.callback)
  }

  /// The block's moment has come.
  func dispatchIsDue(_ block: BlockID, of app: Application) {
    app.process.unfinished.begins(block)
    due(.callback(.block(block)), of: app)
  }

  func sleep(_ fiber: FiberID, of app: Application, for time: TimeSpan) {
    if time > .zero { app.process.unfinished.sleeps(fiber) }
    wake(fiber, of: app, after: time)
  }

  func wake(_ fiber: FiberID, of app: Application, after time: TimeSpan) {
    queue.schedule(
      .wake(app.id, fiber, life: app.life), at: now + max(time, .zero),
      rank: DeviceEvent.Rank.callback)
  }

  /// An awaiting fiber goes on, on the thread it belongs to.
  func awake(_ fiber: FiberID, of app: Application) {
    app.process.unfinished.wakes(fiber)
    if !app.process.beside.waiting.contains(fiber) {
      due(.resume(fiber), of: app)
    } else if app.state == .suspended {
      app.process.deferred.append(.besideFiber(fiber))
    } else {
      app.process.beside.waiting.remove(fiber)
      let delay = delayBeside(app)
      if delay > .zero {
        keepBusy(fiber, for: delay, of: app)
      } else {
        resumeBeside(fiber, of: app)
      }
    }
  }

  // MARK: Global queues

  func dispatchBeside(_ block: BlockID, of app: Application, at location: SourceLocation? = nil) {
    if let location { app.process.unfinished.awaitBeside(block, at: location) }
    queue.schedule(
      .beside(app.id, block, life: app.life), at: now + delayBeside(app),
      rank: DeviceEvent.Rank.callback)
  }

  /// How long what is to run on a global queue now has to wait: blocks that never let time pass are
  /// charged as callbacks on the main thread are, one after the other, and with their CPU time.
  private func delayBeside(_ app: Application) -> TimeSpan {
    app.process.beside.burst.weigh(limits.livelockCost, at: now)
    return app.process.beside.burst.excess(at: now, limits)
  }

  /// What an app makes the device do, on whichever thread, weighs as so many callbacks do.
  func weigh(_ callbacks: Int, on app: Application) {
    let cost = limits.livelockCost * callbacks
    app.main.weigh(cost, at: now)
    app.process.beside.burst.weigh(cost, at: now)
  }

  func runBeside(_ block: BlockID, of app: Application) {
    app.process.unfinished.begins(block)
    if app.state == .suspended {
      app.process.deferred.append(.besideBlock(block))
    } else if let behavior = app.behavior {
      settleBeside(execute(app) { behavior.run(.block(block)) }, of: app)
    }
  }

  func goOnBeside(_ fiber: FiberID, of app: Application) {
    guard app.process.beside.busy.remove(fiber) != nil else { return }
    resumeBeside(fiber, of: app)
  }

  private func resumeBeside(_ fiber: FiberID, of app: Application) {
    guard let behavior = app.behavior else { return }
    settleBeside(execute(app) { behavior.resume(fiber) }, of: app)
  }

  private func settleBeside(_ turn: Turn, of app: Application) {
    switch turn.outcome {
    case .returned:
      weighBeside(turn.cpu, of: app)
    case .awaiting(let fiber):
      weighBeside(turn.cpu, of: app)
      app.process.beside.waiting.insert(fiber)
    case .busy(let fiber): keepBusy(fiber, for: max(turn.cpu, delayBeside(app)), of: app)
    case .preempted(let fiber):
      app.process.beside.endless += turn.cpu
      if app.process.beside.endless > limits.callback { return endRunaway(fiber, of: app) }
      keepBusy(fiber, for: turn.cpu, of: app)
    case .failed:
      if !app.main.isDoomed { doom(app) }
    }
    if app.process.beside.busy.isEmpty { app.process.beside.endless = .zero }
    if app.main.isDoomed { scheduleDoom(of: app, after: .zero) }
    considerSuspension(of: app)
  }

  /// What has run in no time of its own makes what comes after it wait.
  private func weighBeside(_ cpu: TimeSpan, of app: Application) {
    if cpu > .zero { app.process.beside.burst.weigh(cpu, at: now) }
  }

  /// Code on global queues has no callback's limit; what never pauses at all is ended all the same.
  private func endRunaway(_ fiber: FiberID, of app: Application) {
    let what = "code on a global queue did not pause for \(limits.callback) of CPU time"
    report(.callbackTooLong, what, of: app, at: app.behavior?.location(of: fiber))
    terminate(app, .watchdog, detail: what)
  }

  private func keepBusy(_ fiber: FiberID, for time: TimeSpan, of app: Application) {
    let due = now + time
    let token = queue.schedule(
      .besideTurn(app.id, fiber, life: app.life), at: due, rank: DeviceEvent.Rank.callback)
    let isGranted = isGranted(app)
    energy.begin(energy.work(due - now, isGranted: isGranted))
    app.process.beside.busy.append(
      .init(fiber: fiber, due: due, token: token, isGranted: isGranted), for: fiber)
  }

  // MARK: Suspension

  /// Work on global queues stands still while the app is suspended.
  func freezeBeside(of app: Application) {
    for busy in app.process.beside.busy.elements { queue.cancel(busy.token) }
  }

  /// The app runs again: what came due goes first, in its order (P3).
  func resumeDeferred(_ app: Application) {
    let pause = app.process.suspendedAt.map { now - $0 } ?? .zero
    for fiber in app.process.beside.busy.keys {
      guard var busy = app.process.beside.busy[fiber] else { continue }
      busy.due = busy.due + pause
      busy.token = queue.schedule(
        .besideTurn(app.id, fiber, life: app.life), at: busy.due, rank: DeviceEvent.Rank.callback)
      app.process.beside.busy[fiber] = busy
    }
    let deferred = app.process.deferred
    app.process.deferred = []
    for work in deferred {
      switch work {
      case .main(let item):
        if case .timer(let timer) = item { reportMissedFirings(of: timer, app) }
        enqueue(item, of: app)
      case .besideBlock(let block):
        dispatchBeside(block, of: app)
      case .besideFiber(let fiber):
        wake(fiber, of: app, after: .zero)
      }
    }
    resumeRequests(of: app, after: pause)
    resumeLocks(of: app)
    app.process.suspendedAt = nil
    if app.main.hasWork { scheduleTurn(of: app) }
  }
}
