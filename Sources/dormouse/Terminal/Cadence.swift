/// When to rewrite a line of progress: a few times a second, however often it is asked.
struct Cadence {
  private static let pause = Duration.milliseconds(250)

  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private var last: ContinuousClock.Instant

  init() {
    began = clock.now
    last = began
  }

  /// Real seconds since the start; nil while the last answer is fresh enough.
  mutating func elapsed() -> Double? {
    let now = clock.now
    guard now - last >= Cadence.pause else { return nil }
    last = now
    return (now - began) / .seconds(1)
  }
}
