import Testing

@testable import Lua

@Suite("Lines that have run")
struct LineCoverageTests {
  private static let script = """
    local function twice(n)
      if n > 5 then
        return 0
      end
      return 2 * n
    end

    local sum = 0
    for i = 1, 3 do
      sum = sum + twice(i)
    end
    local never = function()
      return "x" .. "y"
    end
    coroutine.wrap(function()
      sum = sum + 1
    end)()
    return sum
    """

  private final class Nobody {}

  private func run(
    _ coverage: LineCoverage?, _ script: String = script
  ) throws -> (metered: Int, lines: [Int: Int]) {
    let state = try LuaState(
      seed: LuaSeed(1, 2, 3, 4), library: LuaLibrary<Nobody> { _ in }, host: Nobody())
    if let coverage { state.count(linesInto: coverage) }
    let chunk = try state.load(LuaChunk(Array(script.utf8), name: "s.lua"))
    try state.call(chunk)
    let counts = coverage?.files.first { $0.name == "s.lua" }?.counts ?? []
    return (
      state.takeInstructions(),
      Dictionary(uniqueKeysWithValues: counts.enumerated().filter { $0.1 > 0 }.map { ($0.0, $0.1) })
    )
  }

  @Test("are counted, in coroutines too, and those that could have run are known")
  func counts() throws {
    let lines = try run(LineCoverage()).lines
    #expect(lines[2] == 3 && lines[5] == 3 && lines[10] == 3)
    #expect(lines[16] == 1 && lines[18] == 1)
    #expect(lines[3] == nil && lines[13] == nil)
    let active = try LuaChunk(Array(Self.script.utf8), name: "s.lua").activeLines
    #expect(Set(lines.keys).isSubset(of: Set(active)), "\(lines) \(active)")
    #expect(Set(active).subtracting(lines.keys) == [3, 13], "\(lines) \(active)")
  }

  @Test("cost nothing that a script or a host could see, and add up over states")
  func free() throws {
    let script = """
      local sum = 0
      for i = 1, 100000 do
        sum = sum + #string.rep("x", i % 7)
      end
      for n = 1, 100 do
        coroutine.wrap(function() sum = sum + n end)()
      end
      """
    let coverage = LineCoverage()
    let without = try run(nil, script).metered
    #expect(without > 500_000)
    #expect(try run(coverage, script).metered == without)
    #expect(try run(coverage, script).lines[3] == 200_000)
  }

  @Test("of long functions and far lines are read right")
  func far() throws {
    let text =
      "local a = 1\n" + String(repeating: "\n", count: 500) + "a = a + 1\n"
      + (1...300).map { "a = a + \($0)\n" }.joined()
    let lines = try LuaChunk(Array(text.utf8), name: "far.lua").activeLines
    #expect(lines.prefix(3) == [1, 502, 503])
    #expect(lines.count >= 302)
  }
}
