import Simulation

/// Bluetooth (semantics.md, section 8): each value that a connected accessory sends gives an app
/// with the mode some seconds in the background, and so does a connection that is made or lost. The
/// connections of an app that asked for state restoration outlive its process, and launch it.
final class BluetoothService: Service {
  private struct App {
    /// Accessories that it is connected to, or waits for while they are away, and the lines that
    /// asked for it.
    var connections: [String: SourceLocation] = [:]
    /// The name by which it gets them back in its next process; nil: it does not.
    var restoreIdentifier: String?
    /// They are those of an earlier process, and this one has not asked for them yet.
    var isToBeRestored = false
    /// What has come meanwhile.
    var early: [Callback] = []
    var isUsed = false
  }

  private let apps: PerApp<App>
  private var users: Set<AppID> = []
  /// The accessories that send values: the scenario's, and those that a driver names.
  private var accessories: [String]
  /// Those that are out of reach.
  fileprivate var away: Set<String> = []

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    accessories = scenario.accessories.map(\.accessory)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func begin() {
    for (index, event) in device.scenario.accessories.enumerated() {
      arm(world: Int32(index), at: event.at)
    }
  }

  override func happens(_ number: Int32) {
    if let period = device.scenario.accessories[Int(number)].every {
      arm(world: number, at: now + period)
    }
    send(AccessoryEventID(number: number))
  }

  private func send(_ id: AccessoryEventID) {
    let accessory = accessory(of: id)
    guard !away.contains(accessory) else { return }
    for process in users(of: accessory) { deliver(.didUpdateValue(id), of: accessory, to: process) }
  }

  /// The processes that are connected to an accessory, or wait for it.
  private func users(of accessory: String) -> [Process] {
    users.sorted().map { device[$0] }.filter { apps[$0].connections[accessory] != nil }
  }

  /// An event of an accessory, which may be one that no scenario names.
  private func event(of accessory: String) -> AccessoryEventID {
    let known = accessories.firstIndex(of: accessory)
    if known == nil { accessories.append(accessory) }
    return AccessoryEventID(number: Int32(known ?? accessories.count - 1))
  }

  /// A driver has an accessory send a value; false where no app is connected to it.
  fileprivate func send(_ accessory: String) -> Bool {
    guard !away.contains(accessory), !users(of: accessory).isEmpty else { return false }
    send(event(of: accessory))
    return true
  }

  /// A driver has an accessory come into reach, or go out of it; false where it is so already.
  fileprivate func move(_ accessory: String, isAway: Bool) -> Bool {
    let before = away.count
    if isAway { away.insert(accessory) } else { away.remove(accessory) }
    guard away.count != before else { return false }
    let id = event(of: accessory)
    for process in users(of: accessory) {
      deliver(
        isAway ? .didDisconnectPeripheral(id, isLost: true) : .didConnect(id), of: accessory,
        to: process)
      // Who wants it back asks again.
      if isAway { forget(accessory, process) }
    }
    return true
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .forceQuit: forget(process)
    case .ended:
      let isKept =
        apps[process].restoreIdentifier != nil && process.configuration.modes.contains(.bluetooth)
      guard isKept else { return forget(process) }
      apps[process].isToBeRestored = true
      apps[process].early = []
    case .launched:
      // The launch is over, and the process has not asked for what the last one had.
      if apps[process].isToBeRestored { forget(process) }
    case .moved, .opened, .cameToFront, .enteredBackground, .enteredForeground, .suspending,
      .resumed:
      break
    }
  }

  override func deviceBoots() {
    guard !device.platform.has(.bluetoothAfterRestart) else { return }
    for process in device.processes { forget(process) }
  }

  override func runIsOver() {
    for process in device.processes where !apps[process].isUsed {
      process.reportUnused(.bluetooth, "call CBCentralManager():connect(accessory)")
    }
  }

  fileprivate func accessory(of id: AccessoryEventID) -> String { accessories[Int(id.number)] }

  // MARK: Connections

  fileprivate func connect(_ accessory: String, _ process: Process, at location: SourceLocation) {
    apps[process].connections[accessory] = location
    apps[process].isUsed = true
    users.insert(process.id)
    if !away.contains(accessory) { tell(.didConnect(event(of: accessory)), process) }
  }

  fileprivate func disconnect(_ accessory: String, _ process: Process) {
    guard apps[process].connections[accessory] != nil else { return }
    forget(accessory, process)
    guard !away.contains(accessory) else { return }
    tell(.didDisconnectPeripheral(event(of: accessory), isLost: false), process)
  }

  private func forget(_ accessory: String, _ process: Process) {
    apps[process].connections[accessory] = nil
    if apps[process].connections.isEmpty { users.remove(process.id) }
  }

  private func forget(_ process: Process) {
    apps[process].connections = [:]
    apps[process].isToBeRestored = false
    apps[process].early = []
    apps[process].restoreIdentifier = nil
    users.remove(process.id)
  }

  /// Makes the app's manager, which gets back what one of the same name had in an earlier process.
  fileprivate func restore(_ identifier: String, _ process: Process) {
    let app = apps[process]
    if app.isToBeRestored, app.restoreIdentifier == identifier {
      apps[process].isToBeRestored = false
      apps[process].early = []
      process.due(.callback(.willRestoreState))
      for callback in app.early { tell(callback, process) }
    }
    apps[process].restoreIdentifier = identifier
  }

  /// The accessories of the app's connections, by name.
  func connections(of process: Process) -> [String] {
    apps[process].connections.keys.sorted()
  }

  private func deliver(_ callback: Callback, of accessory: String, to process: Process) {
    let hasMode = process.configuration.modes.contains(.bluetooth)
    let isValue = if case .didUpdateValue = callback { true } else { false }
    if process.state == .suspended, !hasMode {
      // It hears of connections when it is resumed.
      guard isValue else { return tell(callback, process) }
      process.report(
        .useWithoutMode,
        "a value of \"\(accessory)\" is lost: the app is suspended and lacks the mode bluetooth",
        at: apps[process].connections[accessory])
      return
    }
    guard process.behavior != nil || !device.world.isForceQuit(process) else { return }
    if process.behavior == nil, device.world.lock.isBeforeFirstUnlock { return }
    if !process.state.isForeground, hasMode {
      process.wake(for: limits.wake, because: .bluetooth)
    }
    if isValue { process.record(.accessoryHeard(accessory)) }
    if apps[process].isToBeRestored {
      apps[process].early.append(callback)
    } else {
      tell(callback, process)
    }
  }

  /// Of its connections only an app hears that has a method for it.
  private func tell(_ callback: Callback, _ process: Process) {
    if case .didUpdateValue = callback { return process.due(.callback(callback)) }
    guard process.behavior?.implements(callback.name) == true else { return }
    process.due(.callback(callback))
  }
}

extension Feature {
  /// `CBCentralManagerOptionRestoreIdentifierKey`.
  public static let bluetoothRestoration = Feature("restoreIdentifier", since: 7)
  /// Connections outlive a restart of the device (Apple's QA1962).
  static let bluetoothAfterRestart = Feature("a launch for Bluetooth after a restart", since: 11)
}

extension Application {
  private var bluetooth: BluetoothService { device.services.find(BluetoothService.self) }

  /// Whether the app can be given its connections back: without willRestoreState Core Bluetooth ends
  /// an app that asks for it. True while the script is loaded, when nobody knows its methods.
  public var canRestoreCentral: Bool {
    process.behavior?.implements(Callback.willRestoreState.name) ?? true
  }

  /// `CBCentralManager` with `CBCentralManagerOptionRestoreIdentifierKey`.
  public func restoreCentral(_ identifier: String) { bluetooth.restore(identifier, process) }

  /// The accessories that the app is connected to, as `willRestoreState` tells them; by name.
  public var connectedAccessories: [String] { bluetooth.connections(of: process) }

  /// `CBCentralManager.connect`.
  public func connect(toAccessory name: String, at location: SourceLocation) {
    bluetooth.connect(name, process, at: location)
  }

  /// `CBCentralManager.cancelPeripheralConnection`.
  public func disconnect(fromAccessory name: String) { bluetooth.disconnect(name, process) }

  /// Which accessory a value is of.
  public func accessory(of event: AccessoryEventID) -> String { bluetooth.accessory(of: event) }
}

extension Device {
  /// The accessories to which an app has asked to be connected, by name.
  public func connectedAccessories(of app: AppID) -> [String] {
    services.find(BluetoothService.self).connections(of: known(app))
  }

  /// The accessories that have gone out of reach, sorted.
  public var accessoriesOutOfReach: [String] {
    services.find(BluetoothService.self).away.sorted()
  }

  /// An accessory comes into reach, which makes the connections that apps wait for, or goes out of
  /// it, which ends theirs.
  ///
  /// - Returns: false where it is so already; nothing has happened then.
  @discardableResult
  public func move(accessory: String, isAway: Bool) -> Bool {
    var isNew = false
    act { isNew = services.find(BluetoothService.self).move(accessory, isAway: isAway) }
    return isNew
  }

  /// An accessory sends a value.
  ///
  /// - Returns: false where no app is connected to it; nothing has happened then.
  @discardableResult
  public func sendValue(of accessory: String) -> Bool {
    var isHeard = false
    act { isHeard = services.find(BluetoothService.self).send(accessory) }
    return isHeard
  }
}
