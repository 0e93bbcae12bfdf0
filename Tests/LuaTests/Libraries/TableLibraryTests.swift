import Testing

@Suite("The table library")
struct TableLibraryTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- insert
    (function() local t = {} table.insert(t, 1) table.insert(t, 2) table.insert(t, 1, 0) return
      table.concat(t, " ") end)()
    --> 0 1 2
    (function() local t = {1, 2, 3} table.insert(t, 4, 4) table.insert(t, 2, "x") return
      table.concat(t, " ") end)()
    --> 1 x 2 3 4
    (function() local t = {} return select("#", table.insert(t, 1)) end)()
    --> 0
    pcall(table.insert, {1, 2}, 4, 1)
    --> false bad argument #2 to 'table.insert' (position out of bounds)
    pcall(table.insert, {1, 2}, 0, 1)
    --> false bad argument #2 to 'table.insert' (position out of bounds)
    pcall(table.insert, {1, 2}, "x", 1)
    --> false bad argument #2 to 'table.insert' (number expected, got string)
    pcall(table.insert, {1, 2}, 1.5, 1)
    --> false bad argument #2 to 'table.insert' (number has no integer representation)
    pcall(table.insert, {1}, 1, 2, 3)
    --> false wrong number of arguments to 'insert'
    pcall(table.insert, nil, 1)
    --> false bad argument #1 to 'table.insert' (table expected, got nil)
    (function() local t = {1} table.insert(t, "2", "by text") return t[2] end)()
    --> by text

    -- remove
    (function() local t = {1, 2, 3} return table.remove(t), table.remove(t, 1), #t, t[1] end)()
    --> 3 1 1 2
    table.remove({})
    --> nil
    table.remove({}, 0)
    --> nil
    (function() local t = {[0] = "zero"} return table.remove(t, 0), t[0] end)()
    --> zero nil
    (function() local t = {1, 2, 3} return table.remove(t, 4), #t end)()
    --> nil 3
    (function() local t = {1, 2, 3} return table.remove(t, 2), table.concat(t, " ") end)()
    --> 2 1 3
    pcall(table.remove, {1, 2}, 5)
    --> false bad argument #1 to 'table.remove' (position out of bounds)
    pcall(table.remove, {1, 2}, -1)
    --> false bad argument #1 to 'table.remove' (position out of bounds)
    pcall(table.remove, 5)
    --> false bad argument #1 to 'table.remove' (table expected, got number)

    -- concat
    table.concat({}), table.concat({1, 2.5, "x"}), table.concat({1, 2, 3}, ", ")
    --> 12.5x 1, 2, 3
    table.concat({1, 2, 3}, "-", 2), table.concat({1, 2, 3}, "-", 2, 3), table.concat({1, 2, 3},
      "-", 3, 2)
    --> 2-3 2-3
    table.concat({1, 2, 3}, 5)
    --> 15253
    pcall(table.concat, {1, {}, 3})
    --> false invalid value (table) at index 2 in table for 'concat'
    pcall(table.concat, {1, 2}, ",", 1, 3)
    --> false invalid value (nil) at index 3 in table for 'concat'
    pcall(table.concat, {}, ",", math.maxinteger - 1, math.maxinteger)
    --> false invalid value (nil) at index 9223372036854775806 in table for 'concat'
    table.concat({[math.maxinteger] = "last"}, ",", math.maxinteger, math.maxinteger)
    --> last
    table.concat({[-1] = "a", [0] = "b", "c"}, "", -1)
    --> abc
    pcall(table.concat, {1}, {})
    --> false bad argument #2 to 'table.concat' (string expected, got table)
    pcall(table.concat, 5)
    --> false bad argument #1 to 'table.concat' (table expected, got number)
    table.concat(setmetatable({}, {__index = function(_, i) return i * i end, __len = function()
      return 5 end}), " ")
    --> 1 4 9 16 25
    pcall(table.concat, setmetatable({}, {__len = function() return "x" end}))
    --> false object length is not an integer

    -- pack and unpack
    table.pack().n, table.pack(nil, nil).n, table.pack(1, 2)[2]
    --> 0 2 2
    table.unpack({1, 2, 3})
    --> 1 2 3
    table.unpack({1, 2, 3}, 2)
    --> 2 3
    table.unpack({1, 2, 3}, 2, 3)
    --> 2 3
    table.unpack({1, 2}, 1, 4)
    --> 1 2 nil nil
    select("#", table.unpack({}, 1, 0)), select("#", table.unpack({}, 1, 3))
    --> 0 3
    table.unpack({}, math.maxinteger, math.maxinteger)
    --> nil
    pcall(table.unpack, {}, 1, math.maxinteger)
    --> false too many results to unpack
    pcall(table.unpack, {}, math.mininteger, math.maxinteger)
    --> false too many results to unpack
    pcall(table.unpack, {}, 1, 1e7)
    --> false too many results to unpack
    pcall(table.unpack, {}, "x")
    --> false bad argument #2 to 'table.unpack' (number expected, got string)
    table.unpack(setmetatable({}, {__index = function(_, i) return -i end}), 1, 3)
    --> -1 -2 -3
    pcall(table.unpack)
    --> false attempt to get length of a nil value

    -- move
    table.concat(table.move({1, 2, 3}, 1, 3, 2), " ")
    --> 1 1 2 3
    table.concat(table.move({1, 2, 3}, 2, 3, 1), " ")
    --> 2 3 3
    table.concat(table.move({1, 2, 3}, 1, 3, 1, {}), " ")
    --> 1 2 3
    table.concat(table.move({1, 2, 3}, 1, 0, 5), " ")
    --> 1 2 3
    table.move({1, 2, 3}, 2, 3, 5)[6]
    --> 3
    (function() local a, b = {1, 2}, {} return table.move(a, 1, 2, 1, b) == b end)()
    --> true
    pcall(table.move, {}, 1, math.maxinteger, 2)
    --> false bad argument #4 to 'table.move' (destination wrap around)
    pcall(table.move, {}, -1, math.maxinteger, 2)
    --> false bad argument #3 to 'table.move' (too many elements to move)
    pcall(table.move, {}, 1, 2)
    --> false bad argument #4 to 'table.move' (number expected, got no value)
    pcall(table.move, {}, 1, 2, 1, 5)
    --> false bad argument #5 to 'table.move' (table expected, got number)
    pcall(table.move, {}, 1, 2, math.maxinteger)
    --> false bad argument #4 to 'table.move' (destination wrap around)
    table.concat(table.move(setmetatable({}, {__index = function(_, i) return i end}), 1, 3, 1,
      {}), " ")
    --> 1 2 3
    (function() local set = {} local t = setmetatable({}, {__newindex = function(_, k, v) set[#set
      + 1] = k .. "=" .. v end}) table.move({7, 8}, 1, 2, 3, t) return table.concat(set, " ")
      end)()
    --> 3=7 4=8

    -- sort
    (function() local t = {3, 1, 2} return table.sort(t), table.concat(t, " ") end)()
    --> nil 1 2 3
    (function() local t = {"b", "a", "B", ""} table.sort(t) return table.concat(t, ",") end)()
    --> ,B,a,b
    (function() local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return
      table.concat(t, " ") end)()
    --> 3 2 1
    (function() local t = {2, 1.5, -1, 1/0, -1/0} table.sort(t) return table.concat(t, " ") end)()
    --> -inf -1 1.5 2 inf
    (function() local t = {} for i = 1, 100 do t[i] = (i * 37) % 101 end table.sort(t) for i = 2,
      100 do assert(t[i - 1] < t[i]) end return #t end)()
    --> 100
    pcall(table.sort, {1, "x"})
    --> false attempt to compare string with number
    pcall(table.sort, {1, 2}, 5)
    --> false bad argument #2 to 'table.sort' (function expected, got number)
    pcall(table.sort, 5)
    --> false bad argument #1 to 'table.sort' (table expected, got number)
    pcall(table.sort, {{}, {}})
    --> false attempt to compare two table values
    (function() local m = {__lt = function(a, b) return a.n < b.n end} local t = {} for i = 3, 1,
      -1 do t[#t + 1] = setmetatable({n = i}, m) end table.sort(t) return t[1].n, t[3].n end)()
    --> 1 3
    pcall(table.sort, setmetatable({}, {__len = function() return math.maxinteger end}))
    --> false bad argument #1 to 'table.sort' (array too big)
    (function() local t = {5} table.sort(t, error) return t[1] end)()
    --> 5

    -- length and borders
    #{1, 2, 3}, #{}, #{nil}, #{n = 1}
    --> 3 0 0 0
    #setmetatable({}, {__len = function() return 42 end})
    --> 42
    pcall(function() return #5 end)
    --> false test.lua:1: attempt to get length of a number value
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
