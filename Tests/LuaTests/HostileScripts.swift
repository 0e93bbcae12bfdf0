/// Scripts that work long where the meter does not see it, or sees it late: a single call of a
/// library, a single instruction, or a collection.
enum HostileScripts {
  /// What all of them can use: `chain` is 1,900 tables, each the `__index` and `__newindex` of the
  /// next; `long` is 4 MB of one letter.
  static let preparation = """
    chain = {}
    for i = 1, 1900 do chain = setmetatable({}, {__index = chain, __newindex = chain}) end
    long = ('a'):rep(4000000)
    function slow() return chain.x end
    """

  /// What they are, by name: each would take minutes, if not for ever, were it left alone.
  static let texts: [(name: String, text: String)] = list.split(separator: "-- ").map { entry in
    let lines = entry.split(separator: "\n", maxSplits: 1)
    return (String(lines[0]), String(lines[1]))
  }

  private static let list = #"""
    -- gsub along a chain
    long:gsub('.', chain)
    -- gsub within gsub
    long:gsub('.', function() return (long:gsub('.', chain)) end)
    -- gmatch
    for a in long:rep(1):gmatch('(a*)*b') do end for i = 1, 1e9 do slow() end
    -- a pathological find
    for i = 1, 1e9 do long:find(('a*'):rep(30) .. 'b') end
    -- a lazy find
    for i = 1, 1e9 do long:find(('.-'):rep(20) .. 'b') end
    -- a balanced find
    long = ('('):rep(1e6) for i = 1, 1e9 do long:find('%b()') end
    -- a plain find
    for i = 1, 1e9 do long:find(('a'):rep(2000000) .. 'b', 1, true) end
    -- ipairs along a chain
    for i in ipairs(setmetatable({}, {__index = function() return slow() == nil end})) do end
    -- sort by a chain
    local t = {} for i = 1, 1e5 do t[i] = i % 977 end while true do table.sort(t, function(a, b)
    slow() return a < b end) end
    -- sort within C
    local t = {} for i = 1, 60 do t[i] = long .. i % 7 end while true do table.sort(t) end
    -- insert at the front
    local t = setmetatable({}, {__index = chain, __len = function() return 1e9 // 1 | 0 end})
    table.insert(t, 1, 1)
    -- remove at the front
    local t = setmetatable({}, {__index = chain, __newindex = chain, __len = function() return
    1e9 // 1 | 0 end}) table.remove(t, 1)
    -- move
    table.move(chain, 1, 1e9 // 1 | 0, 2)
    -- concat
    table.concat(setmetatable({}, {__index = function() slow() return 'x' end}), '', 1, 1e9 // 1
    | 0)
    -- unpack
    while true do table.unpack(setmetatable({}, {__index = chain}), 1, 90000) end
    -- numerals
    local n = ('1'):rep(4000000) while true do tonumber(n) tonumber(n, 10) end
    -- hexadecimal numerals
    local n = '0x' .. ('f'):rep(4000000) .. '.8p1' while true do tonumber(n) end
    -- numerals added
    local n = ('0'):rep(4000000) while true do local x = n + n end
    -- continuation bytes
    local s = 'é' .. ('\x80'):rep(4000000) while true do pcall(utf8.offset, s, 1, 4000000)
    pcall(utf8.len, s, 1, -1, true) end
    -- codes
    local s = ('é'):rep(2000000) while true do for _ in utf8.codes(s) do end utf8.len(s) end
    -- long keys
    local k = long .. 'b' local t = {[long .. 'c'] = 1} while true do local x = t[k] end
    -- equal strings
    local a, b = long .. 'b', long .. 'b' while true do local same = a == b end
    -- ordered strings
    local a, b = long .. 'b', long .. 'c' while true do local less = a < b end
    -- closures of many upvalues
    local names, uses = {}, {} for i = 1, 195 do names[i] = 'a' .. i end local body = 'local '
    .. table.concat(names, ',') .. ' while true do local f = function() return ' f = load(body
    .. table.concat(names, ',') .. ' end end') f()
    -- a quadratic ephemeron chain
    local t, keys = setmetatable({}, {__mode = 'k'}), {} for i = 1, 2e4 do keys[i] = {} end for
    i = #keys, 2, -1 do t[keys[i - 1]] = keys[i] end local first = keys[1] keys = nil while true
    do collectgarbage() end
    -- a large collection
    local t = {} for i = 1, 1e6 do t[i] = {} end while true do collectgarbage() end
    -- next to the end
    local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e5 do t[i] = nil end while true do
    next(t) end
    -- pairs
    local t = {} for i = 1, 2e5 do t['k' .. i] = i end while true do for _ in pairs(t) do break
    end end
    -- formats
    while true do ('%99.99f'):format(1e308) end
    -- repetition
    while true do local s = ('x'):rep(4000000) end
    -- reversal
    while true do local s = long:reverse() end
    -- bytes
    while true do long:byte(1, 90000) end
    -- pack
    while true do string.pack('s', long) end
    -- a deep traceback
    local function f(n) if n == 0 then while true do debug.traceback() end end return 1 + f(n -
    1) end f(150000)
    -- errors far down
    local function f(n) if n == 0 then while true do pcall(error, {}) end end return 1 + f(n -
    1) end f(150000)
    -- close handlers
    local function f() local x <close> = setmetatable({}, {__close = function() long:gsub('.',
    chain) end}) error('x') end pcall(f)
    -- an error's text
    error(setmetatable({}, {__tostring = function() return (long:gsub('.', chain)) end}))
    -- in a coroutine
    coroutine.wrap(function() long:gsub('.', chain) end)()
    -- in a coroutine that closes
    local c = coroutine.create(function() local x <close> = setmetatable({}, {__close =
    function() long:gsub('.', chain) end}) coroutine.yield() end) coroutine.resume(c)
    coroutine.close(c)
    -- caught again and again
    while true do pcall(string.gsub, long, '.', chain) end
    -- in an entry of the host's
    host.call(function() long:gsub('.', chain) end)
    -- three entries deep
    host.call(function() host.call(function() host.call(function() long:gsub('.', chain) end)
    end) end)
    -- caught in entries of the host's
    while true do pcall(host.call, function() while true do pcall(host.call, function()
    long:gsub('.', chain) end) end end) end
    -- by what the host describes
    log('%@', setmetatable({}, {__tostring = function() return (long:gsub('.', chain)) end}))
    -- a required file
    require('nested')
    """#

  /// What `require('nested')` finds: 800 KB that the compiler takes quadratic time for.
  static let nested = "return " + String(repeating: "a or ", count: 160_000) + "a"
}
