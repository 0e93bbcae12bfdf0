import CLuaStress
import Lua
import Testing

/// Each against what the test itself works out: a rule for one entry, or a plain search.
@Suite("Tables with weak keys and values")
struct WeakKeysTests {
  private static let library = LuaLibrary<Notebook> { library in
    library.function("note", arguments: .printed) { (frame, notebook) throws(LuaFailure) in
      notebook.lines.append(try frame.string(1))
      return .none
    }
    let box = library.objectClass("Box")
    library.function("object") { (frame, _) throws(LuaFailure) in
      frame.push(box, identifier: try frame.integer(1))
      return .values(1)
    }
  }

  private func lines(_ source: String, collectsAlways: Bool = false) throws -> [String] {
    stress_here(collectsAlways ? 1 : 0)
    defer { stress_here(0) }
    return try Script(LuaLimits(), library: Self.library).lines(source)
  }

  // MARK: - One entry

  enum Kind: String, CaseIterable {
    case table = "{}"
    case closure = "function() return i end"
    case coroutine = "coroutine.create(function() return i end)"
    case object = "object(i)"
    case text = "'key ' .. i"
    case integer = "i"
    case fraction = "i + 0.5"
    case boolean = "i % 2 == 0"

    var isPlain: Bool { ![.table, .closure, .coroutine, .object].contains(self) }
  }

  enum Held: String, CaseIterable {
    case plain = "i"
    case text = "'value ' .. i"
    case garbage = "{}"
    case elsewhere = "hold({})"
    case key = "k"
    case leadsToKey = "function() return k end"
  }

  /// Whether an entry stays, by the manual.
  static func stays(_ mode: String, _ key: Kind, isKept: Bool, _ value: Held) -> Bool {
    let keyLives = key.isPlain || isKept
    switch (mode, value) {
    case ("k", _): return keyLives
    case ("v", .garbage), ("v", .leadsToKey): return false
    case ("kv", .garbage), ("kv", .leadsToKey): return false
    case ("kv", _): return keyLives
    default: return true
    }
  }

  @Test(
    "keep each kind of key and value as long as the manual says",
    arguments: ["", "k", "v", "kv"], Kind.allCases)
  func entries(mode: String, key: Kind) throws {
    let last = key == .boolean ? 2 : 200
    for (value, late) in Held.allCases.flatMap({ [($0, false), ($0, true)] }) {
      let source = """
        local held, kept, n = {}, {}, 0
        local function hold(v) held[#held + 1] = v return v end
        local meta = { __mode = \(late ? "nil" : "'\(mode)'") }
        local other = setmetatable({}, { __mode = "k" })
        local t = setmetatable({}, meta)
        for round = 1, 3 do
          for i = 1, 200 do other[{}] = i end
          for i = 1, \(last) do
            local k = \(key.rawValue)
            if i % 3 == 0 then kept[#kept + 1] = k end
            t[k] = \(value.rawValue)
          end
          meta.__mode = '\(mode)'
          collectgarbage()
          n = 0
          for k, v in pairs(t) do n = n + 1 end
          note(n, next(other))
        end
        for _, k in ipairs(kept) do if t[k] ~= nil then n = n - 1 end end
        note(n)
        """
      let kept = last / 3
      let stayingKept = Self.stays(mode, key, isKept: true, value) ? kept : 0
      let stayingElse = Self.stays(mode, key, isKept: false, value) ? last - kept : 0
      // Plain keys are the same ones in each round.
      let rounds = (1...3).map { (key.isPlain ? 1 : $0) * (stayingKept + stayingElse) }
      // Those that were kept were kept in each round, plain ones under the same key.
      let rest = key.isPlain ? rounds[2] - 3 * stayingKept : 3 * stayingElse
      let expected = rounds.map { "\($0)\tnil" } + ["\(rest)"]
      #expect(try lines(source) == expected, "\(value), mode set late: \(late)")
    }
  }

  @Test(
    "are weak by the letters of a text alone",
    arguments: [
      ("'k'", 0), ("'kv'", 0), ("'xk'", 0), ("'v k'", 0), ("'K'", 200), ("''", 200), ("1", 200),
      ("true", 200), ("{ 'k' }", 200), ("function() return 'k' end", 200), ("'a\\0k'", 200),
      ("('much longer than short texts are, '):rep(9) .. 'k'", 0),
    ])
  func modes(mode: String, left: Int) throws {
    let source = """
      local t = setmetatable({}, { __mode = \(mode) })
      for i = 1, 200 do t[{}] = i end
      collectgarbage()
      local n = 0
      for _ in pairs(t) do n = n + 1 end
      note(n)
      """
    for collectsAlways in [false, true] {
      #expect(try lines(source, collectsAlways: collectsAlways) == ["\(left)"])
    }
  }

  @Test("may be their own metatables, and those of each other")
  func ownMetatables() throws {
    let source = """
      local function fill(t) for i = 1, 300 do t[{}] = { t } end return t end
      local function count(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end
      local own = { __mode = "k" }
      fill(setmetatable(own, own))
      local a, b = { __mode = "k" }, { __mode = "v" }
      fill(setmetatable(a, b))
      fill(setmetatable(b, a))
      collectgarbage()
      note(count(own), count(a), count(b))
      own.__mode, a.__mode = nil, nil
      fill(own)
      fill(b)
      collectgarbage()
      note(count(own), count(a), count(b))
      """
    #expect(try lines(source) == ["1\t1\t1", "300\t0\t301"])
  }

  // MARK: - Walks, lists, memory

  @Test(
    "can be walked while entries die, are cleared and set again",
    arguments: ["pairs(t)", "next, t"])
  func walks(walk: String) throws {
    let source = """
      local kept, seen, steps = {}, {}, 0
      local t = setmetatable({}, { __mode = "k" })
      for i = 1, 400 do
        local k = {}
        if i % 4 == 0 then kept[#kept + 1] = k end
        t[k] = { k, i }
      end
      for k, v in \(walk) do
        assert(v[1] == k)
        seen[v[2]] = (seen[v[2]] or 0) + 1
        steps = steps + 1
        if steps % 10 == 1 then collectgarbage() end
        if v[2] % 8 == 0 then t[k] = nil end
        if v[2] % 8 == 4 then t[k] = { k, v[2] } end
      end
      local once, twice, left = 0, 0, 0
      for i, n in pairs(seen) do
        if i % 4 == 0 and n == 1 then once = once + 1 end
        if n > 1 then twice = twice + 1 end
      end
      for _ = 1, 2 do collectgarbage() end
      for _ in pairs(t) do left = left + 1 end
      for _, k in ipairs(kept) do t[k] = k end
      local again = 0
      for _ in pairs(t) do again = again + 1 end
      note(once, twice, left, again)
      """
    for collectsAlways in [false, true] {
      let told = try lines(source, collectsAlways: collectsAlways)
      #expect(told == ["100\t0\t50\t100"])
    }
  }

  @Test("lose values of their lists where values are weak only", arguments: ["k", "v", "kv", ""])
  func lists(mode: String) throws {
    let source = """
      local kept, t = {}, setmetatable({}, { __mode = "\(mode)" })
      local other = setmetatable({}, { __mode = "k" })
      for i = 1, 300 do other[{}] = i end
      for i = 1, 1024 do
        t[i] = { i }
        if i % 5 == 0 then kept[#kept + 1] = t[i] end
      end
      collectgarbage()
      local n, sum = 0, 0
      for i = 1, 1024 do if t[i] then n = n + 1 sum = sum + t[i][1] end end
      for i = 1, 1024 do t[i] = t[i] or i end
      collectgarbage()
      note(n, sum, #t, next(other))
      """
    let left = (1...1024).filter { $0 % 5 == 0 || !mode.contains("v") }
    #expect(try lines(source) == ["\(left.count)\t\(left.reduce(0, +))\t1024\tnil"])
  }

  @Test("give their memory back, in calls without end")
  func memory() throws {
    let script = try Script(LuaLimits(memoryBytes: 8 << 20), library: Self.library)
    try script.lines(
      """
      local mode, caches = { __mode = "k" }, {}
      for i = 1, 300 do caches[i] = setmetatable({}, mode) end
      function step()
        for i = 1, 300 do
          local short = setmetatable({}, mode)
          local k = { short }
          short[k], caches[i][k] = { k, caches[i] }, function() return k, short end
        end
      end
      function count() local n = 0 for i = 1, 300 do n = n + (next(caches[i]) and 1 or 0) end return n end
      """)
    var bytes: [Int] = []
    for _ in 1...60 {
      try script.lines("step()")
      script.state.collect()
      bytes.append(script.state.memoryBytes)
    }
    #expect(try script.lines("note(count())") == ["0"])
    let early = try #require(bytes.dropFirst(5).first)
    #expect(bytes.dropFirst(5).allSatisfy { abs($0 - early) < 4096 }, "\(bytes)")
  }

  @Test("end a script for its memory where the stack may not grow any more, and nothing worse")
  func stackAtItsLimit() throws {
    let script = try Script(LuaLimits(memoryBytes: 1 << 20), library: Self.library)
    let failure = try script.failure(
      """
      local weak, kept = setmetatable({}, { __mode = "k" }), {}
      for i = 1, 200 do kept[i] = {} weak[kept[i]] = { i } end
      local function deeper(n) return 1 + deeper(n + 1) end
      local here = 1
      kept.here = function() here = here + 1 end
      here = deeper(here)
      """)
    #expect(failure.kind == .memory)
  }

  // MARK: - At random

  @Test("hold what a plain search finds, whatever was done to them before", arguments: 1...6)
  func random(seed: Int) throws {
    for collectsAlways in seed > 1 ? [false] : [false, true] {
      var model = WeakModel(seed: UInt64(seed))
      model.play(collectsAlways ? 40 : 500)
      let told = try lines(model.script, collectsAlways: collectsAlways)
      #expect(collectsAlways || model.expected.count > 5 && model.deaths > 3 && model.emptied > 10)
      #expect(told == model.expected)
    }
  }
}
