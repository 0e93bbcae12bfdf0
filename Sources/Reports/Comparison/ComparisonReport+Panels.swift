import Device
import Experiments
import Simulation

// Several metrics side by side.

extension ComparisonReport {
  /// A table of each policy's means in several metrics, under each setting.
  struct Panel {
    struct Column {
      let metric: Metrics.Metric
      let unit: String
    }
    struct Cell {
      let text: String
      /// The mark of its difference from the baseline; empty where there is nothing to say.
      var mark = ""
      var ink = Ink.plain
    }

    let columns: [Column]
    /// The settings whose results in these metrics differ.
    let settings: [Distinct]
    /// The cells by setting, policy and column.
    let rows: [[[Cell]]]
    /// The meaning of the marks; empty without marks.
    var legend = ""
  }

  /// A setting, and those after it with exactly the same results.
  struct Distinct {
    let place: Int
    var alike: [Int] = []
  }

  /// Returns the settings whose results differ. O(settings · those that differ).
  func distinct(_ metrics: [Int]) -> [Distinct] {
    var distinct: [Distinct] = []
    for (place, section) in analysis.sections.enumerated() {
      let known = distinct.firstIndex { other in
        let comparisons = analysis.sections[other.place].comparisons
        return metrics.allSatisfy { comparisons[$0] == section.comparisons[$0] }
      }
      if let known {
        distinct[known].alike.append(place)
      } else {
        distinct.append(Distinct(place: place))
      }
    }
    return distinct
  }

  /// The tables of apps, each with the settings under which a later one of the same metric is the
  /// same.
  var distinctApps: [(table: AppTable, alike: String)] {
    var distinct: [(table: AppTable, alike: [Setting])] = []
    for table in apps {
      let known = distinct.lastIndex {
        $0.table.metric.name == table.metric.name && $0.table.rows == table.rows
      }
      if let known {
        distinct[known].alike.append(table.setting)
      } else {
        distinct.append((table, []))
      }
    }
    return distinct.map { ($0.table, alike($0.alike)) }
  }

  /// Returns a remark on the settings that are alike; empty where there are none.
  func alike(_ setting: Distinct) -> String {
    alike(setting.alike.map { analysis.sections[$0].setting })
  }

  private func alike(_ settings: [Setting]) -> String {
    let names = settings.map { printable($0.description) }
    return names.isEmpty ? "" : "exactly the same under " + listed(names, limit: 8)
  }

  /// The summary of all metrics; nil where there is but one table to sum up.
  var summary: Panel? {
    let metrics = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    guard metrics.count > 1, experiment.policies.count > 1 else { return nil }
    var panel = panel(metrics, isRough: false) { text in
      Panel.Cell(
        text: text.mean, mark: text.mark, ink: text.mark.isEmpty ? .plain : text.ink)
    }
    panel.legend = marks
    return panel
  }

  /// The meaning of the marks of verdicts.
  var marks: String {
    let isNeutral = analysis.metrics.prefix(shownCount).contains { $0.better == .neutral }
    return "Marks: + better, - worse\(isNeutral ? ", > higher, < lower" : "") than \(baselineName) "
      + "(Holm's p < .05), ~ no difference shown\(withoutChance), = identical"
  }

  /// The meaning of the mark of differences without chance; empty where there are none.
  private var withoutChance: String {
    let comparisons = analysis.sections.flatMap { $0.comparisons.prefix(shownCount) }
    return markWithoutChance(in: comparisons).map { ", \($0)" } ?? ""
  }

  /// Returns the meaning of the mark of differences without chance; nil where there are none.
  func markWithoutChance(in comparisons: [Comparison]) -> String? {
    let verdict = PairedDifference.Verdict.differsWithoutChance
    let isThere = comparisons.flatMap(\.standings).contains { $0.difference?.verdict == verdict }
    return isThere ? "\(verdict.words.mark) \(verdict.words.text)" : nil
  }

  /// The quantiles of single runs, by their means over the runs; nil without any.
  var distributions: Panel? {
    // Not as they are asked for: the quantiles of one thing stand in their order.
    let metrics = ComparisonReport.quantiles.compactMap { quantile in
      analysis.metrics.firstIndex { $0.name == quantile.name }
    }.filter(hasValues)
    guard !metrics.isEmpty else { return nil }
    return panel(metrics, isRough: true) { Panel.Cell(text: $0.mean) }
  }

  private func panel(
    _ metrics: [Int], isRough: Bool, _ cell: (StandingText) -> Panel.Cell
  ) -> Panel {
    let settings = distinct(metrics)
    return Panel(
      columns: metrics.map {
        Panel.Column(metric: analysis.metrics[$0], unit: scale($0, under: 0).unit)
      },
      settings: settings,
      rows: settings.map { setting in
        let scales = metrics.map { scale($0, under: setting.place, isRough: isRough) }
        return experiment.policies.indices.map { policy in
          zip(metrics, scales).map { metric, scale in
            cell(StandingText(analysis.sections[setting.place].comparisons[metric], policy, scale))
          }
        }
      })
  }
}
