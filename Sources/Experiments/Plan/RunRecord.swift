import Device
import Simulation

/// What one run of an experiment came to: what a store keeps of it.
public struct RunRecord: Sendable {
  public var run: PlannedRun
  /// What makes it the same run on another day: see `RunKey`.
  public var key: RunKey
  public var outcome: Outcome
  /// Real time, in seconds; differs from machine to machine and is no part of any result.
  public var realSeconds: Double

  public init(run: PlannedRun, key: RunKey, outcome: Outcome, realSeconds: Double) {
    self.run = run
    self.key = key
    self.outcome = outcome
    self.realSeconds = realSeconds
  }

  public enum Outcome: Sendable {
    case done(RunResult)
    /// It could not be run; why.
    case failed(String)
  }
}

/// Tells a run from all others by what it is a function of: the scenario as the setting makes it,
/// the apps' and the policy's code, the seed, the warm-up and the version of the simulator.
///
/// Runs of one key come to the same figures, to the last bit.
public struct RunKey: Hashable, Sendable, CustomStringConvertible {
  /// Hexadecimal.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
