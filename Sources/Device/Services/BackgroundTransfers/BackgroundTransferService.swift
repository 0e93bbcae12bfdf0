import Simulation

/// Background transfers (semantics.md, section 4b): what the system moves for apps, whether they
/// run or not.
///
/// How it moves is in BackgroundTransferService+Moving, how apps hear of what is done in
/// BackgroundTransferService+Events.
final class BackgroundTransferService: DiscretionaryService {
  struct App {
    var sessions = TransferSessions()
    var delay = ResumeDelay()
    /// When it first began a transfer.
    var firstBegun: Instant?
    /// Calls of handleEventsForBackgroundURLSession that its process has not completed.
    var events: [(id: SessionEventsID, session: TransferSessionID)] = []
    /// Those that it had not completed when it came to rest.
    var expiredEvents: Set<SessionEventsID> = []
    var eventCount: Int32 = 0
    /// The sessions that the app is being resumed or launched for.
    var announced: [TransferSessionID] = []
    var counts = TransferStatistics()
  }

  enum Deadline: UInt8 {
    /// A transfer arrives; the number is its own.
    case arrival
    /// The delay of one is over; the number is its own.
    case delay
    /// One has taken too long; the number is its own.
    case expiry
    /// The app runs: results that wait for it are handed over.
    case delivery
    /// The app must have completed its sessions' events.
    case limit
  }

  enum Turn: UInt8 {
    /// handleEventsForBackgroundURLSession; the number is that of the events.
    case handleEvents
    /// A transfer's result; the number is the transfer's.
    case result
    /// All results of a session were handed over; the number is the session's.
    case finishedEvents
  }

  let apps: PerApp<App>
  /// Apps with transfers.
  private let concerned = Kept<Set<AppID>>([])
  private var wifiBytes = 0.0
  private var cellularBytes = 0.0

  override class var feature: Feature? { .backgroundTransfer }

  override class var work: [(kind: WorkKind, deadline: UInt8)] {
    [(.transfer, deadline: Deadline.limit.rawValue)]
  }

  required init(_ scenario: Scenario) {
    apps = PerApp(App(), count: scenario.apps.count)
    super.init(scenario)
  }

  var queue: WorkQueue { queues[0] }

  // MARK: What happens

  override func process(_ change: ProcessChange, of process: Process) {
    switch change {
    case .moved: review(process)
    case .cameToFront: comesToFront(process)
    case .forceQuit: cancelAll(of: process)
    case .resumed: deliverSoon(to: process)
    case .enteredForeground: queue.detach(process)
    case .suspending: comesToRest(process)
    case .ended: processEnds(process)
    case .launched, .opened, .enteredBackground: break
    }
  }

  override func world(_ change: WorldChange) {
    guard !concerned.value.isEmpty else { return }
    switch change {
    case .network, .power:
      for id in concerned.value.sorted() { reviewTransfers(of: device[id]) }
    case .discretionaryWork:
      for id in concerned.value.sorted() { review(device[id]) }
    case .inUse, .moved, .thermal: break
    }
  }

  override func due(_ event: ServiceEvent, of process: Process) {
    let id = TransferID(number: event.number)
    switch Deadline(rawValue: event.what) {
    case .arrival: arrives(id, of: process)
    case .delay: review(id, of: process)
    case .expiry: end(id, with: .failure(.timedOut), of: process)
    case .delivery: deliver(to: process)
    case .limit: isTooLong(process)
    case nil: unknown(event.what)
    }
  }

  override func turn(_ what: UInt8, _ number: Int, of process: Process) {
    let number = Int32(truncatingIfNeeded: number)
    switch Turn(rawValue: what) {
    case .handleEvents: handleEvents(SessionEventsID(number: number), of: process)
    case .result: tell(of: TransferID(number: number), to: process)
    case .finishedEvents:
      process.run(.sessionDidFinishEvents(TransferSessionID(number: number)))
    case nil: unknown(what)
    }
  }

  override func isChosen(_ process: Process, in queue: WorkQueue) { announce(to: process) }

  override func begins(_ process: Process, in queue: WorkQueue) { beginEvents(of: process) }

  /// The delay ends, and with it the waiting of what was begun behind (R6).
  private func comesToFront(_ process: Process) {
    apps[process].delay.reset()
    guard concerned.value.contains(process.id) else { return }
    for transfer in apps[process].sessions.transfers where transfer.notBefore != nil {
      apps[process].sessions[transfer.id]?.notBefore = nil
      review(transfer.id, of: process)
    }
    review(process)
  }

  /// A force-quit cancels all transfers of the app, which hears why.
  func cancelAll(of process: Process) {
    guard concerned.value.contains(process.id) else { return }
    var answer = URLAnswer.failure(.cancelled)
    answer.cancelledReason = .userForceQuitApplication
    for transfer in apps[process].sessions.transfers {
      end(transfer.id, with: answer, of: process)
    }
    review(process)
  }

  // MARK: Beginning

  func connect(
    _ identifier: String, _ settings: TransferSettings, of process: Process,
    at location: SourceLocation
  ) -> TransferSessionID {
    let (id, isTwice) = apps[process].sessions.connect(identifier, settings)
    if isTwice {
      process.report(
        .sessionCreatedTwice,
        "a background session with this identifier is there already (\(identifier)): it is the one"
          + " with its first settings and handlers", at: location)
    } else if apps[process].sessions.hasReady {
      deliver(to: process)
    }
    return id
  }

  /// - Parameters:
  ///   - isCancelled: it was cancelled before it was to begin.
  func begin(
    _ new: TransferRequest, as id: TransferID, in session: TransferSessionID, isCancelled: Bool,
    of process: Process, at location: SourceLocation
  ) {
    process.weigh(Limits.callbacksARequest)
    let settings = apps[process].sessions[session].settings
    let server = device.servers.find(new.request, of: process)
    let isBehind = !process.state.isForeground
    let transfer = Transfer(
      id: id, session: session, direction: new.direction, request: new.request, server: server,
      isDiscretionary: settings.isDiscretionary || isBehind, begun: now,
      description: new.description)
    apps[process].sessions.add(transfer)
    apps[process].firstBegun = apps[process].firstBegun ?? now
    apps[process].counts.begun += 1
    concerned.value.insert(process.id)
    let name = apps[process].sessions[session].identifier
    process.record(
      .transferBegan(
        Int(id.number), session: name, direction: transfer.direction.rawValue,
        isDiscretionary: transfer.isDiscretionary, url: transfer.request.url, file: new.file),
      at: location)
    if isCancelled { return end(id, with: .failure(.cancelled), of: process) }
    device.servers.meet(server, by: new.request, of: process, at: location)
    guard new.request.isSupported else {
      return end(id, with: .failure(.unsupportedURL), of: process)
    }
    if isBehind {
      let notBefore = apps[process].delay.begin(at: now)
      apps[process].sessions[id]?.notBefore = notBefore
    }
    apps[process].sessions[id]?.expiry = arm(
      Deadline.expiry, id.number, of: process, at: now + (settings.timeout ?? limits.transfer),
      outlives: true)
    review(id, of: process)
    review(process)
  }

  // MARK: Eligibility

  override func keepsRunning(_ process: Process) -> Bool { queue.held(by: process) != nil }

  override func concerns(_ process: Process, _ queue: WorkQueue) -> Bool {
    !apps[process].sessions.isEmpty
  }

  override func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] {
    guard queue.waitsSince(process) == nil else { return [] }
    var obstacles: [Ineligibility] = []
    findObstacles(of: process) {
      obstacles.append($0)
      return true
    }
    return obstacles
  }

  /// Finds what keeps an app from hearing of its transfers, as long as `goesOn` says so.
  private func findObstacles(of process: Process, goesOn: (Ineligibility) -> Bool) {
    if !device.world.allowsRefresh(process), !goesOn(.backgroundRefreshOff) { return }
    if device.world.isForceQuit(process), !goesOn(.forceQuit) { return }
    if !apps[process].sessions.wakes, !goesOn(state(of: process)) { return }
    if process.state.isForeground || device.world.foreground == process.id,
      !goesOn(.inForeground)
    {
      return
    }
    if let work = queue.running(process), !goesOn(.working(.transfer, since: work.began)) { return }
    if let obstacle = device.world.obstacleToDiscretionaryWork { _ = goesOn(obstacle) }
  }

  /// Returns the state of an app's transfers, if none of their results is due to it.
  private func state(of process: Process) -> Ineligibility {
    let underWay = apps[process].sessions.transfers.filter { $0.answer == nil }
    guard let first = underWay.first(where: { $0.obstacle != nil }) ?? underWay.first else {
      return .noTransfer
    }
    return first.obstacle.map { .transferWaits($0) } ?? .transferring(since: first.begun)
  }

  /// Keeps the queue of waiting apps in step with whatever has changed. Apps without transfers cost
  /// nothing.
  func review(_ process: Process) {
    guard concerned.value.contains(process.id) else { return }
    if apps[process].sessions.openCount == 0 { concerned.value.remove(process.id) }
    // What its transfers are at costs more to tell than that they are at something.
    guard apps[process].sessions.wakes else { return queue.withdraw(process) }
    var obstacle: Ineligibility?
    findObstacles(of: process) {
      obstacle = $0
      return false
    }
    if obstacle == nil { queue.admit(process) } else { queue.withdraw(process) }
  }

  override func hasNext(_ process: Process, in queue: WorkQueue) -> Bool {
    apps[process].sessions.wakes || apps[process].sessions.underWay > 0
  }

  override func earliestStarts(
    of process: Process, in queue: WorkQueue
  ) -> (from: Instant, every: TimeSpan)? {
    guard let first = apps[process].firstBegun, device.world.allowsRefresh(process),
      device.scenario.device.pool.budget.largestCapacity >= limits.fetch
    else { return nil }
    return (first, .zero)
  }

  // MARK: Figures

  func count(_ bytes: Double, over network: NetworkKind) {
    switch network {
    case .none: break
    case .wifi: wifiBytes += bytes
    case .cellular: cellularBytes += bytes
    }
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    super.addFigures(of: process, to: &figures)
    figures.transfers = apps[process].counts
    figures.transfers.underWay = apps[process].sessions.underWay
  }

  override func addFigures(to figures: inout DeviceStatistics) {
    lookAtBytes()
    figures.wifiBytes += wifiBytes
    figures.cellularBytes += cellularBytes
  }

  override func beginMeasuring() {
    super.beginMeasuring()
    lookAtBytes()
    wifiBytes = 0
    cellularBytes = 0
    apps.changeEach { $0.counts = TransferStatistics() }
  }

  /// Counts what has moved until now of what moves.
  private func lookAtBytes() {
    for id in concerned.value.sorted() {
      let process = device[id]
      for transfer in apps[process].sessions.transfers {
        guard let flow = transfer.flow else { continue }
        let moving = device.links.moved(flow)
        count(
          apps[process].sessions[transfer.id]?.progress.look(moving: moving) ?? 0,
          over: flow.network)
      }
    }
  }
}

extension Feature {
  /// `URLSession.background` and `handleEventsForBackgroundURLSession`.
  public static let backgroundTransfer = Feature("background transfer", since: 7)
}
