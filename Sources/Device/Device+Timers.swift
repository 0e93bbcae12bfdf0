import Simulation

/// Timers on the main thread.
extension Device {
  func scheduleTimer(
    of app: Application, every interval: TimeSpan, repeats: Bool, block: BlockID,
    at location: SourceLocation
  ) -> TimerID {
    let interval = interval > .zero ? interval : Timers.smallestInterval
    let id = app.process.timers.add(
      Timers.Timer(
        block: block, interval: interval, repeats: repeats, location: location,
        due: now + interval, token: .none, pending: false, reported: false))
    arm(id, of: app, at: now + interval)
    return id
  }

  func invalidateTimer(_ id: TimerID, of app: Application) {
    guard let timer = app.process.timers.remove(id) else { return }
    queue.cancel(timer.token)
    app.behavior?.release(timer.block)
  }

  private func arm(_ id: TimerID, of app: Application, at due: Instant) {
    app.process.timers[id]?.due = due
    app.process.timers[id]?.token = queue.schedule(
      .timer(app.id, id, life: app.life), at: due, rank: DeviceEvent.Rank.callback)
  }

  /// The timer's moment has come: it fires now if the main thread is free, or in its turn.
  func timerFires(_ id: TimerID, of app: Application) {
    let main = app.process.main
    if app.state.isRunning, main.running == nil, !main.hasWork, main.busyUntil <= now,
      app.process.itemsBeforeSuspension == nil
    {
      fire(id, of: app)
      return
    }
    app.process.timers[id]?.pending = true
    due(.timer(id), of: app)
  }

  /// Runs the timer's block. A repeating one is armed again first, for the next multiple of its
  /// interval that is to come: firings missed meanwhile are skipped, as Foundation has it.
  func fire(_ id: TimerID, of app: Application) {
    guard let timer = app.process.timers[id] else { return }
    if timer.repeats {
      app.process.timers[id]?.pending = false
      arm(id, of: app, at: Timers.nextDue(after: timer.due, interval: timer.interval, now: now))
    }
    run(.timer(timer.block, id), of: app)
    if !timer.repeats, app.behavior != nil, app.process.timers.remove(id) != nil {
      app.behavior?.release(timer.block)
    }
  }

  /// A repeating timer that missed firings while the app was suspended (P3).
  func reportMissedFirings(of id: TimerID, _ app: Application) {
    guard let timer = app.process.timers[id], timer.repeats, !timer.reported else { return }
    let missed = (now - timer.due).nanoseconds / timer.interval.nanoseconds
    guard missed > 0 else { return }
    app.process.timers[id]?.reported = true
    report(
      .timerMissedFirings,
      "a timer of \(timer.interval.seconds) s missed \(missed) firings while the app was suspended",
      of: app, at: timer.location)
  }
}
