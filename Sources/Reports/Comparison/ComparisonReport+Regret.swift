import Device
import Experiments
import Simulation

// Figures of how much is left to gain.

extension ComparisonReport {
  /// The tables of regret, one a setting: policies by the metrics that have a reference.
  var regretPanels: [NamedPanel] {
    var metrics: [String] = []
    for regret in regrets where !metrics.contains(regret.metric.name) {
      metrics.append(regret.metric.name)
    }
    return analysis.sections.compactMap { section in
      let own = metrics.map { name in
        regrets.first { $0.setting == section.setting && $0.metric.name == name }
      }
      guard own.contains(where: { $0 != nil }), experiment.policies.count > 1 else { return nil }
      return NamedPanel(
        title: "Regret: what is left of the way from \(baselineName) to the best that is known",
        setting: section.setting, kind: "policy",
        columns: metrics.flatMap { name in
          [NamedPanel.Column("regret", group: name), .init("95%", group: name)]
        },
        rows: experiment.policies.indices.map { policy in
          .init(
            name: shortNames[policy],
            cells: own.flatMap { regret in cells(regret?.ratios[policy]) })
        }, remarks: [references(own.compactMap(\.self))])
    }
  }

  private func cells(_ ratio: RatioEstimate?) -> [Panel.Cell] {
    let interval = ratio?.interval.map {
      "\(percent($0.lowerBound)) to \(percent($0.upperBound))"
    }
    return [
      Panel.Cell(text: ratio.map { percent($0.ratio) } ?? StandingText.none),
      Panel.Cell(text: interval ?? StandingText.none),
    ]
  }

  private func references(_ regrets: [Regret]) -> String {
    let bounds = regrets.filter { $0.reference == .bound }.map { "\($0.metric.name) bound" }
    let policies = regrets.compactMap { regret -> String? in
      guard case .policy(let place) = regret.reference else { return nil }
      return name(place)
    }
    let best =
      bounds + (policies.first.map { bounds.isEmpty ? [$0] : ["of the others \($0)"] } ?? [])
    return "100%: as \(baselineName); 0%: as the best (\(best.joined(separator: ", "))); below 0%: "
      + "better than it; intervals by Fieller"
  }
}
