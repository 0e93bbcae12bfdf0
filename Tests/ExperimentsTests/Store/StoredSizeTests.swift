import Device
import Foundation
import Simulation
import Testing

@testable import Experiments

@Suite("What runs take in a store")
struct StoredSizeTests {
  @Test(
    "is estimated to within 15 percent, with few apps and many",
    arguments: [(1, 600), (12, 100), (80, 20)])
  func estimate(apps: Int, replications: Int) throws {
    var random = RandomRuns(seed: 7, apps: apps)
    let experiment = Experiment.sample(replications: replications)
    let folder = try StoreFolder()
    var estimate = StoredSize.ofTheRest
    var checkpoints = Checkpoints()
    for _ in 0..<Checkpoints.count { checkpoints.add(Fingerprint(high: 1, low: 2)) }
    do {
      let store = try folder.store(experiment)
      for run in experiment.runs() {
        var record = random.record(
          run, key: Fingerprint(high: UInt64(apps), low: run.seed).description)
        record.checkpoints = checkpoints
        guard case .done(let result) = record.outcome else { continue }
        estimate += StoredSize.of(result)
        try store.record(record)
      }
    }
    let size = Double(try folder.bytes("runs.db").count)
    #expect(abs(estimate - size) < 0.15 * size)
  }
}
