import Device
import Simulation

/// An expectation of an app: `expect(app, .endsItsTasks)`.
public struct AppExpectation: Sendable {
  /// A reason why an expectation is not met.
  public struct Shortcoming: Sendable {
    /// The text of what was seen instead.
    public let seen: String
    /// The finding behind it, whose line and advice the issue shows too.
    public let finding: Finding?

    /// Makes a shortcoming of words.
    public init(_ seen: String) {
      self.seen = seen
      finding = nil
    }

    /// Makes a shortcoming of a finding.
    public init(_ finding: Finding) {
      seen = finding.message
      self.finding = finding
    }
  }

  /// The words that follow "to": "end its background tasks".
  public let text: String
  let judge: @Sendable (Phone.App) -> [Shortcoming]

  /// Makes an expectation of your own.
  ///
  /// - Parameters:
  ///   - text: follows "to", as in "keep its requests pending".
  ///   - judge: looks at the app and says what is not as it should be; empty: all is well.
  public init(_ text: String, _ judge: @escaping @Sendable (Phone.App) -> [Shortcoming]) {
    self.text = text
    self.judge = judge
  }

  /// The app ends its background tasks: none is open now, and none was open at the end of its time
  /// or after its expiration handler.
  public static let endsItsTasks = AppExpectation("end its background tasks") { app in
    let shortcomings = findings(
      of: app, [.taskNeverEnded, .taskNotEndedInHandler, .tooManyTasks])
    if app.tasks.isEmpty || !shortcomings.isEmpty { return shortcomings }
    return [Shortcoming("open now: \(app.tasks.joined(separator: ", "))")]
  }

  /// The app completes all that it is started for, once and in time: fetches, pushes, tasks of
  /// BGTaskScheduler, the events of sessions.
  public static let completesItsWork = AppExpectation("complete its work once and in time") {
    findings(
      of: $0,
      [
        .completionNeverCalled, .completionWaitsForServer, .completionTooLate,
        .completionCalledTwice, .completionCalledLate, .completionBadResult,
        .contentHandlerNeverCalled, .jobNeverFinished, .messageTookTooLong, .taskNotCompleted,
        .taskCompletedTwice, .sessionEventsNotCompleted,
      ])
  }

  /// The app survives: no process has ended but by the user, for want of memory, by heat, or in good
  /// order.
  public static let survives = AppExpectation("survive") { app in
    let exits = app.exits.filter { !$0.isOrderly }
    guard !exits.isEmpty else { return [] }
    let platform = app.phone.driven.platform
    let told = ExitReason.inWords(exits) { exit in
      platform.code(of: exit).map { "\(exit.rawValue) (\($0))" } ?? exit.rawValue
    }
    return [Shortcoming(told)]
  }

  /// The app has no faults: no finding that the phone ends an app for, or by which work is lost.
  public static let hasNoFindings = hasNoFindings(.fault)

  /// The app has no findings of a kind, or graver ones, but those that comments in its script
  /// allow.
  public static func hasNoFindings(_ least: FindingRule.Kind) -> AppExpectation {
    AppExpectation("have no \(least.orGraver)") { app in
      app.findings.filter { $0.rule.kind >= least && !app.allows($0) }.map { Shortcoming($0) }
    }
  }

  /// The app has a finding, in this line if one is named: for tests of a known bug.
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
