import Simulation

/// The simulated phone: it pops one event after the other and lets the apps, the policy and the
/// world act on each other by the rules of docs/semantics.md.
///
/// It is composed of parts, each with its own state, that reach each other through it. It runs one
/// scenario once. It is not thread-safe; run as many devices side by side as you like, one a
/// thread.
public final class Device {
  public let scenario: Scenario
  let limits: Limits
  let platform: Platform
  let makeBehavior: BehaviorFactory

  let agenda: Agenda
  let recorder: Recorder
  let world: World
  let servers: Servers
  let links: Links
  let memory: MemoryPressure
  /// What holds apps back on Android when nobody uses the device.
  let standby: Standby
  let power: PowerMeter
  /// The cores that busy threads share; nil: each has a core of its own.
  let processors: Processors?
  let budget: Budget
  let slots: WorkSlots
  let arbiter: Arbiter
  let services: Services
  /// One for each app, in the scenario's order.
  let processes: [Process]
  /// The same, for the way of every event: the array above keeps them as long as the device lives.
  private let borrowed: [UnretainedRef<Process>]
  private(set) var applications: [Application] = []

  /// The device is running, or a driver acts on it.
  private var isUnderWay = false
  private var isOver = false
  /// Figures count from here on; before it lies the warm-up.
  private(set) var measuredFrom = Instant.start
  /// Why the run could not go on; nil when all is well.
  public private(set) var breakdown: RunBreakdown?

  /// - Parameters:
  ///   - observer: gets every record as it is written; nil: there is none, which costs
  ///     nothing.
  ///   - explaining: gets every decision with all that it rested on; nil: nothing is explained,
  ///     which costs nothing. What happens is the same either way.
  ///   - mostTold: the number of candidates that explanations tell of, beside those that were
  ///     chosen; nil: of all, and why each other app was no candidate, which has to be found out.
  ///   - behaviors: makes an app's behaviour at each of its launches.
  public convenience init(
    _ scenario: Scenario, policy: any SchedulingPolicy, trace: Trace = Trace(),
    observer: RecordObserver? = nil, explaining: ((DecisionExplanation) -> Void)? = nil,
    mostTold: Int? = nil, behaviors: @escaping BehaviorFactory
  ) {
    self.init(
      scenario, policy: policy, trace: trace, observer: observer, explaining: explaining,
      mostTold: mostTold, services: scenario.device.platform.services(scenario),
      behaviors: behaviors)
  }

  /// - Parameters:
  ///   - services: what the system is made of, in the order in which events reach them.
  init(
    _ scenario: Scenario, policy: any SchedulingPolicy, trace: Trace,
    observer: RecordObserver? = nil, explaining: ((DecisionExplanation) -> Void)?,
    mostTold: Int? = nil, services: [Service], behaviors: @escaping BehaviorFactory
  ) {
    let configuration = scenario.device
    let apps = scenario.apps.count
    self.scenario = scenario
    limits = configuration.limits
    platform = configuration.platform
    makeBehavior = behaviors
    agenda = Agenda()
    recorder = Recorder(trace, observer, agenda, apps: apps)
    world = World(scenario)
    servers = Servers(scenario)
    links = Links(configuration)
    memory = MemoryPressure(megabytes: configuration.memoryMegabytes, apps: apps)
    standby = Standby(scenario)
    power = PowerMeter(configuration.energy, scenario.battery)
    processors = configuration.cores.map { Processors(cores: $0) }
    budget = Budget(scenario)
    slots = WorkSlots(configuration)
    arbiter = Arbiter(
      policy, apps: apps, explain: explaining, mostTold: mostTold)
    self.services = Services(services)
    processes = scenario.apps.enumerated().map { [agenda, limits] in
      var app = $1
      if app.serves != nil {
        app.memory = app.memory.limited(toBytes: limits.notificationServiceBytes)
      }
      return Process(AppID($0), app, agenda, limits)
    }
    borrowed = processes.map { UnretainedRef($0) }
    let parts: [DeviceComponent] = [
      world, servers, links, memory, standby, power, budget, slots, arbiter,
    ]
    let told: [DeviceComponent] = services.map { $0 }
    processors?.join(self)
    for part in parts + told + self.services.queues + processes { part.join(self) }
    applications = processes.map { Application($0, on: self) }
    if scenario.startsAt != .zero { recorder.record(.startsAt(scenario.startsAt)) }
    servers.followFromTheStart()
    world.begin()
    for service in services { service.begin() }
  }

  /// Apps' code knows the device; it goes with it.
  deinit {
    for process in processes { process.behavior = nil }
  }

  subscript(id: AppID) -> Process {
    @inline(__always) get { borrowed[Int(id.index)].object }
  }

  /// Virtual time.
  public var now: Instant { agenda.now }

  /// The clock that shows the device's time of any moment.
  public var clock: DayClock { DayClock(startsAt: scenario.startsAt) }

  /// When the run is over.
  public var end: Instant { .start + scenario.duration }

  /// A monotonic clock of any origin, to measure how long the policy takes to decide; nil: it is not
  /// measured. The run does not depend on it.
  public var decisionClock: (() -> Duration)? {
    get { arbiter.decisionClock }
    set { arbiter.decisionClock = newValue }
  }

  /// What the run before has worked out about its world, and then this one: who makes several runs of
  /// a seed on one thread passes it on. No result depends on it.
  public var knownWorld = KnownWorld() {
    didSet { servers.adopt(from: knownWorld) }
  }

  /// The fingerprint of the trace of the run so far.
  public var fingerprint: Fingerprint { recorder.trace.fingerprint }

  /// How many instructions apps have told that their code took, of which a thousand cost CPU time:
  /// what it took to follow them. O(apps).
  public var instructions: Int { processes.reduce(0) { $0 + $1.instructions } }

  /// How much from the start is left out of the figures; it is set before the run.
  public var warmUp = TimeSpan.zero

  // MARK: The run

  /// Runs every event up to a moment, at most the end of the scenario.
  ///
  /// - Parameters:
  ///   - limit: nil for the whole scenario.
  ///   - watch: called every thousand events or so with virtual time and the number of events;
  ///     false stops the run there, between two events.
  public func run(until limit: Instant? = nil, watch: ((Instant, Int) -> Bool)? = nil) {
    let stop = min(limit ?? end, end)
    betweenEvents {
      var goesOn = passWarmUp(by: stop) { mayGoOn(watch) }
      while goesOn, step(until: stop) { goesOn = mayGoOn(watch) }
      if goesOn { agenda.advance(to: stop) }
      budget.advance()
      if goesOn, stop == end, breakdown == nil { close() }
    }
  }

  @inline(__always)
  private func mayGoOn(_ watch: ((Instant, Int) -> Bool)?) -> Bool {
    guard let watch, agenda.count & 0x3FF == 0 else { return true }
    return watch(agenda.now, agenda.count)
  }

  /// Runs the warm-up if it ends by a moment, and begins to measure. The loop of events that count
  /// stays small without it.
  ///
  /// - Returns: whether the run goes on.
  @inline(never)
  func passWarmUp(by stop: Instant, while goesOn: () -> Bool) -> Bool {
    let warm = Instant.start + warmUp
    guard measuredFrom < warm, warm <= stop else { return true }
    while step(until: warm) {
      guard goesOn() else { return false }
    }
    guard breakdown == nil else { return true }
    agenda.advance(to: warm)
    budget.advance()
    beginMeasuring()
    return true
  }

  /// Ends the run: what is certain only then is reported, once. `run` does so at the end
  /// of the scenario; a driver may say before that its run is over.
  public func close() {
    guard !isOver else { return }
    isOver = true
    for service in services.all { service.runIsOver() }
    for process in processes {
      process.reportNeverStarted()
      process.reportOpenHang()
    }
  }

  /// Lets the next event happen; false when none is due until then, or the run cannot go on.
  @inline(__always)
  func step(until stop: Instant) -> Bool {
    guard breakdown == nil, let event = agenda.next(until: stop) else { return false }
    handle(event)
    budget.checkBalance(at: agenda.now, seed: scenario.seed)
    return true
  }

  /// Does what may be done only between two events. Ends the program when one is happening: what an
  /// app, the policy or a watcher called from there would find the device in pieces.
  @inline(__always)
  func betweenEvents<Result>(_ body: () -> Result) -> Result {
    precondition(!isUnderWay, "Device: called from within a run; call it between two of them")
    isUnderWay = true
    defer { isUnderWay = false }
    return body()
  }

  /// Ends the run for good with this event: nothing that would happen after it is a result.
  func breakOff(_ reason: RunBreakdown) { breakdown = breakdown ?? reason }

  @inline(__always)
  private func handle(_ event: DeviceEvent) {
    switch event {
    case .process(let event, let id, let life):
      borrowed[Int(id.index)].use { $0.handle(event, of: life) }
    case .service(let event):
      let process = self[event.app]
      guard event.life == 0 || (process.life == event.life && process.code != nil) else {
        return
      }
      process.noteChange()
      services[event.service].due(event, of: process)
    case .world(let event): handle(event)
    case .review: arbiter.review()
    }
  }

  private func handle(_ event: WorldEvent) {
    switch event {
    case .network, .power, .battery, .memoryShort, .service: arbiter.noteChanges()
    case .user, .refill, .flowBegins: break
    }
    switch event {
    case .user(let index): world.perform(scenario.user[Int(index)])
    case .network(let index): world.change(scenario.network[Int(index)])
    case .power(let index): world.change(scenario.power[Int(index)])
    case .battery: world.readBattery()
    case .refill: budget.refill()
    case .flowBegins(let network): links.flowBegins(on: network)
    case .memoryShort: memory.relieve()
    case .service(let service, let number): services[service].happens(number)
    }
  }

  // MARK: Figures

  /// The time from an instant to now that counts.
  func measured(since began: Instant) -> TimeSpan { now - max(began, measuredFrom) }

  /// Forgets what was counted so far, findings too, so that a run's figures leave out its warm-up;
  /// a run does so itself at the end of `warmUp`.
  ///
  /// Nothing else changes: neither what apps and policy see nor the trace. What lasts across this
  /// moment is told apart: of a time (background seconds, a slot held, energy) the part from now on
  /// counts; a case (a wait, a fetch, a task) counts wholly where its kind is counted, mostly at
  /// its end. The pool's account begins with what is in the pool and reserved now.
  public func beginMeasuring() {
    measuredFrom = now
    power.beginMeasuring()
    world.beginMeasuring()
    servers.beginMeasuring()
    budget.beginMeasuring()
    arbiter.beginMeasuring()
    recorder.forgetFindings()
    for service in services.all { service.beginMeasuring() }
    for process in processes { process.forgetCounts() }
  }

  /// The figures of the run so far.
  public func result() -> RunResult {
    recorder.trace.finish()
    servers.tell(knownWorld)
    let apps = processes.map { self.figures(of: $0) }
    var figures = DeviceStatistics()
    power.addFigures(to: &figures)
    world.addFigures(to: &figures)
    budget.addFigures(to: &figures)
    arbiter.addFigures(to: &figures)
    for service in services.all { service.addFigures(to: &figures) }
    figures.workStarted = apps.reduce(0) { $0 + $1.workStarted }
    (figures.opensWithContent, figures.freshAtBest) = freshnessBound()
    figures.jainIndex = evenness(
      by: jainIndex, of: apps.filter { $0.asked }.map { $0.paid.seconds })
    return RunResult(
      title: scenario.title, policy: arbiter.policy.name, seed: scenario.seed,
      duration: now - .start, events: agenda.count, fingerprint: recorder.trace.fingerprint,
      device: figures, apps: apps, findings: recorder.findings, warmUp: measuredFrom - .start,
      clock: clock, platform: platform, decisionRealTime: arbiter.realTime)
  }

  /// The figures of an app, with what lasts until now.
  private func figures(of process: Process) -> AppStatistics {
    var figures = AppStatistics(name: process.name, group: process.configuration.group)
    figures.launches = process.counts.launches
    figures.exits = process.counts.exits
    figures.exitsInFront = process.counts.exitsInFront
    world.addFigures(of: process, to: &figures)
    servers.addFigures(of: process, to: &figures)
    budget.addFigures(of: process, to: &figures)
    arbiter.addFigures(of: process, to: &figures)
    for service in services.all { service.addFigures(of: process, to: &figures) }
    return figures
  }
}
