import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The whole report in full precision, in the metrics' own units; null where there is no value,
  /// and for a variance reduction that is infinite.
  var jsonValue: JSONValue {
    plan.adding([
      "metrics": analysis.metrics.map { json($0) },
      "comparisons": analysis.sections.flatMap { section in
        zip(analysis.metrics, section.comparisons).map { metric, comparison -> JSONValue in
          [
            "setting": json(section.setting), "metric": metric.key, "policies": json(comparison),
          ]
        }
      }, "regret": regrets.map { json($0) },
    ])
    .adding(isDetailed || !apps.isEmpty ? ["apps": apps.map { json($0) }] : [:])
    .adding(units.isEmpty ? [:] : ["units": units.map { json($0) }])
    .adding(effects.isEmpty ? [:] : ["effects": effects.map { json($0) }])
    .adding([
      "failures": failures.map { json($0) }, "policyFaults": policyFaults.map { json($0) },
      "findings": findings.map { json($0) }, "exits": exits.map { json($0) }, "notes": notes,
    ])
  }

  private var plan: JSONValue {
    let runs: JSONValue = [
      "done": progress.done, "failed": progress.failed, "stalled": progress.stalled,
      "missing": max(0, progress.missing),
    ]
    return [
      "title": experiment.title, "scenario": experiment.scenario, "runs": runs,
      "replications": analysis.replications, "firstSeed": experiment.firstSeed,
      "warmUp": experiment.warmUp.seconds, "level": analysis.level,
      "family": analysis.family.rawValue,
      "policies": experiment.policies.map { policy -> JSONValue in
        ["label": policy.label, "source": policy.source]
      }, "baseline": label(experiment.baseline),
      "settings": analysis.sections.map { json($0.setting) }, "blocks": experiment.blocks,
      "precision": experiment.precision.map { json($0) }, "storeSchema": Store.schemaVersion,
      "madeBy": origins.map { json($0) },
      "files": files.map { file -> JSONValue in ["path": file.path, "digest": file.digest] },
    ]
  }

  /// Returns a policy's label, in full.
  func label(_ policy: Int) -> String { experiment.policies[policy].label }

  func json(_ setting: Setting) -> JSONValue {
    .object(setting.values.map { .init($0.name, JSONValue(written: $0.text)) })
  }

  private func json(_ precision: Experiment.Precision) -> JSONValue {
    [
      "metric": precision.metric, "of": precision.subject.rawValue,
      "halfWidth": precision.halfWidth, "maximum": precision.maximum,
      "isReached": shortfall == nil,
    ]
  }

  private func json(_ origin: Origin) -> JSONValue {
    [
      "version": origin.version, "commit": origin.commit, "toolchain": origin.toolchain,
      "lua": origin.lua, "sqlite": origin.sqlite, "platform": origin.platform,
    ]
  }

  private func json(_ metric: Metrics.Metric) -> JSONValue {
    [
      "name": metric.name, "key": metric.key, "unit": metric.unit.name,
      "better": metric.better.rawValue, "definition": metric.definition,
    ]
  }

  /// Returns the standings, policy by policy.
  func json(_ comparison: Comparison) -> [JSONValue] {
    comparison.standings.enumerated().map { policy, standing in
      let name: JSONValue = ["policy": label(policy)]
      return name.adding(json(standing.estimate)).adding([
        "missing": standing.missing, "difference": standing.difference.map { json($0) },
        "meanRank": standing.rank, "wins": standing.wins,
      ])
    }
  }

  func json(_ estimate: Estimate?) -> JSONValue {
    [
      "count": estimate?.count ?? 0, "mean": estimate?.mean, "deviation": estimate?.deviation,
      "low": estimate?.low, "high": estimate?.high,
    ]
  }

  private func json(_ difference: PairedDifference) -> JSONValue {
    json(difference.estimate).adding([
      "p": difference.p, "adjustedP": difference.adjustedP,
      "varianceReduction": difference.varianceReduction, "verdict": difference.verdict.rawValue,
    ])
  }

  private func json(_ table: AppTable) -> JSONValue {
    func rows(_ rows: [AppTable.Row], named kind: String) -> [JSONValue] {
      rows.map { [kind: $0.name, "policies": json($0.comparison)] }
    }
    return [
      "setting": json(table.setting), "metric": table.metric.key,
      "apps": rows(table.apps, named: "app"), "groups": rows(table.groups, named: "group"),
    ]
  }

  private func json(_ run: FailedRun) -> JSONValue {
    [
      "setting": json(experiment.settings[run.setting]), "policy": label(run.policy),
      "seed": run.seed, "message": run.message, "stalled": run.isStalled,
    ]
  }

  private func json(_ fault: Store.FaultTotal) -> JSONValue {
    [
      "policy": label(fault.policy), "message": fault.message, "runs": fault.runs,
      "done": fault.done,
    ]
  }

  private func json(_ finding: Store.FindingTotal) -> JSONValue {
    [
      "policy": label(finding.policy), "rule": finding.rule, "file": finding.file,
      "line": finding.line, "count": finding.count, "runs": finding.runs,
      "message": finding.message,
    ]
  }

  private func json(_ exit: Store.ExitTotal) -> JSONValue {
    [
      "policy": label(exit.policy), "reason": exit.reason, "count": exit.count,
      "runs": exit.runs,
    ]
  }
}

extension JSONValue {
  /// Creates the value of a parameter from its text: a number or a flag where the text is one as
  /// JSON writes it, else a string.
  init(written text: String) {
    if let whole = Int(text), String(whole) == text {
      self = .integer(whole)
    } else if let number = Double(text), JSONValue.number(number).text == text {
      self = .number(number)
    } else {
      self = text == "true" || text == "false" ? .bool(text == "true") : .string(text)
    }
  }
}
