import Simulation
import Testing

@testable import Users

@Suite("Times in recordings")
struct TimestampTests {
  private func milliseconds(_ text: String) -> Int64? {
    let bytes = Array("<\(text)>".utf8)
    return Timestamp.milliseconds(bytes, 1..<bytes.count - 1)
  }

  @Test(
    "dates, seconds and milliseconds are read",
    arguments: [
      ("0", 0), ("3600", 3_600_000), ("3600.5", 3_600_500), ("0.123456", 123),
      ("1571151207", 1_571_151_207_000), ("1571151207258", 1_571_151_207_258),
      ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
      ("1970-01-01 00:00:00", 0), ("2019-10-15 14:53:27", 1_571_151_207_000),
      ("2019-10-15T14:53:27.258Z", 1_571_151_207_258), ("2000-02-29 12:00:00", 951_825_600_000),
      ("2100-03-01 00:00:00", 4_107_542_400_000), ("9999-12-31 23:59:59", 253_402_300_799_000),
    ] as [(String, Int64)])
  func read(text: String, expected: Int64) {
    #expect(milliseconds(text) == expected)
  }

  @Test(
    "what is no time is refused",
    arguments: [
      "", "-", "-5", "abc", "12a", "1.", ".5", "1.5.5", "1e9", "123456789012345",
      "99999999999999999999", "2019-10-15", "2019-10-15 14:53", "2019-13-01 00:00:00",
      "2019-00-01 00:00:00", "2019-02-29 00:00:00", "2100-02-29 00:00:00", "2019-04-31 00:00:00",
      "2019-01-00 00:00:00", "2019-01-01 24:00:00", "2019-01-01 00:60:00", "2019-01-01 00:00:60",
      "2019-01-01 00:00:00+01", "2019-01-01x00:00:00", "0000-01-01 00:00:00",
      "2019/01/01 00:00:00", "2019-1-01 000:00:00", "2019-01-01 00:00:00.",
    ])
  func refused(text: String) {
    #expect(milliseconds(text) == nil)
  }

  @Test("each day from 1970 to 2400 follows the one before")
  func calendar() {
    var expected: Int64 = 0
    for year in 1970...2400 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        for day in 1...days {
          let text = "\(year)-\(two(month + 1))-\(two(day)) 00:00:00"
          guard milliseconds(text) == expected else {
            Issue.record("\(text)")
            return
          }
          expected += UsageLog.day
        }
      }
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
