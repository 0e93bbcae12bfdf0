import Testing

@Suite("utf8, also of bytes that are none")
struct Utf8Tests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- char
    utf8.char(0) == "\0", utf8.char(0x7F, 0x80, 0x7FF, 0x800):byte(1, -1)
    --> true 127 194 128 223 191 224 160 128
    utf8.char(0xFFFF, 0x10000):byte(1, -1)
    --> 239 191 191 240 144 128 128
    utf8.char(0x10FFFF, 0x110000):byte(1, -1)
    --> 244 143 191 191 244 144 128 128
    utf8.char(0x1FFFFF, 0x200000):byte(1, -1)
    --> 247 191 191 191 248 136 128 128 128
    utf8.char(0x3FFFFFF, 0x4000000):byte(1, -1)
    --> 251 191 191 191 191 252 132 128 128 128 128
    utf8.char(0x7FFFFFFF):byte(1, -1)
    --> 253 191 191 191 191 191
    utf8.char(0xD800):byte(1, -1)
    --> 237 160 128
    utf8.char("65", 66.0), pcall(utf8.char, 65.5)
    --> AB false bad argument #1 to 'utf8.char' (number has no integer representation)
    pcall(utf8.char, 0x80000000)
    --> false bad argument #1 to 'utf8.char' (value out of range)
    pcall(utf8.char, 65, -1)
    --> false bad argument #2 to 'utf8.char' (value out of range)
    pcall(utf8.char, 65, {})
    --> false bad argument #2 to 'utf8.char' (number expected, got table)
    #utf8.charpattern, utf8.charpattern:byte(1, -1)
    --> 14 91 0 45 127 194 45 253 93 91 128 45 191 93 42

    -- len
    utf8.len(""), utf8.len("a"), utf8.len("é"), utf8.len("€"), utf8.len("😀"), utf8.len("e\u{301}")
    --> 0 1 1 1 1 2
    utf8.len("\0\0"), utf8.len("aé€😀", 2), utf8.len("aé€😀", 1, 1), utf8.len("aé€😀", -4)
    --> 2 3 1 1
    utf8.len("aé€", 3)
    --> nil 3
    utf8.len("aé€", 1, 2), utf8.len("aé€", 1, 3), utf8.len("aé€", 4, -1), utf8.len("aé€", 4, 3)
    --> 2 2 1 0
    utf8.len("\x80")
    --> nil 1
    utf8.len("a\xC3")
    --> nil 2
    utf8.len("a\xC3a")
    --> nil 2
    utf8.len("\xC0\x80")
    --> nil 1
    utf8.len("\xC1\xBF")
    --> nil 1
    utf8.len("\xE0\x80\x80")
    --> nil 1
    utf8.len("\xF0\x80\x80\x80")
    --> nil 1
    utf8.len("\xF4\x90\x80\x80")
    --> nil 1
    utf8.len("\xF4\x90\x80\x80", 1, -1, true)
    --> 1
    utf8.len("\xF8\x88\x80\x80\x80")
    --> nil 1
    utf8.len("\xF8\x88\x80\x80\x80", 1, -1, true)
    --> 1
    utf8.len("\xFC\x84\x80\x80\x80\x80", 1, -1, true)
    --> 1
    utf8.len("\xFE\x80\x80\x80\x80\x80\x80", 1, -1, true)
    --> nil 1
    utf8.len("\xFF", 1, -1, true)
    --> nil 1
    utf8.len("\u{D7FF}\u{E000}"), utf8.len("\u{DFFF}", 1, -1, true)
    --> 2 1
    utf8.len("\u{DFFF}")
    --> nil 1
    pcall(utf8.len, "abc", 0)
    --> false bad argument #2 to 'utf8.len' (initial position out of bounds)
    pcall(utf8.len, "abc", 1, 4)
    --> false bad argument #3 to 'utf8.len' (final position out of bounds)
    pcall(utf8.len, "abc", -4)
    --> false bad argument #2 to 'utf8.len' (initial position out of bounds)
    utf8.len("abc", 4, -9), utf8.len(123)
    --> 0 3
    pcall(utf8.len)
    --> false bad argument #1 to 'utf8.len' (string expected, got no value)

    -- codepoint
    utf8.codepoint("é"), utf8.codepoint("aé€😀", 1, -1)
    --> 233 97 233 8364 128512
    utf8.codepoint("aé€", 2), utf8.codepoint("aé€", -3), select("#", utf8.codepoint("abc", 3, 2))
    --> 233 8364 0
    utf8.codepoint("aé€", 2, 4)
    --> 233 8364
    pcall(utf8.codepoint, "aé", 3)
    --> false invalid UTF-8 code
    pcall(utf8.codepoint, "abc", 0)
    --> false bad argument #2 to 'utf8.codepoint' (out of bounds)
    pcall(utf8.codepoint, "abc", 1, 4)
    --> false bad argument #3 to 'utf8.codepoint' (out of bounds)
    pcall(utf8.codepoint, "")
    --> false bad argument #3 to 'utf8.codepoint' (out of bounds)
    pcall(utf8.codepoint, "\u{D800}")
    --> false invalid UTF-8 code
    utf8.codepoint("\u{D800}", 1, 1, true), utf8.codepoint("\u{110000}", 1, 1, true)
    --> 55296 1114112
    pcall(utf8.codepoint, "\u{110000}")
    --> false invalid UTF-8 code
    pcall(utf8.codepoint, "\xE2\x82", 1)
    --> false invalid UTF-8 code
    pcall(utf8.codepoint, "a\xE2\x82", 1, -1, true)
    --> false invalid UTF-8 code

    -- offset
    utf8.offset("aé€😀", 1), utf8.offset("aé€😀", 2), utf8.offset("aé€😀", 4), utf8.offset("aé€😀", 5),
      utf8.offset("aé€😀", 6)
    --> 1 2 7 11 nil
    utf8.offset("aé€😀", -1), utf8.offset("aé€😀", -4), utf8.offset("aé€😀", -5)
    --> 7 1 nil
    utf8.offset("aé€😀", 0), utf8.offset("aé€😀", 0, 2), utf8.offset("aé€😀", 0, 3),
      utf8.offset("aé€😀", 0, 9)
    --> 1 2 2 7
    utf8.offset("aé€😀", 0, 11), utf8.offset("aé€😀", 2, 4), utf8.offset("aé€😀", -1, 4),
      utf8.offset("aé€😀", 1, 11)
    --> 11 7 2 11
    utf8.offset("", 1), utf8.offset("", 0), utf8.offset("", -1), utf8.offset("", 2)
    --> 1 1 nil nil
    pcall(utf8.offset, "aé", 1, 3)
    --> false initial position is a continuation byte
    pcall(utf8.offset, "aé", -1, 3)
    --> false initial position is a continuation byte
    pcall(utf8.offset, "abc", 1, 5)
    --> false bad argument #3 to 'utf8.offset' (position out of bounds)
    pcall(utf8.offset, "abc", 1, -4)
    --> false bad argument #3 to 'utf8.offset' (position out of bounds)
    utf8.offset("\x80\x80", 0, 2), pcall(utf8.offset, "\x80", 1)
    --> 1 false initial position is a continuation byte
    pcall(utf8.offset, "abc")
    --> false bad argument #2 to 'utf8.offset' (number expected, got no value)

    -- codes
    (function() local t = {} for p, c in utf8.codes("aé€😀") do t[#t + 1] = p .. "=" .. c end return
      table.concat(t, " ") end)()
    --> 1=97 2=233 4=8364 7=128512
    (function() for p, c in utf8.codes("") do return "one" end return "none" end)()
    --> none
    (function() local t = {} for p, c in utf8.codes("\u{D800}\u{7FFFFFFF}", true) do t[#t + 1] = p
      .. "=" .. c end return table.concat(t, " ") end)()
    --> 1=55296 4=2147483647
    pcall(function() for p, c in utf8.codes("a\x80") do end end)
    --> true
    pcall(function() for p, c in utf8.codes("\xC3") do end end)
    --> false test.lua:1: invalid UTF-8 code
    pcall(function() for p, c in utf8.codes("\u{110000}") do end end)
    --> false test.lua:1: invalid UTF-8 code
    pcall(function() for p, c in utf8.codes("\xFF", true) do end end)
    --> false test.lua:1: invalid UTF-8 code
    pcall(utf8.codes)
    --> false bad argument #1 to 'utf8.codes' (string expected, got no value)
    pcall(utf8.codes, {})
    --> false bad argument #1 to 'utf8.codes' (string expected, got table)
    (function() local f, s, i = utf8.codes("ab") return type(f), s, i, f(s, i) end)()
    --> function ab 0 1 97
    (function() local f, s = utf8.codes("aé") return f(s, 1), select("#", f(s, 2)), select("#", f(s,
      9)) end)()
    --> 2 0 0

    -- walks by the pattern
    (function() local t = {} for c in ("aé€😀\0"):gmatch(utf8.charpattern) do t[#t + 1] = #c end
      return table.concat(t, " ") end)()
    --> 1 2 3 4 1
    ("aé€"):gsub(utf8.charpattern, "<%0>")
    --> <a><é><€> 3
    """#

  @Test("a call tells what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
