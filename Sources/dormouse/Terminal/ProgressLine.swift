import Simulation

/// A line with the progress of a run.
enum ProgressLine {
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
