import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// Returns the differences of each policy from the baseline in each world, with their means, a
  /// panel for each metric and setting.
  func pairs(_ places: [Int], _ runs: [Runs]) throws(PlotError) -> Plot {
    guard places.allSatisfy({ !runs[$0].values.isEmpty }) else {
      throw PlotError(
        "--kind: there are more than \(Runs.mostDrawn) runs of a policy (pairs); take differences")
    }
    var plot = try eachMetric(places) { metric, place in
      var (panel, caption) = self.differences(metric, place)
      let factor = scale(metric, under: place).factor
      let values = runs[place].values[metric]
      let rows = experiment.policies.indices.flatMap { policy -> [[Double]] in
        guard policy != experiment.baseline else { return [] }
        return zip(values[policy], values[experiment.baseline]).enumerated().compactMap {
          guard let own = $1.0, let base = $1.1 else { return nil }
          // Spread over the height of the row, always in the same way.
          let place = Double($0) * 0.618034
          return [own - base, Double(policy + 1) + (place - place.rounded(.down) - 0.5) * 0.6]
        }
      }
      panel.series.insert(
        Plot.Series(
          columns: ["difference", "place"], rows: rows,
          drawing: "using ($1*\(JSONValue.number(factor).text)):(-$2) with points pt 7 ps 0.35 "
            + "lc rgb '#9aa5b1'"),
        at: 0)
      panel.x.range = Plot.range(
        panel.series.flatMap(\.rows).map { $0[0] * factor }
          + [panel.x.range.lowerBound, panel.x.range.upperBound], withZero: true)
      return (panel, caption)
    }
    plot.caption += " Each dot is a \(experiment.blocks.isEmpty ? "seed" : "block and seed")."
    return plot
  }
}
