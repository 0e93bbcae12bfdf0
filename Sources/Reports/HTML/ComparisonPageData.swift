import Device
import Experiments
import Simulation

/// The data that the page's script reads (page/comparison/model.js): numbers in the metrics' own
/// units, with the texts that the other forms of the report have for them.
struct ComparisonPageData {
  private let page: ComparisonPage
  private var report: ComparisonReport { page.report }
  private var experiment: Experiment { report.experiment }

  init(_ page: ComparisonPage) { self.page = page }

  /// All data. O(figures).
  var json: JSONValue {
    let sections = report.analysis.sections
    return [
      "facts": report.facts.map { [$0.name, $0.value] }, "notes": report.notes,
      "policies": experiment.policies.map(\.label), "baseline": experiment.baseline,
      "about": experiment.policies.map { page.about($0) ?? "" },
      "isBound": experiment.policies.indices.map { report.isBound($0) ? 1 : 0 },
      "baselines": page.baselines.enumerated().map { policy, analysis in
        policy == experiment.baseline ? JSONValue.null : baseline(analysis)
      },
      "sentences": page.baselines.map(sentences), "verdicts": page.baselines.map(verdicts),
      "unit": experiment.blocks.isEmpty ? "seed" : "block",
      "replications": report.analysis.replications, "firstSeed": String(experiment.firstSeed),
      "level": report.analysis.level,
      "settings": sections.map { $0.setting.values.map { [$0.name, $0.text] } },
      "metrics": metrics, "sections": sections.indices.map(comparisons),
      "probabilities": ComparisonReport.Runs.probabilities, "runs": page.runs.map(runs),
      "apps": page.apps.map(app), "totals": totals,
    ]
  }

  // MARK: Metrics

  /// Returns the role of a metric: `shown` with a chart of its own, `quantile`, or `extra`.
  private func role(_ place: Int) -> String {
    let metric = report.analysis.metrics[place]
    if place < report.shownCount { return "shown" }
    return ComparisonReport.quantiles.contains { $0.name == metric.name } ? "quantile" : "extra"
  }

  private var metrics: [JSONValue] {
    report.analysis.metrics.enumerated().map {
      metric($1, role($0), report.scale($0, under: 0))
    }
      + page.extras.metrics.enumerated().map { metric($1, "extra", extraScale($0, under: 0)) }
  }

  private func extraScale(_ place: Int, under section: Int) -> MetricScale {
    MetricScale(
      page.extras.metrics[place].unit, page.extras.sections[section].comparisons[place],
      all: page.extras.sections.map { $0.comparisons[place] })
  }

  private func metric(_ metric: Metrics.Metric, _ role: String, _ scale: MetricScale) -> JSONValue {
    [
      "name": metric.name, "role": role, "better": metric.better.rawValue,
      "definition": metric.definition, "ownUnit": metric.unit.name, "unit": scale.unit,
      "factor": scale.factor,
    ]
  }

  /// Returns the comparisons by metric, in the order of `metrics`, and policy.
  private func comparisons(_ section: Int) -> [[JSONValue]] {
    report.analysis.sections[section].comparisons.enumerated().map {
      standings($1, report.scale($0, under: section))
    }
      + page.extras.sections[section].comparisons.enumerated().map {
        standings($1, extraScale($0, under: section))
      }
  }

  /// Returns the comparisons of the shown metrics with another baseline, by setting, metric and
  /// policy.
  private func baseline(_ analysis: ExperimentAnalysis) -> JSONValue {
    analysis.sections.indices.map { section in
      analysis.sections[section].comparisons.enumerated().map {
        standings($1, report.scale($0, under: section))
      }
    }.json
  }

  private func sentences(_ analysis: ExperimentAnalysis) -> [[String]] {
    analysis.sections.indices.map { section in
      experiment.policies.indices.map { report.sentence($0, under: section, in: analysis) ?? "" }
    }
  }

  private func verdicts(_ analysis: ExperimentAnalysis) -> [String] {
    analysis.sections.indices.map { report.verdict(under: $0, in: analysis) ?? "" }
  }

  private func standings(_ comparison: Comparison, _ scale: MetricScale) -> [JSONValue] {
    comparison.standings.indices.map {
      standing(comparison.standings[$0], StandingText(comparison, $0, scale))
    }
  }

  private func standing(_ standing: Comparison.Standing, _ text: StandingText) -> JSONValue {
    let missing: JSONValue = ["missing": standing.missing]
    let texts: JSONValue = [
      "texts": [
        text.mean, text.interval, text.difference, text.differenceInterval, text.adjustedP,
        text.meanRank, text.wins, text.verdict, text.mark,
      ]
    ]
    let difference: JSONValue? = standing.difference.map {
      estimate($0.estimate).adding([
        "p": $0.p, "adjustedP": $0.adjustedP, "verdict": $0.verdict.rawValue,
      ])
    }
    return missing.adding(estimate(standing.estimate)).adding(texts)
      .adding(difference.map { ["difference": $0] } ?? [:])
  }

  private func estimate(_ estimate: Estimate?) -> JSONValue {
    guard let estimate else { return ["count": 0] }
    return [
      "count": estimate.count, "mean": estimate.mean, "deviation": estimate.deviation,
      "low": estimate.low, "high": estimate.high,
    ]
  }

  // MARK: Runs, apps, and what happened in all runs

  private func runs(_ runs: ComparisonReport.Runs) -> JSONValue {
    [
      "seeds": runs.worlds.map { String($0.seed) }, "blocks": runs.worlds.map(\.block),
      "values": runs.values, "spreads": runs.spreads,
    ]
  }

  private func app(_ table: AppTable) -> JSONValue {
    let scale = MetricScale(table.metric.unit, table.rows.map(\.comparison))
    return [
      "metric": metric(table.metric, "app", scale),
      "setting": report.analysis.sections.firstIndex { $0.setting == table.setting } ?? 0,
      "rows": table.rows.map { row -> JSONValue in
        [
          "name": row.name, "isGroup": row.isGroup ? 1 : 0,
          "policies": standings(row.comparison, scale),
        ]
      },
    ]
  }

  private var totals: JSONValue {
    [
      "exits": report.exitTotals.map { total("", $0) },
      "findings": report.ruleTotals.flatMap { rule in
        rule.places.map {
          total(
            "\(rule.rule.kind.rawValue): \(rule.rule.summary) (\(rule.rule.rawValue))", $0)
        }
      },
      "failures": report.failureTotals.map {
        [report.name(of: $0.first).json, $0.message.json, $0.count.json]
      },
    ]
  }

  private func total(_ what: String, _ total: ComparisonReport.Total) -> JSONValue {
    ["what": what, "title": total.title, "counts": total.counts]
  }
}
