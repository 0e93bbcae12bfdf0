import Simulation
import Testing

@Suite struct InstantTests {
  @Test("adding time to the distant future leaves it there")
  func saturates() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(Instant.start + .max == .distantFuture)
    #expect(Instant.start + .seconds(1) + .max == .distantFuture)
    #expect(Instant(nanoseconds: .min) - .seconds(1) == Instant(nanoseconds: .min))
  }

  @Test("the difference of two instants is the span that leads from one to the other")
  func difference() {
    let early = Instant.start + .seconds(2)
    let late = early + .milliseconds(1500)
    #expect(late - early == .milliseconds(1500))
    #expect(early - late == -.milliseconds(1500))
    #expect(late - .milliseconds(1500) == early)
    #expect(early < late)
    #expect(late.seconds == 3.5)
  }

  @Test(
    "the clock shows days only after day 0, and truncates to milliseconds",
    arguments: [
      (0, "00:00:00.000"),
      (999_999, "00:00:00.000"),
      (29_109_123_999_999, "08:05:09.123"),
      (115_509_123_000_000, "1d 08:05:09.123"),
      (86_400_000_000_000 * 1000, "1000d 00:00:00.000"),
      (-1_500_000_000, "-00:00:01.500"),
      (Int64.max, "never"),
    ] as [(Int64, String)])
  func clock(nanoseconds: Int64, text: String) {
    #expect(Instant(nanoseconds: nanoseconds).clockDescription == text)
  }
}
