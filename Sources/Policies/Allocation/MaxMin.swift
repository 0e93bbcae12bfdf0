import Simulation

/// Divides a capacity among demands by progressive filling: the max-min fair allocation.
///
/// Nobody gets more than it demands, and nobody can be given more without taking from one that has
/// no more than it (Bertsekas and Gallager, Data Networks, 1992, 6.5.2). With `held`, what each has
/// already: then the sums of held and allocated are max-min fair, as far as nothing held is taken
/// back. The water level is a whole number of nanoseconds; the few that are left over go to the
/// first who still rise, so that the allocation adds up to the smaller of capacity and demands.
/// Negative values count as zero. O(n): 63 halvings of the range of the level.
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
  let level = waterLevel(of: capacity, in: vessels)
  var allocation = vessels.map { $0.content(at: level) }
  var left = capacity - allocation.reduce(.zero, +)
  let drop = TimeSpan.nanoseconds(1)
  for index in vessels.indices where left > .zero && vessels[index].rises(at: level) {
    allocation[index] += drop
    left -= drop
  }
  return allocation
}

/// What one claimant can still be given, standing on what it holds.
private struct Vessel {
  let floor: TimeSpan
  let depth: TimeSpan

  func content(at level: TimeSpan) -> TimeSpan { min(max(.zero, level - floor), depth) }

  /// Whether a higher level would give it more.
  func rises(at level: TimeSpan) -> Bool { level >= floor && level - floor < depth }
}

/// The highest level at which the vessels hold no more than the capacity.
private func waterLevel(of capacity: TimeSpan, in vessels: [Vessel]) -> TimeSpan {
  func fits(_ level: TimeSpan) -> Bool {
    var rest = capacity
    for vessel in vessels {
      let content = vessel.content(at: level)
      guard content <= rest else { return false }
      rest -= content
    }
    return true
  }
  var fitting = TimeSpan.zero
  var ceiling = vessels.reduce(.zero) { max($0, $1.floor + $1.depth) }
  if fits(ceiling) { return ceiling }
  while ceiling - fitting > .nanoseconds(1) {
    let middle = fitting + (ceiling - fitting) / 2
    if fits(middle) { fitting = middle } else { ceiling = middle }
  }
  return fitting
}
