import Device
import Simulation

extension RunReport {
  /// The report as a JSON object with the figures of `text` under their names in lowerCamelCase,
  /// times in seconds.
  ///
  /// The figures of kinds of work, pushes and requests are left out for an app that never had any,
  /// and for the device where no app had.
  /// A function of the run alone, without a newline at its end.
  public var json: String { jsonValue.text }

  var jsonValue: JSONValue {
    [
      "scenario": run.title, "os": run.platform.name, "policy": run.policy, "seed": run.seed,
      "parameters": JSONValue.object(settings.map { .init($0.name, JSONValue(written: $0.text)) }),
      "run": stored?.number, "warmUp": run.warmUp.seconds,
      "startsAt": run.clock.startsAt.seconds, "duration": run.duration.seconds,
      "events": run.events, "fingerprint": run.fingerprint.description, "device": device,
      "apps": JSONValue.object(run.apps.map { .init($0.name, app($0)) }),
      "findings": run.findings.map(finding),
    ]
  }

  private var device: JSONValue {
    let absent = absentGroups { figure in run.apps.contains { figure.value($0) != nil } }
    return .object(
      Metrics.all.filter { !absent.contains($0.group) }
        .map { .init($0.key, $0.value(run).map($0.unit.json).json) }
    ).adding(["firstPolicyFault": run.device.firstPolicyFault])
  }

  /// The groups of figures of what nothing was heard of.
  private func absentGroups(unless occurs: (Figure<AppStatistics>) -> Bool) -> Set<String> {
    Set(AppFigures.occasional.map(\.group))
      .subtracting(AppFigures.occasional.filter(occurs).map(\.group))
  }

  private func app(_ app: AppStatistics) -> JSONValue {
    let absent = absentGroups { $0.value(app) != nil }
    let occurring = AppFigures.all.filter { !absent.contains($0.group) }
    let exits = app.exitsByReason.map {
      JSONValue.Member($0.reason.rawValue, .integer($0.count))
    }
    return object(occurring, of: app).adding([
      "asked": app.asked, "askedForWork": app.askedForWork,
      "exitsByReason": JSONValue.object(exits),
    ])
  }

  private func finding(_ finding: Finding) -> JSONValue {
    [
      "rule": finding.rule.rawValue, "kind": finding.rule.kind.rawValue,
      "app": run.apps[Int(finding.app.index)].name,
      "file": finding.location?.file, "line": finding.location?.line, "count": finding.count,
      "firstAt": finding.firstAt.seconds, "message": finding.message,
      "advice": finding.rule.advice(on: run.platform.family),
    ]
  }

  private func object<Subject>(_ figures: [Figure<Subject>], of subject: Subject) -> JSONValue {
    .object(figures.map { .init($0.key, $0.value(subject).map($0.unit.json).json) })
  }
}
