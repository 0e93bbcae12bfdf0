import Device
import Simulation

/// The comparison of an experiment's policies in one metric under one setting.
///
/// It counts by units: seeds, each one run of every policy in one world; or blocks, such as users,
/// of several such seeds each. Units are independent of each other; the seeds of one block are not,
/// so a block counts once, with the mean over its seeds.
public struct Comparison: Equatable, Sendable {
  /// One policy among the others.
  public struct Standing: Equatable, Sendable {
    /// The estimate over the units in which the policy has a value; nil if there is none.
    public let estimate: Estimate?
    /// The number of its runs that have no value: not run, failed, or a metric without a case.
    public let missing: Int
    /// The paired difference from the baseline, over the runs that both have; nil for the baseline
    /// itself and without pairs.
    public internal(set) var difference: PairedDifference?
    /// The policy's mean rank, 1 the best, over the units in which any policy has a value, and last
    /// where it has none itself; nil without such units, and where neither side is better.
    public let rank: Double?
    /// The share of those units in which the policy is the best; several that are equally good
    /// share one.
    public let wins: Double?
  }

  /// The policies' standings, one each, in the experiment's order.
  public private(set) var standings: [Standing]
  public let baseline: Int
  /// The side on which the metric is better.
  public let better: Better

  /// Compares whole units: one element a unit, of one row a seed, of one value a policy.
  ///
  /// - Parameters:
  ///   - extent: the greatest value that there can be, where 0 is the least; nil: there are no ends.
  ///   - repeated: the places of the policies whose runs are one and the same under every seed.
  public init(
    units: some Sequence<[[Double?]]>, policies: Int, baseline: Int = 0, better: Better,
    extent: Double? = nil, level: Double = Estimate.usualLevel, repeated: Set<Int> = []
  ) {
    var tally = ComparisonTally(
      policies: policies, baseline: baseline, better: better, extent: extent, repeated: repeated)
    for unit in units { tally.add(unit: unit) }
    self.init(tally, level: level)
  }

  init(_ tally: ComparisonTally, level: Double) {
    baseline = tally.baseline
    better = tally.better
    standings = tally.values.indices.map { policy in
      Standing(
        estimate: Estimate(
          tally.values[policy], level: level, within: tally.extent.map { 0...$0 }),
        missing: tally.missing[policy],
        difference: PairedDifference(tally.pairs[policy], level: level, extent: tally.extent),
        rank: tally.ranking.meanRank(policy), wins: tally.ranking.wins(policy))
    }
    standings = Comparison.judged(together: [self], level: level)[0].standings
  }

  /// Returns the comparisons with p adjusted, by Holm's procedure, over the differences of all of
  /// them: the probability of any wrong verdict among them is at most 1 − level. O(m log m) for m
  /// differences.
  static func judged(together comparisons: [Comparison], level: Double) -> [Comparison] {
    var adjusted = holmAdjusted(
      comparisons.flatMap { $0.standings.map { $0.difference?.hypothesis } }
    ).makeIterator()
    return comparisons.map { comparison in
      var judged = comparison
      for policy in judged.standings.indices {
        let p = adjusted.next() ?? nil
        judged.standings[policy].difference?.judge(p, better: comparison.better, level: level)
      }
      return judged
    }
  }
}

/// A comparison that takes values as they come and keeps none of them.
struct ComparisonTally {
  let baseline: Int
  let better: Better
  /// The greatest value that there can be, where 0 is the least; nil: there are no ends.
  let extent: Double?
  private(set) var values: [RunningMoments]
  private(set) var missing: [Int]
  /// The pairs of each policy with the baseline; the baseline's own tally stays empty.
  private(set) var pairs: [PairTally]
  private(set) var ranking: Ranking

  init(
    policies: Int, baseline: Int, better: Better, extent: Double?, repeated: Set<Int> = []
  ) {
    self.baseline = baseline
    self.better = better
    self.extent = extent
    values = Array(repeating: RunningMoments(), count: policies)
    missing = Array(repeating: 0, count: policies)
    pairs = (0..<policies).map {
      PairTally(isOnePair: repeated.contains($0) && repeated.contains(baseline))
    }
    ranking = Ranking(policies: policies, better: better)
  }

  /// Adds a unit: one row a seed, of one value a policy. A value that is not finite counts as none.
  mutating func add(unit: [[Double?]]) {
    let rows = unit.map { row in row.map { $0.flatMap { $0.isFinite ? $0 : nil } } }
    var means: [Double?] = []
    for policy in values.indices {
      let own = rows.compactMap { $0[policy] }
      missing[policy] += rows.count - own.count
      means.append(mean(own))
      if let mean = means[policy] { values[policy].add(mean) }
      guard policy != baseline else { continue }
      let common = rows.filter { $0[policy] != nil && $0[baseline] != nil }
      if let value = mean(common.compactMap { $0[policy] }),
        let base = mean(common.compactMap { $0[baseline] })
      {
        pairs[policy].add(value, baseline: base)
      }
    }
    ranking.add(means)
  }

  private func mean(_ values: [Double]) -> Double? {
    var tally = RunningMoments()
    for value in values { tally.add(value) }
    return tally.mean
  }
}
