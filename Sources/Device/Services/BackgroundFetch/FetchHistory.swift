import Simulation

/// What the device remembers of an app's fetches, over all its process lives (F1, F6).
///
/// Pure: it knows moments and intervals, but no clock and no device.
struct FetchHistory {
  /// Nil: never, the default.
  private(set) var interval: TimeSpan?
  /// The app has set it, be it to never.
  private(set) var isIntervalSet = false
  private var intervalSet = Instant.start
  /// When it first asked to fetch, and the shortest interval that it ever set.
  private(set) var firstSet: Instant?
  private(set) var shortestInterval: TimeSpan?
  private(set) var lastBegan: Instant?
  private(set) var lastResult: FetchResult?
  /// What the app had received when the running or last fetch began.
  private var before = Received()
  /// Between the beginning and the end of the last one that ended.
  private(set) var brought = Received()
  private(set) var failuresInARow = 0
  var eligibleSince: Instant?
  /// Number of fetches given so far.
  private(set) var count: Int32 = 0

  /// The app says how often it wants to fetch; nil: never. False if nothing changes.
  mutating func set(_ interval: TimeSpan?, at now: Instant) -> Bool {
    isIntervalSet = true
    guard interval != self.interval else { return false }
    self.interval = interval
    intervalSet = now
    if let interval {
      firstSet = firstSet ?? now
      shortestInterval = min(shortestInterval ?? .max, interval)
    }
    return true
  }

  /// When the interval will have elapsed; nil: never.
  var due: Instant? { interval.map { (lastBegan ?? intervalSet) + $0 } }

  mutating func begin(at now: Instant, having received: Received) -> FetchID {
    lastBegan = now
    before = received
    count += 1
    return FetchID(number: count)
  }

  /// - Parameters:
  ///   - result: nil when its time was over or its process ended.
  mutating func end(with result: FetchResult?, having received: Received) {
    lastResult = result
    brought = received - before
    let isGood = result == .newData || result == .noData
    failuresInARow = isGood ? 0 : failuresInARow + 1
  }
}

/// A fetch that has begun and is not completed (F4).
struct RunningFetch {
  let id: FetchID
  let began: Instant
  /// When the completion handler is due.
  let limit: Instant
  let token: EventToken
  /// The user opened the app meanwhile: no limit, no slot, no pool (F7).
  var isDetached = false
}
