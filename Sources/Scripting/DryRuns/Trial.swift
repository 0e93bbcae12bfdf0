import Device
import Simulation

/// An app's dry run under one adversity.
final class Trial {
  private let device: Device
  private let scenario: Scenario
  private let adversity: FaultCondition
  private let app = AppID(0)
  private let log = Log()
  private var events = 0
  private(set) var endedAtLaunch = false

  init(_ scenario: Scenario, _ scripts: AppScripts, _ adversity: FaultCondition) {
    self.adversity = adversity
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
    var exits: [ExitReason] = []
    /// The app has begun something whose time is to be over at once.
    var hasBegun = false

    func note(_ record: Record) {
      switch record {
      case .exited(let reason, _, _, _): exits.append(reason)
      case .taskBegan, .bgTaskLaunched: hasBegun = true
      default: break
      }
    }
  }

  /// Why it could not go on; nil when all is well.
  var breakdown: RunBreakdown? { device.breakdown }

  /// Returns what the device has found, and the faults by which processes have ended.
  func seen(but ignored: Set<FindingRule>) -> [DryRun.Sight.What] {
    // That work is cut off when its time is over is no mistake, nor is a launch ahead of the user
    // that is suspended in the middle.
    let cut: Set<FindingRule> = [.workCutOff, .workAfterTaskCompleted]
    let mayCut = adversity == .noTime || adversity == .locked
    return device.findings
      .filter { !ignored.contains($0.rule) && !(mayCut && cut.contains($0.rule)) }
      .map { .finding($0.rule, $0.location, message: $0.message) }
      + log.exits.filter { !$0.isOrderly }.map { .exit($0) }
  }

  /// Though nothing goes against it the app goes on until a limit ends it.
  var isWithoutEnd: Bool {
    adversity == .nothing && log.exits.contains { $0 == .watchdog || $0 == .memoryLimit }
  }

  // MARK: What happens

  func run() {
    begin()
    // Longer than a request takes to fail, and than a task may be held.
    use(.seconds(70))
    if !log.exits.isEmpty {
      endedAtLaunch = log.exits.contains { !$0.isOrderly }
      if endedAtLaunch { return }
    }
    leave()
    interrupt()
    work()
    if adversity == .locked { device.unlock() }
    use()
    leave()
  }

  private func begin() {
    switch adversity {
    case .noNetwork: device.change(network: .none)
    case .slowServers:
      for server in scenario.servers { device.set(.slow(by: .minutes(10)), ofServer: server.host) }
    case .lowPower: device.change(level: 0.1, charging: false, lowPowerMode: true)
    default: break
    }
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
    switch adversity {
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
    case .locked:
      device.reboot()
      if device.prewarm(app) { pass(.minutes(1)) }
    default: break
    }
  }

  /// Whatever the app can be launched for in the background, once each.
  private func work() {
    pass(.minutes(15))
    start(.fetch)
    for identifier in device.pendingTaskRequests(of: app) { launch(identifier) }
    if !scenario.apps[0].modes.isDisjoint(with: .remoteNotification),
      scenario.device.platform.has(.silentPush)
    {
      let source = scenario.pushes.first { $0.kind == .silent }
      start(.push) { device.push(to: app, userInfo: source?.userInfo ?? []) }
    }
    if scenario.apps[0].modes.contains(.voip), scenario.device.platform.has(.pushKit) {
      let source = scenario.pushes.first {
        if case .voip = $0.kind { true } else { false }
      }
      device.voipPush(to: app, payload: source?.userInfo ?? [])
      pass(.seconds(10))
      _ = device.answerCall(of: app)
      pass(.minutes(1))
      _ = device.endCall(of: app)
      pass(.minutes(1))
    }
    start(.transfer)
    alert()
  }

  /// Its extension gets a notification, and has its whole time.
  private func alert() {
    guard scenario.apps.count > 1 else { return }
    let content = scenario.pushes.lazy.compactMap {
      if case .alert(let content) = $0.kind { content } else { nil }
    }.first
    withNetwork { device.alert(content ?? NotificationContent(title: "title"), to: app) }
    pass(.minutes(1))
  }

  private func start(_ kind: WorkKind, after preparation: () -> Void = {}) {
    var isStarted = false
    withNetwork {
      preparation()
      isStarted = (try? device.start(kind, of: app)) != nil
    }
    if isStarted { pass(.minutes(1)) }
  }

  /// Lets something begin that needs a network, which is lost at that very moment: without one no
  /// work would begin at all.
  private func withNetwork<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard adversity == .noNetwork else { return try body() }
    device.change(network: .wifi)
    defer { device.change(network: .none) }
    try body()
  }

  /// Waits for the moment from which a request may be launched, and for the charger if it needs
  /// one.
  private func launch(_ identifier: String) {
    for _ in 0..<2 {
      do throws(TaskLaunchObstacle) {
        try withNetwork { () throws(TaskLaunchObstacle) in
          try device.launchTask(identifier, of: app)
        }
        return pass(.minutes(5))
      } catch {
        guard case .work(.notEligible(let reasons)) = error else { return }
        if adversity != .lowPower { device.change(charging: true) }
        let until = reasons.compactMap(\.until).max() ?? device.now
        guard until - device.now <= .days(1) else { return }
        pass(until - device.now)
      }
    }
  }

  // MARK: Time

  private func pass(_ span: TimeSpan) {
    let stop = device.now + span
    while events < DryRun.mostEvents, device.breakdown == nil {
      let isCut = device.advance(until: stop) { _ in
        events += 1
        return events >= DryRun.mostEvents || (adversity == .noTime && log.hasBegun)
      }
      guard isCut, adversity == .noTime, log.hasBegun else { return }
      log.hasBegun = false
      device.advance(to: min(stop, device.now + .milliseconds(50)))
      device.expire(app)
    }
  }
}
