/// The level of the pool, followed by what traces say is taken from it and put into it.
struct PoolLevel {
  /// The level in nanoseconds; since the start where the first level is not known.
  private var held: Int
  private let capacity: Int?
  private var isKnown: Bool

  /// Creates the level.
  ///
  /// - Parameters:
  ///   - pool: what it holds at the start and at most; nil: not known.
  init(_ pool: (initial: Int, capacity: Int)?) {
    held = pool?.initial ?? 0
    capacity = pool?.capacity
    isKnown = pool != nil
  }

  /// The level in seconds; nil until it is known.
  var seconds: Double? { isKnown ? Double(held) / 1e9 : nil }

  /// Changes the level; what exceeds the capacity is lost (U1).
  mutating func change(by amount: Int) {
    // A trace from elsewhere may say anything.
    held &+= amount
    if let capacity { held = min(held, capacity) }
  }

  /// Takes the level that a trace gives, and returns whether it is new.
  mutating func anchor(_ nanoseconds: Int) -> Bool {
    let isNews = !isKnown || nanoseconds != held
    held = nanoseconds
    isKnown = true
    return isNews
  }
}
