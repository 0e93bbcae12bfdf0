import CLuaStress
import Lua
import Testing

@Suite("How deep and how wide a script may go")
struct DepthTests {
  /// `chain(n)` is the last of n coroutines of which each closes the one before.
  static let chain = """
    function chain(n, around)
      local last
      for i = 1, n do
        local one = last
        local co = coroutine.create(function()
          local kept <close> = setmetatable({}, {__close = function()
            depth = depth + 1
            local ok, message = true, nil
            if one then ok, message = around(coroutine.close, one) end
            if not ok then failure = message end
          end})
          coroutine.yield()
        end)
        coroutine.resume(co)
        last = co
      end
      depth = 0
      return last
    end

    """

  static let surroundings = [
    "function(f, co) return f(co) end",
    "function(f, co) local ok, r, m = pcall(f, co) return r, m end",
    "function(f, co) local r, m ('x'):gsub('x', function() r, m = f(co) end) return r, m end",
    "function(f, co) local r, m table.sort({1, 2}, function() r, m = f(co) return false end) return r, m end",
    "function(f, co) local r, m tostring(setmetatable({}, {__tostring = function() r, m = f(co) return '' end}))"
      + " return r, m end",
    "function(f, co) return coroutine.wrap(function() return f(co) end)() end",
    "function(f, co) local r, m host.call(function() r, m = f(co) end) return r, m end",
    "function(f, co) local r, m load(function() r, m = f(co) end) return r, m end",
    "function(f, co) local t = setmetatable({}, {__index = function(_, k) return {f(co)} end})"
      + " return table.unpack(t.x) end",
  ]

  @Test(
    "coroutines that close each other are refused before the stack of C is full",
    arguments: surroundings)
  func closing(around: String) throws {
    let script = try Script(LuaLimits(memoryBytes: 128 << 20))
    try script.lines(
      Self.chain
        + "coroutine.close(chain(10000, \(around))) note(depth > 10 and depth <= 200, failure)")
    let told = try #require(script.notebook.lines.first)
    #expect(told.hasPrefix("true\t"))
    #expect(told.contains("C stack overflow") || told.contains("error in error handling"))
    // The state is well afterwards.
    #expect(
      try script.lines("note(pcall(coroutine.close, coroutine.create(print)))").last == "true\ttrue"
    )
  }

  @Test("a few that close each other all do")
  func fewClosing() throws {
    let script = try Script(LuaLimits())
    try script.lines(
      Self.chain + "note(coroutine.close(chain(50, \(Self.surroundings[0])))) note(depth, failure)")
    #expect(script.notebook.lines == ["true", "50\tnil"])
  }

  @Test("errors whose text asks the host again are refused as well")
  func failing() throws {
    let script = try Script(LuaLimits(memoryBytes: 128 << 20))
    try script.lines(
      """
      local calls = 0
      local object
      object = setmetatable({}, {__tostring = function()
        calls = calls + 1
        coroutine.wrap(function() ('x'):gsub('x', function() host.call(function() error(object) end) end) end)()
        return 'told'
      end})
      note(pcall(host.call, function() error(object) end))
      note(calls > 5 and calls <= 200)
      """)
    #expect(script.notebook.lines.last == "true")
  }

  @Test("a bridged function called with nearly a million values works, or fails with an error")
  func wide() throws {
    let script = try Script(LuaLimits(memoryBytes: 512 << 20))
    for count in [
      900_000, 999_900, 999_940, 999_960, 999_970, 999_975, 999_980, 999_990, 1_000_000,
    ] {
      try script.lines(
        "local ok, message = pcall(function() return host.add(table.unpack({1, 2}, 1, \(count))) end)"
          + " note(ok or message:match('stack overflow') or message:match('too many results to unpack'))"
      )
    }
    #expect(script.notebook.lines.first == "true")
    #expect(script.notebook.lines.last == "too many results to unpack")
    #expect(script.notebook.lines.count == 9)
    #expect(try script.lines("note(host.add(1, 2))").last == "3")
  }

  @Test("what a host pushes beyond the room there is ends the state, and writes nothing")
  func hostPushes() throws {
    let library = LuaLibrary<Notebook> { library in
      library.function("fill") { (frame, _) throws(LuaFailure) in
        let count = try frame.integer(1)
        for value in 0..<count { frame.push(value) }
        return .values(count)
      }
      library.function("tables") { (frame, _) throws(LuaFailure) in
        for _ in 0..<1_000_100 { frame.pushTable() }
        frame.setField("x", of: 1)
        return .values(1)
      }
    }
    for source in ["return fill(1000100)", "return tables()"] {
      let notebook = Notebook()
      let limits = LuaLimits(memoryBytes: 512 << 20)
      let state = try LuaState(limits: limits, seed: testSeed, library: library, host: notebook)
      let step = state.start(try state.load(source, name: "test.lua"))
      #expect(step.failure?.kind == .stackOverflow)
      #expect(step.failure?.message.contains("stack overflow") == true)
      #expect(state.isKilled)
    }
    let state = try LuaState(
      limits: LuaLimits(memoryBytes: 512 << 20), seed: testSeed, library: library, host: Notebook())
    #expect(
      state.start(try state.load("assert(select('#', fill(900000)) == 900000)", name: "t"))
        .isFinished)
  }

  @Test("values that a coroutine cannot take or give are refused")
  func wideCoroutines() throws {
    let script = try Script(LuaLimits(memoryBytes: 512 << 20))
    try script.lines(
      """
      local co = coroutine.create(function(...)
        local function deep(n) if n > 0 then return (deep(n - 1)) end return select('#', coroutine.yield()) end
        return deep(150000)
      end)
      coroutine.resume(co)
      note(coroutine.resume(co, table.unpack({}, 1, 700000)))
      """)
    #expect(script.notebook.lines == ["false\ttoo many arguments to resume"])
  }

  @Test("when no more states fit into the address space, that is said")
  func manyStates() async {
    await #expect(processExitsWith: .success) {
      let taken = stress_take_all_slots()
      precondition(taken > 200)
      do {
        _ = try Script()
        preconditionFailure("there was room")
      } catch let failure as LuaFailure {
        precondition(failure.kind == .system)
        precondition(failure.message.contains("no more states fit into the address space"))
      }
    }
  }
}
