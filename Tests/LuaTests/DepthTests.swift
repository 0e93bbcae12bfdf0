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
    try script.lines(
      """
      local function deep(n, ...)
        if n == 0 then return host.add(...) end
        return (deep(n - 1, ...))
      end
      for count = 90000, 100000, 100 do
        local ok, message = pcall(deep, 8, table.unpack({ 1, 2 }, 1, count))
        note(ok or message:match('stack overflow'))
      end
      """)
    #expect(script.notebook.lines.first == "true")
    #expect(script.notebook.lines.last == "stack overflow")
    #expect(Set(script.notebook.lines).count == 2)
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
      state.start(try state.load("assert(#{fill(900000)} == 900000)", name: "t"))
        .isFinished)
  }

  @Test("values that a coroutine cannot take or give are refused")
  func wideCoroutines() throws {
    let script = try Script(LuaLimits(memoryBytes: 512 << 20))
    try script.lines(
      """
      local co = coroutine.create(function(...)
        local function deep(n, ...)
          if n > 0 then return (deep(n - 1, ...)) end
          return select('#', coroutine.yield())
        end
        return deep(9, ...)
      end)
      note(coroutine.resume(co, table.unpack({}, 1, 95000)))
      note(coroutine.resume(co, table.unpack({}, 1, 99000)))
      local function fill(n) return coroutine.resume(coroutine.create(function()
        return table.unpack({}, 1, n)
      end)) end
      local function below(depth, ...)
        if depth > 0 then return (below(depth - 1, ...)) end
        return select(2, fill(99000))
      end
      note(below(9, table.unpack({}, 1, 95000)))
      """)
    let refused = "false\ttoo many arguments to resume"
    #expect(
      script.notebook.lines
        == ["true", refused, "too many results to resume"])
  }

  @Test("library functions take and give as many values as the stack has room for")
  func longLists() throws {
    let script = try Script(memoryBytes: 256 << 20)
    try script.lines(
      """
      local list = {}
      for i = 1, 200000 do list[i] = 65 end
      note(#string.char(string.byte(('x'):rep(200000), 1, -1)), math.max(table.unpack(list)))
      note(select('#', table.unpack(list)), table.pack(table.unpack(list)).n)
      note(pcall(table.unpack, list, 1, 1000000))
      note(pcall(table.unpack, list, math.mininteger, math.maxinteger))
      """)
    #expect(
      script.notebook.lines == [
        "200000\t65", "200000\t200000", "false\ttoo many results to unpack",
        "false\ttoo many results to unpack",
      ])
  }

  @Test("what is in the way of waiting is found below any number of calls, in time of their number")
  func farInTheWay() throws {
    let ways = LuaLibrary<Notebook> { library in
      library.function("way") { (frame, notebook) throws(LuaFailure) in
        notebook.lines.append(frame.functionInTheWay ?? "nothing")
        return .none
      }
    }
    let script = try Script(LuaLimits(), library: ways)
    let began = ContinuousClock.now
    try script.lines(
      """
      local function below(n, act)
        if n > 0 then below(n - 1, act) return end
        return act()
      end
      table.sort({ 2, 1 }, function() below(150000, way) end)
      table.sort({ 2, 1 }, function() below(150000, function() pcall(pcall, way) end) end)
      below(150000, way)
      """)
    #expect(script.notebook.lines == ["sort", "sort", "nothing"])
    // The square of their number would take minutes, their number 0.2 s.
    #expect(ContinuousClock.now - began < .seconds(30))
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

  @Test("a library's first state finds room that an earlier state left, if there is no other")
  func roomLeft() async {
    await #expect(processExitsWith: .success) {
      do {
        _ = try Script()
        precondition(stress_take_all_clear_slots() > 200)
        let first = try Script(LuaLimits(), library: LuaLibrary { _ in })
        try first.lines("local x <const> = 1")
      } catch {
        preconditionFailure("there is none: \(error)")
      }
    }
  }
}
