import Simulation

/// Returns the max-min fair allocation of a capacity among demands, by progressive filling.
///
/// No claimant gets more than it demands, and none can be given more without taking from one that
/// has no more than it (Bertsekas and Gallager, Data Networks, 1992, 6.5.2). With `held`, what each
/// has already, the sums of held and allocated are max-min fair, as far as nothing held is taken
/// back. The water level is a whole number of nanoseconds; the few that are left over go to the
/// first claimants that still rise, so that the allocation adds up to the smaller of capacity and
/// demands. Negative values count as zero. O(n log n).
public func maxMinAllocation(
  capacity: TimeSpan, demands: [TimeSpan], held: [TimeSpan] = []
) -> [TimeSpan] {
  guard held.isEmpty || held.count == demands.count else {
    fatalError("maxMinAllocation: \(held.count) holdings for \(demands.count) demands")
  }
  let vessels = demands.indices.map { index in
    Vessel(
      floor: held.isEmpty ? .zero : max(.zero, held[index]), depth: max(.zero, demands[index]))
  }
  let capacity = max(.zero, capacity)
  let level = level(of: capacity, in: vessels)
  var allocation = vessels.map { $0.content(at: level) }
  var left = capacity - allocation.reduce(.zero, +)
  let drop = TimeSpan.nanoseconds(1)
  for index in vessels.indices where left > .zero && vessels[index].rises(at: level) {
    allocation[index] += drop
    left -= drop
  }
  return allocation
}

/// A claimant's vessel: what it can still be given, standing on what it holds.
private struct Vessel {
  let floor: TimeSpan
  let depth: TimeSpan

  var top: TimeSpan { floor + depth }

  func content(at level: TimeSpan) -> TimeSpan { min(max(.zero, level - floor), depth) }

  /// Returns whether a higher level would give the claimant more.
  func rises(at level: TimeSpan) -> Bool { level >= floor && level - floor < depth }
}

/// Returns the highest level at which vessels hold no more than a capacity: it rises from one floor
/// or top to the next until what is left does not suffice. O(n log n).
private func level(of capacity: TimeSpan, in vessels: [Vessel]) -> TimeSpan {
  let turns = vessels.filter { $0.depth > .zero }
    .flatMap { [(at: $0.floor, change: 1), (at: $0.top, change: -1)] }
    .sorted { $0.at < $1.at }
  var level = TimeSpan.zero
  var left = capacity
  var rising = 0
  for turn in turns {
    if rising > 0 {
      let room = TimeSpan(nanoseconds: left.nanoseconds / Int64(rising))
      guard turn.at - level <= room else { return level + room }
      left -= (turn.at - level) * rising
    }
    level = turn.at
    rising += turn.change
  }
  return level
}
