import Simulation

@testable import Reports

/// A trace made up at random, and beside it what it comes to, kept in the plainest way: what is
/// under way in dictionaries, and what holds at the end of each second in lists.
struct PlainAccount {
  struct Key: Hashable {
    let app: String
    let kind: SpanKind
    let id: String
  }

  private struct Open {
    let name: String
    let row: Int
    let from: Int
    let decision: Int?
  }

  /// What an app does, as far as records tell.
  private struct App {
    var state = "notRunning"
    var reason = ""
    var reservedUntil: Int?
    var shown = ("notRunning", "")
    var decision: (number: Int, at: Int)?
  }

  static let names = ["mail", "news", "chat"]
  private(set) var lines: [String] = []
  private(set) var now = 0
  private(set) var opens = [0, 0, 0]
  private(set) var exits = [0, 0, 0]
  private(set) var fetches: [String: Int] = [:]
  private(set) var decisions = 0
  /// `app kind row name from-to outcome`, with ` by N` where a decision was the cause.
  private var done: [String] = []
  private var open: [Key: Open] = [:]
  private var holders: [Key: Level] = [:]
  private var apps = [App](repeating: App(), count: 3)
  private var pool: Int?
  private var front: Int?
  /// What held at the end of a second, for each second in which it may have changed.
  private var levels: [Level: [(at: Int, value: Int)]] = [:]
  private var activities = [[(at: Int, value: String)]](repeating: [(0, "notRunning ")], count: 3)
  private var user: [(at: Int, value: String)] = [(0, "")]

  init(seed: UInt64, records: Int) {
    var random = RandomStream(seed: seed, name: "plain account")
    for _ in 0..<records { add(&random) }
  }

  /// One after the last record.
  var end: Int { now + 1 }

  // MARK: What it came to

  var spans: [String] {
    (done
      + open.map { key, span in
        line(key, span, to: end, "open")
      }).sorted()
  }

  func steps(of level: Level) -> [String] {
    merged((levels[level] ?? []).map { ($0.at, "\($0.value)") }).map { "\($0.at) \($0.value)" }
  }

  func activities(of app: Int) -> [String] { stretches(activities[app]) }

  var userStretches: [String] { stretches(user).filter { !$0.hasSuffix(" ") } }

  private func stretches(_ changes: [(at: Int, value: String)]) -> [String] {
    let kept = merged(changes)
    return kept.indices.map { index in
      let to = index + 1 < kept.count ? kept[index + 1].at : end
      return "\(kept[index].at)-\(to) \(kept[index].value)"
    }
  }

  private func merged(_ changes: [(at: Int, value: String)]) -> [(at: Int, value: String)] {
    var kept: [(at: Int, value: String)] = []
    for change in changes where kept.last?.value != change.value { kept.append(change) }
    return kept
  }

  // MARK: Records

  private mutating func add(_ random: inout RandomStream) {
    now += random.integer(in: 0..<4)
    let app = random.integer(in: 0..<3)
    switch random.integer(in: 0..<14) {
    case 0, 1: task(app, &random)
    case 2, 3, 4: work(app, &random)
    case 5: push(app, id: random.integer(in: 1..<4), isDelivery: random.integer(in: 0..<2) == 0)
    case 6: request(app, id: random.integer(in: 1..<4), &random)
    case 7:
      let isStart = random.integer(in: 0..<2) == 0
      write("audio.\(isStart ? "start" : "stop")", app)
      isStart ? begin(app, .audio, "", "audio") : end(app, .audio, "", "stopped")
    case 8:
      let name = ["box", "log"][random.integer(in: 0..<2)]
      let isStart = random.integer(in: 0..<2) == 0
      write("lock.\(isStart ? "acquire" : "release")", app, #""name":"\#(name)""#)
      isStart ? begin(app, .lock, name, name) : end(app, .lock, name, "released")
    case 9, 10: state(app, &random)
    case 11: use(app, &random)
    case 12: budget(app, random.integer(in: 1..<9), isGrant: random.integer(in: 0..<3) > 0)
    default:
      device(app, &random)
      return
    }
    settle(app)
  }

  private mutating func write(_ kind: String, _ app: Int?, _ fields: String = "") {
    lines.append("\(now) \(kind) \(app.map { Self.names[$0] } ?? "-") \(fields)")
  }

  private mutating func task(_ app: Int, _ random: inout RandomStream) {
    let id = random.integer(in: 0..<4)
    if random.integer(in: 0..<2) == 0 {
      write("task.begin", app, #""id":\#(id),"name":"t\#(id)""#)
      if id > 0 { begin(app, .task, "\(id)", "t\(id)", decision: cause(app)) }
    } else {
      write("task.end", app, #""id":\#(id)"#)
      end(app, .task, "\(id)", "ended")
    }
  }

  private mutating func work(_ app: Int, _ random: inout RandomStream) {
    let work = ["fetch", "refresh", "processing", "push", "transfer"][random.integer(in: 0..<5)]
    let isFetch = work == "fetch"
    if random.integer(in: 0..<2) == 0 {
      write(isFetch ? "fetch.start" : "work.start", app, #""work":"\#(work)""#)
      begin(app, .work, work, work, decision: cause(app))
      let level: Level = work == "processing" ? .processingSlots : .slots
      holders[Key(app: Self.names[app], kind: .work, id: work)] = level
      tell(level)
      return
    }
    let result = ["newData", "noData", "failed"][random.integer(in: 0..<3)]
    if isFetch, isOpen(app, .work, work) { fetches["\(app) \(result)", default: 0] += 1 }
    let ending = isFetch ? "" : #""work":"\#(work)","ending":"completed","#
    write(isFetch ? "fetch.complete" : "work.end", app, ending + #""result":"\#(result)""#)
    end(app, .work, work, isFetch ? result : "completed, \(result)")
  }

  private mutating func push(_ app: Int, id: Int, isDelivery: Bool) {
    write("push.\(isDelivery ? "deliver" : "complete")", app, #""id":\#(id),"result":"noData""#)
    if !isDelivery {
      end(app, .work, "push \(id)", "noData")
    } else if !isOpen(app, .work, "push") {
      begin(app, .work, "push \(id)", "push")
    }
  }

  private mutating func request(_ app: Int, id: Int, _ random: inout RandomStream) {
    switch random.integer(in: 0..<3) {
    case 0:
      write("request.start", app, #""id":\#(id),"url":"https://\#(id).example/""#)
      begin(app, .request, "\(id)", "https://\(id).example/")
    case 1:
      write("request.finish", app, #""id":\#(id),"status":200"#)
      end(app, .request, "\(id)", "200")
    default:
      write("request.finish", app, #""id":\#(id),"error":"timedOut""#)
      end(app, .request, "\(id)", "timedOut")
    }
  }

  private mutating func state(_ app: Int, _ random: inout RandomStream) {
    if random.integer(in: 0..<6) == 0 {
      write("app.exit", app, #""reason":"memoryPressure""#)
      endAll(app, "memoryPressure")
      exits[app] += 1
      if front == app { show(nil) }
      settle(app)
    }
    let states = ["notRunning", "inactive", "active", "background", "background", "suspended"]
    let reason = ["user", "fetch", "location", "idle"][random.integer(in: 0..<4)]
    let state = states[random.integer(in: 0..<6)]
    write("app.state", app, #""to":"\#(state)","reason":"\#(reason)""#)
    apps[app].state = state
    apps[app].reason = reason
    if state == "active" || state == "inactive" {
      for (key, level) in holders where key.app == Self.names[app] {
        holders[key] = nil
        tell(level)
      }
    }
    if state == "notRunning" { endAll(app, reason) }
  }

  private mutating func use(_ app: Int, _ random: inout RandomStream) {
    switch random.integer(in: 0..<3) {
    case 0:
      write("user.open", app)
      opens[app] += 1
      show(app)
    case 1:
      write("user.close", app)
      if front == app { show(nil) }
    default:
      write("user.forceQuit", app)
      if front == app { show(nil) }
    }
  }

  private mutating func show(_ app: Int?) {
    front = app
    note(&user, app.map { Self.names[$0] } ?? "")
  }

  private mutating func budget(_ app: Int, _ seconds: Int, isGrant: Bool) {
    let key = isGrant ? "grantNs" : "returnNs"
    write("budget.\(isGrant ? "grant" : "return")", app, #""\#(key)":\#(seconds * 1_000_000_000)"#)
    if let held = pool { pool = isGrant ? held - seconds : held + seconds }
    tellPool()
    if isGrant {
      apps[app].reservedUntil = max(apps[app].reservedUntil ?? now, now) + seconds
    } else if let until = apps[app].reservedUntil {
      apps[app].reservedUntil = until - seconds > now ? until - seconds : nil
    }
  }

  private mutating func device(_ app: Int, _ random: inout RandomStream) {
    switch random.integer(in: 0..<3) {
    case 0:
      write("budget.refill", nil, #""addedNs":5000000000"#)
      pool = pool.map { $0 + 5 }
    case 1:
      pool = random.integer(in: 0..<100)
      write(
        "policy.explanation", nil, #""call":"fetches","poolNs":\#((pool ?? 0) * 1_000_000_000)"#)
    default:
      write(
        "policy.decision", nil,
        #""call":"fetches","chosen":["\#(Self.names[app])"],"candidates":[]"#)
      apps[app].decision = (decisions, now)
      decisions += 1
    }
    tellPool()
  }

  /// The decision that something which begins now follows from.
  private func cause(_ app: Int) -> Int? {
    apps[app].decision.flatMap { $0.at == now ? $0.number : nil }
  }

  // MARK: What is under way

  private func isOpen(_ app: Int, _ kind: SpanKind, _ id: String) -> Bool {
    open[Key(app: Self.names[app], kind: kind, id: id)] != nil
  }

  private mutating func begin(
    _ app: Int, _ kind: SpanKind, _ id: String, _ name: String, decision: Int? = nil
  ) {
    end(app, kind, id, "")
    let key = Key(app: Self.names[app], kind: kind, id: id)
    let taken = Set(open.filter { $0.key.app == key.app && $0.key.kind == kind }.map(\.value.row))
    let row = (0...).first { !taken.contains($0) } ?? 0
    open[key] = Open(name: name, row: row, from: now, decision: decision)
  }

  private mutating func end(_ app: Int, _ kind: SpanKind, _ id: String, _ outcome: String) {
    end(Key(app: Self.names[app], kind: kind, id: id), outcome)
  }

  private mutating func end(_ key: Key, _ outcome: String) {
    guard let span = open.removeValue(forKey: key) else { return }
    done.append(line(key, span, to: now, outcome))
    if let level = holders.removeValue(forKey: key) { tell(level) }
  }

  private mutating func endAll(_ app: Int, _ outcome: String) {
    for key in open.keys where key.app == Self.names[app] { end(key, outcome) }
  }

  private func line(_ key: Key, _ span: Open, to: Int, _ outcome: String) -> String {
    "\(key.app) \(key.kind) \(span.row) \(span.name) \(span.from)-\(to) \(outcome)"
      + (span.decision.map { " by \($0)" } ?? "")
  }

  // MARK: What holds

  private mutating func tell(_ level: Level) {
    note(&levels[level, default: []], holders.values.count { $0 == level })
  }

  private mutating func tellPool() {
    if let pool { note(&levels[.pool, default: []], pool) }
  }

  private mutating func settle(_ app: Int) {
    let own = apps[app]
    if let until = own.reservedUntil, until <= now || own.state == "notRunning" {
      apps[app].reservedUntil = nil
    }
    let kinds = open.keys.filter { $0.app == Self.names[app] }
    let isBusy = kinds.contains { $0.kind == .work || $0.kind == .audio }
    let activity =
      switch own.state {
      case "active", "inactive": "front"
      case "background" where kinds.contains { $0.kind == .work && $0.id == "fetch" }: "fetching"
      case "background" where isBusy || own.reason == "location": "service"
      case "background" where kinds.contains { $0.kind == .task }: "granted"
      case "background": apps[app].reservedUntil == nil ? "background" : "granted"
      default: own.state
      }
    if activity != own.shown.0 { apps[app].shown = (activity, own.reason) }
    note(&activities[app], "\(apps[app].shown.0) \(apps[app].shown.1)")
  }

  private func note<Value>(_ list: inout [(at: Int, value: Value)], _ value: Value) {
    if list.last?.at == now { list.removeLast() }
    list.append((now, value))
  }
}
