import Simulation

/// Doze: how the operating system puts a device to sleep that is not used.
///
/// Two machines run side by side while the screen is off and the charger away. The light one makes
/// idle times of minutes, wherever the device is. The deep one waits for an hour without motion,
/// makes idle times of hours, and overrides the light one. Both interrupt an idle time by a
/// maintenance window, in which what was held back may run; they grow from step to step and begin
/// anew when the device is used.
///
/// Pure: it knows rules and moments. Whoever has it says what happens, and calls `step` at `next`.
struct Doze: Sendable, Equatable {
  /// A state of the deep machine.
  enum Deep: String, Sendable, CaseIterable {
    case active
    /// Not used; the device may still be moved about.
    case inactive
    /// It begins to look whether it lies still.
    case idlePending
    /// It measures whether it is tilted.
    case sensing
    /// It looks where it is.
    case locating
    case idle
    case maintenance
    /// In battery saver: a minute from being idle, without a look at motion.
    case quickDelay
  }

  /// A state of the light machine.
  enum Light: String, Sendable, CaseIterable {
    case active
    case inactive
    case idle
    /// A maintenance window is due, but there is no network that it could use.
    case waitingForNetwork
    case maintenance
    /// The deep machine is idle.
    case overridden
  }

  /// What is around the device.
  struct Surroundings: Sendable, Equatable {
    var isScreenOn = true
    var isLocked = false
    var isCharging = false
    var isConnected = true
    /// An emergency call goes on.
    var isInEmergency = false
    /// Battery saver is on: no motion is looked for, and a minute is enough.
    var isQuick = false
    /// The next alarm clock.
    var nextAlarmClock: Instant?
    /// It can look where it is.
    var canLocate = true
    /// Work that maintenance windows are for is under way: jobs, or alarms being delivered.
    var hasWork = false
  }

  var rules: DozeRules
  private(set) var around = Surroundings()
  var deep = Deep.active
  var light = Light.active
  /// When the deep machine makes its next step; nil: it waits for something to happen.
  var deepStep: Instant?
  /// When the light machine does.
  var lightStep: Instant?

  /// How long the device must be inactive, which after motion is shorter.
  var inactiveTime: TimeSpan
  /// Battery saver was switched on while the device was idle: motion still ends that.
  var becameQuickWhileIdle = false
  var nextIdle: TimeSpan
  var nextWindow: TimeSpan
  var nextLightIdle: TimeSpan
  /// The time of light maintenance that is left over or used up.
  var lightBudget: TimeSpan
  var windowBegan: Instant?

  init(_ rules: DozeRules) {
    self.rules = rules
    inactiveTime = rules.inactive
    nextIdle = rules.idle
    nextWindow = rules.window
    nextLightIdle = rules.lightIdle
    lightBudget = rules.shortestLightWindow
  }

  // MARK: What follows for others

  /// When something may happen by itself; nil: never.
  var next: Instant? { [deepStep, lightStep, earlyEnd].compactMap(\.self).min() }

  /// When a maintenance window ends early since there is nothing to do.
  private var earlyEnd: Instant? {
    guard !around.hasWork, let windowBegan else { return nil }
    if deep == .maintenance { return windowBegan + rules.leastWindow }
    return light == .maintenance ? windowBegan + rules.leastLightWindow : nil
  }

  // MARK: What happens

  /// Makes the steps that are due.
  mutating func step(at now: Instant) {
    if let earlyEnd, earlyEnd <= now { return endWindowEarly(at: now) }
    if let deepStep, deepStep <= now { stepDeep(at: now) }
    if let lightStep, lightStep <= now { stepLight(at: now) }
  }

  /// Something around the device has changed.
  mutating func change(at now: Instant, _ change: (inout Surroundings) -> Void) {
    let before = around
    change(&around)
    if around.isQuick != before.isQuick {
      becameQuickWhileIdle = around.isQuick && (deep == .idle || deep == .maintenance)
      if around.isQuick { becomeInactive(at: now) }
    }
    if isInUse, !Doze.isInUse(before, rules) { becomeActive() }
    if before.isScreenOn, !around.isScreenOn { becomeInactive(at: now) }
    if around.isCharging, !before.isCharging { becomeActive() }
    if before.isCharging, !around.isCharging { becomeInactive(at: now) }
    if around.isInEmergency, !before.isInEmergency { becomeActive() }
    if before.isInEmergency, !around.isInEmergency { becomeInactive(at: now) }
  }

  /// The device is moved: a deep idle time ends, and it must lie still anew. In battery saver
  /// nothing looks for motion.
  mutating func move(at now: Instant) {
    guard !around.isQuick || becameQuickWhileIdle else { return }
    guard deep != .active || light == .overridden else { return }
    deep = .active
    inactiveTime = rules.inactiveAfterMotion
    if light == .overridden { light = .active }
    becomeInactive(at: now)
  }

  /// The screen is on, and unlocked if that is what counts.
  private var isInUse: Bool { Doze.isInUse(around, rules) }

  private static func isInUse(_ around: Surroundings, _ rules: DozeRules) -> Bool {
    around.isScreenOn && !(rules.waitsForUnlock && around.isLocked)
  }

  /// The device is used: both machines begin anew.
  mutating func becomeActive() {
    (deep, light) = (.active, .active)
    (deepStep, lightStep, windowBegan) = (nil, nil, nil)
    inactiveTime = rules.inactive
    resetDeep()
    resetLight()
  }

  /// Both machines start, unless the device is used or on the charger.
  mutating func becomeInactive(at now: Instant) {
    guard !around.isCharging, !around.isInEmergency, !isInUse else { return }
    if around.isQuick {
      switch deep {
      case .quickDelay, .idle, .maintenance: break
      case .active, .inactive, .idlePending, .sensing, .locating:
        startDeep(.quickDelay, after: rules.quickDelay, at: now)
      }
    } else if deep == .active {
      startDeep(.inactive, after: inactiveTime, at: now)
    }
    guard light == .active else { return }
    light = .inactive
    resetLight()
    lightStep = now + rules.lightAfter
  }

  private mutating func startDeep(_ state: Deep, after delay: TimeSpan, at now: Instant) {
    deep = state
    resetDeep()
    // What would end soon need not begin: it is put off beyond the alarm clock.
    let untilAlarm = isAlarmClockNear(at: now) ? (around.nextAlarmClock ?? now) - now : .zero
    deepStep = now + untilAlarm + delay
  }

  private mutating func resetDeep() {
    nextIdle = rules.idle
    nextWindow = rules.window
    deepStep = nil
  }

  private mutating func resetLight() {
    nextLightIdle = rules.lightIdle
    lightBudget = rules.shortestLightWindow
  }

  /// Whether an alarm clock is due too soon to become idle before.
  func isAlarmClockNear(at now: Instant) -> Bool {
    around.nextAlarmClock.map { now + rules.leastTimeToAlarm >= $0 } ?? false
  }

  /// The deep idle time ends at a moment instead, for an alarm clock.
  mutating func endIdle(at end: Instant) {
    if deep == .idle { deepStep = end }
  }

  /// Ends a maintenance window in which there is nothing to do.
  mutating func endWindowEarly(at now: Instant) {
    guard !around.hasWork else { return }
    if deep == .maintenance {
      stepDeep(at: now)
    } else if light == .maintenance {
      stepLight(at: now)
    }
  }
}
