/// Scripts of which the meter sees too little: single calls of a library and single instructions that
/// take seconds. The watchdog ends them, in whatever run they are, unless they end by themselves
/// within its time.
extension HostileScript {
  static let endedByWatchdog =
    slowCalls + slowInstructions + slowCollections + ringsOfCalls + collisions

  static let slowCalls = [
    HostileScript(
      "a pattern that backtracks", .watchdog,
      "(('a'):rep(1e4)):find(('.-'):rep(40) .. 'b')"),
    HostileScript(
      "load of a long chain", .watchdog,
      "local c = 'return ' .. ('a or '):rep(12000) .. 'a' while true do load(c) end"),
    HostileScript(
      "load of deep names", .watchdog,
      "local names = {} for i = 1, 190 do names[i] = 'a' .. i end"
        + " local c = ('local ' .. table.concat(names, ',') .. ' return function() '):rep(20)"
        + " .. ('b = c '):rep(5000) .. (' end'):rep(20) while true do load(c) end"),
    HostileScript(
      "a length that lies", .watchdog,
      "table.insert(setmetatable({}, { __len = function() return 1 << 50 end }), 1, 'x')"),
    HostileScript(
      "tracebacks at depth", .watchdog,
      "local function f(n) if n > 0 then f(n - 1) else while true do debug.traceback() end end"
        + " return 1 end f(100000)"),
    HostileScript(
      "where of a far level", .watchdog,
      "local function f(n) if n > 0 then f(n - 1) else"
        + " while true do pcall(error, '', 100000) end end return 1 end f(100000)"),
    HostileScript(
      "searches that go back over and over", .watchdog,
      "local s = ('a'):rep(1e4) while true do pcall(string.gsub, s, '(a*)*b', '') end"),
    HostileScript(
      "gsub by a table at the end of a long chain", .watchdog,
      chain + "local s = ('a'):rep(4e6):gsub('.', a)"),
    HostileScript(
      "a list at the end of a long chain, gone through", .watchdog,
      chain + "while true do for i in ipairs(a) do end end"),
    HostileScript(
      "a list at the end of a long chain, sorted", .watchdog,
      linked + "while true do table.sort(a, function() return false end) end"),
    HostileScript(
      "a list at the end of a long chain that is inserted to and removed from", .watchdog,
      linked + "while true do table.insert(a, 1, 0) table.remove(a, 1) end"),
    HostileScript(
      "utf8 over bytes that continue a character", .watchdog,
      "local s = ('\\x80'):rep(4e6) while true do pcall(utf8.offset, s, 1, 2e6) end"),
    HostileScript(
      "closures of many variables", .watchdog,
      "local names = {} for i = 1, 195 do names[i] = 'a' .. i end"
        + " local all = table.concat(names, ',') load('local ' .. all .. ' while true do local f ="
        + " function() return ' .. all .. ' end end')()"),
    HostileScript(
      "a long text compiled", .watchdog,
      "load('return ' .. ('a or '):rep(200000) .. 'a')"),
  ]

  static let slowInstructions = [
    HostileScript(
      "keys that are long texts", .watchdog,
      texts + "local keys = { [s] = 1 } while true do local b = keys[t] end"),
    HostileScript(
      "long numerals in loops", .watchdog,
      "local s = ('0'):rep(1e6) while true do for i = 1, s do end end"),
    HostileScript(
      "a table that is its own __index", .watchdog,
      "local a = {} a.__index = a setmetatable(a, a)"
        + " while true do pcall(function() return a.x end) end"),
    HostileScript(
      "a long chain of __index", .watchdog,
      "local a = {} for i = 1, 1990 do a = setmetatable({}, { __index = a }) end"
        + " while true do local b = a.x end"),
    HostileScript(
      "a long chain of __newindex", .watchdog,
      "local a = {} for i = 1, 1990 do a = setmetatable({}, { __newindex = a }) end"
        + " while true do a.x = nil end"),
    HostileScript(
      "globals along a chain", .watchdog,
      "local a = {} for i = 1, 1990 do a = setmetatable({}, { __index = a }) end"
        + " setmetatable(_G, { __index = a }) while true do local b = nothing end"),
    HostileScript(
      "keys that collide", .watchdog,
      "while true do local t = {} for i = 1, 4000 do t[i * 4095] = true end end"),
    HostileScript(
      "errors at depth", .watchdog,
      "local function f(n) if n > 0 then f(n - 1) else while true do pcall(error, 1) end end end"
        + " f(100000)"),
    HostileScript(
      "errors at growing depth", .watchdog,
      "local function f() pcall(error, 1) return 1 + f() end f()"),
    HostileScript(
      "a sort of texts of zero bytes", .watchdog,
      "local x = ('\\0'):rep(4e5) local t = {} for i = 1, 9 do t[i] = x .. i end"
        + " while true do table.sort(t) end"),
    HostileScript(
      "texts of zero bytes compared", .watchdog,
      "local x = ('\\0'):rep(3e4) local s, t = x .. 1, x .. 2 while true do local b = s < t end"),
    HostileScript(
      "long texts of zero bytes compared", .watchdog,
      "local x = ('\\0'):rep(4e6) local s, t = x .. 1, x .. 2 while true do local b = s < t end"),
    HostileScript(
      "long texts of zero bytes compared in coroutines", .watchdog,
      "local x = ('\\0'):rep(4e6) local s, t = x .. 1, x .. 2 while true do"
        + " coroutine.wrap(function() for i = 1, 9 do local b = s < t end end)() end"),
    HostileScript(
      "long texts of zero bytes, doubled and compared in a loop of 31 instructions", .watchdog,
      "local x = ('\\0'):rep(1e5) while #x < 2e6 do x = x .. x end local s, t = x .. 1, x .. 2"
        + " while true do local b = s < t b = s < t b = s < t b = s < t b = s < t b = s < t"
        + " local c, d, e, f, g, h = 1, 2, 3, 4, 5, 6 end"),
    HostileScript(
      "long texts of zero bytes compared while coroutines are closed", .watchdog,
      "local x = ('\\0'):rep(4e6) local s, t = x .. 1, x .. 2"
        + " local closing = { __close = function() for i = 1, 300 do local b = s < t end end }"
        + " while true do local c = coroutine.create(function()"
        + " local v <close> = setmetatable({}, closing) coroutine.yield() end)"
        + " coroutine.resume(c) coroutine.close(c) end"),
    HostileScript(
      "short texts of zero bytes compared", .watchdog,
      "local x = ('\\0'):rep(300) local s, t = x .. 1, x .. 2 while true do local b = s < t end"),
    HostileScript(
      "names looked for among many globals", .watchdog,
      globals + "local r = string.rep string.rep = nil while true do pcall(r) end"),
    HostileScript(
      "tracebacks among many globals", .watchdog,
      globals + "local function f() error('x') end while true do xpcall(f, debug.traceback) end"),
    HostileScript(
      "long numerals for numbers", .watchdog,
      "local s = ('0'):rep(4e6) while true do math.abs(s) end"),
    HostileScript(
      "numerals for numbers", .watchdog,
      "local s = ('0'):rep(4000) while true do math.floor(s) end"),
    HostileScript(
      "long numerals for places", .watchdog,
      "local s, x, t = ('0'):rep(4e6), 'x', {} while true do x:sub(s) x:byte(s) x:rep(s)"
        + " x:find('x', s) pcall(table.concat, t, '', s) select('#', 1) pcall(error, 'x', s) end"),
  ]

  static let slowCollections = [
    HostileScript(
      "weak entries that hang on each other", .watchdog,
      shuffled(60_000) + """
        local w = setmetatable({}, { __mode = 'k' })
        for i = 1, n - 1 do w[o[i]] = o[i + 1] end
        local first = o[1] o = nil
        while true do collectgarbage() end
        """),
    HostileScript(
      "weak tables that hang on each other", .watchdog,
      shuffled(20_000) + """
        local m, t = { __mode = 'k' }, {}
        for i = 1, n do t[i] = setmetatable({}, m) end
        for i = 1, n - 1 do t[i][o[i]] = o[i + 1] end
        local first = o[1] o = nil
        while true do collectgarbage() end
        """),
    HostileScript(
      "weak tables that are reached through each other", .watchdog,
      shuffled(20_000) + """
        local m = { __mode = 'k' }
        for i = 1, n do setmetatable(o[i], m) end
        local key, w = {}, o[1] w[key] = o[2]
        for i = 2, n - 1 do local k = {} o[i - 1][k] = k o[i][key] = { o[i + 1], k } end
        o = nil
        while true do local garbage = { {}, {} } end
        """),
    HostileScript(
      "tables that become weak afterwards", .watchdog,
      shuffled(60_000) + """
        local m = {}
        local w = setmetatable({}, m)
        for i = 1, n - 1 do w[o[i]] = o[i + 1] end
        local first = o[1] o = nil
        m.__mode = 'k'
        while true do local garbage = { {}, {} } end
        """),
  ]

  private static let texts = "local x = ('x'):rep(2e6) local s, t = x .. 1, x .. 1 "
  private static let globals = "for i = 1, 2e5 do _G['g' .. i] = i end "
  private static let chain =
    "local a = {} for i = 1, 1900 do a = setmetatable({}, { __index = a }) end "
  private static let linked =
    "local list = {} for i = 1, 1e5 do list[i] = i end local a = list for i = 1, 1900 do"
    + " a = setmetatable({}, { __index = a, __newindex = a, __len = function() return #list end })"
    + " end "

  /// `n` tables in `o`, in no order.
  private static func shuffled(_ count: Int) -> String {
    """
    local n, o = \(count), {}
    for i = 1, n do o[i] = {} end
    for i = n, 2, -1 do local j = math.random(i) o[i], o[j] = o[j], o[i] end

    """
  }
}
