import Simulation

/// Locks in shared containers, which one process at a time may hold.
final class FileLockService: Service {
  private struct Held {
    let id: LockID
    let name: String
    let location: SourceLocation
  }

  /// The state that dies with a process.
  private struct Life {
    var held: [Held] = []
    /// They count from 1 in each process.
    var count: Int32 = 0
    /// Waits that are not over.
    var waits = 0

    mutating func next() -> LockID {
      count += 1
      return LockID(number: count)
    }
  }

  private struct Counts {
    var wait = TimeSpan.zero
    /// The part of it that began with the app in front.
    var waitInFront = TimeSpan.zero
  }

  private var locks = SharedLocks()
  private let lives: PerApp<Life>
  private let counts: PerApp<Counts>

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    lives = PerApp(Life(), count: scenario.apps.count)
    counts = PerApp(Counts(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func obstacle(toSuspending process: Process) -> ForcedExit? {
    lives[process].held.first.map {
      ForcedExit(
        reason: .suspendedWithLockedFile, finding: .lockHeldAtSuspension,
        detail: "lock \"\($0.name)\" in a shared container held at suspension",
        location: $0.location)
    }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .resumed:
      // What came free while it was suspended is its own now, if still free.
      for name in locks.wanted(by: process.id) { passOn(name, heldBy: nil) }
    case .ended: releaseAll(of: process)
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground, .suspending:
      break
    }
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.lockWait += counts[process].wait
    figures.lockWaitInFront += counts[process].waitInFront
    for wait in locks.waits(of: process.id) {
      figures.lockWait += device.measured(since: wait.since)
      if wait.wasInFront { figures.lockWaitInFront += device.measured(since: wait.since) }
    }
  }

  override func beginMeasuring() {
    counts.changeEach { $0 = Counts() }
  }

  // MARK: Locks

  /// Takes a lock, or is refused it.
  fileprivate func acquire(
    _ name: String, of process: Process, at location: SourceLocation
  ) -> LockID? {
    guard locks.take(name, for: process.id) else {
      process.record(.lockRefused(name, holder: holder(of: name)))
      return nil
    }
    let id = lives[process].next()
    hold(name, as: id, of: process, at: location)
    return id
  }

  /// Waits for a lock: the fiber goes on once it is held, at this moment if it is free.
  fileprivate func await(
    _ name: String, _ fiber: FiberID, of process: Process, at location: SourceLocation
  ) -> LockID {
    process.weigh(Limits.callbacksALockWait)
    let id = lives[process].next()
    lives[process].waits += 1
    let waiter = SharedLocks.Waiter(
      app: process.id, lock: id, fiber: fiber, location: location, since: now,
      wasInFront: device.world.foreground == process.id)
    if let holder = holder(of: name) {
      process.record(.lockAwaited(name, holder: holder))
      process.unfinished.awaitLock(fiber, at: location)
    }
    locks.wait(for: name, waiter)
    passOn(name, heldBy: nil)
    return id
  }

  /// The name of the app whose process holds a lock; nil if it is free.
  func holder(of name: String) -> String? {
    locks.holder(of: name).map { device[$0].name }
  }

  /// Locks that a process holds and waits for.
  fileprivate func inUse(by process: Process) -> Int {
    lives[process].held.count + lives[process].waits
  }

  /// The names of the locks that a process holds.
  func held(by process: Process) -> [String] { lives[process].held.map(\.name) }

  /// False if the process does not hold it.
  fileprivate func release(_ id: LockID, of process: Process) -> Bool {
    guard let place = lives[process].held.firstIndex(where: { $0.id == id }) else {
      return false
    }
    release(lives[process].held.remove(at: place), of: process)
    return true
  }

  /// The process has ended: its locks are free, and it waits for none.
  private func releaseAll(of process: Process) {
    for waiter in locks.waits(of: process.id) { count(waiter, of: process) }
    locks.forgetWaits(of: process.id)
    let held = lives[process].held
    lives[process] = Life()
    for lock in held { release(lock, of: process) }
  }

  private func release(_ lock: Held, of process: Process) {
    process.record(.lockReleased(lock.name))
    locks.release(lock.name)
    passOn(lock.name, heldBy: (process, lock.location))
  }

  /// Gives a free lock to the app that has waited for it longest; suspended ones keep their place.
  private func passOn(_ name: String, heldBy holder: (process: Process, at: SourceLocation)?) {
    guard let waiter = locks.next(for: name, where: { device[$0].state.isRunning }) else { return }
    let process = device[waiter.app]
    let isFree = locks.take(name, for: process.id)
    check(
      isFree, "\(process.name): the lock \(name) is given twice", at: now,
      seed: device.scenario.seed)
    lives[process].waits -= 1
    count(waiter, of: process)
    if let holder { reportInversion(name, waiter, holder.process, at: holder.at) }
    hold(name, as: waiter.lock, of: process, at: waiter.location)
    process.wake(waiter.fiber, after: .zero)
  }

  private func count(_ waiter: SharedLocks.Waiter, of process: Process) {
    let time = device.measured(since: waiter.since)
    counts[process].wait += time
    if waiter.wasInFront { counts[process].waitInFront += time }
  }

  /// An app in front waited for one behind: whoever holds a lock shared with it must be quick.
  private func reportInversion(
    _ name: String, _ waiter: SharedLocks.Waiter, _ holder: Process, at location: SourceLocation
  ) {
    let time = now - waiter.since
    guard waiter.wasInFront, time > limits.lockWait, device.world.foreground != holder.id else {
      return
    }
    holder.report(
      .frontKeptWaiting,
      "the lock \(quoted(name)) kept \(device[waiter.app].name), in front, waiting for "
        + "\(time.toTenths) at \(waiter.location)",
      at: location)
  }

  private func hold(
    _ name: String, as id: LockID, of process: Process, at location: SourceLocation
  ) {
    process.record(.lockAcquired(name), at: location)
    lives[process].held.append(Held(id: id, name: name, location: location))
  }
}

extension Application {
  private var locks: FileLockService { device.services.find(FileLockService.self) }

  /// Locks that this process holds and waits for; at most `Limits.locks` are meant to be.
  public var locksInUse: Int { locks.inUse(by: process) }

  /// Takes a lock in a shared container; nil if a process holds it, be it this one.
  public func acquireLock(_ name: String, at location: SourceLocation) -> LockID? {
    locks.acquire(name, of: process, at: location)
  }

  /// Wakes a blocked fiber once its process holds the lock; what it is called then.
  public func awaitLock(_ name: String, _ fiber: FiberID, at location: SourceLocation) -> LockID {
    locks.await(name, fiber, of: process, at: location)
  }

  /// The app whose process holds a lock; nil if it is free.
  public func holder(ofLock name: String) -> String? { locks.holder(of: name) }

  /// False if the lock is not held.
  @discardableResult
  public func releaseLock(_ lock: LockID) -> Bool { locks.release(lock, of: process) }
}
