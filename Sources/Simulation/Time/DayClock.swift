/// The clock of the device at the moments of a run: day 1 is the day on which the run starts.
public struct DayClock: Equatable, Sendable {
  /// Time of day at the start of the run.
  public let startsAt: TimeSpan

  public init(startsAt: TimeSpan = .zero) { self.startsAt = startsAt }

  /// The clock that shows a time of day at a moment.
  public init(showing timeOfDay: TimeSpan, at now: Instant) {
    let day = TimeSpan.days(1).nanoseconds
    let start = (timeOfDay.nanoseconds - now.nanoseconds % day) % day
    startsAt = TimeSpan(nanoseconds: start < 0 ? start + day : start)
  }

  /// When the clock shows a time of day, on a day counted from 1. It may be before the start.
  public func instant(day: Int, _ timeOfDay: TimeSpan) -> Instant {
    .start + (.days(day - 1) + timeOfDay - startsAt)
  }

  /// `08:05:09.123`, and from the second day on `day 2 08:05:09.123`.
  ///
  /// Milliseconds are truncated (a moment is never shown before it is reached), and `distantFuture`
  /// is `never`.
  public func text(_ instant: Instant) -> String {
    guard instant != .distantFuture else { return "never" }
    let since = (startsAt + (instant - .start)).nanoseconds
    let milliseconds = since.magnitude / 1_000_000
    let (seconds, millisecond) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    let (days, hour) = hours.quotientAndRemainder(dividingBy: 24)
    var text = Digits()
    text.put(millisecond, width: 3)
    text.put(".")
    text.put(second, width: 2)
    text.put(":")
    text.put(minute, width: 2)
    text.put(":")
    text.put(hour, width: 2)
    let sign = since < 0 ? "-" : ""
    return days == 0 ? sign + text.text : "\(sign)day \(days + 1) " + text.text
  }

  /// The time of day at the start without what is zero of it: `08:00`, `08:00:30`.
  public var startText: String {
    let text = DayClock().text(.start + startsAt)
    return String(text.dropLast(text.hasSuffix(":00.000") ? 7 : text.hasSuffix(".000") ? 4 : 0))
  }
}
