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
  /// The moment on a clock that showed midnight at the start of the run; `DayClock` has the
  /// device's.
  public var description: String { DayClock().text(self) }
}
