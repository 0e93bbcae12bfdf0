import Simulation

/// What happens on the device, told to its energy meter.
extension Device {
  /// Whether the app runs in background time that the policy has granted, or did at this instant:
  /// what code did before it ended its task or fetch is seen only after that.
  func isGranted(_ app: Application) -> Bool {
    app.process.reservation != nil || app.process.reservationClosed == now
  }

  // MARK: CPU

  /// The main thread begins to be busy for so long.
  func chargeMain(_ cpu: TimeSpan, of app: Application) {
    let main = MainWork(until: now + cpu, isGranted: isGranted(app))
    app.process.mainWork = main
    energy.begin(energy.work(main.until - now, isGranted: main.isGranted))
  }

  /// What has been charged of work that is still to be done.
  private func unspentWork(of app: Application) -> SharedEnergy {
    let main = app.process.mainWork
    var unspent = energy.work(max(.zero, main.until - now), isGranted: main.isGranted)
    // Global queues stand still while the app is suspended.
    let reached = app.process.suspendedAt ?? now
    for busy in app.process.beside.busy.elements {
      unspent += energy.work(max(.zero, busy.due - reached), isGranted: busy.isGranted)
    }
    return unspent
  }

  // MARK: Radio

  func transferBegins(_ request: Requests.Request) {
    energy.transferBegins(on: request.network, isGranted: request.isGranted, at: now)
  }

  func transferEnds(_ request: Requests.Request) {
    energy.transferEnds(on: request.network, isGranted: request.isGranted, at: now)
  }

  /// The process ends: what it was about to do is not done, what it was receiving is cut off.
  func endWork(of app: Application) {
    energy.cancel(unspentWork(of: app))
    guard app.process.suspendedAt == nil else { return }
    for request in app.process.requests.inFlight { transferEnds(request) }
  }

  // MARK: Sums

  /// Since the start of the run.
  var energySpent: EnergyStatistics {
    let unspent = apps.reduce(SharedEnergy.zero) { $0 + unspentWork(of: $1) }
    return energy.statistics(at: now, unspent: unspent)
  }
}
