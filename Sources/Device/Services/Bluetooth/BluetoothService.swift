import Simulation

/// Bluetooth (semantics.md, section 8): each value that a connected accessory sends gives an app
/// with the mode some seconds in the background.
final class BluetoothService: Service {
  private struct App {
    /// Accessories that it is connected to, and the lines that did it.
    var connections: [String: SourceLocation] = [:]
    var isUsed = false
  }

  private let apps: PerApp<App>
  private var users: Set<AppID> = []

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func begin() {
    for (index, event) in device.scenario.accessories.enumerated() {
      arm(world: Int32(index), at: event.at)
    }
  }

  override func happens(_ number: Int32) {
    let id = AccessoryEventID(number: number)
    let event = event(id)
    if let period = event.every { arm(world: number, at: now + period) }
    for app in users.sorted() {
      let process = device[app]
      guard let location = apps[process].connections[event.accessory] else { continue }
      deliver(id, from: event.accessory, to: process, connectedAt: location)
    }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .forceQuit:
      apps[process].connections = [:]
      users.remove(process.id)
    case .ended:
      // A connection of an app that the system ended is kept for it.
      guard !process.configuration.modes.contains(.bluetooth) else { return }
      apps[process].connections = [:]
      users.remove(process.id)
    case .launched, .moved, .opened, .cameToFront, .enteredBackground, .enteredForeground,
      .suspending, .resumed:
      break
    }
  }

  override func runIsOver() {
    for process in device.processes where !apps[process].isUsed {
      process.reportUnused(.bluetooth, "call CBCentralManager():connect(accessory)")
    }
  }

  fileprivate func event(_ id: AccessoryEventID) -> AccessoryEvent {
    device.scenario.accessories[Int(id.number)]
  }

  // MARK: Connections

  fileprivate func connect(_ accessory: String, _ process: Process, at location: SourceLocation) {
    apps[process].connections[accessory] = location
    apps[process].isUsed = true
    users.insert(process.id)
  }

  fileprivate func disconnect(_ accessory: String, _ process: Process) {
    apps[process].connections[accessory] = nil
    if apps[process].connections.isEmpty { users.remove(process.id) }
  }

  private func deliver(
    _ id: AccessoryEventID, from accessory: String, to process: Process,
    connectedAt location: SourceLocation
  ) {
    let hasMode = process.configuration.modes.contains(.bluetooth)
    if process.state == .suspended, !hasMode {
      process.report(
        .useWithoutMode,
        "a value of \"\(accessory)\" is lost: the app is suspended and lacks the mode bluetooth",
        at: location)
      return
    }
    guard process.behavior != nil || !device.world.isForceQuit(process) else { return }
    if process.behavior == nil, device.world.lock.isBeforeFirstUnlock { return }
    if !process.state.isForeground, hasMode {
      process.wake(for: limits.wake, because: .bluetooth)
    }
    process.record(.accessoryHeard(accessory))
    process.due(.callback(.didUpdateValue(id)))
  }
}

extension Application {
  private var bluetooth: BluetoothService { device.services.find(BluetoothService.self) }

  /// `CBCentralManager.connect`.
  public func connect(toAccessory name: String, at location: SourceLocation) {
    bluetooth.connect(name, process, at: location)
  }

  /// `CBCentralManager.cancelPeripheralConnection`.
  public func disconnect(fromAccessory name: String) { bluetooth.disconnect(name, process) }

  /// Which accessory a value is of.
  public func accessory(of event: AccessoryEventID) -> String { bluetooth.event(event).accessory }
}
