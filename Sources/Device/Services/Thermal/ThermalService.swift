import Simulation

/// Heat (semantics.md, section 6): it is told to the apps that run, and where it is critical those in
/// the background end. That discretionary work waits is a rule of `World`.
final class ThermalService: Service {
  private struct App {
    /// The state when it was suspended; nil: it was not.
    var known: ThermalState?
    /// It ends then if it is in the background still, and the heat critical.
    var end = EventToken.none
  }

  private enum Deadline: UInt8 {
    case end
  }

  private let apps: PerApp<App>

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  override func begin() {
    for (index, change) in device.scenario.thermal.enumerated() {
      arm(world: Int32(index), at: change.at)
    }
  }

  override func happens(_ number: Int32) {
    device.world.change(device.scenario.thermal[Int(number)].state)
  }

  override func world(_ change: WorldChange) {
    guard case .thermal(let state) = change else { return }
    for process in device.memory.living where process.state.isRunning {
      tell(process)
      if state == .critical { giveTime(to: process) }
    }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved:
      if device.world.thermalState == .critical { giveTime(to: process) }
    case .suspending: apps[process].known = device.world.thermalState
    case .resumed:
      if apps[process].known != device.world.thermalState { tell(process) }
      apps[process].known = nil
    case .ended:
      device.agenda.cancel(apps[process].end)
      apps[process] = App()
    case .launched, .opened, .cameToFront, .forceQuit, .enteredBackground, .enteredForeground:
      break
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    guard Deadline(rawValue: event.what) == .end else { unknown(event.what) }
    apps[process].end = .none
    guard device.world.thermalState == .critical, process.state == .background else { return }
    process.terminate(.thermalEvent, detail: "the device was too hot")
  }

  private func tell(_ process: Process) {
    guard device.platform.has(.thermalState) else { return }
    process.enqueue(.callback(.thermalStateDidChange))
  }

  /// Begins the time that an app in the background has at critical heat.
  private func giveTime(to process: Process) {
    device.agenda.cancel(apps[process].end)
    apps[process].end = .none
    guard process.state == .background, device.scenario.device.endedByHeat == .background,
      !process.isResident, device.platform.knows(.thermalEvent)
    else { return }
    apps[process].end = arm(Deadline.end, of: process, at: now + limits.criticalHeat)
  }
}

extension Feature {
  /// `ProcessInfo.thermalState` and its notification.
  public static let thermalState = Feature("thermalState", since: 11)
}

extension Application {
  /// `ProcessInfo.thermalState`.
  public var thermalState: ThermalState { device.world.thermalState }
}

extension Device {
  /// The device is so hot from now on; nothing happens where it is already.
  public func change(thermalState: ThermalState) { act { world.change(thermalState) } }
}
