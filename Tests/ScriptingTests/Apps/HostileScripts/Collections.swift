/// What makes the collector work, and coroutines.
extension HostileScript {
  /// `n` tables in `o`, in no order.
  private static func shuffled(_ count: Int) -> String {
    """
    local n, o = \(count), {}
    for i = 1, n do o[i] = {} end
    for i = n, 2, -1 do local j = math.random(i) o[i], o[j] = o[j], o[i] end

    """
  }

  static let collections = [
    HostileScript("garbage", .watchdog, "while true do local t = { {}, {} } end"),
    HostileScript(
      "collections of much that lives", .watchdog,
      "local t = {} for i = 1, 2e5 do t[i] = { i } end while true do collectgarbage() end"),
    HostileScript("collections of little", .watchdog, "while true do collectgarbage('step') end"),
    HostileScript("tables that live", .memoryLimit, "local t while true do t = { t } end"),
    HostileScript(
      "closures that live", .memoryLimit,
      "local f while true do local g = f f = function() return g end end"),
    HostileScript(
      "a table that grows", .memoryLimit, "local t = {} for i = 1, 1e9 do t[i] = i end"),
    HostileScript(
      "weak tables", .watchdog,
      "local w = setmetatable({}, { __mode = 'k' }) while true do w[{}] = {} end"),
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
    HostileScript(
      "weak entries that grow", .memoryLimit,
      """
      local w, k = setmetatable({}, { __mode = 'k' }), {}
      local first = k
      while true do local next = { {} } w[k] = next k = next[1] w[next] = k end
      """),
    HostileScript(
      "coroutines that are dropped", .watchdog,
      "while true do coroutine.wrap(function() coroutine.yield() end)() end"),
    HostileScript(
      "coroutines that live", .memoryLimit,
      "local t = {} while true do local c = coroutine.create(print) t[#t + 1] = c end"),
    HostileScript(
      "coroutines in each other", .watchdog,
      "local function f(n) if n > 0 then coroutine.wrap(f)(n - 1) end while true do end end f(100)"),
    HostileScript(
      "errors of coroutines", .watchdog,
      "while true do coroutine.resume(coroutine.create(error), {}) end"),
    HostileScript(
      "errors that never end", .watchdog,
      "while true do pcall(error, setmetatable({}, { __tostring = error })) end"),
    HostileScript(
      "a handler of errors that errs", .watchdog,
      "local function f() error(f) end while true do xpcall(f, f) end"),
    HostileScript(
      "values to be closed", .watchdog,
      "while true do local c <close> = setmetatable({}, { __close = function() end }) end"),
    HostileScript(
      "a close that never returns", .watchdog,
      "do local c <close> = setmetatable({}, { __close = function() while true do end end }) end"),
  ]
}
