import Lua
import Testing

@Suite("Walks of large tables give the keys of their beginning, whatever is done meanwhile")
struct LargeWalkTests {
  /// `World(kind, count)` is a table `t` with every key that it has ever had in `all`;
  /// `follow(world, step)` compares a walk that begins now with the rule, step for step;
  /// `disturb(world)` does something to the table.
  static let worlds = """
    local born, births = setmetatable({}, {__mode = "k"}), 0
    local function object()
      births = births + 1
      local o = births % 3 == 0 and function() return births end or {}
      born[o] = births
      return o
    end
    local makers = {
      short = function(i) return "k" .. i * 7919 % 1000003 end,
      long = function(i) return ("the same beginning "):rep(4) .. i * 7919 % 1000003 end,
      integers = function(i) return i * (i % 2 == 0 and 7919 or -31) end,
      floats = function(i) return (i % 2 == 0 and i or -i) * 10.0 ^ (i % 40) + 0.25 end,
      objects = object,
      holes = function(i) return i end,
    }
    local mixed = {"short", "long", "integers", "floats", "objects", "holes"}
    function makers.mixed(i)
      if i <= 2 then return i == 1 end
      return makers[mixed[i % #mixed + 1]](i)
    end
    function makers.run(i) return i % 3 == 0 and "k" .. i or i - i // 3 end

    local ranks = {number = 1, string = 2, boolean = 3, table = 4, ["function"] = 4}
    local function before(a, b)
      local x, y = ranks[type(a)], ranks[type(b)]
      if x ~= y then return x < y end
      if x < 3 then return a < b end
      if x == 3 then return not a and b end
      return born[a] < born[b]
    end

    local function add(w, count)
      for i = 1, count do
        w.made = w.made + 1
        local key = makers[w.kind](w.made)
        if not w.known[key] then w.all[#w.all + 1] = key end
        w.known[key] = true
        w.t[key] = w.made
      end
    end
    local function World(kind, count)
      local w = {t = {}, all = {}, known = {}, kind = kind, made = 0, most = 3 * count}
      add(w, count)
      if kind == "holes" then
        for i = count // 2, count, 7 do w.t[i] = nil end
      end
      return w
    end

    -- The keys that t has now, in order, and how many of them are the run.
    local function inOrder(w)
      local t, run, list, rest = w.t, 0, {}, {}
      while t[run + 1] ~= nil do
        run = run + 1
        list[run] = run
      end
      for _, k in ipairs(w.all) do
        local isInRun = math.type(k) == "integer" and k >= 1 and k <= run
        if t[k] ~= nil and not isInRun then rest[#rest + 1] = k end
      end
      table.sort(rest, before)
      return table.move(rest, 1, #rest, run + 1, list), run
    end

    -- Takes one step; whether there may be more.
    local function follow(w, step)
      local t, list, place = w.t, inOrder(w), 0
      return function()
        local k, v = step()
        repeat place = place + 1 until place > #list or t[list[place]] ~= nil
        if not rawequal(k, list[place]) then
          local where = place .. " of " .. #list .. " of " .. w.kind
          error(string.format("%@ is given where %@ is next, %s", k, list[place], where))
        end
        if k ~= nil and v ~= t[k] then error("not the value of now") end
        return k ~= nil
      end
    end

    local function anyKey(w) return w.all[math.random(#w.all)] end
    local rare = {
      function(w) if w.made < w.most then add(w, w.made) end end,
      function(w) collectgarbage() end,
      function(w) for i = 1, #w.all // 4 do w.t[anyKey(w)] = nil end end,
      function(w) for i = 1, #w.all // 4 do w.t[anyKey(w)] = i end end,
      function(w)
        for _, k in ipairs(w.all) do w.t[k] = nil end
        if math.random(2) == 1 then for i = 1, #w.all do w.t[w.all[i]] = i end end
      end,
      function(w) for k in pairs(w.t) do if math.random(9) == 1 then break end w.t[k] = -1 end end,
      function(w) for i = 1, 5 do add(w, 1) w.t[w.all[#w.all]] = nil end end,
    }
    local function disturb(w)
      local roll = math.random(2000)
      if roll <= 8 then rare[math.random(#rare)](w)
      elseif roll < 100 then w.t[anyKey(w)] = nil
      elseif roll < 200 then w.t[anyKey(w)] = roll
      elseif roll < 230 then add(w, 1)
      end
    end
    local function ofPairs(t)
      local step, state, key = pairs(t)
      return function()
        local v
        key, v = step(state, key)
        return key, v
      end
    end

    """

  static let kinds = [
    "short", "long", "integers", "floats", "objects", "mixed", "holes", "run",
  ]

  private func run(_ source: String, seed: UInt64 = 1) throws -> [String] {
    let limits = LuaLimits(memoryBytes: 512 << 20, entryInstructions: 4_000_000_000)
    let script = try Script(limits, seed: LuaSeed(seed, 2, 3, 4))
    return try script.lines(Self.worlds + source)
  }

  @Test("while the table is changed, grows, is emptied and collected", arguments: kinds)
  func changes(kind: String) throws {
    let lines = try run(
      """
      for _, size in ipairs({513, 1024, 1025, 700, 2000, 3000, 514, 600, 20000}) do
        local w = World("\(kind)", size)
        local advance, steps = follow(w, ofPairs(w.t)), 0
        while advance() do
          steps = steps + 1
          disturb(w)
        end
        assert(steps <= size, "more than there were")
      end
      note("all followed")
      """)
    #expect(lines == ["all followed"])
  }

  @Test("several at once, some in coroutines, broken off and begun again", arguments: kinds)
  func interleaved(kind: String) throws {
    let lines = try run(
      """
      local function ofCoroutine(t)
        local step = coroutine.wrap(function()
          local f, s, c = pairs(t)
          coroutine.yield()
          for k, v in f, s, c do coroutine.yield(k, v) end
          coroutine.yield(nil)
        end)
        step()
        return step
      end
      local w, walks, ended, broken = World("\(kind)", 900), {}, 0, 0
      local function begin(i) walks[i] = follow(w, (i % 2 == 0 and ofCoroutine or ofPairs)(w.t)) end
      for i = 1, 4 do begin(i) end
      while ended < 12 do
        local i = math.random(4)
        if math.random(1500) == 1 then
          broken = broken + 1
          begin(i)
        end
        for j = 1, math.random(60) do
          if not walks[i]() then
            ended = ended + 1
            if #inOrder(w) < 600 then add(w, 700) end
            begin(i)
            break
          end
          disturb(w)
        end
      end
      note(ended)
      """, seed: 7)
    #expect(lines == ["12"])
  }

  @Test("walks of one table within each other, with changes at each depth", arguments: kinds)
  func nested(kind: String) throws {
    let lines = try run(
      """
      local w, walks
      local function walk(depth)
        local advance, at, inner = follow(w, ofPairs(w.t)), 0, math.random(300)
        walks = walks + 1
        while advance() do
          at = at + 1
          if at == inner and depth < 5 then walk(depth + 1) end
          if at == inner + 200 and depth < 3 then walk(depth + 1) end
          if at % 2 == 0 then disturb(w) end
        end
      end
      for i = 1, 12 do
        w, walks = World("\(kind)", 800), 0
        walk(1)
        assert(walks > 1, "not nested")
      end
      note("nested")
      """, seed: 11)
    #expect(lines == ["nested"])
  }

  @Test("a step asked with any key, past, gone or new, and with other tables", arguments: kinds)
  func anyControl(kind: String) throws {
    let lines = try run(
      """
      local w = World("\(kind)", 1300)
      local step = pairs(w.t)
      local list, run = inOrder(w)
      local places = {}
      for i, k in ipairs(list) do places[k] = i end
      local function placeOf(key)
        if places[key] then return places[key] end
        local low, high = run, #list
        while low < high do
          local middle = (low + high + 1) // 2
          if before(key, list[middle]) then high = middle - 1 else low = middle end
        end
        return low
      end
      local other = {}
      for i = 1, #list, 5 do other[list[i]] = "other" end
      local copy = {}
      for _, k in ipairs(w.all) do copy[k] = "copy" end
      local tables = {w.t, w.t, w.t, other, copy, {}}
      local key
      for i = 1, 3000 do
        local t = tables[math.random(#tables)]
        if key == nil or math.random(3) == 1 then key = anyKey(w) end
        -- A key that has come since would let the walk begin anew.
        if key ~= nil and not places[key] and t[key] ~= nil then key = list[math.random(#list)] end
        local place = placeOf(key) + 1
        while place <= #list and t[list[place]] == nil do place = place + 1 end
        local ok, k, v = pcall(step, t, key)
        if ok then
          assert(rawequal(k, list[place]), "not the next")
          assert(k == nil or v == t[k], "not the value of this table")
          key = k
        else
          assert(k == "invalid key to 'next'" and not places[key], k)
          key = nil
        end
        if i % 3 == 0 then disturb(w) end
      end
      note("asked")
      """, seed: 5)
    #expect(lines == ["asked"])
  }

  @Test("next and pairs may take turns while entries are changed and removed", arguments: kinds)
  func turns(kind: String) throws {
    let lines = try run(
      """
      local w = World("\(kind)", 2500)
      local step, key = pairs(w.t), nil
      local advance = follow(w, function()
        local v
        if math.random(2) == 1 then key, v = next(w.t, key) else key, v = step(w.t, key) end
        return key, v
      end)
      while advance() do
        local changed = anyKey(w)
        if w.t[changed] ~= nil then w.t[changed] = math.random(2) == 1 and -1 or nil end
        if math.random(500) == 1 then collectgarbage() end
      end
      note(next(w.t, key) == next(w.t))
      """, seed: 3)
    #expect(lines == ["true"])
  }

  @Test("next goes through eight tables in turn, and begins again with the keys of then")
  func eight() throws {
    let lines = try run(
      """
      local worlds, walks, begun = {}, {}, 0
      for i, kind in ipairs({"short", "long", "integers", "floats", "objects"}) do
        worlds[i] = World(kind, 600)
      end
      for i, kind in ipairs({"mixed", "holes", "run"}) do worlds[5 + i] = World(kind, 700) end
      local function begin(i)
        local t, key = worlds[i].t, nil
        walks[i] = {steps = 0, advance = follow(worlds[i], function()
          local v
          key, v = next(t, key)
          return key, v
        end)}
        begun = begun + 1
      end
      for i = 1, 8 do begin(i) end
      while begun < 60 do
        local i = math.random(8)
        local w, walk = worlds[i], walks[i]
        for step = 1, math.random(50) do
          walk.steps = walk.steps + 1
          if not walk.advance() or math.random(1000) == 1 then
            if #inOrder(w) < 550 then add(w, 300) end
            begin(i)
            break
          end
          if walk.steps > 1 then disturb(w) end  -- the first pair needs no walk
        end
      end
      note("eight")
      """, seed: 13)
    #expect(lines == ["eight"])
  }

  @Test("a weak table's entries may die meanwhile; those that are held are all given")
  func weak() throws {
    let lines = try run(
      """
      for _, size in ipairs({600, 5000}) do
        for _, mode in ipairs({"k", "v", "kv"}) do
          local t, held = setmetatable({}, {__mode = mode}), {}
          for i = 1, size do
            local o = {i}
            held[i] = o
            local key = mode == "v" and string.format("%05d", i) or o
            t[key] = mode == "k" and i or o
          end
          local last, given, dead = 0, {}, 0
          for k, v in pairs(t) do
            local i = mode == "v" and tonumber(k) or k[1]
            assert(i > last, "not in order, or again")
            if mode == "v" then assert(held[i] == v, "a dead value") end
            last, given[i] = i, true
            k, v = nil, nil
            if i % (size // 5) == 0 then
              for j = 1, size, math.random(2, 5) do held[j] = nil end
              collectgarbage()
            end
          end
          for i = 1, size do
            if held[i] then assert(given[i], "left out") else dead = dead + 1 end
          end
          assert(dead >= size // 5 and dead < size)
          collectgarbage()
          local left = 0
          for k in pairs(t) do left = left + 1 end
          assert(left == size - dead, "what was walked lives on")
        end
      end
      note("walked")
      """)
    #expect(lines == ["walked"])
  }
}
