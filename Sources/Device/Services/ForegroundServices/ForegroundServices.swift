import Simulation

/// Android's foreground services: work that goes on when the app is left, and that the user knows of.
///
/// While one is in the foreground its process is neither frozen nor ended by a swipe. Who may start
/// one, what it must do then and for how long it may run are `ServiceRules`.
final class ForegroundServices: Service {
  struct App {
    // What dies with the process.
    var run: ServiceRun?
    /// Starts in this life.
    var starts: Int32 = 0
    /// Those of which `onStartCommand` was not told yet; looked up only.
    var actions: [Int32: String?] = [:]
    /// The user has swiped it away, and it ends with its service.
    var isSwipedAway = false

    // What outlives it.
    var isInFront = false
    /// It begins again; nil: it does not.
    var restart: ServiceRestart?
    var delay = RestartDelay()
    var budgets: [ServiceBudget]
    /// The time in the foreground that has counted, and since when it counts again.
    var time = TimeSpan.zero
    var since: Instant?
  }

  enum Deadline: UInt8 {
    /// The service has not called `startForeground`.
    case start
    /// Its app has not taken the exception for that.
    case startAnswer
    /// The time of its type is over.
    case limit
    /// It has not stopped after its `onTimeout`.
    case answer
    /// It begins again.
    case restart
  }

  enum Turn: UInt8 {
    /// `onStartCommand`; the number is the start's.
    case start
    /// `onTimeout`.
    case timeout
    /// The exception for a service that never came to the foreground.
    case didNotStart
    /// Its app, which was swiped away, ends with it.
    case endSwipedAway
  }

  let apps: PerApp<App>
  let rules: ServiceRules
  /// When the device was started last.
  private(set) var booted = Instant.start

  override class var feature: Feature? { .foregroundServices }

  required init(_ scenario: Scenario) {
    let rules = scenario.device.androidRules.services
    self.rules = rules
    apps = PerApp(
      App(budgets: rules.limitedTypes.map { ServiceBudget($0, rules) }),
      count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func keepsRunning(_ process: Process) -> Bool {
    apps[process].run?.keepsRunning ?? false
  }

  override func outlivesSwipe(_ process: Process) -> Bool { keepsRunning(process) }

  override func isInForeground(_ process: Process) -> Bool { apps[process].since != nil }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .ended: return processEnds(process)
    case .cameToFront: apps[process].isSwipedAway = false
    case .forceQuit:
      if keepsRunning(process) {
        apps[process].isSwipedAway = true
        process.enqueue(.callback(.taskRemoved))
      }
    case .launched, .moved, .opened, .enteredBackground, .enteredForeground, .suspending, .resumed:
      break
    }
    notePresence(of: process)
  }

  /// Notes that the user has come to the app, which gives its services all of their time again, or has
  /// left it.
  private func notePresence(of process: Process) {
    let isInFront = device.world.foreground == process.id
    guard isInFront != apps[process].isInFront else { return }
    apps[process].isInFront = isInFront
    if isInFront {
      for index in apps[process].budgets.indices { apps[process].budgets[index].reset() }
    }
    review(process)
  }

  override func deviceBoots() {
    booted = now
    device.standby.endExemptions()
    for process in device.processes { cancelRestart(of: process) }
    apps.changeEach { app in
      for index in app.budgets.indices { app.budgets[index].reset() }
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .start: doesNotStart(process)
    case .startAnswer: doesNotRespond(process)
    case .limit: timesOut(process)
    case .answer: doesNotStop(process)
    case .restart: restarts(process)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .start:
      // A service that has ended meanwhile is not told.
      guard let action = apps[process].actions[Int32(number)] else { return }
      apps[process].run?.given.append((number: Int32(number), action: action, since: now))
      call(.startCommand(ServiceStartID(number: Int32(number))), of: process)
    case .timeout:
      guard apps[process].run?.stage == .timedOut else { return }
      call(.serviceTimeout(ServiceStartID(number: apps[process].starts)), of: process)
    case .didNotStart: endNotStarted(process, by: .uncaughtException)
    case .endSwipedAway:
      // It may have been opened since, or have started its service again.
      guard apps[process].isSwipedAway, !keepsRunning(process) else { return }
      process.terminate(.forceQuit, detail: "swiped away, and its service has ended")
    case nil: unknown(what)
    }
  }

  private func call(_ callback: Callback, of process: Process) {
    process.recordCall(of: callback)
    process.run(callback)
  }

  override func endTime(of process: Process) -> Bool {
    guard let run = apps[process].run, run.stage == .foreground,
      run.shortUntil != nil || !run.types.isDisjoint(with: ServiceTypes(rules.limitedTypes))
    else { return false }
    timesOut(process)
    return true
  }

  // MARK: Figures

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    let app = apps[process]
    figures.serviceTime += app.time + (app.since.map { device.measured(since: $0) } ?? .zero)
  }

  override func beginMeasuring() { apps.changeEach { $0.time = .zero } }
}

extension Feature {
  /// `startForegroundService`.
  public static let foregroundServices = Feature("startForegroundService", since: 8, of: .android)
}
