import Simulation

/// The score that work must reach to begin: high when its window opens, falling evenly to hardly
/// anything at the window's end, so that the work is done at last.
///
/// That it falls towards the end of the window is seen in public logs; the line and both its ends
/// are assumed.
struct FallingThreshold {
  /// The threshold when the window opens.
  let first: Double
  /// The threshold at the window's end and after it; not above `first`.
  let last: Double

  /// Returns the threshold at a moment.
  ///
  /// - Parameters:
  ///   - earliest: when the window opens.
  ///   - window: how long it is; above zero.
  func value(at now: Instant, since earliest: Instant, in window: TimeSpan) -> Double {
    let passed = max(0, min(1, (now - earliest) / window))
    return first - (first - last) * passed
  }

  /// Returns how long the threshold takes to fall from one value to another, in seconds; infinite:
  /// it does not.
  func fall(from value: Double, to score: Double, in window: TimeSpan) -> Double {
    guard score < value else { return 0 }
    return score < last ? .infinity : (value - score) / (first - last) * window.seconds
  }
}
