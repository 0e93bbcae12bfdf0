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

  static let others = """
    local texts = {"", "a", "ab", "abcdef", "A\\0b\\xff", "12", " 0x1p4 ", "1e2", "x y\\n\\"z\\\\"}
    local integers = {0, 1, -1, 2, 3, -3, 7, 100, 255, 256, -128, 65536, math.maxinteger, math.mininteger}
    local floats = {0.0, -0.0, 0.5, -1.25, 1e300, 1e-300, 3.0, 1/0, -1/0, 0/0, 2^53}
    local function integer() return random(3) > 1 and random(12) - 5 or one(integers) end
    local function number() return random(2) == 1 and integer() or one(floats) end
    local function any()
      local kind = random(12)
      if kind <= 4 then return one(texts) elseif kind <= 7 then return integer() elseif kind <= 9 then return number()
      elseif kind == 10 then return true elseif kind == 11 then return nil else return {} end
    end
    local function text() return random(15) == 1 and any() or one(texts) end
    local function maybe(f) if random(3) > 1 then return f() end end
    local letters = {"d", "i", "u", "c", "x", "X", "o", "a", "A", "e", "E", "f", "F", "g", "G", "s", "q", "%", "y"}
    local function conversion()
      local flags = random(3) == 1 and one {"-", "+", " ", "#", "0", "-0", "+ ", "-----", "00"} or ""
      local width = random(4) == 1 and one {"5", "12", "99", "100", "1"} or ""
      local precision = random(4) == 1 and one {".", ".3", ".0", ".20", ".99", ".100"} or ""
      local letter = one(letters)
      if letter == "c" and random(3) > 1 then letter = "d" end
      return "%" .. flags .. width .. precision .. letter
    end
    local function for_letter(letter)
      if random(20) == 1 then local v = any() if type(v) ~= "table" then return v end end
      if letter == "s" or letter == "q" then return one(texts) end
      if letter == "c" then return random(200) end
      if ("diuxXo"):find(letter, 1, true) then return integer() end
      return number()
    end
    local function formatted()
      local parts, arguments = {}, {}
      for i = 1, random(3) do
        local item = conversion()
        if not item:find("%%$") or #item > 2 then
          arguments[#arguments + 1] = for_letter(item:sub(-1)) or false
        end
        parts[#parts + 1] = one(texts):gsub("%%", "") .. item
      end
      if random(30) == 1 then arguments[#arguments] = nil end
      check("format", string.format, table.concat(parts) .. (random(40) == 1 and "%" or ""), table.unpack(arguments))
    end
    local options = {"b", "B", "h", "H", "l", "j", "J", "T", "i", "I", "i1", "i3", "I7", "i16", "i17", "f", "d", "n", "s",
      "s1", "s2", "z", "x", "Xi4", "c4", "c", " ", "<", ">", "=", "!", "!4", "!3", "!16", "r", "i0"}
    local function packed()
      local n = random(4)
      local format = table.concat(several(n, function() return one(options) end))
      local values = several(n, function() return random(3) == 1 and one(texts) or integer() end)
      check("packsize", string.packsize, format)
      check("pack", string.pack, format, table.unpack(values))
      local ok, bytes = pcall(string.pack, format, table.unpack(values))
      check("unpack", string.unpack, format, ok and bytes or one(texts), maybe(integer))
    end
    local calls_of = {
      function() check("sub", string.sub, text(), random(20) == 1 and any() or integer(), maybe(integer)) end,
      function() check("byte", string.byte, text(), maybe(integer), maybe(integer)) end,
      function() check("char", string.char, table.unpack(several(random(4) - 1, function()
        return random(12) == 1 and any() or random(300) - 20 end))) end,
      function()
        local n = random(10) == 1 and one {-5, 0, 2.0, 2.5, "3", math.maxinteger} or random(9) - 1
        check("rep", string.rep, text(), n == math.maxinteger and 0 or n, maybe(text))
      end,
      function() check("rep", string.rep, "ab", one {math.maxinteger, 1 << 62}, maybe(text)) end,
      function()
        local f = one {"len", "lower", "upper", "reverse"}
        check(f, string[f], random(8) == 1 and any() or text())
      end,
      formatted, formatted, packed,
      function()
        check("arithmetic", function(a, b) return a + b, a - b, a * b, -a, a / b end, text(), random(2) == 1 and text() or number())
      end,
      function()
        local f = one {"len", "codepoint", "offset"}
        check(f, utf8[f], one {"", "abc", "\\u{e9}\\u{20ac}", "a\\u{1f600}b", "\\xff", "\\xe2\\x82", text()}, maybe(integer), maybe(integer))
      end,
      function() check("utf8.char", utf8.char, table.unpack(several(random(3), function() return random(2) == 1 and integer() or random(70000) end))) end,
    }
    for i = 1, calls do one(calls_of)() end
    return told()
    """

  @Test("format, rep, byte, char, sub, pack, unpack, and all others")
  func others() throws {
    try Differential(generator: Self.others).expectNone()
  }
}
