import Device
import Simulation

/// What can be expected of an app: `expect(app, .endsItsTasks)`.
public struct AppExpectation: Sendable {
  /// Why an expectation is not met.
  public struct Shortcoming: Sendable {
    /// What was seen instead.
    public let seen: String
    /// The finding behind it, whose line and advice are told too.
    public let finding: Finding?

    /// A shortcoming in words.
    public init(_ seen: String) {
      self.seen = seen
      finding = nil
    }

    /// A finding as a shortcoming.
    public init(_ finding: Finding) {
      seen = finding.message
      self.finding = finding
    }
  }

  /// Follows "to": "end its background tasks".
  public let text: String
  let judge: @Sendable (Phone.App) -> [Shortcoming]

  /// An expectation of one's own.
  ///
  /// - Parameters:
  ///   - text: follows "to", as in "keep its requests pending".
  ///   - judge: looks at the app and says what is not as it should be; empty: all is well.
  public init(_ text: String, _ judge: @escaping @Sendable (Phone.App) -> [Shortcoming]) {
    self.text = text
    self.judge = judge
  }

  /// No background task is open now, and none was open when it should not have been any more: at
  /// the end of its time, or after its expiration handler.
  public static let endsItsTasks = AppExpectation("end its background tasks") { app in
    let shortcomings = findings(
      of: app, [.taskNeverEnded, .taskNotEndedInHandler, .tooManyTasks])
    if app.tasks.isEmpty || !shortcomings.isEmpty { return shortcomings }
    return [Shortcoming("open now: \(app.tasks.joined(separator: ", "))")]
  }

  /// Whatever it was started for, a fetch, a push, a task of BGTaskScheduler, the events of a
  /// session, it has completed once and in time.
  public static let completesItsWork = AppExpectation("complete its work once and in time") {
    findings(
      of: $0,
      [
        .completionNeverCalled, .completionCalledTwice, .completionCalledLate,
        .completionBadResult, .taskNotCompleted, .taskCompletedTwice, .sessionEventsNotCompleted,
      ])
  }

  /// None of its processes has ended but by the user, for want of memory, or in good order.
  public static let survives = AppExpectation("survive") { app in
    let exits = app.exits.filter { !$0.isOrderly }
    guard !exits.isEmpty else { return [] }
    let told = exits.map { exit in exit.code.map { "\(exit.rawValue) (\($0))" } ?? exit.rawValue }
    return [Shortcoming("ended by \(told.joined(separator: ", "))")]
  }

  /// It has made no mistake that the device reports.
  public static let hasNoFindings = AppExpectation("have no findings") { app in
    app.findings.map { Shortcoming($0) }
  }

  /// It has made a mistake, in this line if one is named: for tests of a bug that is known.
  public static func hasFinding(_ rule: FindingRule, line: Int? = nil) -> AppExpectation {
    AppExpectation("have the finding \(rule.rawValue)\(line.map { " at line \($0)" } ?? "")") {
      let isThere = $0.findings.contains {
        $0.rule == rule && (line == nil || $0.location?.line == line)
      }
      if isThere { return [] }
      let seen = $0.findings.map(\.testDescription).joined(separator: "; ")
      return [Shortcoming("findings: \(seen.isEmpty ? "none" : seen)")]
    }
  }

  private static func findings(of app: Phone.App, _ rules: [FindingRule]) -> [Shortcoming] {
    app.findings.filter { rules.contains($0.rule) }.map { Shortcoming($0) }
  }
}
