import Simulation
import Testing

@testable import dormouse

@Suite("Times on the command line")
struct TimeArgumentTests {
  @Test(
    "lengths are numbers with units, the greater first",
    arguments: [
      ("30s", 30.0), ("5m", 300), ("5min", 300), ("6h", 21_600), ("2d", 172_800),
      ("1h30m", 5_400), ("1.5h", 5_400), ("250ms", 0.25), ("1d2h3m4s5ms", 93_784.005), ("0s", 0),
    ])
  func spans(text: String, seconds: Double) {
    #expect(TimeSpan(argument: text) == .seconds(seconds))
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "6", "h", "-1h", "+1h", "1x", "1h 30m", "30m1h", "1h1h", ".5h", "5.h", "1e3s", "0x1s",
      "1..5s", "１s", "999999999d", "inf", "nan",
    ])
  func noSpans(text: String) {
    #expect(TimeSpan(argument: text) == nil)
  }

  @Test(
    "moments are lengths since the start, or times of the device's clock, of day 1 unless they say",
    arguments: [
      ("90s", 90.0), ("90", 90), ("1.5", 1.5), ("1d", 86_400), ("08:30", 1_800),
      ("8:30:15", 1_815), ("08:30:15.250", 1_815.25), ("day 1 08:30", 1_800),
      ("day 2 01:00:00.000", 61_200), ("07:59", -60),
    ])
  func moments(text: String, seconds: Double) throws {
    let moment = try #require(WrittenMoment(text))
    #expect(moment.instant(DayClock(startsAt: .hours(8))) == .start + .seconds(seconds))
  }

  @Test(
    "no other moment is taken",
    arguments: [
      "", "24:00", "08:60", "08:30:60", "8x", "08:30:", ":30", "08:30:15:01", "-08:30", "008:30",
      "08:30.5", "08:30:15.", "xd 08:30", "1h 08:30", "1d 08:30", "day 0 08:30", "day 08:30",
      "day 2", "day -1 08:30", "day 2 6h", "day 99999 08:30", "day２ 08:30", "day 2 08:30 ?",
    ])
  func noMoments(text: String) {
    #expect(WrittenMoment(text) == nil)
  }

  @Test(
    "a moment names a minute, a second or a millisecond, as it is written",
    arguments: [
      ("08:30", 60.0), ("08:30:15", 1), ("1800", 1), ("08:30:15.250", 0.001), ("250ms", 0.001),
    ])
  func ranges(text: String, seconds: Double) throws {
    let range = try #require(WrittenMoment(text)).range(DayClock())
    let length = range.upperBound - range.lowerBound + .nanoseconds(1)
    #expect(length == .seconds(seconds))
  }

  @Test("what a trace shows of an instant names it, and ends with it")
  func shown() throws {
    let clock = DayClock(startsAt: .hours(22))
    for instant in [Instant.start, .start + .seconds(7_212.345678), .start + .days(3)] {
      let moment = try #require(WrittenMoment(clock.text(instant)))
      #expect(moment.range(clock).contains(instant))
      #expect(moment.end(clock) >= instant)
    }
  }
}
