import Device
import Simulation

/// The result of one run of an experiment: what a store keeps of it.
public struct RunRecord: Sendable {
  public var run: PlannedRun
  /// The key that makes it the same run on another day: see `RunKey`.
  public var key: RunKey
  public var outcome: Outcome
  /// The checkpoints of the run; nil: none were taken.
  public var checkpoints: Checkpoints?
  /// The real time that the run took, in seconds; differs from machine to machine and is no part of
  /// any result.
  public var realSeconds: Double

  public enum Outcome: Sendable {
    case done(RunResult)
    /// The run could not be made; why.
    case failed(String)
    /// A call of a script took too much of this machine's time; which, and where.
    case stalled(String)
    /// This machine had no room for it; where. No store keeps that.
    case noRoom(String)

    /// A run that could not go on.
    init(_ message: String, cause: RunBreakdown.Cause?) {
      self =
        switch cause {
        case .stall: .stalled(message)
        case .room: .noRoom(message)
        case nil: .failed(message)
        }
    }
  }
}

/// The identity of a run of an experiment: scenario, setting, policy, seed and warm-up, and the
/// contents that it is made of.
///
/// Runs of one key have the same figures, to the last bit.
public struct RunKey: Hashable, Sendable, CustomStringConvertible {
  /// The key in hexadecimal.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }

  /// Creates the key of a run.
  ///
  /// - Parameters:
  ///   - content: the digest of what scenario and policy are made of: scripts, data, the simulator.
  public init(of run: PlannedRun, in experiment: Experiment, content: String = "") {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(192)
    // Lengths keep strings apart that would be equal when joined.
    func add(_ part: String) {
      bytes.append(contentsOf: String(part.utf8.count).utf8)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: part.utf8)
    }
    add(content)
    add(experiment.scenario)
    add(run.policy.source)
    add(String(run.seed))
    add(String(run.warmUp.nanoseconds))
    for value in run.setting.values {
      add(value.name)
      add(value.text)
    }
    description = Fingerprint(of: bytes).description
  }
}
