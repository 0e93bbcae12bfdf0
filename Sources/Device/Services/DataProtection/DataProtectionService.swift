import Simulation

/// Protected data (semantics.md, section 8): after a boot it cannot be read until the user has
/// unlocked the device for the first time.
final class DataProtectionService: Service {
  private var isLocked: Bool

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    isLocked = scenario.firstUnlock != nil
    super.init(scenario)
  }

  override func begin() {
    if let moment = device.scenario.firstUnlock { arm(world: 0, at: moment) }
  }

  override func happens(_ number: Int32) { unlock() }

  override func deviceBoots() { isLocked = true }

  override func deviceIsUnlocked() { unlock() }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    // Who opens an app has unlocked the device.
    case .opened: unlock()
    case .launched, .moved, .cameToFront, .forceQuit, .enteredBackground, .enteredForeground,
      .suspending, .resumed, .ended:
      break
    }
  }

  private func unlock() {
    guard isLocked else { return }
    isLocked = false
    device.recorder.record(.unlocked)
    for process in device.memory.living {
      process.due(.callback(.protectedDataDidBecomeAvailable))
    }
  }

  fileprivate var isAvailable: Bool { !isLocked }

  fileprivate func mayUse(_ what: String, _ process: Process, at location: SourceLocation) -> Bool {
    guard isLocked else { return true }
    process.report(
      .dataProtected, "\(what) before the device was unlocked for the first time", at: location)
    return false
  }
}

extension Application {
  private var protection: DataProtectionService {
    device.services.find(DataProtectionService.self)
  }

  /// `isProtectedDataAvailable`.
  public var isProtectedDataAvailable: Bool { protection.isAvailable }

  /// Whether the app may read or write its defaults now; where not, that is a finding.
  public func mayUseProtectedData(_ what: String, at location: SourceLocation) -> Bool {
    protection.mayUse(what, process, at: location)
  }
}
