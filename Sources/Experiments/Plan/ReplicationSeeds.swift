/// The seeds of an experiment's runs: the same for all policies, and for all settings of one block.
///
/// Blocks, such as users, are units to compare over, and units are independent of each other: so
/// each block has seeds of its own. Replication k of the b-th of B blocks, both from 0, runs under
/// seed `firstSeed` + k · B + b. More replications leave the seeds of those before as they are, and
/// all seeds together have no gap. Without blocks B is 1.
public struct ReplicationSeeds: Sendable {
  let first: UInt64
  /// The number of blocks; 1 when the experiment names none.
  public let blockCount: Int
  /// The place of each setting's block among the blocks, in the order in which settings name them.
  public let blockOfSetting: [Int]

  /// O(settings).
  public init(_ experiment: Experiment) {
    first = experiment.firstSeed
    guard !experiment.blocks.isEmpty else {
      blockCount = 1
      blockOfSetting = Array(repeating: 0, count: experiment.settings.count)
      return
    }
    // Looked up only, never walked.
    var places: [Setting: Int] = [:]
    blockOfSetting = experiment.settings.map { setting in
      let block = setting.only(experiment.blocks)
      let place = places[block] ?? places.count
      places[block] = place
      return place
    }
    blockCount = max(1, places.count)
  }

  /// Returns the seed of a run.
  ///
  /// - Parameters:
  ///   - replication: from 0.
  ///   - setting: the setting's place in the experiment.
  public func seed(ofReplication replication: Int, setting: Int) -> UInt64 {
    first &+ UInt64(replication) &* UInt64(blockCount) &+ UInt64(blockOfSetting[setting])
  }

  /// Returns the replication, from 0, that runs under a seed of the experiment.
  func replication(under seed: UInt64) -> Int { Int((seed - first) / UInt64(blockCount)) }

  /// Returns the last seed of so many replications of all blocks.
  public func last(ofReplications count: Int) -> UInt64 {
    first &+ UInt64(max(1, count)) &* UInt64(blockCount) &- 1
  }
}

extension Experiment {
  /// The seeds of all replications that the experiment may reach; nil beyond 2^63 − 1, the greatest
  /// whole number in SQL, which has to compare and sort them. O(settings).
  public var seeds: ClosedRange<Int>? {
    guard let first = Int(exactly: firstSeed) else { return nil }
    let count = max(replications, precision?.maximum ?? 0, 1)
    let (runs, isTooMany) = count.multipliedReportingOverflow(by: ReplicationSeeds(self).blockCount)
    let (last, isBeyond) = first.addingReportingOverflow(runs - 1)
    return isTooMany || isBeyond ? nil : first...last
  }
}
