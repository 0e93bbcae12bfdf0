import Simulation

/// Widgets (semantics.md, "Widgets"): an app's provider is asked for a timeline as work of the kind
/// widget, of which each widget has a budget. With the app in front it is asked at once, for
/// nothing.
final class WidgetService: DiscretionaryService {
  struct App {
    // What outlives the process.
    var ledger: ReloadLedger
    /// From when on a reload is wanted; nil: none is.
    var wanted: Instant?
    /// The wanted one was due and found the budget spent.
    var isRefused = false
    /// The event at which the widget is to be looked at again.
    var due = EventToken.none
    /// When the timeline that is shown was made; nil: none is shown.
    var made: Instant?
    /// From when on its age is counted.
    var countedFrom = Instant.start
    var reloads: Int32 = 0
    /// When a reload was first wanted.
    var first: Instant?
    var counts = WidgetStatistics()

    // What dies with it.
    /// The script has said who provides the timeline.
    var hasProvider = false
    /// The reload under way, which the provider is asked for.
    var current: Reload?
    /// Those that were given up; their completion changes nothing.
    var lost: Set<WidgetReloadID> = []
  }

  struct Reload {
    let id: WidgetReloadID
    let began: Instant
    let isFree: Bool
  }

  private enum Deadline: UInt8 {
    /// A reload may be due.
    case wanted
    /// The provider's completion is due.
    case limit
  }

  private enum Turn: UInt8 {
    /// The provider is asked; the number is the reload's.
    case getTimeline
  }

  let apps: PerApp<App>
  /// Apps that have a widget.
  private let owners: [AppID]

  override var isUsed: Bool { !owners.isEmpty }

  override class var feature: Feature? { .widgets }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [(.widget, deadline: Deadline.limit.rawValue)]
  }

  static let method = "getTimeline"

  required init(_ scenario: Scenario) {
    let ledger = ReloadLedger(scenario.device.widgets.budget, startsAt: scenario.startsAt)
    apps = PerApp(App(ledger: ledger), count: scenario.apps.count)
    owners = scenario.apps.indices.filter { scenario.apps[$0].widget != nil }.map { AppID($0) }
    super.init(scenario)
  }

  var queue: WorkQueue { queues[0] }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    guard process.configuration.widget != nil else { return }
    switch change {
    case .launched: launched(process)
    case .moved, .cameToFront, .forceQuit: review(process)
    case .enteredForeground: queue.detach(process)
    case .suspending: if apps[process].current?.isFree == true { giveUp(process) }
    case .ended: ended(process)
    case .opened, .enteredBackground, .resumed: break
    }
  }

  /// Reviews the widget of an app that plays or navigates: it has its reloads at once.
  override func runsByMode(_ process: Process, _ runs: Bool) {
    if runs, process.configuration.widget != nil { review(process) }
  }

  override func world(_ change: WorldChange) {
    if case .discretionaryWork = change { for id in owners { review(device[id]) } }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .wanted: review(process)
    case .limit: isTooLong(process)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    switch Turn(rawValue: what) {
    case .getTimeline: ask(WidgetReloadID(number: Int32(number)), of: process)
    case nil: unknown(what)
    }
  }

  /// The widget is on the home screen from the app's first launch on.
  private func launched(_ process: Process) {
    guard apps[process].hasProvider else {
      let kind = process.configuration.widget ?? ""
      return process.report(
        .modeWithoutMethod,
        "the app has the widget \"\(kind)\", but no StaticConfiguration provides its timeline",
        at: process.behavior?.location(ofMethod: Self.method))
    }
    if apps[process].first == nil { want(at: now, of: process) } else { review(process) }
  }

  private func ended(_ process: Process) {
    if apps[process].current != nil { giveUp(process) }
    apps[process].hasProvider = false
    apps[process].lost = []
  }

  // MARK: When a reload is due

  /// The app asks for a new timeline, or the one that is shown wants it.
  func want(at instant: Instant, of process: Process) {
    apps[process].first = apps[process].first ?? instant
    apps[process].wanted = min(apps[process].wanted ?? instant, instant)
    apps[process].isRefused = false
    review(process)
  }

  /// Keeps the queue of waiting apps in step with whatever has changed.
  func review(_ process: Process) {
    device.agenda.cancel(apps[process].due)
    guard apps[process].current == nil, let wanted = apps[process].wanted else {
      return queue.withdraw(process)
    }
    apps[process].ledger.advance(to: now)
    if wanted <= now, isFree(process) {
      queue.withdraw(process)
      begin(of: process, isFree: true)
      return enqueueReload(of: process)
    }
    let obstacles = obstacles(of: process)
    if obstacles.isEmpty { return queue.admit(process) }
    queue.withdraw(process)
    noteRefusal(of: process, wanted)
    let over = wanted > now ? wanted : obstacles.compactMap(\.until).max()
    guard let until = over, until < .distantFuture else { return }
    apps[process].due = arm(Deadline.wanted, of: process, at: until, outlives: true)
  }

  /// A reload costs nothing while its app is in front, plays or navigates (W3).
  private func isFree(_ process: Process) -> Bool {
    apps[process].hasProvider
      && (process.state.isForeground
        || !process.runningModes.isDisjoint(with: [.audio, .location]))
  }

  private func noteRefusal(of process: Process, _ wanted: Instant) {
    guard wanted <= now, !apps[process].isRefused, apps[process].ledger.available == 0 else {
      return
    }
    apps[process].isRefused = true
    apps[process].counts.refused += 1
    process.record(.widgetRefused(until: apps[process].ledger.nextRefill(after: now)))
  }

  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    queue.waitsSince(process) == nil ? obstacles(of: process) : []
  }

  private func obstacles(of process: Process) -> [Ineligibility] {
    var obstacles: [Ineligibility] = []
    let app = apps[process]
    if let reload = app.current {
      obstacles.append(.working(.widget, since: reload.began))
    } else if app.wanted == nil {
      obstacles.append(.noRequest(.widget))
    }
    if device.world.isForceQuit(process) { obstacles.append(.forceQuit) }
    if process.state.isForeground || device.world.foreground == process.id {
      obstacles.append(.inForeground)
    }
    if let wanted = app.wanted, wanted > now {
      obstacles.append(.earliestNotReached(until: wanted))
    }
    if let obstacle = device.world.obstacleToDiscretionaryWork { obstacles.append(obstacle) }
    if let until = throttled(process) { obstacles.append(.throttled(until: until)) }
    return obstacles
  }

  /// Never zero: a widget is not reloaded again at the instant a reload begins.
  private var interval: TimeSpan { max(device.scenario.device.widgets.interval, .nanoseconds(1)) }

  /// Until when the budget, or the reload before, keeps the next one waiting; nil: neither does.
  private func throttled(_ process: Process) -> Instant? {
    var until: Instant?
    if let last = queue.history(of: process).lastBegan, last + interval > now {
      until = last + interval
    }
    guard apps[process].ledger.available == 0 else { return until }
    let refill = apps[process].ledger.nextRefill(after: now) ?? .distantFuture
    return max(until ?? refill, refill)
  }

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    process.configuration.widget != nil
  }

  override func hasNext(_ process: Process, in queue: WorkQueue) -> Bool {
    apps[process].wanted != nil
  }

  override func wish(of process: Process, in queue: WorkQueue) -> WorkWish {
    let wanted = apps[process].wanted
    return WorkWish(
      earliest: wanted, latest: wanted.map { $0 + limits.widgetLate }, minimumInterval: interval)
  }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    guard let first = apps[process].first,
      device.scenario.device.pool.budget.largestCapacity >= limits.fetch
    else { return nil }
    return (first, interval)
  }

  // MARK: The reload

  override func isChosen(_ process: Process, in queue: WorkQueue) {
    apps[process].ledger.spend(at: now)
    begin(of: process, isFree: false)
  }

  override func begins(_ process: Process, in queue: WorkQueue) { enqueueReload(of: process) }

  private func begin(of process: Process, isFree: Bool) {
    apps[process].reloads += 1
    apps[process].wanted = nil
    apps[process].current = Reload(
      id: WidgetReloadID(number: apps[process].reloads), began: now, isFree: isFree)
  }

  private func enqueueReload(of process: Process) {
    guard let reload = apps[process].current else { return }
    enqueue(Turn.getTimeline, Int(reload.id.number), of: process)
  }

  /// It is the provider's turn on the main thread.
  private func ask(_ id: WidgetReloadID, of process: Process) {
    guard apps[process].current?.id == id else { return }
    guard apps[process].hasProvider else {
      giveUp(process)
      return process.considerSuspension()
    }
    let callback = Callback.getTimeline(id)
    process.record(.callback(callback.name))
    process.run(callback)
  }

  /// The provider's completion was called.
  func complete(
    _ id: WidgetReloadID, _ timeline: WidgetTimeline, of process: Process,
    at location: SourceLocation
  ) {
    guard let reload = apps[process].current, reload.id == id else {
      // That a reload was given up was told when it was.
      guard apps[process].lost.remove(id) == nil else { return }
      return process.report(
        .completionCalledTwice, "the completion of \(Self.method) was called before", at: location)
    }
    countAge(of: process)
    apps[process].made = now
    apps[process].current = nil
    apps[process].counts.timelines += 1
    if reload.isFree { apps[process].counts.free += 1 }
    let next = timeline.next.map { max($0, now + interval) }
    process.record(
      .widgetTimeline(
        entries: timeline.entries.count, reload: timeline.reload.name, next: next,
        isFree: reload.isFree))
    queue.end(process, result: .completed)
    if let next { want(at: next, of: process) } else { review(process) }
    device.arbiter.requestReview()
    process.considerSuspension()
  }

  /// The reload under way comes to nothing; another is wanted later.
  private func giveUp(_ process: Process) {
    guard let reload = apps[process].current else { return }
    apps[process].current = nil
    apps[process].lost.insert(reload.id)
    queue.end(process, result: nil)
    want(at: now + interval, of: process)
    device.arbiter.requestReview()
  }

  private func isTooLong(_ process: Process) {
    queue.markExpired(process)
    _ = process.reportNoCompletion(of: Self.method, within: limits.fetch)
    if let reload = apps[process].current { process.tookTooLong(since: reload.began) }
    giveUp(process)
    process.considerSuspension()
  }

  // MARK: Figures

  private func countAge(of process: Process) {
    if let made = apps[process].made {
      apps[process].counts.show(from: apps[process].countedFrom, to: now, madeAt: made)
    }
    apps[process].countedFrom = now
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    super.addFigures(of: process, to: &figures)
    let app = apps[process]
    figures.widget = app.counts
    if let made = app.made {
      figures.widget.show(from: app.countedFrom, to: now, madeAt: made)
    }
  }

  override func beginMeasuring() {
    super.beginMeasuring()
    let now = now
    apps.changeEach {
      $0.counts = WidgetStatistics()
      $0.countedFrom = max($0.countedFrom, now)
    }
  }
}

extension Feature {
  /// `TimelineProvider` and `WidgetCenter`.
  public static let widgets = Feature("WidgetKit", since: 14)
}

extension Application {
  private var widgets: WidgetService { device.services.find(WidgetService.self) }

  /// `StaticConfiguration(kind:provider:)`: from now on this process provides the widget's
  /// timeline. Nothing happens where the user has no widget of the kind.
  public func provideTimeline(ofKind kind: String) {
    if process.configuration.widget == kind { widgets.apps[process].hasProvider = true }
  }

  /// `WidgetCenter.reloadTimelines(ofKind:)`; nil: `reloadAllTimelines()`.
  public func reloadTimelines(ofKind kind: String?) {
    guard let widget = process.configuration.widget, kind == nil || kind == widget else { return }
    widgets.want(at: device.now, of: process)
  }

  /// Calls the completion of `getTimeline`.
  public func completeTimeline(
    _ id: WidgetReloadID, _ timeline: WidgetTimeline, at location: SourceLocation
  ) {
    widgets.complete(id, timeline, of: process, at: location)
  }
}
