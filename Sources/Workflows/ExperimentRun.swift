import Device
import Experiments

/// A run of an experiment: it makes what its store does not have yet, round by round until the
/// requested precision is reached.
public struct ExperimentRun {
  /// The numbers of runs by their outcome.
  public struct Outcome: Equatable, Sendable {
    /// The number of runs that the store had before.
    public fileprivate(set) var kept = 0
    public fileprivate(set) var run = 0
    /// The number of new runs that failed.
    public fileprivate(set) var failed = 0
    /// The number of new runs that the watchdog ended.
    public fileprivate(set) var stalled = 0
    /// The number of replications beyond those that the experiment asks for.
    public fileprivate(set) var added = 0
    /// The progress of the round that was interrupted; nil: all rounds are done.
    public fileprivate(set) var brokenOff: Progress?
    /// Why this machine has no room for a run, which broke the round off; nil: it has.
    public fileprivate(set) var noRoom: String?
  }

  /// The progress of a round.
  public struct Progress: Equatable, Sendable {
    public let done: Int
    /// The number of runs that the store did not have when the round began.
    public let total: Int
  }

  public let plan: ExperimentPlan
  public let store: Store
  /// The outcome so far.
  public private(set) var outcome = Outcome()
  private let runner: Runner

  /// The number of threads, at least 1.
  public var jobs: Int { runner.jobs }

  /// Creates the run of a plan.
  ///
  /// - Parameters:
  ///   - jobs: threads; nil takes one a processor that may be used.
  public init(_ plan: ExperimentPlan, into store: Store, jobs: Int? = nil) {
    self.init(plan, into: store, devices: ExperimentFactory(plan.loaded), jobs: jobs)
  }

  /// Creates the run of a plan with other devices, such as another build would make.
  init(_ plan: ExperimentPlan, into store: Store, devices: any RunFactory, jobs: Int? = nil) {
    self.plan = plan
    self.store = store
    runner = Runner(devices, jobs: jobs)
  }

  /// Makes the plan the store's, and makes the missing runs. The runs that are done are in the
  /// store even when this throws or is interrupted. It is interrupted too where this machine has no
  /// room for a run: what would come of that would depend on the machine.
  ///
  /// - Parameters:
  ///   - goesOn: is called several times a second with the round's progress; after false the runs
  ///     under way are given up, no other round begins, and `outcome` says so.
  public mutating func run(
    _ provenance: Provenance, goesOn: (Progress) -> Bool = { _ in true }
  ) throws(StoreError) {
    if try store.files().contains(where: plan.isStale) { try store.setAsideAll() }
    try store.begin(
      plan.experiment, digest: plan.digest, provenance: provenance, shard: plan.shard,
      given: plan.given)
    try store.note(plan.files)
    outcome = Outcome()
    var replications: Int? = max(1, plan.experiment.replications)
    while let count = replications {
      try runRound(replications: count, goesOn)
      if outcome.brokenOff != nil { return }
      replications = try nextRound(after: count)
      outcome.added = (replications ?? count) - plan.experiment.replications
    }
    // The files that were required only while apps ran are known by now.
    try store.note(plan.files)
  }

  private mutating func runRound(
    replications: Int, _ goesOn: (Progress) -> Bool
  ) throws(StoreError) {
    var missing = 0
    var kept = 0
    for (run, key) in plan.runs(replications: replications) {
      if try store.reuse(key, for: run) { kept += 1 } else { missing += 1 }
    }
    // The results of earlier rounds are in the store now.
    outcome.kept = kept - (outcome.run - outcome.failed - outcome.stalled)
    let rest = MissingRuns(plan.runs(replications: replications), in: store)
    var done = 0
    var isBrokenOff = false
    var outcome = outcome
    defer { self.outcome = outcome }
    let store = store
    try runner.run(rest) { (records) throws(StoreError) in
      let kept = records.filter { record in
        guard case .noRoom(let message) = record.outcome else { return true }
        outcome.noRoom = outcome.noRoom ?? message
        return false
      }
      try store.record(kept)
      done += kept.count
      outcome.run += kept.count
      for record in kept {
        switch record.outcome {
        case .failed: outcome.failed += 1
        case .stalled: outcome.stalled += 1
        case .done, .noRoom: break
        }
      }
    } goesOn: {
      isBrokenOff = outcome.noRoom != nil || !goesOn(Progress(done: done, total: missing))
      return !isBrokenOff
    }
    if let failure = rest.failure { throw failure }
    if isBrokenOff || outcome.noRoom != nil {
      outcome.brokenOff = Progress(done: done, total: missing)
    }
  }

  /// Returns the replications of the next round; nil when none is wanted.
  private func nextRound(after count: Int) throws(StoreError) -> Int? {
    guard let precision = plan.experiment.precision, let metric = Metrics.named(precision.metric)
    else { return nil }
    let store = store
    let plan = plan
    let analysis = try ExperimentAnalysis(
      of: plan.experiment, replications: count, metrics: [metric]
    ) { (metric) throws(StoreError) in
      try store.values(of: metric.name, in: plan.experiment, replications: count)
    }
    return precision.nextReplications(after: analysis)
  }
}

/// The runs of a plan that a store has not done, one by one.
private final class MissingRuns<Runs: Sequence>: Sequence, IteratorProtocol
where Runs.Element == (PlannedRun, RunKey) {
  private var rest: Runs.Iterator
  private let store: Store
  /// The error that ended the sequence before all runs were done; nil: none.
  private(set) var failure: StoreError?

  init(_ runs: Runs, in store: Store) {
    rest = runs.makeIterator()
    self.store = store
  }

  func next() -> (PlannedRun, RunKey)? {
    while let (run, key) = rest.next() {
      do throws(StoreError) {
        if try !store.reuse(key, for: run) { return (run, key) }
      } catch {
        failure = error
        return nil
      }
    }
    return nil
  }
}
