/// Single instructions that take long: on long texts and lists, along chains, in recursions.
extension HostileScript {
  private static let texts = "local x = ('x'):rep(2e6) local s, t = x .. 1, x .. 1 "

  static let slowSteps = [
    HostileScript("a loop", .watchdog, "while true do end"),
    HostileScript("a goto loop", .watchdog, "::again:: goto again"),
    HostileScript("order of long texts", .watchdog, texts + "while true do local b = s < t end"),
    HostileScript("order, padded", .watchdog, texts + padded("local b = s <= t")),
    HostileScript(
      "equality of long texts", .watchdog, texts + "while true do local b = s == t end"),
    HostileScript(
      "order, hidden in pcall", .watchdog,
      texts + "while true do pcall(function() return pcall(function() return s < t end) end) end"),
    HostileScript(
      "order in a coroutine", .watchdog,
      texts + "while true do coroutine.wrap(function() return s < t end)() end"),
    HostileScript(
      "long texts made anew as keys", .watchdog,
      "local n, x = 0, ('x'):rep(1e6) while true do n = n + 1 local b = ({})[x .. n] end"),
    HostileScript(
      "a text that doubles", .memoryLimit, "local s = 'x' while true do s = s .. s end"),
    HostileScript(
      "a text that grows byte by byte", .watchdog, "local s = '' while true do s = s .. 'x' end"),
    HostileScript(
      "long numerals in sums", .watchdog,
      "local s = ('0'):rep(1e6) while true do local n = s + 0 end"),
    HostileScript(
      "a full table whose keys change", .watchdog,
      "local t = {} for i = 1, 4096 do t['k' .. i] = i end local i = 4096"
        + " while true do i = i + 1 t['k' .. i - 4096] = nil t['k' .. i] = i end"),
    HostileScript(
      "recursion without end", .memoryLimit, "local function f() return 1 + f() end f()"),
    HostileScript(
      "recursion without end, caught", .memoryLimit,
      "local function f() return 1 + f() end while true do pcall(f) end"),
    HostileScript(
      "long lists of arguments", .watchdog,
      list + "local function f(...) while true do local n = select('#', ...) end end"
        + " f(table.unpack(list))"),
    HostileScript(
      "lists that go round", .watchdog,
      list + "local function f(...) return ... end"
        + " local function g(...) while true do f(...) end end g(table.unpack(list))"),
    HostileScript(
      "lists made tables", .watchdog,
      list + "local function g(...) while true do local t = { ... } end end"
        + " g(table.unpack(list))"),
    HostileScript(
      "select from the end of a list", .watchdog,
      list + "local function g(...) for i = 1, 1e9 do local a = select(-1, ...) end end"
        + " g(table.unpack(list))"),
    HostileScript(
      "lists through coroutines", .watchdog,
      list + "while true do coroutine.wrap(function(...) coroutine.yield(...) end)"
        + "(table.unpack(list)) end"),
  ]

  private static let list = "local list = {} for i = 1, 20000 do list[i] = i end "

  private static func padded(_ step: String) -> String {
    "while true do for i = 1, 450 do local a = i end \(step) end"
  }
}
