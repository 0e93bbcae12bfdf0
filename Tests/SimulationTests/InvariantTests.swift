import Simulation
import Testing

@Suite struct InvariantTests {
  @Test("a condition that holds costs neither its message nor the program")
  func holds() {
    var asked = 0
    func message() -> String {
      asked += 1
      return "unused"
    }
    check(asked == 0, message(), at: .start, seed: 1)
    #expect(asked == 0)
  }

  @Test("a broken invariant ends the program with message, virtual time and seed")
  func broken() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      check(1 > 2, "the pool holds -5 ns", at: .start + .seconds(61), seed: 4711)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the pool holds -5 ns"))
    #expect(text.contains("00:01:01.000"))
    #expect(text.contains("seed 4711"))
    #expect(text.contains("InvariantTests.swift"))
  }
}
