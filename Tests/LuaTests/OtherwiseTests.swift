import Lua
import Testing

@Suite("Names that a class has not")
struct OtherwiseTests {
  private let library = LuaLibrary<Notebook> { library in
    library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
      notebook.lines.append(try frame.string(1))
      return .none
    }
    let strict = library.objectClass(
      "Strict", methods: [("run", { (frame, _) in frame.result("ran") })],
      properties: [("size", { (frame, _) in frame.result(3) })])
    library.otherwise(of: strict) { (frame, _) throws(LuaFailure) in
      if frame.isNil(2) { return frame.result("the star") }
      if frame.text(at: 2) == "nothing" { throw LuaFailure(.runtime, "no such name") }
      return frame.result("\(try frame.object(1, strict)) \(frame.describe(2))")
    }
    let plain = library.objectClass("Plain")
    library.object("strict", strict, identifier: 7)
    library.object("plain", plain)
  }

  @Test("are answered by the library, with the object and the name; else they are nil")
  func names() throws {
    let script = try Script(LuaLimits(entryInstructions: 1_000_000), library: library)
    _ = try script.run(
      """
      note(strict.size, strict:run(), strict.other, strict[1], strict["*"], plain.other)
      note(pcall(function() return strict.nothing end))
      note(pcall(function() strict.other = 1 end))
      """)
    #expect(
      script.notebook.lines == [
        "3\tran\t7 other\t7 1\tthe star\tnil", "false\tno such name",
        "false\ttest.lua:3: Strict is read-only (field 'other')",
      ])
  }
}
