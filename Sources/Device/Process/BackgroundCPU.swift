import Simulation

/// The CPU time of a process in the background, in windows that follow one another (section 2).
///
/// Pure: inputs are moments and times, answers are values. Work counts from when it begins, one
/// thread after the other.
struct BackgroundCPU {
  /// When the window of now began; nil before the first work.
  private var began: Instant?
  private var used = TimeSpan.zero

  /// Books work that begins now. The moment at which it goes beyond its share of a window; nil: it
  /// does not.
  mutating func book(
    _ time: TimeSpan, at now: Instant, share: Double, of window: TimeSpan
  ) -> Instant? {
    let most = window * share
    var start = now
    var left = time
    var began = began ?? now
    defer { self.began = began }
    while left > .zero {
      if start - began >= window {
        began = start
        used = .zero
      }
      let part = min(left, began + window - start)
      if used + part > most { return start + max(.zero, most - used) }
      used += part
      left -= part
      start = start + part
    }
    return nil
  }
}
