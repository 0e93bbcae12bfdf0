import Simulation

/// One run of an experiment, before it is run.
public struct PlannedRun: Hashable, Sendable {
  public var setting: Setting
  public var policy: PolicyChoice
  public var seed: UInt64
  public var warmUp: TimeSpan

  public init(setting: Setting, policy: PolicyChoice, seed: UInt64, warmUp: TimeSpan = .zero) {
    self.setting = setting
    self.policy = policy
    self.seed = seed
    self.warmUp = warmUp
  }
}

extension Experiment {
  /// Returns all runs in plan order: setting by setting, seed by seed, policy by policy, so that
  /// what is paired is run close together and an interrupted experiment has whole pairs.
  ///
  /// - Parameters:
  ///   - replications: nil takes the experiment's own number.
  ///   - shard: only its part of them; nil: all. What is paired is in one part, and a part of more
  ///     replications has all that the part of fewer has.
  public func runs(replications: Int? = nil, shard: Shard? = nil) -> PlannedRuns {
    PlannedRuns(of: self, replications: replications ?? self.replications, shard: shard)
  }

  public var runCount: Int { settings.count * policies.count * replications }
}

/// All runs of an experiment, in plan order. Memory does not grow with their number.
public struct PlannedRuns: Sequence, IteratorProtocol {
  private let experiment: Experiment
  private let seeds: ReplicationSeeds
  private let replications: Int
  private let shard: Shard?
  private var setting = 0
  private var replication = 0
  private var policy = 0

  fileprivate init(of experiment: Experiment, replications: Int, shard: Shard?) {
    self.experiment = experiment
    seeds = ReplicationSeeds(experiment)
    self.replications = replications
    self.shard = shard
  }

  public mutating func next() -> PlannedRun? {
    while setting < experiment.settings.count {
      if replication == replications || policy == experiment.policies.count {
        policy = 0
        replication += 1
        if replication >= replications {
          replication = 0
          setting += 1
        }
        continue
      }
      let unit = replication * experiment.settings.count + setting
      if policy == 0, let shard, !shard.has(unit: unit) {
        policy = experiment.policies.count
        continue
      }
      defer { policy += 1 }
      return PlannedRun(
        setting: experiment.settings[setting], policy: experiment.policies[policy],
        seed: seeds.seed(ofReplication: replication, setting: setting), warmUp: experiment.warmUp)
    }
    return nil
  }
}
