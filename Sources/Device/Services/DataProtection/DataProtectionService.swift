import Simulation

/// Protected data (semantics.md, "Lock, files, keychain"): what apps store, by class, and what they
/// are told of the lock.
final class DataProtectionService: Service {
  struct App {
    var files = StoredFiles()
    var keychain = Keychain()
    /// The things that the app could not read since the data is locked; looked up only.
    var unread: Set<String> = []
  }

  private enum Moment: Int32 {
    /// The scenario's first unlock.
    case firstUnlock
    /// The keys of protected data go.
    case keysGo
  }

  let apps: PerApp<App>
  /// Those of which something is in `App.unread`.
  private var refused: Set<AppID> = []
  /// Whether a process has run since protected data is locked.
  private let hasRun: PerApp<Bool>
  /// Processes that want to hear when the keys go.
  private var listeners: Set<AppID> = []
  /// The moment on the agenda at which they go.
  private var armed: Instant?

  private static let loss = Callback.protectedDataWillBecomeUnavailable
  private static let availability = Callback.protectedDataDidBecomeAvailable

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    hasRun = PerApp(false, count: scenario.apps.count)
    super.init(scenario)
  }

  var lock: DeviceLock { device.world.lock }

  // MARK: What happens

  override func begin() {
    if let moment = device.scenario.firstUnlock {
      arm(world: Moment.firstUnlock.rawValue, at: moment)
    }
  }

  override func happens(_ number: Int32) {
    switch Moment(rawValue: number) {
    case .firstUnlock:
      if lock.isBeforeFirstUnlock { device.world.unlockDevice() }
    case .keysGo:
      guard lock.keysGo == now else { return }
      for process in device.memory.living
      where process.state.isRunning && listeners.contains(process.id) {
        process.due(.callback(Self.loss))
      }
    case nil: unknown(UInt8(truncatingIfNeeded: number))
    }
  }

  override func world(_ change: WorldChange) {
    if case .inUse(false) = change { awaitLoss() }
  }

  override func deviceIsLocked() { awaitLoss() }

  override func dataIsAvailable() {
    for process in device.memory.living
    where (process.state.isRunning || hasRun[process])
      && process.behavior?.implements(Self.availability.name) == true
    {
      process.due(.callback(Self.availability))
    }
    hasRun.changeEach { $0 = false }
    for app in refused { apps[app].unread = [] }
    refused = []
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved:
      if process.state == .notRunning {
        hasRun[process] = false
      } else if !lock.isDataAvailable(at: now) {
        hasRun[process] = true
      }
    case .launched:
      guard process.behavior?.implements(Self.loss.name) == true else { return }
      listeners.insert(process.id)
      awaitLoss()
    case .ended:
      if !listeners.isEmpty { listeners.remove(process.id) }
      if !apps[process].unread.isEmpty { apps[process].unread = [] }
    case .opened, .cameToFront, .forceQuit, .enteredBackground, .enteredForeground, .suspending,
      .resumed:
      break
    }
  }

  /// Puts the moment on the agenda at which the keys go, if anybody wants to hear of it.
  private func awaitLoss() {
    guard !listeners.isEmpty, let moment = lock.keysGo, moment > now, moment != armed else {
      return
    }
    armed = moment
    arm(world: Moment.keysGo.rawValue, at: moment)
  }

  // MARK: Mistakes

  /// Notes that something is there which the app has asked for, and whose class does not let it be
  /// read.
  func noteUnread(_ what: String, of process: Process) {
    apps[process].unread.insert(what)
    refused.insert(process.id)
  }

  func noteRead(_ what: String, of process: Process) {
    guard !apps[process].unread.isEmpty else { return }
    apps[process].unread.remove(what)
  }

  /// Reports that something which could not be read is being overwritten or removed: the app takes
  /// it for missing.
  func reportIfUnread(
    _ what: String, _ deed: String, of process: Process, at location: SourceLocation
  ) {
    guard apps[process].unread.remove(what) != nil else { return }
    process.report(
      .dataProtected,
      "\(what) could not be read while the device is locked, and is \(deed) as if it were missing",
      at: location)
  }

  /// Who reads may do without, or wait; what is written is gone.
  fileprivate func mayUseDefaults(
    _ process: Process, toWrite isWrite: Bool, at location: SourceLocation
  ) -> Bool {
    guard lock.isBeforeFirstUnlock else { return true }
    process.report(
      isWrite ? .dataProtected : .defaultsReadLocked,
      isWrite
        ? "UserDefaults were written before the device was unlocked for the first time, and kept"
          + " nothing" : readLocked, at: location)
    return false
  }

  /// The process has read again, after the first unlock, what it had read before.
  fileprivate func readAgain(_ process: Process, at location: SourceLocation) {
    process.withdraw(.defaultsReadLocked, readLocked, at: location)
  }

  private let readLocked =
    "UserDefaults were read before the device was unlocked for the first time"
}

extension Application {
  var protection: DataProtectionService { device.services.find(DataProtectionService.self) }

  /// `isProtectedDataAvailable`.
  public var isProtectedDataAvailable: Bool { device.world.lock.isDataAvailable(at: now) }

  /// Whether the device has been unlocked since its restart, or has no passcode.
  public var isPastFirstUnlock: Bool { !device.world.lock.isBeforeFirstUnlock }

  /// Whether the app may read or write its defaults now, which are of the class
  /// completeUntilFirstUserAuthentication; where not, that is a finding.
  public func mayUseDefaults(toWrite isWrite: Bool, at location: SourceLocation) -> Bool {
    protection.mayUseDefaults(process, toWrite: isWrite, at: location)
  }

  /// Takes back the finding about a place that read a value of the defaults too early: this process
  /// has read the value again, after the first unlock.
  public func hasReadDefaultsAgain(insteadOfAt location: SourceLocation) {
    protection.readAgain(process, at: location)
  }

  /// The app has stored something, which is not lost with its process.
  public func hasStored() { process.storedAt = now }

  /// Bytes that the app keeps in files and in the keychain, but for a file that is to be replaced.
  public func storedBytes(but path: String? = nil) -> Int {
    let app = protection.apps[process]
    return app.files.bytes + app.keychain.bytes - (path.map { app.files.size(of: $0) } ?? 0)
  }

  /// Items that the app has in the keychain, over which each of its calls goes.
  public var keychainCount: Int { protection.apps[process].keychain.items.count }
}
