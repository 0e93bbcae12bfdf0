import Device
import Foundation
import Simulation
import Synchronization

/// The threads of one call, and the channels to and from them.
struct WorkerPool<Output: Sendable>: Sendable {
  enum Order: Sendable {
    case run(PlannedRun, RunKey)
    case goHome
  }
  let orders = Channel<Order>()
  let results = Harvest<Output>()
  private let isDismissed = Flag()
  private let gone = Channel<Void>()
  private let jobs: Int

  init(
    _ factory: any RunFactory, jobs: Int, making output: @escaping @Sendable (RunRecord) -> Output
  ) {
    self.jobs = jobs
    for _ in 0..<jobs {
      let thread = Thread { [self] in
        let knownWorld = KnownWorld()
        while case .run(let run, let key) = orders.receive() {
          if let record = perform(run, key, factory, knownWorld) { results.add(output(record)) }
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
      device.warmUp = run.warmUp
      for part in 1...Checkpoints.count {
        device.run(until: Checkpoints.end(of: part, in: device.scenario.duration)) { _, _ in
          !isDismissed.isRaised
        }
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
}

/// A flag that all threads see once it is set.
private final class Flag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .relaxed) }

  func raise() { raised.store(true, ordering: .relaxed) }
}
