import Simulation

/// The simulated phone: it pops one event after the other and lets the apps, the policy and the
/// world act on each other by the rules of docs/semantics.md.
///
/// A device runs one scenario once. It is not thread-safe; run as many devices side by side as you
/// like, one a thread.
public final class Device {
  public let scenario: Scenario
  let limits: Limits
  let trace: Trace
  let policy: any SchedulingPolicy
  let makeBehavior: BehaviorFactory
  /// Who wants to know why decisions come out as they do.
  let explain: ((DecisionExplanation) -> Void)?

  /// Virtual time.
  public var now: Instant { present }
  /// Stored apart from the public `now`: what no other module can reach the compiler need not guard
  /// against overlapping access, and every event reads it many times.
  private(set) var present = Instant.start
  var queue = EventQueue<DeviceEvent>()
  var events = 0
  var apps: [Application] = []
  var findings: [Finding] = []
  /// Position in `findings` by what makes a finding the same; looked up only.
  var findingIndex: [FindingKey: Int] = [:]

  var ledger: PoolLedger
  var slots: FetchSlots
  /// Eligible apps in order of waiting (F1).
  var waiting: [AppID] = []
  /// The policy will be asked then.
  var nextReview: (at: Instant, token: EventToken)?
  var nextRefill: Instant?

  var foreground: AppID? {
    didSet {
      energy.screenIsOn(foreground != nil, at: now)
      if sleep.screenIsOn(foreground != nil, at: now) { statistics.deviceWakeUps += 1 }
    }
  }
  var power = PowerStatus(level: 1, isCharging: false)
  var network = NetworkKind.wifi
  var publishers: [Publisher]
  var locks = SharedLocks()
  var statistics = DeviceStatistics()
  /// Figures count from here on; before it lies the warm-up.
  var measuredFrom = Instant.start
  var energy: EnergyMeter
  /// Counts the device's wake-ups: apps that a mode keeps running (B13) do not keep it awake, or
  /// it would never sleep where one of them is.
  var sleep = Wakefulness()
  /// Spent in the warm-up.
  var energyBefore = EnergyStatistics()
  var battery: BatteryGauge
  /// Real time since whenever, to tell how long the policy takes to decide; nil: not told. The run
  /// does not depend on it.
  public var decisionClock: (() -> Duration)?
  /// Why the run could not go on, with the time and the app or the policy; nil when all is well. What it came to
  /// depends on the machine then, and is no result.
  public internal(set) var breakdown: String?
  var decisionRealTime = Duration.zero
  /// Kilobytes, of all apps as their states stand.
  var memoryInUse = 0
  private let memory: Int
  var isMemoryShort: Bool { memoryInUse > memory }
  var memoryReliefScheduled = false
  /// The app whose code is running at this very moment.
  var executing: AppID?

  /// - Parameters:
  ///   - explaining: gets every decision with all that it rested on; nil: nothing is explained,
  ///     which costs nothing. What happens is the same either way.
  ///   - behaviors: makes an app's behaviour at each of its launches.
  public init(
    _ scenario: Scenario, policy: any SchedulingPolicy, trace: Trace = Trace(),
    explaining: ((DecisionExplanation) -> Void)? = nil, behaviors: @escaping BehaviorFactory
  ) {
    self.scenario = scenario
    self.policy = policy
    self.trace = trace
    explain = explaining
    makeBehavior = behaviors
    limits = scenario.device.limits
    memory = MemoryFootprint.kilobytes(scenario.device.memoryMegabytes)
    ledger = PoolLedger(scenario.device.pool)
    slots = FetchSlots(scenario.device.fetchSlots)
    energy = EnergyMeter(scenario.device.energy)
    battery = BatteryGauge(scenario.device.energy.battery)
    publishers = scenario.servers.map { Publisher($0, seed: scenario.seed) }
    apps = scenario.apps.enumerated().map { index, configuration in
      Application(
        id: AppID(index), configuration: configuration, device: self,
        servers: scenario.servers.count)
    }
    if scenario.startsAt != .zero {
      trace.record(TraceKinds.clock, at: .start) {
        $0.add("startsAtNs", scenario.startsAt.nanoseconds)
      }
    }
    followServers()
    scheduleWorld()
  }

  subscript(id: AppID) -> Application { apps[Int(id.index)] }

  /// What tells the device's time of any moment.
  public var clock: DayClock { DayClock(startsAt: scenario.startsAt) }

  /// When the run is over.
  public var end: Instant { .start + scenario.duration }

  /// Runs every event up to a moment, at most the end of the scenario.
  ///
  /// - Parameters:
  ///   - limit: nil for the whole scenario.
  ///   - watch: called every thousand events or so with virtual time and the number of events; false
  ///     stops the run there, between two events.
  public func run(until limit: Instant? = nil, watch: ((Instant, Int) -> Bool)? = nil) {
    let stop = min(limit ?? end, end)
    var goesOn = true
    while goesOn, breakdown == nil, let next = queue.pop(until: stop) {
      present = next.instant
      events += 1
      handle(next.event)
      check(
        ledger.isBalanced(at: now), "the pool's account does not balance: \(ledger.account)",
        at: now,
        seed: scenario.seed)
      if let watch, events & 0x3FF == 0 { goesOn = watch(now, events) }
    }
    if goesOn { present = max(now, stop) }
    ledger.advance(to: now)
  }

  /// Ends the run for good with this event: nothing that would happen after it is a result.
  func breakOff(_ reason: String) { breakdown = breakdown ?? reason }

  private func handle(_ event: DeviceEvent) {
    switch event {
    case .timer(let id, let timer, let life):
      if let app = living(id, life) { timerFires(timer, of: app) }
    case .mainTurn(let id, let life):
      if let app = living(id, life) { turn(app) }
    case .dispatch(let id, let block, let life):
      if let app = living(id, life) { dispatchIsDue(block, of: app) }
    case .beside(let id, let block, let life):
      if let app = living(id, life) { runBeside(block, of: app) }
    case .besideTurn(let id, let fiber, let life):
      if let app = living(id, life) { goOnBeside(fiber, of: app) }
    case .wake(let id, let fiber, let life):
      if let app = living(id, life) { awake(fiber, of: app) }
    case .requestFinish(let id, let request, let life):
      if let app = living(id, life) { requestFinishes(request, of: app) }
    case .doom(let id, let life):
      if let app = living(id, life) { endDoomed(app) }
    case .quit(let id, let life):
      if let app = living(id, life) { quit(app) }
    case .review: review()
    case .userAction(let index): perform(scenario.user[Int(index)])
    case .networkChange(let index): change(scenario.network[Int(index)])
    case .powerChange(let index): change(scenario.power[Int(index)])
    case .refill: refill()
    case .memoryShort: relieveMemory()
    case .fetchDue(let id): updateEligibility(of: self[id])
    case .limit(let limit, let id, let life):
      if let app = living(id, life) { reach(limit, of: app) }
    }
  }

  private func reach(_ limit: DeviceEvent.Limit, of app: Application) {
    switch limit {
    case .expirationLead: callExpirationHandlers(of: app)
    case .expirationDeadline: deadlinePasses(app)
    case .reservationEnd: adjustReservation(of: app)
    case .taskAge(let task): taskIsOld(Int(task), of: app)
    case .suspension: suspensionIsDue(app)
    case .callback: callbackIsTooLong(app)
    case .transition: transitionIsTooLong(app)
    case .fetch: fetchIsTooLong(app)
    }
  }

  /// The app, if that process life is still the present one.
  private func living(_ id: AppID, _ life: Int32) -> Application? {
    let app = self[id]
    return app.life == life && app.behavior != nil ? app : nil
  }
}

// MARK: - Findings

/// Findings of one rule at one line of one app are one, with a count.
struct FindingKey: Hashable {
  let rule: FindingRule
  let app: AppID
  let location: SourceLocation?
}

extension Device {
  func report(
    _ rule: FindingRule, _ message: String, of app: Application, at location: SourceLocation?
  ) {
    trace.record("finding", at: now, app: app.name) {
      $0.add("rule", rule.rawValue)
      $0.add("file", location?.file)
      $0.add("line", location?.line ?? 0)
      $0.add("message", message)
    }
    var location = location
    var key = FindingKey(rule: rule, app: app.id, location: location)
    if findingIndex[key] == nil, app.findingPlaces >= Limits.findingPlaces {
      location = nil
      key = FindingKey(rule: rule, app: app.id, location: nil)
    }
    if let index = findingIndex[key] {
      findings[index].count += 1
    } else {
      app.findingPlaces += 1
      findingIndex[key] = findings.count
      findings.append(
        Finding(
          rule: rule, app: app.id, location: location, message: message, firstAt: now, count: 1))
    }
  }
}
