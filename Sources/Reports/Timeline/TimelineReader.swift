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
  private(set) var names: [String] = []
  private var indices: [String: Int] = [:]
  private var pool: PoolLevel
  private var taken = [Level.slots: 0, .processingSlots: 0]
  private(set) var decisions = 0
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
    indices[name] = names.count
    names.append(name)
    apps.append(App())
    return names.count - 1
  }

  /// Returns the app of a name, which is reported if it is new.
  mutating func index(of name: String, _ emit: Emit) -> Int {
    if let index = indices[name] { return index }
    let index = add(name)
    emit(.app(index, name: name))
    return index
  }

  /// Reports what is known before the first record.
  func begin(_ emit: Emit) {
    for (index, name) in names.enumerated() { emit(.app(index, name: name)) }
    if let level = pool.seconds { emit(.level(.pool, level)) }
    emit(.level(.slots, 0))
  }

  /// Reads a record. O(what is under way in the record's app).
  mutating func read(_ record: TraceRecord, _ emit: Emit) {
    last = record.instant
    guard let kind = TraceKind(rawValue: record.kind) else { return }
    guard let name = record.app else {
      readOfDevice(record, kind, emit)
      return
    }
    let app = index(of: name, emit)
    readOfApp(record, kind, app, emit)
    settle(app, at: record.instant, emit)
  }

  // MARK: The device

  private mutating func readOfDevice(_ record: TraceRecord, _ kind: TraceKind, _ emit: Emit) {
    switch kind {
    case .clock: clock = record.clock
    case .network: emit(.network(record.text("to") ?? ""))
    case .power:
      emit(
        .power(
          isCharging: record.flag("charging"), isLowPowerMode: record.flag("lowPowerMode")))
      if let level = record.number("level") { emit(.level(.battery, level)) }
    case .budgetRefill: change(pool: record.time("addedNs"), emit)
    case .policyDecision: decide(record, emit)
    case .explanation:
      if record.integer("poolNs") != nil, case let held = record.time("poolNs"), pool.anchor(held),
        let level = pool.seconds
      {
        emit(.level(.pool, level))
      }
      emit(.explanation(record))
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

  private mutating func decide(_ record: TraceRecord, _ emit: Emit) {
    let number = decisions
    decisions += 1
    // The decision comes last, when all of its apps have been reported.
    defer { emit(.decision(number, record)) }
    let reasons = record.members("reasons")
    func mark(_ name: String, _ kind: MarkKind, _ words: String) {
      let app = index(of: name, emit)
      if kind == .grant { apps[app].decision = (number, record.instant) }
      let reason = reasons.first { $0.key == name }.flatMap { $0.value.plainText }
      emit(.mark(app, kind, words + (reason.map { ": \($0)" } ?? ""), decision: number))
    }
    if record.text("call") == "backgroundTime", let name = record.app {
      let granted = TimeSpan(nanoseconds: Int64(record.time("grantNs")))
      let asked = TimeSpan(nanoseconds: Int64(record.time("allowanceNs")))
      mark(
        name, granted > .zero ? .grant : .refusal,
        "\(seconds(granted)) of \(seconds(asked)) of background time")
      return
    }
    let refused = record.texts("refused")
    let chosen = record.texts("chosen")
    let isReclaim = record.text("call") == "reclaim"
    for name in chosen where !refused.contains(name) {
      mark(name, isReclaim ? .refusal : .grant, isReclaim ? "told to end early" : "given a slot")
    }
    for name in refused { mark(name, .refusal, "refused by the device") }
    guard !isReclaim else { return }
    for name in record.texts("candidates") where !chosen.contains(name) && !refused.contains(name) {
      mark(name, .refusal, "passed over")
    }
  }

  /// Returns the decision that something which begins now follows from.
  private func decision(about app: Int, at now: Instant) -> Int? {
    apps[app].decision.flatMap { $0.at == now ? $0.number : nil }
  }

  // MARK: Apps

  private mutating func readOfApp(
    _ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit
  ) {
    switch kind {
    case .userOpen, .userClose, .userForceQuit: readUser(record, kind, app, emit)
    case .appState: changeState(record, app, emit)
    case .appExit: exit(record, app, emit)
    case .taskBegin, .taskEnd, .taskExpire: readTask(record, kind, app, emit)
    case .budgetGrant, .budgetReturn: readBudget(record, kind, app, emit)
    case .fetchStart, .workStart, .fetchComplete, .workEnd, .fetchTimeout, .pushDeliver,
      .pushComplete:
      readWork(record, kind, app, emit)
    case .requestStart:
      begin(app, .request, key(record), name: record.text("url") ?? "", nil, emit)
    case .requestFinish:
      let error = record.text("error")
      end(app, .request, key(record), how: error ?? "\(record.integer("status") ?? 0)", emit)
    case .audioStart: begin(app, .audio, "", name: "audio", nil, emit)
    case .audioStop: end(app, .audio, "", how: "stopped", emit)
    case .lockAcquire: begin(app, .lock, lock(record), name: lock(record), nil, emit)
    case .lockRelease: end(app, .lock, lock(record), how: "released", emit)
    case .policyDecision: decide(record, emit)
    case .explanation: emit(.explanation(record))
    default: note(record, kind, app, emit)
    }
  }

  private func note(_ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit) {
    switch kind {
    case .appLog: emit(.mark(app, .log, record.text("message") ?? "", decision: nil))
    case .finding:
      emit(
        .finding(
          app, rule: record.text("rule") ?? "", file: record.text("file"),
          line: record.integer("line") ?? 0, message: record.text("message") ?? ""))
    case .findingUndone:
      emit(
        .undone(
          app, rule: record.text("rule") ?? "", file: record.text("file"),
          line: record.integer("line") ?? 0, message: record.text("message") ?? ""))
    case .bgTaskExpire: emit(.mark(app, .expiry, record.text("identifier") ?? "", decision: nil))
    case .pushArrive, .pushDrop:
      emit(.mark(app, .push, record.words, decision: nil))
    default: emit(.mark(app, .note, record.words, decision: nil))
    }
  }

  private mutating func readUser(
    _ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit
  ) {
    switch kind {
    case .userOpen:
      show(app, emit)
      emit(.mark(app, .note, "user.open", decision: nil))
    case .userForceQuit:
      if front == app { show(nil, emit) }
      emit(.mark(app, .forceQuit, "the user swipes it away", decision: nil))
    default:
      if front == app { show(nil, emit) }
      emit(.mark(app, .note, "user.close", decision: nil))
    }
  }

  private mutating func show(_ app: Int?, _ emit: Emit) {
    guard front != app else { return }
    front = app
    emit(.user(app))
  }

  private mutating func changeState(_ record: TraceRecord, _ app: Int, _ emit: Emit) {
    let state = record.text("to").flatMap(ApplicationState.init) ?? .notRunning
    apps[app].state = state
    apps[app].cause = record.text("reason") ?? ""
    // An app that the user opens goes on without a slot (F7).
    if state.isForeground { freeSlots(app, emit) }
    if state == .notRunning { endAll(app, how: apps[app].cause, emit) }
  }

  private mutating func exit(_ record: TraceRecord, _ app: Int, _ emit: Emit) {
    let name = record.text("reason") ?? ""
    let reason = ExitReason(rawValue: name)
    let code = record.text("code").map { " (\($0))" } ?? ""
    let detail = record.text("detail").flatMap { $0.isEmpty ? nil : ": \($0)" } ?? ""
    let kind: MarkKind = reason?.isOrderly == true ? .exit : .kill
    endAll(app, how: name, emit)
    if front == app { show(nil, emit) }
    emit(.mark(app, kind, name + code + detail, decision: nil))
  }

  private mutating func readTask(
    _ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit
  ) {
    let id = record.integer("id") ?? 0
    let name = record.text("name") ?? "task \(id)"
    switch kind {
    case .taskBegin where id == 0:
      emit(.mark(app, .refusal, "background task refused: \(name)", decision: nil))
    case .taskBegin:
      let decision = decision(about: app, at: record.instant)
      begin(app, .task, "\(id)", name: name, decision, emit)
    case .taskEnd: end(app, .task, "\(id)", how: "ended", emit)
    default: emit(.mark(app, .expiry, "expiration handler of task \(id)", decision: nil))
    }
  }

  private mutating func readBudget(
    _ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit
  ) {
    let isGrant = kind == .budgetGrant
    let amount = record.time(isGrant ? "grantNs" : "returnNs")
    change(pool: isGrant ? -amount : amount, emit)
    let span = TimeSpan(nanoseconds: Int64(amount))
    if isGrant {
      let held = max(apps[app].reservedUntil ?? record.instant, record.instant)
      apps[app].reservedUntil = held + span
    } else if let end = apps[app].reservedUntil {
      let shorter = end - span
      apps[app].reservedUntil = shorter > record.instant ? shorter : nil
    }
    emit(.reserved(app, until: apps[app].reservedUntil))
  }

  private mutating func readWork(
    _ record: TraceRecord, _ kind: TraceKind, _ app: Int, _ emit: Emit
  ) {
    switch kind {
    case .fetchStart: start("fetch", app, record, emit)
    case .workStart: start(record.text("work") ?? "work", app, record, emit)
    case .fetchComplete: end(app, .work, "fetch", how: record.text("result") ?? "", emit)
    case .fetchTimeout: emit(.mark(app, .expiry, "the time of its fetch is over", decision: nil))
    case .workEnd:
      let how = [record.text("ending"), record.text("result")].compactMap { $0 }
      end(app, .work, record.text("work") ?? "work", how: how.joined(separator: ", "), emit)
    case .pushDeliver:
      // The slot's work is the push that it was given for.
      if row(app, .work, "push") == nil {
        begin(app, .work, "push \(key(record))", name: "push", nil, emit)
      }
      emit(.mark(app, .push, record.words, decision: nil))
    default:
      end(app, .work, "push \(key(record))", how: record.text("result") ?? "", emit)
      emit(.mark(app, .push, record.words, decision: nil))
    }
  }

  private mutating func start(_ work: String, _ app: Int, _ record: TraceRecord, _ emit: Emit) {
    let decision = decision(about: app, at: record.instant)
    let row = begin(app, .work, work, name: work, decision, emit)
    let lane = WorkKind(rawValue: work)?.lane ?? .short
    let level: Level = lane == .short ? .slots : .processingSlots
    apps[app].slots.append((row, level))
    change(level, by: 1, emit)
  }

  // MARK: What is under way

  private func key(_ record: TraceRecord) -> String { "\(record.integer("id") ?? 0)" }

  private func lock(_ record: TraceRecord) -> String { record.text("name") ?? "" }

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

  /// Reports another activity, if the record was the cause of one.
  private mutating func settle(_ app: Int, at now: Instant, _ emit: Emit) {
    if let end = apps[app].reservedUntil, end <= now || apps[app].state == .notRunning {
      apps[app].reservedUntil = nil
      emit(.reserved(app, until: nil))
    }
    let activity = activity(of: apps[app])
    guard activity != apps[app].activity else { return }
    apps[app].activity = activity
    emit(.activity(app, activity, cause: apps[app].cause))
  }

  /// The reasons of app.state to be in the background that are services without a record of their
  /// own.
  private static let modes: Set<String> = ["audio", "location", "bluetooth", "push"]

  private func activity(of app: App) -> Activity {
    switch app.state {
    case .inactive, .active: return .front
    case .suspended: return .suspended
    case .notRunning: return .notRunning
    case .background: break
    }
    let work = app.rows[SpanKind.work.rawValue].compactMap { $0 }
    if work.contains("fetch") { return .fetching }
    let plays = app.rows[SpanKind.audio.rawValue].contains { $0 != nil }
    if !work.isEmpty || plays || Self.modes.contains(app.cause) { return .service }
    return app.reservedUntil == nil ? .background : .granted
  }
}
