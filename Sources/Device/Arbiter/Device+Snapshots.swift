import Simulation

/// The device and its apps as a policy may know them.
extension Device {
  /// When the present simulated day began; before the start of the run on its first day.
  var midnight: Instant { now - timeOfDay }

  /// The time of day that the device's clock shows.
  var timeOfDay: TimeSpan { now.timeOfDay(startsAt: scenario.startsAt) }

  /// - Parameters:
  ///   - room: of the lane that it is about; nil: that of short work.
  func snapshot(_ room: SlotRoom? = nil) -> DeviceSnapshot {
    let room = room ?? slots.room(in: .short)
    let spent = power.spentWithWorkBegun
    let tail = power.radioTail
    let days = (scenario.startsAt + (now - .start)).nanoseconds / TimeSpan.days(1).nanoseconds
    return DeviceSnapshot(
      now: now, timeOfDay: now - midnight, power: world.power, network: world.network,
      pool: PoolSnapshot(
        available: budget.available, capacity: budget.capacity, nextRefill: budget.nextRefill,
        refill: scenario.device.pool.budget.refill(
          at: (budget.nextRefill ?? now).timeOfDay(startsAt: scenario.startsAt))),
      freeSlots: room.unused, appCount: processes.count,
      isInUse: world.foreground != nil, weekday: Int((days + 1) % 7) + 1,
      screenOn: power.screenOn, radioTail: tail, fetchCost: power.fetchCost(tailLeft: tail),
      startsLeft: room.startsLeft, energy: spent.total,
      backgroundEnergy: spent.background,
      coming: arbiter.policy.looksAhead ? coming() : [], explains: arbiter.explain != nil,
      mostExplained: arbiter.mostTold)
  }

  func snapshot(of process: Process) -> AppSnapshot {
    snapshot(of: process, midnight: midnight, screenOn: power.screenOn)
  }

  /// The same; what holds for all apps is asked once for all of them.
  func snapshot(of process: Process, midnight: Instant, screenOn: TimeSpan) -> AppSnapshot {
    let used = budget.used(by: process, midnight: midnight)
    let history = services.lastFetch(of: process)
    let received = servers.received(by: process)
    return AppSnapshot(
      id: process.id, name: process.name, state: process.state,
      modes: process.configuration.modes, lastOpened: world.lastOpened(process),
      lastUsed: world.lastUsed(process),
      screenOnSinceUse: screenOn - world.screenOn(whenLastUsed: process, now: screenOn),
      opensByHour: world.opensByHour(process), lastFetchBegan: history.lastBegan,
      lastFetchResult: history.lastResult, bytes: received.bytes, newItems: received.items,
      lastFetchBytes: history.brought.bytes, lastFetchItems: history.brought.items,
      failuresInARow: history.failuresInARow, usedToday: used.today, used: used.total,
      waitingSince: services.waitsSince(process),
      isInAppSwitcher: world.isInAppSwitcher(process),
      backgroundRefresh: world.allowsRefresh(process),
      options: process.configuration.visibleOptions)
  }
}

extension Services {
  /// Returns the history of an app's fetches, refreshes or jobs, whichever began last.
  fileprivate func lastFetch(of process: Process) -> WorkHistory {
    guard var last = contentQueues.first else { return WorkHistory() }
    for queue in contentQueues.dropFirst()
    where queue.lastBegan(of: process) ?? .start >= last.lastBegan(of: process) ?? .start {
      last = queue
    }
    return last.pastWork(of: process)
  }

  /// Since when an app has waited for a slot, for whatever kind of work; nil: it does not.
  func waitsSince(_ process: Process) -> Instant? {
    var first: Instant?
    for queue in queues {
      if let since = queue.waitsSince(process) { first = min(first ?? since, since) }
    }
    return first
  }
}

extension SlotRoom {
  /// Starts that the window still allows; `Int.max`: as many as one likes.
  fileprivate var startsLeft: Int {
    limits.starts == .max ? .max : max(0, limits.starts - startsInWindow)
  }

  /// Slots free by both limits of F2, whether the pool can pay for them or not.
  var unused: Int { max(0, min(limits.concurrent - running, limits.starts - startsInWindow)) }
}
