import Simulation
import Testing

@Suite struct DayClockTests {
  @Test(
    "shows the day from the second on, and truncates to milliseconds",
    arguments: [
      (0, "00:00:00.000"),
      (999_999, "00:00:00.000"),
      (29_109_123_999_999, "08:05:09.123"),
      (115_509_123_000_000, "day 2 08:05:09.123"),
      (86_400_000_000_000 * 1000, "day 1001 00:00:00.000"),
      (-1_500_000_000, "-00:00:01.500"),
      (Int64.max, "never"),
    ] as [(Int64, String)])
  func midnight(nanoseconds: Int64, text: String) {
    #expect(DayClock().text(Instant(nanoseconds: nanoseconds)) == text)
  }

  @Test("goes on from the time of day at the start, and its second day begins at midnight")
  func startsLate() {
    let clock = DayClock(startsAt: .hours(22))
    #expect(clock.text(.start) == "22:00:00.000")
    #expect(clock.text(.start + .hours(2)) == "day 2 00:00:00.000")
    #expect(clock.instant(day: 2, .hours(8)) == .start + .hours(10))
    #expect(clock.instant(day: 1, .hours(21)) == .start - .hours(1))
  }

  @Test(
    "is known from what it shows at one moment",
    arguments: [
      (8, 0, 8), (8, 3, 5), (1, 3, 22), (0, 24, 0), (23, 47, 0), (5, 1_000, 13),
    ])
  func shown(hour: Int, after: Int, start: Int) {
    let clock = DayClock(showing: .hours(hour), at: .start + .hours(after))
    #expect(clock.startsAt == .hours(start))
  }

  @Test("says when it starts without what is zero")
  func start() {
    #expect(DayClock(startsAt: .hours(8)).startText == "08:00")
    #expect(DayClock(startsAt: .hours(8) + .seconds(30)).startText == "08:00:30")
    #expect(DayClock(startsAt: .milliseconds(1)).startText == "00:00:00.001")
  }
}
