import Device
import Simulation

/// A writer of a run as a trace of Perfetto (perfetto.dev, TrackEvent), as its records come.
///
/// A process is an app, and one the device. An app has a track for its state, and one for each row
/// of tasks, work, audio, requests and locks; its events are instants. Levels are counters of the
/// device; its decisions are instants with an arrow to the work or task that they started. Its
/// memory grows with the apps and with what is under way, not with the run.
public struct PerfettoWriter {
  private let sink: any TraceSink
  private var reader: TimelineReader
  private var output = ProtobufBuffer()
  /// The size of a batch of bytes, after which they are written.
  private static let batch = 64 * 1024
  /// The tracks that have been described; looked up only.
  private var described: Set<UInt64> = []
  /// The tracks with an open slice, in the order in which they were opened first.
  private var open: [UInt64] = []
  private var indices: [String: Int] = [:]
  /// The ranges of counters, in words; that of a level which no scenario bounds is not known.
  private var ranges: [Level: String] = [.battery: "0 to 100 %"]
  /// The conditions that the device's tracks show; looked up only.
  private var conditions: [UInt64: String] = [:]

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - sink: gets the file's bytes, in batches.
  ///   - scenario: the scenario of the run; nil: the trace alone is known.
  public init(_ sink: any TraceSink, of scenario: Scenario? = nil) {
    self.sink = sink
    if let scenario {
      let pool = scenario.device.pool
      reader = TimelineReader(
        apps: scenario.apps.map(\.name),
        pool: (
          Int(pool.initial(at: scenario.startsAt).nanoseconds),
          Int(pool.budget.largestCapacity.nanoseconds)
        ))
      ranges[.pool] = "0 to \(seconds(pool.budget.largestCapacity))"
      ranges[.slots] = "0 to \(scenario.device.fetchSlots.concurrent)"
      ranges[.processingSlots] = "0 to \(scenario.device.processingSlots.concurrent)"
    } else {
      reader = TimelineReader()
    }
    describeProcess(Self.device, pid: 1, name: "device")
    take { reader, emit in reader.begin(emit) }
    // The device assumes this where the scenario says nothing.
    if scenario != nil {
      change(Self.network, "network", to: NetworkKind.wifi.rawValue, at: .start)
    }
  }

  /// Takes the next record.
  public mutating func read(_ entry: RecordEntry) {
    take { reader, emit in reader.read(entry, emit) }
    if output.bytes.count >= Self.batch { flush() }
  }

  /// Closes what is open, and writes the rest.
  ///
  /// - Parameters:
  ///   - end: of the run, where it is known; else the last record is the end.
  public consuming func finish(at end: Instant? = nil) {
    let last = max(end ?? reader.last, reader.last)
    for track in open { event(track, .end, at: last) }
    flush()
  }

  private mutating func flush() {
    sink.write(output.bytes)
    output.clear()
  }

  // MARK: Tracks

  private static let device: UInt64 = 1
  private static let decisions: UInt64 = 2
  private static let user: UInt64 = 3
  private static let network: UInt64 = 4
  private static let charger: UInt64 = 5
  private static let levels: UInt64 = 10

  /// Returns the number of an app's process; the numbers of its tracks are above it.
  private static func process(_ app: Int) -> UInt64 { UInt64(app + 1) << 32 }
  private static func state(_ app: Int) -> UInt64 { process(app) + 1 }
  private static func events(_ app: Int) -> UInt64 { process(app) + 2 }

  private static func row(_ app: Int, _ kind: SpanKind, _ row: Int) -> UInt64 {
    process(app) + UInt64(kind.rawValue + 1) << 24 + UInt64(row)
  }

  /// Returns the place of a track among those of its process: state, events, then spans by kind.
  private static func rank(of track: UInt64) -> Int { Int(track & 0xFFFF_FFFF) }

  private mutating func describeProcess(_ track: UInt64, pid: Int, name: String) {
    packet(at: nil) { packet in
      packet.add(60) { descriptor in
        descriptor.add(1, track)
        descriptor.add(2, name)
        descriptor.add(3) { process in
          process.add(1, pid)
          // The device is the first, and apps follow in the scenario's order.
          process.add(3, pid)
          process.add(6, name)
        }
        // Its tracks are in the order of their ranks.
        descriptor.add(11, 3)
      }
    }
  }

  /// Describes a track before its first event.
  private mutating func describe(_ track: UInt64, name: String, in parent: UInt64) {
    guard described.insert(track).inserted else { return }
    packet(at: nil) { packet in
      packet.add(60) { descriptor in
        descriptor.add(1, track)
        descriptor.add(2, name)
        descriptor.add(5, parent)
        descriptor.add(12, Self.rank(of: track))
      }
    }
  }

  private mutating func describe(_ level: Level) -> UInt64 {
    let track = Self.levels + UInt64(level.rawValue)
    guard described.insert(track).inserted else { return track }
    let range = ranges[level]
    packet(at: nil) { packet in
      packet.add(60) { descriptor in
        descriptor.add(1, track)
        descriptor.add(2, level.words)
        descriptor.add(5, Self.device)
        descriptor.add(8) { counter in counter.add(6, level.unitName) }
        descriptor.add(12, Self.rank(of: track))
        if let range { descriptor.add(14, range) }
      }
    }
    return track
  }

  // MARK: Packets

  private enum EventType: Int {
    case begin = 1
    case end
    case instant
    case counter
  }

  private mutating func packet(at now: Instant?, _ body: (inout ProtobufBuffer) -> Void) {
    output.add(1) { packet in
      if let now { packet.add(8, Int(now.nanoseconds)) }
      packet.add(10, 1)
      body(&packet)
    }
  }

  private mutating func event(
    _ track: UInt64, _ type: EventType, at now: Instant,
    _ body: (inout ProtobufBuffer) -> Void = { _ in }
  ) {
    packet(at: now) { packet in
      packet.add(11) { event in
        event.add(9, type.rawValue)
        event.add(11, track)
        body(&event)
      }
    }
  }

  /// Adds a named string to an event.
  private static func annotate(_ event: inout ProtobufBuffer, _ name: String, _ value: String) {
    guard !value.isEmpty else { return }
    event.add(4) { annotation in
      annotation.add(10, name)
      annotation.add(6, value)
    }
  }

  private mutating func begin(
    _ track: UInt64, _ category: String, _ name: String, flow: UInt64? = nil,
    cause: String = "", at now: Instant
  ) {
    open.append(track)
    event(track, .begin, at: now) { event in
      event.add(22, category)
      event.add(23, name)
      if let flow { event.add(fixed: 48, flow) }
      Self.annotate(&event, "cause", cause)
    }
  }

  private mutating func end(_ track: UInt64, how: String = "", at now: Instant) {
    guard let place = open.lastIndex(of: track) else { return }
    open.remove(at: place)
    event(track, .end, at: now) { event in Self.annotate(&event, "ended", how) }
  }

  // MARK: Events

  private mutating func take(_ read: (inout TimelineReader, (TimelineEvent) -> Void) -> Void) {
    var events: [TimelineEvent] = []
    read(&reader) { events.append($0) }
    for event in events { take(event, at: reader.last) }
  }

  private mutating func take(_ event: TimelineEvent, at now: Instant) {
    switch event {
    case .app(let app, let name):
      indices[name] = app
      describeProcess(Self.process(app), pid: app + 2, name: name)
    case .activity(let app, let activity, let cause):
      let track = Self.state(app)
      describe(track, name: "state", in: Self.process(app))
      end(track, at: now)
      if activity != .notRunning { begin(track, "state", activity.words, cause: cause, at: now) }
    case .began(let app, let kind, let row, let name, let decision):
      let track = Self.row(app, kind, row)
      describe(track, name: kind.words, in: Self.process(app))
      begin(track, kind.words, name, flow: decision.map { Self.flow($0, app) }, at: now)
    case .ended(let app, let kind, let row, let how):
      end(Self.row(app, kind, row), how: how, at: now)
    case .mark(let app, let kind, let words, _): mark(app, kind.words, words, at: now)
    case .killed: break
    case .finding(let app, let rule, let place, let message):
      mark(app, MarkKind.finding.words, "\(rule.rawValue): \(message)", place, at: now)
    // What is in a stream stays there; a remark beside it says that it does not count any more.
    case .undone(let app, let rule, let place, let message):
      mark(
        app, "finding taken back", "taken back: \(rule.rawValue): \(message)", place, at: now)
    case .user(let app):
      change(Self.user, "user", to: app.map { reader.numbers.names[$0] }, at: now)
    case .network(let name): change(Self.network, "network", to: name, at: now)
    case .power(let isCharging, let isLowPowerMode):
      let name =
        (isCharging ? "charging" : "off the charger") + (isLowPowerMode ? ", Low Power Mode" : "")
      change(Self.charger, "charger", to: name, at: now)
    case .level(let level, let value):
      let track = describe(level)
      self.event(track, .counter, at: now) { $0.add(44, level == .battery ? value * 100 : value) }
    case .decision(let number, let entry): decide(number, entry, at: now)
    case .reserved, .explanation: break
    }
  }

  private mutating func mark(
    _ app: Int, _ category: String, _ words: String, _ place: SourceLocation? = nil,
    at now: Instant
  ) {
    let track = Self.events(app)
    describe(track, name: "events", in: Self.process(app))
    event(track, .instant, at: now) { event in
      event.add(22, category)
      event.add(23, words)
      Self.annotate(&event, "line", place.map { "\($0.file):\($0.line)" } ?? "")
    }
  }

  private mutating func change(
    _ track: UInt64, _ lane: String, to name: String?, at now: Instant
  ) {
    guard conditions[track] != name else { return }
    conditions[track] = name
    describe(track, name: lane, in: Self.device)
    end(track, at: now)
    if let name { begin(track, lane, name, at: now) }
  }

  /// Returns the number of the arrow from a decision to what it started in one app.
  private static func flow(_ decision: Int, _ app: Int) -> UInt64 {
    UInt64(decision) << 24 | UInt64(app)
  }

  private mutating func decide(_ number: Int, _ entry: RecordEntry, at now: Instant) {
    var call = PolicyCall.backgroundTime
    var (chosen, candidates): ([String], [String]) = ([], [])
    if case .decided(let other, let choice) = entry.record {
      (call, chosen, candidates) = (other, choice.chosen, choice.candidates.texts)
    }
    let apps = (entry.app.map { [$0] } ?? chosen).compactMap { indices[$0] }
    describe(Self.decisions, name: "decisions", in: Self.device)
    event(Self.decisions, .instant, at: now) { event in
      event.add(22, "decision")
      event.add(23, call.rawValue)
      for app in apps { event.add(fixed: 47, Self.flow(number, app)) }
      Self.annotate(&event, "chosen", chosen.joined(separator: ", "))
      Self.annotate(&event, "candidates", candidates.joined(separator: ", "))
    }
  }
}

extension Level {
  /// The unit on the counter's axis.
  fileprivate var unitName: String {
    switch self {
    case .pool: "s"
    case .slots, .processingSlots: "slots"
    case .battery: "%"
    }
  }
}
