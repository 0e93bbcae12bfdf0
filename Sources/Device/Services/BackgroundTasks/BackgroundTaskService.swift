import Simulation

/// Background tasks and the clock of a stay in the background (semantics.md, section 3).
final class BackgroundTaskService: Service {
  /// The state that dies with a process.
  struct Life {
    var tasks = BackgroundTasks()
    var clock: BackgroundClock
    /// The last begin that was refused in this stay in the background.
    var refused: Refusal?
    /// The handlers and the deadline of the clock have events on the agenda.
    var lead = EventToken.none
    var deadline = EventToken.none
  }

  struct Refusal {
    let location: SourceLocation
    /// Whether there was no more in the pool, or the policy gave nothing of it.
    let isThePools: Bool
  }

  struct Counts {
    var begun = 0
    var expired = 0
    var refused = 0
  }

  enum Deadline: UInt8 {
    /// Handlers are due.
    case lead
    case end
    /// A task has been open for long; its number is the task's.
    case age
    /// All that the handlers have cancelled has ended.
    case settled
    /// The block of an activity is called, and again when its time is nearly over; the number is the
    /// task's.
    case activity
    case activityExpires
    /// The block of an activity that was refused is called; the number is the block's.
    case activityRefused
  }

  private enum Turn: UInt8 {
    /// The handler of a task, if it is still open (B4); its number is the task's.
    case handler
    /// After the last handler of a round.
    case handled
    /// The look at what is still open (B5).
    case review
  }

  /// Whether tasks are paid for by the pool (U1).
  private let isPaid: Bool
  let lives: PerApp<Life>
  private let counts: PerApp<Counts>

  required init(_ scenario: Scenario) {
    isPaid = scenario.device.pool.pays == .all
    let clock = BackgroundClock(lead: scenario.device.limits.expirationLead)
    lives = PerApp(Life(clock: clock), count: scenario.apps.count)
    counts = PerApp(Counts(), count: scenario.apps.count)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func claim(of process: Process) -> Instant? {
    let life = lives[process]
    return life.tasks.isEmpty || !isPaid ? nil : life.clock.grantedUntil
  }

  override func allowance(of process: Process) -> Instant? {
    let life = lives[process]
    return life.tasks.isEmpty || isPaid ? nil : life.clock.grantedUntil
  }

  override func keepsRunning(_ process: Process) -> Bool { !lives[process].tasks.isEmpty }

  override func gaveTime(to process: Process) -> Bool {
    lives[process].clock.deadline != nil
  }

  override func remainingTime(of process: Process) -> TimeSpan? {
    lives[process].clock.remaining(at: now)
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .enteredBackground: enterBackground(process)
    case .enteredForeground:
      stopClock(of: process)
      lives[process].refused = nil
    case .suspending: stopClock(of: process)
    case .ended: lives[process] = Life(clock: BackgroundClock(lead: limits.expirationLead))
    case .launched, .moved, .opened, .cameToFront, .forceQuit, .resumed: break
    }
  }

  /// A mode that keeps the app running stops the clock; at its end the app asks for time anew.
  override func runsByMode(_ process: Process, _ runs: Bool) {
    guard process.state == .background else { return }
    if runs {
      stopClock(of: process)
      device.budget.adjust(process)
    } else {
      enterBackground(process)
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .lead: callExpirationHandlers(of: process)
    case .end: deadlinePasses(process)
    case .age: taskIsOld(Int(event.number), of: process)
    case .settled: enqueue(Turn.review, of: process)
    case .activity: callActivity(Int(event.number), of: process, isExpired: false)
    case .activityExpires: callActivity(Int(event.number), of: process, isExpired: true)
    case .activityRefused:
      process.runBeside(.refusedActivity(BlockID(event.number)))
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .handler: runExpirationHandler(ofTask: number, of: process)
    case .handled: roundIsOver(process)
    case .review: reviewExpiration(of: process)
    case nil: unknown(what)
    }
  }

  override func returned(_ number: Int, of process: Process) {
    activityReturned(number, of: process)
  }

  /// The app was refused a task, went on as if it had one, and now stops in the middle.
  override func accountsForCutOff(of process: Process) -> Bool {
    guard let refused = lives[process].refused else { return false }
    // What others have used of the pool is no mistake of the app.
    guard !refused.isThePools else { return true }
    process.report(
      .refusedTaskUsed,
      "beginBackgroundTask returned invalid, but work went on and is cut off by suspension",
      at: refused.location)
    return true
  }

  func open(of process: Process) -> [BackgroundTasks.Task] { lives[process].tasks.open }

  override func openTasks(of process: Process) -> Int { lives[process].tasks.open.count }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    figures.tasksBegun += counts[process].begun
    figures.tasksExpired += counts[process].expired
    figures.tasksRefused += counts[process].refused
  }

  override func beginMeasuring() {
    counts.changeEach { $0 = Counts() }
  }

  // MARK: Begin and end

  func begin(
    _ name: String?, handler: BlockID?, of process: Process, at location: SourceLocation
  ) -> Int {
    guard mayBegin(process) else {
      lives[process].refused = Refusal(
        location: location, isThePools: refuse(name, of: process))
      if let handler { process.behavior?.release(handler) }
      return BackgroundTasks.invalid
    }
    let id = open(name, handler: handler, of: process, at: location)
    if limits.taskAge < .max {
      let age = arm(
        Deadline.age, Int32(truncatingIfNeeded: id), of: process, at: now + limits.taskAge)
      lives[process].tasks.watchAge(of: id, by: age)
    }
    return id
  }

  /// Opens a task that may begin.
  func open(
    _ name: String?, handler: BlockID? = nil, activity: BlockID? = nil, of process: Process,
    at location: SourceLocation
  ) -> Int {
    let id = lives[process].tasks.begin(
      name: name, handler: handler, activity: activity, at: now, location: location)
    counts[process].begun += 1
    process.record(.taskBegan(id, name: name), at: location)
    process.stayAwake()
    device.budget.adjust(process)
    if lives[process].tasks.open.count > limits.openTasks {
      doomForTooManyTasks(process, location)
    }
    return id
  }

  /// Notes that a task is refused. Returns whether that is for want of time in the pool.
  @discardableResult
  func refuse(_ name: String?, of process: Process) -> Bool {
    let refusal = isForThePool(process) ? device.budget.usageInWords : nil
    counts[process].refused += 1
    process.record(.taskBegan(BackgroundTasks.invalid, name: name, refusal: refusal))
    return refusal != nil
  }

  /// B10: and the first begin of a stay asks the policy (B2).
  func mayBegin(_ process: Process) -> Bool {
    guard device.scenario.device.multitasking else { return false }
    guard process.state == .background, !process.runsInBackground else { return true }
    let life = lives[process]
    if let deadline = life.clock.deadline {
      return now < deadline && (!life.tasks.isEmpty || canPay(process))
    }
    let granted = grant(to: process, on: .begunInBackground)
    guard granted > .zero else { return false }
    startClock(of: process, granted: granted)
    return true
  }

  /// The policy divides the pool; where that does not pay for tasks, each stay has its allowance.
  private func grant(
    to process: Process, on occasion: BackgroundTimeRequest.Occasion
  ) -> TimeSpan {
    isPaid ? device.arbiter.grant(to: process, on: occasion) : limits.backgroundTime
  }

  /// Whether the pool still holds what is left of a grant that was given back (B8): a task begun
  /// again in the same stay takes it up, and keeps the old deadline.
  private func canPay(_ process: Process) -> Bool {
    guard let end = lives[process].clock.grantedUntil, end > now else { return false }
    return !isPaid || device.budget.canPay(for: process, until: end)
  }

  /// Whether a refused task would have begun, had the pool paid for it.
  private func isForThePool(_ process: Process) -> Bool {
    guard isPaid, device.scenario.device.multitasking else { return false }
    return lives[process].clock.deadline.map { now < $0 } ?? true
  }

  private func doomForTooManyTasks(_ process: Process, _ location: SourceLocation) {
    let message = "more than \(limits.openTasks) background tasks open"
    process.report(.tooManyTasks, message, at: location)
    process.doom(
      AppFailure(
        reason: .tooManyBackgroundTasks, message: message, detail: message, location: location))
  }

  func end(_ identifier: Int, of process: Process, at location: SourceLocation) {
    guard identifier != BackgroundTasks.invalid else { return }
    let isActivity = lives[process].tasks.task(identifier)?.activity != nil
    guard !isActivity, let task = lives[process].tasks.end(identifier) else {
      process.report(
        .taskEndedTwice,
        "no background task exists with identifier \(identifier), "
          + "or it may have already been ended",
        at: location)
      return
    }
    device.agenda.cancel(task.ageToken)
    if let handler = task.handler { process.behavior?.release(handler) }
    reportIdle(task, of: process)
    isOver(task, of: process)
  }

  func isOver(_ task: BackgroundTasks.Task, of process: Process) {
    process.record(.taskEnded(task.identifier))
    process.hasFinished(begunAt: task.began)
    guard lives[process].tasks.isEmpty else { return }
    device.budget.adjust(process)
    process.considerSuspension()
  }

  private func taskIsOld(_ identifier: Int, of process: Process) {
    guard let task = lives[process].tasks.task(identifier) else { return }
    process.report(
      .taskHeldTooLong,
      "\(task.title) was created over \(limits.taskAge.secondsText) seconds ago"
        + task.overwriting,
      at: task.location)
  }

  // MARK: The clock

  /// With a task open the app asks for time (B2).
  private func enterBackground(_ process: Process) {
    lives[process].refused = nil
    guard !lives[process].tasks.isEmpty, !process.runsInBackground else { return }
    let granted = grant(to: process, on: .enteringBackground)
    let grace = max(limits.enterBackground, limits.suspensionDelay)
    startClock(of: process, granted: granted, grace: grace)
  }

  private func startClock(of process: Process, granted: TimeSpan, grace: TimeSpan = .zero) {
    lives[process].clock.start(granted: granted, at: now, grace: grace)
    armClock(of: process)
    device.budget.adjust(process)
  }

  private func armClock(of process: Process) {
    let life = lives[process]
    device.agenda.cancel(life.lead)
    device.agenda.cancel(life.deadline)
    guard let deadline = life.clock.deadline,
      let handlers = life.clock.handlersDue(notBefore: now)
    else { return }
    if !life.clock.expired {
      lives[process].lead = arm(Deadline.lead, of: process, at: handlers)
    }
    lives[process].deadline = arm(Deadline.end, of: process, at: deadline)
  }

  private func stopClock(of process: Process) {
    device.agenda.cancel(lives[process].lead)
    device.agenda.cancel(lives[process].deadline)
    lives[process].clock.stop()
  }

  // MARK: Expiry

  /// Its handlers run now, its time ends after the lead. Only tasks can be expired, and only once;
  /// false otherwise.
  override func expireEarly(_ process: Process) -> Bool {
    guard !lives[process].tasks.isEmpty,
      lives[process].clock.expireEarly(at: now)
    else { return false }
    armClock(of: process)
    device.budget.adjust(process)
    return true
  }

  /// B4: a round of handlers, in order of begin, then the look at what is still open.
  private func callExpirationHandlers(of process: Process) {
    guard !lives[process].tasks.isEmpty, !lives[process].clock.expired else { return }
    lives[process].clock.markExpired()
    device.budget.markExpired(process)
    for task in lives[process].tasks.expire(afterWork: process.isIdle ? process.workedAt : nil) {
      counts[process].expired += 1
      process.record(.taskExpired(task.identifier))
      if task.activity != nil {
        arm(
          Deadline.activityExpires, Int32(truncatingIfNeeded: task.identifier), of: process,
          at: now, rank: DeviceEvent.Rank.callback)
      } else {
        enqueue(Turn.handler, task.identifier, of: process)
      }
    }
    enqueue(Turn.handled, of: process)
  }

  private func runExpirationHandler(ofTask identifier: Int, of process: Process) {
    guard let handler = lives[process].tasks.takeHandler(of: identifier) else { return }
    process.record(.callback(Callback.expirationHandler(handler).name))
    process.run(.expirationHandler(handler))
  }

  /// Waits for what a handler has cancelled, which ends at this very instant, and may end the task
  /// as it does.
  private func roundIsOver(_ process: Process) {
    guard process.cancelledAt == now else { return reviewExpiration(of: process) }
    _ = arm(Deadline.settled, of: process, at: now, rank: DeviceEvent.Rank.policy)
  }

  /// B5: what is still open of the round is a finding.
  private func reviewExpiration(of process: Process) {
    let open = lives[process].tasks.review {
      "\($0.title) still not ended after expiration handlers were called" + $0.overwriting
    }
    for (task, words) in open {
      process.report(.taskNotEndedInHandler, words, at: task.location)
    }
  }

  /// B6: a task open at the deadline ends the process.
  private func deadlinePasses(_ process: Process) {
    let open = lives[process].tasks.open
    guard let first = open.first else { return }
    let delay = process.delay
    for task in open {
      if let reported = task.reported {
        process.withdraw(.taskNotEndedInHandler, reported, at: task.location)
      }
      process.report(
        .taskNeverEnded, "\(task.title) \(task.neverEnded(delay))" + task.overwriting,
        at: task.location)
    }
    process.terminate(
      .backgroundTaskAssertionTimeout,
      detail: "\(first.title) begun at \(first.location) was open at the deadline")
  }
}
