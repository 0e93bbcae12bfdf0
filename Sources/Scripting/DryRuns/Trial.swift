import Device
import Simulation

/// An app's dry run under one adverse condition, or several.
final class Trial {
  let device: Device
  let scenario: Scenario
  private let conditions: [FaultCondition]
  let assumed: AssumedApp
  let app = AppID(0)
  private let log = Log()
  private(set) var events = 0
  /// What it took to follow the app: events, and records, of which one callback may make a million.
  var effort: Int { events + log.records }
  /// The instructions that its scripts took.
  var instructions: Int { device.instructions }
  /// The time of the first push that may lack fields that the script reads.
  var bare = Instant.distantFuture
  private(set) var endedAtLaunch = false
  /// What is told of the first step that was left early; nil: none was.
  private(set) var cut: DryRun.Cut?

  init(
    _ scenario: Scenario, _ scripts: AppScripts, _ conditions: [FaultCondition],
    _ assumed: AssumedApp
  ) {
    self.assumed = assumed
    self.conditions = conditions
    self.scenario = scenario
    var quiet = scenario
    // The trial sends them, when it is their turn.
    quiet.pushes = []
    device = Device(
      quiet, policy: GrantWhatIsAsked(), observer: { [log] in log.note($0.record) },
      behaviors: scripts.behaviorFactory)
  }

  /// The app's part of the device's records.
  private final class Log {
    /// The ends of processes that were no orderly ones, each with the finding that led to it.
    var exits: [(reason: ExitReason, cause: FindingRule?, place: SourceLocation?)] = []
    /// The time that each fetch and push took that was completed.
    var completions: [TimeSpan] = []
    private(set) var records = 0
    /// The app has begun something whose time is to be over at once.
    var hasBegun = false
    /// The last finding of the present process.
    private var last: (rule: FindingRule, place: SourceLocation?)?

    func note(_ record: Record) {
      records += 1
      switch record {
      case .exited(let reason, _, _, _):
        if !reason.isOrderly { exits.append((reason, last?.rule, last?.place)) }
        last = nil
      case .finding(let rule, let place, _): last = (rule, place)
      case .fetchCompleted(_, let took), .pushCompleted(_, _, let took): completions.append(took)
      case .taskBegan, .bgTaskLaunched: hasBegun = true
      // A job that has not heard of its beginning would not hear of its end.
      case .callback("onStartJob"), .callback("doWork"), .callback("onMessageReceived"):
        hasBegun = true
      default: break
      }
    }
  }

  /// Why it could not go on; nil when all is well.
  var breakdown: RunBreakdown? { device.breakdown }

  /// The time that each fetch and push took that was completed.
  var completions: [TimeSpan] { log.completions }

  private func isUnder(_ condition: FaultCondition) -> Bool { conditions.contains(condition) }
  private var isRestarted: Bool { isUnder(.locked) || isUnder(.restarted) }

  /// Returns what the device has found, with the ends of processes that it led to, and the ends
  /// that nothing explains.
  func seen(but ignored: Set<FindingRule>) -> [DryRun.Sight] {
    // That work is cut off when its time is over is no mistake, nor is a launch ahead of the user
    // that is suspended in the middle.
    let cut: Set<FindingRule> = [.workCutOff, .workAfterTaskCompleted, .workAfterCompletion]
    let mayCut = isUnder(.noTime) || isRestarted
    let found = device.findings
      .filter { !ignored.contains($0.rule) && !(mayCut && cut.contains($0.rule)) }
      .filter { ![.uncaughtError, .workerFailed].contains($0.rule) || $0.firstAt < bare }
      // Of a device that gives no background task, only that the app does not look is told.
      .filter { !isUnder(.noTask) || Trial.ofRefusal.contains($0.rule) }
    var exits = log.exits
    var sights = found.map { finding in
      let exit = exits.first { $0.cause == finding.rule && $0.place == finding.location }
      exits.removeAll { $0.cause == finding.rule && $0.place == finding.location }
      return DryRun.Sight(
        .finding(finding.rule, finding.location, message: finding.message), exit: exit?.reason,
        conditions: conditions)
    }
    sights += exits.filter { $0.cause == nil && !isUnder(.noTask) }.map {
      DryRun.Sight(.exit($0.reason), conditions: conditions)
    }
    return sights
  }

  /// What an app does wrong that goes on though it was refused a task.
  private static let ofRefusal: Set<FindingRule> = [.refusedTaskUsed, .lockHeldAtSuspension]

  /// Though nothing goes against it the app goes on until a limit ends it.
  var isWithoutEnd: Bool {
    isUnder(.nothing) && log.exits.contains { $0.reason == .watchdog || $0.reason == .memoryLimit }
  }

  // MARK: What happens

  func run() {
    begin()
    // Longer than a request takes to fail, and than a task may be held.
    use(.seconds(70))
    endedAtLaunch = !log.exits.isEmpty
    if endedAtLaunch { return }
    leave()
    // What it does when it comes back is seen before anything that may end it.
    use()
    leave()
    interrupt()
    work()
    if isRestarted {
      device.unlock()
      // It is told of the restart, and what it begins then is its own doing.
      pass(.minutes(1))
      goOn()
    }
    use()
    warn()
    leave()
    // What is told only then counts where nothing went against the app.
    if isUnder(.nothing) { device.close() }
  }

  /// The phone is short of memory for a moment, and hot.
  private func warn() {
    device.warnOfMemory()
    pass(.seconds(1))
    for state in [ThermalState.serious, .nominal] {
      device.change(thermalState: state)
      pass(.seconds(1))
    }
  }

  private func begin() {
    for condition in conditions {
      switch condition {
      case .noNetwork: device.change(network: .none)
      case .slowServers, .noTask: setServers(.slow(by: .minutes(10)))
      case .unauthorized: setServers(.status(401))
      case .serverError: setServers(.status(500))
      case .lowPower: device.change(level: 0.1, charging: false, lowPowerMode: true)
      default: break
      }
    }
  }

  private func setServers(_ condition: ServerCondition) {
    for server in scenario.servers { device.set(condition, ofServer: server.host) }
  }

  private func use(_ span: TimeSpan = .seconds(10)) {
    device.open(app)
    pass(span)
  }

  private func leave() {
    device.leave()
    // What was begun in front has its time now.
    log.hasBegun = true
    pass(.seconds(90))
  }

  private func interrupt() {
    for condition in conditions {
      switch condition {
      case .forceQuit:
        use()
        device.leave()
        pass(.seconds(1))
        device.forceQuit(app)
        pass(.seconds(1))
        use()
        leave()
      case .memory:
        use()
        device.leave()
        pass(.seconds(1))
        device.endForMemory(app)
        pass(.seconds(1))
      case .locked, .restarted:
        device.reboot()
        if device.prewarm(app) { pass(.minutes(1)) }
      default: break
      }
    }
  }

  /// Whatever the app can be launched for in the background, once each; and after each what that has
  /// scheduled.
  private func work() {
    // What a process does but once comes to light the second time.
    for _ in 0..<2 {
      pass(.minutes(15))
      start(.fetch)
    }
    goOn()
    if !assumed.pushes.isUnclear { sendPushes() }
    if !assumed.calls.isUnclear { sendCalls() }
    travel()
    hear()
    goOn()
    alert()
    // These may lack what the script reads.
    if assumed.pushes.isUnclear { sendPushes() }
    if assumed.calls.isUnclear { sendCalls() }
    pushBarely()
  }

  /// Lets what the app has scheduled begin, and what that schedules.
  func goOn() {
    if scenario.device.platform.family == .android {
      // Work that waits for other work has its turn after that.
      for _ in 0..<Trial.mostJobs
      where begin({ () throws(WorkObstacle) in try device.start(.job, of: app) }) {
        // Longer than a job has.
        pass(.minutes(10))
      }
      if let alarm = device.nextAlarm(of: app), alarm - device.now <= Trial.mostWait {
        pass(max(.zero, alarm - device.now) + .minutes(1))
      }
    }
    for identifier in device.pendingTaskRequests(of: app) {
      let isBegun = begin { () throws(WorkObstacle) in
        do throws(TaskLaunchObstacle) {
          try device.launchTask(identifier, of: app)
        } catch {
          guard case .work(let obstacle) = error else { throw .noSuchWork(.refresh) }
          throw obstacle
        }
      }
      if isBegun { pass(.minutes(5)) }
    }
    start(.transfer)
    start(.widget)
  }

  /// The phone goes some kilometres, and into each region that the app watches and out again.
  private func travel() {
    for north in [3_000.0, 6_000.0] {
      device.move(to: Trial.home.moved(north: north, east: 0))
      pass(.minutes(1))
    }
    for region in device.monitoredRegions(of: app) {
      // The region may be where the phone is, and the app may stop watching it.
      for inside in [true, false] where (try? device.cross(region, of: app, inside: inside)) != nil
      {
        pass(.minutes(1))
      }
    }
  }

  private static let mostJobs = 4
  private static let mostWait = TimeSpan.days(1)
  private static let home = Position(latitude: 52.5, longitude: 13.4)

  /// Each accessory to which the app is connected sends values.
  private func hear() {
    for accessory in device.connectedAccessories(of: app) {
      for _ in 0..<2 where device.sendValue(of: accessory) { pass(.minutes(1)) }
      for isAway in [true, false] where device.move(accessory: accessory, isAway: isAway) {
        pass(.minutes(1))
      }
    }
  }

  @discardableResult
  func start(_ kind: WorkKind, after preparation: () -> Void = {}) -> Bool {
    var isStarted = false
    withNetwork {
      preparation()
      isStarted = (try? device.start(kind, of: app)) != nil
    }
    if isStarted { pass(.minutes(1)) }
    return isStarted
  }

  /// Lets something begin that needs a network, which is lost at that very moment: without one no
  /// work would begin at all. Android's work is taken back untold where its network is gone before
  /// it has heard of its beginning, so that it hears of that first.
  func withNetwork<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard isUnder(.noNetwork) else { return try body() }
    device.change(network: .wifi)
    defer { device.change(network: .none) }
    log.hasBegun = false
    try body()
    guard scenario.device.platform.family == .android else { return }
    device.advance(until: device.now + .seconds(5)) { _ in
      events += 1
      return log.hasBegun
    }
  }

  /// Begins work, if need be after waiting for its moment, and with the charger.
  private func begin(_ start: () throws(WorkObstacle) -> Void) -> Bool {
    for _ in 0..<2 {
      do throws(WorkObstacle) {
        try withNetwork(start)
        return true
      } catch {
        guard case .notEligible(let reasons) = error else { return false }
        if !isUnder(.lowPower) { device.change(charging: true) }
        let until = reasons.compactMap(\.until).max() ?? device.now
        guard until - device.now <= Trial.mostWait else { return false }
        pass(until - device.now)
      }
    }
    return false
  }

  // MARK: Time

  /// Lets time pass, less where so much happens that the trial would not end.
  func pass(_ span: TimeSpan) {
    let (start, before) = (device.now, events)
    let stop = start + span
    let most = max(DryRun.mostEvents, events + DryRun.mostEventsOfStep)
    while device.breakdown == nil {
      let isCut = device.advance(until: stop) { _ in
        events += 1
        return events >= most || (isUnder(.noTime) && log.hasBegun)
      }
      if events >= most, cut == nil {
        cut = DryRun.Cut(
          message: "a trial left a step of \(span) after \(device.now - start), for"
            + " \(grouped(events - before)) events had happened: what comes later in it was not tried",
          conditions: conditions)
      }
      guard isCut, events < most, isUnder(.noTime), log.hasBegun else { return }
      log.hasBegun = false
      device.advance(to: min(stop, device.now + .milliseconds(50)))
      device.expire(app)
    }
  }
}
