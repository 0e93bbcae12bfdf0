/// Values that are called by way of other values.
extension HostileScript {
  static let chains = [
    HostileScript(
      "a table that is its own __call", .watchdog,
      "local c = {} setmetatable(c, { __call = c }) c()"
    ),
    HostileScript("two tables that call each other", .watchdog, pair + "a()"),
    HostileScript(
      "two tables that call each other, caught", .watchdog, pair + "while true do pcall(a) end"),
    HostileScript(
      "two tables that call each other, in a coroutine", .watchdog,
      pair + "while true do coroutine.wrap(function() a() end)() end"),
    HostileScript(
      "a text that is its own __call", .watchdog, "getmetatable('').__call = 'x' ; ('x')()"),
    HostileScript(
      "a ring of __call that compares", .watchdog,
      pair + "local x = {} setmetatable(x, { __lt = a }) table.sort({ x, x, x })"),
    HostileScript(
      "a ring of __call that is iterated", .watchdog, pair + "for x in a do end"),
    HostileScript(
      "a ring of __call that closes", .watchdog,
      pair + "do local x <close> = setmetatable({}, { __close = a }) end"),
    HostileScript(
      "a ring of __call that adds", .watchdog,
      pair + "local x = setmetatable({}, { __add = a }) + 1"),
    HostileScript(
      "a ring of __call within gsub", .watchdog,
      pair + "; ('x'):gsub('x', function() return a() end)"),
    HostileScript(
      "a ring of __call with many arguments", .watchdog,
      pair + "local list = {} for i = 1, 20000 do list[i] = i end"
        + " while true do pcall(a, table.unpack(list)) end"),
    HostileScript("a row of 1,000 __call", .watchdog, row(1000) + "while true do o() end"),
    HostileScript("a row of 60,000 __call", .watchdog, row(60000) + "while true do pcall(o) end"),
    HostileScript(
      "a row of __call on a stack that was deep", .watchdog,
      row(20000) + "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end"
        + " while true do f(20000) o() end"),
  ]

  private static let pair =
    "local a, b = {}, {} setmetatable(a, b) setmetatable(b, a) a.__call, b.__call = a, b "

  private static func row(_ links: Int) -> String {
    "local o = function() end for i = 1, \(links) do o = setmetatable({}, { __call = o }) end "
  }
}
