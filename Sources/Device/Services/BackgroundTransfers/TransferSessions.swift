import Simulation

/// The background sessions of one app over all its process lives, and their transfers, of which
/// each is under way, then done, then handed to the app, then taken.
///
/// Pure: it knows no clock, no network and no device.
struct TransferSessions {
  struct Session {
    let identifier: String
    var settings: TransferSettings
    /// The present process has created it.
    var isConnected = false
    /// Transfers that are not done.
    var underWay = 0
    /// Done and not handed to the present process, the oldest first.
    var ready: [TransferID] = []
    /// The app was resumed or launched for it, and is to hear that it has got everything.
    var isAnnounced = false
  }

  /// All sessions, by number.
  private(set) var all: [Session] = []
  /// Positions by identifier; looked up only.
  private var numbers: [String: Int] = [:]
  private var open = OrderedMap<TransferID, Transfer>()
  /// Handed to the present process and not taken.
  private var handed: [TransferID] = []
  private var count: Int32 = 0

  /// In the order in which they began; those that their app has not taken. O(n).
  var transfers: [Transfer] { open.elements }
  /// How many there are.
  var openCount: Int { open.count }
  /// How many of them are not done. O(sessions).
  var underWay: Int { all.reduce(0) { $0 + $1.underWay } }
  /// Whether no process has ever created one.
  var isEmpty: Bool { all.isEmpty }

  subscript(id: TransferID) -> Transfer? {
    get { open[id] }
    set { open[id] = newValue }
  }

  subscript(id: TransferSessionID) -> Session { all[Int(id.number)] }

  // MARK: Sessions

  /// The present process creates a session.
  ///
  /// - Returns: its number, and whether the process had created it before: then nothing has
  ///   changed.
  mutating func connect(
    _ identifier: String, _ settings: TransferSettings
  ) -> (id: TransferSessionID, isTwice: Bool) {
    if let number = numbers[identifier] {
      let id = TransferSessionID(number: Int32(number))
      if all[number].isConnected { return (id, true) }
      all[number].isConnected = true
      all[number].settings = settings
      return (id, false)
    }
    numbers[identifier] = all.count
    all.append(Session(identifier: identifier, settings: settings, isConnected: true))
    return (TransferSessionID(number: Int32(all.count - 1)), false)
  }

  // MARK: Transfers

  mutating func nextID() -> TransferID {
    count += 1
    return TransferID(number: count)
  }

  mutating func add(_ transfer: Transfer) {
    open.append(transfer, for: transfer.id)
    all[Int(transfer.session.number)].underWay += 1
  }

  /// A transfer is done; nothing happens if it was before.
  mutating func finish(_ id: TransferID, with answer: URLAnswer) {
    guard let transfer = open[id], transfer.answer == nil else { return }
    open[id]?.answer = answer
    open[id]?.obstacle = nil
    all[Int(transfer.session.number)].underWay -= 1
    all[Int(transfer.session.number)].ready.append(id)
  }

  /// Whether results are on their way to the app that it is to hear of before the end of a
  /// session's events. O(n).
  func hasUntaken(of session: TransferSessionID) -> Bool {
    self[session].isAnnounced && !self[session].ready.isEmpty
      || handed.contains { open[$0]?.session == session }
  }

  // MARK: Waking the app

  /// Whether the app is to be resumed or launched: all transfers of a session are done, and it has
  /// not heard of one of them.
  var wakes: Bool { all.contains { wakes(for: $0) } }

  private func wakes(for session: Session) -> Bool {
    session.settings.sendsLaunchEvents && session.underWay == 0
      && session.ready.contains { open[$0]?.isNews == true }
  }

  /// The app is resumed or launched for every session that is done: once for what is done now.
  mutating func announce() -> [TransferSessionID] {
    all.indices.filter { wakes(for: all[$0]) }.map { number in
      for id in all[number].ready { open[id]?.isNews = false }
      all[number].isAnnounced = true
      return TransferSessionID(number: Int32(number))
    }
  }

  // MARK: Results

  /// Whether there is something for the sessions that the present process has created.
  var hasReady: Bool { all.contains { $0.isConnected && (!$0.ready.isEmpty || $0.isAnnounced) } }

  /// Hands the present process the results for the sessions that it has created, in the order in
  /// which they came, session by session.
  mutating func handOver() -> [TransferID] {
    var results: [TransferID] = []
    for number in all.indices where all[number].isConnected {
      for id in all[number].ready {
        open[id]?.isHanded = true
        results.append(id)
      }
      all[number].ready = []
    }
    handed += results
    return results
  }

  /// The sessions that the app was resumed or launched for and has created: it has got all that
  /// they have.
  mutating func endAnnouncements() -> [TransferSessionID] {
    all.indices.filter { all[$0].isConnected && all[$0].isAnnounced }.map { number in
      all[number].isAnnounced = false
      return TransferSessionID(number: Int32(number))
    }
  }

  /// The app gets a result; nil: it has got it.
  mutating func take(_ id: TransferID) -> Transfer? {
    guard open[id]?.isHanded == true else { return nil }
    if let place = handed.firstIndex(of: id) { handed.remove(at: place) }
    return open.remove(id)
  }

  // MARK: The process

  /// The process stops running: what it was handed and has not taken waits for it again.
  mutating func rest() {
    for id in handed {
      guard let transfer = open[id] else { continue }
      open[id]?.isHanded = false
      all[Int(transfer.session.number)].ready.append(id)
    }
    handed = []
  }

  /// The process has ended: its sessions are gone, the transfers are not.
  mutating func processEnds() {
    rest()
    for number in all.indices {
      all[number].isConnected = false
      all[number].isAnnounced = false
    }
  }
}
