import Simulation

/// Which of Android's apps are active, and cut off from the network, as this changes.
///
/// An app is active while it is in front, has a service in the foreground or is exempt for a while,
/// and so for a minute after that (AOSP, AppStateTrackerImpl, `isUidActive`; OomAdjuster and
/// ProcessList tell it).
final class AppStateService: Service {
  private struct App {
    /// It does something now for which it is active.
    var isBusy = false
    /// The event at which it is active no more.
    var settling = EventToken.none
    /// The event at which its exemption is over.
    var exemption = EventToken.none
  }

  private enum Deadline: UInt8 {
    /// It has had its minute.
    case settled
    /// It is exempt no more.
    case exemption
  }

  private let apps: PerApp<App>
  /// Whether it was charging, and in battery saver, when apps were last looked at.
  private var seenPower: [Bool] = []

  override class var givesTime: Bool { false }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    if case .ended = change { return ends(process) }
    // What else becomes of a process leaves its network as it is.
    if process.state != .notRunning, noteActivity(of: process) { noteCut(of: process) }
  }

  override func world(_ change: WorldChange) {
    guard case .power(let power) = change else { return }
    let seen = [power.isCharging, power.isLowPowerMode]
    guard seen != seenPower else { return }
    seenPower = seen
    reviewAll()
  }

  override func deviceIdleChanged() { reviewAll() }

  override func bucketChanged(of process: Process) { review(process) }

  override func maintenanceWorkEnded(of process: Process) { review(process) }

  override func exemptionChanged(of process: Process) {
    device.agenda.cancel(apps[process].exemption)
    apps[process].exemption = .none
    if let end = device.standby.exemptUntil(process) {
      apps[process].exemption = arm(Deadline.exemption, of: process, at: end, outlives: true)
    }
    review(process)
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .settled: device.standby.become(process, isActive: false)
    case .exemption: review(process)
    case nil: unknown(event.what)
    }
  }

  // MARK: What becomes of it

  private func reviewAll() {
    for process in device.processes { review(process) }
  }

  private func review(_ process: Process) {
    guard process.state != .notRunning else { return }
    noteActivity(of: process)
    noteCut(of: process)
  }

  private func noteCut(of process: Process) {
    guard device.standby.networkCut(of: process) != nil else { return }
    device.services.all.each { $0.networkIsCut(of: process) }
  }

  /// Returns whether something has changed.
  @discardableResult
  private func noteActivity(of process: Process) -> Bool {
    let isBusy = device.standby.isImportant(process)
    guard isBusy != apps[process].isBusy else { return false }
    apps[process].isBusy = isBusy
    device.agenda.cancel(apps[process].settling)
    apps[process].settling = .none
    if isBusy {
      device.standby.become(process, isActive: true)
    } else {
      apps[process].settling = arm(
        Deadline.settled, of: process, at: now + androidRules.processes.settling)
    }
    return true
  }

  private func ends(_ process: Process) {
    device.agenda.cancel(apps[process].settling)
    apps[process].settling = .none
    apps[process].isBusy = false
    device.standby.become(process, isActive: false)
  }
}
