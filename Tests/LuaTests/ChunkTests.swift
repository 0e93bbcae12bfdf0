import Lua
import Testing

@Suite("Texts compiled once")
struct ChunkTests {
  private let library = LuaLibrary<Notebook> { _ in }

  private func state() throws -> LuaState {
    try LuaState(seed: LuaSeed(1, 2, 3, 4), library: library, host: Notebook())
  }

  /// What a script returns, or how it fails, by its text or compiled before.
  private func told(_ script: String, compiled: Bool) throws -> (answer: String, charged: Int) {
    let state = try state()
    let text = Array(script.utf8)
    do throws(LuaFailure) {
      let function =
        compiled
        ? try state.load(try LuaChunk(text, name: "a.lua"))
        : try state.load(text, name: "a.lua")
      let answer = try state.call(function) { frame in frame.describe(1) }
      return (answer, state.takeInstructions())
    } catch {
      return ("\(error.message)\n\(error.traceback ?? "")\n\(error.line ?? 0)", 0)
    }
  }

  @Test(
    "behave as their text does: values, places, names in messages, tracebacks",
    arguments: [
      "return 1 + 2 .. 'x' .. 1.5 .. tostring(1 << 62)",
      "local a <const>, b = 7, ... return (function(...) return a, b, select('#', ...) end)()",
      "local function inner() error('here') end\nlocal function outer() inner() end\nouter()",
      "local missing\nreturn missing.field.other",
      "return string.rep('a long text that is not kept among the short ones ', 2)",
      "goto over\n::back:: do return 'back' end\n::over:: goto back",
      "return\n\n(nil)()",
    ])
  func same(script: String) throws {
    let compiled = try told(script, compiled: true)
    let text = try told(script, compiled: false)
    #expect(compiled.answer == text.answer)
    #expect(!compiled.answer.isEmpty)
  }

  @Test("are charged for their length, as their text is")
  func charge() throws {
    let script = "--" + String(repeating: "-", count: 40_000) + "\nreturn 1"
    let charged = try told(script, compiled: true).charged
    #expect(charged >= 10_000)
    #expect(abs(charged - (try told(script, compiled: false).charged)) < 2_000)
  }

  @Test("that are wrong are refused, and so is what is compiled already")
  func refused() throws {
    #expect(throws: LuaFailure.self) { try LuaChunk(Array("return (".utf8), name: "a.lua") }
    #expect(throws: LuaFailure.self) { try LuaChunk(Array("\u{1B}Lua".utf8), name: "a.lua") }
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: LuaFailure.self) { try LuaChunk(Array(deep.utf8), name: "a.lua") }
  }

  @Test("of many states are one, and states share nothing through them")
  func shared() throws {
    let chunk = try LuaChunk(
      Array("count = (count or 0) + 1 return count, {}".utf8), name: "a.lua")
    for _ in 1...3 {
      let state = try state()
      for expected in 1...3 {
        let function = try state.load(chunk)
        #expect(try state.call(function) { frame in frame.describe(1) } == "\(expected)")
        state.release(function)
      }
    }
  }

  @Test("that a state has no room for end it as their text would")
  func memory() throws {
    let words = (0..<4_000).map { "'text number \($0)'" }
    let text = "return { \(words.joined(separator: ", ")) }"
    let chunk = try LuaChunk(Array(text.utf8), name: "a.lua")
    let limits = LuaLimits(memoryBytes: 120_000)
    let state = try LuaState(
      limits: limits, seed: LuaSeed(1, 2, 3, 4), library: library, host: Notebook())
    do throws(LuaFailure) {
      _ = try state.load(chunk)
      Issue.record("it was loaded")
    } catch {
      #expect(error.kind == .memory)
    }
  }
}
