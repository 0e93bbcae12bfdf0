/// What the pool holds, followed by what traces say is taken from it and put into it.
struct PoolLevel {
  /// Nanoseconds; since the start where that is not known.
  private var held: Int
  private let capacity: Int?
  private var isKnown: Bool

  /// - Parameters:
  ///   - pool: what it holds at the start and at most; nil: not known.
  init(_ pool: (initial: Int, capacity: Int)?) {
    held = pool?.initial ?? 0
    capacity = pool?.capacity
    isKnown = pool != nil
  }

  /// Nil until it is known.
  var seconds: Double? { isKnown ? Double(held) / 1e9 : nil }

  /// What its capacity does not hold is lost (U1).
  mutating func change(by amount: Int) {
    // A trace of others may say anything.
    held &+= amount
    if let capacity { held = min(held, capacity) }
  }

  /// A trace tells what it holds. Returns whether that is news.
  mutating func anchor(_ nanoseconds: Int) -> Bool {
    let isNews = !isKnown || nanoseconds != held
    held = nanoseconds
    isKnown = true
    return isNews
  }
}
