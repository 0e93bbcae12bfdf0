import Simulation

/// How often an app wants to fetch, over all its process lives (F1).
///
/// Pure: it knows moments and intervals, but no clock and no device.
struct FetchInterval {
  /// The least time between two fetches; nil: none ever, the default.
  private(set) var length: TimeSpan?
  /// The app has set it, be it to never.
  private(set) var isSet = false
  private var lastSet = Instant.start
  /// When it first asked to fetch, and the shortest interval that it ever set.
  private(set) var firstSet: Instant?
  private(set) var shortest: TimeSpan?

  /// The app says how often it wants to fetch; nil: never. False if nothing changes.
  mutating func set(_ interval: TimeSpan?, at now: Instant) -> Bool {
    isSet = true
    guard interval != length else { return false }
    length = interval
    lastSet = now
    if let interval {
      firstSet = firstSet ?? now
      shortest = min(shortest ?? .max, interval)
    }
    return true
  }

  /// When the interval will have elapsed; nil: never.
  ///
  /// - Parameters:
  ///   - lastBegan: the last fetch; nil: there was none.
  func due(lastBegan: Instant?) -> Instant? { length.map { (lastBegan ?? lastSet) + $0 } }
}
