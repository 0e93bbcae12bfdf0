import Simulation

/// What Android tells apps that ask for it in their manifests: that the device was restarted.
///
/// With a passcode the apps hear of a restart only when somebody has unlocked the device. An app that
/// was never opened hears nothing.
final class BroadcastService: Service {
  private enum Moment: Int32 {
    /// Apps are told of the restart.
    case boot
  }

  /// A restart of which no app was told yet.
  private var awaitsUnlock = false

  override class var givesTime: Bool { false }

  override func process(_ change: ProcessChange, of process: Process) {
    guard case .launched = change, process.life == 1, !process.configuration.receivesBoot,
      let behavior = process.behavior, behavior.awaitsBoot
    else { return }
    process.report(
      .methodWithoutMode,
      "the app reads ACTION_BOOT_COMPLETED, and never hears of a restart without the permission"
        + " RECEIVE_BOOT_COMPLETED", at: behavior.location(ofMethod: "onReceive"))
  }

  override func deviceBoots() {
    if device.world.lock.isBeforeFirstUnlock {
      awaitsUnlock = true
    } else {
      arm(world: Moment.boot.rawValue, at: now)
    }
  }

  override func dataIsAvailable() {
    guard awaitsUnlock else { return }
    awaitsUnlock = false
    arm(world: Moment.boot.rawValue, at: now)
  }

  override func happens(_ number: Int32) {
    switch Moment(rawValue: number) {
    case .boot:
      for process in device.processes
      where process.configuration.receivesBoot && device.world.lastOpened(process) != nil {
        device.standby.exempt(process, for: androidRules.services.afterBoot, because: .boot)
        tell(process, of: .bootCompleted)
      }
    case nil: unknown(UInt8(truncatingIfNeeded: number))
    }
  }

  /// Starts or thaws a process to tell it.
  private func tell(_ process: Process, of broadcast: Broadcast) {
    process.record(.broadcastDelivered(broadcast.rawValue))
    process.wake(for: limits.suspensionDelay, because: .broadcast)
    process.due(.callback(.broadcast(broadcast)))
  }
}
