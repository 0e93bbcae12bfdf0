import Device
import Experiments

/// Runs what an experiment's store has not yet, round by round until precision is content.
struct Campaign {
  /// How many runs there were to do.
  struct Outcome {
    /// Done before.
    var kept = 0
    var run = 0
    var failed = 0
    /// Replications beyond those that the experiment asks for.
    var added = 0
  }

  let plan: ExperimentPlan
  let store: Store
  let runner: Runner
  /// Nil: no progress is shown.
  let console: Console?
  private(set) var outcome = Outcome()

  init(_ plan: ExperimentPlan, into store: Store, jobs: Int?, console: Console?) {
    self.plan = plan
    self.store = store
    self.console = console
    runner = Runner(ExperimentFactory(plan.loaded), jobs: jobs)
  }

  /// Makes the plan the store's, and runs what is missing. What is done is in the store whatever
  /// happens, also when this throws.
  mutating func run(_ provenance: Provenance) throws(CommandError) {
    let plan = plan
    let store = store
    try storing { () throws(StoreError) in
      let isStale = try store.files().contains(where: plan.isStale)
      if isStale { try store.setAsideAll() }
      try store.begin(
        plan.experiment, digest: plan.digest, provenance: provenance, shard: plan.shard)
      try store.note(plan.files)
    }
    var replications: Int? = max(1, plan.experiment.replications)
    while let count = replications {
      try runRound(replications: count)
      replications = try nextRound(after: count)
      outcome.added = (replications ?? count) - plan.experiment.replications
    }
    // What was required only while apps ran is known by now.
    try storing { () throws(StoreError) in try store.note(plan.files) }
  }

  private mutating func runRound(replications: Int) throws(CommandError) {
    var missing = 0
    var kept = 0
    for (run, key) in plan.runs(replications: replications) {
      if try isDone(run, key) { kept += 1 } else { missing += 1 }
    }
    // What earlier rounds have run is there now.
    outcome.kept = kept - (outcome.run - outcome.failed)
    let rest = MissingRuns(plan.runs(replications: replications), in: store)
    var line = RunsLine(total: missing)
    var done = 0
    let console = console?.isErrorTerminal == true ? console : nil
    defer { console?.remark(ProgressLine.wipe) }
    var outcome = outcome
    defer { self.outcome = outcome }
    let store = store
    try storing { () throws(StoreError) in
      try runner.run(rest) { (records) throws(StoreError) in
        try store.record(records)
        done += records.count
        outcome.run += records.count
        for case .failed in records.map(\.outcome) { outcome.failed += 1 }
      } goesOn: {
        if let console, let text = line.text(done: done) { console.remark(text) }
        return Interruption.shared.signal == nil
      }
    }
    if let failure = rest.failure { throw CommandError(failure) }
    if let signal = Interruption.shared.signal {
      throw .interrupted(
        signal: signal,
        "interrupted after \(done) of \(missing) runs; they are kept in \(shown(store.path)), and the "
          + "same command goes on from there")
    }
  }

  private func isDone(_ run: PlannedRun, _ key: RunKey) throws(CommandError) -> Bool {
    try storing { () throws(StoreError) in try store.reuse(key, for: run) }
  }

  /// The replications of the next round; nil when none is wanted.
  private func nextRound(after count: Int) throws(CommandError) -> Int? {
    guard let precision = plan.experiment.precision, let metric = Metrics.named(precision.metric)
    else { return nil }
    let analysis = try storing { () throws(StoreError) in
      try ExperimentAnalysis(of: plan.experiment, replications: count, metrics: [metric]) {
        (metric) throws(StoreError) in
        try store.values(of: metric.name, in: plan.experiment, replications: count)
      }
    }
    return precision.nextReplications(after: analysis)
  }
}

/// The runs of a plan that a store has not done, one by one.
private final class MissingRuns<Runs: Sequence>: Sequence, IteratorProtocol
where Runs.Element == (PlannedRun, RunKey) {
  private var rest: Runs.Iterator
  private let store: Store
  /// Why there are no more, if it is not that all are done.
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
