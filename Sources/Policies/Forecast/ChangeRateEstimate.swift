import Foundation

/// An estimate of how often a source changes, from looks at it that say only whether it changed.
///
/// The maximum-likelihood estimator for a Poisson process seen at irregular intervals (Cho and
/// Garcia-Molina, Estimating Frequency of Change, ACM TOIT 3(3), 2003): the rate at which sum over
/// changed of T / (e^(rate T) - 1) = sum over unchanged of T. Half a look without change is added,
/// as in the paper's reduced-bias estimator, of which this is the general case: for equal intervals
/// it is -log((n - X + 0.5) / (n + 0.5)) / T, finite also when every look saw a change.
struct ChangeRateEstimate {
  /// The number of looks that are kept, the newest.
  static let memory = 1_024

  private struct Look {
    let interval: Double
    let changed: Bool
  }
  private var looks: [Look] = []
  private var oldest = 0
  private var looksSinceUpdate = 0
  /// The changes per unit of the intervals, as of the last `update`; zero while no change was seen.
  private(set) var rate = 0.0

  var count: Int { looks.count }

  /// The rate, or, while no change was seen, as if half of one had been seen in all the time.
  /// O(memory) while no change was seen.
  var cautiousRate: Double {
    guard rate == 0, !looks.isEmpty else { return rate }
    return 0.5 / looks.reduce(0) { $0 + $1.interval }
  }

  /// Notes a look, and estimates anew once a sixteenth of all looks are new: fewer cannot move the
  /// estimate by more than a part of its own error. O(1), O(memory) when it estimates.
  ///
  /// - Parameters:
  ///   - interval: the time since the look before; positive.
  mutating func add(changed: Bool, after interval: Double) {
    let look = Look(interval: interval, changed: changed)
    if looks.count < Self.memory {
      looks.append(look)
    } else {
      looks[oldest] = look
      oldest = (oldest + 1) % Self.memory
    }
    looksSinceUpdate += 1
    if looksSinceUpdate * 16 >= looks.count { update() }
  }

  /// Brings the rate up to the last look. O(memory).
  mutating func update() {
    looksSinceUpdate = 0
    rate = estimate()
  }

  private func estimate() -> Double {
    var total = 0.0
    var unchanged = 0.0
    var changes = 0
    for look in looks {
      total += look.interval
      if look.changed { changes += 1 } else { unchanged += look.interval }
    }
    guard changes > 0 else { return 0 }
    unchanged += total / Double(looks.count) / 2
    func excess(_ rate: Double) -> Double {
      var sum = -unchanged
      for look in looks where look.changed { sum += look.interval / expm1(rate * look.interval) }
      return sum
    }
    // T / (e^(rate T) - 1) is below 1 / rate, so a rate with changes / rate <= unchanged is too
    // high.
    let high = Double(changes) / unchanged
    var low = high
    while excess(low) < 0 { low /= 2 }
    return low == high ? high : root(of: excess, between: low, and: min(high, 2 * low))
  }
}
