import Device
import Experiments

extension ComparisonReport {
  /// A document in GitHub's Markdown.
  var markdown: String {
    let blocks =
      [["# \(escaped(title))"], factTable] + [noteList] + metricTables + distributions + appSections
      + [exitList, findingList, failureList]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var factTable: [String] {
    lines(["", ""], textColumns: 2, facts.map { [$0.name, $0.value] })
  }

  private var noteList: [String] { notes.map { "- \(escaped($0))" } }

  private var metricTables: [[String]] {
    analysis.metrics.indices.prefix(shownCount).filter(hasValues).flatMap { metric in
      let scale = scale(metric)
      let title = [
        ["## \(escaped(heading(analysis.metrics[metric], scale)))"],
        [escaped(analysis.metrics[metric].definition)],
      ]
      return title
        + analysis.sections.flatMap { section in
          settingTitle(section.setting) + table(section.comparisons[metric], scale)
        }
    }
  }

  private func settingTitle(_ setting: Setting) -> [[String]] {
    setting.values.isEmpty ? [] : [["### \(escaped(printable(setting.description)))"]]
  }

  private func table(_ comparison: Comparison, _ scale: MetricScale) -> [[String]] {
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
    let remarks = [commonRandomNumbers(comparison), gaps(comparison)].filter { !$0.isEmpty }
    return [lines(heads, textColumns: 2, rows)]
      + (remarks.isEmpty ? [] : [[escaped(remarks.joined(separator: "; "))]])
  }

  private var distributions: [[String]] {
    let metrics = analysis.metrics.indices.filter { place in
      ComparisonReport.distributions.contains { $0.name == analysis.metrics[place].name }
        && hasValues(place)
    }
    guard !metrics.isEmpty else { return [] }
    let scales = metrics.map(scale)
    let heads = zip(metrics, scales).map { metric, scale in
      analysis.metrics[metric].name + (scale.unit.isEmpty ? "" : ", \(scale.unit)")
    }
    return [["## Distributions"], ["Quantiles within a run, mean over the runs."]]
      + analysis.sections.flatMap { section in
        let rows = experiment.policies.indices.map { policy in
          [name(policy)]
            + zip(metrics, scales).map { metric, scale in
              StandingText(section.comparisons[metric], policy, scale).mean
            }
        }
        return settingTitle(section.setting) + [lines(["policy"] + heads, textColumns: 1, rows)]
      }
  }

  private var appSections: [[String]] {
    apps.flatMap { table -> [[String]] in
      let scale = MetricScale(table)
      let rows = table.rows.map { row in
        [printable(row.app)]
          + row.estimates.map { $0.map { scale.text($0.mean) } ?? StandingText.none }
      }
      return [["## \(escaped(heading(table.metric, scale))), by app: means"]]
        + settingTitle(table.setting)
        + [lines(["app"] + experiment.policies.indices.map(name), textColumns: 1, rows)]
    }
  }

  private var exitList: [String] {
    guard !exitTotals.isEmpty else { return [] }
    return ["## Exits by reason, all runs", ""]
      + exitTotals.map { "- \(grouped($0.count)) \(escaped($0.title)): \(escaped(byPolicy($0)))" }
  }

  private var findingList: [String] {
    guard !ruleTotals.isEmpty else { return [] }
    return ["## Findings, all runs", ""]
      + ruleTotals.flatMap { total in
        ["- \(escaped(total.rule.summary)) (`\(total.rule.rawValue)`)"]
          + total.places.map {
            "  - \(grouped($0.count)) at \(escaped($0.title)): \(escaped(byPolicy($0)))"
          }
      }
  }

  private var failureList: [String] {
    guard !failures.isEmpty else { return [] }
    return ["## Runs that failed", ""]
      + failureTotals.map { total in
        let others = total.count > 1 ? " and \(grouped(total.count - 1)) others" : ""
        return "- \(escaped(name(of: total.first)))\(others): \(escaped(printable(total.message)))"
      }
  }

  /// The first columns hold text, the others numbers.
  private func lines(_ heads: [String], textColumns: Int, _ rows: [[String]]) -> [String] {
    let row = { (cells: [String]) in "| " + cells.map(escaped).joined(separator: " | ") + " |" }
    let rule = heads.indices.map { $0 < textColumns ? "---" : "---:" }
    return [row(heads), "|" + rule.joined(separator: "|") + "|"] + rows.map(row)
  }
}

/// The text with `\` before what Markdown would take for its own. O(n).
private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    if "\\`*_|<>[]#~".contains(character) { result.append("\\") }
    result.append(character)
  }
  return result
}
