import Simulation

/// Locks in shared containers, which one process at a time may hold.
extension Device {
  /// Takes a lock, or is refused it.
  func acquireLock(_ name: String, of app: Application, at location: SourceLocation) -> LockID? {
    guard locks.take(name, for: app.id) else {
      traceLock("lock.refuse", name, of: app, holder: locks.holder(of: name))
      return nil
    }
    let id = app.process.nextLock()
    hold(name, as: id, of: app, at: location)
    return id
  }

  /// Waits for a lock: the fiber goes on once it is held, at this moment if it is free.
  func awaitLock(
    _ name: String, _ fiber: FiberID, of app: Application, at location: SourceLocation
  ) -> LockID {
    weigh(Limits.callbacksALockWait, on: app)
    let id = app.process.nextLock()
    app.process.lockWaits += 1
    let waiter = SharedLocks.Waiter(
      app: app.id, lock: id, fiber: fiber, location: location, since: now,
      wasInFront: foreground == app.id)
    if let holder = locks.holder(of: name) {
      traceLock("lock.wait", name, of: app, holder: holder)
      app.process.unfinished.awaitLock(fiber, at: location)
    }
    locks.wait(for: name, waiter)
    passOn(name, heldAt: nil)
    return id
  }

  /// False if the process does not hold it.
  func releaseLock(_ id: LockID, of app: Application) -> Bool {
    guard let index = app.process.locks.firstIndex(where: { $0.id == id }) else { return false }
    release(app.process.locks.remove(at: index), of: app)
    return true
  }

  /// The process has ended: its locks are free, and it waits for none.
  func releaseLocks(of app: Application) {
    for waiter in locks.waits(of: app.id) { count(waiter, of: app) }
    locks.forgetWaits(of: app.id)
    let held = app.process.locks
    app.process.locks = []
    for lock in held { release(lock, of: app) }
  }

  /// The app runs again: what came free while it was suspended is its own now, if still free.
  func resumeLocks(of app: Application) {
    for name in locks.wanted(by: app.id) { passOn(name, heldAt: nil) }
  }

  private func release(_ lock: HeldLock, of app: Application) {
    traceLock("lock.release", lock.name, of: app)
    locks.release(lock.name)
    passOn(lock.name, heldAt: (app, lock.location))
  }

  /// Gives a free lock to the app that has waited for it longest; suspended ones keep their place.
  private func passOn(_ name: String, heldAt holder: (app: Application, at: SourceLocation)?) {
    guard let waiter = locks.next(for: name, where: { self[$0].state.isRunning }) else { return }
    let app = self[waiter.app]
    let isFree = locks.take(name, for: app.id)
    check(isFree, "\(app.name): the lock \(name) is given twice", at: now, seed: scenario.seed)
    app.process.lockWaits -= 1
    count(waiter, of: app)
    if let holder { reportInversion(name, waiter, holder.app, at: holder.at) }
    hold(name, as: waiter.lock, of: app, at: waiter.location)
    wake(waiter.fiber, of: app, after: .zero)
  }

  private func count(_ waiter: SharedLocks.Waiter, of app: Application) {
    let time = measured(since: waiter.since)
    app.statistics.lockWait += time
    if waiter.wasInFront { app.statistics.lockWaitInFront += time }
  }

  /// An app in front waited for one behind: whoever holds a lock shared with it must be quick.
  private func reportInversion(
    _ name: String, _ waiter: SharedLocks.Waiter, _ holder: Application, at location: SourceLocation
  ) {
    let time = now - waiter.since
    guard waiter.wasInFront, time > limits.lockWait, foreground != holder.id else { return }
    report(
      .frontKeptWaiting,
      "the lock \(quoted(name)) kept \(self[waiter.app].name), in front, waiting for \(time.toTenths) at "
        + "\(waiter.location)",
      of: holder, at: location)
  }

  private func hold(
    _ name: String, as id: LockID, of app: Application, at location: SourceLocation
  ) {
    traceLock("lock.acquire", name, of: app)
    app.process.locks.append(HeldLock(id: id, name: name, location: location))
  }

  private func traceLock(
    _ kind: String, _ name: String, of app: Application, holder: AppID? = nil
  ) {
    trace.record(kind, at: now, app: app.name) {
      $0.add("name", name)
      $0.add("holder", holder.map { self[$0].name })
    }
  }
}

extension ProcessLife {
  /// The next lock's number; they count from 1 in each process.
  mutating func nextLock() -> LockID {
    lockCount += 1
    return LockID(number: lockCount)
  }
}
