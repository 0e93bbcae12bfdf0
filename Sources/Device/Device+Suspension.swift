import Simulation

/// When an app in the background stops running (B8), and how it is resumed (P3).
extension Device {
  /// didEnterBackground has returned: with no task the app has a few seconds more (B8).
  func awaitSuspension(of app: Application, from end: Instant) {
    guard app.state == .background, !app.configuration.modes.runsInBackground else { return }
    app.process.suspensionDue = end + limits.suspensionDelay
    guard app.process.tasks.isEmpty else { return }
    queue.schedule(
      .limit(.suspension, app.id, life: app.life), at: end + limits.suspensionDelay,
      rank: DeviceEvent.Rank.limit)
  }

  func suspensionIsDue(_ app: Application) {
    guard let due = app.process.suspensionDue, due <= now else { return }
    considerSuspension(of: app)
  }

  /// Whether nothing keeps the app running in the background any more.
  private func isIdleInBackground(_ app: Application) -> Bool {
    guard app.state == .background, app.process.tasks.isEmpty,
      !app.configuration.modes.runsInBackground, app.main.transitions == 0,
      app.process.fetch.map({ $0.isDetached }) ?? true, !app.main.isDoomed
    else { return false }
    // It begins its few seconds only once didEnterBackground has returned; ending the last task
    // cuts them short.
    guard let due = app.process.suspensionDue else { return true }
    return due <= now || app.process.clock.deadline != nil
  }

  /// Decides on suspension; carried out once the callbacks queued at this moment have run.
  func considerSuspension(of app: Application) {
    guard app.state == .background else { return }
    guard isIdleInBackground(app) else {
      app.main.itemsBeforeSuspension = nil
      return
    }
    if app.main.itemsBeforeSuspension == nil {
      app.main.itemsBeforeSuspension = app.main.queued
    }
    guard executing != app.id, app.main.running == nil,
      app.main.itemsBeforeSuspension == 0
    else { return }
    if app.main.busyUntil > now {
      scheduleTurn(of: app)
    } else {
      suspend(app)
    }
  }

  private func suspend(_ app: Application) {
    if let lock = app.process.locks.first {
      let message = "lock \"\(lock.name)\" in a shared container held at suspension"
      report(.lockHeldAtSuspension, message, of: app, at: lock.location)
      terminate(app, .suspendedWithLockedFile, detail: message)
      return
    }
    reportCutOffWork(of: app)
    reportMissingInterval(of: app)
    stopClock(of: app)
    app.process.suspensionDue = nil
    app.main.itemsBeforeSuspension = nil
    app.process.suspendedAt = now
    freezeBeside(of: app)
    freezeRequests(of: app)
    move(app, to: .suspended, because: "idle")
  }

  /// A suspended app runs again, in the background (F3).
  func resumeInBackground(_ app: Application, because reason: String) {
    noteWakeUp()
    move(app, to: .background, because: reason)
    resumeDeferred(app)
  }

  func noteWakeUp() {
    statistics.wakeUps += 1
    if foreground == nil { statistics.screenOffWakeUps += 1 }
  }
}
