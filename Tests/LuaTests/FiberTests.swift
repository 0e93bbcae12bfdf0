import Lua
import Testing

@Suite("Fibers: awaiting, preemption, the scripts' own coroutines")
struct FiberTests {
  /// Each awaits twice, is answered "a" and "b", and notes what comes of it.
  static let awaiting: [(String, [String])] = [
    ("note(host.sleep(), host.sleep())", ["a\tb"]),
    ("note(pcall(function() return host.sleep() .. host.sleep() end))", ["true\tab"]),
    (
      "note(xpcall(function() host.sleep() error(host.sleep(), 0) end, function(m) return m .. '!' end))",
      ["false\tb!"]
    ),
    (
      "local f = coroutine.wrap(function(x) local y = host.sleep() coroutine.yield(x .. y) return host.sleep()"
        + " end) note(f('x')) note(f())", ["xa", "b"]
    ),
    (
      "local co = coroutine.create(function() return pcall(function() return host.sleep() .. host.sleep() end)"
        + " end) note(coroutine.resume(co)) note(coroutine.status(co))", ["true\ttrue\tab", "dead"]
    ),
    (
      "local f = coroutine.wrap(function() local g = coroutine.wrap(function() return host.sleep() end)"
        + " return g() .. host.sleep() end) note(f())", ["ab"]
    ),
    (
      "local t = setmetatable({}, {__index = function(t, k) return host.sleep() .. k end}) note(t.x, t.y)",
      ["ax\tby"]
    ),
    (
      "local t = setmetatable({}, {__add = function() return host.sleep() end}) note(t + 1, 1 + t)",
      ["a\tb"]
    ),
    (
      "for x in function(_, last) if last ~= 'b' then return host.sleep() end end do note(x) end",
      ["a", "b"]
    ),
    (
      "do local x <close> = setmetatable({}, {__close = function() note('closed', host.sleep()) end})"
        + " note(host.sleep()) end note('end')", ["a", "closed\tb", "end"]
    ),
    (
      "local t = setmetatable({}, {__pairs = function() return host.sleep(), host.sleep() end})"
        + " note(pairs(t))", ["a\tb\tnil"]
    ),
  ]

  @Test("an await passes through", arguments: awaiting)
  func through(source: String, lines: [String]) throws {
    let script = try Script()
    let first = try script.run(source)
    let second = script.state.resume(try #require(first.fiber)) { $0.push("a") }
    let last = script.state.resume(try #require(second.fiber)) { $0.push("b") }
    #expect(last.isFinished, "\(last)")
    #expect(script.notebook.lines == lines)
  }

  @Test("what one has returned is gone when the next begins, whoever has gone on meanwhile")
  func results() throws {
    let script = try Script()
    let waiting = try script.run("host.sleep() return 1")
    #expect(try script.run("return 2").isFinished)
    #expect(script.state.resume(try #require(waiting.fiber)).isFinished)
    // Both are free again; one takes the place of each.
    #expect(try script.run("host.sleep()").fiber != nil)
    let function = try script.state.load("note(...)", name: "test.lua")
    let last = script.state.start(function) { $0.push("x") }
    #expect(last.isFinished, "\(last)")
    #expect(script.notebook.lines == ["x"])
  }

  /// A slice ends in a coroutine only if all who wait for it can stop, too: `table.sort` cannot.
  @Test("a coroutine that runs on beyond its slice is not cut off from who waits for it")
  func sliceInComparison() throws {
    let script = try Script(slice: 20_000)
    var step = try script.run(
      """
      local function later(a, b)
        return coroutine.wrap(function() for _ = 1, 5000 do end coroutine.yield(a > b) end)()
      end
      local list = { 3, 1, 4, 1, 5, 9, 2, 6 }
      table.sort(list, later)
      note(table.concat(list, " "))
      local count = coroutine.wrap(function() for _ = 1, 100000 do end return "counted" end)
      note(count())
      """)
    var slices = 0
    while case .preempted(let fiber) = step {
      slices += 1
      step = script.state.resume(fiber) { _ in }
    }
    #expect(step.isFinished, "\(step)")
    #expect(script.notebook.lines == ["9 6 5 4 3 2 1 1", "counted"])
    #expect(slices > 3)
  }

  @Test(
    "where nobody can wait, awaiting is an error of the script",
    arguments: [
      "table.sort({1, 2}, function() return host.sleep() end)",
      "('x'):gsub('.', function() return host.sleep() end)",
      "tostring(setmetatable({}, {__tostring = function() return host.sleep() end}))",
      "table.sort({1, 2}, coroutine.wrap(function() host.sleep() end))",
      "table.sort({1, 2}, coroutine.wrap(function() host.call(print) host.sleep() end))",
      "host.call(function() host.sleep() end)",
    ])
  func cannotAwait(source: String) throws {
    let failure = try Script().failure(source)
    #expect(failure.kind == .runtime)
    #expect(failure.message.hasSuffix("attempt to await across a C-call boundary"))
  }

  @Test("a coroutine that awaits the host is nobody else's to resume")
  func busy() throws {
    let script = try Script()
    let step = try script.run(
      "co = coroutine.create(function() note(host.sleep()) end) fiber = coroutine.running()"
        + " coroutine.resume(co)")
    try script.lines(
      """
      note(coroutine.status(co), coroutine.resume(co))
      note(pcall(coroutine.close, co))
      note(coroutine.status(fiber), coroutine.resume(fiber))
      """)
    #expect(
      script.notebook.lines == [
        "normal\tfalse\tcannot resume non-suspended coroutine",
        "false\tcannot close a normal coroutine",
        "normal\tfalse\tcannot resume non-suspended coroutine",
      ])
    #expect(script.state.resume(try #require(step.fiber)) { $0.push("late") }.isFinished)
    #expect(script.notebook.lines.last == "late")
  }

  @Test("functions that the host keeps are started as they are, however many there are")
  func keptFunctions() throws {
    let script = try Script()
    let kept = try (0..<300).map { try script.state.load("note(\($0))", name: "kept.lua") }
    for number in [0, 1, 150, 299, 7] {
      #expect(script.state.start(kept[number], with: nil).isFinished)
    }
    let value = script.state.reference { $0.push(42) }
    let function = try script.state.load("note(...)", name: "value.lua")
    #expect(script.state.start(function, with: value).isFinished)
    for reference in kept { script.state.release(reference) }
    #expect(script.state.start(function, with: value).isFinished)
    #expect(script.notebook.lines == ["0", "1", "150", "299", "7", "42", "42"])
  }

  @Test("a fiber that has ended is not resumed: the program ends")
  func resumedAfterItsEnd() async {
    await #expect(processExitsWith: .failure) {
      let script = try Script()
      let fiber = try #require(try script.run("note(host.sleep())").fiber)
      _ = script.state.resume(fiber)
      _ = script.state.resume(fiber)
    }
  }

  @Test("a script cannot yield a callback")
  func yieldOutside() throws {
    let script = try Script()
    try script.lines("note(coroutine.isyieldable(), select(2, coroutine.running()))")
    #expect(script.notebook.lines == ["false\ttrue"])
    #expect(
      try script.failure("coroutine.yield()").message.hasSuffix(
        "attempt to yield from outside a coroutine"))
  }

  @Test(
    "an endless loop comes back slice by slice, also from inside coroutines",
    arguments: [
      "while true do end", "coroutine.wrap(function() while true do end end)()",
      "pcall(function() while true do end end)",
      "setmetatable(_G, {__index = function() while true do end end}) local y = x",
    ])
  func preemption(source: String) throws {
    let script = try Script(slice: 10_000)
    var step = try script.run(source)
    for _ in 1...50 {
      guard case .preempted(let fiber) = step else {
        Issue.record("not preempted: \(step)")
        return
      }
      #expect((10_000...12_000).contains(script.state.takeInstructions()))
      step = script.state.resume(fiber)
    }
  }

  /// Each works for several slices at line 2 where Lua cannot be left.
  @Test(
    "what a C function calls, or does itself, ends the slice before the next line",
    arguments: [
      "table.sort({ 2, 1 }, function(a, b) for _ = 1, 50000 do end return a < b end)",
      "(('x'):gsub('.', function() for _ = 1, 50000 do end end))",
      "tostring(setmetatable({}, { __tostring = function() for _ = 1, 50000 do end return '' end }))",
      "pcall(table.sort, { 2, 1 }, function(a, b) for _ = 1, 50000 do end return a < b end)",
      "xpcall(error, function() for _ = 1, 50000 do end end)",
      "load(function() for _ = 1, 50000 do end end)",
      "table.sort({ 2, 1 }, coroutine.wrap(function() while true do for _ = 1, 50000 do end"
        + " coroutine.yield() end end))",
      "('x'):rep(4000000)", "table.concat({ ('x'):rep(4000000) })",
      "coroutine.wrap(function() local s = ('x'):rep(4000000) end)()",
    ])
  func sliceInCall(call: String) throws {
    let script = try Script(slice: 10_000)
    var step = try script.run("note('before')\nlocal value = \(call)\nnote('after')")
    guard case .preempted(let fiber) = step else {
      Issue.record("not preempted: \(step)")
      return
    }
    #expect(script.notebook.lines == ["before"])
    #expect(script.state.sourceLocation(of: fiber)?.line == 2)
    while case .preempted(let fiber) = step { step = script.state.resume(fiber) }
    #expect(step.isFinished, "\(step)")
    #expect(script.notebook.lines == ["before", "after"])
  }

  @Test("a preempted loop goes on where it was")
  func goesOn() throws {
    let script = try Script(slice: 1_000)
    var step = try script.run(
      "local n = 0 for i = 1, 100000 do n = n + i end note(n)")
    var slices = 0
    while case .preempted(let fiber) = step {
      step = script.state.resume(fiber)
      slices += 1
    }
    #expect(script.notebook.lines == ["5000050000"])
    #expect(slices > 100)
  }

  @Test("fibers are used again, and a stale one is known")
  func pool() throws {
    let script = try Script()
    let function = try script.state.load("host.sleep()", name: "f")
    var bytes = 0
    for round in 1...1_000 {
      let step = script.state.start(function)
      #expect(script.state.resume(try #require(step.fiber)).isFinished)
      script.state.collectIfGrown()
      if round == 100 { bytes = script.state.memoryBytes }
    }
    #expect(script.state.memoryBytes == bytes)
  }

  @Test("a failing fiber closes its variables and is not used again")
  func failing() throws {
    let script = try Script()
    let failure = try script.failure(
      "local x <close> = setmetatable({}, {__close = function(_, e) note('closed', e) end})\nerror('x', 0)"
    )
    #expect(failure.message == "x")
    #expect(failure.line == 2)
    #expect(script.notebook.lines == ["closed\tx"])
    #expect(try script.lines("note('on')").last == "on")
  }

  @Test("results of a fiber can be read")
  func readResults() throws {
    let script = try Script()
    #expect(try script.run("return 1, 'two'").isFinished)
    let read = try script.state.withResults { (frame) throws(LuaFailure) in
      (try frame.integer(1), try frame.string(2), frame.count)
    }
    #expect(try #require(read) == (1, "two", 2))
  }
}
