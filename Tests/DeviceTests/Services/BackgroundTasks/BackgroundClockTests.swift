import Simulation
import Testing

@testable import Device

@Suite("The clock of a stay in the background")
struct BackgroundClockTests {
  private var clock = BackgroundClock(lead: .seconds(5))

  @Test("a grant shorter than the grace is paid for as long as it is, and the end comes later")
  mutating func grace() {
    clock.start(granted: .seconds(2), at: moment(10), grace: .seconds(5))
    #expect(clock.deadline == moment(15) && clock.grantedUntil == moment(12))
    #expect(clock.handlersDue(notBefore: moment(10)) == moment(10))
    #expect(clock.remaining(at: moment(11)) == .seconds(4))
    #expect(clock.remaining(at: moment(20)) == .zero)
  }

  @Test("an early expiry leaves the lead, adds nothing to the grant, and comes once")
  mutating func early() {
    for (granted, paid) in [(2.0, 12.0), (15, 17), (30, 17)] {
      clock.stop()
      clock.start(granted: .seconds(granted), at: moment(10), grace: .seconds(20))
      let isEarlier = clock.expireEarly(at: moment(12))
      #expect(isEarlier)
      #expect(clock.deadline == moment(17) && clock.grantedUntil == moment(paid))
      let again = clock.expireEarly(at: moment(12))
      #expect(!again)
    }
  }

  @Test("without a clock there is nothing to expire, and no time that remains")
  mutating func stopped() {
    let isEarlier = clock.expireEarly(at: moment(12))
    #expect(!isEarlier)
    #expect(clock.handlersDue(notBefore: moment(12)) == nil)
    #expect(clock.remaining(at: moment(12)) == nil)
  }
}
