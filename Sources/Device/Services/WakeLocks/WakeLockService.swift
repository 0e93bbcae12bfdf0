import Simulation

/// The partial wake locks of `PowerManager`: who holds them, and for how long.
///
/// A process that runs keeps the device awake here, whether it holds one or not, and one that is frozen
/// holds none that works. So a lock changes nothing but what is counted, and said of it.
final class WakeLockService: Service {
  private struct App {
    /// Those that the process has made, by their numbers; they die with it.
    var locks: [PartialWakeLock] = []
    /// How many of them are held.
    var held = 0
    var time = HeldTime()
    var isReported = false
    /// The event at which it may have held them for too long.
    var check = EventToken.none
  }

  private enum Deadline: UInt8 {
    /// A lock's timeout is over; the number is the lock's.
    case timeout
    case check
  }

  private let apps: PerApp<App>
  private let rules: WakeLockRules

  override class var givesTime: Bool { false }
  override class var feature: Feature? { .wakeLocks }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    rules = scenario.device.androidRules.wakeLocks
    super.init(scenario)
  }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    guard !apps[process].locks.isEmpty else { return }
    switch change {
    case .suspending: reportUseless(process)
    case .ended: dropAll(of: process)
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground, .resumed:
      break
    }
    count(process)
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .timeout: release(Int(event.number), byTimeout: true, of: process)
    case .check: review(process)
    case nil: unknown(event.what)
    }
  }

  // MARK: For apps

  /// Returns the number of a new lock; nil: the process has as many as it may have.
  fileprivate func make(
    _ tag: String, of process: Process, at location: SourceLocation
  ) -> Int? {
    guard apps[process].locks.count < Limits.locks else { return nil }
    apps[process].locks.append(PartialWakeLock(tag, at: location))
    return apps[process].locks.count - 1
  }

  fileprivate func acquire(
    _ number: Int, for time: TimeSpan?, of process: Process, at location: SourceLocation
  ) {
    // Of one that counts each timeout releases it once.
    if !apps[process].locks[number].isCounted || !apps[process].locks[number].isHeld {
      cancelTimeouts(of: number, process)
    }
    if let time {
      apps[process].locks[number].timeouts.append(
        arm(Deadline.timeout, Int32(number), of: process, at: now + time))
    }
    guard apps[process].locks[number].acquire(at: now) else { return }
    apps[process].held += 1
    process.record(
      .wakeLockAcquired(apps[process].locks[number].tag, timeout: time), at: location)
    count(process)
  }

  /// Releases a lock once.
  ///
  /// - Returns: whether it was released more often than acquired.
  @discardableResult
  fileprivate func release(
    _ number: Int, byTimeout: Bool, of process: Process
  ) -> Bool {
    if let held = apps[process].locks[number].release(byTimeout: byTimeout, at: now) {
      cancelTimeouts(of: number, process)
      noteRelease(of: number, process, because: byTimeout ? "timeout" : "app", held: held)
      count(process)
    }
    return !byTimeout && apps[process].locks[number].isUnderLocked
  }

  private func cancelTimeouts(of number: Int, _ process: Process) {
    for timeout in apps[process].locks[number].timeouts { device.agenda.cancel(timeout) }
    apps[process].locks[number].timeouts = []
  }

  fileprivate func isHeld(_ number: Int, by process: Process) -> Bool {
    apps[process].locks[number].isHeld
  }

  fileprivate func setCounted(_ isCounted: Bool, _ number: Int, of process: Process) {
    apps[process].locks[number].isCounted = isCounted
  }

  private func noteRelease(
    of number: Int, _ process: Process, because reason: String, held: TimeSpan
  ) {
    apps[process].held -= 1
    process.record(
      .wakeLockReleased(apps[process].locks[number].tag, because: reason, held: held))
  }

  private func dropAll(of process: Process) {
    for number in apps[process].locks.indices {
      guard let held = apps[process].locks[number].drop(at: now) else { continue }
      noteRelease(of: number, process, because: "processEnded", held: held)
    }
    count(process)
    apps[process].locks = []
  }

  // MARK: Time

  /// Whether locks of a process work, and count: it runs, and not in front.
  private func counts(_ process: Process) -> Bool {
    apps[process].held > 0 && process.state.isRunning && device.world.foreground != process.id
  }

  private func count(_ process: Process) {
    apps[process].time.holds(counts(process), at: now, window: rules.window)
    review(process)
  }

  /// Reports an app that has held locks for too long, once a run; else looks again when it may have.
  private func review(_ process: Process) {
    device.agenda.cancel(apps[process].check)
    apps[process].check = .none
    guard !apps[process].isReported, apps[process].time.since != nil else { return }
    let left = rules.mostHeld - apps[process].time.held(at: now, window: rules.window)
    guard left <= .zero else {
      apps[process].check = arm(Deadline.check, of: process, at: now + left)
      return
    }
    apps[process].isReported = true
    let held = apps[process].locks.filter(\.isHeld)
    guard let lock = held.min(by: { ($0.since ?? now) < ($1.since ?? now) }) else { return }
    process.report(
      .wakeLockHeld,
      "wake locks were held for \(hours(rules.mostHeld)) in the background within"
        + " \(hours(rules.window));"
        + " now \(quoted(lock.tag))",
      at: lock.location)
  }

  private func hours(_ time: TimeSpan) -> String { "\(Int(time.seconds / 3600)) h" }

  /// The process is frozen with a lock, which does not keep it from that.
  private func reportUseless(_ process: Process) {
    for lock in apps[process].locks where lock.isHeld {
      process.report(
        .wakeLockHeld,
        "the wake lock \(quoted(lock.tag)) was still held when the process was frozen",
        at: lock.location)
    }
  }

  // MARK: Figures

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.wakeLockTime += apps[process].time.total(at: now)
  }

  override func beginMeasuring() {
    apps.changeEach { $0.time.beginMeasuring(at: now) }
  }
}

extension Feature {
  /// `PowerManager.WakeLock`.
  public static let wakeLocks = Feature("PowerManager", since: 1, of: .android)
}

extension Application {
  private var wakeLocks: WakeLockService { device.services.find(WakeLockService.self) }

  /// `PowerManager.newWakeLock`.
  ///
  /// - Returns: its number in this process; nil: there are `Limits.locks` already.
  public func makeWakeLock(_ tag: String, at location: SourceLocation) -> Int? {
    wakeLocks.make(tag, of: process, at: location)
  }

  /// `WakeLock.acquire`.
  ///
  /// - Parameters:
  ///   - time: it is released after so long, if nobody does it before; nil: it is not.
  public func acquireWakeLock(_ lock: Int, for time: TimeSpan?, at location: SourceLocation) {
    wakeLocks.acquire(lock, for: time, of: process, at: location)
  }

  /// `WakeLock.release`; false if it was released more often than acquired, which is an exception.
  public func releaseWakeLock(_ lock: Int) -> Bool {
    !wakeLocks.release(lock, byTimeout: false, of: process)
  }

  /// `WakeLock.isHeld`.
  public func isWakeLockHeld(_ lock: Int) -> Bool { wakeLocks.isHeld(lock, by: process) }

  /// `WakeLock.setReferenceCounted`.
  public func setWakeLockCounted(_ isCounted: Bool, _ lock: Int) {
    wakeLocks.setCounted(isCounted, lock, of: process)
  }
}
