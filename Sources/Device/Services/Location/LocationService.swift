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
    /// It was launched for a change, and has not asked where it is.
    var isToAsk = false
    var isReported = false

    // What outlives it.
    /// Significant changes launch it.
    var isMonitored = false
    /// The line that has asked for them.
    var asked: SourceLocation?
    /// Where and when it last got one.
    var told: Position?
    var toldAt: Instant?
    /// It has moved far enough too soon after the last one: it gets the next one then.
    var due = EventToken.none
    var isUsed = false

    mutating func end() {
      updating = nil
      allowsInBackground = false
      listens = false
      isToAsk = false
      isReported = false
    }
  }

  private enum Deadline: UInt8 {
    /// A significant change may be told again.
    case significant
  }

  private let apps: PerApp<App>
  /// Those that ask for anything.
  private var users: Set<AppID> = []
  /// The scenario's places, and behind them those to which a driver has moved the device.
  private var places: [Position]
  private var present: LocationID?

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    places = scenario.locations.map(\.position)
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
    device.services.world(.moved(position))
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    guard Deadline(rawValue: event.what) == .significant else { unknown(event.what) }
    apps[process].due = .none
    if let present, apps[process].isMonitored { changesSignificantly(process, to: present) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .suspending:
      reportStopped(process)
      reportUnheard(process)
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

  fileprivate func position(of id: LocationID) -> Position { places[Int(id.number)] }

  /// Where the device is; nil: nobody knows.
  var presentPosition: Position? { present.map { position(of: $0) } }

  /// The app does what the mode may be for.
  func isUsed(by process: Process) { apps[process].isUsed = true }

  /// A driver moves the device.
  func move(to position: Position) {
    places.append(position)
    happens(Int32(places.count - 1))
  }

  // MARK: What apps ask for

  fileprivate func setUpdating(_ location: SourceLocation?, of process: Process) {
    apps[process].updating = location
    if location != nil {
      apps[process].isUsed = true
      apps[process].isToAsk = false
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

  /// The first one comes at once: where the device is as far as it knows.
  fileprivate func setMonitoring(
    _ isOn: Bool, of process: Process, at location: SourceLocation
  ) {
    apps[process].isToAsk = false
    apps[process].asked = location
    apps[process].isMonitored = isOn
    apps[process].listens = isOn
    guard isOn else {
      device.agenda.cancel(apps[process].due)
      return
    }
    apps[process].isUsed = true
    users.insert(process.id)
    if let present, device.world.allowsRefresh(process) {
      note(present, toldTo: process)
      tell(process, present)
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
      note(id, toldTo: process)
      tell(process, id)
    } else if app.isMonitored {
      changesSignificantly(process, to: id)
    }
  }

  private func note(_ id: LocationID, toldTo process: Process) {
    apps[process].told = position(of: id)
    apps[process].toldAt = now
  }

  private func changesSignificantly(_ process: Process, to id: LocationID) {
    let app = apps[process]
    device.agenda.cancel(app.due)
    apps[process].due = .none
    if let told = app.told,
      told.distance(to: position(of: id)) < limits.significantMetres
    {
      return
    }
    guard device.mayTellOfLocation(process), process.behavior == nil || app.listens else { return }
    if let last = app.toldAt, now - last < limits.significantInterval {
      apps[process].due = arm(
        Deadline.significant, of: process, at: last + limits.significantInterval, outlives: true)
      return
    }
    note(id, toldTo: process)
    let isRunning = process.behavior != nil
    if !isRunning { apps[process].isToAsk = true }
    process.wake(for: limits.wake, because: .location)
    // An app that is launched for it hears where it is once it asks again.
    if isRunning { tell(process, id) }
  }

  private func tell(_ process: Process, _ id: LocationID) {
    let position = position(of: id)
    process.record(
      .locationUpdated(latitude: position.latitude, longitude: position.longitude))
    process.due(.callback(.didUpdateLocations(id)))
  }

  // MARK: Mistakes

  private func reportUnheard(_ process: Process) {
    guard apps[process].isToAsk else { return }
    apps[process].isToAsk = false
    process.reportLocationUnheard(
      "did not call startMonitoringSignificantLocationChanges again", at: apps[process].asked)
  }

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

extension Process {
  /// The app was launched for a location, and comes to rest without having asked for it.
  func reportLocationUnheard(_ remedy: String, at place: SourceLocation?) {
    report(
      .locationUnheard, "the app was launched for a location, and \(remedy): it hears of none",
      at: place)
  }
}

extension Device {
  /// Whether significant changes and regions are told to an app, which may be launched for them.
  func mayTellOfLocation(_ process: Process) -> Bool {
    guard world.allowsRefresh(process) else { return false }
    if process.behavior != nil { return true }
    return !world.lock.isBeforeFirstUnlock
      && (!world.isForceQuit(process) || platform.has(.locationAfterForceQuit))
  }

  /// The device is at another place from now on.
  public func move(to position: Position) {
    act { services.find(LocationService.self).move(to: position) }
  }

  /// Where the device is; nil: nobody knows.
  public var position: Position? { services.find(LocationService.self).presentPosition }
}

extension Feature {
  /// Before it the mode alone was enough.
  public static let backgroundLocationUpdates = Feature(
    "allowsBackgroundLocationUpdates", since: 9)
  /// Significant changes and regions launch an app that was swiped away (Apple's App Programming
  /// Guide).
  static let locationAfterForceQuit = Feature(
    "a launch for a location after a force-quit", since: 8)
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
  public func monitorSignificantChanges(_ isOn: Bool, at location: SourceLocation) {
    locations.setMonitoring(isOn, of: process, at: location)
  }

  /// Returns the position of a location.
  public func position(of location: LocationID) -> Position { locations.position(of: location) }
}
