import Device

/// How often, and how well, each of several policies did against the others, unit by unit.
///
/// A unit counts when two policies at least have a value in it, and for those that have one.
struct Ranking {
  private let better: Better
  private var rankSums: [Double]
  private var winSums: [Double]
  private var counts: [Int]

  init(policies: Int, better: Better) {
    self.better = better
    rankSums = Array(repeating: 0, count: policies)
    winSums = rankSums
    counts = Array(repeating: 0, count: policies)
  }

  /// One unit's values, one a policy. O(policies²).
  mutating func add(_ values: [Double?]) {
    let present = values.indices.filter { values[$0] != nil }
    guard better != .neutral, present.count > 1 else { return }
    let ranks = ranks(present.map { values[$0] ?? 0 }, better)
    let best = ranks.min() ?? 1
    let winners = Double(ranks.count { $0 == best })
    for (policy, rank) in zip(present, ranks) {
      counts[policy] += 1
      rankSums[policy] += rank
      winSums[policy] += rank == best ? 1 / winners : 0
    }
  }

  /// The policy's mean rank, 1 the best; nil if it never counted.
  func meanRank(_ policy: Int) -> Double? { share(rankSums, policy) }

  /// The share of units in which it was the best, those with several best shared among them.
  func wins(_ policy: Int) -> Double? { share(winSums, policy) }

  private func share(_ sums: [Double], _ policy: Int) -> Double? {
    counts[policy] > 0 ? sums[policy] / Double(counts[policy]) : nil
  }
}

/// The place of each value, 1 the best; equal ones share the mean of the places that they take.
///
/// O(n²): a value's place is 1 and 1 for each that is better, ½ for each other that is equal.
func ranks(_ values: [Double], _ better: Better) -> [Double] {
  values.indices.map { place in
    var rank = 1.0
    for other in values.indices where other != place {
      let lead = difference(values[other], values[place])
      let isAhead = better == .lower ? lead < 0 : lead > 0
      rank += lead == 0 ? 0.5 : isAhead ? 1 : 0
    }
    return rank
  }
}
