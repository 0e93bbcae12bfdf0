import Simulation

/// The user, the network, the charger and the refills: what happens whatever apps and policy do.
final class World: DeviceComponent {
  private struct Use {
    var lastOpened: Instant?
    /// When the app last left the front.
    var lastUsed = Instant.start
    /// How long any app had been in front when this one last was.
    var screenOnWhenUsed = TimeSpan.zero
    var opensByHour = [Int](repeating: 0, count: 24)
    var opens = 0
    /// When the user swiped the app away, if it was not opened, nor the device restarted, since (P6).
    var forceQuitAt: Instant?
    /// It was swiped away and not opened since, so that the app switcher does not show it.
    var isSwipedAway = false
  }

  /// The app in front.
  private(set) var foreground: AppID? {
    didSet { device.power.screenIsOn(foreground != nil) }
  }
  private(set) var power = PowerStatus(level: 1, isCharging: false)
  private(set) var network = NetworkKind.wifi
  private(set) var thermalState = ThermalState.nominal
  private(set) var lock: DeviceLock
  /// The app that was in front when the device was locked, to which unlocking it returns.
  private var leftByLock: AppID?
  private let uses: PerApp<Use>
  /// Services were told so.
  private var isInUse = false
  /// Times an app was resumed or launched into the background.
  private var wakeUps = 0
  private var screenOffWakeUps = 0

  init(_ scenario: Scenario) {
    lock = DeviceLock(scenario.device)
    uses = PerApp(Use(), count: scenario.apps.count)
    if scenario.firstUnlock != nil { lock.boot(at: .start) } else { lock.layDown(at: .start) }
  }

  // MARK: What is to come

  /// Puts everything that the scenario says on the agenda.
  func begin() {
    let scenario = device.scenario
    schedule(scenario.user.enumerated().map { (.user(Int32($0)), $1.at) })
    schedule(scenario.network.enumerated().map { (.network(Int32($0)), $1.at) })
    schedule(scenario.power.enumerated().map { (.power(Int32($0)), $1.at) })
    if scenario.battery != .scenario { schedule(.battery, at: .start) }
    device.budget.scheduleRefill()
    for process in device.processes where process.isResident {
      process.launch(into: .background, reason: .resident)
    }
  }

  private func schedule(_ events: [(event: WorldEvent, instant: Instant)]) {
    device.agenda.schedule(
      events.map { (.world($0.event), $0.instant) }, rank: DeviceEvent.Rank.world)
  }

  private func schedule(_ event: WorldEvent, at instant: Instant) {
    device.agenda.schedule(.world(event), at: instant, rank: DeviceEvent.Rank.world)
  }

  func perform(_ action: UserAction) {
    switch action.kind {
    case .open(let id): open(device[id])
    case .close: close()
    case .forceQuit(let id): forceQuit(device[id])
    case .lock: lockDevice()
    case .unlock: unlockDevice()
    }
  }

  func change(_ change: NetworkChange) {
    guard change.kind != network else { return }
    network = change.kind
    device.recorder.record(.networkChanged(network))
    device.services.world(.network(network))
    device.arbiter.requestReview()
  }

  func change(_ change: PowerChange) {
    device.power.changes(change)
    apply(change)
  }

  /// A simulated battery is looked at each minute, and what apps and policy see follows it.
  func readBattery() {
    guard case .simulated(let lowPowerAt) = device.scenario.battery else { return }
    schedule(.battery, at: now + .minutes(1))
    let level = device.power.batteryLevel
    var change = PowerChange(at: now, level: level == power.level ? nil : level)
    if power.isLowPowerMode, power.isCharging, level >= 0.8 { change.lowPowerMode = false }
    if !power.isLowPowerMode, !power.isCharging, level <= lowPowerAt, lowPowerAt > 0 {
      change.lowPowerMode = true
    }
    if change.level != nil || change.lowPowerMode != nil { apply(change) }
  }

  private func apply(_ change: PowerChange) {
    review {
      power.apply(change)
      device.recorder.record(.powerChanged(power))
      device.services.world(.power(power))
    }
  }

  func change(_ state: ThermalState) {
    guard state != thermalState else { return }
    review {
      thermalState = state
      device.recorder.record(.thermalChanged(state))
      device.services.world(.thermal(state))
    }
  }

  /// Makes a change after which discretionary work may be allowed, or no more.
  private func review(_ change: () -> Void) {
    let wasAllowed = obstacleToDiscretionaryWork == nil
    change()
    let isAllowed = obstacleToDiscretionaryWork == nil
    if isAllowed != wasAllowed { device.services.world(.discretionaryWork(isAllowed: isAllowed)) }
    device.arbiter.requestReview()
  }

  /// Why no discretionary work may run (section 6); nil when it may.
  var obstacleToDiscretionaryWork: Ineligibility? {
    if lock.isBeforeFirstUnlock { return .beforeFirstUnlock }
    if power.isLowPowerMode { return .lowPowerMode }
    if thermalState >= device.scenario.device.thermalHold { return .tooHot }
    let isAllowed = power.allowsDiscretionaryWork(
      above: device.scenario.device.criticalBatteryLevel)
    return isAllowed ? nil : .batteryLow
  }

  /// Whether an app may fetch in the background, as far as the user's switches say (F1).
  func allowsRefresh(_ process: Process) -> Bool {
    device.scenario.device.backgroundRefresh && process.configuration.backgroundRefresh
  }

  // MARK: The user

  func open(_ process: Process) {
    process.record(.userOpened)
    noteOpen(of: process)
    device.arbiter.observe(.opened(app: process.id, at: now))
    if device.arbiter.policy.asksAtOpens { device.arbiter.requestReview() }
    if foreground == process.id { return }
    // Who opens an app has unlocked the device.
    unlock()
    leftByLock = nil
    let front = foreground.map { device[$0] }
    if let front { leave(front) }
    uses[process].forceQuitAt = nil
    uses[process].isSwipedAway = false
    device.services.process(.opened, of: process)
    bringToFront(process)
    device.services.process(.cameToFront, of: process)
    if let front { hasLeftFront(front) }
  }

  /// An app that was opened and had no time to come to the front before it was left again is in the
  /// background as before: no change of its state tells services so.
  private func hasLeftFront(_ process: Process) {
    if !process.state.isForeground { device.services.process(.moved, of: process) }
  }

  /// The callbacks that bring an app to the front from wherever it is (P2).
  func bringToFront(_ process: Process) {
    foreground = process.id
    defer { tellOfUse() }
    switch process.state {
    case .notRunning:
      process.launch(into: .inactive, reason: .user)
      process.enqueue(.becomeActive)
      return
    case .suspended:
      process.moveToForeground()
      // What has waited comes after it; on a device it may come before, too (P3).
      process.enqueue(.enterForeground)
      process.resumeDeferred()
      process.enqueue(.becomeActive)
      return
    case .background:
      if process.main.transitions == 0 { process.moveToForeground() }
    case .inactive, .active: break
    }
    process.enqueue(.enterForeground)
    process.enqueue(.becomeActive)
  }

  /// Tells services once the user has picked the phone up or laid it down.
  private func tellOfUse() {
    guard isInUse != (foreground != nil) else { return }
    isInUse = foreground != nil
    if !isInUse { lock.layDown(at: now) }
    device.services.world(.inUse(isInUse))
  }

  func close() {
    guard let front = foreground else { return }
    device[front].record(.userClosed)
    leave(device[front])
    foreground = nil
    hasLeftFront(device[front])
    tellOfUse()
  }

  // MARK: The lock

  /// The user locks the device: whoever is in front is left, to come back when it is unlocked.
  func lockDevice() {
    guard !lock.isLocked(at: now) else { return }
    let front = foreground
    close()
    leftByLock = front
    lock.lock(at: now)
    device.recorder.record(.locked)
    device.services.all.each { $0.deviceIsLocked() }
  }

  /// The user unlocks the device, and is where it was locked.
  func unlockDevice() {
    if lock.isLocked(at: now), !lock.isBeforeFirstUnlock { device.recorder.record(.unlocked) }
    unlock()
    if let left = leftByLock {
      open(device[left])
    } else if foreground == nil {
      lock.layDown(at: now)
    }
  }

  /// The lock is gone, by whatever the user does; only the first unlock after a restart is recorded
  /// here, for there is one whenever an app is opened.
  private func unlock() {
    let wasAvailable = lock.isDataAvailable(at: now)
    let isFirst = lock.isBeforeFirstUnlock
    lock.unlock()
    if isFirst { device.recorder.record(.unlocked) }
    if !wasAvailable { device.services.all.each { $0.dataIsAvailable() } }
    if isFirst { reviewDiscretionaryWork() }
  }

  /// The device has been restarted, and no process is left: it is locked, and what the user had
  /// swiped away is so no more.
  func boots() {
    leftByLock = nil
    uses.changeEach { $0.forceQuitAt = nil }
    device.arbiter.noteChanges()
    lock.boot(at: now)
    device.power.boots()
    device.services.all.each { $0.deviceBoots() }
    reviewDiscretionaryWork()
  }

  private func reviewDiscretionaryWork() {
    device.services.world(.discretionaryWork(isAllowed: obstacleToDiscretionaryWork == nil))
    device.arbiter.requestReview()
  }

  /// The app in front goes to the background: its callbacks are due (P2).
  private func leave(_ process: Process) {
    noteUse(of: process)
    guard process.state.isRunning else { return }
    process.enqueue(.resignActive)
    process.enqueue(.enterBackground)
  }

  func forceQuit(_ process: Process) {
    process.record(.userForceQuit)
    if foreground == process.id {
      leave(process)
      foreground = nil
    }
    uses[process].forceQuitAt = uses[process].forceQuitAt ?? now
    uses[process].isSwipedAway = true
    process.noteChange()
    if leftByLock == process.id { leftByLock = nil }
    if process.state == .suspended {
      process.terminate(.forceQuit, detail: "swiped away while suspended")
    } else if process.state.isRunning, !device.services.outliveSwipe(process) {
      process.enqueue(.terminate)
    }
    device.services.process(.forceQuit, of: process)
    tellOfUse()
  }

  /// A process has ended; if it was in front, nothing is now.
  func ended(_ process: Process) {
    if foreground == process.id { foreground = nil }
    tellOfUse()
  }

  // MARK: Habits

  private func noteOpen(of process: Process) {
    device.servers.noteOpen(of: process)
    let clock = device.scenario.startsAt + (now - .start)
    let hour = Int(clock.nanoseconds / TimeSpan.hours(1).nanoseconds) % 24
    uses[process].opens += 1
    uses[process].opensByHour[hour] += 1
    uses[process].lastOpened = now
    noteUse(of: process)
  }

  private func noteUse(of process: Process) {
    process.noteChange()
    uses[process].lastUsed = now
    uses[process].screenOnWhenUsed = device.power.screenOn
    device.memory.noteUse(of: process)
  }

  func lastOpened(_ process: Process) -> Instant? { uses[process].lastOpened }

  /// When the user last had the app in front, which may be now; nil when never.
  func lastUsed(_ process: Process) -> Instant? {
    guard uses[process].lastOpened != nil else { return nil }
    return foreground == process.id ? now : uses[process].lastUsed
  }

  /// How long the user had had any app in front when this one last was, which may be now.
  func screenOn(whenLastUsed process: Process, now: TimeSpan) -> TimeSpan {
    foreground == process.id ? now : uses[process].screenOnWhenUsed
  }

  func opensByHour(_ process: Process) -> [Int] { uses[process].opensByHour }

  /// Whether the app switcher shows it: it was opened, and not swiped away since.
  func isInAppSwitcher(_ process: Process) -> Bool {
    uses[process].lastOpened != nil && !uses[process].isSwipedAway
  }

  /// When the user swiped the app away; nil: it was opened since, or never was swiped away (P6), or
  /// the device was restarted.
  func forceQuitAt(_ process: Process) -> Instant? { uses[process].forceQuitAt }

  func isForceQuit(_ process: Process) -> Bool { uses[process].forceQuitAt != nil }

  // MARK: Figures

  /// An app is resumed or launched into the background.
  func noteWakeUp() {
    wakeUps += 1
    if foreground == nil { screenOffWakeUps += 1 }
  }

  func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.opens += uses[process].opens
  }

  func addFigures(to figures: inout DeviceStatistics) {
    figures.wakeUps += wakeUps
    figures.screenOffWakeUps += screenOffWakeUps
  }

  func beginMeasuring() {
    wakeUps = 0
    screenOffWakeUps = 0
    uses.changeEach { $0.opens = 0 }
  }
}
