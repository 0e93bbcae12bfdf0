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

  /// Objects of all kinds that lead to each other at random, some by entries of tables with weak
  /// keys alone; a plain search by numbers tells which must live.
  private static let web = """
    local n, reached, strong, entries = 300, {}, {}, {}
    local alive = setmetatable({}, { __mode = "v" })
    local function object(kind, content)
      if kind == 1 then return content end
      if kind == 2 then return function() return content end end
      if kind == 3 then return setmetatable({}, content) end
      local c = coroutine.create(function() local x = content coroutine.yield() return x end)
      coroutine.resume(c)
      return c
    end
    local roots, weak = {}, {}
    local function build()
      local content, o, mode = {}, {}, { __mode = "k" }
      for i = 1, n do
        content[i] = {}
        o[i] = object(math.random(4), content[i])
        alive[i] = o[i]
      end
      local holders = {}
      for i = 1, 4 do
        weak[i] = setmetatable({}, mode)
        holders[i] = i < 3 and 0 or math.random(n)
        if holders[i] == 0 then roots[-i] = weak[i] else content[holders[i]].weak = weak[i] end
      end
      for i = 1, n // 3 do
        local a, b = math.random(n), math.random(n)
        content[a][#content[a] + 1] = o[b]
        strong[#strong + 1] = { a, b }
      end
      for i = 1, 2 * n do
        local w, k, v = math.random(4), math.random(n), math.random(n)
        if weak[w][o[k]] == nil then
          weak[w][o[k]] = o[v]
          entries[#entries + 1] = { holders[w], k, v }
        end
      end
      for i = 1, 8 do local r = math.random(n) roots[i] = o[r] reached[r] = true end
      weak = nil
    end
    build()
    reached[0] = true
    local changed
    repeat
      changed = false
      for _, s in ipairs(strong) do
        if reached[s[1]] and not reached[s[2]] then reached[s[2]] = true changed = true end
      end
      for _, e in ipairs(entries) do
        if reached[e[1]] and reached[e[2]] and not reached[e[3]] then
          reached[e[3]] = true changed = true
        end
      end
    until not changed
    for round = 1, 2 do
      collectgarbage()
      local lost, kept, living = 0, 0, 0
      for i = 1, n do
        local lives = alive[i] ~= nil
        if lives then living = living + 1 end
        if reached[i] and not lives then lost = lost + 1 end
        if lives and not reached[i] then kept = kept + 1 end
      end
      note(lost, kept, living > 10 and living < n or living)
    end
    """

  @Test("what hangs on weak keys lives exactly as long as they do", arguments: 1...12)
  func weakKeys(seed: Int) throws {
    for collectsAlways in seed > 2 ? [false] : [false, true] {
      stress_here(collectsAlways ? 1 : 0)
      defer { stress_here(0) }
      let script = try Script(LuaLimits(), seed: LuaSeed(UInt64(seed), 2, 3, 4))
      #expect(try script.lines(Self.web) == ["0\t0\ttrue", "0\t0\ttrue"])
    }
  }

  @Test("what is weak stays weak from collection to collection, also where no table was left")
  func staysWeak() throws {
    let script = try Script(LuaLimits())
    try script.lines(
      """
      local mode = { __mode = "k" }
      local function count(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end
      local function fill(t, n) for i = 1, n do t[{}] = {} end return t end
      local keep, key = {}, {}
      do
        local w = fill(setmetatable({}, mode), 300)
        w[key] = { w }
        collectgarbage()
        note(count(w))
        fill(w, 300)
        collectgarbage()
        note(count(w), w[key][1] == w)
        w = nil
      end
      collectgarbage()
      local w = fill(setmetatable({}, mode), 300)
      collectgarbage()
      note(count(w))
      mode.__mode = nil
      fill(w, 300)
      collectgarbage()
      note(count(w))
      mode.__mode = "k"
      collectgarbage()
      note(count(w))
      """)
    #expect(script.notebook.lines == ["1", "1\ttrue", "0", "300", "0"])
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
