import Simulation

/// What a run has come to, and from when on it is counted.
extension Device {
  /// Forgets what was counted so far, findings too, so that a run's figures leave out its warm-up:
  /// `device.run(until: warmUp); device.beginMeasuring(); device.run()`.
  ///
  /// Nothing else changes: neither what apps and policy see nor the trace. What lasts across this
  /// moment is told apart: of a time (background seconds, a slot held, energy) the part from now on
  /// counts; a case (a wait, a fetch, a task) counts wholly where its kind is counted, mostly at its
  /// end. The pool's account begins with what is in the pool and reserved now.
  public func beginMeasuring() {
    measuredFrom = now
    statistics = DeviceStatistics()
    energyBefore = energySpent
    ledger.beginAnew(at: now)
    findings = []
    findingIndex = [:]
    decisionRealTime = .zero
    for app in apps {
      app.statistics = AppStatistics(name: app.name, group: app.statistics.group)
      app.opensWithContent = []
      app.findingPlaces = 0
      app.followedUntil = app.followedUntil.map { _ in now }
    }
  }

  /// The time from an instant to now that counts.
  func measured(since began: Instant) -> TimeSpan { now - max(began, measuredFrom) }

  /// What the run has come to so far.
  public func result() -> RunResult {
    trace.finish()
    var device = statistics
    device.pool = ledger.account
    let spent = energySpent
    device.energy = spent - energyBefore
    device.batteryUsed = battery.share(device.energy.total)
    device.batteryAtEnd = battery.level(spent: spent.total)
    let figures = apps.map { statistics(of: $0) }
    (device.opensWithContent, device.freshAtBest) = freshnessBound()
    device.jainIndex = evenness(
      by: jainIndex, of: figures.filter(\.asked).map { $0.used.seconds })
    return RunResult(
      title: scenario.title, policy: policy.name, seed: scenario.seed, duration: now - .start,
      events: events, fingerprint: trace.fingerprint, device: device, apps: figures,
      findings: findings, warmUp: measuredFrom - .start, clock: clock,
      decisionRealTime: decisionClock == nil ? nil : decisionRealTime)
  }

  /// Closes the books of an app at this moment, without changing them.
  private func statistics(of app: Application) -> AppStatistics {
    var figures = app.statistics
    if let reservation = app.process.reservation {
      figures.used += measured(since: reservation.began)
    }
    if let fetch = app.process.fetch, !fetch.isDetached {
      figures.slotTime += measured(since: fetch.began)
    }
    if let since = app.fetching.eligibleSince {
      figures.stillWaiting = now - since
      figures.longestWait = max(figures.longestWait, now - since)
    }
    for wait in locks.waits(of: app.id) {
      figures.lockWait += measured(since: wait.since)
      if wait.wasInFront { figures.lockWaitInFront += measured(since: wait.since) }
    }
    if let since = app.followedUntil { figures.content += content(of: app, since: since) }
    return figures
  }
}
