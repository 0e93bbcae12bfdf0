import Simulation

/// Region monitoring (semantics.md, section 8): the system watches circles on the ground for apps,
/// and wakes or launches an app whose boundary the device has crossed.
final class RegionService: Service {
  /// A region as the system watches it, whether the app has a process or not.
  private struct Monitored {
    var region: Region
    /// Tells the region apart from others that had its name.
    let number: Int32
    /// The line that asked for it.
    let location: SourceLocation
    /// On which side of its boundary the device is as far as the app was told.
    var isInside: Bool
    /// The device has crossed the boundary, which is told then if it stays there.
    var crossing = EventToken.none
  }

  private struct App {
    // What outlives the process.
    var monitored: [Monitored] = []
    var count: Int32 = 0

    // What dies with it.
    /// It has a manager, which hears of events.
    var listens = false
    /// To be told, in order of number; looked up only.
    var events: [RegionEventID: RegionEvent] = [:]
    /// Those of them that came before there was a manager.
    var early: [RegionEventID] = []
  }

  private enum Deadline: UInt8 {
    /// The device has been on the other side of a boundary for long enough.
    case crossed
  }

  private let apps: PerApp<App>
  private var users: Set<AppID> = []
  private var present: Position?

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What happens

  override func world(_ change: WorldChange) {
    guard case .moved(let position) = change else { return }
    present = position
    for app in users.sorted() { looksAtRegions(of: device[app]) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .suspending: reportUnheard(process)
    case .ended:
      apps[process].listens = false
      apps[process].events = [:]
      apps[process].early = []
    default: break
    }
  }

  /// It was launched for a region, and has made no manager to hear of it.
  private func reportUnheard(_ process: Process) {
    guard let first = apps[process].early.first, let event = apps[process].events[first],
      let place = index(of: event.region.identifier, process)
    else { return }
    process.reportLocationUnheard(
      "made no CLLocationManager", at: apps[process].monitored[place].location)
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    guard Deadline(rawValue: event.what) == .crossed else { unknown(event.what) }
    let place = apps[process].monitored.firstIndex { $0.number == event.number }
    if let place { crosses(place, of: process) }
  }

  // MARK: What apps ask for

  /// `CLLocationManager()`: what has happened before is told now.
  fileprivate func listen(_ process: Process) {
    guard !apps[process].listens else { return }
    apps[process].listens = true
    let early = apps[process].early
    apps[process].early = []
    for id in early { deliver(id, to: process) }
  }

  fileprivate func monitor(_ region: Region, of process: Process, at location: SourceLocation) {
    var app = apps[process]
    let old = app.monitored.firstIndex { $0.region.identifier == region.identifier }
    guard old != nil || app.monitored.count < Limits.regions else {
      if process.behavior?.implements("monitoringDidFail") == false {
        process.report(
          .tooManyRegions,
          "the region \"\(region.identifier)\" is not watched: an app may have \(Limits.regions), and"
            + " it has no monitoringDidFail to hear of that", at: location)
      }
      return tell(process, RegionEvent(region: region, kind: .failed))
    }
    app.count += 1
    let new = Monitored(
      region: region, number: app.count, location: location,
      isInside: present.map(region.contains) ?? false)
    if let old {
      device.agenda.cancel(app.monitored[old].crossing)
      app.monitored[old] = new
    } else {
      app.monitored.append(new)
    }
    apps[process] = app
    users.insert(process.id)
  }

  fileprivate func stop(_ identifier: String, of process: Process) {
    guard let place = index(of: identifier, process) else { return }
    device.agenda.cancel(apps[process].monitored[place].crossing)
    apps[process].monitored.remove(at: place)
    if apps[process].monitored.isEmpty { users.remove(process.id) }
  }

  fileprivate func requestState(of region: Region, _ process: Process) {
    tell(process, RegionEvent(region: region, kind: .state(isInside: present.map(region.contains))))
  }

  func regions(of process: Process) -> [Region] {
    apps[process].monitored.map(\.region)
  }

  private func index(of identifier: String, _ process: Process) -> Int? {
    apps[process].monitored.firstIndex { $0.region.identifier == identifier }
  }

  // MARK: Boundaries

  /// Starts or stops the clock of each boundary that the device has crossed, or crossed back.
  private func looksAtRegions(of process: Process) {
    guard let present else { return }
    for place in apps[process].monitored.indices {
      let monitored = apps[process].monitored[place]
      let hasCrossed = monitored.region.contains(present) != monitored.isInside
      if hasCrossed, monitored.crossing == .none {
        apps[process].monitored[place].crossing = arm(
          Deadline.crossed, monitored.number, of: process, at: now + limits.regionDelay,
          outlives: true)
      } else if !hasCrossed {
        device.agenda.cancel(monitored.crossing)
        apps[process].monitored[place].crossing = .none
      }
    }
  }

  private func crosses(_ place: Int, of process: Process) {
    device.agenda.cancel(apps[process].monitored[place].crossing)
    apps[process].monitored[place].crossing = .none
    apps[process].monitored[place].isInside.toggle()
    let monitored = apps[process].monitored[place]
    let region = monitored.region
    guard monitored.isInside ? region.notifiesOnEntry : region.notifiesOnExit,
      device.mayTellOfLocation(process)
    else { return }
    process.record(.regionCrossed(region.identifier, isInside: monitored.isInside))
    process.wake(for: limits.wake, because: .location)
    tell(process, RegionEvent(region: region, kind: monitored.isInside ? .entered : .left))
    tell(process, RegionEvent(region: region, kind: .state(isInside: monitored.isInside)))
  }

  // MARK: Telling

  private func tell(_ process: Process, _ event: RegionEvent) {
    apps[process].count += 1
    let id = RegionEventID(number: apps[process].count)
    apps[process].events[id] = event
    if apps[process].listens {
      deliver(id, to: process)
    } else {
      apps[process].early.append(id)
    }
  }

  private func deliver(_ id: RegionEventID, to process: Process) {
    guard let event = apps[process].events[id] else { return }
    let callback: Callback =
      switch event.kind {
      case .entered: .didEnterRegion(id)
      case .left: .didExitRegion(id)
      case .state: .didDetermineState(id)
      case .failed: .monitoringDidFail(id)
      }
    process.due(.callback(callback))
  }

  fileprivate func take(_ id: RegionEventID, of process: Process) -> RegionEvent? {
    apps[process].events.removeValue(forKey: id)
  }

  // MARK: A driver

  /// Brings the device to the middle of a region, or out of it, which the app is told at once.
  fileprivate func bring(
    inside: Bool, _ identifier: String, of process: Process, move: (Position) -> Void
  ) {
    guard let place = index(of: identifier, process) else { return }
    let monitored = apps[process].monitored[place]
    let center = monitored.region.center
    let far = 2 * monitored.region.radius + 100
    // Away from the nearer pole.
    let north = center.latitude > 0 ? -far : far
    move(inside ? center : center.moved(north: north, east: 0))
    if apps[process].monitored[place].crossing != .none { crosses(place, of: process) }
  }

  fileprivate func obstacle(
    toBringing inside: Bool, _ identifier: String, of process: Process
  ) -> RegionObstacle? {
    guard let place = index(of: identifier, process) else {
      return .notMonitored(known: regions(of: process).map(\.identifier))
    }
    guard apps[process].monitored[place].isInside == inside else { return nil }
    return inside ? .alreadyInside : .notInside
  }
}

extension Device {
  /// The identifiers of the regions that an app watches.
  public func monitoredRegions(of app: AppID) -> [String] {
    services.find(RegionService.self).regions(of: known(app)).map(\.identifier)
  }

  /// Brings the device into a region that an app watches, or out of it; the app is told at once.
  ///
  /// - Throws: why it cannot be; nothing has happened then.
  public func cross(
    _ identifier: String, of app: AppID, inside: Bool
  ) throws(RegionObstacle) {
    let process = known(app)
    let regions = services.find(RegionService.self)
    if let obstacle = regions.obstacle(toBringing: inside, identifier, of: process) {
      throw obstacle
    }
    act {
      regions.bring(inside: inside, identifier, of: process) {
        services.find(LocationService.self).move(to: $0)
      }
    }
  }
}

extension Limits {
  /// Regions that an app may have watched.
  public static let regions = 20
}

extension Feature {
  public static let circularRegions = Feature("CLCircularRegion", since: 7)
}

extension Application {
  private var regions: RegionService { device.services.find(RegionService.self) }

  /// `CLLocationManager()`: from now on the app is told of its regions.
  public func listenToRegions() { regions.listen(process) }

  /// `startMonitoring(for:)`.
  public func monitor(_ region: Region, at location: SourceLocation) {
    regions.monitor(region, of: process, at: location)
    device.services.find(LocationService.self).isUsed(by: process)
  }

  /// `stopMonitoring(for:)`, of the region of this name.
  public func stopMonitoring(_ identifier: String) { regions.stop(identifier, of: process) }

  /// `requestState(for:)`.
  public func requestState(of region: Region) { regions.requestState(of: region, process) }

  /// `monitoredRegions`, in the order in which they were added.
  public var monitoredRegions: [Region] { regions.regions(of: process) }

  /// Returns what an app is told by a callback, once; nil where it was taken.
  public func takeRegionEvent(_ id: RegionEventID) -> RegionEvent? { regions.take(id, of: process) }
}
