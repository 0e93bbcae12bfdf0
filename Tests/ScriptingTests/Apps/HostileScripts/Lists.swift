/// Lists of values that a script passes on by itself, up to as many as its stack holds.
extension HostileScript {
  static let lists = [
    HostileScript(
      "lists that grow to the end of the stack", .watchdog,
      grow + "while true do pcall(grow, 4500) end"),
    HostileScript(
      "a list of 900,000 that is looked at", .watchdog, held(4_500, "local a, b, c = ...")),
    HostileScript("a list of 300,000 that goes round", .watchdog, held(1_500, "pass(...)")),
    HostileScript(
      "a list of 300,000 that goes round seldom", .watchdog,
      held(1_500, "for i = 1, 900 do local x = i end pass(...)")),
    HostileScript(
      "a list of 300,000 that becomes a table", .watchdog, held(1_500, "local t = { ... }")),
    HostileScript(
      "a list of 200,000 through coroutines", .watchdog, held(1_000, "coroutine.wrap(pass)(...)")),
    HostileScript("a list of 400,000 for an error", .watchdog, held(2_000, "pcall(error, ...)")),
    HostileScript(
      "a list of 300,000 through pcall", .watchdog, held(1_500, "pcall(pcall, pcall, pass, ...)")),
    HostileScript(
      "a list of 300,000 for a handler", .watchdog, held(1_500, "xpcall(pass, print, ...)")),
    HostileScript(
      "a list of 400,000 to iterate", .watchdog, held(2_000, "for a in pass, ... do break end")),
    HostileScript(
      "a list of 240,000 through __call", .watchdog,
      "local t = setmetatable({}, { __call = function(_, ...) return ... end }) "
        + held(1_200, "t(...)")),
    HostileScript(
      "a list of 300,000 past a variable that closes", .watchdog,
      held(1_500, "local x <close> = setmetatable({}, { __close = function() end }) pass(...)")),
    HostileScript("a list of 300,000 for a task", .watchdog, held(1_500, "Task(pass, ...)")),
    HostileScript("a list of 90,000 that is printed", .watchdog, held(450, "print(...)")),
    HostileScript("a list of 90,000 that is formatted", .watchdog, held(450, "NSLog('%d', ...)")),
    HostileScript("a list of 96,000 that is compared", .watchdog, held(480, "math.max(...)")),
    HostileScript(
      "a list at each level of a recursion", .memoryLimit,
      grow + "local function f(n, ...) if n == 0 then return 1 end return 1 + f(n - 1, ...) end"
        + " while true do pcall(f, 100, grow(100)) end"),
  ]

  /// `grow(n)` gives a list of 200 n numbers, which no library function would make.
  private static let grow =
    "local function grow(n, ...) if n == 0 then return ... end return grow(n - 1, "
    + (1...200).map(String.init).joined(separator: ", ") + ", ...) end "

  /// Does so again and again with a list of 200 n values, `...`.
  private static func held(_ n: Int, _ step: String) -> String {
    grow + "local function pass(...) return ... end"
      + " local function hold(...) while true do \(step) end end hold(grow(\(n)))"
  }
}
