/// Values that are called by way of other values, and keys that Lua's hash puts into one row.
extension HostileScript {
  static let ringsOfCalls = [
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
    HostileScript(
      "texts of one hash that are kept", .memoryLimit,
      alike + "local all = {} each(function(s) all[#all + 1] = s end)"),
    HostileScript(
      "texts of one hash that are dropped", .watchdog,
      alike + "while true do each(function() end) end"),
    HostileScript(
      "texts of one hash, kept by coroutines and caught", .memoryLimit,
      alike
        + "local all = {} each(function(s) pcall(coroutine.wrap(function() all[s] = true end)) end)"
    ),
    HostileScript(
      "texts of one hash, a few in each callback", .memoryLimit,
      alike + "local step = coroutine.wrap(function() each(coroutine.yield) end) local all = {}"
        + " Timer.scheduledTimer(0.01, true, function()"
        + " for i = 1, 20 do all[#all + 1] = step() end end) return {}"),
  ]

  /// `each(f)` calls f with 64,000 texts of 40 bytes that all have one hash.
  private static let alike = """
    local parts = {}
    for words in ([[
      ajpqN ajpIG ajOpN ajOJG aj2oN aj2KG asoqN asoIG asPpN asPJG as1oN as1KG awhsG awhTH
      awh1I awzgC awzFD awGtG awGSH awG2I ayasG ayaTH aya1I ayBtG ayBSH ayB2I ayYhC ayYID
      aKqqN aKqIG aKRpN aKRJG aTpqN aTpIG aTOpN aTOJG aT2oN aT2KG aVchC aVcID
      |
      anwwO anwXP anw9Q anXxO anXWP an5yO an5ZP an57Q asrte asrUf asr9_ asSue asSTf as7ze
      as73_ aMxwO aMxXP aMx9Q aMWxO aMWWP aM6yO aM6ZP aM67Q aRste aRsUf aRs9_ aRRue aRRTf
      aR8ze aR83_ a8xte a8xUf a8x9_ a8Yue a8YTf a81ze a813_ bduwO bduXP bdu9Q
      |
      anpqD anpw9 anpPC anp3F anMrD anMv9 anMSC anM0F asssN assRM ass8H asJoJ asJPI asWxN
      asWYM asW1H as8yN as8XM as82H aMoqD aMow9 aMoPC aMo3F aMNrD aMNv9 aMNSC aMN0F aM-sD
      aM-u9 aM-RC aM-1F aRrsN aRrRM aRr8H aRKoJ aRKPI aRXxN aRXYM aRX1H aR7yN
    ]]):gmatch('[^|]+') do
      local list = {}
      for word in words:gmatch('%S+') do list[#list + 1] = word end
      parts[#parts + 1] = list
    end
    local function each(f)
      for _, a in ipairs(parts[1]) do
        for _, b in ipairs(parts[2]) do
          for _, c in ipairs(parts[3]) do f(('.'):rep(25) .. a .. b .. c) end
        end
      end
    end

    """
}
