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
    "moments are lengths since the start or clocks as traces show them",
    arguments: [
      ("90s", 90.0), ("08:30", 30_600), ("8:30:15", 30_615), ("08:30:15.250", 30_615.25),
      ("1d 01:00:00.000", 90_000), ("2d01:00", 176_400), ("00:00", 0), ("90", 90), ("1.5", 1.5),
    ])
  func moments(text: String, seconds: Double) {
    #expect(Instant(argument: text) == .start + .seconds(seconds))
  }

  @Test(
    "no other clock is taken",
    arguments: [
      "", "24:00", "08:60", "08:30:60", "8x", "08:30:", ":30", "08:30:15:01", "-08:30", "008:30",
      "08:30.5", "08:30:15.", "xd 08:30", "1h 08:30",
    ])
  func noMoments(text: String) {
    #expect(Instant(argument: text) == nil)
  }
}
