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
    try store.limit(toReplications: replications)
    var missing = Places()
    var kept = 0
    for (run, key) in plan.runs(replications: replications) {
      let isKept = try store.reuse(key, for: run)
      missing.append(!isKept)
      if isKept { kept += 1 }
    }
    // The results of earlier rounds are in the store now.
    outcome.kept = kept - (outcome.run - outcome.failed - outcome.stalled)
    let (total, places) = (missing.count, missing)
    guard total > 0 else { return }
    let runs = plan.plannedRuns(replications: replications).enumerated().lazy
      .filter { places.contains($0.offset) }
      .map { [plan] in ($0.element, plan.key(of: $0.element)) }
    var done = 0
    var isBrokenOff = false
    var outcome = outcome
    defer { self.outcome = outcome }
    let store = store
    try runner.run(runs, making: PreparedRun.init) { (records) throws(StoreError) in
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
      isBrokenOff = outcome.noRoom != nil || !goesOn(Progress(done: done, total: total))
      return !isBrokenOff
    }
    if isBrokenOff || outcome.noRoom != nil {
      outcome.brokenOff = Progress(done: done, total: total)
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

/// Some places of a list, at a bit each.
private struct Places {
  private var words: [UInt64] = []
  private var length = 0
  /// The number of places that are among them.
  private(set) var count = 0

  /// Says of the next place whether it is among them.
  mutating func append(_ isAmong: Bool) {
    if length.isMultiple(of: 64) { words.append(0) }
    if isAmong {
      words[length / 64] |= 1 << UInt64(length % 64)
      count += 1
    }
    length += 1
  }

  func contains(_ place: Int) -> Bool { words[place / 64] >> UInt64(place % 64) & 1 == 1 }
}
