import Simulation

/// The lock of the device: since when it is locked, and which protected data can be read
/// (semantics.md, "Lock, files, keychain").
///
/// Pure: inputs are moments, which never go backwards; answers are values. That the device locks
/// itself is no event, so that a device whose apps do not look pays nothing for it.
struct DeviceLock {
  let hasPasscode: Bool
  /// It locks itself so long after it was laid down; nil: never.
  private let autoLock: TimeSpan?
  /// The keys of protected data are kept for so long after it was locked.
  private let keysStay: TimeSpan
  /// Since when it is locked, or from when on it will be; nil: it is in use, or never locks itself.
  private var lockedFrom: Instant?
  /// It has been restarted, and its passcode was not entered since.
  private(set) var isBeforeFirstUnlock = false

  init(_ configuration: DeviceConfiguration) {
    hasPasscode = configuration.hasPasscode
    autoLock = configuration.autoLock
    keysStay = configuration.limits.protectedData
  }

  // MARK: What happens

  /// Nobody uses it from now on, so that it will lock itself.
  mutating func layDown(at now: Instant) {
    guard lockedFrom == nil, let autoLock else { return }
    lockedFrom = now + autoLock
  }

  mutating func lock(at now: Instant) { lockedFrom = min(lockedFrom ?? now, now) }

  mutating func unlock() {
    lockedFrom = nil
    isBeforeFirstUnlock = false
  }

  /// It has been restarted, and is locked.
  mutating func boot(at now: Instant) {
    lockedFrom = now
    isBeforeFirstUnlock = hasPasscode
  }

  // MARK: What holds

  func isLocked(at now: Instant) -> Bool { lockedFrom.map { now >= $0 } ?? false }

  /// When the keys of protected data go, or went; nil: they stay, or are not there yet.
  var keysGo: Instant? {
    hasPasscode && !isBeforeFirstUnlock ? lockedFrom.map { $0 + keysStay } : nil
  }

  /// Whether what is protected while the device is locked can be read.
  func isDataAvailable(at now: Instant) -> Bool {
    !isBeforeFirstUnlock && keysGo.map { now < $0 } ?? true
  }

  /// Whether a file of a class can be read and written.
  ///
  /// - Parameters:
  ///   - isOpen: it was opened before.
  func allows(_ protection: FileProtection, isOpen: Bool = false, at now: Instant) -> Bool {
    switch protection {
    case .complete: isDataAvailable(at: now)
    case .completeUnlessOpen: isOpen || isDataAvailable(at: now)
    case .completeUntilFirstUserAuthentication: !isBeforeFirstUnlock
    case .none: true
    }
  }

  /// Whether a keychain item can be read and written.
  func allows(_ accessibility: KeychainAccessibility, at now: Instant) -> Bool {
    switch accessibility {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
      isDataAvailable(at: now)
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: !isBeforeFirstUnlock
    }
  }
}
