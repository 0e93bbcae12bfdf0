import Simulation

/// One app of the device, as its own code sees it: `UIApplication` and what lies around it.
///
/// Its methods may be called only while the device runs a callback of this app. The calls
/// of a service are beside the service (Services/NAME).
public final class Application {
  public var id: AppID { process.id }
  public var configuration: AppConfiguration { process.configuration }
  public var name: String { process.name }
  /// An object that the app's code keeps across process lives (P5); the device never looks into it.
  public var storage: AnyObject?

  let process: Process
  unowned let device: Device
  /// Bytes logged in the run.
  private var logged = 0

  init(_ process: Process, on device: Device) {
    self.process = process
    self.device = device
  }

  /// Virtual time now.
  public var now: Instant { device.now }

  /// Time since midnight of the first day.
  public var clock: TimeSpan { device.scenario.startsAt + (device.now - .start) }

  /// The kind of its widget; nil: it has none.
  public var widget: String? { process.configuration.widget }

  /// The same at another moment.
  public func clock(at instant: Instant) -> TimeSpan {
    device.scenario.startsAt + (instant - .start)
  }

  /// The moment at which `clock` is so much, which may lie before the start.
  public func instant(showing clock: TimeSpan) -> Instant {
    .start + (clock - device.scenario.startsAt)
  }

  /// Why the device's version of the system has no such thing, in words; nil where it has.
  public func absence(of feature: Feature) -> String? { device.platform.absence(of: feature) }

  /// The family of the device's system.
  public var family: SystemFamily { device.platform.family }

  public var applicationState: ApplicationState { process.state }

  /// The background time left; nil where UIKit says `DBL_MAX`: in the foreground, or in a mode
  /// without a clock (B2, B3, B13).
  public var backgroundTimeRemaining: TimeSpan? { process.backgroundTimeRemaining }

  /// Whether the device supports multitasking (B10).
  public var isMultitaskingSupported: Bool { device.scenario.device.multitasking }

  public var power: PowerStatus { device.world.power }

  /// `systemUptime`: the time that the device has been awake since its restart.
  public var systemUptime: TimeSpan { device.power.uptime }

  /// How long any callback may take (section 2).
  public var callbackLimit: TimeSpan { device.limits.callback }

  /// A random stream of this app's own, by name.
  public func randomStream(_ name: String) -> RandomStream {
    RandomStream(seed: device.scenario.seed, name: "app/\(self.name)/\(name)")
  }

  /// Which process life this is, from 1.
  public var launchNumber: Int { Int(process.life) }

  /// The process ends as soon as the running code returns.
  public var isDoomed: Bool { process.isDoomed }

  /// `NSLog`: one record of the trace. Once an app has logged `Limits.logBytes` in a run, a last
  /// record says so.
  public func log(_ message: String) {
    let most = device.limits.logBytes
    guard logged <= most else { return }
    logged += message.utf8.count + Limits.bytesALogRecord
    let text =
      logged <= most
      ? message : "... more than \(most) bytes logged by this app; the rest is left out"
    process.record(.logged(text))
  }

  /// Reports a mistake of the app.
  public func report(_ rule: FindingRule, _ message: String, at location: SourceLocation?) {
    device.recorder.report(rule, message, of: process, at: location)
  }

  /// Adds to what `Device.instructions` tells; costs no time of the device.
  public func note(instructions: Int) { process.instructions += instructions }

  /// `Thread.isMainThread`.
  public var isMainThread: Bool { !process.isBesideMain }

  // MARK: Timers and queues

  /// `Timer.scheduledTimer`; an interval of zero or less means 0.1 ms, as Foundation has it.
  public func scheduleTimer(
    every interval: TimeSpan, repeats: Bool, block: BlockID, at location: SourceLocation
  ) -> TimerID {
    process.scheduleTimer(every: interval, repeats: repeats, block: block, at: location)
  }

  public func invalidateTimer(_ timer: TimerID) { process.invalidateTimer(timer) }

  public func isTimerValid(_ timer: TimerID) -> Bool { process.isTimerValid(timer) }

  /// `DispatchQueue.main.async` and `asyncAfter`; with the line, what suspension cuts off of it is
  /// a finding.
  public func dispatchMain(
    _ block: BlockID, after delay: TimeSpan = .zero, at location: SourceLocation? = nil
  ) {
    process.dispatchMain(block, after: delay, at: location)
  }

  /// `DispatchQueue.global().async`.
  public func dispatchGlobal(_ block: BlockID, at location: SourceLocation? = nil) {
    process.dispatchBeside(block, at: location)
  }

  /// Its `asyncAfter`.
  public func dispatchGlobal(
    _ block: BlockID, after delay: TimeSpan, at location: SourceLocation
  ) {
    process.dispatchBeside(block, after: delay, at: location)
  }

  /// A block that waits for its turn in a queue of the app's own: what suspension cuts off of it is
  /// a finding.
  public func expect(_ block: BlockID, at location: SourceLocation) {
    process.unfinished.awaitBeside(block, at: location, since: device.agenda.juncture)
  }

  /// A block that waited for its turn never runs.
  public func forget(_ block: BlockID) { process.unfinished.begins(block) }

  /// Wakes an awaiting fiber after a time.
  ///
  /// - Returns: what `wakeEarly` needs.
  @discardableResult
  public func sleep(_ fiber: FiberID, for time: TimeSpan) -> EventToken {
    process.sleep(fiber, for: time)
  }

  /// Wakes a sleeping fiber now; false when it has been woken already.
  public func wakeEarly(_ fiber: FiberID, from sleep: EventToken) -> Bool {
    guard device.agenda.cancel(sleep) else { return false }
    process.cancelledAt = now
    process.unfinished.wakes(fiber)
    process.wake(fiber, after: .zero)
    return true
  }

  /// Wakes a fiber that waits for something of the app's own.
  public func wake(_ fiber: FiberID) { process.wake(fiber, after: .zero) }

  /// Wakes a fiber after a time, if nothing wakes it before. On the phone this clock is the time of
  /// the device and goes on while the app is suspended.
  ///
  /// - Returns: what `wake(_:insteadOf:)` needs.
  public func wake(_ fiber: FiberID, after limit: TimeSpan) -> EventToken {
    process.wake(fiber, after: limit)
  }

  /// Wakes a fiber before its time is over; does nothing when that was so already.
  public func wake(_ fiber: FiberID, insteadOf timeout: EventToken) {
    if device.agenda.cancel(timeout) { process.wake(fiber, after: .zero) }
  }
}

/// Makes the behaviour for each process life of an app.
public typealias BehaviorFactory = (Application) -> any AppBehavior
