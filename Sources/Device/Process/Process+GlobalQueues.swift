import Simulation

/// Blocks beside the main thread (P7).
extension Process {
  func dispatchBeside(_ block: BlockID, at location: SourceLocation? = nil) {
    if let location { unfinished.awaitBeside(block, at: location, since: agenda.juncture) }
    schedule(.beside(block), at: nextBeside())
  }

  /// Returns when what is to run beside the main thread now can begin.
  func nextBeside() -> Instant { agenda.now + globalQueues.delay(at: agenda.now, livelock) }

  func runBeside(_ block: BlockID) {
    unfinished.begins(block)
    if state == .suspended {
      deferred.append(.besideBlock(block))
    } else {
      runBeside(.block(block))
    }
  }

  /// `asyncAfter` of a global queue.
  func dispatchBeside(_ block: BlockID, after delay: TimeSpan, at location: SourceLocation) {
    guard delay > .zero else { return dispatchBeside(block, at: location) }
    unfinished.awaitDelayed(block, at: location, since: agenda.juncture)
    schedule(.beside(block), at: agenda.now + delay)
  }

  /// Runs a callback there, now, or when the app is resumed.
  ///
  /// - Parameters:
  ///   - owner: hears when it returns.
  func runBeside(_ callback: Callback, for owner: BesideOwner? = nil) {
    guard state != .suspended else {
      deferred.append(.besideCallback(callback, owner))
      return
    }
    guard let code else { return }
    main.wakeUps &+= 1
    isBesideMain = true
    let turn = execute(code) { $0.run(callback) }
    isBesideMain = false
    settleBeside(turn, of: owner)
  }

  /// Runs the first callback that came due while the app was suspended.
  func runDeferredBeside() {
    guard state != .suspended, case .besideCallback(let callback, let owner)? = deferred.first
    else { return }
    deferred.removeFirst()
    runBeside(callback, for: owner)
  }

  /// An awaiting fiber goes on here.
  func wakesBeside(_ fiber: FiberID) {
    globalQueues.goesOn(fiber)
    let delay = globalQueues.delay(at: agenda.now, livelock)
    if delay > .zero {
      keepBusy(fiber, for: delay)
    } else {
      resumeBeside(fiber)
    }
  }

  func goOnBeside(_ fiber: FiberID) {
    guard let busy = globalQueues.busy.remove(fiber) else { return }
    if let work = busy.work { device.processors?.end(work) }
    resumeBeside(fiber)
  }

  private func resumeBeside(_ fiber: FiberID) {
    guard let code else { return }
    let owner = globalQueues.takeOwner(of: fiber)
    isBesideMain = true
    let turn = execute(code) { $0.resume(fiber) }
    isBesideMain = false
    settleBeside(turn, of: owner)
  }

  private func settleBeside(_ turn: Turn, of owner: BesideOwner? = nil) {
    switch turn.outcome {
    case .returned:
      globalQueues.weigh(turn.cpu, at: agenda.now)
      if let owner { device.services[owner.service].returned(owner.number, of: self) }
    case .awaiting(let fiber), .blocked(let fiber):
      // There are threads enough: one that is blocked keeps no other from its work.
      globalQueues.weigh(turn.cpu, at: agenda.now)
      globalQueues.await(fiber)
      globalQueues.note(owner, of: fiber)
    case .busy(let fiber):
      globalQueues.note(owner, of: fiber)
      keepBusy(fiber, for: max(turn.cpu, globalQueues.delay(at: agenda.now, livelock)))
    case .preempted(let fiber):
      if globalQueues.preempted(after: turn.cpu, limits) { return endRunaway(fiber) }
      globalQueues.note(owner, of: fiber)
      keepBusy(fiber, for: turn.cpu)
    case .failed(let failure):
      if !main.isDoomed { fail(failure, in: "a global queue") }
    }
    globalQueues.rest()
    if main.isDoomed { scheduleDoom(after: .zero) }
    considerSuspension()
  }

  /// Code on global queues has no callback's limit; what never pauses at all is ended all the same.
  private func endRunaway(_ fiber: FiberID) {
    let what = "code on a global queue did not pause for \(limits.callback) of CPU time"
    report(.callbackTooLong, what, at: behavior?.location(of: fiber))
    terminate(.watchdog, detail: what)
  }

  private func keepBusy(_ fiber: FiberID, for time: TimeSpan) {
    var busy = GlobalQueues.Busy(
      fiber: fiber, due: agenda.now + time, token: .none,
      isGranted: device.budget.isGranted(self))
    begin(&busy)
    bookCPU(time)
    device.power.begin(time, isGranted: busy.isGranted)
    globalQueues.busy.append(busy, for: fiber)
  }

  private func begin(_ busy: inout GlobalQueues.Busy) {
    if let processors = device.processors {
      busy.work = processors.begin(
        busy.due - agenda.now, of: self, then: .besideTurn(busy.fiber))
    } else {
      busy.token = schedule(.besideTurn(busy.fiber), at: busy.due)
    }
  }

  /// Work on global queues stands still while the app is suspended.
  func freezeBeside() {
    for var busy in globalQueues.busy.elements {
      agenda.cancel(busy.token)
      guard let work = busy.work, let processors = device.processors else { continue }
      busy.due = agenda.now + processors.end(work)
      busy.work = nil
      globalQueues.busy[busy.fiber] = busy
    }
  }

  /// It goes on after the pause.
  func thawBeside(after pause: TimeSpan) {
    for fiber in globalQueues.busy.keys {
      guard var busy = globalQueues.busy[fiber] else { continue }
      busy.due = busy.due + pause
      begin(&busy)
      globalQueues.busy[fiber] = busy
    }
  }
}
