import Device
import Experiments

extension ComparisonReport {
  /// The columns of the CSV, in order; docs/statistics.md describes their contents. After them
  /// comes one for each parameter, `parameter.NAME`.
  static let columns = [
    "setting", "policy", "source", "is_baseline", "app", "app_group", "metric", "key", "unit",
    "better", "count",
    "missing", "mean", "deviation", "low", "high", "pairs", "difference", "difference_deviation",
    "difference_low", "difference_high", "p", "adjusted_p", "variance_reduction", "verdict",
    "mean_rank", "wins", "regret", "regret_low", "regret_high", "seed", "block", "effect", "share",
    "effect_size", "effect_deviation", "effect_p", "effect_adjusted_p",
  ]

  var csv: String {
    var csv = CSVText()
    let parameters = parameterNames
    csv.add(ComparisonReport.columns + parameters.map { "parameter.\($0)" })
    for section in analysis.sections {
      for (metric, comparison) in zip(analysis.metrics, section.comparisons) {
        for (policy, standing) in comparison.standings.enumerated() {
          csv.add(
            head(section.setting, policy, metric) + figures(standing)
              + figures(regret(metric, section.setting, policy)) + blanks(8)
              + values(section.setting, parameters))
        }
      }
    }
    for table in apps {
      for row in table.rows {
        for (policy, standing) in row.comparison.standings.enumerated() {
          csv.add(
            head(table.setting, policy, of: row, table.metric)
              + figures(standing) + blanks(11) + values(table.setting, parameters))
        }
      }
    }
    for table in units {
      for row in table.rows {
        for (policy, standing) in row.comparison.standings.enumerated() {
          csv.add(
            head(table.setting, policy, table.metric) + figures(standing) + blanks(3)
              + names(row.unit) + blanks(6) + values(table.setting, parameters))
        }
      }
    }
    addEffects(to: &csv, parameters)
    return csv.text
  }

  /// Adds one row a policy, or family of policies, and effect: on its values, and on its
  /// differences.
  private func addEffects(to csv: inout CSVText, _ parameters: [String]) {
    for table in effects where !table.isOfDifferences {
      let other = effects.first { $0.metric.name == table.metric.name && $0.isOfDifferences }
      for column in table.columns {
        let difference = other?.columns.first { $0.subject.policy == column.subject.policy }
        let isFamily = column.subject.policy == nil
        for (place, term) in table.terms.enumerated() {
          let effect = column.effects[place]
          let onDifference = isFamily ? nil : difference?.effects[place]
          let share = column.shares.first { $0.parameters == term.parameters && term.texts.isEmpty }
          csv.add(
            head(column, table.metric)
              + [String(column.units), "0"] + figures(effect.estimate)
              + [onDifference.map { String($0.estimate.count) } ?? ""]
              + figures(onDifference?.estimate)
              + [
                CSVText.number(onDifference?.estimate.pOfZeroMean),
                CSVText.number(onDifference?.adjustedP),
              ] + blanks(9) + [
                term.name, CSVText.number(share?.value), CSVText.number(effect.size?.mean),
                CSVText.number(effect.deviation), CSVText.number(effect.estimate.pOfZeroMean),
                CSVText.number(effect.adjustedP),
              ] + blanks(parameters.count))
        }
        for share in column.shares where table.method == .factorial || share.parameters.isEmpty {
          csv.add(
            head(column, table.metric) + [String(column.units), "0"] + blanks(20)
              + [share.parameters.joined(separator: " "), CSVText.number(share.value)] + blanks(4)
              + blanks(parameters.count))
        }
      }
    }
  }

  private func head(_ column: EffectTable.Column, _ metric: Metrics.Metric) -> [String] {
    if let policy = column.subject.policy { return head(Setting(), policy, metric) }
    let name = self.name(of: column.subject)
    return ["", name, name, "false", "", "", metric.name, metric.key, metric.unit.name]
      + [metric.better.rawValue]
  }

  private func blanks(_ count: Int) -> [String] { Array(repeating: "", count: count) }

  private func names(_ unit: ComparedUnit) -> [String] {
    switch unit {
    case .seed(let seed): [String(seed), ""]
    case .block(let setting): ["", setting.identity]
    }
  }

  func regret(_ metric: Metrics.Metric, _ setting: Setting, _ policy: Int) -> RatioEstimate? {
    regrets.first { $0.metric.name == metric.name && $0.setting == setting }?.ratios[policy]
  }

  private func figures(_ regret: RatioEstimate?) -> [String] {
    [regret?.ratio, regret?.interval?.lowerBound, regret?.interval?.upperBound]
      .map(CSVText.number)
  }

  /// The parameters' names in order of first appearance, without blocks.
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
      setting.identity, choice.label, choice.source, String(policy == experiment.baseline),
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

extension EffectTable {
  /// Whether the columns are of differences from the baseline.
  var isOfDifferences: Bool {
    if case .difference = columns[0].subject { true } else { false }
  }
}

extension EffectTable.Subject {
  /// The policy's place; nil for a family.
  var policy: Int? {
    switch self {
    case .value(let policy), .difference(let policy): policy
    case .family: nil
    }
  }
}
