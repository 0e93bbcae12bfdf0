import Testing

@Suite("The base and coroutine libraries against liblua's own")
struct BaseDifferentialTests {
  static let values = """
    local shared = {}
    local guarded = setmetatable({}, {__metatable = "locked", __len = function() return 7 end})
    local function digits(n, among)
      return table.concat(several(random(n), function() return among:sub(random(#among)):sub(1, 1) end))
    end
    local function numeral()
      local is_hexadecimal = random(3) == 1
      local among = is_hexadecimal and "0123456789abcdefABCDEF" or "0123456789"
      local text = one {"", "", "", " ", "-", "-", "+", "\\t "} .. (is_hexadecimal and one {"0x", "0X"} or "")
      if random(9) > 1 then text = text .. digits(random(20), among) end
      if random(3) == 1 then text = text .. "." .. (random(5) > 1 and digits(random(20), among) or "") end
      if random(4) == 1 then
        text = text .. one {"e", "E", "p", "P"} .. one {"", "-", "+"} .. (random(9) > 1 and digits(3, "0123456789") or "")
      end
      return text .. (random(6) == 1 and one {" ", "\\n", "x", " 1", "\\0", "z"} or "")
    end
    local function text()
      if random(2) == 1 then return numeral() end
      return one {"0x1p4", " 12 ", "1e1", "zz", "7", "-ff", "", "10 1", "0b1", "1_0", "٣", "0x", "  -8", "9" .. random(99),
        "1e", "nan", "inf", "0x.8", ".5.", "111111111111111111111111", "-0", "\\t5\\n", "8\\0"}
    end
    local function integer()
      local kind = random(4)
      if kind <= 2 then return random(40) - 20 end
      if kind == 3 then return random(1 << random(40)) - (1 << random(39)) end
      return random(1 << 40) << 24 ~ random(1 << 40)
    end
    local function float()
      local kind = random(4)
      if kind == 1 then return random(9) / 4 end
      if kind == 2 then return (random(1 << 40) - (1 << 39)) * 2.0 ^ (random(1200) - 700) end
      if kind == 3 then return integer() + 0.0 end
      return integer() / 10 ^ random(12)
    end
    local function value()
      local kind = random(13)
      if kind <= 3 then return integer() end
      if kind <= 6 then return text() end
      if kind == 7 then return float() end
      if kind == 8 then return one {true, false} end
      if kind == 9 then return one {math.huge, -math.huge, math.maxinteger, math.mininteger, 2^53, 1e15, 2^63, -2^63, 0.0, -0.0} end
      if kind == 10 then return one {shared, guarded, {}, {1, 2, 3}} end
      if kind == 11 then return one {rawequal, string.len} end
      return nil
    end
    local function few() return table.unpack({value(), value(), value()}, 1, random(4) - 1) end

    """

  static let base =
    values + """
      local handlers = {
        function(m) return "handled " .. tostring(type(m)) end,
        function(m) return m, 2 end,
        function(m) if random(2) == 1 then error("again", 0) end return m end,
        function() return nil end,
      }
      local bodies = {
        function(...) return ... end,
        function(...) error(..., 0) end,
        function(x) error(x) end,
        function(x) error(x, 2) end,
        function(x, y) return x + y end,
        function(x) return x.field.field end,
        function(x) return #x end,
        function(x) local t <close> = setmetatable({}, {__close = function(_, e) error(e or "closing", 0) end}) return x end,
      }
      local chunks = {"return ...", "return 1 +", "x = ", "local a <const> = 1 a = 2", "goto away", "return x", "break",
        "return function(...) return select('#', ...) end", "'", "--[[", "for i = 1 do", "return '\\\\q'", "\\27Lua", "",
        "return 0x", "local t = {...} return #t", "::a:: ::a::", "return 1 .. 2 , 3"}
      local function read(text, step)
        local at, bad = 0, random(20)
        return function()
          at = at + 1
          if at == bad then return 5 end
          return text:sub((at - 1) * step + 1, at * step)
        end
      end
      local function run(f, m, ...)
        if not f then return nil, m end
        return pcall(f, ...)
      end
      local binary = {"+", "-", "*", "/", "//", "%", "^", "..", "==", "<", "<=", "~=", "and", "or", "&", "|", "~", "<<", ">>"}
      local function operand() return one {integer, integer, float, numeral, function() return one {"x", "nil", "'a'", "{}"} end}() end
      -- A chunk that calculates, sometimes with a mistake in it.
      local function calculation()
        local parts = {"return ", tostring(operand())}
        for i = 1, random(3) do
          parts[#parts + 1] = " " .. one(binary) .. " "
          if random(5) == 1 then parts[#parts + 1] = one {"-", "not ", "#", "~", "(", "..."} end
          parts[#parts + 1] = tostring(operand())
        end
        return table.concat(parts)
      end
      local counted = {"abs", "ceil", "floor", "fmod", "max", "min", "modf", "tointeger", "type", "ult", "sqrt", "exp",
        "log", "sin", "cos", "tan", "asin", "acos", "atan", "deg", "rad"}
      for i = 1, calls do
        local kind = random(19)
        if kind == 18 then
          local name = one(counted)
          check(name, math[name], random(9) > 1 and one {integer, float, numeral}() or value(), few())
        elseif kind == 19 then
          local operator = one(binary)
          local f = load("local a, b = ... return a " .. operator .. " b")
          check(operator, f, value(), value())
        elseif kind == 1 then check("tonumber", tonumber, text())
        elseif kind == 2 then check("tonumber", tonumber, value(), random(12) == 1 and value() or random(40))
        elseif kind == 3 then check("tonumber", tonumber, text(), random(35) + 1)
        elseif kind == 4 then check("select", select, random(9) == 1 and value() or one {"#", 1, 2, -1, -2, 0, -9}, few())
        elseif kind == 5 then check("rawequal", rawequal, few())
        elseif kind == 6 then check("rawlen", rawlen, few())
        elseif kind == 7 then check("rawget", rawget, {1, 2, a = 3}, few())
        elseif kind == 8 then check("rawset", rawset, {1, 2}, few())
        elseif kind == 9 then check("type", type, few())
        elseif kind == 10 then
          local v = value()
          if type(v) ~= "table" and type(v) ~= "function" then check("tostring", tostring, v) end
        elseif kind == 11 then check("assert", assert, few())
        elseif kind == 12 then check("error", error, value(), random(6) == 1 and value() or random(4) - 1)
        elseif kind == 13 then check("pcall", pcall, random(9) == 1 and value() or one(bodies), few())
        elseif kind == 14 then
          check("xpcall", xpcall, random(9) == 1 and value() or one(bodies), random(9) == 1 and value() or one(handlers), few())
        elseif kind == 15 then
          local metatable = one {{}, {__metatable = 5}, {__index = {9}}, {__len = function() return 3 end}, {__gc = 1}}
          if random(6) == 1 then metatable = value() end
          check("setmetatable", function(t, m)
            local result = setmetatable(t, m)
            return rawequal(result, t), getmetatable(t), rawlen(t), t[1]
          end, random(6) == 1 and value() or one {{}, {1, 2}, guarded}, metatable)
        elseif kind == 16 then
          local text = random(4) == 1 and one(chunks) or calculation()
          local source = random(3) == 1 and read(text, random(5)) or text
          local mode, name = one {"t", "bt", "b", "x"}, one {"=name", "@file.lua", "text", "a\\nb"}
          if random(3) == 1 then check("load", function() return run(load(source, name)) end)
          else check("load", function(m) return run(load(source, name, m, {x = 4})) end, mode) end
        else
          check("ipairs", function(t)
            local list = {}
            for i, v in ipairs(t) do list[#list + 1] = v if i > 9 then break end end
            return list
          end, one {{1, 2, nil, 4}, {}, "text", setmetatable({}, {__index = function(_, i) return i < 4 and i * i or nil end}),
            guarded, value()})
        end
      end
      return told()
      """

  /// Random programs of coroutines that resume, wrap, close and ask about each other.
  static let coroutines =
    values + """
      local threads, depth
      local act
      local function body(...)
        local kept <close> = setmetatable({}, {__close = function(_, e)
          record[#record + 1] = "closing " .. type(e)
          if random(8) == 1 then error("in close", 0) end
        end})
        record[#record + 1] = "begun " .. select("#", ...)
        for i = 1, random(4) - 1 do act() end
        if random(6) == 1 then error(one {"failed", {}, 5}, random(3) - 1) end
        return ...
      end
      local function thread() return threads[random(#threads)] end
      local function note(what, ...)
        record[#record + 1] = what
        tell_all(...)
      end
      function act()
        depth = depth + 1
        local kind = random(12)
        if depth > 60 then kind = 1 end
        if kind == 1 then note("status", coroutine.status(thread()))
        elseif kind <= 3 then threads[#threads + 1] = coroutine.create(body)
        elseif kind <= 6 then note("resumed", coroutine.resume(thread(), few()))
        elseif kind == 7 and coroutine.isyieldable() then note("yielded", coroutine.yield(few()))
        elseif kind == 8 then note("closed", pcall(coroutine.close, thread()))
        elseif kind == 9 then
          local f = coroutine.wrap(body)
          for i = 1, random(3) do note("wrapped", pcall(f, few())) end
        elseif kind == 10 then
          local co, is_main = coroutine.running()
          note("running", is_main, coroutine.status(co), coroutine.isyieldable(co), coroutine.isyieldable(thread()))
        elseif kind == 11 then
          local yields = random(4) == 1
          note("sorted", pcall(table.sort, {3, 1, 2}, function(a, b)
            if yields then coroutine.yield() end
            return a < b
          end))
        else
          note("protected", pcall(function() act() if random(3) == 1 then error("out", 0) end end))
        end
      end
      for i = 1, calls do
        threads, depth = {coroutine.create(body)}, 0
        check("program", function()
          for j = 1, random(6) do act() end
          if random(5) == 1 then
            return one {coroutine.resume, coroutine.wrap, coroutine.create, coroutine.status, coroutine.close,
              coroutine.yield}(value())
          end
        end)
      end
      return told()
      """

  @Test("tonumber, select, error, pcall, xpcall, load, setmetatable, ipairs and the raw ones")
  func baseFunctions() throws {
    // math.atan has a second name in liblua, and an error names the one that a walk finds first.
    try Differential(
      generator: Self.base,
      tolerated: ["table: 0x", "function: ", "bad binary format", "'math.atan2'"]
    ).expectNone()
  }

  @Test("programs of coroutines that resume, wrap and close each other")
  func coroutinePrograms() throws {
    #expect(
      try Differential(generator: Self.coroutines).differences(calls: Differential.calls / 4) == [])
  }
}
