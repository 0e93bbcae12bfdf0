import Device
import Runs
import Scripting
import Simulation

/// What `explore --format json` prints: all that was found, as one object. Times are in seconds from
/// the start, as in other reports.
final class ExploreReport {
  /// What is told of something that was found.
  struct Find {
    let what: DryRun.Sight.What
    /// Nil where it is no app's, or of the only one.
    var app: String?
    /// The end of the app that it led to.
    var exit: ExitReason?
    var at: Instant?
    /// The run in which it was found; 0: that of the scenario as it is.
    let run: Int
    /// How many acts that run had.
    let actsOfRun: Int
    /// The acts that are enough.
    let acts: [JSONValue]
    let reached: ShrinkLimits.Reached?
    /// The file of a test that shows it; nil: the file that was given cannot have it.
    let test: String?
    /// The command that shows it, where a test need not be written.
    var command: String?
    var inevitability: Inevitability?
  }

  private var finds: [JSONValue] = []

  func add(_ find: Find) {
    var members: [JSONValue.Member]
    switch find.what {
    case .finding(let rule, let place, let message):
      members = ExploreReport.members(rule.kind.rawValue, rule.rawValue, place, message)
    case .exit(let reason):
      members = ExploreReport.members("exit", nil, nil, ExitReason.inWords([reason]))
    case .failure(let place, let message):
      members = ExploreReport.members("failure", nil, place, message)
    }
    var exit = find.exit
    if case .exit(let reason) = find.what { exit = reason }
    members += [
      .init("app", JSONValue(find.app)), .init("exit", JSONValue(exit?.rawValue)),
      .init("at", find.at.map { .number(($0 - .start).seconds) } ?? .null),
      .init("run", .integer(find.run)), .init("actsOfRun", .integer(find.actsOfRun)),
      .init("acts", .array(find.acts)),
      .init("shrinkingStoppedBy", JSONValue(find.reached?.rawValue)),
      .init("test", JSONValue(find.test)), .init("command", JSONValue(find.command)),
      .init("inevitability", find.inevitability.map(ExploreReport.value) ?? .null),
    ]
    finds.append(.object(members))
  }

  private static func members(
    _ kind: String, _ rule: String?, _ place: SourceLocation?, _ message: String
  ) -> [JSONValue.Member] {
    [
      .init("kind", .string(kind)), .init("rule", JSONValue(rule)),
      .init("file", JSONValue(place?.file)),
      .init("line", place.flatMap { $0.line > 0 ? .integer($0.line) : nil } ?? .null),
      .init("message", .string(message)),
    ]
  }

  private static func value(_ inevitability: Inevitability) -> JSONValue {
    func value(_ point: Inevitability.Point?) -> JSONValue {
      guard let point else { return .null }
      return ["at": (point.at - .start).seconds, "after": point.act, "wrong": point.wrong]
    }
    let failure = inevitability.failure
    return [
      "from": value(inevitability.point), "before": value(inevitability.before),
      "failure": failure == .distantFuture ? nil : (failure - .start).seconds,
      "futures": Inevitability.draws, "isCutShort": inevitability.isCut,
    ]
  }

  /// The report, without a newline at its end.
  func text(
    file: String, kind: String, seed: UInt64, runs: Int, stoppedBy: String, risks: Int
  ) -> String {
    let value: JSONValue = [
      "file": file, "kind": kind, "seed": seed, "runs": runs, "stoppedBy": stoppedBy,
      "risksSeen": risks, "finds": JSONValue.array(finds),
    ]
    return value.text
  }
}

extension JSONValue {
  /// A text, or null.
  fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

extension ExploreCommand {
  /// Prints what was found as JSON, where that is asked for.
  ///
  /// - Parameters:
  ///   - isFound: whether the search ended because something was found.
  ///   - risks: what was seen and does not count.
  func printReport(
    of kind: String, _ tried: Int, of runs: Int, isFound: Bool, risks: Int
  ) throws(CommandError) {
    guard let report else { return }
    let stop =
      if Interruption.shared.signal != nil {
        "interruption"
      } else if isFound, !arguments.has("all") {
        "find"
      } else {
        tried < runs ? "seconds" : "runs"
      }
    try console.output.write(
      report.text(
        file: path, kind: kind, seed: seed, runs: tried, stoppedBy: stop, risks: risks) + "\n")
  }
}
