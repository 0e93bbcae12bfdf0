import Simulation

/// `BGTaskScheduler` (semantics.md, section 5): who may wait for a task, and why not.
///
/// BGTaskService+Tasks has the life of a task once it has begun, BGTaskService+Mistakes the findings
/// about apps.
final class BGTaskService: DiscretionaryService {
  struct App {
    var requests = TaskRequests()
    /// The running tasks by the position of their queue.
    var running: [RunningTask?] = [nil, nil]
    /// The events at which a request's earliest moment has come, by the queue's position.
    var due: [EventToken] = [.none, .none]
    /// The event at which the app may have been unopened for too long.
    var unopened = EventToken.none
    var throttledUntil: Instant?
    /// When it first submitted a request of a queue's kind.
    var firstSubmitted: [Instant?] = [nil, nil]
    var submissions = 0
    /// The last submission of an identifier, successful or not; looked up only.
    var lastSubmission: [String: Int] = [:]
    var taskCount: Int32 = 0
    /// Permitted identifiers of which a finding says that they have no handler.
    var unregistered: [String] = []
    var life = Life()
    var counts = TaskRequestStatistics()
  }

  /// The state that dies with a process.
  struct Life {
    var handlers = TaskHandlers()
    /// Tasks that have ended since the process last came to rest, to be looked at then.
    var ended: [RunningTask] = []
    /// The last task that was completed since then.
    var completed: (identifier: String, location: SourceLocation)?
    /// The last task that was marked failed without a warning.
    var markedFailed: BGTaskID?
    /// Errors of `submit` that the app has not looked at.
    var unread: [UnreadError] = []
    var errorCount = 0
  }

  enum Deadline: UInt8 {
    /// The earliest moment of a request has come; the number is the queue's position.
    case earliest
    /// The app is to be warned; the number is the queue's position.
    case warning
    case refreshEnd
    case processingEnd
    case unopened
    /// The expiration handler is called beside the main thread; the number is the queue's position.
    case expirationBeside
  }

  enum Turn: UInt8 {
    /// The launch handler; the number is the queue's position.
    case launch
    /// The expiration handler; the number is the queue's position.
    case expiration
  }

  let apps: PerApp<App>
  /// An app that declares no identifier can have no task.
  private let hasUsers: Bool
  /// Apps with a request or a task.
  private var concerned: Set<AppID> = []

  override var isUsed: Bool { hasUsers }

  override class var feature: Feature? { .taskScheduler }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [
      (.refresh, deadline: Deadline.refreshEnd.rawValue),
      (.processing, deadline: Deadline.processingEnd.rawValue),
    ]
  }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    hasUsers = scenario.apps.contains { !$0.permittedIdentifiers.isEmpty }
    super.init(scenario)
  }

  func position(of queue: WorkQueue) -> Int { queue.kind == .refresh ? 0 : 1 }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved, .cameToFront: review(process)
    case .forceQuit: cancelAll(of: process, .forceQuit)
    case .launched: launchIsOver(process)
    case .enteredForeground: comesToFront(process)
    case .suspending: comesToRest(process)
    case .ended: processEnds(process)
    case .opened, .enteredBackground, .resumed: break
    }
  }

  override func world(_ change: WorldChange) {
    if case .moved = change { return }
    guard !concerned.isEmpty else { return }
    for id in concerned.sorted() {
      endWhatLacksItsConditions(of: device[id])
      review(device[id])
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .earliest: review(process)
    case .warning: warn(process, Int(event.number))
    case .refreshEnd: isTooLong(process, 0)
    case .processingEnd: isTooLong(process, 1)
    case .unopened: cancelIfUnopened(process)
    case .expirationBeside: callExpirationHandler(of: process, Int(event.number), onMain: false)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .launch: callLaunchHandler(of: process, number)
    case .expiration: callExpirationHandler(of: process, number, onMain: true)
    case nil: unknown(what)
    }
  }

  override func isChosen(_ process: Process, in queue: WorkQueue) { take(of: process, queue) }

  override func begins(_ process: Process, in queue: WorkQueue) { beginTask(of: process, queue) }

  /// It does not for processing that requires the charger.
  override func liftsCPULimit(of process: Process) -> Bool {
    guard let task = apps[process].running[1], queues[1].held(by: process) != nil else {
      return false
    }
    return task.pending.request.requirements.contains(.externalPower)
  }

  override func accountsForCutOff(of process: Process) -> Bool {
    reportWorkAfterCompletion(of: process)
  }

  override func endTime(of process: Process) -> Bool { endTasks(of: process) { _ in true } }

  // MARK: Requests

  func permissions(of process: Process) -> TaskPermissions {
    TaskPermissions(
      identifiers: process.configuration.permittedIdentifiers,
      modes: process.configuration.modes, isRefreshOn: device.world.allowsRefresh(process))
  }

  func submit(
    _ request: TaskRequest, of process: Process, at location: SourceLocation
  ) throws(TaskRegistrationError) -> (TaskRequestError, number: Int)? {
    try requireHandler(for: request, of: process)
    let isRenewal = apps[process].running.contains { $0?.identifier == request.identifier }
    let isInChain = isRenewal || request.kind == .refresh && !isAtOtherWork(process)
    apps[process].submissions += 1
    let number = apps[process].submissions
    apps[process].lastSubmission[request.identifier] = number
    let new = PendingRequest(
      request: request, submitted: now, number: number, location: location, isInChain: isInChain)
    reportDate(of: request, of: process, at: location)
    let before = apps[process].requests.pending.count
    let error = apps[process].requests.submit(new, permissions(of: process))
    process.record(
      .bgTaskSubmitted(
        request.identifier, request.kind, earliest: request.earliest,
        requirements: request.requirements.names, error: error?.name), at: location)
    apps[process].counts.submitted += 1
    if let error {
      apps[process].counts.count(error)
      return (error, noteUnread(error, of: process, at: location))
    }
    if apps[process].requests.pending.count == before {
      apps[process].counts.replaced += 1
    }
    let position = request.kind == .refresh ? 0 : 1
    if apps[process].firstSubmitted[position] == nil {
      apps[process].firstSubmitted[position] = now
    }
    if device.world.isForceQuit(process) {
      cancelAll(of: process, .forceQuit)
    } else {
      cancelIfUnopened(process)
    }
    review(process)
    return nil
  }

  func cancel(_ identifier: String, of process: Process) {
    guard apps[process].requests.remove(identifier) != nil else { return }
    process.record(.bgTaskCancelled(identifier, because: RequestCancellation.app.rawValue))
    apps[process].counts.count(.app)
    review(process)
  }

  func cancelAll(of process: Process, _ cause: RequestCancellation) {
    for pending in apps[process].requests.pending {
      process.record(.bgTaskCancelled(pending.request.identifier, because: cause.rawValue))
    }
    apps[process].counts.count(cause, apps[process].requests.pending.count)
    apps[process].requests = TaskRequests()
    review(process)
  }

  /// Cancels what an app waits for that the user has not opened for long, or looks again when that
  /// may be so.
  private func cancelIfUnopened(_ process: Process) {
    device.agenda.cancel(apps[process].unopened)
    apps[process].unopened = .none
    guard !apps[process].requests.pending.isEmpty else { return }
    let limit = (device.world.lastUsed(process) ?? .start) + limits.unopened
    if limit <= now {
      cancelAll(of: process, .unopened)
    } else {
      apps[process].unopened = arm(
        Deadline.unopened, of: process, at: limit, outlives: true)
    }
  }

  // MARK: Figures

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    super.addFigures(of: process, to: &figures)
    figures.taskRequests = apps[process].counts
    figures.taskRequests.pending = apps[process].requests.pending.count
  }

  override func beginMeasuring() {
    super.beginMeasuring()
    apps.changeEach { $0.counts = TaskRequestStatistics() }
  }

  // MARK: Eligibility

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    permissions(of: process).allow(queue.kind)
      && !process.configuration.permittedIdentifiers.isEmpty
  }

  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    guard queue.waitsSince(process) == nil else { return [] }
    var obstacles: [Ineligibility] = []
    findObstacles(of: process, to: queue) {
      obstacles.append($0)
      return true
    }
    return obstacles
  }

  override func pieces(of process: Process, in queue: WorkQueue) -> [PieceOfWork] {
    var common: [Ineligibility] = []
    findObstacles(
      of: process, to: queue, next: { nil },
      goesOn: {
        if $0 != .noRequest(queue.kind) { common.append($0) }
        return true
      })
    return apps[process].requests.pending.filter { $0.request.kind == queue.kind }.map { pending in
      PieceOfWork(
        "the \(queue.kind.rawValue) \"\(pending.request.identifier)\"",
        common + obstacles(to: pending))
    }
  }

  /// Finds what keeps an app from being a candidate, as long as `goesOn` says so.
  private func findObstacles(
    of process: Process, to queue: WorkQueue, goesOn: (Ineligibility) -> Bool
  ) {
    findObstacles(of: process, to: queue, next: { next(of: process, queue) }, goesOn: goesOn)
  }

  /// - Parameters:
  ///   - next: returns the request that comes next, with what its own conditions lack; nil: there is
  ///     none. It is asked for only where nothing before has ended the search.
  private func findObstacles(
    of process: Process, to queue: WorkQueue,
    next: () -> (request: PendingRequest, obstacles: [Ineligibility])?,
    goesOn: (Ineligibility) -> Bool
  ) {
    let world = device.world
    if !world.allowsRefresh(process), !goesOn(.backgroundRefreshOff) { return }
    if world.isForceQuit(process), !goesOn(.forceQuit) { return }
    let task = apps[process].running[position(of: queue)]
    if let task, !goesOn(.working(queue.kind, since: task.began)) { return }
    let next = next()
    if next == nil, task == nil, !goesOn(.noRequest(queue.kind)) { return }
    if process.state.isForeground || world.foreground == process.id, !goesOn(.inForeground) {
      return
    }
    if let obstacle = world.obstacleToDiscretionaryWork, !goesOn(obstacle) { return }
    if queue.kind == .refresh, world.network == .none, !goesOn(.noNetwork) { return }
    if let until = apps[process].throttledUntil, until > now,
      !goesOn(.throttled(until: until))
    {
      return
    }
    for obstacle in next?.obstacles ?? [] where !goesOn(obstacle) { return }
  }

  /// The request that comes next, with what its own conditions lack.
  func next(
    of process: Process, _ queue: WorkQueue
  ) -> (request: PendingRequest, obstacles: [Ineligibility])? {
    apps[process].requests.next(queue.kind) { obstacles(to: $0) }
  }

  /// Returns what a request itself waits for.
  private func obstacles(to pending: PendingRequest) -> [Ineligibility] {
    let lacking = conditions(lackedBy: pending.request)
    return pending.due > now ? lacking + [.earliestNotReached(until: pending.due)] : lacking
  }

  /// Returns the conditions of a request that the device does not meet.
  func conditions(lackedBy request: TaskRequest) -> [Ineligibility] {
    guard request.kind == .processing else { return [] }
    var lacking: [Ineligibility] = []
    if device.world.foreground != nil { lacking.append(.deviceInUse) }
    if request.requirements.contains(.externalPower), !device.world.power.isCharging {
      lacking.append(.notCharging)
    }
    if request.requirements.contains(.network), device.world.network == .none {
      lacking.append(.noNetwork)
    }
    return lacking
  }

  /// Keeps both queues in step with whatever has changed of an app.
  func review(_ process: Process) {
    // Each move of every app comes here: those that have no request must cost next to nothing.
    guard hasUsers else { return }
    if apps[process].requests.pending.isEmpty,
      !apps[process].running.contains(where: { $0 != nil })
    {
      if !concerned.isEmpty, concerned.remove(process.id) != nil {
        for queue in queues { queue.withdraw(process) }
      }
      return
    }
    concerned.insert(process.id)
    for queue in queues { review(process, queue) }
  }

  private func review(_ process: Process, _ queue: WorkQueue) {
    var first: Ineligibility?
    findObstacles(of: process, to: queue) {
      first = $0
      return false
    }
    let position = position(of: queue)
    device.agenda.cancel(apps[process].due[position])
    apps[process].due[position] = .none
    if first == nil { return queue.admit(process) }
    queue.withdraw(process)
    var moments = apps[process].requests.pending.filter { $0.request.kind == queue.kind }
      .map(\.due)
    if let until = apps[process].throttledUntil { moments.append(until) }
    guard let next = moments.filter({ $0 > now }).min() else { return }
    apps[process].due[position] = arm(
      Deadline.earliest, Int32(position), of: process, at: next, outlives: true)
  }

  override func wish(of process: Process, in queue: WorkQueue) -> WorkWish {
    guard let next = next(of: process, queue)?.request else { return WorkWish() }
    return WorkWish(
      earliest: next.request.earliest.map { max($0, next.submitted) },
      latest: queue.kind == .refresh ? next.due + limits.refreshWindow : nil,
      requirements: queue.kind == .processing
        ? next.request.requirements.union(.idleDevice) : next.request.requirements)
  }

  override func hasNext(_ process: Process, in queue: WorkQueue) -> Bool {
    next(of: process, queue) != nil
  }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    apps[process].firstSubmitted[position(of: queue)].map { (from: $0, every: .zero) }
  }
}

extension Feature {
  /// `BGTaskScheduler` and the mode `processing`.
  public static let taskScheduler = Feature("BGTaskScheduler", since: 13)
}
