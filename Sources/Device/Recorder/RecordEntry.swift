import Simulation

/// A record of a run with its moment and its app, as an observer of the device gets it, or as it
/// stands in a line of a trace.
public struct RecordEntry: Sendable, Equatable {
  public let at: Instant
  /// The name of the app that the record is of; nil for what concerns the device as a whole.
  public let app: String?
  public let record: Record
  /// The line of the app's code that did it; nil where none did, and in a trace, which has no lines.
  public let place: SourceLocation?

  public init(at instant: Instant, app: String?, _ record: Record, place: SourceLocation? = nil) {
    at = instant
    self.app = app
    self.record = record
    self.place = place
  }

  public var kind: TraceKind { record.kind }

  /// The fields of the record's kind, in the order of a trace's line.
  public var fields: [JSONValue.Member] { collected.members }

  var collected: FieldCollector {
    var collector = FieldCollector()
    record.coded(by: &collector)
    return collector
  }

  /// The clock of a trace whose first record this is.
  public var clock: DayClock {
    if case .startsAt(let time) = record { DayClock(startsAt: time) } else { DayClock() }
  }
}

/// Follows what happens in a run: called with each record as it is written, from within the event
/// that it is of, so it looks and does not act.
public typealias RecordObserver = (RecordEntry) -> Void

// MARK: Reading

extension RecordEntry {
  /// Reads a line of a trace, without its newline. O(bytes).
  public init(parsing line: [UInt8]) throws(RecordError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch { throw .noJSON(error) }
    guard case .object(let members) = value else { throw .noRecord("no object") }
    func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    guard case .integer(let nanoseconds)? = member("ns") else {
      throw .noRecord("no integer \"ns\"")
    }
    guard case .string(let name)? = member("kind") else { throw .noRecord("no text \"kind\"") }
    guard let kind = TraceKind(rawValue: name) else { throw .noKind(name) }
    let app = member("app").flatMap { String(json: $0) }
    var reader = FieldReader(kind: kind, members: members)
    guard let blank = Record.blank(kind, call: member("call"), isOfApp: app != nil) else {
      throw .badField("call", of: kind, member("call") ?? .null)
    }
    self.init(
      at: Instant(nanoseconds: Int64(nanoseconds)), app: app, try blank.coded(by: &reader))
  }
}

extension Record {
  /// A record of a kind in which a reader puts what a line has; nil: no record is about that call.
  static func blank(
    _ kind: TraceKind, call: JSONValue?, isOfApp: Bool
  ) -> Record? {
    let blanks = blanks[kind] ?? []
    if blanks.count == 1 { return blanks[0] }
    let call = call.flatMap { PolicyCall(json: $0) }
    return blanks.first {
      if case .reviewExplained = $0, isOfApp { return false }
      return $0.call == call
    }
  }

  private static let blanks = Dictionary(
    grouping: [
      .startsAt(.zero), .userOpened, .userClosed, .userForceQuit, .networkChanged(.none),
      .powerChanged(PowerStatus(level: 0, isCharging: false)), .thermalChanged(.nominal),
      .moved(latitude: 0, longitude: 0),
      .locked, .unlocked, .stateChanged(from: .notRunning, to: .notRunning, because: ""),
      .callback(""),
      .logged(""), .exited(.normal, code: nil, detail: ""), .taskBegan(0, name: nil),
      .taskEnded(0), .taskExpired(0), .granted(.zero), .returned(.zero), .refilled(.zero),
      .fetchEligible, .fetchStarted(launched: false), .fetchCompleted(.completed, took: .zero),
      .fetchTimedOut, .workEligible(.fetch), .workStarted(.fetch, launched: false),
      .workEnded(.fetch, .completed, nil, took: .zero),
      .bgTaskSubmitted("", .refresh, earliest: nil, requirements: [], error: nil),
      .bgTaskCancelled("", because: ""), .bgTaskLaunched(""), .bgTaskExpired(""),
      .bgTaskCompleted("", success: false),
      .jobScheduled(
        0, requires: [], latency: nil, deadline: nil, period: nil, isExpedited: false, error: nil),
      .jobCancelled(0, because: ""), .jobStarted(0, bucket: ""), .jobStopped(0, because: ""),
      .jobFinished(0, reschedule: false, took: .zero),
      .workChanged(0, worker: "", name: nil, to: "", attempts: 0),
      .continuedTaskSubmitted("", title: "", subtitle: "", strategy: "", error: nil),
      .continuedTaskTitled("", title: "", subtitle: ""), .continuedTaskExpired("", because: ""),
      .pushArrived(0), .pushDropped(0, because: ""),
      .pushDelivered(0), .pushCompleted(0, .completed, took: .zero),
      .voipPushArrived(0), .voipPushDropped(0, because: ""), .voipPushDelivered(0),
      .callReported("", error: nil), .callAnswered(""), .callEnded("", because: ""),
      .notificationArrived(0), .notificationDropped(0, because: ""),
      .notificationShown(0, title: "", body: "", isChanged: false),
      .transferBegan(0, session: "", direction: "", isDiscretionary: false, url: ""),
      .transferMoves(0, over: .none), .transferWaits(0, because: "", until: nil),
      .transferFinished(0, status: 0, bytes: 0, error: nil), .transferDelivered(0),
      .widgetTimeline(entries: 0, reload: "", next: nil, isFree: false), .widgetRefused(until: nil),
      .requestStarted(0, url: ""), .requestFinished(0, status: 0, bytes: 0, error: nil),
      .audioStarted, .audioStopped, .locationUpdated(latitude: 0, longitude: 0),
      .regionCrossed("", isInside: false),
      .accessoryHeard(""),
      .alarmSet(
        0, operation: "", at: .start, window: .zero, every: nil, wakes: false, whileIdle: nil),
      .alarmRefused("", error: ""), .alarmCancelled(0, operation: ""),
      .alarmDelivered(0, operation: "", late: .zero),
      .serviceStarted(0, action: "", because: nil, error: nil),
      .serviceInForeground(types: [], error: nil), .serviceTimedOut(""),
      .serviceStopped(because: "", took: .zero), .wakeLockAcquired("", timeout: nil),
      .wakeLockReleased("", because: "", held: .zero), .broadcastDelivered(""),
      .idleChanged(.awake, until: nil),
      .bucketChanged(.never), .lockAcquired(""), .lockRefused("", holder: nil),
      .lockAwaited("", holder: ""), .lockReleased(""),
      .timeDecided(.begunInBackground, allowance: .zero, granted: .zero, refused: []),
      .decided(.reclaim, Choice()), .decided(.fetches, Choice()),
      .policySaid(""), .policyFailed(in: .observe, ""), .finding(.hang, nil, ""),
      .findingUndone(.hang, nil, ""), .reviewExplained(ReviewSummary()),
      .standingExplained(StandingSummary()), .grantExplained(GrantSummary()),
      .origin("", options: [], build: nil),
    ] as [Record], by: \.kind)
}

/// Why a line is no record.
public enum RecordError: Error, Equatable, CustomStringConvertible {
  case noJSON(JSONError)
  case noRecord(String)
  /// The name of a kind that no version of the trace has.
  case noKind(String)
  /// The name of a field that the kind has and the line lacks.
  case noField(String, of: TraceKind)
  /// The name of a field whose value is of another type, or out of range.
  case badField(String, of: TraceKind, JSONValue)

  public var description: String {
    switch self {
    case .noJSON(let error): "not JSON: \(error.problem) (column \(error.column))"
    case .noRecord(let problem): "not a record of a trace: \(problem)"
    case .noKind(let name): "not a record of a trace: no such kind (\(quotedName(name)))"
    case .noField(let name, let kind): "\(kind.rawValue): no \"\(name)\""
    case .badField(let name, let kind, let value):
      "\(kind.rawValue): \"\(name)\" cannot have this value (\(value.text))"
    }
  }
}

private func quotedName(_ name: String) -> String { JSONValue.string(name).text }
