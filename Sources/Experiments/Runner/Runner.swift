import Device
import Foundation
import Simulation
import Synchronization

/// A runner that makes the runs of an experiment on several threads.
///
/// Results do not depend on the number of threads or on the order in which runs end: each run has a
/// device of its own.
public struct Runner: Sendable {
  /// The stack of each thread, in bytes: Lua's C functions may nest 200 deep, each a large frame on
  /// the C stack.
  private static let stackBytes = 16 << 20
  /// The number of runs that wait for each thread, so that none is idle while results are written.
  private static let backlog = 4
  /// The real time between two reports to the caller on a run that is under way, in seconds.
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

  /// Makes all runs and hands over their records, on the calling thread, in the order in which they
  /// end.
  ///
  /// - Parameters:
  ///   - keep: gets the records that came since it was last called, at least one.
  ///   - goesOn: asked several times a second; after false the runs under way are given up.
  /// - Throws: what `keep` throws; runs under way are given up then.
  public func run<Failure: Error>(
    _ runs: some Sequence<(PlannedRun, RunKey)>,
    keep: ([RunRecord]) throws(Failure) -> Void, goesOn: () -> Bool = { true }
  ) throws(Failure) {
    let workers = WorkerPool(factory, jobs: jobs)
    defer { workers.dismiss() }
    var rest = runs.makeIterator()
    var underWay = 0
    while goesOn() {
      while underWay < jobs * Runner.backlog, let (run, key) = rest.next() {
        workers.orders.send(.run(run, key))
        underWay += 1
      }
      guard underWay > 0 else { return }
      guard let first = workers.results.receive(within: Runner.reportInterval) else { continue }
      var batch = [first]
      while let next = workers.results.receive(within: 0) { batch.append(next) }
      underWay -= batch.count
      try keep(batch)
    }
  }

  /// The threads of one call, and the channels to and from them.
  private struct WorkerPool: Sendable {
    enum Order: Sendable {
      case run(PlannedRun, RunKey)
      case goHome
    }
    let orders = Channel<Order>()
    let results = Channel<RunRecord>()
    private let isDismissed = Flag()
    private let gone = Channel<Void>()
    private let jobs: Int

    init(_ factory: any RunFactory, jobs: Int) {
      self.jobs = jobs
      for _ in 0..<jobs {
        let thread = Thread { [self] in
          let knownWorld = KnownWorld()
          while case .run(let run, let key) = orders.receive() {
            if let record = perform(run, key, factory, knownWorld) { results.send(record) }
          }
          gone.send(())
        }
        thread.stackSize = Runner.stackBytes
        thread.start()
      }
    }

    /// Gives up the runs under way and returns when all threads have ended.
    func dismiss() {
      isDismissed.raise()
      for _ in 0..<jobs { orders.send(.goHome) }
      for _ in 0..<jobs { gone.receive() }
    }

    /// Makes one run; nil when it was given up.
    private func perform(
      _ run: PlannedRun, _ key: RunKey, _ factory: any RunFactory, _ knownWorld: KnownWorld
    ) -> RunRecord? {
      if isDismissed.isRaised { return nil }
      let began = ContinuousClock.now
      let outcome: RunRecord.Outcome
      var checkpoints = Checkpoints()
      do throws(RunFailure) {
        let device = try factory.device(for: run)
        device.knownWorld = knownWorld
        device.decisionClock = { ContinuousClock.now - began }
        var warm = run.warmUp > .zero ? Instant.start + run.warmUp : nil
        for part in 1...Checkpoints.count {
          let stop = Checkpoints.end(of: part, in: device.scenario.duration)
          if let end = warm, end <= stop {
            go(on: device, until: end)
            device.beginMeasuring()
            warm = nil
          }
          go(on: device, until: stop)
          if isDismissed.isRaised { return nil }
          checkpoints.add(device.fingerprint)
        }
        outcome =
          device.breakdown.map { RunRecord.Outcome($0.description, cause: $0.cause) }
          ?? .done(device.result())
      } catch {
        outcome = RunRecord.Outcome(error.description, cause: error.cause)
      }
      return RunRecord(
        run: run, key: key, outcome: outcome, checkpoints: checkpoints,
        realSeconds: (ContinuousClock.now - began) / .seconds(1))
    }

    private func go(on device: Device, until stop: Instant) {
      device.run(until: stop) { _, _ in !isDismissed.isRaised }
    }
  }

  /// A flag that all threads see once it is set.
  private final class Flag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() { raised.store(true, ordering: .relaxed) }
  }
}
