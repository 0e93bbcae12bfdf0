import Device
import Experiments
import Simulation

extension ComparisonReport {
  /// The values of single runs under one setting.
  public struct Runs: Sendable {
    /// The greatest number of runs of a policy that are drawn one by one.
    static let mostDrawn = 400
    /// The probabilities of a spread's quantiles.
    static let probabilities = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]

    /// The worlds, in each of which every policy ran once.
    var worlds: [(seed: UInt64, block: String)]
    /// The values by metric of the report, policy and world; empty where they are too many to be
    /// drawn.
    var values: [[[Double?]]] = []
    /// The quantiles over the runs, by metric and policy; empty without values.
    var spreads: [[[Double]]] = []
  }

  /// Returns the values of single runs by setting. O(runs · metrics) time; memory holds the values
  /// of one metric at a time, and what is drawn.
  public func singleRuns(in store: Store) throws(StoreError) -> [Runs] {
    let replications = analysis.replications
    let seeds = ReplicationSeeds(experiment)
    // One setting of the report stands for several of the experiment where that has blocks.
    let places = analysis.sections.map { section in
      experiment.settings.indices.filter {
        experiment.settings[$0].without(experiment.blocks) == section.setting
      }
    }
    var runs = places.map { settings in
      Runs(
        worlds: settings.flatMap { setting in
          let block = experiment.settings[setting].only(experiment.blocks).description
          return (0..<replications).map {
            (seeds.seed(ofReplication: $0, setting: setting), block)
          }
        })
    }
    for metric in analysis.metrics.prefix(shownCount) {
      let values = try store.values(of: metric.name, in: experiment, replications: replications)
      for (section, settings) in places.enumerated() {
        let byPolicy = experiment.policies.indices.map { policy in
          settings.flatMap { setting in
            (0..<replications).map { replication -> Double? in
              let row = setting * replications + replication
              return values[row * experiment.policies.count + policy].flatMap {
                $0.isFinite ? $0 : nil
              }
            }
          }
        }
        runs[section].spreads.append(byPolicy.map(spread))
        if runs[section].worlds.count <= Runs.mostDrawn { runs[section].values.append(byPolicy) }
      }
    }
    for section in runs.indices where runs[section].worlds.count > Runs.mostDrawn {
      runs[section].worlds = []
    }
    return runs
  }

  private func spread(_ values: [Double?]) -> [Double] {
    let sorted = values.compactMap(\.self).sorted()
    return Runs.probabilities.compactMap { quantile($0, ofSorted: sorted) }
  }
}
