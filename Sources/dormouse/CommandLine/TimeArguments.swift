import Simulation

extension TimeSpan {
  /// Reads a length of time as people write it: numbers with units, the greater before the smaller:
  /// `30s`, `1.5h`, `1h30m`, `250ms`. Nil for anything else, also for a time that is longer than a
  /// simulation can be.
  init?(argument text: String) {
    var rest = text[...]
    var total = 0.0
    var lastUnit = Double.infinity
    repeat {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let letters = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(letters.count)
      guard number.first?.isNumber == true, number.last?.isNumber == true,
        let value = Double(number), let unit = secondsByUnit[String(letters)], unit < lastUnit
      else { return nil }
      lastUnit = unit
      total += value * unit
    } while !rest.isEmpty
    guard total < TimeSpan.max.seconds else { return nil }
    self = .seconds(total)
  }
}

private let secondsByUnit: [String: Double] = [
  "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400,
]

/// A moment of a run as it is written: a time of the device's clock (`13:05`, `day 2
/// 08:30:15.250`), or a length of time since the start (`6h`, `90`). The run's clock decides which
/// instant that is.
struct WrittenMoment: Equatable {
  static let forms = "a time: 13:05, 'day 2 13:05', or since the start, such as 6h or 90s"

  private enum Form: Equatable {
    case sinceStart(TimeSpan)
    case clock(day: Int, TimeSpan)
  }

  /// The moment as it was written.
  let text: String
  private let form: Form
  /// The length of time that is named: a clock without seconds names a whole minute, anything
  /// without decimals a whole second, the rest a millisecond.
  private let length: TimeSpan

  /// Reads a moment; nil for a string that is none.
  init?(_ text: String) {
    self.text = text
    let isExact = text.contains(".") || text.contains("ms")
    let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    let named: TimeSpan
    if let span = TimeSpan(argument: isNumber ? text + "s" : text) {
      form = .sinceStart(span)
      named = .seconds(1)
    } else {
      guard let (day, clock) = WrittenMoment.clock(text) else { return nil }
      form = .clock(day: day, clock)
      named = text.count { $0 == ":" } == 1 ? .minutes(1) : .seconds(1)
    }
    length = (isExact ? .milliseconds(1) : named) - .nanoseconds(1)
  }

  /// Returns its first instant, before the start where the clock showed that time before the run.
  func instant(_ clock: DayClock) -> Instant {
    switch form {
    case .sinceStart(let span): .start + span
    case .clock(let day, let timeOfDay): clock.instant(day: day, timeOfDay)
    }
  }

  /// Returns all of the time that is named.
  func range(_ clock: DayClock) -> ClosedRange<Instant> {
    instant(clock)...instant(clock) + length
  }

  /// Returns the last instant that is shown as it is written.
  func end(_ clock: DayClock) -> Instant {
    instant(clock) + min(length, .milliseconds(1) - .nanoseconds(1))
  }

  /// Returns the day, from 1, and the time of day of `[day N ]HH:MM[:SS[.fff]]`; nil for anything
  /// else.
  private static func clock(_ text: String) -> (Int, TimeSpan)? {
    var clock = text[...]
    var day = 1
    if text.hasPrefix("day ") {
      let words = text.split(separator: " ")
      guard words.count == 3, words[1].allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(words[1]), (1...36_525).contains(number)
      else { return nil }
      day = number
      clock = words[2]
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = clockPart(parts[0], below: 24),
      let minutes = clockPart(parts[1], below: 60),
      let seconds = parts.count < 3 ? 0 : clockPart(parts[2], below: 60, fraction: true)
    else { return nil }
    return (day, .seconds(hours * 3_600 + minutes * 60 + seconds))
  }

  /// Reads one or two digits; seconds may have decimals.
  private static func clockPart(
    _ text: Substring, below limit: Double, fraction: Bool = false
  ) -> Double? {
    let whole = fraction ? text.prefix { $0 != "." } : text
    guard (1...2).contains(whole.count), text.last != ".",
      text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(text), value < limit
    else { return nil }
    return value
  }
}
