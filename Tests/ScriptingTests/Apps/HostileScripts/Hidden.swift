/// What takes long though nothing large is seen: texts with zero bytes, names for errors, numerals,
/// tables that have become empty.
extension HostileScript {
  static let hidden = [
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
      "errors of a function without a name", .watchdog,
      "while true do pcall(string.rep) end"),
    HostileScript(
      "errors of a function without a name, in coroutines", .watchdog,
      "while true do coroutine.resume(coroutine.create(string.rep)) end"),
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
    HostileScript(
      "next of an emptied table", .watchdog, emptied + "while true do next(t) end"),
    HostileScript(
      "pairs of an emptied table", .watchdog, emptied + "while true do for k in pairs(t) do end end"
    ),
    HostileScript(
      "an emptied table shown", .watchdog, emptied + "while true do local s = ('%@'):format(t) end"),
    HostileScript(
      "numbers joined", .watchdog,
      "local x = 1.2345e-300 while true do local a = x" + String(repeating: " .. x", count: 150)
        + " end"),
    HostileScript(
      "transfers told of again and again", .watchdog,
      "local s = URLSession.background('s', {}) for i = 1, 900 do"
        + " s:downloadTask('https://nowhere/') end"
        + " while true do s:getAllTasks(function(t) end) end"),
    HostileScript(
      "modules of long names", .watchdog,
      "local s, n = ('x.'):rep(2000), 0 while true do n = n + 1 pcall(require, s .. n) end"),
  ]

  private static let globals = "for i = 1, 2e5 do _G['g' .. i] = i end "
  private static let emptied =
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end"
    + " for i = 1, 1e5 do t['k' .. i] = nil end "
}
