import Simulation

/// Timers on the main thread.
extension Process {
  func scheduleTimer(
    every interval: TimeSpan, repeats: Bool, block: BlockID, at location: SourceLocation
  ) -> TimerID {
    let interval = interval > .zero ? interval : Timers.smallestInterval
    let due = agenda.now + interval
    let id = timers.add(
      Timers.Timer(block: block, interval: interval, repeats: repeats, due: due), at: location)
    let token = schedule(.timer(id), at: due)
    timers.update(id) { $0.token = token }
    return id
  }

  func invalidateTimer(_ id: TimerID) {
    guard let timer = timers.remove(id) else { return }
    agenda.cancel(timer.token)
    behavior?.release(timer.block)
  }

  func isTimerValid(_ id: TimerID) -> Bool { timers.isValid(id) }

  /// The timer's moment has come: it fires now if the main thread is free, or in its turn.
  ///
  /// The most frequent event of all, so it opens the process's state as seldom as it can.
  @inline(__always)
  func timerIsDue(_ id: TimerID) {
    guard state.isRunning, main.isFree(at: agenda.now) else { return due(.timer(id)) }
    if !fire(id), main.isUnsettled { settleDown() }
  }

  /// Fires a timer in its turn, if it is still valid; true if nothing is left to be done.
  @discardableResult
  @inline(__always)
  func fire(_ id: TimerID) -> Bool {
    let fired = timers.fire(id, at: agenda.now) { schedule(.timer(id), at: $0) }
    guard let timer = fired else { return false }
    let isOver = run(.timer(timer.block, id))
    if !timer.repeats, behavior != nil, timers.remove(id) != nil {
      behavior?.release(timer.block)
    }
    return isOver
  }

  /// A repeating timer that missed firings while the app was suspended (P3).
  func reportMissedFirings(of id: TimerID) {
    guard let timer = timers[id], timer.repeats, !timer.isReported else { return }
    let missed = (agenda.now - timer.due).nanoseconds / timer.interval.nanoseconds
    guard missed > 0 else { return }
    timers.update(id) { $0.isReported = true }
    report(
      .timerMissedFirings,
      "a timer of \(timer.interval) missed \(missed) firings while the app was suspended",
      at: timers.location(of: id))
  }
}
