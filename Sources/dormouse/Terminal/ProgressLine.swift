import Simulation

/// A line with the progress of a run, rewritten a few times a second.
struct ProgressLine {
  private let end: Instant
  private let clock: DayClock
  private var cadence = Cadence()

  init(end: Instant, clock: DayClock) {
    self.end = end
    self.clock = clock
  }

  /// Returns the line to show now, which begins by clearing the one before; nil while that is fresh
  /// enough.
  mutating func text(at instant: Instant, events: Int) -> String? {
    guard let elapsed = cadence.elapsed() else { return nil }
    return ProgressLine.wipe
      + ProgressLine.line(at: instant, of: end, on: clock, events: events, after: elapsed)
  }

  /// The control characters that erase the line.
  static let wipe = "\r\u{1B}[K"

  /// Returns the line.
  ///
  /// - Parameters:
  ///   - elapsed: real seconds since the start.
  static func line(
    at instant: Instant, of end: Instant, on clock: DayClock, events: Int, after elapsed: Double
  ) -> String {
    let share = end > .start ? instant.seconds / end.seconds : 1
    let time = clock.text(instant).dropLast(4)
    let rate = elapsed > 0 ? Int(Double(events) / elapsed / 1_000) : 0
    var line = "\(time)  \(Int(share * 100))%  \(rate) thousand events/s"
    if share > 0.01 {
      let left = TimeSpan.seconds((elapsed / share * (1 - share)).rounded(.up))
      line += "  \(Int(left.seconds)) s left"
    }
    return line
  }
}
