/// What takes long though nothing large is seen: names for errors, tables that have become empty,
/// numbers that are written out.
extension HostileScript {
  static let hidden = [
    HostileScript(
      "errors of a function without a name", .watchdog,
      "while true do pcall(string.rep) end"),
    HostileScript(
      "errors of a function without a name, in coroutines", .watchdog,
      "while true do coroutine.resume(coroutine.create(string.rep)) end"),
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

  private static let emptied =
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end"
    + " for i = 1, 1e5 do t['k' .. i] = nil end "
}
