import Simulation
import Testing

@Suite struct TimeSpanTests {
  @Test("units are what they say")
  func units() {
    #expect(TimeSpan.milliseconds(1).nanoseconds == 1_000_000)
    #expect(TimeSpan.seconds(1) == .milliseconds(1000))
    #expect(TimeSpan.minutes(1) == .seconds(60))
    #expect(TimeSpan.hours(1) == .minutes(60))
    #expect(TimeSpan.days(1) == .hours(24))
  }

  @Test(
    "seconds as a double become the nearest nanosecond, and never trap",
    arguments: [
      (0.1, 100_000_000), (1e-9, 1), (0.4e-9, 0), (0.6e-9, 1), (-1.5, -1_500_000_000),
      (9_000_000.000000001, 9_000_000_000_000_002),  // the double nearest to it is 1.9 ns above
      (1e300, Int64.max), (-1e300, Int64.min), (.infinity, Int64.max), (-.infinity, Int64.min),
      (9_223_372_036.0, Int64.max), (.nan, 0),
    ] as [(Double, Int64)])
  func fromDouble(seconds: Double, nanoseconds: Int64) {
    #expect(TimeSpan.seconds(seconds).nanoseconds == nanoseconds)
  }

  @Test("arithmetic saturates at both ends")
  func saturates() {
    let least = TimeSpan(nanoseconds: .min)
    #expect(TimeSpan.max + .seconds(1) == .max)
    #expect(TimeSpan.max - -.seconds(1) == .max)
    #expect(least - .seconds(1) == least)
    #expect(least + least == least)
    #expect(-least == .max)
    #expect(TimeSpan.max * 2 == .max)
    #expect(TimeSpan.max * -2 == least)
    #expect(least * -1 == .max)
    #expect(least / -1 == .max)
    #expect(TimeSpan.max * 2.5 == .max)
    #expect(TimeSpan.days(Int.max) == .max)
  }

  @Test("scaling and division round as documented")
  func scales() {
    #expect(TimeSpan.seconds(3) * 2 == .seconds(6))
    #expect(TimeSpan.seconds(3) * 0.5 == .milliseconds(1500))
    #expect(TimeSpan(nanoseconds: -7) / 2 == TimeSpan(nanoseconds: -3))
    #expect(TimeSpan.seconds(3) / TimeSpan.seconds(2) == 1.5)
    #expect(TimeSpan.seconds(1) * Double.nan == .zero)
    #expect(TimeSpan.milliseconds(250).description == "0.25 s")
    #expect(TimeSpan.seconds(30).description == "30 s")
    #expect(TimeSpan.milliseconds(-500).description == "-0.5 s")
  }
}
