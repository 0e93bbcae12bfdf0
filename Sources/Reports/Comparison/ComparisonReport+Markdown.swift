import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The report as a document in GitHub's Markdown.
  var markdown: String {
    let blocks =
      [["# \(markdownEscaped(title))"], factTable, noteList]
      + sideBySide(summary, "Summary: means") + metricTables
      + sideBySide(distributions, "Distributions: quantiles within a run, mean over the runs")
      + panelSections(
        regretPanels + appPanels + unitPanels + effectPanels + [talliesPanel].compactMap(\.self))
      + [
        exitList, findingList, failureList,
      ]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var factTable: [String] {
    lines(["", ""], textColumns: 2, facts.map { [$0.name, $0.value] })
  }

  private var noteList: [String] { notes.map { "- \(markdownEscaped($0))" } }

  private var metricTables: [[String]] {
    analysis.metrics.indices.prefix(shownCount).filter(hasValues).flatMap { metric in
      let unit = scale(metric, under: 0).unit
      let title = [
        ["## \(markdownEscaped(heading(analysis.metrics[metric], unit: bothUnits(unit))))"],
        [markdownEscaped(analysis.metrics[metric].definition)],
      ]
      return title
        + distinct([metric]).flatMap { setting in
          let section = analysis.sections[setting.place]
          return settingTitle(section.setting)
            + table(
              section.comparisons[metric], scale(metric, under: setting.place), alike(setting))
        }
    }
  }

  private func settingTitle(_ setting: Setting) -> [[String]] {
    hasSeveralSettings ? [["### \(markdownEscaped(printable(setting.description)))"]] : []
  }

  private func table(
    _ comparison: Comparison, _ scale: MetricScale, _ alike: String
  ) -> [[String]] {
    let rows = comparison.standings.indices.map { policy in
      let text = StandingText(comparison, policy, scale)
      return [
        name(policy), text.verdict, text.mean, text.interval, text.deviation, text.difference,
        text.differenceInterval, text.adjustedP, text.rank, text.meanRank, text.wins,
      ]
    }
    let heads = [
      "policy", "verdict", "mean", "95 % interval", "deviation", "difference", "95 % interval",
      "p (Holm)", "rank", "mean rank", "wins",
    ]
    let remarks = [commonRandomNumbers(comparison), gaps(comparison), alike].filter { !$0.isEmpty }
    return [lines(heads, textColumns: 2, rows)]
      + (remarks.isEmpty ? [] : [[markdownEscaped(remarks.joined(separator: "; "))]])
  }

  private func sideBySide(_ panel: Panel?, _ title: String) -> [[String]] {
    guard let panel else { return [] }
    let heads = panel.columns.map { $0.metric.name + ($0.unit.isEmpty ? "" : ", \($0.unit)") }
    let tables = panel.settings.enumerated().flatMap { place, setting in
      let rows = panel.rows[place].enumerated().map { policy, cells in
        [name(policy)] + cells.map { $0.mark.isEmpty ? $0.text : "\($0.text) \($0.mark)" }
      }
      let alike = alike(setting)
      return settingTitle(analysis.sections[setting.place].setting)
        + [lines(["policy"] + heads, textColumns: 1, rows)]
        + (alike.isEmpty ? [] : [[markdownEscaped(alike)]])
    }
    return [["## \(title)"]] + tables
      + (panel.legend.isEmpty ? [] : [[markdownEscaped(panel.legend)]])
  }

  func panelSections(_ panels: [NamedPanel]) -> [[String]] {
    panels.flatMap { panel -> [[String]] in
      let heads = [panel.kind] + panel.columns.map(\.full)
      return [["## \(markdownEscaped(panel.title))"]] + (panel.setting.map(settingTitle) ?? [])
        + [lines(heads, textColumns: 1, panel.rows.map { [$0.name] + $0.texts })]
        + panel.remarks.map { [markdownEscaped($0)] }
    }
  }

  private var exitList: [String] {
    guard !exitTotals.isEmpty else { return [] }
    return ["## Exits by reason, all runs", ""]
      + exitTotals.map {
        "- \(grouped($0.count)) \(markdownEscaped($0.title)): \(markdownEscaped(byPolicy($0)))"
      }
  }

  private var findingList: [String] {
    guard !ruleTotals.isEmpty else { return [] }
    return ["## Findings, all runs", ""]
      + ruleTotals.flatMap { total in
        ["- \(markdownEscaped(total.rule.kindAndSummary)) (`\(total.rule.rawValue)`)"]
          + total.places.map {
            "  - \(grouped($0.count)) at \(markdownEscaped($0.title)): \(markdownEscaped(byPolicy($0)))"
          }
      } + ["", RunReport.moreOfFindings.replacing("'", with: "`")]
  }

  private var failureList: [String] {
    guard !failures.isEmpty else { return [] }
    return ["## Runs that failed or stalled", "", "\(failureCounts):", ""]
      + failureTotals.map { total in
        let more = total.count > 1 ? " and \(others(total.count - 1))" : ""
        return
          "- \(markdownEscaped(name(of: total.first)))\(more): \(markdownEscaped(printable(total.message)))"
      }
  }

  /// Returns the lines of a table whose first columns hold text, the others numbers.
  private func lines(_ heads: [String], textColumns: Int, _ rows: [[String]]) -> [String] {
    let row = { (cells: [String]) in
      "| " + cells.map(markdownEscaped).joined(separator: " | ") + " |"
    }
    let rule = heads.indices.map { $0 < textColumns ? "---" : "---:" }
    return [row(heads), "|" + rule.joined(separator: "|") + "|"] + rows.map(row)
  }
}

/// Returns a string with `\` before what has a meaning in Markdown, with an accent or without.
/// O(n).
func markdownEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if "\\`*_|<>[]#~".unicodeScalars.contains(scalar) { result.append("\\") }
    result.unicodeScalars.append(scalar)
  }
  return result
}
