import Simulation

/// Returns the max-min fair allocation of a capacity among demands, by progressive filling.
///
/// No claimant gets more than it demands, and none can be given more without taking from one that
/// has no more than it (Bertsekas and Gallager, Data Networks, 1992, 6.5.2). With `held`, what each
/// has already, the sums of held and allocated are max-min fair, as far as nothing held is taken
/// back. The water level is a whole number of nanoseconds; the few that are left over go to the
/// first claimants that still rise, so that the allocation adds up to the smaller of capacity and
/// demands. Negative values count as zero. O(n) on average.
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
  let level = Filling(of: capacity, into: vessels).level()
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

/// A search for the highest level at which vessels hold no more than a capacity.
///
/// Between two levels of which the lower fits and the higher does not, only those vessels are
/// looked at whose floor or top lies there; how the others rise is known. One of these floors and
/// tops is tried next, so that each try decides about half of what is left.
private struct Filling {
  private let capacity: TimeSpan
  private let ceiling: TimeSpan
  /// The highest level that is known to fit.
  private var low = TimeSpan.zero
  /// The lowest level that is known not to fit.
  private var high: TimeSpan
  private var open: [Vessel]
  /// The amount that all other vessels hold at `low`; `rising` is how many of them rise with the
  /// level from there to `high`.
  private var filled = TimeSpan.zero
  private var rising = 0

  init(of capacity: TimeSpan, into vessels: [Vessel]) {
    self.capacity = capacity
    ceiling = vessels.reduce(.zero) { max($0, $1.top) }
    high = ceiling
    open = vessels
  }

  consuming func level() -> TimeSpan {
    if fits(ceiling) { return ceiling }
    settle()
    while !open.isEmpty {
      let trial = trialLevel()
      if fits(trial) {
        filled += (trial - low) * rising
        low = trial
      } else {
        high = trial
      }
      settle()
    }
    return low + TimeSpan(nanoseconds: (capacity - filled).nanoseconds / Int64(rising))
  }

  private func fits(_ level: TimeSpan) -> Bool {
    let others = (level - low) * rising
    guard others <= capacity - filled else { return false }
    var rest = capacity - filled - others
    for vessel in open {
      let content = vessel.content(at: level)
      guard content <= rest else { return false }
      rest -= content
    }
    return true
  }

  /// Returns a floor or top between the two levels: the median of three.
  private func trialLevel() -> TimeSpan {
    let levels = [open[0], open[open.count / 2], open[open.count - 1]].map {
      $0.floor > low ? $0.floor : $0.top
    }
    return max(min(levels[0], levels[1]), min(max(levels[0], levels[1]), levels[2]))
  }

  /// Removes from `open` the vessels with neither their floor nor their top between the two levels.
  private mutating func settle() {
    open.removeAll { vessel in
      if vessel.floor >= high || vessel.depth == .zero { return true }
      if vessel.top <= low {
        filled += vessel.depth
        return true
      }
      guard vessel.floor <= low, vessel.top >= high else { return false }
      filled += low - vessel.floor
      rising += 1
      return true
    }
  }
}
