import Testing

@testable import Scripting

@Suite("The simulated calendar")
struct CalendarTimeTests {
  /// Written by `os.date` of Lua 5.4 in the C locale.
  static let format =
    "%Y-%m-%d %H:%M:%S %w %j %G-W%V %U %W %c|%x|%X|%r|%D|%F|%R|%y|%C|%e|%I|%p|%u|%a|%A|%b|%B|%h|%g"
  static let written: [(seconds: Int, text: String)] = [
    (
      0,
      "1970-01-01 00:00:00 4 001 1970-W01 00 00 Thu Jan  1 00:00:00 1970|01/01/70|00:00:00|"
        + "12:00:00 AM|01/01/70|1970-01-01|00:00|70|19| 1|12|AM|4|Thu|Thursday|Jan|January|Jan|70"
    ),
    (
      1_704_067_200,
      "2024-01-01 00:00:00 1 001 2024-W01 00 01 Mon Jan  1 00:00:00 2024|01/01/24|00:00:00|"
        + "12:00:00 AM|01/01/24|2024-01-01|00:00|24|20| 1|12|AM|1|Mon|Monday|Jan|January|Jan|24"
    ),
    (
      1_709_164_799,
      "2024-02-28 23:59:59 3 059 2024-W09 08 09 Wed Feb 28 23:59:59 2024|02/28/24|23:59:59|"
        + "11:59:59 PM|02/28/24|2024-02-28|23:59|24|20|28|11|PM|3|Wed|Wednesday|Feb|February|Feb|24"
    ),
    (
      951_782_400,
      "2000-02-29 00:00:00 2 060 2000-W09 09 09 Tue Feb 29 00:00:00 2000|02/29/00|00:00:00|"
        + "12:00:00 AM|02/29/00|2000-02-29|00:00|00|20|29|12|AM|2|Tue|Tuesday|Feb|February|Feb|00"
    ),
    (
      -1,
      "1969-12-31 23:59:59 3 365 1970-W01 52 52 Wed Dec 31 23:59:59 1969|12/31/69|23:59:59|"
        + "11:59:59 PM|12/31/69|1969-12-31|23:59|69|19|31|11|PM|3|Wed|Wednesday|Dec|December|Dec|70"
    ),
    (
      1_735_603_200,
      "2024-12-31 00:00:00 2 366 2025-W01 52 53 Tue Dec 31 00:00:00 2024|12/31/24|00:00:00|"
        + "12:00:00 AM|12/31/24|2024-12-31|00:00|24|20|31|12|AM|2|Tue|Tuesday|Dec|December|Dec|25"
    ),
    (
      4_102_444_800,
      "2100-01-01 00:00:00 5 001 2099-W53 00 00 Fri Jan  1 00:00:00 2100|01/01/00|00:00:00|"
        + "12:00:00 AM|01/01/00|2100-01-01|00:00|00|21| 1|12|AM|5|Fri|Friday|Jan|January|Jan|99"
    ),
  ]

  @Test("gives the texts that Lua's own library gives", arguments: written)
  func texts(seconds: Int, text: String) throws {
    var format = DateFormat(CalendarTime(seconds: seconds))
    #expect(String(decoding: try format.text(by: Self.format.utf8), as: UTF8.self) == text)
  }

  @Test("turns every day of eight centuries into a date and back")
  func roundTrip() {
    for day in stride(from: -146_097, through: 146_097, by: 1) {
      let seconds = day * 86_400 + 45_296
      let time = CalendarTime(seconds: seconds)
      let back = CalendarTime.seconds(
        year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
        second: time.second)
      if back != seconds {
        Issue.record("\(time) is \(seconds), not \(back)")
        return
      }
    }
  }

  @Test("carries parts outside their ranges over, as mktime does")
  func normalises() {
    let seconds = CalendarTime.seconds(
      year: 2024, month: 14, day: 0, hour: 25, minute: -1, second: 61)
    #expect(
      CalendarTime(seconds: seconds)
        == CalendarTime(
          year: 2025, month: 2, day: 1, hour: 1, minute: 0, second: 1, weekday: 6, dayOfYear: 31))
  }

  @Test(
    "knows no other conversions",
    arguments: ["%", "a%", "%E", "%Ea", "%O", "%Oz", "%Q", "%é"])
  func unknown(text: String) {
    var format = DateFormat(CalendarTime(seconds: 0))
    #expect(throws: DateFormat.UnknownConversion.self) { try format.text(by: text.utf8) }
  }

  @Test("takes the modifiers of C99, the percent sign and bytes as they are")
  func modifiers() throws {
    var format = DateFormat(CalendarTime(seconds: 1_704_067_200))
    let text = try format.text(by: "%Ey %Od %%%n%t é %z %Z".utf8)
    #expect(String(decoding: text, as: UTF8.self) == "24 01 %\n\t é +0000 UTC")
  }
}
