import Simulation

/// What a policy may know.
extension Device {
  /// When the present simulated day began; before the start of the run on its first day.
  var midnight: Instant {
    let clock = (scenario.startsAt + (now - .start)).nanoseconds
    return now - TimeSpan(nanoseconds: clock % TimeSpan.days(1).nanoseconds)
  }

  func snapshot() -> DeviceSnapshot {
    let spent = power.spentWithWorkBegun
    let days = (scenario.startsAt + (now - .start)).nanoseconds / TimeSpan.days(1).nanoseconds
    return DeviceSnapshot(
      now: now, timeOfDay: now - midnight, power: world.power, network: world.network,
      pool: PoolSnapshot(
        available: budget.available, capacity: budget.capacity, nextRefill: budget.nextRefill,
        refill: scenario.device.pool.refill),
      freeSlots: services.discretionary.first?.room.unused ?? 0, appCount: processes.count,
      isInUse: world.foreground != nil, weekday: Int((days + 1) % 7) + 1,
      screenOn: power.screenOn, radioTail: power.radioTail, energy: spent.total,
      backgroundEnergy: spent.background, explains: arbiter.explain != nil)
  }

  func snapshot(of process: Process) -> AppSnapshot {
    let used = budget.used(by: process, midnight: midnight)
    let history = services.discretionary.first?.history(of: process) ?? WorkHistory()
    let received = servers.received(by: process)
    return AppSnapshot(
      id: process.id, name: process.name, state: process.state,
      modes: process.configuration.modes, lastOpened: world.lastOpened(process),
      lastUsed: world.lastUsed(process), screenOnSinceUse: world.screenOnSinceUse(of: process),
      opensByHour: world.opensByHour(process), lastFetchBegan: history.lastBegan,
      lastFetchResult: history.lastResult, bytes: received.bytes, newItems: received.items,
      lastFetchBytes: history.brought.bytes, lastFetchItems: history.brought.items,
      failuresInARow: history.failuresInARow, usedToday: used.today, used: used.total,
      waitingSince: history.waitingSince,
      isInAppSwitcher: world.lastOpened(process) != nil && !world.isForceQuit(process),
      backgroundRefresh: world.allowsRefresh(process))
  }
}

extension SlotRoom {
  /// Slots free by both limits of F2, whether the pool can pay for them or not.
  var unused: Int { max(0, min(limits.concurrent - running, limits.starts - startsInWindow)) }
}
