import Reports
import Simulation

/// A line with the progress of an experiment, or of other work that consists of many alike things.
enum RunsProgressLine {
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
