import Device
import Simulation

extension RunReport {
  /// The report as a JSON object with the figures of `text` under their names in lowerCamelCase,
  /// times in seconds.
  ///
  /// The figures of kinds of work, pushes and requests are left out for an app that never had any.
  /// A function of the run alone, without a newline at its end.
  public var json: String { jsonValue.text }

  var jsonValue: JSONValue {
    .object([
      .init("scenario", .string(run.title)),
      .init("policy", .string(run.policy)),
      .init("seed", .unsigned(run.seed)),
      .init("startsAt", .number(run.clock.startsAt.seconds)),
      .init("duration", .number(run.duration.seconds)),
      .init("events", .integer(run.events)),
      .init("fingerprint", .string(run.fingerprint.description)),
      .init("device", .object(device)),
      .init("apps", .object(run.apps.map { .init($0.name, .object(app($0))) })),
      .init("findings", .array(run.findings.map { .object(finding($0)) })),
    ])
  }

  private var device: [JSONValue.Member] {
    members(DeviceFigures.all, of: run)
      + (AppFigures.waits + AppFigures.staleness + AppFigures.content + AppFigures.locks).map {
        figure in
        JSONValue.Member(figure.key, figure.total(of: run.apps).map(figure.unit.json) ?? .null)
      } + [
        .init("firstPolicyFault", run.device.firstPolicyFault.map { .string($0) } ?? .null)
      ]
  }

  private func app(_ app: AppStatistics) -> [JSONValue.Member] {
    let exits = app.exitsByReason.map { exit in
      JSONValue.Member(exit.reason.rawValue, .integer(exit.count))
    }
    let occasional = Set(AppFigures.occasional.map(\.group))
    let present = Set(AppFigures.occasional.filter { $0.value(app) != nil }.map(\.group))
    let occurring = AppFigures.all.filter {
      !occasional.contains($0.group) || present.contains($0.group)
    }
    return members(occurring, of: app) + [
      .init("asked", .bool(app.asked)), .init("askedForWork", .bool(app.askedForWork)),
      .init("exitsByReason", .object(exits)),
    ]
  }

  private func finding(_ finding: Finding) -> [JSONValue.Member] {
    [
      .init("rule", .string(finding.rule.rawValue)),
      .init("app", .string(run.apps[Int(finding.app.index)].name)),
      .init("file", finding.location.map { .string($0.file) } ?? .null),
      .init("line", finding.location.map { .integer($0.line) } ?? .null),
      .init("count", .integer(finding.count)),
      .init("firstAt", .number(finding.firstAt.seconds)),
      .init("message", .string(finding.message)),
      .init("advice", .string(finding.rule.advice)),
    ]
  }

  private func members<Subject>(_ figures: [Figure<Subject>], of subject: Subject)
    -> [JSONValue.Member]
  {
    figures.map { figure in
      .init(figure.key, figure.value(subject).map(figure.unit.json) ?? .null)
    }
  }
}
