import Reports
import Simulation

/// A line with the progress of an experiment, in its runs or in the scenarios that are checked
/// before, rewritten a few times a second.
struct RunsProgressLine {
  private var cadence = Cadence()

  /// Returns the line to show now, which begins by clearing the one before; nil while that is fresh
  /// enough.
  ///
  /// - Parameters:
  ///   - things: what is counted.
  mutating func text(done: Int, of total: Int, _ things: String = "runs") -> String? {
    guard let elapsed = cadence.elapsed() else { return nil }
    return ProgressLine.wipe + RunsProgressLine.line(done: done, of: total, things, after: elapsed)
  }

  /// Returns the line.
  ///
  /// - Parameters:
  ///   - elapsed: real seconds since the start.
  static func line(
    done: Int, of total: Int, _ things: String = "runs", after elapsed: Double
  ) -> String {
    let share = total > 0 ? 100 * done / total : 100
    var line = "\(grouped(done)) of \(grouped(total)) \(things)  \(share)%"
    guard done > 0, elapsed > 0 else { return line }
    let rate = Double(done) / elapsed
    line += "  \(grouped(rate, decimals: rate < 10 ? 1 : 0)) \(things)/s"
    return line + "  \(shortSpan(seconds: Double(total - done) / rate)) left"
  }
}
