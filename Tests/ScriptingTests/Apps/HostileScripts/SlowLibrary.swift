/// Functions of Lua's own libraries with arguments that are large, or called without end.
extension HostileScript {
  static let slowLibrary = [
    HostileScript(
      "pairs begun again and again", .watchdog,
      many + "while true do for k in pairs(t) do break end end"),
    HostileScript(
      "a list of floats as text", .watchdog,
      "local t = {} for i = 1, 5e4 do t[i] = 1e300 / i end while true do table.concat(t) end"),
    HostileScript(
      "large floats in full", .watchdog, "while true do string.format('%.99f', 1e308) end"),
    HostileScript(
      "remainders of large floats", .watchdog, "while true do local r = 1e308 % 1.7e-308 end"),
    HostileScript("next in a loop", .watchdog, many + "while true do next(t) end"),
    HostileScript(
      "next in a table that changes", .watchdog,
      many + "while true do t.x = 1 next(t) t.x = nil next(t, 'k1') end"),
    HostileScript(
      "find with a long set", .watchdog,
      "local set = '[' .. ('b'):rep(1e6) .. ']' while true do (('a'):rep(1e4)):find(set) end"),
    HostileScript(
      "gsub with a function", .watchdog,
      "local s = ('x'):rep(1e6) while true do s:gsub('.', function(c) return c end) end"),
    HostileScript(
      "gsub whose function never returns", .watchdog,
      "('x'):gsub('x', function() while true do end end)"),
    HostileScript(
      "gmatch of empty matches", .watchdog,
      "while true do for _ in ('x'):rep(1e5):gmatch('') do end end"),
    HostileScript(
      "format of long texts", .watchdog,
      "local s = ('x'):rep(1e6) while true do local f = ('%s'):format(s) end"),
    HostileScript(
      "format of many fields", .watchdog,
      "local f = ('%5.1f'):rep(200) local a = {} for i = 1, 200 do a[i] = i end"
        + " while true do local s = f:format(table.unpack(a)) end"),
    HostileScript(
      "format with a long format", .watchdog,
      "local f = ('%%'):rep(5e5) while true do local s = f:format() end"),
    HostileScript(
      "quoted texts", .watchdog,
      "local s = ('\\n'):rep(1e5) while true do local q = ('%q'):format(s) end"),
    HostileScript(
      "load in pieces", .watchdog,
      "while true do local n = 0"
        + " load(function() n = n + 1 return n < 1e4 and 'x = 1 ' or nil end) end"),
    HostileScript(
      "load of nothing, from a timer", nil,
      "Timer.scheduledTimer(0.001, true, function() load('') end) return {}"),
    HostileScript("rep", .watchdog, "while true do local s = ('x'):rep(4e6) end"),
    HostileScript(
      "rep with a separator", .watchdog, "while true do local s = (''):rep(4e6, 'x') end"),
    HostileScript(
      "concat", .watchdog,
      "local t = {} for i = 1, 1e5 do t[i] = 'xxxxxxxx' end"
        + " while true do local s = table.concat(t, ',') end"),
    HostileScript(
      "sort", .watchdog,
      "while true do local t = {} for i = 1, 1e5 do t[i] = (i * 7919) % 100003 end table.sort(t) end"
    ),
    HostileScript(
      "sort of long texts", .watchdog,
      "local x, t = ('x'):rep(2e5), {} for i = 1, 50 do t[i] = x .. (i * 7919) % 1003 end"
        + " while true do local c = table.move(t, 1, 50, 1, {}) table.sort(c) end"),
    HostileScript(
      "sort by a function that never returns", .watchdog,
      "table.sort({ 3, 2, 1 }, function() while true do end end)"),
    HostileScript(
      "move of what is not there", .watchdog, "table.move({}, 1, 1 << 50, 2)"),
    HostileScript(
      "insert at the front", .watchdog,
      "local t = {} while true do table.insert(t, 1, 'x') end"),
    HostileScript(
      "remove from the front", .watchdog,
      "while true do local t = {} for i = 1, 3e4 do t[i] = i end"
        + " while #t > 0 do table.remove(t, 1) end end"),
    HostileScript(
      "pack and unpack", .watchdog,
      "local f = ('z'):rep(100) local s = f:pack(table.unpack((function() local t = {}"
        + " for i = 1, 100 do t[i] = ('x'):rep(1000) end return t end)()))"
        + " while true do f:unpack(s) end"),
    HostileScript(
      "bytes of a long text", .watchdog,
      "local s = ('x'):rep(5e4) while true do s:byte(1, -1) end"),
    HostileScript(
      "utf8 of a long text", .watchdog,
      "local s = ('ä'):rep(1e6) while true do utf8.len(s) utf8.offset(s, 1e6) end"),
    HostileScript(
      "utf8 codes", .watchdog,
      "local s = ('ä'):rep(1e5) while true do for _ in utf8.codes(s) do end end"),
    HostileScript(
      "upper, lower and reverse", .watchdog,
      "local s = ('x'):rep(4e6) while true do s:upper() s:lower() s:reverse() end"),
    HostileScript(
      "tonumber of long texts", .watchdog,
      "local s = ('1'):rep(1e6) while true do tonumber(s) tonumber(s, 36) end"),
    HostileScript(
      "tostring with a metamethod", .watchdog,
      "local t = setmetatable({}, { __tostring = function() while true do end end }) tostring(t)"),
  ]

  private static let many = "local t = {} for i = 1, 1e5 do t['k' .. i] = i end "
}
