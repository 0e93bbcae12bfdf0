import Simulation

/// Reads the moments of a scenario: `"08:00"` on the first day, `{ day = 2, "08:00" }`, or seconds
/// since the start.
struct Moments: Sendable {
  /// The treatment of a moment before the start of the run.
  enum Early {
    /// It is a mistake: what it is about would never happen.
    case isWrong
    /// It is about something that lasts, and so holds from the start on.
    case holdsFromStart
    /// It is kept as it is.
    case isKept
  }

  static let forms = "give \"HH:MM\", { day = 2, \"HH:MM\" } or seconds since the start"

  /// Time of day at the start.
  let startsAt: TimeSpan
  /// The moment up to which entries repeat; in tests, which have no end, after a year.
  var end = Instant.start + .days(366)

  func instant(_ value: ScriptValue, _ early: Early, at place: Place) -> Instant? {
    switch value {
    case .integer, .number:
      return value.seconds(.time, at: place).map { Instant.start + $0 }
    case .string(let text):
      return Self.clock(text, at: place).flatMap { instant(day: 1, $0, text, early, at: place) }
    case .table(let table):
      var form = DayForm()
      DayForm.keys.read(table.named, at: place, into: &form)
      guard case .string(let text) = table.entries.first(where: { $0.key == .integer(1) })?.value
      else {
        place.report("no time of day (\(value.shown)); \(Self.forms)")
        return nil
      }
      guard let clock = Self.clock(text, at: place) else { return nil }
      return instant(day: form.day, clock, text, early, at: place)
    default:
      place.report("not a time (\(value.shown)); \(Self.forms)")
      return nil
    }
  }

  private func instant(
    day: Int, _ clock: TimeSpan, _ text: String, _ early: Early, at place: Place
  ) -> Instant? {
    let since = TimeSpan.days(day - 1) + clock - startsAt
    if since >= .zero { return .start + since }
    guard early == .isWrong else { return early == .isKept ? .start + since : .start }
    place.report(
      "before the start (\(quoted(text))); the run starts at \(Self.text(startsAt)): "
        + "write { day = 2, \(quoted(text)) } for the next day")
    return nil
  }

  /// The time of day of `HH:MM` or `HH:MM:SS`; nil if it is none.
  static func clock(_ text: String) -> TimeSpan? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for (part, limit) in zip(parts, [24, 60, 60]) {
      let digits = part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard part.count == 2, digits, let number = Int(Substring(part)), number < limit else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return .seconds(parts.count == 2 ? seconds * 60 : seconds)
  }

  /// A time of day as a text or in seconds since midnight.
  static func timeOfDay(_ value: ScriptValue, at place: Place) -> TimeSpan? {
    switch value {
    case .string(let text): return clock(text, at: place)
    case .integer, .number: return value.seconds(.from(0, to: 86_399.999_999_999), at: place)
    default:
      place.report("not a time of day (\(value.shown)); write \"HH:MM\" or \"HH:MM:SS\"")
      return nil
    }
  }

  /// The same, reporting what is none.
  static func clock(_ text: String, at place: Place) -> TimeSpan? {
    if let clock = clock(text) { return clock }
    place.report("not a time of day (\(quoted(text))); write \"HH:MM\" or \"HH:MM:SS\"")
    return nil
  }

  private static func text(_ clock: TimeSpan) -> String {
    let minutes = clock.nanoseconds / TimeSpan.minutes(1).nanoseconds
    return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")"
      + "\(minutes % 60)"
  }
}

/// `{ day = 2, "08:00" }`, but for the time of day.
private struct DayForm {
  var day = 1

  static let keys = Keys<DayForm>([
    .integer("day", \.day, 1...36_525, "the day, from 1")
  ])
}

extension ScriptTable {
  /// The table without its first element.
  fileprivate var named: ScriptTable {
    ScriptTable(entries.filter { $0.key != .integer(1) }, origin: origin)
  }
}
