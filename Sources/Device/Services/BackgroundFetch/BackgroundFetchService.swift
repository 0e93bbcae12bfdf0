import Simulation

/// Background fetch (semantics.md, section 4).
final class BackgroundFetchService: DiscretionaryService {
  private struct Counts {
    var byResult = [0, 0, 0]
    var unanswered = 0
    var slotTime = TimeSpan.zero
    var slotWait = Sample()
    var longestWait = TimeSpan.zero
  }

  private struct App {
    var history = FetchHistory()
    var running: RunningFetch?
    /// A fetch that was completed lets its process go on until then.
    var goesOnUntil: Instant?
    /// The event at which the interval will have elapsed.
    var due = EventToken.none
    /// It was reported in this process life that no fetch interval is set.
    var isIntervalReported = false
    var counts = Counts()
  }

  private enum Deadline: UInt8 {
    /// The interval has elapsed.
    case interval
    /// The completion handler is due.
    case limit
    /// The time after a completed fetch is over.
    case afterFetch
  }

  private var apps: [App]
  private var slots: FetchSlots
  /// Eligible apps in order of waiting (F1).
  private var line: [Process] = []
  /// Apps that have asked to fetch and not taken it back.
  private var askers: Set<AppID> = []
  private var started = 0

  override class var feature: Feature? { .backgroundFetch }

  required init(_ scenario: Scenario) {
    apps = Array(repeating: App(), count: scenario.apps.count)
    slots = FetchSlots(scenario.device.fetchSlots)
    super.init(scenario)
  }

  // MARK: What it is to others

  override func claim(of process: Process) -> Instant? { held(by: process)?.limit }

  override func keepsRunning(_ process: Process) -> Bool { until(process) != nil }

  override func remainingTime(of process: Process) -> TimeSpan? {
    until(process).map { max(.zero, $0 - now) }
  }

  /// Until when it lets a process run; the time after the fetch is on nobody's account.
  private func until(_ process: Process) -> Instant? {
    held(by: process)?.limit ?? apps[process.index].goesOnUntil
  }

  /// The running fetch with its slot, unless the user has opened the app since it began.
  private func held(by process: Process) -> RunningFetch? {
    guard let fetch = apps[process.index].running, !fetch.isDetached else { return nil }
    return fetch
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved, .cameToFront, .forceQuit: updateEligibility(of: process)
    case .enteredForeground:
      apps[process.index].goesOnUntil = nil
      detach(process)
    case .launched(let misspelt):
      if !misspelt.contains("performFetch") { reportMissingMethod(of: process) }
    case .suspending: reportMissingInterval(of: process)
    case .ended:
      end(process, result: nil)
      apps[process.index].goesOnUntil = nil
      apps[process.index].isIntervalReported = false
    case .opened, .enteredBackground, .resumed: break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .discretionaryWork: reviewLine()
    case .network, .power: break
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .interval: updateEligibility(of: process)
    case .limit: isTooLong(process)
    case .afterFetch:
      guard apps[process.index].goesOnUntil == now else { return }
      apps[process.index].goesOnUntil = nil
      process.considerSuspension()
    case nil: break
    }
  }

  // MARK: Eligibility

  fileprivate func setInterval(_ interval: TimeSpan?, of process: Process) {
    // Never zero: an app is not eligible again at the instant its fetch begins.
    let interval = interval.map { max($0, limits.minimumFetchInterval, .nanoseconds(1)) }
    guard apps[process.index].history.set(interval, at: now) else { return }
    if interval == nil { askers.remove(process.id) } else { askers.insert(process.id) }
    updateEligibility(of: process)
  }

  /// F1: by the one list of what keeps an app from being a candidate. What costs most is asked last.
  override func obstacles(of process: Process) -> [Ineligibility] {
    let app = apps[process.index]
    guard app.history.eligibleSince == nil else { return [] }
    var obstacles: [Ineligibility] = []
    findObstacles(of: process) {
      obstacles.append($0)
      return true
    }
    return obstacles
  }

  /// Finds what keeps an app from being a candidate (F1), as long as `goesOn` says so.
  private func findObstacles(of process: Process, goesOn: (Ineligibility) -> Bool) {
    let app = apps[process.index]
    let hasMode = process.configuration.modes.contains(.fetch)
    if !hasMode, !goesOn(.noFetchMode) { return }
    let isOn = device.world.allowsRefresh(process)
    if !isOn, !goesOn(.backgroundRefreshOff) { return }
    if hasMode, isOn, app.history.interval == nil, !goesOn(.noInterval) { return }
    if device.world.isForceQuit(process), !goesOn(.forceQuit) { return }
    if process.state.isForeground || device.world.foreground == process.id,
      !goesOn(.inForeground)
    {
      return
    }
    if let fetch = app.running, !goesOn(.fetching(since: fetch.began)) { return }
    if let obstacle = device.world.obstacleToDiscretionaryWork, !goesOn(obstacle) { return }
    if let due = app.history.due, due > now { _ = goesOn(.intervalNotElapsed(until: due)) }
  }

  /// Keeps the line of waiting apps in step with whatever has changed (F1).
  private func updateEligibility(of process: Process) {
    var obstacle: Ineligibility?
    findObstacles(of: process) {
      obstacle = $0
      return false
    }
    if case .intervalNotElapsed(let due) = obstacle {
      loseEligibility(process)
      device.agenda.cancel(apps[process.index].due)
      apps[process.index].due = arm(Deadline.interval, of: process, at: due, outlives: true)
    } else if obstacle != nil {
      loseEligibility(process)
    } else if apps[process.index].history.eligibleSince == nil {
      apps[process.index].history.eligibleSince = now
      line.append(process)
      process.record(.fetchEligible)
      device.arbiter.requestReview()
    }
  }

  /// What holds all apps back has begun or ended: those that have asked to fetch are looked at anew,
  /// in order of id.
  private func reviewLine() {
    for id in askers.sorted() { updateEligibility(of: device[id]) }
  }

  private func loseEligibility(_ process: Process) {
    guard let since = apps[process.index].history.eligibleSince else { return }
    let longest = apps[process.index].counts.longestWait
    apps[process.index].counts.longestWait = max(longest, now - since)
    if let place = place(inLineOf: process, since: since) { line.remove(at: place) }
    apps[process.index].history.eligibleSince = nil
  }

  /// The line is in order of `eligibleSince`: found by halving, then among those who came at that
  /// moment.
  private func place(inLineOf process: Process, since moment: Instant) -> Int? {
    var (low, high) = (0, line.count)
    while low < high {
      let middle = (low + high) / 2
      if (apps[line[middle].index].history.eligibleSince ?? .start) < moment {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return line[low...].firstIndex { $0 === process }
  }

  // MARK: What the policy chooses

  override var waiting: [Process] { line }

  override var room: SlotRoom {
    let payable = Int(device.budget.available.nanoseconds / max(1, limits.fetch.nanoseconds))
    let free = slots.free(at: now)
    return SlotRoom(
      free: min(free, payable), running: slots.busy,
      startsInWindow: slots.startsInWindow, limits: slots.limits,
      windowOpens: slots.windowOpens(at: now), payable: payable, allowance: limits.fetch)
  }

  override func candidate(_ process: Process, as app: AppSnapshot) -> FetchCandidate {
    let history = apps[process.index].history
    return FetchCandidate(
      app: app, eligibleSince: history.eligibleSince ?? now,
      minimumInterval: history.interval ?? .max, allowance: limits.fetch)
  }

  override func history(of process: Process) -> WorkHistory {
    let app = apps[process.index]
    return WorkHistory(
      lastBegan: app.history.lastBegan, lastResult: app.history.lastResult,
      brought: app.history.brought, failuresInARow: app.history.failuresInARow,
      waitingSince: app.history.eligibleSince, interval: app.history.interval,
      runsSince: app.running?.began)
  }

  override func earliestStarts(of process: Process) -> (from: Instant, every: TimeSpan)? {
    let history = apps[process.index].history
    guard let first = history.firstSet, process.configuration.modes.contains(.fetch),
      device.world.allowsRefresh(process),
      device.scenario.device.pool.capacity >= limits.fetch
    else { return nil }
    let shortest = history.shortestInterval ?? .max
    return (first + shortest, shortest)
  }

  // MARK: The fetch

  /// Gives an eligible app a slot: it is resumed or launched into the background (F3).
  override func start(_ process: Process) {
    if let since = apps[process.index].history.eligibleSince {
      apps[process.index].counts.slotWait.add((now - since).seconds)
    }
    loseEligibility(process)
    slots.start(at: now)
    started += 1
    let id = apps[process.index].history.begin(
      at: now, having: device.servers.received(by: process))
    process.record(.fetchStarted(launched: process.state == .notRunning))
    switch process.state {
    case .notRunning:
      device.world.noteWakeUp()
      process.launch(into: .background, reason: .fetch)
    case .suspended:
      process.resumeInBackground(because: "fetch")
    case .inactive, .active, .background: break
    }
    let limit = now + limits.fetch
    let token = arm(Deadline.limit, of: process, at: limit)
    apps[process.index].running = RunningFetch(id: id, began: now, limit: limit, token: token)
    process.stayAwake()
    device.budget.adjust(process)
    process.enqueue(.callback(.performFetch(id)))
  }

  /// The completion handler was called (F4, F5, F7); false if it was called before.
  fileprivate func complete(
    _ id: FetchID, _ result: FetchResult, of process: Process, at location: SourceLocation
  ) -> Bool {
    guard let fetch = apps[process.index].running, fetch.id == id else {
      process.report(
        .completionCalledTwice,
        "this request has been answered; you can't call -sendResponse: twice", at: location)
      return false
    }
    if now > fetch.limit {
      process.report(
        .completionCalledLate,
        "fetch completion handler called \(now - fetch.began) after the fetch began", at: location)
    }
    reportNearLimit(fetch, of: process, at: location)
    end(process, result: result)
    goOn(process)
    process.considerSuspension()
    return true
  }

  /// On some versions a process that has fetched is not suspended at once.
  private func goOn(_ process: Process) {
    guard limits.afterFetch > .zero, process.state == .background else { return }
    let end = now + limits.afterFetch
    apps[process.index].goesOnUntil = end
    arm(Deadline.afterFetch, of: process, at: end)
  }

  /// The fetch was all but too long: on a slower network it would have been.
  private func reportNearLimit(
    _ fetch: RunningFetch, of process: Process, at location: SourceLocation
  ) {
    let took = now - fetch.began
    guard !fetch.isDetached, took <= limits.fetch, took.seconds > 0.9 * limits.fetch.seconds
    else { return }
    process.report(
      .fetchNearLimit, "the fetch took \(took.toTenths) of the \(limits.fetch) that it may",
      at: location)
  }

  /// Ends the running fetch, if any; no result when its time is over or its process ends.
  private func end(_ process: Process, result: FetchResult?) {
    guard let fetch = apps[process.index].running else { return }
    apps[process.index].running = nil
    let took = now - fetch.began
    if let result {
      apps[process.index].counts.byResult[result.rawValue] += 1
      process.record(.fetchCompleted(result, took: took))
    } else {
      apps[process.index].counts.unanswered += 1
    }
    apps[process.index].history.end(with: result, having: device.servers.received(by: process))
    if !fetch.isDetached { freeSlot(of: fetch, process) }
    device.budget.adjust(process)
    device.arbiter.observe(.fetch(app: process.id, at: now, result: result, took: took))
    updateEligibility(of: process)
    device.arbiter.requestReview()
  }

  private func freeSlot(of fetch: RunningFetch, _ process: Process) {
    device.agenda.cancel(fetch.token)
    slots.finish()
    apps[process.index].counts.slotTime += device.measured(since: fetch.began)
  }

  /// The user opened the app: the fetch goes on without limit, slot and pool (F7).
  private func detach(_ process: Process) {
    guard let fetch = held(by: process) else { return }
    freeSlot(of: fetch, process)
    apps[process.index].running?.isDetached = true
    device.arbiter.requestReview()
  }

  private func isTooLong(_ process: Process) {
    process.record(.fetchTimedOut)
    var message = "completion handler was never called"
    if process.behavior?.implements("performFetch") == false {
      message += ": the app has no performFetch"
      reportMissingMethod(of: process)
    } else {
      process.report(
        .completionNeverCalled, message, at: process.behavior?.performFetchLocation)
    }
    process.terminate(.backgroundFetchTimeout, detail: message)
  }

  // MARK: Mistakes

  private func reportMissingMethod(of process: Process) {
    guard process.configuration.modes.contains(.fetch), let behavior = process.behavior,
      !behavior.implements("performFetch")
    else { return }
    process.report(
      .modeWithoutMethod, "the app has the mode fetch, but performFetch is missing",
      at: behavior.performFetchLocation)
  }

  /// An app that could fetch comes to rest and has not said how often it wants to.
  private func reportMissingInterval(of process: Process) {
    let app = apps[process.index]
    guard process.configuration.modes.contains(.fetch), !app.history.isIntervalSet,
      !app.isIntervalReported, let behavior = process.behavior,
      behavior.implements("performFetch")
    else { return }
    apps[process.index].isIntervalReported = true
    process.report(
      .fetchIntervalNeverSet, "performFetch is never called: no minimum fetch interval was set",
      at: behavior.performFetchLocation)
  }

  // MARK: Figures

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    let app = apps[process.index]
    for index in figures.fetchesByResult.indices {
      figures.fetchesByResult[index] += app.counts.byResult[index]
    }
    figures.fetchesUnanswered += app.counts.unanswered
    figures.slotTime += app.counts.slotTime
    if let fetch = held(by: process) { figures.slotTime += device.measured(since: fetch.began) }
    figures.slotWait = app.counts.slotWait
    figures.longestWait = app.counts.longestWait
    if let since = app.history.eligibleSince {
      figures.stillWaiting = now - since
      figures.longestWait = max(figures.longestWait, now - since)
    }
  }

  override func addFigures(to figures: inout DeviceStatistics) {
    figures.fetchesStarted += started
  }

  override func beginMeasuring() {
    started = 0
    for index in apps.indices { apps[index].counts = Counts() }
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
