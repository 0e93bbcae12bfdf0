import Simulation

/// Background fetch (semantics.md, section 4).
final class BackgroundFetchService: DiscretionaryService {
  private struct App {
    var interval = FetchInterval()
    /// A fetch that was completed lets its process go on until then.
    var goesOnUntil: Instant?
    /// The event at which the interval will have elapsed.
    var due = EventToken.none
    /// It was reported in this process life that no fetch interval is set.
    var isIntervalReported = false
  }

  private enum Deadline: UInt8 {
    /// The interval has elapsed.
    case interval
    /// The completion handler is due.
    case limit
    /// The time after a completed fetch is over.
    case afterFetch
  }

  private let apps: PerApp<App>
  /// Apps that have asked to fetch and not taken it back.
  private var askers: Set<AppID> = []

  override class var feature: Feature? { .backgroundFetch }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [(.fetch, deadline: Deadline.limit.rawValue)]
  }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  private var queue: WorkQueue { queues[0] }

  // MARK: Reasons to run

  override func keepsRunning(_ process: Process) -> Bool {
    super.keepsRunning(process) || apps[process].goesOnUntil != nil
  }

  /// The time after the fetch is charged to no account.
  override func remainingTime(of process: Process) -> TimeSpan? {
    super.remainingTime(of: process)
      ?? apps[process].goesOnUntil.map { max(.zero, $0 - now) }
  }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved, .cameToFront, .forceQuit: updateEligibility(of: process)
    case .enteredForeground:
      apps[process].goesOnUntil = nil
      queue.detach(process)
    case .launched(let misspelt):
      if !misspelt.contains("performFetch") { reportMissingMethod(of: process) }
    case .suspending: reportMissingInterval(of: process)
    case .ended:
      end(process, result: nil)
      apps[process].goesOnUntil = nil
      apps[process].isIntervalReported = false
    case .opened, .enteredBackground, .resumed: break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .network, .discretionaryWork: reviewLine()
    case .power, .inUse, .moved, .thermal: break
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .interval: updateEligibility(of: process)
    case .limit: isTooLong(process)
    case .afterFetch:
      guard apps[process].goesOnUntil == now else { return }
      apps[process].goesOnUntil = nil
      process.considerSuspension()
    case nil: unknown(event.what)
    }
  }

  // MARK: Eligibility

  fileprivate func setInterval(_ interval: TimeSpan?, of process: Process) {
    // Never zero: an app is not eligible again at the instant its fetch begins.
    let interval = interval.map { max($0, limits.minimumFetchInterval, .nanoseconds(1)) }
    guard apps[process].interval.set(interval, at: now) else { return }
    if interval == nil { askers.remove(process.id) } else { askers.insert(process.id) }
    updateEligibility(of: process)
  }

  /// F1: by the one list of what keeps an app from being a candidate. What costs most is asked
  /// last.
  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    guard queue.waitsSince(process) == nil else { return [] }
    var obstacles: [Ineligibility] = []
    findObstacles(of: process) {
      obstacles.append($0)
      return true
    }
    return obstacles
  }

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    process.configuration.modes.contains(.fetch) && !usesTaskScheduler(process)
  }

  /// An app that declares identifiers for BGTaskScheduler fetches that way only, where there is
  /// that.
  private func usesTaskScheduler(_ process: Process) -> Bool {
    !process.configuration.permittedIdentifiers.isEmpty && device.platform.has(.taskScheduler)
  }

  /// Finds what keeps an app from being a candidate (F1), as long as `goesOn` says so.
  private func findObstacles(of process: Process, goesOn: (Ineligibility) -> Bool) {
    let interval = apps[process].interval
    let hasMode = process.configuration.modes.contains(.fetch)
    if !hasMode, !goesOn(.noFetchMode) { return }
    if usesTaskScheduler(process), !goesOn(.usesTaskScheduler) { return }
    let isOn = device.world.allowsRefresh(process)
    if !isOn, !goesOn(.backgroundRefreshOff) { return }
    if hasMode, isOn, interval.length == nil, !goesOn(.noInterval) { return }
    if device.world.isForceQuit(process), !goesOn(.forceQuit) { return }
    if process.state.isForeground || device.world.foreground == process.id, !goesOn(.inForeground) {
      return
    }
    if let fetch = queue.running(process), !goesOn(.fetching(since: fetch.began)) { return }
    if let obstacle = device.world.obstacleToDiscretionaryWork, !goesOn(obstacle) { return }
    if device.world.network == .none, !goesOn(.noNetwork) { return }
    if let due = due(process), due > now { _ = goesOn(.intervalNotElapsed(until: due)) }
  }

  /// When the interval will have elapsed; nil: never.
  private func due(_ process: Process) -> Instant? {
    apps[process].interval.due(lastBegan: queue.lastBegan(of: process))
  }

  /// Keeps the queue of waiting apps in step with whatever has changed (F1).
  private func updateEligibility(of process: Process) {
    var obstacle: Ineligibility?
    findObstacles(of: process) {
      obstacle = $0
      return false
    }
    if case .intervalNotElapsed(let due) = obstacle {
      queue.withdraw(process)
      device.agenda.cancel(apps[process].due)
      apps[process].due = arm(Deadline.interval, of: process, at: due, outlives: true)
    } else if obstacle != nil {
      queue.withdraw(process)
    } else {
      queue.admit(process)
    }
  }

  /// Looks anew, in order of id, at the apps that have asked to fetch: a condition that holds all
  /// apps back has begun or ended.
  private func reviewLine() {
    for id in askers.sorted() { updateEligibility(of: device[id]) }
  }

  override func wish(of process: Process, in queue: WorkQueue) -> WorkWish {
    WorkWish(minimumInterval: apps[process].interval.length ?? .max)
  }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    let interval = apps[process].interval
    guard let first = interval.firstSet, process.configuration.modes.contains(.fetch),
      !usesTaskScheduler(process),
      device.world.allowsRefresh(process),
      device.scenario.device.pool.budget.largestCapacity >= limits.fetch
    else { return nil }
    let shortest = interval.shortest ?? .max
    return (first + shortest, shortest)
  }

  // MARK: The fetch

  override func begins(_ process: Process, in queue: WorkQueue) {
    guard let fetch = queue.running(process) else { return }
    process.enqueue(.callback(.performFetch(FetchID(number: fetch.number))))
  }

  /// The completion handler was called (F4, F5, F7); false if it was called before.
  fileprivate func complete(
    _ id: FetchID, _ result: FetchResult, of process: Process, at location: SourceLocation
  ) -> Bool {
    guard let fetch = queue.running(process), fetch.number == id.number else {
      process.report(
        .completionCalledTwice,
        "this request has been answered; you can't call -sendResponse: twice", at: location)
      return false
    }
    if now > fetch.limit {
      process.report(
        .completionCalledLate,
        "fetch completion handler called \((now - fetch.began).toTenths) after the fetch began",
        at: location)
    }
    reportNearLimit(fetch, of: process, at: location)
    process.hasFinished(begunAt: fetch.began) {
      "the completionHandler of performFetch was called at \(location)"
    }
    end(process, result: WorkResult(result))
    goOn(process)
    process.considerSuspension()
    return true
  }

  /// On some versions a process that has fetched is not suspended at once.
  private func goOn(_ process: Process) {
    guard limits.afterFetch > .zero, process.state == .background else { return }
    let end = now + limits.afterFetch
    apps[process].goesOnUntil = end
    arm(Deadline.afterFetch, of: process, at: end)
  }

  /// The fetch was all but too long: on a slower network it would have been.
  private func reportNearLimit(
    _ fetch: RunningWork, of process: Process, at location: SourceLocation
  ) {
    let took = now - fetch.began
    guard !fetch.isDetached, took <= limits.fetch, took.seconds > 0.9 * limits.fetch.seconds
    else { return }
    process.report(
      .fetchNearLimit, "the fetch took \(took.toTenths) of the \(limits.fetch) that it may",
      at: location)
  }

  /// Ends the running fetch, if any; no result when its time is over or its process ends.
  private func end(_ process: Process, result: WorkResult?) {
    guard let fetch = queue.running(process) else { return }
    if let result { process.record(.fetchCompleted(result, took: now - fetch.began)) }
    queue.end(process, result: result)
    updateEligibility(of: process)
    device.arbiter.requestReview()
  }

  private func isTooLong(_ process: Process) {
    process.record(.fetchTimedOut)
    queue.markExpired(process)
    var message = "completion handler was never called"
    if process.behavior?.implements("performFetch") == false {
      message += ": the app has no performFetch"  // which was found when it was launched
    } else {
      message = process.reportNoCompletion(of: "performFetch", within: limits.fetch)
    }
    process.terminate(.backgroundFetchTimeout, detail: message)
  }

  // MARK: Mistakes

  private func reportMissingMethod(of process: Process) {
    guard process.configuration.modes.contains(.fetch), !usesTaskScheduler(process),
      !process.usesTaskScheduler, let behavior = process.behavior,
      !behavior.implements("performFetch")
    else { return }
    process.report(
      .modeWithoutMethod, "the app has the mode fetch, but performFetch is missing",
      at: behavior.location(ofMethod: "performFetch"))
  }

  /// An app that could fetch comes to rest and has not said how often it wants to.
  private func reportMissingInterval(of process: Process) {
    let app = apps[process]
    guard process.configuration.modes.contains(.fetch), !usesTaskScheduler(process),
      !app.interval.isSet, !app.isIntervalReported, let behavior = process.behavior,
      behavior.implements("performFetch")
    else { return }
    apps[process].isIntervalReported = true
    process.report(
      .fetchIntervalNeverSet, "performFetch is never called: no minimum fetch interval was set",
      at: behavior.location(ofMethod: "performFetch"))
  }
}

extension Feature {
  /// The mode `fetch`, `performFetch` and the minimum interval.
  public static let backgroundFetch = Feature("background fetch", since: 7)
}

extension Application {
  /// Whether this app may fetch in the background, as far as the user's switches say.
  public var backgroundRefreshAvailable: Bool { device.world.allowsRefresh(process) }

  /// F1; nil is never.
  public func setMinimumBackgroundFetchInterval(_ interval: TimeSpan?) {
    device.services.find(BackgroundFetchService.self).setInterval(interval, of: process)
  }

  /// Calls a fetch's completion handler; false if it was called before (F5): that is fatal.
  public func completeFetch(
    _ fetch: FetchID, _ result: FetchResult, at location: SourceLocation
  ) -> Bool {
    device.services.find(BackgroundFetchService.self)
      .complete(fetch, result, of: process, at: location)
  }
}
