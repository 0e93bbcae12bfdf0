import Device
import Policies
import Simulation

/// A test of a policy, Swift or Lua, against the contract of `SchedulingPolicy`.
///
/// It drives two instances through the same seeded sequences of calls in a miniature device of its
/// own, and checks each answer. The real device would refuse a bad answer (U3) and go on; here it
/// is a violation. A policy without violations has been tried, not proved.
public struct PolicyConformance: Sendable {
  /// A rule that a policy must keep to.
  public enum Rule: String, CaseIterable, Sendable {
    /// A grant is from zero to its allowance, and within the pool.
    case overdraws
    /// No more fetches are started than slots are free and paid for.
    case exceedsSlots
    /// Only candidates are started, only holders are expired.
    case picksIneligible
    /// No app is named twice in one answer.
    case picksTwice
    /// It asks to be called again after some time, not at once for ever.
    case asksAgainAtOnce
    /// Two instances that get the same calls give the same answers, whether asked to explain them
    /// or not.
    case differs
    /// No answer has a fault.
    case faults
    /// Where it promises no starvation, each app that stays eligible is started within
    /// `callsToServe` calls.
    case starves
  }

  /// The kind of sequence in which a violation was seen.
  public enum Sequence: String, CaseIterable, Sendable {
    /// No apps, one app, 1,000 apps; no slots, no pool; enormous values.
    case limits
    /// All calls in random order, in a device with a small pool.
    case mixed
    /// Work of seconds, with more apps than slots, and a pool that is always full.
    case contention
  }

  /// One breach of a rule, with what is needed to reproduce it.
  public struct Violation: Equatable, Sendable, CustomStringConvertible {
    public let rule: Rule
    public let sequence: Sequence
    public let seed: UInt64
    /// The number of the call in the sequence, from 1.
    public let call: Int
    /// The message: what was answered, and what is allowed.
    public let message: String

    public var description: String {
      "\(rule.rawValue): \(message) (\(sequence.rawValue), seed \(seed), call \(call))"
    }
  }

  /// Whether starvation is a violation.
  public let promisesNoStarvation: Bool
  /// The seeds; one `mixed` and one `contention` sequence is run for each.
  public let seeds: ClosedRange<UInt64>
  /// The number of steps of a `mixed` sequence.
  public let stepsPerSeed: Int

  public init(
    promisesNoStarvation: Bool, seeds: ClosedRange<UInt64> = 1...8, stepsPerSeed: Int = 300
  ) {
    self.promisesNoStarvation = promisesNoStarvation
    self.seeds = seeds
    self.stepsPerSeed = stepsPerSeed
  }

  /// Returns the number of calls in which an app that stays eligible among so many must have been
  /// started: 320 an app.
  ///
  /// This is enough for rules that even out over some time: an app that has used 30 s more than the
  /// others may have to wait until each of them has been charged as much in starts of a tenth of a
  /// second.
  public static func callsToServe(appCount: Int) -> Int { 320 * appCount }

  /// Returns the first breach of each rule in each sequence; none for a policy that conforms.
  ///
  /// `make` is called twice a sequence, for two fresh instances.
  public func violations<Failure: Error>(
    of make: () throws(Failure) -> any SchedulingPolicy
  ) throws(Failure) -> [Violation] {
    var found: [Violation] = []
    func trial(_ sequence: Sequence, seed: UInt64, run: (inout PolicyTrial) -> Void)
      throws(Failure)
    {
      var trial = PolicyTrial(
        subject: try make(), twin: try make(), sequence: sequence, seed: seed)
      run(&trial)
      found += trial.violations
    }
    try trial(.limits, seed: 0) { $0.goToLimits() }
    for seed in seeds {
      try trial(.mixed, seed: seed) { $0.mixCalls(steps: stepsPerSeed) }
      if promisesNoStarvation {
        try trial(.contention, seed: seed) { $0.contend() }
      }
    }
    return found
  }
}

extension PolicyConformance {
  /// Returns the violations of a policy of the catalogue, judged by what it promises.
  public static func violations(of entry: PolicyEntry, seeds: ClosedRange<UInt64> = 1...8)
    -> [Violation]
  {
    PolicyConformance(promisesNoStarvation: entry.promisesNoStarvation, seeds: seeds)
      .violations { entry.policy() }
  }
}
