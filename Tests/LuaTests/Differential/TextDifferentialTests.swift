import Testing

@Suite("The string library against liblua's own")
struct TextDifferentialTests {
  static let patterns = """
    local letters = {"a", "b", "c", "x", "1", " ", ".", "_", "-", "A", "\\0", "\\xe9", "]", "(", ")", "%"}
    local function subject()
      local list = several(random(13) - 1, function() return letters[random(random(2) == 1 and 3 or #letters)] end)
      return table.concat(list)
    end
    local classes = {"%a", "%d", "%s", "%w", "%p", "%l", "%u", "%x", "%c", "%g", "%z", "%A", "%D", "%S", "%W", "%."}
    local function member()
      local kind = random(8)
      if kind <= 4 then return one(letters) end
      if kind <= 5 then return one(classes) end
      if kind <= 7 then return one(letters) .. "-" .. one(letters) end
      return one {"]", "^", "-", "%]", "%", "a-", "%a-z", ""}
    end
    local function set()
      local list = several(random(4) - (random(9) == 1 and 1 or 0), member)
      return "[" .. (random(3) == 1 and "^" or "") .. table.concat(list) .. (random(30) == 1 and "" or "]")
    end
    local function single()
      local kind = random(10)
      if kind <= 4 then return one {"a", "b", "c", "x", "1", " "} end
      if kind <= 6 then return "." end
      if kind <= 8 then return one(classes) end
      return set()
    end
    local suffixes = {"", "", "", "*", "+", "-", "?", "*", "-"}
    local function item()
      local kind = random(40)
      if kind <= 26 then return single() .. one(suffixes) end
      if kind <= 30 then return "(" .. single() .. one(suffixes) .. ")" end
      if kind <= 32 then return "()" end
      if kind == 33 then return "(" end
      if kind == 34 then return ")" end
      if kind == 35 then return "%" .. (random(4) - 1) end
      if kind == 36 then return one {"%bab", "%b()", "%baa", "%b", "%bx"} end
      if kind == 37 then return "%f" .. one {set(), set(), "[%w]", "[^a]", "", "a"} end
      if kind == 38 then return one {"$", "^", "*", "-", "%"} end
      if kind == 39 then return one(letters) end
      return "(" .. single() .. one(suffixes) .. single() .. one(suffixes) .. ")%1"
    end
    local function pattern()
      local list = several(random(5) - (random(20) == 1 and 1 or 0), item)
      return (random(6) == 1 and "^" or "") .. table.concat(list) .. (random(6) == 1 and "$" or "")
    end
    local function start()
      if random(3) > 1 then return nil end
      return random(20) == 1 and one {math.mininteger, math.maxinteger, 1e300, 2.0, 2.5, "2"} or random(20) - 8
    end
    local function all_matches(s, p, init)
      local list = {}
      for a, b, c in string.gmatch(s, p, init) do
        list[#list + 1] = a list[#list + 1] = b or false list[#list + 1] = c or false
        if #list > 200 then break end
      end
      return list
    end
    local replacements = {
      function() return one {"", "x", "<%0>", "%1", "%2%1", "%%", "%", "%x", "%9", "a%0b%1", 7, 1.5} end,
      function() return {a = "A", b = false, [""] = "empty", c = 3, x = random(9) == 1 and {} or nil} end,
      function()
        local results = one {{"y"}, {}, {false}, {12}, {random(4) == 1 and {} or "z"}, {nil}}
        return function(...) return results[1] or ... end
      end,
      function() return one {print, true, false} end,
    }
    for i = 1, calls do
      local s, p = subject(), pattern()
      local kind = random(5)
      if kind == 1 then check("find", string.find, s, p, start(), random(9) == 1 or nil)
      elseif kind == 2 then check("match", string.match, s, p, start())
      elseif kind == 3 then check("gmatch", all_matches, s, p, start())
      else
        local r = replacements[random(20) == 1 and 4 or random(3)]()
        if r == print then r = nil end
        check("gsub", string.gsub, s, p, r, random(4) == 1 and random(5) - 2 or nil)
      end
    end
    return told()
    """

  @Test("find, match, gmatch and gsub")
  func matching() throws {
    try Differential(generator: Self.patterns, tolerated: ["pattern too complex"]).expectNone()
  }
}
