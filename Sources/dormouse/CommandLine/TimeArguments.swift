import Simulation

extension TimeSpan {
  /// A length of time as people write it: numbers with units, the greater before the smaller:
  /// `30s`, `1.5h`, `1h30m`, `250ms`. Nil for anything else, also for what is longer than a
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

extension Instant {
  /// A moment since the start of the run: a length of time, seconds, or a clock as traces show it:
  /// `08:30`, `08:30:15.250`, `1d 08:30:15`. Nil for anything else.
  init?(argument text: String) {
    let isNumber = text.last?.isNumber == true && !text.contains(":")
    let text = isNumber ? text + "s" : text
    if let span = TimeSpan(argument: text) {
      self = .start + span
      return
    }
    var clock = text[...]
    var days = TimeSpan.zero
    if let mark = text.firstIndex(of: "d") {
      guard let span = TimeSpan(argument: String(text[...mark])) else { return nil }
      days = span
      clock = text[text.index(after: mark)...].drop { $0 == " " }
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = Instant.clockPart(parts[0], below: 24),
      let minutes = Instant.clockPart(parts[1], below: 60),
      let seconds = parts.count < 3 ? 0 : Instant.clockPart(parts[2], below: 60, fraction: true)
    else { return nil }
    self = .start + days + .seconds(hours * 3_600 + minutes * 60 + seconds)
  }

  /// All of the time that a moment names: a clock without seconds the whole minute, anything without
  /// decimals the whole second.
  static func range(argument text: String) -> ClosedRange<Instant>? {
    guard let first = Instant(argument: text) else { return nil }
    let colons = text.count { $0 == ":" }
    let length: TimeSpan =
      text.contains(".") || text.contains("ms")
      ? .zero : (colons == 1 ? .minutes(1) : .seconds(1)) - .nanoseconds(1)
    return first...first + length
  }

  /// One or two digits; seconds may have decimals.
  private static func clockPart(_ text: Substring, below limit: Double, fraction: Bool = false)
    -> Double?
  {
    let whole = fraction ? text.prefix { $0 != "." } : text
    guard (1...2).contains(whole.count), text.last != ".",
      text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(text), value < limit
    else { return nil }
    return value
  }
}
