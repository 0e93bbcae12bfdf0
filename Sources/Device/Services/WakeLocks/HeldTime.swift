import Simulation

/// The time for which an app has held wake locks behind, within a rolling window. Pure.
struct HeldTime {
  private var past: [(began: Instant, ended: Instant)] = []
  /// Since when it holds one behind; nil: it does not.
  private(set) var since: Instant?
  /// Since the start of the run, or of measuring.
  private var total = TimeSpan.zero
  private var countsFrom = Instant.start

  /// It begins to hold one, or does so no more. O(spans).
  mutating func holds(_ isHeld: Bool, at now: Instant, window: TimeSpan) {
    guard isHeld != (since != nil) else { return }
    if let since {
      past.removeAll { $0.ended + window <= now }
      past.append((since, now))
      total += now - max(since, countsFrom)
    }
    since = isHeld ? now : nil
  }

  /// The time within the window that ends now. O(spans).
  func held(at now: Instant, window: TimeSpan) -> TimeSpan {
    let from = now - window
    let before = past.reduce(TimeSpan.zero) { $0 + max(.zero, $1.ended - max($1.began, from)) }
    return before + (since.map { now - max($0, from) } ?? .zero)
  }

  /// All of it.
  func total(at now: Instant) -> TimeSpan {
    total + (since.map { now - max($0, countsFrom) } ?? .zero)
  }

  mutating func beginMeasuring(at now: Instant) {
    total = .zero
    countsFrom = now
  }
}
