import Simulation

/// The driver's side of the device: the acts of a scenario, done step by step by a test, a tool or a
/// live view.
///
/// A driver's act happens at `now`, at once and before everything else that is due at this
/// moment, and stands in the trace as if the scenario had said it. A user who is driven and the
/// same user in a scenario give equal traces: come to the moment with `advance(to:)`, then act.
/// The consequences of an act, callbacks first, happen when time goes on: `run(until: device.now)`
/// lets all of this moment happen.
///
/// A driver is called between events, never from an app, a policy or a watcher. A run that has
/// broken down stays as it is.
extension Device {
  // MARK: Looking

  /// The app of a name; nil when the scenario has none. O(apps).
  public func app(named name: String) -> AppID? {
    scenario.apps.firstIndex { $0.name == name }.map { AppID($0) }
  }

  /// Where an app stands in its life cycle (P1).
  public func state(of app: AppID) -> ApplicationState { known(app).state }

  /// The app in front; nil: the home screen, or the display is off.
  public var foreground: AppID? { world.foreground }

  /// Kilobytes that all apps take together, as their states stand (section 6).
  public var memoryInUse: Int { memory.inUse }

  /// The device as a policy may know it now.
  public var present: DeviceSnapshot { snapshot() }

  /// The app as a policy may know it now.
  public func present(of app: AppID) -> AppSnapshot { snapshot(of: known(app)) }

  /// The opens, since measuring began, of apps that follow what servers publish, and those of them
  /// that found nothing missing: the two numbers of `fresh at open`. O(apps).
  public var opensWithContent: (all: Int, fresh: Int) {
    processes.reduce(into: (all: 0, fresh: 0)) { sum, process in
      sum.all += servers.opensWithContent(of: process).count
      sum.fresh += servers.freshOpens(of: process)
    }
  }

  func known(_ app: AppID) -> Process {
    precondition(
      processes.indices.contains(Int(app.index)),
      "Device: no such app (#\(app.index)); the scenario has \(processes.count)")
    return self[app]
  }

  // MARK: Acting

  /// The user brings an app to the front; the app that was there leaves (P2).
  public func open(_ app: AppID) {
    let process = known(app)
    act { world.open(process) }
  }

  /// The user leaves the app in front for the home screen; nothing happens where none is.
  public func leave() { act { world.close() } }

  /// The user swipes an app away in the app switcher (P6).
  public func forceQuit(_ app: AppID) {
    let process = known(app)
    act { world.forceQuit(process) }
  }

  /// The device is connected to something else; nothing happens where it is not.
  public func change(network: NetworkKind) {
    act { world.change(NetworkChange(at: now, kind: network)) }
  }

  /// Battery, charger or mode change; what is nil stays as it is.
  ///
  /// - Parameters:
  ///   - level: 0 to 1.
  public func change(level: Double? = nil, charging: Bool? = nil, lowPowerMode: Bool? = nil) {
    if let level {
      precondition(level >= 0 && level <= 1, "Device: level out of range (\(level)); give 0 to 1")
    }
    act {
      world.change(
        PowerChange(at: now, level: level, charging: charging, lowPowerMode: lowPowerMode))
    }
  }

  /// Gives an app a slot for its work now, whatever the policy thinks (F3). All rules of the device
  /// hold: who may wait for a slot (F1), the slots (F2) and what the pool can pay (F4).
  ///
  /// - Throws: why it cannot be; nothing has happened then.
  public func start(_ kind: WorkKind, of app: AppID) throws(WorkObstacle) {
    let process = known(app)
    guard breakdown == nil else { return }
    guard let line = services[kind] else { throw .noSuchWork(kind) }
    let ineligibility = line.obstacles(of: process)
    guard ineligibility.isEmpty else { throw .notEligible(ineligibility) }
    if let obstacle = WorkObstacle(slots.room(in: kind.lane)) { throw obstacle }
    act { line.start(process) }
  }

  /// One act, counted as an event.
  func act(_ body: () -> Void) {
    betweenEvents {
      guard breakdown == nil else { return }
      agenda.countOne()
      arbiter.noteChanges()
      body()
      budget.checkBalance(at: now, seed: scenario.seed)
    }
  }

  // MARK: Letting time pass

  /// Comes to a moment: everything before it has happened, and nothing yet of what is due at it.
  /// `run(until:)` lets that happen too. A moment that has passed changes nothing.
  ///
  /// - Returns: false when the run was over before: all of it has happened then, or it broke down.
  @discardableResult
  public func advance(to instant: Instant) -> Bool {
    guard instant <= end else {
      run()
      return false
    }
    return betweenEvents {
      while step(until: instant - .nanoseconds(1)) {}
      if breakdown == nil { agenda.advance(to: instant) }
      budget.advance()
      return breakdown == nil
    }
  }

  /// Lets the next event happen.
  ///
  /// - Returns: when that was; nil when none is left in the run: `now` is its end then.
  @discardableResult
  public func advanceToNextEvent() -> Instant? {
    advance { _ in true } ? now : nil
  }

  /// Lets events happen until one has written a record of a kind.
  ///
  /// - Parameters:
  ///   - kind: any but those that only comment on the run; nil: whichever comes.
  ///   - app: the app that the record is of; nil: any, or none.
  ///   - limit: nil: the end of the run.
  /// - Returns: false when none was written until the limit: all of that has happened then.
  @discardableResult
  public func advance(
    toNext kind: TraceKind?, of app: AppID? = nil, until limit: Instant? = nil
  ) -> Bool {
    var isWritten = false
    let observer = recorder.observer
    let name = app.map { known($0).name }
    recorder.observer = { entry in
      observer?(entry)
      if kind == nil || entry.kind == kind, name == nil || entry.app == name { isWritten = true }
    }
    defer { recorder.observer = observer }
    return advance(until: limit) { _ in isWritten }
  }

  /// Lets events happen until one of them has made a condition true, which is looked at after each.
  ///
  /// - Parameters:
  ///   - limit: nil: the end of the run.
  ///   - condition: looks and does not act.
  /// - Returns: false when it did not become true until the limit: all of that has happened then.
  @discardableResult
  public func advance(until limit: Instant? = nil, when condition: (Device) -> Bool) -> Bool {
    let stop = min(limit ?? end, end)
    return betweenEvents {
      defer { budget.advance() }
      guard passWarmUp(by: stop, while: { !condition(self) }) else { return true }
      while step(until: stop) {
        if condition(self) { return true }
      }
      if breakdown == nil { agenda.advance(to: stop) }
      return false
    }
  }
}

/// Why work cannot start at a moment.
public enum WorkObstacle: Error, Equatable {
  /// The device's version of the system has no such work.
  case noSuchWork(WorkKind)
  /// The app does not wait for a slot (F1, section 6); never empty.
  case notEligible([Ineligibility])
  /// So much work runs, and no more may (F2).
  case slotsTaken(running: Int)
  /// No more may start in the window; from when on one may (F2).
  case windowIsFull(opens: Instant)
  /// The pool cannot pay for it (F4).
  case poolIsShort

  /// Creates the obstacle that keeps another start from a lane; nil where there is room for one.
  init?(_ room: SlotRoom) {
    if room.free > 0 { return nil }
    if room.running >= room.limits.concurrent {
      self = .slotsTaken(running: room.running)
    } else if room.startsInWindow >= room.limits.starts {
      self = .windowIsFull(opens: room.windowOpens ?? .distantFuture)
    } else {
      self = .poolIsShort
    }
  }
}
