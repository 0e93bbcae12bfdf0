import CLuaStress
import Testing

@Suite("The memory of a state")
struct ArenaTests {
  @Test(
    "blocks keep what is written to them through any order of taking, resizing and tidying",
    arguments: UInt64(1)...6)
  func plays(seed: UInt64) {
    let wrong = unsafe arena_plays(seed, 5).map { unsafe String(cString: $0) }
    #expect(wrong == nil)
  }

  @Test("room that was dropped serves other sizes", arguments: [Int32(0), 1])
  func recycles(isObject: Int32) {
    let wrong = unsafe arena_recycles(isObject).map { unsafe String(cString: $0) }
    #expect(wrong == nil)
  }
}
