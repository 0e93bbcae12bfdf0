import Simulation

/// What an app's code may call while it runs; named after UIKit and Foundation.
extension Application {
  /// Virtual time now.
  public var now: Instant { device.now }

  /// Time since midnight of the first day.
  public var clock: TimeSpan { device.scenario.startsAt + (device.now - .start) }

  public var applicationState: ApplicationState { state }

  /// Nil where UIKit says `DBL_MAX`: in the foreground, or in a mode without a clock (B2, B3, B13).
  public var backgroundTimeRemaining: TimeSpan? { device.backgroundTimeRemaining(of: self) }

  /// Whether this app may fetch in the background, as far as the user's switches say.
  public var backgroundRefreshAvailable: Bool {
    device.scenario.device.backgroundRefresh && configuration.backgroundRefresh
  }

  /// Whether the device supports multitasking (B10).
  public var isMultitaskingSupported: Bool { device.scenario.device.multitasking }

  public var power: PowerStatus { device.power }

  /// How long any callback may take (section 2).
  public var callbackLimit: TimeSpan { device.limits.callback }

  /// A random stream of this app's own, by name.
  public func randomStream(_ name: String) -> RandomStream {
    RandomStream(seed: device.scenario.seed, name: "app/\(self.name)/\(name)")
  }

  /// Which process life this is, from 1.
  public var launchNumber: Int { Int(life) }

  /// `NSLog`: one record of the trace. Once an app has logged `Limits.logBytes` in a run, a last
  /// record says so.
  public func log(_ message: String) {
    let most = device.limits.logBytes
    guard logged <= most else { return }
    logged += message.utf8.count + Limits.bytesALogRecord
    let text =
      logged <= most
      ? message : "... more than \(most) bytes logged by this app; the rest is left out"
    device.trace.record("app.log", at: device.now, app: name) { $0.add("message", text) }
  }

  /// Reports a mistake of the app.
  public func report(_ rule: FindingRule, _ message: String, at location: SourceLocation?) {
    device.report(rule, message, of: self, at: location)
  }

  // MARK: Background tasks

  /// Asks not to be suspended (B1, B2, B10). Returns 0, invalid, when refused.
  ///
  /// With more than the allowed number of tasks open the process is doomed (B14): the caller stops
  /// running the app's code as soon as `isDoomed`.
  public func beginBackgroundTask(
    name: String?, expirationHandler: BlockID?, at location: SourceLocation
  ) -> Int {
    device.beginTask(of: self, name: name, handler: expirationHandler, at: location)
  }

  /// Ends a task (B8, B11).
  public func endBackgroundTask(_ identifier: Int, at location: SourceLocation) {
    device.endTask(identifier, of: self, at: location)
  }

  /// The process ends as soon as the running code returns.
  public var isDoomed: Bool { main.isDoomed }

  // MARK: Background fetch

  /// F1; nil is never.
  public func setMinimumBackgroundFetchInterval(_ interval: TimeSpan?) {
    device.setFetchInterval(interval, of: self)
  }

  /// Calls a fetch's completion handler; false if it was called before (F5): that is fatal.
  public func completeFetch(
    _ fetch: FetchID, _ result: FetchResult, at location: SourceLocation
  ) -> Bool {
    device.completeFetch(fetch, result, of: self, at: location)
  }

  // MARK: Timers and queues

  /// `Timer.scheduledTimer`; an interval of zero or less means 0.1 ms, as Foundation has it.
  public func scheduleTimer(
    every interval: TimeSpan, repeats: Bool, block: BlockID, at location: SourceLocation
  ) -> TimerID {
    device.scheduleTimer(of: self, every: interval, repeats: repeats, block: block, at: location)
  }

  public func invalidateTimer(_ timer: TimerID) {
    device.invalidateTimer(timer, of: self)
  }

  public func isTimerValid(_ timer: TimerID) -> Bool {
    process.timers.isValid(timer)
  }

  /// `DispatchQueue.main.async` and `asyncAfter`; with the line, what suspension cuts off of it is
  /// a finding.
  public func dispatchMain(
    _ block: BlockID, after delay: TimeSpan = .zero, at location: SourceLocation? = nil
  ) {
    device.dispatchMain(block, of: self, after: delay, at: location)
  }

  /// `DispatchQueue.global().async`.
  public func dispatchGlobal(_ block: BlockID, at location: SourceLocation? = nil) {
    device.dispatchBeside(block, of: self, at: location)
  }

  /// Wakes an awaiting fiber after a time.
  public func sleep(_ fiber: FiberID, for time: TimeSpan) {
    device.sleep(fiber, of: self, for: time)
  }

  // MARK: Network and locks

  /// Requests of this process whose answers it has not taken; at most `Limits.openRequests` are
  /// meant to be.
  public var openRequests: Int { process.requests.openCount }

  /// Locks that this process holds and waits for; at most `Limits.locks` are meant to be.
  public var locksInUse: Int { process.locks.count + process.lockWaits }

  /// Starts a request; its answer comes by the receiver.
  public func startRequest(
    _ request: URLRequest, for receiver: RequestReceiver, at location: SourceLocation? = nil
  ) -> RequestID {
    device.startRequest(request, of: self, for: receiver, at: location)
  }

  /// Cancels a request in flight: its receiver gets `URLError.cancelled`.
  public func cancelRequest(_ request: RequestID) {
    device.cancelRequest(request, of: self)
  }

  /// Takes the answer of a finished request, once: from now on the app has received its items.
  public func takeAnswer(to request: RequestID) -> URLAnswer? {
    device.takeAnswer(to: request, of: self)
  }

  /// Takes a lock in a shared container; nil if a process holds it, be it this one.
  public func acquireLock(_ name: String, at location: SourceLocation) -> LockID? {
    device.acquireLock(name, of: self, at: location)
  }

  /// Wakes an awaiting fiber once its process holds the lock; what it is called then.
  public func awaitLock(_ name: String, _ fiber: FiberID, at location: SourceLocation) -> LockID {
    device.awaitLock(name, fiber, of: self, at: location)
  }

  /// The app whose process holds a lock; nil if it is free.
  public func holder(ofLock name: String) -> String? {
    device.locks.holder(of: name).map { device[$0].name }
  }

  /// False if the lock is not held.
  @discardableResult
  public func releaseLock(_ lock: LockID) -> Bool {
    device.releaseLock(lock, of: self)
  }
}
