import Simulation
import Testing

@testable import Device

@Suite("Records of a trace")
struct RecordEntryTests {
  private func entry(_ line: String) throws(RecordError) -> RecordEntry {
    try RecordEntry(parsing: Array(line.utf8))
  }

  private static let records = ofApps + ofServices + ofPolicies

  private static let ofApps: [Record] = [
    .startsAt(.hours(8)), .userOpened, .userClosed, .userForceQuit, .networkChanged(.cellular),
    .powerChanged(PowerStatus(level: 0.25, isCharging: true, isLowPowerMode: true)),
    .moved(latitude: 52.5, longitude: -13), .locked, .unlocked,
    .stateChanged(from: .inactive, to: .active, because: "user"), .callback("performFetch"),
    .logged("two\nlines \"q\" \\"), .exited(.watchdog, code: "0x8badf00d", detail: "5 s"),
    .exited(.normal, code: nil, detail: ""),
    .exited(.remoteNotificationTimeout, code: "0x2182bad4", detail: "", isCodeAssumed: true),
    .taskBegan(3, name: "save"), .taskBegan(0, name: nil),
    .taskEnded(3), .taskExpired(4), .granted(.seconds(30)), .returned(.nanoseconds(1)),
    .refilled(.seconds(60)),
  ]

  private static let ofServices: [Record] = [
    .fetchEligible, .fetchStarted(launched: true),
    .fetchCompleted(.noData, took: .seconds(5)), .fetchTimedOut, .workEligible(.refresh),
    .workStarted(.processing, launched: false),
    .workEnded(.push, .expired, nil, took: .seconds(30)),
    .workEnded(.refresh, .completed, .completed, took: .seconds(3)),
    .bgTaskSubmitted(
      "a.b", .processing, earliest: .start + .hours(1), requirements: ["network"], error: nil),
    .bgTaskSubmitted("a.b", .refresh, earliest: nil, requirements: [], error: "notPermitted"),
    .bgTaskCancelled("a.b", because: "forceQuit"), .bgTaskLaunched("a.b"), .bgTaskExpired("a.b"),
    .bgTaskCompleted("a.b", success: true),
    .jobScheduled(
      7, requires: ["unmetered"], latency: .minutes(1), deadline: .hours(1), period: nil,
      isExpedited: false, error: nil),
    .jobScheduled(
      7, requires: [], latency: nil, deadline: nil, period: .minutes(15), isExpedited: true,
      error: "IllegalArgumentException"),
    .jobCancelled(7, because: "app"), .jobStarted(7, bucket: "active"),
    .jobStopped(7, because: "timeout"), .jobFinished(7, reschedule: true, took: .seconds(3)),
    .jobScheduled(
      1_000_001, requires: [], latency: nil, deadline: nil, period: nil, isExpedited: true,
      error: nil, worker: "sync"),
    .workChanged(1, worker: "sync", name: "each hour", to: "RUNNING", attempts: 2),
    .workChanged(2, worker: "load", name: nil, to: "ENQUEUED", attempts: 0),
    .pushArrived(3, priority: "high"),
    .continuedTaskSubmitted(
      "a.b", title: "Export", subtitle: "of a film", strategy: "queue", error: nil),
    .continuedTaskTitled("a.b", title: "Export", subtitle: "1 of 2"),
    .continuedTaskExpired("a.b", because: "stalled"), .pushArrived(1),
    .pushDropped(1, because: "replaced"),
    .pushDelivered(2), .pushCompleted(2, .failed, took: .seconds(2)),
    .voipPushArrived(1), .voipPushDropped(1, because: "notRegistered"), .voipPushDelivered(2),
    .callReported("1", error: nil), .callReported("1", error: "unentitled"), .callAnswered("1"),
    .callEnded("1", because: "user"), .notificationArrived(1),
    .notificationDropped(2, because: "neverOpened"),
    .notificationShown(1, title: "Ann", body: "hi", isChanged: true),
    .transferBegan(
      1, session: "s", direction: "upload", isDiscretionary: true, url: "https://a/"),
    .transferMoves(1, over: .wifi), .transferWaits(1, because: "delayed", until: .start + .days(1)),
    .transferWaits(1, because: "wifi", until: nil),
    .widgetTimeline(entries: 2, reload: "atEnd", next: .start + .days(1), isFree: true),
    .widgetTimeline(entries: 1, reload: "never", next: nil, isFree: false),
    .widgetRefused(until: .start + .hours(1)), .widgetRefused(until: nil),
    .transferFinished(1, status: 200, bytes: 7, error: nil),
    .transferFinished(
      1, status: 0, bytes: 0, error: "cancelled", cancelledReason: "userForceQuitApplication"),
    .transferBegan(
      2, session: "s", direction: "upload", isDiscretionary: false, url: "u", file: "f"),
    .transferDelivered(1),
    .requestStarted(1, url: "https://a/"),
    .requestFinished(1, status: 0, bytes: 0, error: "timedOut"),
    .requestFinished(
      1, status: 0, bytes: 0, error: "notConnectedToInternet", because: "deviceIdle"),
    .audioStarted, .audioStopped,
    .locationUpdated(latitude: -1.5, longitude: 0), .accessoryHeard("watch"),
    .alarmSet(
      3, operation: "sync", at: .start + .seconds(9), window: .minutes(10), every: .hours(1),
      wakes: true, whileIdle: "compatible"),
    .alarmSet(
      4, operation: "", at: .start, window: .zero, every: nil, wakes: false, whileIdle: nil),
    .alarmRefused("sync", error: "SecurityException"), .alarmCancelled(3, operation: "sync"),
    .alarmDelivered(3, operation: "sync", late: .seconds(2)),
    .serviceStarted(2, action: "sync", because: "exactAlarm", error: nil),
    .serviceStarted(
      0, action: "", because: nil, error: "ForegroundServiceStartNotAllowedException"),
    .serviceInForeground(types: ["dataSync", "location"], error: nil),
    .serviceInForeground(types: [], error: "MissingForegroundServiceTypeException"),
    .serviceTimedOut("dataSync"), .serviceStopped(because: "stopSelf", took: .hours(6)),
    .wakeLockAcquired("app:sync", timeout: .minutes(1)), .wakeLockAcquired("", timeout: nil),
    .wakeLockReleased("app:sync", because: "timeout", held: .minutes(1)),
    .broadcastDelivered("android.intent.action.BOOT_COMPLETED"),
    .idleChanged(.deep, until: .start + .hours(1)), .idleChanged(.awake, until: nil),
    .bucketChanged(.workingSet),
    .thermalChanged(.serious), .regionCrossed("home", isInside: true), .lockAcquired("l"),
    .lockRefused("l", holder: "b"), .lockRefused("l", holder: nil),
    .lockAwaited("l", holder: "b"), .lockReleased("l"),
  ]

  private static let ofPolicies: [Record] = [
    .timeDecided(
      .enteringBackground, allowance: .seconds(30), granted: .seconds(10), refused: ["a"]),
    .decided(.reclaim, Choice(chosen: ["b"], candidates: ["b", "c"])),
    .decided(
      .fetches,
      Choice(
        chosen: ["a"], candidates: ["a", "b"], kinds: ["fetch", "push"],
        reasons: NamedValues([("a", "waited")]), refused: ["c"])),
    .origin("../day.lua", options: ["--seed", "3"], build: "0.1.0 abc"),
    .policySaid("hm"), .policyFailed(in: .fetches, "it broke"),
    .finding(.hang, SourceLocation(file: "a.lua", line: 3), "busy"),
    .findingUndone(.taskNeverEnded, nil, "open"),
    .reviewExplained(
      ReviewSummary(
        slots: 2, running: 1, startsInWindow: 3, windowOpens: .start + .minutes(5), payable: 4,
        pool: .seconds(600), network: .cellular, power: PowerStatus(level: 1, isCharging: false),
        measure: "waiting", unit: .seconds, first: "highest", fault: "no")),
    .reviewExplained(ReviewSummary()), .standingExplained(standing), .standingExplained(bystander),
    .grantExplained(
      GrantSummary(
        allowance: .seconds(30), answer: .seconds(20), granted: .seconds(10), pool: .seconds(50),
        reason: "half", terms: NamedValues([("share", 0.5)]), fault: nil)),
  ]

  private static var standing: StandingSummary {
    var standing = StandingSummary()
    standing.outcome = "passedOver"
    standing.rank = 2
    standing.score = 0.5
    standing.terms = NamedValues([("x", 1), ("y", -2.5)])
    standing.weights = NamedValues([("w", 1)])
    standing.scores = NamedValues([("w", 0.75)])
    standing.sum = 0.75
    standing.denominator = 1
    standing.threshold = 0.5
    standing.assumed = ["w weight"]
    standing.reason = "late"
    standing.needs = "a network"
    standing.leastScore = 0.75
    standing.until = .start + .hours(1)
    standing.since = .start + .minutes(1)
    return standing
  }

  private static var bystander: StandingSummary {
    var standing = StandingSummary()
    standing.outcome = "notEligible"
    standing.ineligible = ["noInterval", "throttled"]
    standing.until = .start + .hours(2)
    return standing
  }

  /// Keeps what a trace writes.
  private final class Lines: TraceSink {
    var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
  }

  private func line(_ record: Record, of app: String?) -> [UInt8] {
    let lines = Lines()
    let trace = Trace(sink: lines)
    trace.record(record, of: app, at: .start + .milliseconds(1_500))
    trace.finish()
    return lines.bytes
  }

  /// The app that a record is of, where it is not of the device alone.
  private static func app(of record: Record) -> String? {
    if case .reviewExplained = record { nil } else { "news \"1\"" }
  }

  @Test("every record is read back as it was written", arguments: records)
  func roundTrip(record: Record) throws {
    let app = Self.app(of: record)
    let entry = try RecordEntry(parsing: line(record, of: app))
    #expect(entry == RecordEntry(at: .start + .milliseconds(1_500), app: app, record))
  }

  @Test("what is read back has the fingerprint of what was written, which no two records share")
  func fingerprints() throws {
    func fingerprint(_ record: Record) -> Fingerprint {
      let trace = Trace()
      trace.record(record, of: "news", at: .start)
      return trace.fingerprint
    }
    var known: [Fingerprint: Record] = [:]
    for record in Self.records {
      let read = try RecordEntry(parsing: line(record, of: Self.app(of: record))).record
      if record.kind != .explanation { #expect(fingerprint(read) == fingerprint(record)) }
      let other = known.updateValue(record, forKey: fingerprint(record))
      #expect(other == nil || other == record, "\(record)")
    }
  }

  @Test("there is a record of every kind")
  func kinds() {
    #expect(Set(Self.records.map(\.kind)) == Set(TraceKind.allCases))
  }

  @Test(
    "a line that lacks any field of its record is refused by the name of kind and field",
    arguments: records)
  func missing(record: Record) throws {
    let whole = try JSONValue(parsing: line(record, of: Self.app(of: record)))
    guard case .object(let members) = whole else { return }
    // Without one of these the line is another record, of another call or without the detail.
    let free: Set<String> = [
      "ns", "kind", "app", "call", "earliestNs", "requires", "untilNs", "nextNs", "windowOpensNs",
      "measure",
      "unit", "first", "fault", "rank", "score", "terms", "weights", "scores", "sum",
      "denominator", "threshold", "assumed", "reason", "needs", "leastScore", "sinceNs",
      "ineligible", "kinds", "reasons", "refused", "codeAssumed", "fromFile",
      "cancelledReason", "options", "build", "latencyNs", "deadlineNs", "periodNs", "everyNs",
      "whileIdle", "worker", "uniqueName", "priority",
      "timeoutNs", "types", "cut",
    ]
    let isExplanation = record.kind == .explanation
    for member in members {
      let isFree = free.contains(member.key) && (isExplanation || member.key != "reason")
      guard !isFree, !["ns", "kind", "app", "call"].contains(member.key) else { continue }
      let rest = JSONValue.object(members.filter { $0 != member }).text
      #expect(throws: RecordError.noField(member.key, of: record.kind)) {
        try RecordEntry(parsing: Array(rest.utf8))
      }
    }
  }

  @Test(
    "what is no record is refused, with what it lacks",
    arguments: [
      ("hello", "not JSON: no JSON value (column 1)"),
      ("", "not JSON: the text ends in the middle"),
      (#"{"ns":1,"kind":"unlock"} {}"#, "not JSON: something follows the value (column 26)"),
      ("[]", "not a record of a trace: no object"), ("7", "not a record of a trace: no object"),
      (#"{"kind":"unlock"}"#, #"not a record of a trace: no integer "ns""#),
      (#"{"ns":1.5,"kind":"unlock"}"#, #"not a record of a trace: no integer "ns""#),
      (#"{"ns":18446744073709551615,"kind":"unlock"}"#, #"no integer "ns""#),
      (#"{"ns":1}"#, #"not a record of a trace: no text "kind""#),
      (#"{"ns":1,"kind":null}"#, #"not a record of a trace: no text "kind""#),
      (#"{"ns":1,"kind":"no.kind"}"#, #"not a record of a trace: no such kind ("no.kind")"#),
      (#"{"ns":1,"kind":"task.end"}"#, #"task.end: no "id""#),
      (#"{"ns":1,"kind":"task.end","id":"x"}"#, #"task.end: "id" cannot have this value ("x")"#),
      (#"{"ns":1,"kind":"network","to":"5G"}"#, #"network: "to" cannot have this value ("5G")"#),
      (#"{"ns":1,"kind":"budget.grant","grantNs":-1}"#, #""grantNs" cannot have this value (-1)"#),
      (
        #"{"ns":1,"kind":"budget.grant","grantNs":9223372036854775807}"#,
        #""grantNs" cannot have this value"#
      ),
      (#"{"ns":1,"kind":"policy.decision"}"#, #"policy.decision: "call" cannot have this value"#),
      (
        #"{"ns":1,"kind":"policy.decision","call":"observe"}"#,
        #"policy.decision: "call" cannot have this value ("observe")"#
      ),
    ])
  func refusals(line: String, message: String) {
    do {
      _ = try entry(line)
      Issue.record("taken")
    } catch { #expect(error.description.contains(message), "\(error)") }
  }

  @Test("the order of a line's fields does not matter, nor do fields that its kind does not have")
  func order() throws {
    #expect(
      try entry(#"{ "id": 3, "kind": "task.end", "more": [], "app": "a", "ns": 5 }"#)
        == RecordEntry(at: Instant(nanoseconds: 5), app: "a", .taskEnded(3)))
  }
}
