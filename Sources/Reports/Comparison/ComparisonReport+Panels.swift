import Device
import Experiments

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
    /// By setting, policy and column.
    let rows: [[[Cell]]]
    /// What the marks mean; empty without.
    var legend = ""
  }

  /// Nil where there is but one table to sum up.
  var summary: Panel? {
    let metrics = analysis.metrics.indices.prefix(shownCount).filter(hasValues)
    guard metrics.count > 1, experiment.policies.count > 1 else { return nil }
    var panel = panel(metrics, metrics.map(scale)) { text in
      Panel.Cell(
        text: text.mean, mark: text.mark, ink: text.mark.isEmpty ? .plain : text.ink)
    }
    let isNeutral = metrics.contains { analysis.metrics[$0].better == .neutral }
    panel.legend =
      "+ better, - worse\(isNeutral ? ", > higher, < lower" : "") than \(baselineName) "
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
    let scales = metrics.map { place in
      MetricScale(
        roughly: analysis.metrics[place].unit, analysis.sections.map { $0.comparisons[place] })
    }
    return panel(metrics, scales) { Panel.Cell(text: $0.mean) }
  }

  private func panel(
    _ metrics: [Int], _ scales: [MetricScale], _ cell: (StandingText) -> Panel.Cell
  ) -> Panel {
    Panel(
      columns: zip(metrics, scales).map {
        Panel.Column(metric: analysis.metrics[$0], unit: $1.unit)
      },
      rows: analysis.sections.map { section in
        experiment.policies.indices.map { policy in
          zip(metrics, scales).map { metric, scale in
            cell(StandingText(section.comparisons[metric], policy, scale))
          }
        }
      })
  }
}
