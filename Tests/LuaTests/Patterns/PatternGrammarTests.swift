import Testing

@Suite("Patterns: what backs up, what is captured, where walks stand")
struct PatternGrammarTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- what backs up, and how far
    ("aaaa"):match("^(a*)(a)$"), ("aaaa"):match("^(a-)(a*)$"), ("aaaa"):match("^(a+)(a+)$")
    --> aaa  aaa a
    ("abcabc"):match("(.*)c"), ("abcabc"):match("(.-)c"), ("abcabc"):match("(.+)b"),
      ("abcabc"):match("(.-)b.-(b)")
    --> abcab ab abca a b
    ("key=value=x"):match("^(.-)=(.*)$"), ("key=value=x"):match("^(.*)=(.*)$")
    --> key key=value x
    ("aXbXcX"):match("^(.-)X(.-)X$"), ("aXbXcX"):match("^(.-)X(.-)X(.-)X$")
    --> a a b c
    ("xyxyxz"):match("x.-z"), ("xyxyxz"):match("x[^x]-z"), ("xyxyxz"):find("x[xy]*z")
    --> xyxyxz xz 1 6
    ("aab"):match("a?a?a?b"), ("b"):match("a?a?a?b"), ("aab"):match("(a?)(a?)(a?)b")
    --> aab b a a
    ("abab"):match("^(ab)*$"), ("ab*"):match("^(ab)*$"), ("(ab)*"):match("%(ab%)%*")
    --> nil ab (ab)*
    ("aaab"):match("a-b"), ("aaab"):match(".-b"), ("aaab"):match("a-$"), ("aaab"):match("^a-$")
    --> aaab aaab  nil
    ("0001"):match("^0*(%d+)$"), ("000"):match("^0*(%d+)$"), ("000"):match("^0-(%d+)$")
    --> 1 0 000
    ("one;two;;four"):match("^([^;]*);([^;]*);([^;]*);([^;]*)$")
    --> one two  four
    ("/usr/local/lib"):match("^(.*)/(.-)$"), ("/usr/local/lib"):match("([^/]+)$"),
      ("x"):match("^(.*)/(.-)$")
    --> /usr/local lib nil
    ("  trim me  "):match("^%s*(.-)%s*$") .. "|", ("    "):match("^%s*(.-)%s*$") .. "|",
      ("x"):match("^%s*(.-)%s*$")
    --> trim me| | x
    ("2024-01-31T08:05"):match("^(%d%d%d%d)-(%d%d)-(%d%d)T(%d+):(%d+)$")
    --> 2024 01 31 08 05
    ("#ff8000"):match("^#(%x%x)(%x%x)(%x%x)$"), ("#ff800"):match("^#(%x%x)(%x%x)(%x%x)$")
    --> ff nil
    ("-12.5e+3"):match("^[+-]?%d+%.?%d*[eE]?[+-]?%d*$"), ("--1"):match("^[+-]?%d+$")
    --> -12.5e+3 nil

    -- anchors
    ("abc"):find("^"), ("abc"):find("$"), ("abc"):find("^$"), (""):find("^$")
    --> 1 4 nil 1 0
    ("abc"):find("^b"), ("abc"):find("^b", 2), ("abc"):find("b^"), ("ab^"):find("b^")
    --> nil 2 nil 2 3
    ("abc"):find("b$"), ("ab"):find("b$"), ("a$b"):find("a$b"), ("a$"):find("a$$"),
      ("a$"):find("[$]$")
    --> nil 2 1 1 2 2
    ("a^"):find("[$^]"), ("^^"):find("^^^"), ("$"):match("^$$"), ("a\nb"):find("^b"),
      ("a\nb"):find("a$")
    --> 2 1 $ nil nil
    ("aaa"):gsub("^a", "b"), ("aaa"):gsub("a$", "b"), ("aaa"):gsub("^a*$", "b"), ("aaa"):gsub("^",
      "b")
    --> baa aab b baaa 1
    ("abc"):find("(^)"), ("a^b"):find("(^)"), ("ab"):find("(b$)"), ("ab$"):find("(b$)")
    --> nil 2 nil 2 3 b$

    -- captures
    ("abc"):find("(b)"), ("abc"):find("(b)()"), ("abc"):find("()(b)()")
    --> 2 2 2 2 2 b 3
    ("hello world"):match("((%w+) (%w+))"), ("hello"):match("(((h)(e))l)")
    --> hello world hel he h e
    ("ab"):match("(a)(b)(c?)"), ("ab"):match("(a)()(b)()"), ("ab"):match("()"), (""):match("()()")
    --> a a 1 1 1
    ("abc"):match("(a)(x?)(b)"), ("abc"):match("a(x-)b"), ("abc"):match("(x*)")
    --> a
    ("xaby"):match("(a())b"), ("xaby"):match("((a)b)"), ("xaby"):match("(.)(.)(.)(.)")
    --> a ab x a b y
    math.type(("abc"):match("()b")), type(("a1"):match("(%d)")), ("abc"):match("b()", 2),
      ("abc"):match("()", -1)
    --> integer string 3 3

    -- what was captured before
    ("abab"):match("^(ab)%1$"), ("abba"):match("^(.)(.).-%2%1$"), ("aXa"):match("(.)X%1"),
      ("aXb"):match("(.)X%1")
    --> ab a a nil
    ("<b>x</b>"):match("<(%w+)>(.-)</%1>"), ("<b>x</i>"):match("<(%w+)>(.-)</%1>")
    --> b nil
    ("aa bb ab"):gsub("(%w)%1", "<%1>"), ("xx"):match("()%1") == nil or "matched",
      ("'a\"b'"):match("(['\"])(.-)%1")
    --> <a> <b> ab true ' a"b
    (""):match("^(.-)%1$"), ("aa"):match("^(.-)%1$"), ("aba"):match("^(.-)%1$"),
      ("\0\0"):match("^(.)%1$") == "\0"
    --> a nil true
    pcall(string.match, "ab", "(a%1)")
    --> false invalid capture index %1
    pcall(string.match, "ab", "(a)%9")
    --> false invalid capture index %9
    pcall(string.match, "aa", "(a)%0")
    --> false invalid capture index %0

    -- balance
    ("((a)(b))c"):match("%b()"), ("x(y"):match("%b()"), ("x)y("):match("%b()"),
      ("(()"):find("%b()"), ("()()"):gsub("%b()", "")
    --> ((a)(b)) nil nil 2  2
    ("{a{b}c}{d}"):gsub("%b{}", function(s) return #s end), ("if x then if y end end"):match("%bie")
    --> 73 if x the
    ("aXbX"):match("%bXX"), ("a%b"):match("%b%b"), ("[a]]"):find("%b[]"), ("(a\0)"):match("%b()") ==
      "(a\0)"
    --> XbX %b 1 true
    ("f(a(b)c)"):match("(%w+)(%b())"), ("((x))"):match("%((%b())%)"), ("()"):match("^%b()$"),
      ("()x"):match("^%b()$")
    --> f (x) () nil

    -- frontiers
    ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower), ("aaa bbb"):gsub("%f[%s]", "|"),
      ("a1b22"):gsub("%f[%d]%d+", "#")
    --> the (quick) fox aaa| bbb a#b# 2
    ("abc"):find("%f[b]"), ("abc"):find("%f[^b]"), ("abc"):find("%f[%z]"), ("abc"):find("%f[\0]"),
      ("\0a"):find("%f[a]")
    --> 2 3 4 4 2 1
    ("foo.bar"):match("%f[%w]%w+$"), ("x"):match("%f[%w]()"), ("x"):match("()%f[%W]"),
      (""):match("%f[%z]()"), (""):match("%f[^%z]()")
    --> bar 1 2 nil nil
    ("aab"):gsub("%f[ab]a", "x"), ("a-b"):gsub("%f[-]", "x"), ("a]b"):find("%f[]]"),
      ("[%a"):match("%f[%%].")
    --> xab ax-b 2 %

    -- sets
    ("a]b"):match("[]]"), ("a-b"):match("[a-]+"), ("a-b"):match("[-b]+"), ("a^b"):match("[b^]+"),
      ("a%b"):match("[%%]")
    --> ] a- -b ^b %
    ("x1_"):match("[%w_]+"), ("x-1"):match("[^%w]"), ("\n\t "):match("[%s]+") == "\n\t ",
      ("é"):match("[\xc3][\xa9]")
    --> x1_ - true é
    ("5-9"):match("[0-9-]+"), ("a.b"):match("[.]"), ("a.b"):match("[^.]+"), ("]^-"):match("[]^-]+"),
      ("b"):match("[^]a]")
    --> 5-9 . a ]^- b
    ("Az09"):match("[A-Z][a-z][0-9]+"), ("m"):match("[a-mn-z]"), ("-"):match("[a-mn-z]"),
      ("z"):match("[z-a]")
    --> Az09 m nil nil

    -- where a search begins
    ("abcabc"):find("b", 3), ("abcabc"):find("b", -2), ("abcabc"):find("b", 6), ("abcabc"):find("",
      7), ("abcabc"):find("", 8)
    --> 5 5 nil 7 nil
    ("abcabc"):match("%w", -1), ("abcabc"):match("%w+", 4), ("abcabc"):match("^%w", 4),
      ("abcabc"):match("()", 7), ("abcabc"):match("()", 8)
    --> c abc a 7 nil
    ("a.c"):find(".", 1, true), ("a.c"):find(".", 1, false), ("a.c"):find(".", 3, true),
      ("a.c"):find("%.", 1, 1), ("a.c"):find("", 4, true)
    --> 2 1 nil nil 4 3
    ("a\0b\0c"):find("\0c", 1, true), ("a\0b\0c"):find("\0", 3, true), ("ab"):find("abc", 1, true),
      (""):find("", 1, true), (""):find("a", 1, true)
    --> 4 4 nil 1 nil
    ("aaab"):find("ab", 1, true), ("aaaa"):find("ab", 1, true), ("ab"):find("b", 3, true),
      ("xx"):find("x", -99, true)
    --> 3 nil nil 1 1
    pcall(string.find, "a", "a", "x")
    --> false bad argument #3 to 'string.find' (number expected, got string)
    pcall(string.find, "a", "a", {})
    --> false bad argument #3 to 'string.find' (number expected, got table)

    -- walks
    (function() local t = {} for k, v in ("a=1,b=2"):gmatch("(%w)=(%w)") do t[#t + 1] = v .. k end
      return table.concat(t, " ") end)()
    --> 1a 2b
    (function() local t = {} for p in ("banana"):gmatch("()an") do t[#t + 1] = p end return
      table.concat(t, " ") end)()
    --> 2 4
    (function() local t = {} for s in ("ab"):gmatch("x*") do t[#t + 1] = "<" .. s .. ">" end return
      table.concat(t) end)()
    --> <><><>
    (function() local t = {} for s in ("xaxb"):gmatch("x*") do t[#t + 1] = "<" .. s .. ">" end
      return table.concat(t) end)()
    --> <x><x><>
    (function() local t = {} for s in ("abc"):gmatch("", 2) do t[#t + 1] = "." end return #t end)()
    --> 3
    (function() local f = ("ab"):gmatch(".") return f(), f(), f(), f() end)()
    --> a b nil
    (function() local f = ("ab"):gmatch(".", -1) return f(), f() end)()
    --> b
    (function() local f = ("ab"):gmatch(".", 5) return f() end)()
    -->
    (function() local f = (""):gmatch(".*") return f(), f() end)()
    -->
    (function() local f = ("ab"):gmatch("(") return pcall(f) end)()
    --> false unfinished capture
    (function() local f = ("ab"):gmatch("^a") return f() end)()
    -->
    pcall(string.gmatch)
    --> false bad argument #1 to 'string.gmatch' (string expected, got no value)
    pcall(string.gmatch, "a", {})
    --> false bad argument #2 to 'string.gmatch' (string expected, got table)

    -- replacements
    ("abc"):gsub("%w", "%%"), ("abc"):gsub("%w", "%0%0", 2), ("abc"):gsub("(a)(b)", "%2%1"),
      ("abc"):gsub("b", "")
    --> %%% aabbc bac ac 1
    ("abc"):gsub("", "-"), ("abc"):gsub("", "-", 2), ("abc"):gsub(".", {a = "1", b = true and "2"}),
      ("a b"):gsub("%s*", "-")
    --> -a-b-c- -a-bc 12c -a-b- 3
    ("hello"):gsub("l+", function(s) return #s end), ("hello"):gsub("(l)(l)", function(a, b) return
      a .. "-" .. b end)
    --> he2o hel-lo 1
    ("hello"):gsub("()l", function(p) return p end), ("x y"):gsub("%w", {x = 1.5, y = 2}),
      ("abc"):gsub("b", "%%1")
    --> he34o 1.5 2 a%1c 1
    ("abc"):gsub("b", function() return nil end), ("abc"):gsub("b", {}), ("abc"):gsub("b", {b =
      false})
    --> abc abc abc 1
    ("aaa"):gsub("a", "b", math.maxinteger), ("aaa"):gsub("a", "b", math.mininteger),
      ("aaa"):gsub("a", "b", 1.0)
    --> bbb aaa baa 1
    pcall(string.gsub, "aaa", "a", "b", 1.5)
    --> false bad argument #4 to 'string.gsub' (number has no integer representation)
    pcall(string.gsub, "abc", "b", "%a")
    --> false invalid use of '%' in replacement string
    pcall(string.gsub, "abc", "(b)", "%2")
    --> false invalid capture index %2
    pcall(string.gsub, "abc", "b", function() return true end)
    --> false invalid replacement value (a boolean)
    pcall(string.gsub, "abc", "b", function() error("within", 0) end)
    --> false within
    pcall(string.gsub, "abc", "b", nil)
    --> false bad argument #3 to 'string.gsub' (string/function/table expected, got nil)
    """#

  @Test("a call tells what stock Lua tells", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
