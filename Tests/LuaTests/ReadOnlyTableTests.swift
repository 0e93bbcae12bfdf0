import Lua
import Testing

@Suite("Tables that scripts cannot write")
struct ReadOnlyTableTests {
  private static let library = LuaLibrary<Notebook> { library in
    library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
      notebook.lines.append(try frame.string(1))
      return .none
    }
    let box = library.objectClass("Box")
    library.property("number", of: box) { (frame, _) throws(LuaFailure) in
      frame.result(try frame.object(1, box))
    }
    library.object("Boxes.first", box, identifier: 7)
    library.object("Boxes.second", box, identifier: 8)
    library.constant("Boxes.count", .integer(2))
    library.constant("Boxes.inner.deep", .integer(3))
    library.function("Colors.mix") { (frame, _) in frame.result(5) }
    library.constant("plain.field", .integer(1))
    library.function("Makers.__call") { (frame, _) throws(LuaFailure) in
      frame.result("made \(try frame.string(2))")
    }
    library.constant("Makers.one", .integer(1))
    library.readOnlyTables = ["Boxes", "Colors", "Makers"]
  }

  private func lines(_ text: String) throws -> [String] {
    try Script(LuaLimits(memoryBytes: 1 << 20), library: Self.library).lines(text)
  }

  @Test("are read like others, whichever is looked into first, and keep what they give")
  func read() throws {
    let told = try lines(
      """
      note(Colors.mix(), Boxes.second.number, Boxes.first.number, Boxes.inner.deep, Boxes.none)
      local first = Boxes.first
      note(first == Boxes.first, rawequal(first, Boxes.first), first == Boxes.second)
      note(setmetatable({}, { __index = Boxes }).count, plain.field)
      """)
    #expect(told == ["5\t8\t7\t3\tnil", "true\ttrue\tfalse", "2\t1"])
  }

  @Test("are walked through in order, and the walk gives nothing away that could be written")
  func walked() throws {
    let told = try lines(
      """
      local names = {}
      for name, value in pairs(Boxes) do names[#names + 1] = name .. "=" .. type(value) end
      note(table.concat(names, " "))
      local step, table, key = pairs(Colors)
      note(table == Colors, key, step(table, nil))
      note(pcall(function() table.mix = nil end))
      note(step(table, "mix"), next(Colors), rawget(Colors, "mix"), rawlen(Colors), #Colors)
      """)
    #expect(
      told[0] == "count=number first=userdata inner=table second=userdata")
    #expect(told[1].hasPrefix("true\tnil\tmix\tfunction"))
    #expect(
      told[2] == "false\ttest.lua:6: Colors is the system's: its mix cannot be set")
    #expect(told[3] == "nil\tnil\tnil\t0\t0")
  }

  @Test(
    "refuse to be written at the line that would, before and after they were looked into",
    arguments: [
      "", "local x = Boxes.first", "for _ in pairs(Boxes) do end", "Boxes.x = Boxes.first",
    ])
  func written(before: String) throws {
    let told = try lines(
      """
      pcall(function() \(before) end)
      note(pcall(function()
        Boxes.first = nil
      end))
      note(pcall(function() Boxes[{}] = 1 end))
      note(pcall(function() setmetatable({}, { __newindex = Boxes }).first = 1 end))
      note(pcall(setmetatable, Boxes, nil), getmetatable(Boxes), Boxes.first.number)
      note(pcall(rawset, Boxes, "first", 1))
      """)
    #expect(told[0] == "false\ttest.lua:3: Boxes is the system's: its first cannot be set")
    #expect(told[1].hasPrefix("false\ttest.lua:5: Boxes is the system's: its table: 0x"))
    #expect(told[2] == "false\ttest.lua:6: Boxes is the system's: its first cannot be set")
    #expect(told[3].hasPrefix("false\t") && told[3].hasSuffix("\tfalse\t7"))
    #expect(
      told[4] == "false\tbad argument #1 to 'rawset' (what is the system's cannot be set)")
  }

  @Test("can be called where they have a function for it, once they were looked into")
  func called() throws {
    let told = try lines(
      """
      note(pcall(function() return Makers("x") end))
      note(Makers.one, Makers("x"), Makers.__call)
      for name in pairs(Makers) do note(name) end
      note(pcall(function() Makers({}) end))
      note(pcall(function() Makers.__call = print end))
      note(pcall(function() return Colors.mix() and Colors("x") end))
      """)
    #expect(told[0].hasPrefix("false\t"))
    #expect(
      Array(told[1...4]) == [
        "1\tmade x\tnil", "one",
        "false\ttest.lua:4: bad argument #2 to 'Makers' (string expected, got table)",
        "false\ttest.lua:5: Makers is the system's: its __call cannot be set",
      ])
    #expect(told[5].hasPrefix("false\ttest.lua:6: attempt to call"))
  }

  @Test(
    "to be made is nobody's: neither bytes, instructions nor the numbers of objects tell of it")
  func nobodys() throws {
    func told(_ text: String) throws -> String {
      let script = try Script(LuaLimits(memoryBytes: 1 << 20), library: Self.library)
      // All texts of the script are there either way.
      let lines = try script.lines(
        """
        local names, counts = { "Boxes", "Colors", "first", "mix", "count", "inner" }, {}
        local function look() \(text) end
        local function deeper(n) if n > 0 then deeper(n - 1) end end
        deeper(40)  -- now the stack has room for anything
        local before = collectgarbage("count")
        look()
        note(collectgarbage("count") - before, tostring({}))
        """)
      return "\(lines) \(script.state.takeInstructions()) \(script.state.memoryBytes)"
    }
    let unseen = try told("return names.Boxes, names.first")
    #expect(try told("return Boxes.first, Colors.mix").hasPrefix(unseen.prefix(24)))
    let twice = try told("return Boxes.count, Boxes.count")
    #expect(try told("return Boxes.count, Boxes.inner").prefix(24) == twice.prefix(24))
  }

  @Test("made deep in a full stack end the state, as any push that finds no room")
  func fullStack() throws {
    let script = try Script(
      LuaLimits(memoryBytes: 256 << 20, entryInstructions: 500_000_000), library: Self.library)
    let failure = try script.failure(
      """
      local function down(n)
        local ok, value = pcall(function() return Boxes.first end)
        return (down(n + 1))
      end
      down(0)
      """)
    #expect(failure.kind == .stackOverflow || failure.kind == .runtime)
    _ = try? script.lines("note(Boxes.first.number)")
    #expect(script.notebook.lines == ["7"] || script.state.isKilled)
  }

  @Test("that are dropped by the script, and garbage, take nothing from its account")
  func dropped() throws {
    let script = try Script(LuaLimits(memoryBytes: 1 << 20), library: Self.library)
    _ = try script.lines("local x = Boxes.first.number, Colors.mix()")
    script.state.collect()
    let before = script.state.memoryBytes
    _ = try script.lines("Boxes, Colors = nil, nil")
    script.state.collect()
    #expect(script.state.memoryBytes <= before)
    #expect(before - script.state.memoryBytes < 400)
  }
}

@Suite("What a state counts as holding when it is opened")
struct OpenedBytesTests {
  private func state(_ bytes: Int?, _ names: Int) throws -> LuaState {
    let library = LuaLibrary<Notebook> { library in
      for number in 0..<names { library.constant("name\(number)", .integer(number)) }
      library.openedBytes = bytes
    }
    return try LuaState(seed: testSeed, library: library, host: Notebook())
  }

  @Test("is what the library says, so that a script does not notice what else there is")
  func counted() throws {
    let script = """
      local kept = {}
      for i = 1, 3000 do kept[i % 50 + 1] = { ("x"):rep(i % 70) } end
      """
    func story(_ bytes: Int?, _ names: Int) throws -> [Int] {
      let state = try state(bytes, names)
      let opened = state.memoryBytes
      try state.call(try state.load(script, name: "a.lua"))
      let collected = state.collectIfGrown()
      return [opened, state.memoryBytes, state.takeInstructions(), collected ? 1 : 0]
    }
    #expect(try story(60_000, 2) == story(60_000, 200))
    #expect(try story(60_000, 2)[0] == 60_000)
    #expect(try story(nil, 2) != story(nil, 200))
  }

  @Test("is never much less than it holds")
  func least() throws {
    let held = try state(nil, 10).memoryBytes
    #expect(try state(1_000, 10).memoryBytes == held)
    #expect(try state(held - 4_096, 10).memoryBytes == held - 4_096)
  }

  @Test("is more than a script can free of it")
  func freed() throws {
    let held = try state(nil, 10).memoryBytes
    let state = try state(held - 4_096, 10)
    let clear = """
      local globals, pairs, pcall, rawset, type = _G, pairs, pcall, rawset, type
      for _, value in pairs(globals) do
        if type(value) == "table" and value ~= globals then
          for key in pairs(value) do pcall(rawset, value, key, nil) end
        end
      end
      for key in pairs(globals) do rawset(globals, key, nil) end
      """
    try state.call(try state.load(clear, name: "a.lua"))
    state.collect()
    #expect((1..<held).contains(state.memoryBytes))
  }
}
