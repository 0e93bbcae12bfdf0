import Device
import Experiments
import Simulation

// Several metrics side by side.

extension ComparisonReport {
  /// Means of each policy in several metrics, under each setting.
  struct Panel {
    struct Column {
      let metric: Metrics.Metric
      let unit: String
    }
    struct Cell {
      let text: String
      /// How it differs from the baseline's; empty where nothing is to be said.
      var mark = ""
      var ink = Ink.plain
    }

    let columns: [Column]
    /// Of settings that differ in these metrics.
    let settings: [Distinct]
    /// By those, policy and column.
    let rows: [[[Cell]]]
    /// What the marks mean; empty without.
    var legend = ""
  }

  /// A setting, and those after it that came to exactly the same.
  struct Distinct {
    let place: Int
    var alike: [Int] = []
  }

  /// O(settings · those that differ).
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

  /// Tables of apps, each with the settings under which a later one of the same metric is the same.
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

  /// Empty where no other setting is alike.
  func alike(_ setting: Distinct) -> String {
    alike(setting.alike.map { analysis.sections[$0].setting })
  }

  private func alike(_ settings: [Setting]) -> String {
    let names = settings.map { printable($0.description) }
    return names.isEmpty ? "" : "exactly the same under " + listed(names, limit: 8)
  }

  /// Nil where there is but one table to sum up.
  var summary: Panel? {
    let metrics = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    guard metrics.count > 1, experiment.policies.count > 1 else { return nil }
    var panel = panel(metrics, isRough: false) { text in
      Panel.Cell(
        text: text.mean, mark: text.mark, ink: text.mark.isEmpty ? .plain : text.ink)
    }
    let isNeutral = metrics.contains { analysis.metrics[$0].better == .neutral }
    panel.legend =
      "Marks: + better, - worse\(isNeutral ? ", > higher, < lower" : "") than \(baselineName) "
      + "(Holm's p < .05), ~ no difference shown, = identical"
    return panel
  }

  /// The quantiles that runs came to, by their means over the runs; nil without.
  var distributions: Panel? {
    let metrics = analysis.metrics.indices.filter { place in
      ComparisonReport.quantiles.contains { $0.name == analysis.metrics[place].name }
        && hasValues(place)
    }
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
