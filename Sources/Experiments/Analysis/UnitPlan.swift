/// A unit that counts once in a comparison, since it is independent of all others of its kind.
public enum ComparedUnit: Hashable, Sendable, CustomStringConvertible {
  /// One run of each policy in one world.
  case seed(UInt64)
  /// The runs under several seeds, such as days of one user: the values of the parameters that are
  /// blocks.
  case block(Setting)

  /// The unit as reports name it: `seed 3`, or `user=ann`.
  public var description: String {
    switch self {
    case .seed(let seed): "seed \(seed)"
    case .block(let setting): setting.description
    }
  }
}

/// The runs of an experiment, in plan order, grouped into the units of each comparison.
struct UnitPlan {
  /// The values of one metric in a unit.
  struct Unit {
    let name: ComparedUnit
    /// The place of its setting in the experiment.
    let setting: Int
    /// The unit's rows, one a seed, of one value a policy; nil where a run has none.
    let rows: [[Double?]]
  }

  let experiment: Experiment
  let replications: Int
  let sections: SectionPlan

  init(_ experiment: Experiment, replications: Int) {
    self.experiment = experiment
    self.replications = replications
    sections = SectionPlan(experiment)
  }

  /// Returns the units of each setting to tell apart, from one metric's values, one a run in plan
  /// order. O(values).
  func units(of values: [Double?]) -> [[Unit]] {
    let policies = experiment.policies.count
    guard values.count == experiment.settings.count * replications * policies else {
      fatalError(
        "ExperimentAnalysis: \(values.count) values for \(experiment.settings.count) settings,"
          + " \(replications) replications and \(policies) policies")
    }
    let seeds = ReplicationSeeds(experiment)
    var units: [[Unit]] = Array(repeating: [], count: sections.settings.count)
    for (point, section) in sections.sectionOfPoint.enumerated() {
      let rows = (0..<replications).map { replication in
        let first = (point * replications + replication) * policies
        return Array(values[first..<first + policies])
      }
      if experiment.blocks.isEmpty {
        units[section] += rows.enumerated().map { replication, row in
          Unit(
            name: .seed(seeds.seed(ofReplication: replication, setting: point)), setting: point,
            rows: [row])
        }
      } else {
        let block = experiment.settings[point].only(experiment.blocks)
        units[section].append(Unit(name: .block(block), setting: point, rows: rows))
      }
    }
    return units
  }
}

/// Returns the mean of the values that are not nil; nil without any.
func mean(_ values: some Sequence<Double?>) -> Double? {
  var (sum, count) = (0.0, 0)
  for value in values {
    guard let value, value.isFinite else { continue }
    sum += value
    count += 1
  }
  return count > 0 ? sum / Double(count) : nil
}
