import Device
import Simulation

/// A runner that makes the runs of an experiment on several threads.
///
/// Results do not depend on the number of threads or on the order in which runs end: each run has a
/// device of its own.
public struct Runner: Sendable {
  /// The stack of each thread, in bytes: Lua's C functions may nest 200 deep, each a large frame on
  /// the C stack.
  static let stackBytes = 16 << 20
  /// The number of runs that wait for each thread, so that none is idle while results are written:
  /// half a second of runs of a day.
  private static let backlog = 128
  /// The longest time that results wait to be kept, and between two reports to the caller on runs
  /// that are under way, in real seconds.
  private static let reportInterval = 0.2

  private let factory: any RunFactory
  /// The number of threads, at least 1.
  public let jobs: Int

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - jobs: nil takes one thread a processor that may be used.
  public init(_ factory: any RunFactory, jobs: Int? = nil) {
    self.factory = factory
    self.jobs = max(1, jobs ?? ProcessorCount.usable)
  }

  /// Makes all runs and hands over what is made of their records, on the calling thread, in the
  /// order in which they end.
  ///
  /// - Parameters:
  ///   - making: makes of a record what is to be kept, on the thread of the run.
  ///   - keep: gets what came since it was last called, at least one; some fifth of a second's at
  ///     a time, so that many are kept at the cost of one.
  ///   - goesOn: asked several times a second; after false the runs under way are given up, and
  ///     those that have ended are kept.
  /// - Throws: what `keep` throws; runs under way are given up then.
  public func run<Output: Sendable, Failure: Error>(
    _ runs: some Sequence<(PlannedRun, RunKey)>,
    making output: @escaping @Sendable (RunRecord) -> Output,
    keep: ([Output]) throws(Failure) -> Void, goesOn: () -> Bool = { true }
  ) throws(Failure) {
    let workers = WorkerPool(factory, jobs: jobs, making: output)
    defer { workers.dismiss() }
    var rest = runs.makeIterator()
    var underWay = 0
    var ended: [Output] = []
    while goesOn() {
      while underWay < jobs * Runner.backlog, let (run, key) = rest.next() {
        workers.orders.send(.run(run, key))
        underWay += 1
      }
      // The threads have runs to make while these are kept.
      if !ended.isEmpty {
        try keep(ended)
        ended = []
        continue
      }
      guard underWay > 0 else { return }
      ended = workers.results.take(
        awaiting: min(underWay, jobs * Runner.backlog / 2), within: Runner.reportInterval)
      underWay -= ended.count
    }
    ended += workers.results.take(awaiting: 0, within: 0)
    if !ended.isEmpty { try keep(ended) }
  }

  /// Makes all runs and hands over their records; see above.
  public func run<Failure: Error>(
    _ runs: some Sequence<(PlannedRun, RunKey)>,
    keep: ([RunRecord]) throws(Failure) -> Void, goesOn: () -> Bool = { true }
  ) throws(Failure) {
    try run(runs, making: { $0 }, keep: keep, goesOn: goesOn)
  }
}
