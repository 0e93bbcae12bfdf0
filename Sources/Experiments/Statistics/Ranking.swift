import Device

/// The ranks of several policies, unit by unit: how often, and how well, each did against the
/// others.
///
/// A unit counts when any policy has a value in it. Those that have none share the last places: a
/// policy that leaves nothing to measure must not look better than one that is measured.
struct Ranking {
  private let better: Better
  private var rankSums: [Double]
  private var winSums: [Double]
  private var units = 0

  init(policies: Int, better: Better) {
    self.better = better
    rankSums = Array(repeating: 0, count: policies)
    winSums = rankSums
  }

  /// Adds one unit's values, one a policy. O(policies²).
  mutating func add(_ values: [Double?]) {
    let present = values.indices.filter { values[$0] != nil }
    guard better != .neutral, values.count > 1, !present.isEmpty else { return }
    let own = ranks(present.map { values[$0] ?? 0 }, better)
    // The mean of the places present.count + 1 to values.count.
    var ranks = Array(repeating: Double(present.count + values.count + 1) / 2, count: values.count)
    for (policy, rank) in zip(present, own) { ranks[policy] = rank }
    let best = ranks.min() ?? 1
    let winners = Double(ranks.count { $0 == best })
    units += 1
    for (policy, rank) in ranks.enumerated() {
      rankSums[policy] += rank
      winSums[policy] += rank == best ? 1 / winners : 0
    }
  }

  /// Returns the policy's mean rank, 1 the best; nil if no unit counted.
  func meanRank(_ policy: Int) -> Double? { share(rankSums, policy) }

  /// Returns the share of units in which the policy was the best; several best ones share a unit.
  func wins(_ policy: Int) -> Double? { share(winSums, policy) }

  private func share(_ sums: [Double], _ policy: Int) -> Double? {
    units > 0 ? sums[policy] / Double(units) : nil
  }
}

/// Returns the place of each value, 1 the best; equal ones share the mean of their places.
///
/// O(n²): a value's place is 1, and 1 for each that is better, and ½ for each other that is equal.
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
