import Lua
import Testing

@Suite("What work is charged")
struct ChargeTests {
  /// Calls over `s`, a text of N bytes, and `t`, a list of N numbers; and at how many bytes or
  /// elements each is charged an instruction at least.
  static let growing: [(String, Int)] = [
    ("s:upper()", 64), ("s:lower()", 64), ("s:reverse()", 64), ("s:sub(2)", 64),
    ("s:rep(2)", 64), ("s:byte(1, math.min(#s, 200))", 1_000), ("s:find('needle', 1, true)", 128),
    ("s:find('[ny]')", 16), ("s:sub(1, #s // 8):match('x*y')", 16), ("s:gsub('x', 'y')", 4),
    ("for c in s:gmatch('.') do end", 1), ("string.format('%s', s)", 64),
    ("string.format('%@', s)", 64), ("string.pack('s', s)", 64),
    ("string.unpack('z', s .. '\\0')", 64), ("utf8.len(s)", 64),
    ("utf8.offset(s, #s)", 16), ("tonumber(s)", 64), ("local x = s .. s", 128),
    ("load('return ' .. #s .. ('+1'):rep(#s // 100))", 1_000),
    ("table.concat(t)", 8), ("table.unpack(t, 1, math.min(#t, 5000))", 1_000),
    ("table.insert(t, 1, 0)", 8), ("table.remove(t, 1)", 8), ("table.move(t, 1, #t, 2)", 8),
    ("table.move(t, 1, #t, 1, {})", 8), ("table.sort(t)", 1),
    ("table.sort(t, function(a, b) return a > b end)", 1), ("for k in pairs(t) do end", 1),
    ("for i in ipairs(t) do end", 1), ("for k in next, t do end", 1),
    ("string.format('%@', t)", 1), ("note(s)", 64),
  ]

  @Test("grows with what is worked on", arguments: growing)
  func growth(call: String, each: Int) throws {
    var charged: [Int] = []
    for size in [2_000, 40_000] {
      let script = try Script(LuaLimits(memoryBytes: 256 << 20))
      try script.lines(
        "s, t = ('x'):rep(\(size)), {} for i = 1, \(size) do t[i] = i * 7 % 1009 end")
      script.state.collect()
      _ = script.state.takeInstructions()
      #expect(try script.run(call).isFinished)
      charged.append(script.state.takeInstructions())
      if size == 40_000 { #expect(charged[1] - charged[0] >= 38_000 / each - 2_000) }
    }
    #expect(charged[0] < charged[1] || each >= 1_000)
  }

  /// Calls that take no longer however long the text or the list is.
  static let constant = [
    "local n = #s", "local n = s:len()", "s:sub(1, 10)", "s:byte(5)", "local n = #t", "rawlen(t)",
    "rawlen(s)",
    "type(s)", "assert(s)", "getmetatable(s)",
    "t[#t + 1] = 1", "table.insert(t, 1)", "table.remove(t)", "next(t)", "select(2, s, t)",
    "local x = s == s", "utf8.codepoint(s, 1)",
  ]

  @Test("does not grow where the work does not", arguments: constant)
  func constancy(call: String) throws {
    let charged = try [2_000, 40_000].map { size in
      let script = try Script(LuaLimits(memoryBytes: 256 << 20))
      try script.lines("s, t = ('x'):rep(\(size)), {} for i = 1, \(size + 100) do t[i] = i end")
      script.state.collect()
      _ = script.state.takeInstructions()
      #expect(try script.run("for i = 1, 20 do \(call) end").isFinished)
      return script.state.takeInstructions()
    }
    #expect(abs(charged[1] - charged[0]) <= 1_000)
  }

  @Test("a charge beyond all bounds ends the entry at its limit, and overflows nothing")
  func boundless() throws {
    for call in [
      "('').rep('', math.maxinteger)", "string.rep('', math.maxinteger)",
      "table.move({}, 1, math.maxinteger - 1, 1)", "work(math.maxinteger)",
    ] {
      let library = LuaLibrary<Notebook> { library in
        library.function("work") { (frame, _) throws(LuaFailure) in
          try frame.charge(try frame.integer(1))
          return .none
        }
      }
      let state = try LuaState(
        limits: LuaLimits(entryInstructions: 100_000), seed: testSeed, library: library,
        host: Notebook())
      _ = state.takeInstructions()
      let step = state.start(try state.load("pcall(function() \(call) end)", name: "t"))
      #expect(step.failure?.kind == .instructions, "\(call)")
      #expect((100_000..<102_000).contains(state.takeInstructions()), "\(call)")
    }
  }

  @Test("the host's charge counts for the entry, and ends it at its limit")
  func host() throws {
    let library = LuaLibrary<Notebook> { library in
      library.function("work") { (frame, _) throws(LuaFailure) in
        try frame.charge(try frame.integer(1))
        return .none
      }
    }
    let state = try LuaState(
      limits: LuaLimits(entryInstructions: 100_000), seed: testSeed, library: library,
      host: Notebook())
    _ = state.takeInstructions()
    #expect(state.start(try state.load("work(5000) work(7000)", name: "t")).isFinished)
    #expect((12_000..<14_000).contains(state.takeInstructions()))
    let step = state.start(try state.load("pcall(work, 200000) while true do end", name: "t"))
    #expect(step.failure?.kind == .instructions)
    #expect(state.killFailure?.kind == .instructions)
    #expect(state.takeInstructions() < 300_000)
  }
}
