import Experiments
import Simulation

// The summary alone, as a table for a paper, a document or a sheet.

extension ComparisonReport {
  /// Returns the means of all metrics side by side, with their marks, and a sentence on the best
  /// policy: in a text with the plan; in the other formats without it. In CSV there is a row a
  /// setting and policy, in full precision, and a column of marks beside each metric.
  ///
  /// - Precondition: the format is not JSON, which has no summary.
  public func summary(_ format: ReportFormat, _ style: TextStyle) -> String {
    switch format {
    case .text: summary(style)
    case .csv: summaryCSV
    case .markdown:
      (panelSections(summaryPanels) + verdictTexts.map { [markdownEscaped($0)] })
        .map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    case .latex:
      summaryPanels.enumerated().map {
        table($1, number: $0 + 1, label: "summary").joined(separator: "\n") + "\n"
      }.joined(separator: "\n")
    case .json: fatalError("a report in JSON has no summary")
    }
  }

  /// The summary, a panel a setting.
  private var summaryPanels: [NamedPanel] {
    guard let summary else { return [] }
    return zip(summary.settings, summary.rows).map { setting, rows in
      NamedPanel(
        title: "Means", setting: analysis.sections[setting.place].setting, kind: "policy",
        columns: summary.columns.map { column in
          .init(column.metric.name + (column.unit.isEmpty ? "" : ", \(column.unit)"))
        },
        rows: rows.enumerated().map { .init(name: name($0), cells: $1) },
        remarks: [summary.legend, alike(setting)].filter { !$0.isEmpty }
          + policyFaults.map(faultClause))
    }
  }

  private var summaryCSV: String {
    var csv = CSVText()
    let metrics = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    let names = analysis.sections.first?.setting.values.map { $0.name } ?? []
    csv.add(
      names + ["policy"]
        + metrics.flatMap { [analysis.metrics[$0].name, "\(analysis.metrics[$0].name) verdict"] })
    for section in analysis.sections {
      for policy in experiment.policies.indices {
        csv.add(
          section.setting.values.map { $0.text } + [experiment.policies[policy].label]
            + metrics.flatMap { metric in
              let standing = section.comparisons[metric].standings[policy]
              return [
                CSVText.number(standing.estimate?.mean),
                standing.difference?.verdict.rawValue ?? "",
              ]
            })
      }
    }
    return csv.text
  }
}
