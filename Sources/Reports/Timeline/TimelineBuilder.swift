import Device
import Simulation

/// A builder that makes a timeline of the records of a trace. O(records).
public struct TimelineBuilder {
  /// Reads the records; nil only while it does.
  private var reader: TimelineReader?
  /// Whether the device has a pool, as far as is known.
  private let hasPool: Bool
  private var timeline = Timeline()
  /// The positions of open spans by app, kind and row; nil where the row is free.
  private var open: [[[Int?]]] = []
  /// The device's explanations, in its order, until their decisions come.
  private var reviews: [WorkReview] = []
  private var grants: [GrantReview] = []
  /// Packs the decisions; nil: they are kept as they are.
  private let packer: DecisionPacker?
  /// The lines about the last decision.
  private var explanations: [RecordEntry] = []
  private var decided: RecordEntry?
  /// Whether there is one: to ask `decided` itself would copy it.
  private var isDecided = false
  /// The words of marks.
  private var words = TextTable()
  /// The positions of findings; looked up only.
  private var places: [FindingKey: Int] = [:]
  /// The messages of each finding, one a time; looked up only.
  private var messages: [FindingKey: [String]] = [:]

  private struct FindingKey: Hashable {
    let app: Int
    let rule: FindingRule
    let location: SourceLocation?
  }

  /// Creates the builder of a trace alone, which need not have the pool's first level, or apps that
  /// never did anything.
  ///
  /// - Parameters:
  ///   - isForPage: packs the decisions for a `TimelinePage`, which takes little memory; else they
  ///     are kept as they are.
  public init(isForPage: Bool = false) {
    reader = TimelineReader()
    hasPool = true
    packer = isForPage ? DecisionPacker() : nil
  }

  /// Creates the builder of a scenario's run.
  ///
  /// - Parameters:
  ///   - isForPage: as above.
  public init(_ scenario: Scenario, isForPage: Bool = false) {
    packer = isForPage ? DecisionPacker() : nil
    hasPool = scenario.device.platform.hasPool
    let pool = scenario.device.pool
    reader = TimelineReader(
      apps: scenario.apps.map(\.name),
      pool: (
        Int(pool.initial(at: scenario.startsAt).nanoseconds),
        Int(pool.budget.largestCapacity.nanoseconds)
      ))
    timeline.clock = DayClock(startsAt: scenario.startsAt)
    // The device assumes this where the scenario says nothing.
    timeline.network = [
      Timeline.Condition(name: NetworkKind.wifi.rawValue, from: .start, to: .distantFuture)
    ]
    take(at: .start) { reader, emit in reader.begin(emit) }
  }

  /// Takes what a decision rested on; to be called as the device explains it (`explaining:`).
  public mutating func explain(_ decision: DecisionExplanation) {
    switch decision {
    case .fetches(let review):
      // Otherwise the policy was not asked, or failed, and the trace has no decision.
      if review.room.free > 0, review.fault == nil { reviews.append(review) }
    case .backgroundTime(let grant): grants.append(grant)
    }
  }

  /// Takes the next record.
  public mutating func read(_ entry: RecordEntry) {
    if entry.kind == .clock { timeline.clock = entry.clock }
    if !entry.kind.isComment { closeDecision() }
    timeline.end = entry.at
    take(at: entry.at) { reader, emit in reader.read(entry, emit) }
  }

  /// Returns the timeline of all that was read.
  ///
  /// - Parameters:
  ///   - end: of the run, where it is known; else the last record is the end.
  public consuming func finished(at end: Instant? = nil) -> Timeline {
    closeDecision()
    timeline.packedDecisions = packer?.finished()
    timeline.words = words.texts
    if let end { timeline.end = max(end, timeline.end) }
    let last = timeline.end
    for app in timeline.apps.indices {
      if let index = timeline.apps[app].activities.indices.last {
        timeline.apps[app].activities[index].to = last
      }
      timeline.apps[app].activities.removeAll { $0.from == $0.to && last > .start }
      for index in timeline.apps[app].spans.indices
      where timeline.apps[app].spans[index].outcome == nil {
        timeline.apps[app].spans[index].to = last
      }
    }
    Self.close(&timeline.user, last)
    Self.close(&timeline.network, last)
    Self.close(&timeline.charger, last)
    return timeline
  }

  private static func close(_ conditions: inout [Timeline.Condition], _ last: Instant) {
    if let index = conditions.indices.last, conditions[index].to == .distantFuture {
      conditions[index].to = last
    }
    conditions.removeAll { $0.from == $0.to && last > .start }
  }

  // MARK: Events

  private mutating func take(
    at now: Instant, _ read: (inout TimelineReader, (TimelineEvent) -> Void) -> Void
  ) {
    // Taken out, so that it can report to the rest.
    guard var reader = reader.take() else { return }
    read(&reader) { take($0, at: now) }
    self.reader = reader
  }

  private mutating func take(_ event: TimelineEvent, at now: Instant) {
    switch event {
    case .app(_, let name): add(name)
    case .activity(let app, let activity, let cause): change(app, to: activity, cause, at: now)
    case .reserved(let app, let until):
      if timeline.apps[app].reserved.last?.at == now { timeline.apps[app].reserved.removeLast() }
      timeline.apps[app].reserved.append((now, until))
    case .began(let app, let kind, let row, let name, let decision):
      begin(
        Timeline.Span(
          kind: kind, row: row, name: name, decision: decision, from: now, to: now, outcome: nil),
        of: app)
    case .ended(let app, let kind, let row, let how): end(app, kind, row, how, at: now)
    case .mark(let app, let kind, let words, let decision):
      timeline.apps[app].marks.append(
        Timeline.Mark(kind: kind, at: now, words: self.words.number(words), decision: decision))
    case .killed(let app, let reason, let code):
      timeline.kills.append(Timeline.Kill(app: app, reason: reason, code: code, at: now))
    case .finding(let app, let rule, let location, let message):
      find(FindingKey(app: app, rule: rule, location: location), message, at: now)
    case .undone(let app, let rule, let location, let message):
      withdraw(FindingKey(app: app, rule: rule, location: location), message)
    case .user(let app):
      Self.change(&timeline.user, to: app.map { timeline.apps[$0].name }, at: now)
    case .network(let name): Self.change(&timeline.network, to: name, at: now)
    case .power(let isCharging, let isLowPowerMode):
      let name =
        (isCharging ? "charging" : "off the charger")
        + (isLowPowerMode ? ", Low Power Mode" : "")
      Self.change(&timeline.charger, to: name, at: now)
    // What nothing pays from is not worth a lane.
    case .level(.pool, _) where !hasPool: break
    case .level(let level, let value): step(level, to: value, at: now)
    case .decision(_, let entry):
      decided = entry
      isDecided = true
    case .explanation(let entry): if isDecided { explanations.append(entry) }
    }
  }

  private mutating func add(_ name: String) {
    var lane = Timeline.AppLane(name: name)
    // The app did not run before its first record.
    lane.activities = [
      Timeline.ActivitySpan(activity: .notRunning, cause: "", from: .start, to: .start)
    ]
    timeline.apps.append(lane)
    open.append([[Int?]](repeating: [], count: SpanKind.allCases.count))
  }

  private mutating func change(
    _ app: Int, to activity: Activity, _ cause: String, at now: Instant
  ) {
    if let last = timeline.apps[app].activities.last, last.from == now {
      timeline.apps[app].activities.removeLast()
    }
    // An activity of no length does not separate equal ones before and after it.
    if let last = timeline.apps[app].activities.indices.last {
      let before = timeline.apps[app].activities[last]
      if before.activity == activity, before.cause == cause { return }
      timeline.apps[app].activities[last].to = now
    }
    timeline.apps[app].activities.append(
      Timeline.ActivitySpan(activity: activity, cause: cause, from: now, to: now))
  }

  private mutating func begin(_ span: Timeline.Span, of app: Int) {
    let kind = span.kind.rawValue
    while open[app][kind].count <= span.row { open[app][kind].append(nil) }
    open[app][kind][span.row] = timeline.apps[app].spans.count
    timeline.apps[app].spans.append(span)
  }

  private mutating func end(
    _ app: Int, _ kind: SpanKind, _ row: Int, _ how: String, at now: Instant
  ) {
    guard let index = open[app][kind.rawValue][row] else { return }
    open[app][kind.rawValue][row] = nil
    timeline.apps[app].spans[index].to = now
    timeline.apps[app].spans[index].outcome = how
  }

  private mutating func find(_ key: FindingKey, _ message: String, at now: Instant) {
    if let known = places[key] {
      timeline.findings[known].times.append(now)
    } else {
      places[key] = timeline.findings.count
      timeline.findings.append(
        Timeline.FindingPlace(
          app: key.app, rule: key.rule, location: key.location, message: message, times: [now]))
    }
    messages[key, default: []].append(message)
    timeline.apps[key.app].marks.append(
      Timeline.Mark(kind: .finding, at: now, words: number(key, message), decision: nil))
  }

  private mutating func number(_ key: FindingKey, _ message: String) -> Int {
    words.number("\(key.rule.rawValue): \(message)")
  }

  /// Withdraws the last finding at a place with this message; O(n) in the places of findings, the
  /// times of this one, and the app's marks.
  private mutating func withdraw(_ key: FindingKey, _ message: String) {
    guard let place = places[key], let last = messages[key]?.lastIndex(of: message) else { return }
    messages[key]?.remove(at: last)
    let at = timeline.findings[place].times.remove(at: last)
    let number = number(key, message)
    let mark = timeline.apps[key.app].marks.lastIndex {
      $0.kind == .finding && $0.at == at && $0.words == number
    }
    if let mark { timeline.apps[key.app].marks.remove(at: mark) }
    if let first = messages[key]?.first {
      timeline.findings[place].message = first
      return
    }
    timeline.findings.remove(at: place)
    places[key] = nil
    for (other, index) in places where index > place { places[other] = index - 1 }
  }

  private static func change(
    _ conditions: inout [Timeline.Condition], to name: String?, at now: Instant
  ) {
    if let last = conditions.indices.last, conditions[last].to == .distantFuture {
      if conditions[last].name == name { return }
      conditions[last].to = now
      if conditions[last].from == now { conditions.removeLast() }
    }
    guard let name else { return }
    // As in an app's lane, a condition of no length does not separate equal ones.
    if let last = conditions.indices.last, conditions[last].to == now,
      conditions[last].name == name
    {
      conditions[last].to = .distantFuture
    } else {
      conditions.append(Timeline.Condition(name: name, from: now, to: .distantFuture))
    }
  }

  private mutating func step(_ level: Level, to value: Double, at now: Instant) {
    let index = level.rawValue
    if level.countsFromNothing, timeline.levels[index].isEmpty, now > .start {
      timeline.levels[index].append(Timeline.Step(at: .start, value: 0))
    }
    if timeline.levels[index].last?.at == now { timeline.levels[index].removeLast() }
    if timeline.levels[index].last?.value == value { return }
    timeline.levels[index].append(Timeline.Step(at: now, value: value))
  }

  // MARK: Decisions

  /// Closes the last decision, of which the trace or the device has said all.
  private mutating func closeDecision() {
    guard isDecided, let entry = decided.take() else { return }
    isDecided = false
    defer { explanations = [] }
    if let decision = explained(entry)
      ?? TimelineDecision(entry, explanations, clock: timeline.clock)
    {
      if let packer { packer.add(decision) } else { timeline.decisions.append(decision) }
    }
  }

  /// Returns the decision as the device itself explained it, if it did.
  private mutating func explained(_ entry: RecordEntry) -> TimelineDecision? {
    switch entry.record {
    case .decided(.fetches, _):
      return reviews.isEmpty ? nil : TimelineDecision(reviews.removeFirst())
    case .timeDecided:
      return grants.isEmpty ? nil : TimelineDecision(grants.removeFirst())
    default: return nil
    }
  }
}
