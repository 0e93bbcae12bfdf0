/// A clock for a line of progress, which is to be rewritten a few times a second, however often it
/// is asked.
struct Cadence {
  private static let pause = Duration.milliseconds(250)

  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private var last: ContinuousClock.Instant

  init() {
    began = clock.now
    last = began
  }

  /// Returns the real seconds since the start; nil while the last answer is fresh enough.
  mutating func elapsed() -> Double? {
    let now = clock.now
    guard now - last >= Cadence.pause else { return nil }
    last = now
    return (now - began) / .seconds(1)
  }
}
