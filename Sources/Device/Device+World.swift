import Simulation

/// The user, the network, the charger and the refills: what happens whatever apps and policy do.
extension Device {
  func scheduleWorld() {
    let world = DeviceEvent.Rank.world
    for (index, action) in scenario.user.enumerated() {
      queue.schedule(.userAction(Int32(index)), at: action.at, rank: world)
    }
    for (index, change) in scenario.network.enumerated() {
      queue.schedule(.networkChange(Int32(index)), at: change.at, rank: world)
    }
    for (index, change) in scenario.power.enumerated() {
      queue.schedule(.powerChange(Int32(index)), at: change.at, rank: world)
    }
    scheduleRefill()
    for app in apps where app.configuration.modes.runsInBackground {
      launchAtStart(app)
    }
  }

  private func scheduleRefill() {
    guard let period = scenario.device.pool.refillEvery, period > .zero else { return }
    nextRefill = now + period
    queue.schedule(.refill, at: now + period, rank: DeviceEvent.Rank.world)
  }

  func refill() {
    let added = ledger.refill(by: scenario.device.pool.refill, at: now)
    trace.record("budget.refill", at: now) { $0.add("addedNs", added.nanoseconds) }
    scheduleRefill()
    requestReview()
  }

  func perform(_ action: UserAction) {
    switch action.kind {
    case .open(let id): open(self[id])
    case .close: close()
    case .forceQuit(let id): forceQuit(self[id])
    }
  }

  func change(_ change: NetworkChange) {
    guard change.kind != network else { return }
    network = change.kind
    trace.record("network", at: now) { $0.add("to", network.rawValue) }
    if network == .none { dropConnections() }
    requestReview()
  }

  func change(_ change: PowerChange) {
    battery.change(change, spent: energySpent.total)
    power.apply(change)
    trace.record("power", at: now) {
      $0.add("level", power.level)
      $0.add("charging", power.isCharging)
      $0.add("lowPowerMode", power.isLowPowerMode)
    }
    for app in apps { updateEligibility(of: app) }
    requestReview()
  }

  /// Whether discretionary work may run (section 6).
  var allowsDiscretionaryWork: Bool {
    power.allowsDiscretionaryWork(above: scenario.device.criticalBatteryLevel)
  }

  // MARK: The user

  func open(_ app: Application) {
    trace.record("user.open", at: now, app: app.name)
    noteOpen(of: app)
    policy.observe(.opened(app: app.id, at: now))
    notePolicyFault(in: "observe")
    if foreground == app.id { return }
    if let front = foreground { leave(self[front]) }
    app.isForceQuit = false
    bringToFront(app)
    updateEligibility(of: app)
  }

  /// The callbacks that bring an app to the front from wherever it is (P2).
  func bringToFront(_ app: Application) {
    foreground = app.id
    switch app.state {
    case .notRunning:
      launch(app, into: .inactive, reason: .user)
      enqueue(.becomeActive, of: app)
    case .suspended:
      moveToForeground(app)
      resumeDeferred(app)
      enqueue(.enterForeground, of: app)
      enqueue(.becomeActive, of: app)
    case .background:
      if app.main.transitions == 0 { moveToForeground(app) }
      enqueue(.enterForeground, of: app)
      enqueue(.becomeActive, of: app)
    case .inactive, .active:
      enqueue(.enterForeground, of: app)
      enqueue(.becomeActive, of: app)
    }
  }

  func close() {
    guard let front = foreground else { return }
    trace.record("user.close", at: now, app: self[front].name)
    leave(self[front])
    foreground = nil
  }

  /// The app in front goes to the background: its callbacks are due (P2).
  private func leave(_ app: Application) {
    app.usage.lastUsed = now
    app.usage.screenOnWhenUsed = energy.screenOn(at: now)
    guard app.state.isRunning else { return }
    enqueue(.resignActive, of: app)
    enqueue(.enterBackground, of: app)
  }

  func forceQuit(_ app: Application) {
    trace.record("user.forceQuit", at: now, app: app.name)
    let wasInFront = foreground == app.id
    if wasInFront {
      leave(app)
      foreground = nil
    }
    if !app.isForceQuit { app.forceQuitAt = now }
    app.isForceQuit = true
    if app.state == .suspended {
      terminate(app, .forceQuit, detail: "swiped away while suspended")
    } else if app.state.isRunning {
      enqueue(.terminate, of: app)
    }
    updateEligibility(of: app)
  }

  /// Counts the open and looks whether anything published is missing.
  private func noteOpen(of app: Application) {
    if app.followedUntil != nil { noteForBound(app) }
    app.statistics.opens += 1
    let hour = Int(app.clock.nanoseconds / TimeSpan.hours(1).nanoseconds) % 24
    app.usage.opensByHour[hour] += 1
    app.usage.lastOpened = now
    app.usage.lastUsed = now
    app.usage.screenOnWhenUsed = energy.screenOn(at: now)
    guard app.followedUntil != nil else { return }
    let missing = oldestMissing(of: app)
    app.statistics.opensWithContent += 1
    if missing == nil { app.statistics.freshOpens += 1 }
    app.statistics.staleness.add(missing.map { (now - $0).seconds } ?? 0)
  }
}
