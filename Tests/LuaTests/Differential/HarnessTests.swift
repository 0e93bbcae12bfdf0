import Lua
import Testing

@Suite("The differential harness")
struct HarnessTests {
  @Test("tells where two libraries differ, call by call")
  func difference() throws {
    let generator = """
      for i = 1, calls do
        check("same", string.rep, "x", i)
        if i == 7 then check("identity", string.format, "%p", print) end
      end
      return told()
      """
    let differences = try Differential(generator: generator).differences(calls: 1_000)
    let difference = try #require(differences.first)
    #expect(differences.count == 1)
    #expect(difference.contains("Dormouse: 7 identity \"%p\" function = true"))
    #expect(difference.contains("liblua:   7 identity"))
    let tolerant = Differential(generator: generator, tolerated: ["identity"])
    #expect(try tolerant.differences(calls: 1_000) == [])
  }

  @Test("both states draw the same random numbers, which the seed decides")
  func seeds() throws {
    let chunk = Differential.prelude + "for i = 1, 5 do check('r', random, 100) end return told()"
    let reference = try ReferenceState(chunk)
    let told = try reference.run(1, 5)
    #expect(try reference.run(1, 5) == told)
    #expect(try reference.run(2, 5) != told)
    #expect(throws: LuaFailure.self) { try ReferenceState("this is not Lua") }
  }
}
