import Simulation

/// Location (semantics.md, section 8): updates, which keep an app with the mode running where it
/// allows them, and significant changes, which wake it, or launch it.
final class LocationService: Service {
  private struct App {
    // What dies with the process.
    /// The line that asked for updates.
    var updating: SourceLocation?
    var allowsInBackground = false
    /// It has asked for significant changes in this life.
    var listens = false
    var isReported = false

    // What outlives it.
    /// Significant changes launch it.
    var isMonitored = false
    /// Where and when it last got one.
    var told: Position?
    var toldAt: Instant?
    /// It was launched for this one and has not asked yet.
    var pending: LocationID?
    var isUsed = false

    mutating func end() {
      updating = nil
      allowsInBackground = false
      listens = false
      isReported = false
      pending = nil
    }
  }

  private let apps: PerApp<App>
  /// Those that ask for anything.
  private var users: Set<AppID> = []
  private var present: LocationID?

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func begin() {
    for (index, change) in device.scenario.locations.enumerated() {
      arm(world: Int32(index), at: change.at)
    }
  }

  override func happens(_ number: Int32) {
    let id = LocationID(number: number)
    present = id
    let position = position(of: id)
    device.recorder.record(.moved(latitude: position.latitude, longitude: position.longitude))
    for app in users.sorted() { moves(device[app], to: id) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .suspending: reportStopped(process)
    case .ended: apps[process].end()
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .enteredBackground,
      .enteredForeground, .resumed:
      break
    }
  }

  override func runIsOver() {
    for process in device.processes where !apps[process].isUsed {
      process.reportUnused(.location, "call startUpdatingLocation")
    }
  }

  fileprivate func position(of id: LocationID) -> Position {
    device.scenario.locations[Int(id.number)].position
  }

  // MARK: What apps ask for

  fileprivate func setUpdating(_ location: SourceLocation?, of process: Process) {
    apps[process].updating = location
    if location != nil {
      apps[process].isUsed = true
      users.insert(process.id)
      if let present { tell(process, present) }
    }
    keepRunning(process)
  }

  /// False where the app lacks the mode.
  fileprivate func setAllows(_ allows: Bool, of process: Process) -> Bool {
    guard !allows || process.configuration.modes.contains(.location) else { return false }
    apps[process].allowsInBackground = allows
    keepRunning(process)
    return true
  }

  fileprivate func allows(_ process: Process) -> Bool { apps[process].allowsInBackground }

  fileprivate func setMonitoring(_ isOn: Bool, of process: Process) {
    apps[process].isMonitored = isOn
    apps[process].listens = isOn
    guard isOn else { return }
    apps[process].isUsed = true
    users.insert(process.id)
    if apps[process].told == nil, let present {
      apps[process].told = position(of: present)
    }
    if let pending = apps[process].pending {
      apps[process].pending = nil
      tell(process, pending)
    }
  }

  private func keepRunning(_ process: Process) {
    let app = apps[process]
    let isAllowed = app.allowsInBackground || !device.platform.has(.backgroundLocationUpdates)
    process.keeps(
      running: .location,
      app.updating != nil && isAllowed && process.configuration.modes.contains(.location))
  }

  // MARK: Changes

  private func moves(_ process: Process, to id: LocationID) {
    let app = apps[process]
    let isRunning = process.state.isForeground || process.runningModes.contains(.location)
    if app.updating != nil, process.behavior != nil, isRunning {
      apps[process].told = position(of: id)
      apps[process].toldAt = now
      tell(process, id)
    } else if app.isMonitored {
      changesSignificantly(process, to: id)
    }
  }

  private func changesSignificantly(_ process: Process, to id: LocationID) {
    let position = position(of: id)
    let app = apps[process]
    guard let told = app.told else {
      apps[process].told = position
      return
    }
    guard told.distance(to: position) >= limits.significantMetres,
      app.toldAt.map({ now - $0 >= limits.significantInterval }) ?? true
    else { return }
    apps[process].told = position
    apps[process].toldAt = now
    guard process.behavior == nil else {
      if app.listens {
        process.wake(for: limits.wake, because: .location)
        tell(process, id)
      }
      return
    }
    guard !device.world.isForceQuit(process), device.world.allowsRefresh(process) else { return }
    if device.world.lock.isBeforeFirstUnlock { return }
    process.wake(for: limits.wake, because: .location)
    apps[process].pending = id
  }

  private func tell(_ process: Process, _ id: LocationID) {
    let position = position(of: id)
    process.record(
      .locationUpdated(latitude: position.latitude, longitude: position.longitude))
    process.due(.callback(.didUpdateLocations(id)))
  }

  // MARK: Mistakes

  private func reportStopped(_ process: Process) {
    let app = apps[process]
    guard let location = app.updating, !app.isReported,
      process.configuration.modes.contains(.location)
    else { return }
    apps[process].isReported = true
    process.report(
      .updatesNotAllowed,
      "location updates stop with the app: allowsBackgroundLocationUpdates is false", at: location)
  }
}

extension Feature {
  /// Before it the mode alone was enough.
  public static let backgroundLocationUpdates = Feature(
    "allowsBackgroundLocationUpdates", since: 9)
}

extension Application {
  private var locations: LocationService { device.services.find(LocationService.self) }

  /// `startUpdatingLocation` at a line, or with nil `stopUpdatingLocation`.
  public func updateLocation(at location: SourceLocation?) {
    locations.setUpdating(location, of: process)
  }

  /// `allowsBackgroundLocationUpdates`.
  public var allowsBackgroundLocationUpdates: Bool { locations.allows(process) }

  /// Sets it; false if the app lacks the mode: that is fatal.
  public func allowBackgroundLocationUpdates(_ allows: Bool) -> Bool {
    locations.setAllows(allows, of: process)
  }

  /// `startMonitoringSignificantLocationChanges`, or its end.
  public func monitorSignificantChanges(_ isOn: Bool) {
    locations.setMonitoring(isOn, of: process)
  }

  /// Returns the position of a location.
  public func position(of location: LocationID) -> Position { locations.position(of: location) }
}
