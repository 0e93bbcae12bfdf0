import Experiments
import Testing

@Suite("Holm's adjustment")
struct HolmTests {
  @Test("Four hypotheses come out as computed by hand, each in its place")
  func example() throws {
    // .005 · 4, then .01 · 3, then .03 · 2, and .04 · 1, which may not be less than the one before.
    let adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005])
    for (value, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(try #require(value) - expected) < 1e-15)
    }
  }

  @Test("None exceeds 1, and one alone stays as it is")
  func bounds() {
    #expect(holmAdjusted([0.6, 0.9]) == [1, 1])
    #expect(holmAdjusted([0.03]) == [0.03])
    #expect(holmAdjusted([]) == [])
  }

  @Test("What was not tested does not count among the hypotheses")
  func untested() {
    #expect(holmAdjusted([nil, 0.02, nil, 0.25]) == [nil, 0.04, nil, 0.25])
  }
}
