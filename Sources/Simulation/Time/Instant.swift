/// A moment of virtual time: whole nanoseconds since the start of the run.
///
/// Arithmetic saturates and never traps: `distantFuture` stays where it is when time is added.
@frozen
public struct Instant: Comparable, Hashable, Sendable {
  public let nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start of the run.
  @inlinable
  public static var start: Instant { Instant(nanoseconds: 0) }

  /// Later than everything that happens: "never".
  @inlinable
  public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  /// Seconds since the start, rounded to the nearest double.
  @inlinable
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  @inlinable
  public static func + (instant: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: (TimeSpan(nanoseconds: instant.nanoseconds) + span).nanoseconds)
  }

  @inlinable
  public static func - (instant: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: (TimeSpan(nanoseconds: instant.nanoseconds) - span).nanoseconds)
  }

  /// The time from the right instant to the left one.
  @inlinable
  public static func - (left: Instant, right: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: left.nanoseconds) - TimeSpan(nanoseconds: right.nanoseconds)
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { clockDescription }

  /// The time as a clock that began at midnight of day 0: `1d 08:05:09.123`.
  ///
  /// Days are left out on day 0, milliseconds are truncated (a moment is never shown before it is
  /// reached), and `distantFuture` is `never`.
  public var clockDescription: String {
    guard self != .distantFuture else { return "never" }
    let milliseconds = nanoseconds.magnitude / 1_000_000
    let (seconds, millisecond) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let (days, hour) = hours.quotientAndRemainder(dividingBy: 24)
    let day = days == 0 ? "" : "\(days)d "
    let clock = "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
    return "\(nanoseconds < 0 ? "-" : "")\(day)\(clock).\(digits(millisecond, 3))"
  }

  private func digits(_ value: UInt64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
