import Lua
import Testing

@Suite("What a state is opened with")
struct PreludeTests {
  private func library(_ prelude: String?) -> LuaLibrary<Notebook> {
    LuaLibrary { library in
      library.constant("names.first", .integer(1))
      library.constant("names.inner.second", .integer(2))
      library.constant("string.third", .integer(3))
      library.constant("replaced", .integer(4))
      library.constant("replaced.by", .string(Array("a table".utf8)))
      library.prelude = prelude
    }
  }

  private func open(_ prelude: String?) throws(LuaFailure) -> LuaState {
    try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library(prelude), host: Notebook())
  }

  private func answer(_ script: String, in state: LuaState) throws -> String {
    let chunk = try state.load(script, name: "a.lua")
    return try state.call(chunk) { frame in frame.describe(1) }
  }

  @Test("the prelude runs when the state is opened, and its first result is kept")
  func result() throws {
    let state = try open("made = names.first + 1 return { 5 }, 6")
    let kept = try #require(state.prelude)
    #expect(try state.read(kept) { $0.typeName(1) } == "table")
    #expect(try answer("return made", in: state) == "2")
    #expect(try open("return").prelude == nil)
    #expect(try open(nil).prelude == nil)
  }

  @Test("a prelude that fails is told by who opens the state")
  func failure() {
    #expect(throws: LuaFailure.self) { try open("error('no')") }
  }

  @Test("definitions make tables, extend Lua's own, and the later of one name holds")
  func definitions() throws {
    let state = try open(nil)
    let script = """
      return names.first .. names.inner.second .. string.third .. replaced.by .. ("x"):rep(2)
      """
    #expect(try answer(script, in: state) == "123a tablexx")
  }

  @Test(
    "opening is nobody's: what a prelude does shifts neither the numbers of objects nor the meter")
  func phase() throws {
    let long = "for i = 1, 100 do local t = { i } end for i = 1, 5000 do local x = i * i end"
    let script = """
      for i = 1, 700 do local t = { i } end
      return tostring({}) .. collectgarbage("count")
      """
    var told = Set<String>()
    for prelude in [nil, "return", long] {
      let state = try open(prelude)
      #expect(state.takeInstructions() == 0)
      told.insert("\(try answer(script, in: state)) \(state.takeInstructions())")
    }
    #expect(told.count == 1)
  }
}
