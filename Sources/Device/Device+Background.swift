import Simulation

/// Background tasks and the clock of a stay in the background (semantics.md, section 3).
extension Device {
  /// B3, B13; nil is `DBL_MAX`.
  func backgroundTimeRemaining(of app: Application) -> TimeSpan? {
    guard app.state == .background, !app.configuration.modes.runsInBackground else { return nil }
    if !app.process.tasks.isEmpty, let remaining = app.process.clock.remaining(at: now) {
      return remaining
    }
    if let fetch = app.process.fetch, !fetch.isDetached { return max(.zero, fetch.limit - now) }
    if let remaining = app.process.clock.remaining(at: now) { return remaining }
    return app.process.suspensionDue.map { max(.zero, $0 - now) } ?? limits.suspensionDelay
  }

  // MARK: Begin and end

  func beginTask(
    of app: Application, name: String?, handler: BlockID?, at location: SourceLocation
  ) -> Int {
    guard mayBegin(app) else {
      app.statistics.tasksRefused += 1
      app.process.refusedBegin = (location, now)
      traceBegin(BackgroundTasks.invalid, name, of: app)
      if let handler { app.behavior?.release(handler) }
      return BackgroundTasks.invalid
    }
    let id = app.process.tasks.begin(name: name, handler: handler, at: now, location: location)
    app.statistics.tasksBegun += 1
    traceBegin(id, name, of: app)
    let age = queue.schedule(
      .limit(.taskAge(Int32(truncatingIfNeeded: id)), app.id, life: app.life),
      at: now + limits.taskAge, rank: DeviceEvent.Rank.limit)
    app.process.tasks.watchAge(of: id, by: age)
    app.main.itemsBeforeSuspension = nil
    adjustReservation(of: app)
    if app.process.tasks.open.count > limits.openTasks { doomForTooManyTasks(app, location) }
    return id
  }

  /// B10: and the first begin of a stay asks the policy (B2).
  private func mayBegin(_ app: Application) -> Bool {
    guard scenario.device.multitasking else { return false }
    guard app.state == .background, !app.configuration.modes.runsInBackground else { return true }
    if let deadline = app.process.clock.deadline {
      return now < deadline && (!app.process.tasks.isEmpty || canPay(app))
    }
    let granted = grant(to: app, on: .begunInBackground)
    guard granted > .zero else { return false }
    startClock(of: app, granted: granted)
    return true
  }

  /// Whether the pool still holds what is left of a grant that was given back (B8): a task begun
  /// again in the same stay takes it up, and keeps the old deadline.
  private func canPay(_ app: Application) -> Bool {
    guard let end = app.process.clock.grantedUntil, end > now else { return false }
    let paid = app.process.reservation?.end ?? now
    return end - paid <= ledger.available
  }

  private func doomForTooManyTasks(_ app: Application, _ location: SourceLocation) {
    let message = "more than \(limits.openTasks) background tasks open"
    report(.tooManyTasks, message, of: app, at: location)
    app.doom(
      AppFailure(
        reason: .tooManyBackgroundTasks, message: message, detail: message, location: location))
  }

  func endTask(_ identifier: Int, of app: Application, at location: SourceLocation) {
    guard identifier != BackgroundTasks.invalid else { return }
    guard let task = app.process.tasks.end(identifier) else {
      report(
        .taskEndedTwice,
        "no background task exists with identifier \(identifier), "
          + "or it may have already been ended",
        of: app, at: location)
      return
    }
    queue.cancel(task.ageToken)
    if let handler = task.handler { app.behavior?.release(handler) }
    trace.record("task.end", at: now, app: app.name) { $0.add("id", identifier) }
    guard app.process.tasks.isEmpty else { return }
    adjustReservation(of: app)
    considerSuspension(of: app)
  }

  func taskIsOld(_ identifier: Int, of app: Application) {
    guard let task = app.process.tasks.task(identifier) else { return }
    report(
      .taskHeldTooLong,
      "background task \(identifier)\(quoted(task.name)) was created over "
        + "\(limits.taskAge.secondsText) seconds ago" + overwriting(task),
      of: app, at: task.location)
  }

  private func traceBegin(_ identifier: Int, _ name: String?, of app: Application) {
    trace.record("task.begin", at: now, app: app.name) {
      $0.add("id", identifier)
      $0.add("name", name)
    }
  }

  /// Where its identifier was probably lost.
  private func overwriting(_ task: BackgroundTasks.Task) -> String {
    guard let next = task.overwrittenBy else { return "" }
    return "; background task \(next.identifier)\(quoted(next.name)), begun at \(next.location) "
      + "while this one was open, "
      + (next.isSure
        ? "overwrites its identifier" : "was ended: was the identifier kept in the same variable?")
  }

  private func quoted(_ name: String?) -> String { name.map { " \"\($0)\"" } ?? "" }

  // MARK: The clock

  /// The app enters the background: with a task open it asks for time (B2).
  func enterBackground(_ app: Application) {
    move(app, to: .background, because: "user")
    app.process.refusedBegin = nil
    guard !app.process.tasks.isEmpty, !app.configuration.modes.runsInBackground else { return }
    let granted = grant(to: app, on: .enteringBackground)
    let grace = max(limits.enterBackground, limits.suspensionDelay)
    startClock(of: app, granted: granted, grace: grace)
  }

  private func startClock(of app: Application, granted: TimeSpan, grace: TimeSpan = .zero) {
    app.process.clock.start(granted: granted, at: now, grace: grace)
    armClock(of: app)
    adjustReservation(of: app)
  }

  func armClock(of app: Application) {
    queue.cancel(app.process.lead)
    queue.cancel(app.process.deadline)
    guard let deadline = app.process.clock.deadline,
      let handlers = app.process.clock.handlersDue(notBefore: now)
    else { return }
    let limit = DeviceEvent.Rank.limit
    if !app.process.clock.expired {
      app.process.lead = queue.schedule(
        .limit(.expirationLead, app.id, life: app.life), at: handlers, rank: limit)
    }
    app.process.deadline = queue.schedule(
      .limit(.expirationDeadline, app.id, life: app.life), at: deadline, rank: limit)
  }

  func stopClock(of app: Application) {
    queue.cancel(app.process.lead)
    queue.cancel(app.process.deadline)
    app.process.clock.stop()
  }

  // MARK: Expiry

  /// B4: a round of handlers, in order of begin, then the look at what is still open.
  func callExpirationHandlers(of app: Application) {
    guard !app.process.tasks.isEmpty, !app.process.clock.expired else { return }
    app.process.clock.markExpired()
    app.process.reservation?.isExpired = true
    for task in app.process.tasks.open {
      app.statistics.tasksExpired += 1
      trace.record("task.expire", at: now, app: app.name) { $0.add("id", task.identifier) }
      enqueue(.expirationHandler(task: task.identifier), of: app)
    }
    enqueue(.expirationReview, of: app)
  }

  func runExpirationHandler(ofTask identifier: Int, of app: Application) {
    guard let handler = app.process.tasks.takeHandler(of: identifier) else { return }
    traceCallback(.expirationHandler(handler), of: app)
    run(.expirationHandler(handler), of: app)
  }

  /// B5: right after the round, whatever is still open is a finding.
  func reviewExpiration(of app: Application) {
    for task in app.process.tasks.open {
      report(
        .taskNotEndedInHandler,
        "background task \(task.identifier)\(quoted(task.name)) "
          + "still not ended after expiration handlers were called" + overwriting(task),
        of: app, at: task.location)
    }
  }

  /// B6: a task open at the deadline ends the process.
  func deadlinePasses(_ app: Application) {
    guard let first = app.process.tasks.open.first else { return }
    for task in app.process.tasks.open {
      report(
        .taskNeverEnded,
        "background task \(task.identifier)\(quoted(task.name)) was never ended"
          + overwriting(task),
        of: app, at: task.location)
    }
    terminate(
      app, .backgroundTaskAssertionTimeout,
      detail: "background task \(first.identifier)\(quoted(first.name)) begun at "
        + "\(first.location) was open at the deadline")
  }

  // MARK: The reservation

  /// Brings the pool's reservation in line with what the process may still use: until the end of
  /// its grant while a task is open, until the limit of a fetch that runs (B2, B8, F4, U2).
  func adjustReservation(of app: Application) {
    var end: Instant?
    if !app.process.tasks.isEmpty, let granted = app.process.clock.grantedUntil, granted > now {
      end = granted
    }
    if let fetch = app.process.fetch, !fetch.isDetached, fetch.limit > now {
      end = max(end ?? fetch.limit, fetch.limit)
    }
    switch (app.process.reservation, end) {
    case (nil, nil): break
    case (nil, let end?): openReservation(of: app, until: end)
    case (let held?, nil): closeReservation(held, of: app)
    case (let held?, let end?) where held.end != end: moveReservation(held, of: app, to: end)
    case (_?, _?): break
    }
  }

  private func openReservation(of app: Application, until end: Instant) {
    guard ledger.open(end - now, at: now) else {
      fatalError("\(app.name): a reservation beyond the pool at \(clock.text(now))")
    }
    noteGrant(end - now, of: app)
    app.process.reservation = Reservation(
      began: now, end: end, granted: end - now, expiry: watchReservation(of: app, until: end))
  }

  private func moveReservation(_ held: Reservation, of app: Application, to end: Instant) {
    if end > held.end {
      guard ledger.extend(by: end - held.end, at: now) else {
        fatalError("\(app.name): a reservation beyond the pool at \(clock.text(now))")
      }
      noteGrant(end - held.end, of: app)
      app.process.reservation?.granted += end - held.end
    } else {
      giveBack(held.end - end, of: app)
      ledger.shrink(by: held.end - end, at: now)
    }
    queue.cancel(held.expiry)
    app.process.reservation?.end = end
    app.process.reservation?.expiry = watchReservation(of: app, until: end)
    requestReview()
  }

  private func closeReservation(_ held: Reservation, of app: Application) {
    let rest = max(.zero, held.end - now)
    queue.cancel(held.expiry)
    ledger.close(returning: rest, at: now)
    if rest > .zero { giveBack(rest, of: app) }
    let used = now - held.began
    app.statistics.used += measured(since: held.began)
    app.usage.book(from: held.began, to: now, midnight: midnight)
    app.process.reservation = nil
    app.process.reservationClosed = now
    policy.observe(
      .backgroundTime(
        app: app.id, at: now, granted: held.granted, used: used,
        expired: held.isExpired))
    notePolicyFault(in: "observe")
    requestReview()
  }

  /// What the pool gives, counted once however many reasons the process has for it.
  private func noteGrant(_ amount: TimeSpan, of app: Application) {
    app.statistics.granted += amount
    trace.record("budget.grant", at: now, app: app.name) {
      $0.add("grantNs", amount.nanoseconds)
    }
  }

  private func giveBack(_ rest: TimeSpan, of app: Application) {
    app.statistics.returned += rest
    trace.record("budget.return", at: now, app: app.name) {
      $0.add("returnNs", rest.nanoseconds)
    }
  }

  private func watchReservation(of app: Application, until end: Instant) -> EventToken {
    queue.schedule(
      .limit(.reservationEnd, app.id, life: app.life), at: end, rank: DeviceEvent.Rank.limit)
  }
}
