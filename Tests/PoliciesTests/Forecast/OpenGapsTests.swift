import Simulation
import Testing

@testable import Policies

@Suite("How soon the user opens an app again")
struct OpenGapsTests {
  @Test("the chance is the part of the pauses that lasted so long, one endless one among them")
  func chance() {
    var gaps = OpenGaps()
    #expect(gaps.chance(within: .minutes(5), after: .zero) == 0)
    // Classes end at 5, 10, 20, 40, 80, 160 s and so on.
    for _ in 0..<6 { gaps.add(.seconds(6)) }
    for _ in 0..<3 { gaps.add(.seconds(30)) }
    #expect(gaps.chance(within: .seconds(10), after: .zero) == 6.0 / 10)
    #expect(gaps.chance(within: .seconds(40), after: .zero) == 9.0 / 10)
    #expect(gaps.chance(within: .seconds(30), after: .seconds(10)) == 3.0 / 4)
    #expect(gaps.chance(within: .seconds(10), after: .seconds(10)) == 0)
    // Half of a class.
    #expect(gaps.chance(within: .seconds(10), after: .seconds(20)) == 1.5 / 4)
    #expect(gaps.chance(within: .hours(1), after: .seconds(40)) == 0)
  }

  @Test("pauses of days are over at no time that is asked about")
  func days() {
    var gaps = OpenGaps()
    for days in 1...4 { gaps.add(.days(days)) }
    #expect(gaps.chance(within: .hours(20), after: .hours(2)) == 0)
    #expect(gaps.chance(within: .minutes(5), after: .days(9)) == 0)
  }

  @Test("what was long ago fades: newer pauses count more than as many old ones")
  func fading() {
    var gaps = OpenGaps()
    for _ in 0..<1_900 { gaps.add(.hours(3)) }
    for _ in 0..<1_900 { gaps.add(.seconds(2)) }
    #expect(gaps.chance(within: .seconds(5), after: .zero) > 0.7)
  }
}
