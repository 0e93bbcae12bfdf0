/// Reads times as recordings write them, in whole milliseconds since 1970 or, for small numbers,
/// since midnight.
///
/// They are read from the bytes: a recording has millions, and a date needs neither locale nor
/// zone.
enum Timestamp {
  /// The number from which on numbers are milliseconds; it is 1973 in milliseconds, 5138 in
  /// seconds.
  private static let leastMilliseconds: Int64 = 100_000_000_000

  /// Reads seconds with decimals, milliseconds, or `YYYY-MM-DD HH:MM:SS`, whose space may be a `T`,
  /// with decimals and a `Z` allowed; of decimals three count. Returns nil for anything else.
  static func milliseconds(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    range.count >= 19 && bytes[range.lowerBound + 4] == Character.dash
      ? date(bytes, range) : number(bytes, range)
  }

  /// Whether this is a date and a time that would be read, but for an offset like `+01:00` after
  /// it.
  static func isWithOffset(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count > 19,
      let sign = range.dropFirst(19).lastIndex(where: {
        bytes[$0] == Character.dash || bytes[$0] == Character.plus
      })
    else { return false }
    return milliseconds(bytes, range.lowerBound..<sign) != nil
  }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    guard let (whole, length) = digits(bytes, range), length <= 14 else { return nil }
    let rest = range.lowerBound + length..<range.upperBound
    guard let decimals = decimals(bytes, rest) else { return nil }
    return whole >= leastMilliseconds ? whole : whole * 1000 + decimals
  }

  private static func date(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    let start = range.lowerBound
    func field(_ offset: Int, _ length: Int) -> Int64? {
      let field = start + offset..<start + offset + length
      guard let (value, count) = digits(bytes, field), count == length else { return nil }
      return value
    }
    guard let year = field(0, 4), let month = field(5, 2), let day = field(8, 2),
      let hour = field(11, 2), let minute = field(14, 2), let second = field(17, 2),
      bytes[start + 7] == Character.dash,
      bytes[start + 10] == Character.space || bytes[start + 10] == Character.t,
      bytes[start + 13] == Character.colon, bytes[start + 16] == Character.colon,
      year >= 1, (1...12).contains(month), day >= 1, day <= daysInMonth(year, month),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var rest = start + 19..<range.upperBound
    if !rest.isEmpty, bytes[rest.upperBound - 1] == Character.z { rest = rest.dropLast() }
    guard let decimals = decimals(bytes, rest) else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * 1000 + decimals
  }

  /// Returns the number that begins a range, and how many digits it has: 1 to 18.
  private static func digits(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (value: Int64, count: Int)? {
    var value: Int64 = 0
    var count = 0
    for position in range {
      guard let digit = Character.digit(bytes[position]) else { break }
      guard count < 18 else { return nil }
      value = value * 10 + digit
      count += 1
    }
    return count > 0 ? (value, count) : nil
  }

  /// Returns the milliseconds that `.123...` stands for, and 0 for nothing at all.
  private static func decimals(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
    guard !range.isEmpty else { return 0 }
    guard range.count > 1, bytes[range.lowerBound] == Character.point else { return nil }
    var value: Int64 = 0
    var unit: Int64 = 100
    for position in range.dropFirst() {
      guard let digit = Character.digit(bytes[position]) else { return nil }
      value += digit * unit
      unit /= 10
    }
    return value
  }

  /// The days from 1970-01-01 in the Gregorian calendar, counted in years that begin with March, so
  /// that the leap day is a year's last: 153 days in each five months from March on.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let fromMarch = (month + 9) % 12
    let years = year - fromMarch / 10
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (fromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }

  private static func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private enum Character {
    static let dash = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let point = UInt8(ascii: ".")
    static let t = UInt8(ascii: "T")
    static let z = UInt8(ascii: "Z")

    static func digit(_ byte: UInt8) -> Int64? {
      let value = byte &- UInt8(ascii: "0")
      return value < 10 ? Int64(value) : nil
    }
  }
}
