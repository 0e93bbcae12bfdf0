import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The whole report in full precision, in the metrics' own units; null where there is no value,
  /// and for a variance reduction that is infinite.
  var jsonValue: JSONValue {
    let detail: [JSONValue.Member] =
      (isDetailed || !apps.isEmpty ? [.init("apps", .array(apps.map { .object(json($0)) }))] : [])
      + (units.isEmpty ? [] : [.init("units", .array(units.map { .object(json($0)) }))])
      + (effects.isEmpty ? [] : [.init("effects", .array(effects.map { .object(json($0)) }))])
    return .object(
      plan + [
        .init("metrics", .array(analysis.metrics.map { .object(json($0)) })),
        .init(
          "comparisons",
          .array(
            analysis.sections.flatMap { section in
              zip(analysis.metrics, section.comparisons).map { metric, comparison in
                .object(json(section.setting, metric, comparison))
              }
            })),
        .init("regret", .array(regrets.map { .object(json($0)) })),
      ] + detail + [
        .init("failures", .array(failures.map { .object(json($0)) })),
        .init("policyFaults", .array(policyFaults.map { .object(json($0)) })),
        .init("findings", .array(findings.map { .object(json($0)) })),
        .init("exits", .array(exits.map { .object(json($0)) })),
        .init("notes", .array(notes.map { .string($0) })),
      ])
  }

  private var plan: [JSONValue.Member] {
    [
      .init("title", .string(experiment.title)),
      .init("scenario", .string(experiment.scenario)),
      .init(
        "runs",
        .object([
          .init("done", .integer(progress.done)), .init("failed", .integer(progress.failed)),
          .init("stalled", .integer(progress.stalled)),
          .init("missing", .integer(max(0, progress.missing))),
          .init("damaged", .integer(damagedRuns.count)),
        ])),
      .init("replications", .integer(analysis.replications)),
      .init("firstSeed", .unsigned(experiment.firstSeed)),
      .init("warmUp", .number(experiment.warmUp.seconds)),
      .init("level", .number(analysis.level)),
      .init("family", .string(analysis.family.rawValue)),
      .init(
        "policies",
        .array(
          experiment.policies.map {
            .object([.init("label", .string($0.label)), .init("source", .string($0.source))])
          })),
      .init("baseline", .string(experiment.policies[experiment.baseline].label)),
      .init("settings", .array(analysis.sections.map { json($0.setting) })),
      .init("blocks", .array(experiment.blocks.map { .string($0) })),
      .init("precision", experiment.precision.map { .object(json($0)) } ?? .null),
      .init("storeSchema", .integer(Store.schemaVersion)),
      .init("madeBy", .array(origins.map { .object(json($0)) })),
      .init(
        "files",
        .array(
          files.map {
            .object([.init("path", .string($0.path)), .init("digest", .string($0.digest))])
          })),
    ]
  }

  func json(_ setting: Setting) -> JSONValue {
    .object(setting.values.map { .init($0.name, $0.json) })
  }

  private func json(_ precision: Experiment.Precision) -> [JSONValue.Member] {
    [
      .init("metric", .string(precision.metric)), .init("of", .string(precision.subject.rawValue)),
      .init("halfWidth", .number(precision.halfWidth)),
      .init("maximum", .integer(precision.maximum)),
      .init("isReached", .bool(shortfall == nil)),
    ]
  }

  private func json(_ origin: Origin) -> [JSONValue.Member] {
    [
      .init("version", .string(origin.version)), .init("commit", .string(origin.commit)),
      .init("toolchain", .string(origin.toolchain)), .init("lua", .string(origin.lua)),
      .init("sqlite", .string(origin.sqlite)), .init("platform", .string(origin.platform)),
    ]
  }

  private func json(_ metric: Metrics.Metric) -> [JSONValue.Member] {
    [
      .init("name", .string(metric.name)), .init("key", .string(metric.key)),
      .init("unit", .string(metric.unit.name)), .init("better", .string(metric.better.rawValue)),
      .init("definition", .string(metric.definition)),
    ]
  }

  private func json(
    _ setting: Setting, _ metric: Metrics.Metric, _ comparison: Comparison
  ) -> [JSONValue.Member] {
    [
      .init("setting", json(setting)), .init("metric", .string(metric.key)),
      .init(
        "policies",
        .array(
          comparison.standings.indices.map { .object(json(comparison.standings[$0], of: $0)) })),
    ]
  }

  func json(_ standing: Comparison.Standing, of policy: Int) -> [JSONValue.Member] {
    [.init("policy", .string(experiment.policies[policy].label))] + json(standing.estimate)
      + [
        .init("missing", .integer(standing.missing)),
        .init("difference", standing.difference.map { .object(json($0)) } ?? .null),
        .init("meanRank", number(standing.rank)), .init("wins", number(standing.wins)),
      ]
  }

  func json(_ estimate: Estimate?) -> [JSONValue.Member] {
    [
      .init("count", .integer(estimate?.count ?? 0)), .init("mean", number(estimate?.mean)),
      .init("deviation", number(estimate?.deviation)), .init("low", number(estimate?.low)),
      .init("high", number(estimate?.high)),
    ]
  }

  private func json(_ difference: PairedDifference) -> [JSONValue.Member] {
    json(difference.estimate) + [
      .init("p", number(difference.p)), .init("adjustedP", number(difference.adjustedP)),
      .init("varianceReduction", number(difference.varianceReduction)),
      .init("verdict", .string(difference.verdict.rawValue)),
    ]
  }

  private func json(_ table: AppTable) -> [JSONValue.Member] {
    [
      .init("setting", json(table.setting)), .init("metric", .string(table.metric.key)),
      .init("apps", .array(table.apps.map { .object(json($0, named: "app")) })),
      .init("groups", .array(table.groups.map { .object(json($0, named: "group")) })),
    ]
  }

  private func json(_ row: AppTable.Row, named kind: String) -> [JSONValue.Member] {
    [
      .init(kind, .string(row.name)),
      .init(
        "policies",
        .array(
          row.comparison.standings.indices.map {
            .object(json(row.comparison.standings[$0], of: $0))
          })),
    ]
  }

  private func json(_ run: FailedRun) -> [JSONValue.Member] {
    [
      .init("setting", json(experiment.settings[run.setting])),
      .init("policy", .string(experiment.policies[run.policy].label)),
      .init("seed", .unsigned(run.seed)), .init("message", .string(run.message)),
      .init("stalled", .bool(run.isStalled)),
    ]
  }

  private func json(_ fault: Store.FaultTotal) -> [JSONValue.Member] {
    [
      .init("policy", .string(experiment.policies[fault.policy].label)),
      .init("message", .string(fault.message)), .init("runs", .integer(fault.runs)),
      .init("done", .integer(fault.done)),
    ]
  }

  private func json(_ finding: Store.FindingTotal) -> [JSONValue.Member] {
    [
      .init("policy", .string(experiment.policies[finding.policy].label)),
      .init("rule", .string(finding.rule)),
      .init("file", finding.file.map { .string($0) } ?? .null),
      .init("line", finding.line.map { .integer($0) } ?? .null),
      .init("count", .integer(finding.count)), .init("runs", .integer(finding.runs)),
      .init("message", .string(finding.message)),
    ]
  }

  private func json(_ exit: Store.ExitTotal) -> [JSONValue.Member] {
    [
      .init("policy", .string(experiment.policies[exit.policy].label)),
      .init("reason", .string(exit.reason)), .init("count", .integer(exit.count)),
      .init("runs", .integer(exit.runs)),
    ]
  }

  func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
}

extension Setting.Value {
  /// The value as JSON: a number where the string is one as JSON writes it, else a string.
  fileprivate var json: JSONValue {
    if let whole = Int(text), String(whole) == text { return .integer(whole) }
    return .string(text)
  }
}
