import Device
import Experiments

extension ComparisonReport {
  /// The columns of the CSV, in order; docs/statistics.md tells what is in them. After them comes
  /// one for each parameter, `parameter.NAME`.
  static let columns = [
    "setting", "policy", "source", "is_baseline", "app", "app_group", "metric", "key", "unit",
    "better", "count",
    "missing", "mean", "deviation", "low", "high", "pairs", "difference", "difference_deviation",
    "difference_low", "difference_high", "p", "adjusted_p", "variance_reduction", "verdict",
    "mean_rank", "wins",
  ]

  var csv: String {
    var csv = CSVText()
    let parameters = parameterNames
    csv.add(ComparisonReport.columns + parameters.map { "parameter.\($0)" })
    for section in analysis.sections {
      for (metric, comparison) in zip(analysis.metrics, section.comparisons) {
        for (policy, standing) in comparison.standings.enumerated() {
          csv.add(
            head(section.setting, policy, metric)
              + figures(standing) + values(section.setting, parameters))
        }
      }
    }
    for table in apps {
      for row in table.rows {
        for (policy, standing) in row.comparison.standings.enumerated() {
          csv.add(
            head(table.setting, policy, of: row, table.metric)
              + figures(standing) + values(table.setting, parameters))
        }
      }
    }
    return csv.text
  }

  /// In order of first appearance, without blocks.
  private var parameterNames: [String] {
    var names: [String] = []
    for value in analysis.sections.flatMap(\.setting.values) where !names.contains(value.name) {
      names.append(value.name)
    }
    return names
  }

  private func head(
    _ setting: Setting, _ policy: Int, of row: AppTable.Row? = nil, _ metric: Metrics.Metric
  ) -> [String] {
    let choice = experiment.policies[policy]
    return [
      setting.description, choice.label, choice.source, String(policy == experiment.baseline),
      row.map { $0.isGroup ? "" : $0.name } ?? "", row.map { $0.isGroup ? $0.name : "" } ?? "",
      metric.name, metric.key, metric.unit.name, metric.better.rawValue,
    ]
  }

  private func figures(_ standing: Comparison.Standing) -> [String] {
    [String(standing.estimate?.count ?? 0), String(standing.missing)]
      + figures(standing.estimate) + figures(standing.difference)
      + [CSVText.number(standing.rank), CSVText.number(standing.wins)]
  }

  private func figures(_ estimate: Estimate?) -> [String] {
    [estimate?.mean, estimate?.deviation, estimate?.low, estimate?.high].map(CSVText.number)
  }

  private func figures(_ difference: PairedDifference?) -> [String] {
    [difference.map { String($0.estimate.count) } ?? ""] + figures(difference?.estimate)
      + [difference?.p, difference?.adjustedP, difference?.varianceReduction].map(CSVText.number)
      + [difference?.verdict.rawValue ?? ""]
  }

  private func values(_ setting: Setting, _ parameters: [String]) -> [String] {
    parameters.map { name in setting.values.first { $0.name == name }?.text ?? "" }
  }
}
