import Device
import Simulation

/// A reader of a trace's records that reports what begins, changes and ends by them.
///
/// Its memory grows with the apps and with what is under way, not with the trace.
struct TimelineReader {
  typealias Emit = (TimelineEvent) -> Void

  /// The state of an app.
  private struct App {
    var state = ApplicationState.notRunning
    var activity = Activity.notRunning
    var cause = ""
    /// The moment until which time is reserved; nil: none is.
    var reservedUntil: Instant?
    /// The rows by kind, each with what identifies it, or nil where it is free.
    var rows = [[String?]](repeating: [], count: SpanKind.allCases.count)
    /// The rows of work that takes a slot, with its level.
    var slots: [(row: Int, level: Level)] = []
    /// The last decision about the app, and its moment.
    var decision: (number: Int, at: Instant)?
  }

  private var apps: [App] = []
  private(set) var numbers = AppNumbers()
  private var pool: PoolLevel
  private var taken = [Level.slots: 0, .processingSlots: 0]
  private(set) var decisions = 0
  /// The apps that the last decision was about, in the order in which it named them.
  private var lastCandidates: [Int] = []
  private var reasoned = ReasonedWords()
  private var front: Int?
  private(set) var clock = DayClock()
  private(set) var last = Instant.start

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - apps: those that are known before the first record, in their order.
  ///   - pool: what it holds at the start and at most, in nanoseconds; nil: the trace will have it.
  init(apps: [String] = [], pool: (initial: Int, capacity: Int)? = nil) {
    self.pool = PoolLevel(pool)
    for name in apps { _ = add(name) }
  }

  private mutating func add(_ name: String) -> Int {
    apps.append(App())
    return numbers.add(name)
  }

  /// Returns the app of a name, which is reported if it is new.
  mutating func index(of name: String, _ emit: Emit) -> Int {
    if let index = numbers.number(of: name) { return index }
    let index = add(name)
    emit(.app(index, name: name))
    return index
  }

  /// Reports what is known before the first record.
  func begin(_ emit: Emit) {
    for (index, name) in numbers.names.enumerated() { emit(.app(index, name: name)) }
    if let level = pool.seconds { emit(.level(.pool, level)) }
    emit(.level(.slots, 0))
  }

  /// Reads a record. O(what is under way in the record's app).
  mutating func read(_ entry: RecordEntry, _ emit: Emit) {
    last = entry.at
    guard let app = entry.app.map({ index(of: $0, emit) }) else { return readOfDevice(entry, emit) }
    readOfApp(entry, app, emit)
    settle(app, at: entry.at, emit)
  }

  // MARK: The device

  private mutating func readOfDevice(_ entry: RecordEntry, _ emit: Emit) {
    switch entry.record {
    case .startsAt: clock = entry.clock
    case .networkChanged(let network): emit(.network(network.rawValue))
    case .powerChanged(let power):
      emit(.power(isCharging: power.isCharging, isLowPowerMode: power.isLowPowerMode))
      emit(.level(.battery, power.level))
    case .refilled(let added): change(pool: Int(added.nanoseconds), emit)
    case .decided: decide(entry, emit)
    case .reviewExplained(let review):
      if pool.anchor(Int(review.pool.nanoseconds)), let level = pool.seconds {
        emit(.level(.pool, level))
      }
      emit(.explanation(entry))
    default: break
    }
  }

  private mutating func change(pool amount: Int, _ emit: Emit) {
    pool.change(by: amount)
    if let level = pool.seconds { emit(.level(.pool, level)) }
  }

  private mutating func change(_ level: Level, by amount: Int, _ emit: Emit) {
    let count = (taken[level] ?? 0) + amount
    taken[level] = count
    emit(.level(level, Double(count)))
  }

  // MARK: Decisions

  private mutating func decide(_ entry: RecordEntry, _ emit: Emit) {
    let number = decisions
    decisions += 1
    // The decision comes last, when all of its apps have been reported.
    defer { emit(.decision(number, entry)) }
    var candidates: [Int] = []
    candidates.reserveCapacity(lastCandidates.count)
    var expected = 0
    // A decision has the candidates of the last one but for a few, in the same order: to compare a
    // name with the one expected is quicker than to look it up.
    func candidate(_ name: String) -> Int {
      for place in expected..<min(expected + 2, lastCandidates.count)
      where numbers.names[lastCandidates[place]] == name {
        expected = place + 1
        return lastCandidates[place]
      }
      return index(of: name, emit)
    }
    func mark(_ name: String, _ kind: MarkKind, _ words: String) {
      let app = candidate(name)
      candidates.append(app)
      if kind == .grant { apps[app].decision = (number, entry.at) }
      emit(.mark(app, kind, words, decision: number))
    }
    if case .timeDecided(_, let asked, let granted, _) = entry.record, let name = entry.app {
      mark(
        name, granted > .zero ? .grant : .refusal,
        "\(seconds(granted)) of \(seconds(asked)) of background time")
    }
    guard case .decided(let call, let choice) = entry.record else { return }
    let isReclaim = call == .reclaim
    let pairs = choice.reasons.pairs
    // Reasons are in the order of the apps as a rule. Else they are looked up: a walk through the
    // list for each app would take longer than all else here.
    var next = 0
    lazy var reasons = Dictionary(
      pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    func reason(for name: String) -> String? {
      if next < pairs.count, pairs[next].name == name {
        next += 1
        return pairs[next - 1].value
      }
      return reasons[name]
    }
    func markAll(_ names: some Sequence<String>, _ kind: MarkKind, _ words: String) {
      for name in names { mark(name, kind, reasoned.words(words, reason(for: name))) }
    }
    let (chosen, refused) = (choice.chosen, choice.refused)
    markAll(
      chosen.lazy.filter { !refused.contains($0) }, isReclaim ? .refusal : .grant,
      isReclaim ? "told to end early" : "given a slot")
    markAll(refused, .refusal, "refused by the device")
    guard !isReclaim else { return }
    markAll(
      choice.candidates.texts.lazy.filter { !chosen.contains($0) && !refused.contains($0) },
      .refusal, "passed over")
    lastCandidates = candidates
  }

  /// Returns the decision that something which begins now follows from.
  private func decision(about app: Int, at now: Instant) -> Int? {
    apps[app].decision.flatMap { $0.at == now ? $0.number : nil }
  }

  // MARK: Apps

  private mutating func readOfApp(_ entry: RecordEntry, _ app: Int, _ emit: Emit) {
    switch entry.record {
    case .userOpened:
      show(app, emit)
      note(entry, app, .note, emit)
    case .userClosed:
      if front == app { show(nil, emit) }
      note(entry, app, .note, emit)
    case .userForceQuit:
      if front == app { show(nil, emit) }
      emit(.mark(app, .forceQuit, "the user swipes it away", decision: nil))
    case .stateChanged(_, let state, let reason): change(to: state, because: reason, app, emit)
    case .exited(let reason, let code, let detail, _): exit(reason, code, detail, app, emit)
    case .granted(let time): reserve(time, app, at: entry.at, emit)
    case .returned(let time, let lost):
      giveBack(time, losing: lost ?? .zero, app, at: entry.at, emit)
    case .requestStarted(let id, let url): begin(app, .request, "\(id)", name: url, nil, emit)
    case .requestFinished(let id, let status, _, let error, let cut):
      let failure = error.map { error in cut.map { "\(error): \($0)" } ?? error }
      end(app, .request, "\(id)", how: failure ?? "\(status)", emit)
    case .audioStarted: begin(app, .audio, "", name: "audio", nil, emit)
    case .audioStopped: end(app, .audio, "", how: "stopped", emit)
    case .lockAcquired(let lock, _): begin(app, .lock, lock, name: lock, nil, emit)
    case .lockReleased(let lock, _): end(app, .lock, lock, how: "released", emit)
    case .wakeLockAcquired(let tag, _):
      begin(app, .lock, "wake \(tag)", name: "wake lock \(tag)", nil, emit)
    case .wakeLockReleased(let tag, let why, _): end(app, .lock, "wake \(tag)", how: why, emit)
    case .serviceInForeground(let types, nil):
      guard row(app, .work, "service") == nil else { return note(entry, app, .note, emit) }
      let name = (["service"] + types).joined(separator: " ")
      begin(app, .work, "service", name: name, nil, emit)
    case .serviceStopped(let reason, _): end(app, .work, "service", how: reason, emit)
    case .serviceTimedOut: note(entry, app, .expiry, emit)
    case .timeDecided, .decided: decide(entry, emit)
    case .reviewExplained, .standingExplained, .grantExplained: emit(.explanation(entry))
    case .logged(let message): emit(.mark(app, .log, message, decision: nil))
    case .finding(let rule, let place, let message):
      emit(.finding(app, rule, place, message: message))
    case .findingUndone(let rule, let place, let message):
      emit(.undone(app, rule, place, message: message))
    default: readOfWork(entry, app, emit)
    }
  }

  private mutating func readOfWork(_ entry: RecordEntry, _ app: Int, _ emit: Emit) {
    switch entry.record {
    case .taskBegan(0, let name, let refusal):
      let words = "background task refused: \(name ?? "task 0")" + (refusal.map { "; \($0)" } ?? "")
      emit(.mark(app, .refusal, words, decision: nil))
    case .taskBegan(let id, let name, _):
      let decision = decision(about: app, at: entry.at)
      begin(app, .task, "\(id)", name: name ?? "task \(id)", decision, emit)
    case .taskEnded(let id): end(app, .task, "\(id)", how: "ended", emit)
    case .taskExpired(let id):
      emit(.mark(app, .expiry, "expiration handler of task \(id)", decision: nil))
    case .fetchStarted: start(.fetch, app, at: entry.at, emit)
    case .workStarted(let kind, _): start(kind, app, at: entry.at, emit)
    case .fetchCompleted(let result, _):
      end(app, .work, WorkKind.fetch.rawValue, how: result.rawValue, emit)
    case .fetchTimedOut:
      emit(.mark(app, .expiry, "the time of its fetch is over", decision: nil))
    case .workEnded(let kind, let ending, let result, _):
      let how = [ending.rawValue] + (result.map { [$0.rawValue] } ?? [])
      end(app, .work, kind.rawValue, how: how.joined(separator: ", "), emit)
    case .bgTaskExpired(let identifier): emit(.mark(app, .expiry, identifier, decision: nil))
    case .continuedTaskExpired(let identifier, let cause):
      emit(.mark(app, .expiry, "\(identifier): \(cause)", decision: nil))
    case .pushArrived, .pushDropped: note(entry, app, .push, emit)
    case .voipPushArrived, .voipPushDropped, .voipPushDelivered: note(entry, app, .call, emit)
    case .notificationArrived, .notificationDropped, .notificationShown:
      note(entry, app, .alert, emit)
    case .pushDelivered(let id):
      // The slot's work is the push that it was given for.
      if row(app, .work, "push") == nil {
        begin(app, .work, "push \(id)", name: "push", nil, emit)
      }
      note(entry, app, .push, emit)
    case .pushCompleted(let id, let result, _):
      end(app, .work, "push \(id)", how: result.rawValue, emit)
      note(entry, app, .push, emit)
    default: note(entry, app, .note, emit)
    }
  }

  private func note(_ entry: RecordEntry, _ app: Int, _ kind: MarkKind, _ emit: Emit) {
    emit(.mark(app, kind, entry.words, decision: nil))
  }

  private mutating func show(_ app: Int?, _ emit: Emit) {
    guard front != app else { return }
    front = app
    emit(.user(app))
  }

  private mutating func change(
    to state: ApplicationState, because reason: String, _ app: Int, _ emit: Emit
  ) {
    apps[app].state = state
    apps[app].cause = reason
    // An app that the user opens goes on without a slot (F7).
    if state.isForeground { freeSlots(app, emit) }
    if state == .notRunning { endAll(app, how: reason, emit) }
  }

  private mutating func exit(
    _ reason: ExitReason, _ code: String?, _ detail: String, _ app: Int, _ emit: Emit
  ) {
    endAll(app, how: reason.rawValue, emit)
    if front == app { show(nil, emit) }
    let words =
      reason.rawValue + (code.map { " (\($0))" } ?? "") + (detail.isEmpty ? "" : ": \(detail)")
    emit(.mark(app, reason.isOrderly ? .exit : .kill, words, decision: nil))
    if !reason.isOrderly { emit(.killed(app: app, reason: reason, code: code)) }
  }

  private mutating func reserve(_ time: TimeSpan, _ app: Int, at now: Instant, _ emit: Emit) {
    change(pool: -Int(time.nanoseconds), emit)
    apps[app].reservedUntil = max(apps[app].reservedUntil ?? now, now) + time
    emit(.reserved(app, until: apps[app].reservedUntil))
  }

  private mutating func giveBack(
    _ time: TimeSpan, losing lost: TimeSpan, _ app: Int, at now: Instant, _ emit: Emit
  ) {
    change(pool: Int((time - lost).nanoseconds), emit)
    apps[app].reservedUntil = apps[app].reservedUntil.flatMap { $0 - time > now ? $0 - time : nil }
    emit(.reserved(app, until: apps[app].reservedUntil))
  }

  private mutating func start(_ kind: WorkKind, _ app: Int, at now: Instant, _ emit: Emit) {
    let decision = decision(about: app, at: now)
    let row = begin(app, .work, kind.rawValue, name: kind.rawValue, decision, emit)
    let level: Level = kind.lane == .processing ? .processingSlots : .slots
    apps[app].slots.append((row, level))
    change(level, by: 1, emit)
  }

  // MARK: What is under way

  private func row(_ app: Int, _ kind: SpanKind, _ key: String) -> Int? {
    apps[app].rows[kind.rawValue].firstIndex { $0 == key }
  }

  @discardableResult
  private mutating func begin(
    _ app: Int, _ kind: SpanKind, _ key: String, name: String, _ decision: Int?, _ emit: Emit
  ) -> Int {
    // Nothing begins twice; a trace that says so has lost the end of the first.
    if let open = row(app, kind, key) { end(app, kind, row: open, how: "", emit) }
    let row =
      apps[app].rows[kind.rawValue].firstIndex { $0 == nil }
      ?? apps[app].rows[kind.rawValue].count
    if row == apps[app].rows[kind.rawValue].count {
      apps[app].rows[kind.rawValue].append(key)
    } else {
      apps[app].rows[kind.rawValue][row] = key
    }
    emit(.began(app, kind, row: row, name: name, decision: decision))
    return row
  }

  private mutating func end(
    _ app: Int, _ kind: SpanKind, _ key: String, how: String, _ emit: Emit
  ) {
    guard let row = row(app, kind, key) else { return }
    end(app, kind, row: row, how: how, emit)
  }

  private mutating func end(
    _ app: Int, _ kind: SpanKind, row: Int, how: String, _ emit: Emit
  ) {
    apps[app].rows[kind.rawValue][row] = nil
    emit(.ended(app, kind, row: row, how: how))
    guard kind == .work, let slot = apps[app].slots.firstIndex(where: { $0.row == row }) else {
      return
    }
    change(apps[app].slots.remove(at: slot).level, by: -1, emit)
  }

  private mutating func freeSlots(_ app: Int, _ emit: Emit) {
    for slot in apps[app].slots { change(slot.level, by: -1, emit) }
    apps[app].slots = []
  }

  private mutating func endAll(_ app: Int, how: String, _ emit: Emit) {
    for kind in SpanKind.allCases {
      for row in apps[app].rows[kind.rawValue].indices
      where apps[app].rows[kind.rawValue][row] != nil {
        end(app, kind, row: row, how: how, emit)
      }
    }
  }

  // MARK: Activity

  /// Reports another activity, if the record caused one.
  private mutating func settle(_ app: Int, at now: Instant, _ emit: Emit) {
    if let end = apps[app].reservedUntil, end <= now || apps[app].state == .notRunning {
      apps[app].reservedUntil = nil
      emit(.reserved(app, until: nil))
    }
    let activity = activity(of: app)
    guard activity != apps[app].activity else { return }
    apps[app].activity = activity
    emit(.activity(app, activity, cause: apps[app].cause))
  }

  /// Reasons of app.state that are services without a record of their own.
  private static let modes = ["audio", "location", "bluetooth", "push"]

  private func activity(of app: Int) -> Activity {
    switch apps[app].state {
    case .inactive, .active: return .front
    case .suspended: return .suspended
    case .notRunning: return .notRunning
    case .background: break
    }
    func isUnderWay(_ kind: SpanKind) -> Bool {
      apps[app].rows[kind.rawValue].contains { $0 != nil }
    }
    if row(app, .work, "fetch") != nil { return .fetching }
    if isUnderWay(.work) || isUnderWay(.audio) || Self.modes.contains(apps[app].cause) {
      return .service
    }
    return isUnderWay(.task) || apps[app].reservedUntil != nil ? .granted : .background
  }
}
