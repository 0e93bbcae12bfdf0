/// What makes the collector work, and coroutines.
extension HostileScript {
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
