import Testing

@Suite("The table library against liblua's own")
struct TableDifferentialTests {
  /// Lists, some behind metatables that note each access in `log`.
  static let lists = """
    local log
    local function element()
      local kind = random(12)
      if kind <= 4 then return random(9) end
      if kind <= 6 then return random(1 << random(40)) - (1 << random(30)) end
      if kind == 7 then return string.char(random(256) - 1, random(26) + 96):rep(random(4) - 1) end
      if kind <= 9 then return one {"a", "bb", "", "c\\0d", "7"} end
      if kind == 10 then return random(3) + 0.5 end
      if kind == 11 then return one {true, false} end
      return nil
    end
    local function numbers() return several(random(9) - 1, function() return random(1 << random(9)) end) end
    local function plain()
      local kind = random(4)
      if kind == 1 then return numbers() end
      if kind == 2 then return several(random(7) - 1, function() return one {"x", "yy", 3, "", random(999)} end) end
      return several(random(7) - 1, element)
    end
    local function proxy(content)
      local metatable = {}
      if random(6) > 1 then metatable.__index = random(4) > 1 and function(_, k)
        log[#log + 1] = "get" log[#log + 1] = k return content[k] end or content end
      if random(6) > 1 then metatable.__newindex = random(4) > 1 and function(_, k, v)
        log[#log + 1] = "set" log[#log + 1] = k content[k] = v end or content end
      -- Drawn beforehand: who fails asks less often, and the draws that follow must stay alike.
      local lengths, asked = several(3, function() return one {false, false, false, false, 3, 2.0, 0} end), 0
      if random(6) > 1 then metatable.__len = function()
        log[#log + 1] = "len" asked = asked % 3 + 1 return lengths[asked] or #content end end
      return setmetatable({}, metatable)
    end
    local function list()
      local kind = random(20)
      if kind == 1 then return one {5, "text", true, print} end
      if kind <= 7 then return proxy(plain()) end
      return plain()
    end
    local function place()
      local kind = random(24)
      if kind == 1 then return one {"2", 2.0, 1.5, "x", true, math.maxinteger, math.mininteger} end
      return random(9) - 2
    end
    local function maybe(f) if random(3) == 1 then return nil end return f() end
    local function checked(name, f, t, ...)
      log = {}
      check(name, function(...)
        local results = table.pack(f(...))
        return results.n, results, type(t) == "table" and t or nil, log
      end, t, ...)
    end

    """

  static let changing =
    lists + """
      for i = 1, calls do
        local t = list()
        local kind = random(8)
        if kind == 1 then checked("insert", table.insert, t, element())
        elseif kind == 2 then checked("insert", table.insert, t, place(), element())
        elseif kind == 3 then
          if random(2) == 1 then checked("remove", table.remove, t)
          else checked("remove", table.remove, t, maybe(place)) end
        elseif kind == 4 then 
          local last = place()
          if last == math.maxinteger then last = 4 end  -- neither would end
          checked("move", table.move, t, place(), last, place(), maybe(list))
        elseif kind == 5 then checked("concat", table.concat, t, maybe(function() return one {", ", 5, "", {}} end),
          maybe(place), maybe(place))
        elseif kind == 6 then
          local from, to = maybe(place), maybe(place)
          checked("unpack", table.unpack, t, from, to)
        elseif kind == 7 then checked("pack", table.pack, element(), element(), t)
        else
          local wrong = one {table.insert, table.remove, table.concat, table.unpack, table.move, table.sort}
          check("wrong", wrong)
          check("wrong", wrong, t, 1, 2, 3, 4, 5)
        end
      end
      return told()
      """

  static let sorting =
    lists + """
      local orders = {
        function() return nil end,
        function() return function(a, b) return a < b end end,
        function() return function(a, b) return a > b end end,
        function() return function(a, b) return a % 3 < b % 3 or (a % 3 == b % 3 and a < b) end end,
        function() return function() error("stop", 0) end end,
        function() return one {5, "x", {}} end,
      }
      for i = 1, calls do
        local t = random(9) == 1 and plain() or numbers()
        if random(9) == 1 then t = several(random(300), function() return random(1000) end) end
        -- Without holes: where a nil is written that way, liblua reads what lies behind instead.
        if random(5) == 1 then t = proxy(#t > 9 and t or numbers()) end
        log = {}
        local order = orders[random(20) == 1 and 4 + random(2) or random(4)]()
        check("sort", function(t, order)
          table.sort(t, order)
          local copy = {}
          for i = 1, #t do copy[i] = t[i] end
          return copy
        end, t, order)
      end
      return told()
      """

  @Test("insert, remove, move, concat, pack and unpack, by way of metatables too")
  func changes() throws {
    #expect(try Differential(generator: Self.changing).differences() == [])
  }

  @Test("sort, but for what it says of orders that are none")
  func sorts() throws {
    let differential = Differential(
      generator: Self.sorting, tolerated: ["attempt to", "invalid order function"])
    #expect(try differential.differences() == [])
  }
}
