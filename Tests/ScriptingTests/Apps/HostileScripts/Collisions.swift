/// Keys that Lua's hash puts into one row.
extension HostileScript {
  static let collisions = [
    HostileScript(
      "65,537 keys that collide at once", .watchdog,
      "local t = {} for i = 1, 65537 do t[i * 131071] = true end"),
    HostileScript(
      "131,073 keys that collide at once", .watchdog,
      "local t = {} for i = 1, 131073 do t[i * 262143] = true end"),
    HostileScript(
      "65,537 fractions that collide at once", .watchdog,
      "local t = {} for i = 0, 65536 do local e = i // 8000"
        + " t[((8193 + i % 8000) * 131071 - e) / 2^31 * 2^e] = true end"),
    HostileScript(
      "8,193 keys that collide at once, again and again", .watchdog,
      "while true do local t = {} for i = 1, 8193 do t[i * 16383] = true end end"),
    HostileScript(
      "4,097 keys that collide at once, caught", .watchdog,
      "while true do pcall(function() local t = {}"
        + " for i = 1, 4097 do rawset(t, i * 8191, true) end end) end"),
  ]
}
