import Simulation

/// Blocks beside the main thread (P7).
extension Process {
  func dispatchBeside(_ block: BlockID, at location: SourceLocation? = nil) {
    if let location { unfinished.awaitBeside(block, at: location) }
    schedule(.beside(block), at: agenda.now + globalQueues.delay(at: agenda.now, livelock))
  }

  func runBeside(_ block: BlockID) {
    unfinished.begins(block)
    if state == .suspended {
      deferred.append(.besideBlock(block))
    } else if let code {
      main.wakeUps &+= 1
      settleBeside(execute(code) { $0.run(.block(block)) })
    }
  }

  /// Runs a callback there, now.
  func runBeside(_ callback: Callback) {
    if let code { settleBeside(execute(code) { $0.run(callback) }) }
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
    settleBeside(execute(code) { $0.resume(fiber) })
  }

  private func settleBeside(_ turn: Turn) {
    switch turn.outcome {
    case .returned:
      globalQueues.weigh(turn.cpu, at: agenda.now)
    case .awaiting(let fiber):
      globalQueues.weigh(turn.cpu, at: agenda.now)
      globalQueues.await(fiber)
    case .busy(let fiber):
      keepBusy(fiber, for: max(turn.cpu, globalQueues.delay(at: agenda.now, livelock)))
    case .preempted(let fiber):
      if globalQueues.preempted(after: turn.cpu, limits) { return endRunaway(fiber) }
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
