import Simulation

/// A moment of the simulated calendar, by its parts: proleptic Gregorian, without zones or summer
/// time.
///
/// Runs begin on Monday, 1 January 2024, at the scenario's `startsAt`.
struct CalendarTime: Equatable {
  var year: Int
  /// 1 to 12.
  var month: Int
  /// 1 to 31.
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  /// 0 is Sunday.
  var weekday: Int
  /// 0 is 1 January.
  var dayOfYear: Int
}

extension CalendarTime {
  /// Midnight of the first day of every run, in seconds since 1 January 1970.
  static let firstMidnight = 1_704_067_200

  /// The moment, in whole seconds since 1 January 1970, of a time since the first midnight.
  static func seconds(at clock: TimeSpan) -> Int {
    firstMidnight + Int(floorDivide(Int(clock.nanoseconds), 1_000_000_000).quotient)
  }

  /// The parts of a moment in seconds since 1 January 1970.
  ///
  /// Days to civil dates by Hinnant's "chrono-compatible low-level date algorithms" (2013): years
  /// begin in March, in eras of 400.
  init(seconds: Int) {
    let (days, rest) = floorDivide(seconds, 86_400)
    let shifted = days + 719_468
    let (era, dayOfEra) = floorDivide(shifted, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayFromMarch = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayFromMarch + 2) / 153
    day = dayFromMarch - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = floorDivide(days + 4, 7).remainder
    dayOfYear = days - CalendarTime.days(year: year, month: 1, day: 1)
  }

  /// Seconds since 1 January 1970 of parts that may lie outside their ranges, as `os.time` takes
  /// them: month 14 is February of the next year. The parts fit 32 bits each.
  static func seconds(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int {
    let (years, month) = floorDivide(month - 1, 12)
    let days = days(year: year + years, month: month + 1, day: 1) + day - 1
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// Days from 1 January 1970 to a date.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let dayFromMarch = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayFromMarch
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The ISO 8601 week and the year it belongs to.
  var isoWeek: (year: Int, week: Int) {
    let fromMonday = (weekday + 6) % 7
    let week = (dayOfYear - fromMonday + 10) / 7
    if week < 1 { return (year - 1, CalendarTime.isoWeeks(in: year - 1)) }
    if week > CalendarTime.isoWeeks(in: year) { return (year + 1, 1) }
    return (year, week)
  }

  private static func isoWeeks(in year: Int) -> Int {
    let first = floorDivide(days(year: year, month: 1, day: 1) + 3, 7).remainder
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return first == 3 || (isLeap && first == 2) ? 53 : 52
  }
}

/// Quotient rounded down, and the remainder that goes with it, never negative.
private func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
