import Lua
import Testing

@Suite("pairs and next go in one order, however many keys there are")
struct OrderTests {
  /// What each size of table holds besides; the sizes lie on both sides of every change of method.
  static let sizes = [0, 1, 2, 31, 32, 33, 48, 49, 200, 3_000, 5_000, 12_000]

  /// `keys(n)` is a table of n random keys of every kind, and `before(a, b)` the order, written
  /// anew.
  static let keys = """
    local function keys(n)
      local t, serial = {}, {}
      local function text(length)
        local letters = {}
        for i = 1, length do letters[i] = string.char(math.random(3) == 1 and 0 or math.random(97, 99)) end
        return table.concat(letters)
      end
      for i = 1, n do
        local kind = math.random(9)
        local key
        if kind == 1 then key = math.random(-50, 50)
        elseif kind == 2 then key = math.random(0)
        elseif kind == 3 then key = (math.random() - 0.5) * 10 ^ math.random(0, 25)
        elseif kind == 4 then key = ({math.maxinteger, math.mininteger, 2.0 ^ 63, -2.0 ^ 64, 1/0, -1/0, 0.5})[math.random(7)]
        elseif kind == 5 then key = text(math.random(0, 20))
        elseif kind == 6 then key = "the same beginning of many keys " .. text(math.random(0, 9))
        elseif kind == 7 then key = ("z"):rep(math.random(40))
        elseif kind == 8 then key = math.random(2) == 1
        else key = math.random(2) == 1 and {} or function() return t end end
        t[key] = i
      end
      return t
    end
    local ranks = {number = 1, string = 2, boolean = 3, table = 4, ["function"] = 4}
    local function before(a, b)
      local x, y = ranks[type(a)], ranks[type(b)]
      if x ~= y then return x < y end
      if x < 3 then return a < b end
      if x == 3 then return not a and b end
      return tonumber((tostring(a):match("0x%x+"))) < tonumber((tostring(b):match("0x%x+")))
    end
    local function bytewise(a, b)
      if type(a) ~= "string" or type(b) ~= "string" then return before(a, b) end
      for i = 1, math.min(#a, #b) do
        if a:byte(i) ~= b:byte(i) then return a:byte(i) < b:byte(i) end
      end
      return #a < #b
    end
    local function check(t, n)
      local run = 0
      while t[run + 1] ~= nil do run = run + 1 end
      local seen, last, count, at = {}, nil, 0, 0
      for k, v in pairs(t) do
        assert(t[k] == v and not seen[k], "a key that is not there, or again")
        seen[k], count = true, count + 1
        if count <= run then assert(k == count, "not the run")
        else
          assert(count == run + 1 or bytewise(last, k), "not in order")
        end
        last = k
      end
      local key = nil
      for k in pairs(t) do key = next(t, key) assert(rawequal(key, k), "next differs") end
      assert(next(t, key) == nil, "next goes on")
      return count
    end

    """

  @Test("keys of every kind are in order, and each is given once", arguments: sizes)
  func sorted(size: Int) throws {
    let script = try Script(LuaLimits(memoryBytes: 64 << 20))
    try script.lines(
      Self.keys + """
        for round = 1, \(size > 1_000 ? 4 : 20) do
          local t = keys(\(size))
          for i = 1, math.random(0, 5) do t[i] = i end
          check(t)
        end
        note("ordered")
        """)
    #expect(script.notebook.lines == ["ordered"])
  }

  @Test("texts that agree far, and numbers in great number, are in order too")
  func alike() throws {
    let script = try Script(LuaLimits(memoryBytes: 64 << 20))
    try script.lines(
      Self.keys + """
        local t = {}
        for i = 1, 400 do t[("a"):rep(i)] = i t[("a"):rep(i) .. "\\0"] = i end
        note(check(t))
        t = {}
        for i = 1, 1000 do t[i / 1024 + 0.5] = i t[-i] = i end
        note(check(t))
        t = {}
        for i = 1, 300 do t["comment/" .. i] = i t["article/" .. i] = i t["article/archive/" .. i] = i end
        note(check(t))
        t = {}
        for i = 2000, 1, -1 do t[i] = i end
        note(check(t))
        """)
    #expect(script.notebook.lines == ["800", "2000", "900", "2000"])
  }

  @Test("the host sees the same order", arguments: [3, 40, 500])
  func host(size: Int) throws {
    let script = try Script()
    let source =
      "t = {1, 2, 3} for i = 1, \(size) do t['k' .. i * 7919 % 1000] = i t[-i] = true end"
    try script.lines(source + " for k in pairs(t) do note(k) end")
    let seen = script.state.reference { $0.push("") }
    script.state.release(seen)
    var keys: [String] = []
    let function = try script.state.load("return t", name: "t")
    try script.state.call(function) { (frame) throws(LuaFailure) in
      try frame.forEachEntry(of: 1) { (key, _) throws(LuaFailure) in
        keys.append(frame.describe(key))
      }
    }
    #expect(keys == script.notebook.lines)
  }

  @Test("a step asked with any key goes on behind it", arguments: [5, 100, 6_000])
  func anyControl(size: Int) throws {
    let script = try Script()
    try script.lines(
      """
      local t = {10, 20}
      for i = 1, \(size) do t["k" .. string.format("%03d", i)] = i end
      local step = pairs(t)
      note(step(t, "k003"))
      note(pcall(step, t, "k0035"))
      note(step(t, 1))
      note(step(t, 2))
      note(pcall(step, t, 3))
      note(step(t, nil))
      note(step(t, "k001"))
      note(pcall(step, t, "zzz"))
      note(pcall(next, t, "k0035"))
      t.k004 = nil
      note(step(t, "k003"))
      note(step({k005 = "other"}, "k003"))
      note(pcall(step, 5, nil))
      """)
    let absent = "false\tinvalid key to 'next'"
    #expect(
      script.notebook.lines == [
        "k004\t4", absent, "2\t20", "k001\t1", absent, "1\t10", "k002\t2", absent, absent,
        "k005\t5", "k005\tother",
        "false\tbad argument #1 to '?' (table expected, got number)",
      ])
  }

  @Test("values are those of now, keys those of the beginning", arguments: [10, 100, 6_000])
  func changes(size: Int) throws {
    let script = try Script()
    try script.lines(
      """
      local t = {}
      for i = 1, \(size) do t[string.format("%03d", i)] = i end
      local sum, count = 0, 0
      for k, v in pairs(t) do
        t["new" .. count] = 1000000
        if k == "002" then t["004"] = nil t["005"] = 100 end
        sum, count = sum + v, count + 1
      end
      note(count, sum - \(size) * (\(size) + 1) // 2)
      """)
    #expect(script.notebook.lines == ["\(size - 1)\t91"])
  }

  @Test("to ask whether a table is empty does not sort it, and costs what it takes")
  func emptiness() throws {
    let script = try Script(LuaLimits(memoryBytes: 64 << 20))
    try script.lines("t = {} for i = 1, 20000 do t['k' .. i] = i end")
    let before = script.state.memoryBytes
    _ = script.state.takeInstructions()
    try script.lines("note(next(t))")
    #expect(script.notebook.lines == ["k1\t1"])
    #expect((40_000...45_000).contains(script.state.takeInstructions()))
    #expect(script.state.memoryBytes < before + 20_000)
    try script.lines("for k in pairs(t) do break end")
    #expect(script.state.takeInstructions() > 9 * 20_000)
  }

  @Test("who begins walks over and over meets the instruction limit")
  func beginnings() throws {
    let script = try Script(LuaLimits(memoryBytes: 64 << 20, entryInstructions: 20_000_000))
    try script.lines("t = {} for i = 1, 30000 do t['k' .. i] = i end")
    #expect(
      try script.failure("while true do for k in pairs(t) do break end end").kind == .instructions)
  }

  @Test("next may clear what it has given, and goes on; it begins anew with a key that came later")
  func clearing() throws {
    let script = try Script()
    try script.lines(
      """
      local t = { 1, 2, x = 3, y = 4, z = 5, [{}] = 6, [0.5] = 7 }
      local sum = 0
      for k, v in next, t do t[k] = nil sum = sum + v end
      note(sum, next(t))
      t = { a = 1, c = 3 }
      note(next(t, "a"))
      t.b, t.d = 2, 4
      note(next(t, "b"))
      t[1] = 0
      note(next(t, 1))
      note(pcall(next, t, 1.0), pcall(next, t, 0 / 0), pcall(next, t, {}))
      """)
    let absent = "false\tinvalid key to 'next'"
    #expect(
      script.notebook.lines == [
        "28\tnil", "c\t3", "c\t3", "a\t1", "false\tfalse\t\(absent)",
      ])
  }

  @Test("__pairs is asked, and what is no table is refused")
  func metamethod() throws {
    let script = try Script()
    try script.lines(
      """
      local t = setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end})
      for k, v in pairs(t) do note(k, v) end
      note(pcall(pairs, 5))
      note(pcall(pairs))
      note(pcall(next, {}, "none"))
      """)
    #expect(
      script.notebook.lines == [
        "1\t2", "false\tbad argument #1 to 'for iterator' (table expected, got number)",
        "false\tbad argument #1 to 'pairs' (value expected)", "false\tinvalid key to 'next'",
      ])
  }
}
