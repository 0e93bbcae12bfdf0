import Simulation

/// The apps that wait for one kind of work of a service, those that have it, and what is counted.
///
/// Its service says who may have the work and when it has ended; the arbiter begins it. From its
/// beginning to its end, or until the user opens the app, work holds a slot of its lane and is a
/// reason for its process to run.
final class WorkQueue: DeviceComponent {
  let kind: WorkKind
  /// It keeps its queues.
  private let owner: UnretainedRef<DiscretionaryService>
  /// The service's deadline by which work must have ended.
  private let deadline: UInt8
  private let apps: PerApp<App>

  /// How many have come, and how many of them wait.
  private let turns = Kept(0)
  private let waiting = Kept(0)

  /// An app's wait without a break.
  struct Wait {
    let since: Instant
    /// How many came before it.
    let turn: Int
  }

  private struct App {
    /// Nil: it does not wait.
    var wait: Wait?
    var running: RunningWork?
    var history = WorkHistory()
  }

  /// The counts by app, like `apps`; apart, so that nothing has to be retained to look at the
  /// others.
  private let counts: PerApp<WorkStatistics>

  /// - Parameters:
  ///   - deadline: what the service calls the moment at which work must have ended.
  init(
    _ kind: WorkKind, of service: DiscretionaryService, deadline: UInt8, apps: Int
  ) {
    self.kind = kind
    owner = UnretainedRef(service)
    self.deadline = deadline
    self.apps = PerApp(App(), count: apps)
    counts = PerApp(WorkStatistics(), count: apps)
  }

  private var service: DiscretionaryService { owner.object }

  // MARK: Waiting

  var isEmpty: Bool { waiting.value == 0 }

  /// Since when an app waits without a break; nil: it does not.
  func waitsSince(_ process: Process) -> Instant? { apps[process].wait?.since }

  /// An app's wait; nil: it does not.
  func wait(of process: Process) -> Wait? { apps[process].wait }

  /// An app may have the work from now on; nothing happens if it waits already.
  func admit(_ process: Process) {
    guard apps[process].wait == nil else { return }
    apps[process].wait = Wait(since: now, turn: turns.value)
    turns.value += 1
    process.noteChange()
    waiting.value += 1
    process.record(kind == .fetch ? .fetchEligible : .workEligible(kind))
    device.arbiter.requestReview()
  }

  /// An app may not have the work any more; nothing happens if it did not wait.
  func withdraw(_ process: Process) {
    guard let wait = apps[process].wait else { return }
    counts[process].longestWait = max(counts[process].longestWait, now - wait.since)
    waiting.value -= 1
    apps[process].wait = nil
    process.noteChange()
  }

  /// Whether an app has to do with such work at all.
  func concerns(_ process: Process) -> Bool { service.concerns(process, self) }

  /// Everything that keeps an app from waiting here; empty: it waits.
  func obstacles(of process: Process) -> [Ineligibility] {
    service.obstacles(of: process, to: self)
  }

  /// Returns what an app has asked for, piece by piece.
  func pieces(of process: Process) -> [PieceOfWork] { service.pieces(of: process, in: self) }

  /// Returns the wish of an app that waits.
  func wish(of process: Process) -> WorkWish { service.wish(of: process, in: self) }

  /// Whether an app has asked for work beside that which runs.
  func hasNext(_ process: Process) -> Bool { service.hasNext(process, in: self) }

  /// From when on work could have begun in any run, and how often; nil: never.
  func earliestStarts(of process: Process) -> (from: Instant, every: TimeSpan)? {
    service.earliestStarts(of: process, in: self)
  }

  /// - Parameters:
  ///   - since: since when the app has waited, for this or for other work of the lane.
  func candidate(
    _ process: Process, since: Instant, as app: consuming AppSnapshot
  ) -> WorkCandidate {
    let wish = service.wish(of: process, in: self)
    return WorkCandidate(
      app: app, kind: kind, eligibleSince: since,
      earliest: wish.earliest, latest: wish.latest,
      minimumInterval: wish.minimumInterval, allowance: device.slots.allowance(of: kind),
      requirements: wish.requirements)
  }

  // MARK: Working

  /// The work that an app has begun and not ended.
  func running(_ process: Process) -> RunningWork? { apps[process].running }

  /// The running work with its slot, unless the user has opened the app since it began.
  func held(by process: Process) -> RunningWork? {
    guard let work = apps[process].running, !work.isDetached else { return nil }
    return work
  }

  /// Until when the pool pays for an app's work.
  func claim(of process: Process) -> Instant? {
    held(by: process).flatMap { $0.isPaid ? $0.limit : nil }
  }

  /// When the last of an app's work began.
  func lastBegan(of process: Process) -> Instant? { apps[process].history.lastBegan }

  /// Returns the history of an app's work that has ended or runs.
  func pastWork(of process: Process) -> WorkHistory { apps[process].history }

  /// The same, with what waits and runs.
  func history(of process: Process) -> WorkHistory {
    var history = apps[process].history
    history.waitingSince = apps[process].wait?.since
    history.runsSince = apps[process].running?.began
    return history
  }

  /// Gives an app that waits a slot: it is resumed or launched into the background (F3).
  ///
  /// - Parameters:
  ///   - rest: what the pool must still hold for those that are chosen with it.
  func start(_ process: Process, leaving rest: TimeSpan = .zero) {
    let wish = service.wish(of: process, in: self)
    let allowance = device.slots.allowance(of: kind, leaving: rest)
    noteStart(of: process, wish)
    service.isChosen(process, in: self)
    device.slots.start(in: kind.lane)
    apps[process].history.begin(at: now, having: device.servers.received(by: process))
    process.noteChange()
    let launched = process.state == .notRunning
    process.record(
      kind == .fetch ? .fetchStarted(launched: launched) : .workStarted(kind, launched: launched))
    wake(process)
    let limit = now + allowance
    apps[process].running = RunningWork(
      number: apps[process].history.count, began: now, limit: limit,
      token: service.arm(deadline, of: process, at: limit, life: process.life),
      isPaid: device.slots.isPaid(in: kind.lane))
    process.stayAwake()
    device.budget.adjust(process)
    service.begins(process, in: self)
  }

  private func noteStart(of process: Process, _ wish: WorkWish) {
    let since = apps[process].wait?.since ?? now
    counts[process].wait.add((now - since).seconds)
    counts[process].delay.add(max(.zero, now - (wish.earliest ?? since)).seconds)
    if let latest = wish.latest, now > latest { counts[process].late += 1 }
    withdraw(process)
  }

  /// The app runs from now on, if it did not.
  private func wake(_ process: Process) {
    switch process.state {
    case .notRunning:
      device.world.noteWakeUp()
      process.launch(into: .background, reason: .work(kind))
    case .suspended: process.resumeInBackground(because: kind.rawValue)
    case .inactive, .active, .background: break
    }
  }

  /// An app's work must end sooner than it had to; it has its slot still.
  func cutShort(_ process: Process, to limit: Instant) {
    guard let work = held(by: process), limit < work.limit else { return }
    device.agenda.cancel(work.token)
    apps[process].running?.limit = limit
    apps[process].running?.token = service.arm(
      deadline, of: process, at: limit, life: process.life)
    device.budget.adjust(process)
  }

  /// The time of an app's work is over: if it ends now, that is why.
  func markExpired(_ process: Process) { apps[process].running?.isExpired = true }

  /// An app's work has ended; nothing happens if none runs.
  ///
  /// - Parameters:
  ///   - result: nil when its time was over, its process ended or it was taken back.
  func end(_ process: Process, result: WorkResult?) {
    guard let work = apps[process].running else { return }
    apps[process].running = nil
    let took = now - work.began
    let ending: WorkEnding =
      work.isExpired ? .expired : result != nil ? .completed : .cancelled
    counts[process].count(ending, result)
    if kind != .fetch { process.record(.workEnded(kind, ending, result, took: took)) }
    apps[process].history.end(with: result, having: device.servers.received(by: process))
    process.noteChange()
    if !work.isDetached { freeSlot(of: work, process) }
    device.budget.adjust(process)
    device.arbiter.observe(
      .work(kind, app: process.id, at: now, result: result, took: took))
  }

  private func freeSlot(of work: RunningWork, _ process: Process) {
    device.agenda.cancel(work.token)
    device.slots.finish(in: kind.lane)
    counts[process].slotTime += device.measured(since: work.began)
  }

  /// The user opened the app: its work goes on without limit, slot and pool (F7).
  func detach(_ process: Process) {
    guard let work = held(by: process) else { return }
    freeSlot(of: work, process)
    apps[process].running?.isDetached = true
    device.arbiter.requestReview()
  }

  // MARK: Figures

  /// Returns an app's counts, with what lasts until now.
  func figures(of process: Process) -> WorkStatistics {
    let since = apps[process].wait?.since
    var figures = counts[process]
    if let work = held(by: process) { figures.slotTime += device.measured(since: work.began) }
    if let since {
      figures.stillWaiting = now - since
      figures.longestWait = max(figures.longestWait, now - since)
    }
    return figures
  }

  func beginMeasuring() {
    counts.changeEach { $0 = WorkStatistics() }
  }
}

/// Work that has begun and not ended (F4).
struct RunningWork {
  /// Which of the app's works of this kind it is, from 1.
  let number: Int32
  let began: Instant
  /// When it must have ended.
  var limit: Instant
  var token: EventToken
  /// The pool pays for it.
  let isPaid: Bool
  /// The user opened the app meanwhile: no limit, no slot, no pool (F7).
  var isDetached = false
  /// Its time was over.
  var isExpired = false
}

/// The history of an app's work of one kind, over all its process lives (F6).
struct WorkHistory {
  private(set) var lastBegan: Instant?
  private(set) var lastResult: WorkResult?
  /// Between the beginning and the end of the last one that ended.
  private(set) var brought = Received()
  private(set) var failuresInARow = 0
  /// How many have begun.
  private(set) var count: Int32 = 0
  /// The bytes and items that the app had received when the running or last one began.
  private var before = Received()
  var waitingSince: Instant?
  /// The moment at which the running one began; nil unless one is.
  var runsSince: Instant?

  mutating func begin(at now: Instant, having received: Received) {
    lastBegan = now
    before = received
    count += 1
  }

  /// - Parameters:
  ///   - result: nil when its time was over or its process ended.
  mutating func end(with result: WorkResult?, having received: Received) {
    lastResult = result
    brought = received - before
    failuresInARow = result?.isGood == true ? 0 : failuresInARow + 1
  }
}
