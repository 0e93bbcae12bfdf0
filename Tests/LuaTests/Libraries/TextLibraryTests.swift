import Testing

@Suite("The string library but for patterns and format, and utf8")
struct TextLibraryTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- parts
    ("hello"):sub(2), ("hello"):sub(2, 3), ("hello"):sub(-3), ("hello"):sub(-3, -2),
      ("hello"):sub(0), ("hello"):sub(9)
    --> ello el llo ll hello
    ("hello"):sub(2, 1), ("hello"):sub(-100, 100), ("hello"):sub(math.mininteger,
      math.maxinteger), ("x"):sub(math.maxinteger)
    --> hello hello
    pcall(string.sub, "x")
    --> false bad argument #2 to 'string.sub' (number expected, got no value)
    pcall(string.sub, "x", {})
    --> false bad argument #2 to 'string.sub' (number expected, got table)
    ("abc"):byte(), ("abc"):byte(2), ("abc"):byte(-1)
    --> 97 98 99
    ("abc"):byte(1, -1)
    --> 97 98 99
    ("abc"):byte(10), ("abc"):byte(0)
    --> nil
    select("#", ("abc"):byte(3, 2))
    --> 0
    string.char(), string.char(72, 105), #string.char(0, 255)
    --> Hi 2
    pcall(string.char, 256)
    --> false bad argument #1 to 'string.char' (value out of range)
    pcall(string.char, -1)
    --> false bad argument #1 to 'string.char' (value out of range)
    pcall(string.char, "x")
    --> false bad argument #1 to 'string.char' (number expected, got string)
    ("abc"):len(), #"a\0b", ("abc"):upper(), ("ABC"):lower(), ("abc"):reverse(), (""):reverse()
    --> 3 3 ABC abc cba
    ("\xe9"):upper() == "\xe9", ("aé"):len()
    --> true 3
    ("ab"):rep(3), ("ab"):rep(3, ","), ("ab"):rep(0), ("ab"):rep(-1), ("ab"):rep(1, ","),
      (""):rep(1000)
    --> ababab ab,ab,ab   ab
    pcall(string.rep, "x", math.maxinteger)
    --> false resulting string too large
    pcall(string.rep, "x", 1.5)
    --> false bad argument #2 to 'string.rep' (number has no integer representation)

    -- comparison
    "a" < "b", "a" < "B", "" < "a", "a\0b" > "a\0a", "Z" < "a", "a" <= "a", "10" < "9"
    --> true false true true true true true
    "a" == "a", "1" == 1, ("x"):rep(100) == ("x"):rep(100)
    --> true false true

    -- coercion
    5 .. 6, 1.0 .. "", -0.0 .. "", 2^63 .. "", 1e300 * 1e10 .. ""
    --> 56 1.0 -0.0 9.2233720368548e+18 inf
    pcall(function() return nil .. "x" end)
    --> false test.lua:1: attempt to concatenate a nil value
    pcall(function() local t = {} return "x" .. t.y end)
    --> false test.lua:1: attempt to concatenate a nil value (field 'y')

    -- escapes
    "\65\066\x41\u{48}\z  B", #"\u{20AC}", #"\u{7FFFFFFF}", "\a\b\f\v" == "\7\8\12\11"
    --> ABAHB 3 6 true
    load("return '\\q'")
    --> nil [string "return '\\q'"]:1: invalid escape sequence near ''\\q'
    load("return '\\300'")
    --> nil [string "return '\\300'"]:1: decimal escape too large near ''\\300''
    load("return '\\u{110000000}'")
    --> nil [string "return '\\u{110000000}'"]:1: UTF-8 value too large near ''\\u{110000000'
    [[long]], [==[a]]b]==], #[[\n]]
    --> long a]]b 2

    -- pack
    string.pack("i4", 100):byte(1, -1)
    --> 100 0 0 0
    string.pack(">i2", 258):byte(1, -1)
    --> 1 2
    string.unpack("<i2", "\1\2")
    --> 513 3
    string.unpack(">I3", "\0\1\0")
    --> 256 4
    string.unpack("z", "text\0rest")
    --> text 6
    string.unpack("s1", "\3abcd")
    --> abc 5
    string.packsize("i4i8"), string.packsize("!8i4i8"), string.packsize("b"), string.packsize("d")
    --> 12 16 1 8
    string.unpack("b", "\255"), string.unpack("B", "\255")
    --> -1 255 2
    string.unpack("d", string.pack("d", 1.5))
    --> 1.5 9
    string.unpack("i4", string.pack("i4", -5), 1)
    --> -5 5
    string.unpack("b", "abc", -1)
    --> 99 4
    pcall(string.pack, "i1", 200)
    --> false bad argument #2 to 'string.pack' (integer overflow)
    pcall(string.pack, "I1", -1)
    --> false bad argument #2 to 'string.pack' (unsigned overflow)
    pcall(string.pack, "i17", 1)
    --> false integral size (17) out of limits [1,16]
    pcall(string.pack, "y", 1)
    --> false invalid format option 'y'
    pcall(string.pack, "i4")
    --> false bad argument #2 to 'string.pack' (number expected, got nil)
    pcall(string.unpack, "i4", "abc")
    --> false bad argument #2 to 'string.unpack' (data string too short)
    pcall(string.unpack, "z", "no end")
    --> false bad argument #2 to 'string.unpack' (unfinished string for format 'z')
    pcall(string.unpack, "b", "a", 5)
    --> false bad argument #3 to 'string.unpack' (initial position out of string)
    pcall(string.packsize, "s")
    --> false bad argument #1 to 'string.packsize' (variable-length format)
    pcall(string.packsize, "c2000000000c2000000000")
    --> false bad argument #1 to 'string.packsize' (format result too large)
    string.pack("z", "a") == "a\0", string.pack("s2", "ab") == "\2\0ab", string.pack("c5", "ab")
      == "ab\0\0\0"
    --> true true true
    pcall(string.pack, "c1", "ab")
    --> false bad argument #2 to 'string.pack' (string longer than given size)
    pcall(string.pack, "z", "a\0b")
    --> false bad argument #2 to 'string.pack' (string contains zeros)

    -- utf8
    utf8.char(72, 228, 8364, 128512), utf8.char(), #utf8.char(0x7FFFFFFF)
    --> Hä€😀  6
    pcall(utf8.char, -1)
    --> false bad argument #1 to 'utf8.char' (value out of range)
    utf8.len("aé€😀"), utf8.len(""), utf8.len("\xff"), utf8.len("aé", 3), utf8.len("abc", -1)
    --> 4 0 nil nil 1
    utf8.len("a\xe2\x82")
    --> nil 2
    utf8.len("abc", 4), utf8.len("abc", 2, 1)
    --> 0 0
    pcall(utf8.len, "abc", 5)
    --> false bad argument #2 to 'utf8.len' (initial position out of bounds)
    utf8.codepoint("é€", 1, -1)
    --> 233 8364
    utf8.codepoint("abc"), utf8.codepoint("abc", -1)
    --> 97 99
    pcall(utf8.codepoint, "\xff")
    --> false invalid UTF-8 code
    pcall(utf8.codepoint, "abc", 4)
    --> false bad argument #3 to 'utf8.codepoint' (out of bounds)
    utf8.offset("aé€x", 3), utf8.offset("aé€x", -1), utf8.offset("aé€x", 0, 3), utf8.offset("aé",
      9)
    --> 4 7 2 nil
    pcall(utf8.offset, "é", 1, 2)
    --> false initial position is a continuation byte
    (function() local list = {} for place, code in utf8.codes("aé€") do list[#list + 1] = place ..
      ":" .. code end return table.concat(list, " ") end)()
    --> 1:97 2:233 4:8364
    pcall(function() for _ in utf8.codes("a\xff") do end end)
    --> false test.lua:1: invalid UTF-8 code
    pcall(function() for _ in utf8.codes("\xed\xa0\x80") do end end)
    --> false test.lua:1: invalid UTF-8 code
    utf8.len("\xed\xa0\x80"), utf8.len("\xed\xa0\x80", 1, -1, true),
      utf8.codepoint("\u{7FFFFFFF}", 1, 1, true)
    --> nil 1 2147483647
    ("aé€"):find(utf8.charpattern, 2)
    --> 2 3
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
