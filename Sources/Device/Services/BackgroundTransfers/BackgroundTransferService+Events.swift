import Simulation

// How an app hears of its transfers.
extension BackgroundTransferService {
  static let method = "handleEventsForBackgroundURLSession"

  // MARK: Results

  /// Hands what is done to an app that runs and has created the session.
  func deliver(to process: Process) {
    guard process.state.isRunning, apps[process].sessions.hasReady else { return }
    for id in apps[process].sessions.handOver() {
      enqueue(Turn.result, Int(id.number), of: process)
    }
    for id in apps[process].sessions.endAnnouncements() {
      enqueue(Turn.finishedEvents, Int(id.number), of: process)
    }
  }

  /// The app has come to run: what waits for it is handed over, after whatever it was resumed for.
  func deliverSoon(to process: Process) {
    guard apps[process].sessions.hasReady else { return }
    arm(Deadline.delivery, of: process, at: now, rank: DeviceEvent.Rank.callback)
  }

  /// It is a result's turn on the main thread.
  func tell(of id: TransferID, to process: Process) {
    guard apps[process].sessions[id]?.isHanded == true else { return }
    process.record(.transferDelivered(Int(id.number)))
    process.run(.transferResult(id))
  }

  /// The app gets a result, once: from now on it has received its items.
  func take(_ id: TransferID, of process: Process) -> TransferReport? {
    guard let transfer = apps[process].sessions.take(id) else { return nil }
    var report = transfer.report
    if let server = transfer.server, transfer.answer?.statusCode == 200 {
      report.answer?.newItems = device.servers.deliver(
        transfer.published, from: server, to: process)
    }
    device.servers.transferred(transfer.progress.moved.bytes, by: process)
    review(process)
    return report
  }

  // MARK: Being resumed for them

  func announce(to process: Process) {
    apps[process].announced = apps[process].sessions.announce()
    guard !process.state.isRunning else { return }
    apps[process].delay.resumed(at: now, first: limits.transferDelay)
  }

  func beginEvents(of process: Process) {
    for session in apps[process].announced {
      apps[process].eventCount += 1
      let id = SessionEventsID(number: apps[process].eventCount)
      apps[process].events.append((id, session))
      enqueue(Turn.handleEvents, Int(id.number), of: process)
    }
    apps[process].announced = []
    deliver(to: process)
    review(process)
  }

  func handleEvents(_ id: SessionEventsID, of process: Process) {
    guard apps[process].events.contains(where: { $0.id == id }) else { return }
    let callback = Callback.handleEvents(id)
    if process.behavior?.implements(Self.method) == true {
      process.record(.callback(callback.name))
      process.run(callback)
    } else {
      process.report(
        .sessionEventsNotCompleted,
        "the app was started for its transfers, but \(Self.method) is missing",
        at: process.behavior?.location(ofMethod: Self.method))
      endEvents(id, of: process)
    }
  }

  /// The app has called a completion handler of its sessions' events.
  ///
  /// - Returns: false if it was called before.
  func complete(
    _ id: SessionEventsID, of process: Process, at location: SourceLocation
  ) -> Bool {
    if let events = apps[process].events.first(where: { $0.id == id }) {
      let session = apps[process].sessions[events.session]
      if !session.isConnected {
        reportMissing(session, of: process, at: location)
      } else if apps[process].sessions.hasUntaken(of: events.session) {
        process.report(
          .sessionEventsCompletedEarly,
          "the completion handler of \(Self.method) was called before the app had got the results"
            + " (\(session.identifier))", at: location)
      }
      endEvents(id, of: process)
      return true
    }
    // That it comes too late was reported when the app came to rest.
    if apps[process].expiredEvents.remove(id) != nil { return true }
    process.report(
      .completionCalledTwice,
      "the completion handler of \(Self.method) was called before", at: location)
    return false
  }

  private func endEvents(_ id: SessionEventsID, of process: Process) {
    apps[process].events.removeAll { $0.id == id }
    guard apps[process].events.isEmpty else { return }
    endWork(of: process, result: .completed)
    process.considerSuspension()
  }

  /// The time of its sessions' events is over, which ends the process (R5).
  func isTooLong(_ process: Process) {
    queue.markExpired(process)
    let sessions = apps[process].events.map { apps[process].sessions[$0.session].identifier }
    giveUpEvents(of: process)
    process.terminate(
      .backgroundSessionTimeout,
      detail: "the events of \(sessions.joined(separator: ", ")) were not completed")
  }

  /// Reports what was not completed, and ends the work.
  private func giveUpEvents(of process: Process) {
    for events in apps[process].events {
      let session = apps[process].sessions[events.session]
      let place = process.behavior?.location(ofMethod: Self.method)
      if session.isConnected {
        process.report(
          .sessionEventsNotCompleted,
          "the completion handler of \(Self.method) was "
            + (process.delay.map { "not called in time (\(session.identifier)): \($0)" }
              ?? "never called (\(session.identifier))"),
          at: place)
      } else {
        reportMissing(session, of: process, at: place)
      }
      apps[process].expiredEvents.insert(events.id)
    }
    apps[process].events = []
    endWork(of: process, result: nil)
  }

  private func reportMissing(
    _ session: TransferSessions.Session, of process: Process, at location: SourceLocation?
  ) {
    process.report(
      .sessionNotCreatedAgain,
      "the app was started for a session that it has not created again (\(session.identifier)):"
        + " its results wait", at: location)
  }

  private func endWork(of process: Process, result: WorkResult?) {
    guard queue.running(process) != nil else { return }
    queue.end(process, result: result)
    review(process)
    device.arbiter.requestReview()
  }

  // MARK: The process

  func comesToRest(_ process: Process) {
    apps[process].sessions.rest()
    // The user had opened the app meanwhile, so that no limit has ended it.
    if queue.running(process) != nil { giveUpEvents(of: process) }
  }

  func processEnds(_ process: Process) {
    guard !apps[process].sessions.isEmpty else { return }
    apps[process].events = []
    apps[process].expiredEvents = []
    apps[process].sessions.processEnds()
    // What it has begun on its way out goes with the rest.
    if device.world.isForceQuit(process) { cancelAll(of: process) }
    endWork(of: process, result: nil)
    review(process)
  }
}

extension Application {
  private var transfers: BackgroundTransferService {
    device.services.find(BackgroundTransferService.self)
  }

  /// Creates a background session, or after a relaunch the one that was there: what it has for the
  /// app is handed over from now on. A second one of the same identifier in one process is the
  /// first, and a finding.
  public func createTransferSession(
    _ identifier: String, _ settings: TransferSettings = TransferSettings(),
    at location: SourceLocation
  ) -> TransferSessionID {
    transfers.connect(identifier, settings, of: process, at: location)
  }

  /// The number of the next transfer that the app makes.
  public func makeTransfer() -> TransferID {
    transfers.apps[process].sessions.nextID()
  }

  /// Begins a transfer of a session that this process has created.
  ///
  /// - Parameters:
  ///   - isCancelled: the app has cancelled it before.
  public func begin(
    _ transfer: TransferRequest, as id: TransferID, in session: TransferSessionID,
    isCancelled: Bool = false, at location: SourceLocation
  ) {
    transfers.begin(
      transfer, as: id, in: session, isCancelled: isCancelled, of: process, at: location)
  }

  /// Cancels a transfer that is under way: its result is `URLError.cancelled`.
  public func cancelTransfer(_ id: TransferID) {
    transfers.end(id, with: .failure(.cancelled), of: process)
  }

  /// Sets the app's own description of a transfer.
  public func describe(_ id: TransferID, as description: String?) {
    transfers.apps[process].sessions[id]?.description = description
  }

  /// Transfers of all sessions that the app has not got the results of.
  public var openTransfers: Int { transfers.apps[process].sessions.openCount }

  /// The transfers of a session that are under way, in the order in which they began. O(n).
  public func transfersUnderWay(in session: TransferSessionID) -> [TransferReport] {
    transfers.apps[process].sessions.transfers
      .filter { $0.session == session && $0.answer == nil }.map(\.report)
  }

  /// The identifier of the session that events are about; nil when their time is over.
  public func session(of events: SessionEventsID) -> String? {
    let app = transfers.apps[process]
    return app.events.first { $0.id == events }.map { app.sessions[$0.session].identifier }
  }

  /// Takes the result of a transfer, once: from now on the app has received its items.
  public func takeResult(of transfer: TransferID) -> TransferReport? {
    transfers.take(transfer, of: process)
  }

  /// Calls the completion handler of a session's events; false if it was called before: that is
  /// fatal.
  public func completeEvents(
    _ events: SessionEventsID, at location: SourceLocation
  ) -> Bool {
    transfers.complete(events, of: process, at: location)
  }
}
