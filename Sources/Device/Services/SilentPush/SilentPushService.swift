import Simulation

/// Silent push (semantics.md, section 4a).
final class SilentPushService: DiscretionaryService {
  struct App {
    /// How many were sent to it.
    var sent: Int32 = 0
    /// Waits for the network: it has not reached the device.
    var onItsWay: Push?
    /// Waits for its app to run, or for the policy.
    var waiting: Push?
    /// The one that the policy has given a slot.
    var started: PushID?
    /// Delivered to the app as it ran, and not completed; the oldest first.
    var open: [Delivery] = []
    /// The fields of the pushes that were delivered in this life, by number; looked up only.
    var userInfos: [Int32: [PushField]] = [:]
    /// The event at which another may start the app.
    var due = EventToken.none
    var first: Instant?
    var chain = PushChain()
    /// When those of the last hour were sent.
    var recent: [Instant] = []
    var counts = PushStatistics()
  }

  /// A push that a running app handles.
  struct Delivery {
    let id: PushID
    let began: Instant
    /// The moment by which it must be completed; nil: the user sees the app, or did since.
    var limit: Instant?
    var token = EventToken.none
  }

  private enum Deadline: UInt8 {
    /// A source sends its next push.
    case sending
    /// The app runs: what waits for it is delivered.
    case delivery
    /// A push may start the app again.
    case interval
    /// The push that the policy gave a slot is to be completed.
    case limit
    /// So is one that was delivered to a running app.
    case openLimit
  }

  let apps: PerApp<App>
  /// An app without the mode runs for no push behind.
  private let hasReceivers: Bool
  private var times: [PushTimes]
  /// Apps for which a push waits.
  private let awaited = Kept<Set<AppID>>([])

  override var isUsed: Bool { hasReceivers }

  override class var feature: Feature? { .silentPush }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [(.push, deadline: Deadline.limit.rawValue)]
  }

  static let method = "didReceiveRemoteNotification"

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    times = PushTimes.all(scenario)
    hasReceivers = scenario.apps.contains { $0.modes.contains(.remoteNotification) }
    super.init(scenario)
  }

  var queue: WorkQueue { queues[0] }

  // MARK: Reasons to run

  override func keepsRunning(_ process: Process) -> Bool {
    super.keepsRunning(process) || apps[process].open.contains { $0.limit != nil }
  }

  override func remainingTime(of process: Process) -> TimeSpan? {
    let open = apps[process].open.compactMap(\.limit).max().map { $0 - now }
    guard let started = super.remainingTime(of: process) else { return open }
    return max(started, open ?? .zero)
  }

  // MARK: What happens

  override func begin() {
    for source in times.indices { armNext(of: source) }
  }

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved, .cameToFront: updateEligibility(of: process)
    case .forceQuit:
      drop(takeWaiting(process), of: process, because: .forceQuit)
      updateEligibility(of: process)
    case .launched(let misspelt):
      if !misspelt.contains(Self.method) { reportDelegate(of: process) }
      deliverWhatWaits(to: process)
    case .resumed: deliverWhatWaits(to: process)
    case .enteredForeground: detach(process)
    case .ended: ended(process)
    case .opened, .enteredBackground, .suspending: break
    }
  }

  override func world(_ change: WorldChange) {
    switch change {
    case .network(let network):
      reviewAwaited()
      guard network != .none else { return }
      for process in device.processes {
        guard let push = apps[process].onItsWay else { continue }
        apps[process].onItsWay = nil
        arrive(push, for: process)
      }
    case .discretionaryWork: reviewAwaited()
    case .power, .inUse, .moved, .thermal: break
    }
  }

  private func reviewAwaited() {
    for id in awaited.value.sorted() { updateEligibility(of: device[id]) }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    switch Deadline(rawValue: event.what) {
    case .sending:
      let source = Int(event.number)
      send(device.scenario.pushes[source].userInfo, from: source, to: process)
      armNext(of: source)
    case .delivery:
      guard process.state.isRunning, let push = takeWaiting(process) else { return }
      updateEligibility(of: process)
      deliver(push, toRunning: process)
    case .interval: updateEligibility(of: process)
    case .limit:
      queue.markExpired(process)
      isTooLong(process)
    case .openLimit: isTooLong(process)
    case nil: unknown(event.what)
    }
  }

  private func ended(_ process: Process) {
    for delivery in apps[process].open { device.agenda.cancel(delivery.token) }
    apps[process].open = []
    apps[process].userInfos = [:]
    endStarted(process, result: nil)
  }

  // MARK: On the way

  private func armNext(of source: Int) {
    guard case .silent = device.scenario.pushes[source].kind else { return }
    armSending(Deadline.sending, of: source, by: &times)
  }

  /// Somebody sends an app a push: while there is no network, the newest is kept for it.
  func send(_ userInfo: [PushField], from source: Int?, to process: Process) {
    apps[process].sent += 1
    apps[process].counts.sent += 1
    let push = Push(
      id: PushID(number: apps[process].sent), source: source, userInfo: userInfo)
    watchRate(of: process, source)
    guard device.world.network != .none else {
      drop(apps[process].onItsWay, of: process, because: .replaced)
      apps[process].onItsWay = push
      return
    }
    arrive(push, for: process)
  }

  private func arrive(_ push: Push, for process: Process) {
    process.record(.pushArrived(Int(push.id.number)))
    apps[process].first = apps[process].first ?? now
    apps[process].chain.add(at: now, reach: reach)
    if let loss = loss(of: process) { return drop(push, of: process, because: loss) }
    drop(takeWaiting(process), of: process, because: .replaced)
    if process.state.isRunning, !process.isDoomed {
      updateEligibility(of: process)
      deliver(push, toRunning: process)
    } else {
      apps[process].waiting = push
      updateEligibility(of: process)
    }
  }

  /// An app that has never run has registered for no push, and so nobody has a token of it.
  private func hasToken(_ process: Process) -> Bool { process.life > 0 }

  /// Why a push cannot reach its app at all.
  private func loss(of process: Process) -> PushLoss? {
    if !hasToken(process) { return .neverOpened }
    if device.world.isForceQuit(process) { return .forceQuit }
    if isInFront(process) { return nil }
    if !process.configuration.modes.contains(.remoteNotification) {
      return .noRemoteNotificationMode
    }
    return device.world.allowsRefresh(process) ? nil : .backgroundRefreshOff
  }

  private func drop(_ push: Push?, of process: Process, because loss: PushLoss) {
    guard let push else { return }
    process.record(.pushDropped(Int(push.id.number), because: loss.rawValue))
    apps[process].counts.count(loss)
  }

  private func takeWaiting(_ process: Process) -> Push? {
    defer { apps[process].waiting = nil }
    return apps[process].waiting
  }

  private func isInFront(_ process: Process) -> Bool {
    process.state.isForeground || device.world.foreground == process.id
  }

  // MARK: Eligibility

  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    queue.waitsSince(process) == nil ? obstacles(of: process) : []
  }

  /// Returns what keeps an app from being started by a push, whether it waits for that or not.
  private func obstacles(of process: Process) -> [Ineligibility] {
    var obstacles: [Ineligibility] = []
    if !process.configuration.modes.contains(.remoteNotification) {
      obstacles.append(.noRemoteNotificationMode)
    }
    if !device.world.allowsRefresh(process) { obstacles.append(.backgroundRefreshOff) }
    if !hasToken(process) { obstacles.append(.neverOpened) }
    if apps[process].waiting == nil { obstacles.append(.noPush) }
    if device.world.isForceQuit(process) { obstacles.append(.forceQuit) }
    if isInFront(process) { obstacles.append(.inForeground) }
    if let push = queue.running(process) { obstacles.append(.handlingPush(since: push.began)) }
    if let obstacle = device.world.obstacleToDiscretionaryWork { obstacles.append(obstacle) }
    if device.world.network == .none { obstacles.append(.noNetwork) }
    if let until = throttled(process) { obstacles.append(.throttled(until: until)) }
    return obstacles
  }

  /// Never zero: an app is not eligible again at the instant a push starts it.
  private var interval: TimeSpan { max(limits.pushInterval, .nanoseconds(1)) }

  /// Until when no push may start the app; nil: one may.
  private func throttled(_ process: Process) -> Instant? {
    guard let last = queue.history(of: process).lastBegan, last + interval > now else { return nil }
    return last + interval
  }

  /// Keeps the queue of waiting apps in step with whatever has changed. Apps without a push cost
  /// nothing.
  func updateEligibility(of process: Process) {
    guard apps[process].waiting != nil else {
      guard !awaited.value.isEmpty, awaited.value.remove(process.id) != nil else { return }
      device.agenda.cancel(apps[process].due)
      return queue.withdraw(process)
    }
    awaited.value.insert(process.id)
    let obstacles = obstacles(of: process)
    if obstacles.isEmpty { return queue.admit(process) }
    queue.withdraw(process)
    if case .throttled(let until) = obstacles[0] {
      device.agenda.cancel(apps[process].due)
      apps[process].due = arm(Deadline.interval, of: process, at: until, outlives: true)
    }
  }

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    process.configuration.modes.contains(.remoteNotification)
  }

  override func wish(of process: Process, in queue: WorkQueue) -> WorkWish {
    WorkWish(minimumInterval: interval)
  }

  // MARK: Delivery

  override func begins(_ process: Process, in queue: WorkQueue) {
    guard let push = takeWaiting(process) else { return }
    apps[process].started = push.id
    updateEligibility(of: process)
    hand(push, to: process)
  }

  /// The app has come to run: what waits for it is delivered, unless the policy has just done so.
  private func deliverWhatWaits(to process: Process) {
    guard apps[process].waiting != nil else { return }
    arm(Deadline.delivery, of: process, at: now, rank: DeviceEvent.Rank.callback)
  }

  /// Behind, the app's time is charged to no account; in front there is no limit.
  private func deliver(_ push: Push, toRunning process: Process) {
    var delivery = Delivery(id: push.id, began: now)
    if !isInFront(process) {
      let limit = now + limits.fetch
      delivery.limit = limit
      delivery.token = arm(Deadline.openLimit, push.id.number, of: process, at: limit)
      process.stayAwake()
    }
    apps[process].open.append(delivery)
    hand(push, to: process)
  }

  private func hand(_ push: Push, to process: Process) {
    process.record(.pushDelivered(Int(push.id.number)))
    apps[process].counts.delivered += 1
    apps[process].userInfos[push.id.number] = push.userInfo
    process.enqueue(.callback(.didReceiveRemoteNotification(push.id)))
  }

  /// The user opened the app: it handles its pushes on without a limit (as F7).
  private func detach(_ process: Process) {
    queue.detach(process)
    for index in apps[process].open.indices {
      device.agenda.cancel(apps[process].open[index].token)
      apps[process].open[index].limit = nil
    }
  }

  func userInfo(of push: PushID, _ process: Process) -> [PushField] {
    apps[process].userInfos[push.number] ?? []
  }

  // MARK: Bounds and figures

  /// How long at most an app runs that a push has started, with background time after it.
  private var reach: TimeSpan { limits.fetch + limits.backgroundTime + limits.suspensionDelay }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    guard let first = apps[process].first,
      process.configuration.modes.contains(.remoteNotification),
      device.world.allowsRefresh(process),
      device.scenario.device.pool.budget.largestCapacity >= limits.fetch
    else { return nil }
    return (first, interval)
  }

  override func mostTimeAdded(to process: Process) -> TimeSpan {
    let chain = apps[process].chain
    return chain.isEmpty ? .zero : chain.longest + reach
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    super.addFigures(of: process, to: &figures)
    figures.pushes = apps[process].counts
    let held = [apps[process].waiting, apps[process].onItsWay]
    figures.pushes.held = held.count { $0 != nil }
  }

  override func beginMeasuring() {
    super.beginMeasuring()
    apps.changeEach { $0.counts = PushStatistics() }
  }
}
