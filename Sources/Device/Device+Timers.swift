import Simulation

/// Timers on the main thread.
extension Device {
  func scheduleTimer(
    of app: Application, every interval: TimeSpan, repeats: Bool, block: BlockID,
    at location: SourceLocation
  ) -> TimerID {
    let interval = interval > .zero ? interval : Timers.smallestInterval
    let id = app.process.timers.add(
      Timers.Timer(block: block, interval: interval, repeats: repeats, due: now + interval),
      at: location)
    let token = queue.schedule(
      .timer(app.id, id, life: app.life), at: now + interval, rank: DeviceEvent.Rank.callback)
    app.process.timers.update(id) { $0.token = token }
    return id
  }

  func invalidateTimer(_ id: TimerID, of app: Application) {
    guard let timer = app.process.timers.remove(id) else { return }
    queue.cancel(timer.token)
    app.behavior?.release(timer.block)
  }

  /// The timer's moment has come: it fires now if the main thread is free, or in its turn.
  ///
  /// The most frequent event of all, so it opens the process's state as seldom as it can.
  func timerFires(_ id: TimerID, of app: Application) {
    guard app.state.isRunning, app.main.isFree(at: now) else { return due(.timer(id), of: app) }
    if !fire(id, of: app), app.main.isUnsettled { settleDown(app) }
  }

  /// Fires a timer in its turn, if it is still valid; true if nothing is left to be done.
  @discardableResult
  func fire(_ id: TimerID, of app: Application) -> Bool {
    let again = DeviceEvent.timer(app.id, id, life: app.life)
    guard let timer = app.process.timers.fire(id, at: now, again: again, in: &queue) else {
      return false
    }
    let isOver = run(.timer(timer.block, id), of: app)
    if !timer.repeats, app.behavior != nil, app.process.timers.remove(id) != nil {
      app.behavior?.release(timer.block)
    }
    return isOver
  }

  /// A repeating timer that missed firings while the app was suspended (P3).
  func reportMissedFirings(of id: TimerID, _ app: Application) {
    guard let timer = app.process.timers[id], timer.repeats, !timer.isReported else { return }
    let missed = (now - timer.due).nanoseconds / timer.interval.nanoseconds
    guard missed > 0 else { return }
    app.process.timers.update(id) { $0.isReported = true }
    report(
      .timerMissedFirings,
      "a timer of \(timer.interval) missed \(missed) firings while the app was suspended",
      of: app, at: app.process.timers.location(of: id))
  }
}

extension Timers {
  /// Takes note that a timer fires and returns it; nil when it is over. A repeating one is armed
  /// for the next multiple of its interval that is to come: firings missed meanwhile are skipped,
  /// as Foundation has it.
  fileprivate mutating func fire(
    _ id: TimerID, at now: Instant, again event: DeviceEvent,
    in queue: inout EventQueue<DeviceEvent>
  ) -> Timer? {
    guard let timer = self[id] else { return nil }
    guard timer.repeats else { return timer }
    let due = Timers.nextDue(after: timer.due, interval: timer.interval, now: now)
    let token = queue.schedule(event, at: due, rank: DeviceEvent.Rank.callback)
    update(id) {
      $0.due = due
      $0.token = token
    }
    return timer
  }
}
