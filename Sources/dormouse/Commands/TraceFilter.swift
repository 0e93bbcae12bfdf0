import Device
import Reports
import Simulation

/// A filter of a trace's records, which remembers what there was if none passes.
struct TraceFilter {
  private let apps: [String]?
  private let kinds: [String]?
  private let earliest: WrittenMoment?
  private let latest: WrittenMoment?
  private var from = Instant.start
  private(set) var to = Instant.distantFuture
  /// The apps of the records so far, in order of appearance.
  private var knownApps: [String] = []
  private var knownKinds: [String] = []
  /// The time of the last record.
  private var last: String?
  private var clock = DayClock()

  init(_ arguments: Arguments) throws(CommandError) {
    apps = arguments.value("app").map(TraceFilter.list)
    kinds = arguments.value("kind").map(TraceFilter.list)
    for kind in kinds ?? [] { try TraceFilter.check(kind) }
    earliest = try arguments.moment("from")
    latest = try arguments.moment("to")
  }

  /// Resolves the times that were given, by the clock of the trace.
  mutating func begin(_ clock: DayClock, _ arguments: Arguments) throws(CommandError) {
    self.clock = clock
    try arguments.check("from", earliest, on: clock)
    try arguments.check("to", latest, on: clock)
    if let earliest { from = earliest.instant(clock) }
    if let latest { to = latest.end(clock) }
    if let latest, from > to {
      throw .usage("--to: it is before --from (\(shown(latest.text))); give a later time")
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static func check(_ kind: String) throws(CommandError) {
    let families = TraceKind.allCases.compactMap {
      $0.rawValue.split(separator: ".").first.map(String.init)
    }
    let known = TraceKind.allCases.map(\.rawValue) + families
    guard !known.contains(kind) else { return }
    throw .usage(
      "--kind: there is no such kind (\(shown(kind))); "
        + advice(
          for: kind, among: known,
          otherwise: "docs/scripting.md lists them, as 'task' or 'task.begin'"))
  }

  mutating func wants(_ record: TraceRecord) -> Bool {
    last = clock.text(record.instant)
    if let app = record.app, knownApps.last != app, !knownApps.contains(app) {
      knownApps.append(app)
    }
    if knownKinds.last != record.kind, !knownKinds.contains(record.kind) {
      knownKinds.append(record.kind)
    }
    guard record.instant >= from, record.instant <= to else { return false }
    if let apps {
      guard let app = record.app, apps.contains(app) else { return false }
    }
    guard let kinds else { return true }
    return kinds.contains { isOf($0, record.kind) }
  }

  private func isOf(_ kind: String, _ name: String) -> Bool {
    name == kind || name.hasPrefix("\(kind).")
  }

  /// The reason why no record passed; nil when there was no record at all.
  var remark: String? {
    guard let last else { return "it has no records" }
    if let apps, let app = apps.first, !apps.contains(where: knownApps.contains) {
      let others = knownApps.prefix(20).map { shown($0) }.joined(separator: ", ")
      return "no record is of the app \(shown(app)); "
        + advice(
          for: app, among: knownApps,
          otherwise: knownApps.isEmpty ? "there are none of any app" : "there are \(others)")
    }
    for kind in kinds ?? [] where !knownKinds.contains(where: { isOf(kind, $0) }) {
      return "no record is of the kind \(kind); there are \(knownKinds.joined(separator: ", "))"
    }
    return "no record meets all conditions; the last is of \(last)"
  }
}
