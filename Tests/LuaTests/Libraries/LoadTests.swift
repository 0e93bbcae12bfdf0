import Testing

@Suite("load: modes, names, globals, readers")
struct LoadTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- modes
    load("return 1", "n", "t")()
    --> 1
    load("return 1", "n", "bt")()
    --> 1
    load("return 1", "n", "tb")()
    --> 1
    type(load("return 1", "n", nil))
    --> function
    load("return 1", "n", "b")
    --> nil attempt to load a text chunk (mode is 'b')
    load("return 1", "n", "")
    --> nil attempt to load a text chunk (mode is '')
    load("return 1", "n", "x")
    --> nil attempt to load a text chunk (mode is 'x')
    load("\27", "n", "t")
    --> nil attempt to load a binary chunk (mode is 't')
    load("\27Lua", "=n", "t")
    --> nil attempt to load a binary chunk (mode is 't')

    -- names
    select(2, load("?", "=short"))
    --> short:1: unexpected symbol near '?'
    select(2, load("?", "@a/b.lua"))
    --> a/b.lua:1: unexpected symbol near '?'
    select(2, load("?", "text"))
    --> [string "text"]:1: unexpected symbol near '?'
    select(2, load("?"))
    --> [string "?"]:1: unexpected symbol near '?'
    select(2, load("?\n", "one\ntwo"))
    --> [string "one..."]:1: unexpected symbol near '?'
    select(2, load("\n\n?", "@f"))
    --> f:3: unexpected symbol near '?'
    select(2, load("?", "@" .. ("long/"):rep(30)))
    --> .../long/long/long/long/long/long/long/long/long/long/long/:1: unexpected symbol near '?'
    select(2, load("?", "=" .. ("long/"):rep(30)))
    --> long/long/long/long/long/long/long/long/long/long/long/long:1: unexpected symbol near '?'
    select(2, load("?", ("long "):rep(30)))
    --> [string "long long long long long long long long long ..."]:1: unexpected symbol near '?'
    select(2, load("?", ""))
    --> [string ""]:1: unexpected symbol near '?'
    select(2, load("?", "@"))
    --> :1: unexpected symbol near '?'
    select(2, pcall(load("error('x')", "@named.lua")))
    --> named.lua:1: x
    select(2, pcall(load("\n\nerror('x')", "=(custom)")))
    --> (custom):3: x
    select(2, pcall(load("local t = nil; t.x = 1", "t.x")))
    --> [string "t.x"]:1: attempt to index a nil value (local 't')

    -- globals
    load("x = 5 return x", "n", "t", {})()
    --> 5
    (function() local env = {} load("a, b = 1, 2", "n", "t", env)() return env.a, env.b, a end)()
    --> 1 2 nil
    (function() local env = setmetatable({}, {__index = _G}) return load("y = 1 return type(y)",
      "n", "t", env)(), y end)()
    --> number nil
    pcall(load("return print", "n", "t", nil))
    --> false [string "n"]:1: attempt to index a nil value (upvalue '_ENV')
    pcall(load("x = 1", "n", "t", 5))
    --> false [string "n"]:1: attempt to index a number value (upvalue '_ENV')
    load("local _ENV = {z = 3} return z")()
    --> 3
    load("local function f(_ENV) return q end return f({q = 9})")()
    --> 9
    (function() local f = load("return x") x = 7 local r = f() x = nil return r, f() end)()
    --> 7 nil
    load("return ...", "n")(1, 2, 3)
    --> 1 2 3
    select("#", load("return ...")(nil, nil))
    --> 2

    -- readers
    load(function() return nil end)()
    -->
    (function() local n = 0 local f = load(function() n = n + 1 return ({"return ", "'a", "b'"})[n]
      end) return f(), n end)()
    --> ab 4
    (function() local n = 0 return load(function() n = n + 1 if n == 1 then return "x = = 1" end
      end, "@reader") end)()
    --> nil reader:1: unexpected symbol near '='
    load(function() return true end)
    --> nil test.lua:1: reader function must return a string
    (function() local n = 0 return load(function() n = n + 1 return n == 1 and "return 1" or n == 2
      and {} or nil end) end)()
    --> nil test.lua:1: reader function must return a string
    load(function() error({}) end) == nil, type(select(2, load(function() error({}) end)))
    --> true table
    (function() local t = {} return select(2, load(function() error(t) end)) == t end)()
    --> true
    (function() local n = 0 return pcall(load, function() n = n + 1 if n == 1 then return
      "return 'a" elseif n == 2 then return "\\n" elseif n == 3 then return "b'" end end) end)() ==
      true
    --> true
    (function() local parts = {} for i = 1, 200 do parts[i] = "local v" .. i % 150 .. " = " .. i ..
      " " end local i = 0 local f = load(function() i = i + 1 return parts[i] end) return type(f)
      end)()
    --> function
    (function() local s = "return 'ok'" local i = 0 return load(function() i = i + 1 if i <= #s then
      return s:sub(i, i) end end)() end)()
    --> ok
    pcall(load)
    --> false bad argument #1 to 'load' (function expected, got no value)
    pcall(load, nil)
    --> false bad argument #1 to 'load' (function expected, got nil)
    pcall(load, {})
    --> false bad argument #1 to 'load' (function expected, got table)
    load(5)
    --> nil [string "5"]:1: unexpected symbol near '5'

    -- what the compiler refuses
    load("goto a; local x ::a:: print(x)")
    --> nil [string "goto a; local x ::a:: print(x)"]:1: <goto a> at line 1 jumps into the scope of local 'x'
    load("::a:: ::a::")
    --> nil [string "::a:: ::a::"]:1: label 'a' already defined on line 1
    load("do goto inner end do ::inner:: end")
    --> nil [string "do goto inner end do ::inner:: end"]:1: no visible label 'inner' for <goto> at line 1
    load("for i = 1 do end")
    --> nil [string "for i = 1 do end"]:1: ',' expected near 'do'
    load("local x <const> = 1 x = 2")
    --> nil [string "local x <const> = 1 x = 2"]:1: attempt to assign to const variable 'x'
    load("local x <const> = 1 local function f() x = 2 end")
    --> nil [string "local x <const> = 1 local function f() x = 2 ..."]:1: attempt to assign to const variable 'x'
    load("return return")
    --> nil [string "return return"]:1: unexpected symbol near 'return'
    load("x = 1 = 2")
    --> nil [string "x = 1 = 2"]:1: unexpected symbol near '='
    load("f() = 1")
    --> nil [string "f() = 1"]:1: syntax error near '='
    load("local function f(a, ..., b) end")
    --> nil [string "local function f(a, ..., b) end"]:1: ')' expected near ','
    load("return ...", "n") ~= nil, load("function f() return ... end")
    --> true nil [string "function f() return ... end"]:1: cannot use '...' outside a vararg function near '...'
    load("a.b:c = 1")
    --> nil [string "a.b:c = 1"]:1: function arguments expected near '='
    load("x = 'abc")
    --> nil [string "x = 'abc"]:1: unfinished string near <eof>
    load("x = [[abc")
    --> nil [string "x = [[abc"]:1: unfinished long string (starting at line 1) near <eof>
    load("x = [=[abc]]")
    --> nil [string "x = [=[abc]]"]:1: unfinished long string (starting at line 1) near <eof>
    load("--[[ unfinished")
    --> nil [string "--[[ unfinished"]:1: unfinished long comment (starting at line 1) near <eof>
    load("x = 0x")
    --> nil [string "x = 0x"]:1: malformed number near '0x'
    load("x = 1e")
    --> nil [string "x = 1e"]:1: malformed number near '1e'
    load("x = 3x")
    --> nil [string "x = 3x"]:1: malformed number near '3x'
    load("x = '\\xZZ'")
    --> nil [string "x = '\\xZZ'"]:1: hexadecimal digit expected near ''\\xZ'
    load("x = '\\u{zz}'")
    --> nil [string "x = '\\u{zz}'"]:1: hexadecimal digit expected near ''\\u{z'
    load("x = '\\256'")
    --> nil [string "x = '\\256'"]:1: decimal escape too large near ''\\256''
    load("x = #")
    --> nil [string "x = #"]:1: unexpected symbol near <eof>
    load("if x then")
    --> nil [string "if x then"]:1: 'end' expected near <eof>
    load("if x then\n\n\nelse")
    --> nil [string "if x then..."]:4: 'end' expected (to close 'if' at line 1) near <eof>
    load("@")
    --> nil :1: unexpected symbol near '@'
    load("x = ~")
    --> nil [string "x = ~"]:1: unexpected symbol near <eof>
    load("local 5 = 1")
    --> nil [string "local 5 = 1"]:1: <name> expected near '5'
    load("break")
    --> nil [string "break"]:1: break outside loop at line 1
    load("repeat local x until")
    --> nil [string "repeat local x until"]:1: unexpected symbol near <eof>
    load("return function() end end")
    --> nil [string "return function() end end"]:1: <eof> expected near 'end'
    load(("("):rep(300) .. "1" .. (")"):rep(300)) == nil
    --> true
    load("local " .. ("a, "):rep(200) .. "b") == nil
    --> true
    select(2, load("local " .. ("a, "):rep(200) .. "b"))
    --> [string "local a, a, a, a, a, a, a, a, a, a, a, a, a, ..."]:1: too many local variables (limit is 200) in main function near <eof>
    load("#!/usr/bin/lua\nreturn 1")
    --> nil [string "#!/usr/bin/lua..."]:1: unexpected symbol near '#'
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
