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

  @Test("shows itself as a clock does that was at midnight at the start")
  func description() {
    #expect("\(Instant.start + .hours(30))" == "day 2 06:00:00.000")
  }
}
