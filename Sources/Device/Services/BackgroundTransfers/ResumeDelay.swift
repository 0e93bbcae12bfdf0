import Simulation

/// Holds back what an app begins in the background after it was resumed for transfers, twice as
/// long each time, so that no chain of transfers lets it run on and on (R6).
///
/// Pure: it knows moments, but no device.
struct ResumeDelay {
  private var length = TimeSpan.zero
  private var since = Instant.start
  /// A transfer was held back since the last resume: what resumes the app next is a link of a
  /// chain.
  private var isChain = false

  /// Until when transfers that begin behind are held back; nil: they are not.
  func until(at now: Instant) -> Instant? {
    length > .zero && since + length > now ? since + length : nil
  }

  /// The app is resumed or launched for transfers.
  ///
  /// - Parameters:
  ///   - first: the length of the first delay.
  mutating func resumed(at now: Instant, first: TimeSpan) {
    let goesOn = isChain || until(at: now) != nil
    length = goesOn && length > .zero ? length + length : first
    since = now
    isChain = false
  }

  /// The app begins a transfer behind.
  ///
  /// - Returns: when it may move; nil: at once, for the delay has passed without another resume.
  mutating func begin(at now: Instant) -> Instant? {
    guard let until = until(at: now) else {
      if !isChain { length = .zero }
      return nil
    }
    isChain = true
    return until
  }

  /// The user has brought the app to the front.
  mutating func reset() { self = ResumeDelay() }
}
