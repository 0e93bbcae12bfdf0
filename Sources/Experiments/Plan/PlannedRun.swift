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
  public func runs(
    replications: Int? = nil, shard: Shard? = nil
  ) -> some Sequence<PlannedRun> {
    let count = replications ?? self.replications
    return settings.indices.lazy.flatMap { setting in
      (0..<count).lazy
        .filter { shard?.has(unit: $0 * settings.count + setting) ?? true }
        .flatMap { replication in
          policies.lazy.map { policy in
            PlannedRun(
              setting: settings[setting], policy: policy, seed: firstSeed &+ UInt64(replication),
              warmUp: warmUp)
          }
        }
    }
  }

  public var runCount: Int { settings.count * policies.count * replications }
}
