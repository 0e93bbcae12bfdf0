import CLuaStress
import Lua
import Testing

@Suite("Whatever is collected meanwhile")
struct CollectionTests {
  /// A state that collects at every allocation.
  private func stressed() throws -> Script {
    stress_here(1)
    defer { stress_here(0) }
    return try Script(LuaLimits())
  }

  /// Each walks a table that loses entries as the walk makes room for itself.
  static let walks = [
    "for k, v in pairs(t) do n = n + 1 end", "for k, v in next, t do n = n + 1 end",
    "for k in pairs(t) do t[k] = nil n = n + 1 end", "n = #string.format('%@', t)",
    "note(t)", "host.copy(t)", "local k repeat k = next(t, k) n = n + 1 local x = {} until not k",
    "local step, u, k = pairs(t) for i = 1, 20 do local y = {} k = step(u, k) end",
    "table.sort(t, function(a, b) local c = {} return false end)",
    "n = select('#', table.unpack(t, 1, 40))", "table.move(t, 1, 40, 2)",
  ]

  @Test("a weak table may lose any entry at any time", arguments: walks)
  func weak(walk: String) throws {
    for mode in ["k", "v", "kv"] {
      for size in [5, 31, 34, 60, 300] {
        let script = try stressed()
        try script.lines(
          """
          local t = setmetatable({}, {__mode = "\(mode)"})
          local keep = {}
          for i = 1, \(size) do
            t[{}] = i t[i] = {} t["key" .. i] = {}
            if i % 3 == 0 then keep[i] = {} t[keep[i]] = keep end
          end
          local n = 0
          local ok, message = pcall(function() \(walk) end)
          assert(ok or tostring(message):find("can", 1, true), message)
          """)
      }
    }
  }

  @Test("with garbage in a weak table alone, nothing is left to walk")
  func emptied() throws {
    let script = try stressed()
    try script.lines(
      """
      local t = setmetatable({}, {__mode = "k"})
      for i = 1, 100 do t[{}] = i end
      local n = 0
      for k in pairs(t) do n = n + 1 end
      note(n < 3)
      """)
    #expect(script.notebook.lines == ["true"])
  }

  @Test("texts made on the way stay while they are needed")
  func texts() throws {
    let script = try stressed()
    try script.lines(
      """
      local s = {}
      for i = 1, 50 do s[i] = ("x"):rep(i) .. i end
      note(#table.concat(s, tostring(7)), ("a-b"):gsub("%w", function(c) return c .. c end))
      log("%s %@ %5s %q", "a" .. 1, {s[1], [s[2]] = "k" .. 2}, "p" .. 3, "q" .. 4)
      note(tostring(setmetatable({}, {__tostring = function() return "made " .. 1 end})))
      note(select(2, pcall(error, setmetatable({}, {__tostring = function() return "e" .. 2 end}))))
      note(load("return " .. 1 .. " + 1")(), (load(coroutine.wrap(function()
        for i = 1, 5 do coroutine.yield("local v" .. i .. " = " .. i .. " ") end coroutine.yield("return v3") end))()))
      local t = {} for i = 1, 60 do t["k" .. i] = "v" .. i end
      local u = {} for k, v in pairs(t) do u[#u + 1] = k .. v end
      note(#table.concat(u), string.format("%s", string.pack("z", "s" .. 5)):byte(-2))
      note(pcall(string.format, "%d", "x" .. 1))
      """)
    #expect(
      script.notebook.lines == [
        "1415\taa-bb\t2", "a1 {\"x1\", xx2 = \"k2\"}    p3 \"q4\"", "made 1", "e2", "2\t3",
        "342\t53",
        "false\tbad argument #2 to 'string.format' (number expected, got string)",
      ])
  }

  @Test("a script fares as ever when everything is collected at once")
  func same() throws {
    let source =
      DeterminismTests.walk + "for k in pairs(t) do note(name(k)) end note(pcall(error, {1}))"
    let ordinary = try Script(LuaLimits())
    let script = try stressed()
    let lines = try ordinary.lines(source)
    #expect(try script.lines(source).dropLast() == lines.dropLast())
    #expect(script.state.takeInstructions() == ordinary.state.takeInstructions())
  }
}
