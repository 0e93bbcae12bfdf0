import Device
import Lua
import Simulation

/// A length of time as a script has written it, which may have been meant in milliseconds.
///
/// Android's own calls take those, and here all times are in seconds: 900000 is no error, but ten days
/// instead of a quarter of an hour. A time is taken as it is written; that it is doubtful is told.
enum WrittenTime {
  /// How long what is written may plausibly be.
  enum Reach {
    /// A process waits so long, or holds something: an hour, or so many whole hours.
    case process
    /// Something is put down for later: a week, or so many whole days.
    case schedule

    /// A longer time is plausible as so many whole ones of these, up to a hundred.
    fileprivate var unit: Double { self == .process ? 3_600 : 86_400 }
    fileprivate var longest: Double { self == .process ? 3_600 : 7 * 86_400 }
  }

  /// No run is longer.
  private static let longestRun = 36_500 * 86_400.0

  /// Returns what is doubtful about a time; nil: nothing is.
  ///
  /// - Parameters:
  ///   - name: what it was given to.
  static func doubt(_ seconds: Double, _ reach: Reach, _ name: String) -> String? {
    // The greatest number stands for never.
    guard seconds > reach.longest, seconds < .greatestFiniteMagnitude else { return nil }
    if seconds <= longestRun {
      let isWhole = seconds.remainder(dividingBy: reach.unit) == 0
      guard seconds.remainder(dividingBy: 1_000) == 0, !isWhole || seconds > 100 * reach.unit
      else { return nil }
    }
    let meant =
      seconds > longestRun ? "" : "; in milliseconds it would be \(words(seconds / 1_000))"
    return "\(name): \(plainNumber(seconds)) s is \(words(seconds))\(meant): times are in seconds"
  }

  private static func words(_ seconds: Double) -> String {
    for (name, length) in [
      ("years", 365 * 86_400.0), ("days", 86_400), ("hours", 3_600), ("minutes", 60),
    ] where seconds >= 2 * length {
      return "\(plainNumber((seconds / length * 10).rounded() / 10)) \(name)"
    }
    return "\(plainNumber(seconds)) s"
  }
}

extension AppBridge {
  /// Tells of a time that reads like milliseconds, at the line that gives it.
  ///
  /// - Parameters:
  ///   - name: what it is given to.
  func review(
    _ seconds: Double, _ reach: WrittenTime.Reach, _ name: String, _ frame: borrowing LuaFrame
  ) {
    guard let doubt = WrittenTime.doubt(seconds, reach, name) else { return }
    app.report(.timeInMilliseconds, doubt, at: location(frame))
  }

  /// The same for a length of time that is put down for later; nil: none is.
  func review(_ span: TimeSpan?, _ name: String, _ frame: borrowing LuaFrame) {
    if let span { review(span.seconds, .schedule, name, frame) }
  }

  /// Tells of a period that Android makes longer, at the line that gives it.
  func review(period: TimeSpan?, _ frame: borrowing LuaFrame) {
    guard let period, period < WorkRules.leastInterval else { return }
    app.report(
      .periodRaised,
      "a period of \(period) becomes one of \(WorkRules.leastInterval), the shortest",
      at: location(frame))
  }

  /// The same for a date, by how far it lies ahead.
  func review(date: Double, _ name: String, _ frame: borrowing LuaFrame) {
    review((date - self.date(at: app.now)).rounded(), .schedule, "\(name), from now", frame)
  }

  /// A request that is value `index`.
  func request(_ frame: borrowing LuaFrame, _ index: Int) throws(LuaFailure) -> URLRequest {
    let request = try frame.request(index)
    if let timeout = request.timeout { review(timeout.seconds, .process, "timeout", frame) }
    return request
  }
}

extension JobRequest {
  /// Its times by the fields of `JobInfo`.
  var times: [(name: String, time: TimeSpan?)] {
    [
      ("minimumLatency", minimumLatency), ("overrideDeadline", overrideDeadline),
      ("periodic", period), ("flex", flex), ("initialBackoff", backoff?.initial),
    ]
  }
}
