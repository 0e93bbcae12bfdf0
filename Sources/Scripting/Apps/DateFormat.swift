/// The text of a moment by a `strftime` format in the C locale, as `os.date` gives it.
///
/// All conversions of C99 are known, with the modifiers `E` and `O` where C99 has them.
struct DateFormat {
  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let withE = Array("cCxXyY".utf8)
  private static let withO = Array("deHImMSuUVwWy".utf8)

  let time: CalendarTime
  private var output: [UInt8] = []

  init(_ time: CalendarTime) {
    self.time = time
  }

  /// A conversion that C99 does not know.
  struct UnknownConversion: Error {
    /// With its percent sign.
    let text: [UInt8]
  }

  mutating func text(by format: some Collection<UInt8>) throws(UnknownConversion) -> [UInt8] {
    output = []
    var rest = format[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        output.append(byte)
        continue
      }
      var specifier = [byte]
      if let next = rest.popFirst() { specifier.append(next) }
      let allowed: [UInt8]? =
        switch specifier.last {
        case UInt8(ascii: "E"): DateFormat.withE
        case UInt8(ascii: "O"): DateFormat.withO
        default: nil
        }
      if let allowed {
        let letter = rest.popFirst()
        if let letter { specifier.append(letter) }
        guard let letter, allowed.contains(letter) else {
          throw UnknownConversion(text: specifier)
        }
      }
      guard specifier.count > 1, let letter = specifier.last, append(letter) else {
        throw UnknownConversion(text: specifier)
      }
    }
    return output
  }

  private mutating func append(_ letter: UInt8) -> Bool {
    appendName(letter) || appendNumber(letter) || appendWhole(letter)
  }

  private mutating func appendName(_ letter: UInt8) -> Bool {
    switch Unicode.Scalar(letter) {
    case "a": put(DateFormat.days[time.weekday].prefix(3))
    case "A": put(DateFormat.days[time.weekday])
    case "b", "h": put(DateFormat.months[time.month - 1].prefix(3))
    case "B": put(DateFormat.months[time.month - 1])
    case "p": put(time.hour < 12 ? "AM" : "PM")
    case "n": put("\n")
    case "t": put("\t")
    case "z": put("+0000")
    case "Z": put("UTC")
    case "%": put("%")
    default: return false
    }
    return true
  }

  private mutating func appendNumber(_ letter: UInt8) -> Bool {
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    switch Unicode.Scalar(letter) {
    case "C": put(time.year / 100, 2)
    case "d": put(time.day, 2)
    case "e": put(time.day, 2, padding: " ")
    case "g": put(time.isoWeek.year % 100, 2)
    case "G": put(time.isoWeek.year, 1)
    case "H": put(time.hour, 2)
    case "I": put(hour, 2)
    case "j": put(time.dayOfYear + 1, 3)
    case "m": put(time.month, 2)
    case "M": put(time.minute, 2)
    case "S": put(time.second, 2)
    case "u": put(time.weekday == 0 ? 7 : time.weekday, 1)
    case "U": put((time.dayOfYear + 7 - time.weekday) / 7, 2)
    case "V": put(time.isoWeek.week, 2)
    case "w": put(time.weekday, 1)
    case "W": put((time.dayOfYear + 7 - (time.weekday + 6) % 7) / 7, 2)
    case "y": put(time.year % 100, 2)
    case "Y": put(time.year, 1)
    default: return false
    }
    return true
  }

  private mutating func appendWhole(_ letter: UInt8) -> Bool {
    let parts: String
    switch Unicode.Scalar(letter) {
    case "c": parts = "a b e T Y"
    case "D", "x": parts = "m/d/y"
    case "F": parts = "Y-m-d"
    case "r": parts = "I:M:S p"
    case "R": parts = "H:M"
    case "T", "X": parts = "H:M:S"
    default: return false
    }
    for part in parts.utf8 where !append(part) {
      output.append(part)
    }
    return true
  }

  private mutating func put(_ text: some StringProtocol) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func put(_ value: Int, _ width: Int, padding: Character = "0") {
    let digits = String(value.magnitude)
    if value < 0 { put("-") }
    put(String(repeating: padding, count: max(0, width - digits.utf8.count)))
    put(digits)
  }
}
