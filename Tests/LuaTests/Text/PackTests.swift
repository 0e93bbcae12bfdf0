import Testing

@Suite("string.pack, unpack and packsize")
struct PackTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- whole numbers by size and order of bytes
    string.pack("b", -128):byte(), string.pack("B", 255):byte()
    --> 128 255
    string.pack("<i3", -2):byte(1, -1)
    --> 254 255 255
    string.pack(">i3", -2):byte(1, -1)
    --> 255 255 254
    string.pack("<I3", 0x010203):byte(1, -1)
    --> 3 2 1
    string.pack(">I3", 0x010203):byte(1, -1)
    --> 1 2 3
    string.pack("=i2", 1) == string.pack("<i2", 1), string.pack("<i2>i2=i2", 1, 1, 1):byte(1, -1)
    --> true 1 0 0 1 1 0
    string.pack(">i16", -1):byte(1, -1)
    --> 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255
    string.pack("<i16", math.mininteger):byte(1, -1)
    --> 0 0 0 0 0 0 0 128 255 255 255 255 255 255 255 255
    string.unpack("<i16", string.pack("<i16", math.mininteger))
    --> -9223372036854775808 17
    string.unpack(">I16", string.pack(">I16", 5))
    --> 5 17
    string.packsize("h"), string.packsize("H"), string.packsize("i"), string.packsize("I"),
      string.packsize("l"), string.packsize("j"), string.packsize("T")
    --> 2 2 4 4 8 8 8
    string.packsize("f"), string.packsize("d"), string.packsize("n"), string.packsize("c7"),
      string.packsize("x"), string.packsize("")
    --> 4 8 8 7 1 0
    string.unpack("<h", "\255\127"), string.unpack("<h", "\0\128")
    --> 32767 -32768 3
    string.unpack("<H", "\0\128"), string.unpack("j", ("\255"):rep(8))
    --> 32768 -1 9
    string.unpack("<i7", "\255\255\255\255\255\255\255"), string.unpack("<I7",
      "\255\255\255\255\255\255\255")
    --> -1 72057594037927935 8
    pcall(string.pack, "i2", 32768)
    --> false bad argument #2 to 'string.pack' (integer overflow)
    pcall(string.pack, "i2", -32769)
    --> false bad argument #2 to 'string.pack' (integer overflow)
    pcall(string.pack, "I2", 65536)
    --> false bad argument #2 to 'string.pack' (unsigned overflow)
    pcall(string.pack, "b", 128)
    --> false bad argument #2 to 'string.pack' (integer overflow)
    pcall(string.pack, "b", -129)
    --> false bad argument #2 to 'string.pack' (integer overflow)
    pcall(string.pack, "j", 2^63)
    --> false bad argument #2 to 'string.pack' (number has no integer representation)
    pcall(string.pack, "i", "x")
    --> false bad argument #2 to 'string.pack' (number expected, got string)
    pcall(string.pack, "i", 1.5)
    --> false bad argument #2 to 'string.pack' (number has no integer representation)
    string.pack("i4", "7") == string.pack("i4", 7), string.pack("i4", 7.0) == string.pack("i4", 7)
    --> true true
    pcall(string.unpack, "<I9", ("\255"):rep(9))
    --> false 9-byte integer does not fit into Lua Integer
    pcall(string.unpack, "<i16", ("\1"):rep(16))
    --> false 16-byte integer does not fit into Lua Integer
    pcall(string.unpack, ">I16", "\1" .. ("\0"):rep(15))
    --> false 16-byte integer does not fit into Lua Integer
    pcall(string.pack, "i0", 1)
    --> false integral size (0) out of limits [1,16]
    pcall(string.pack, "I17", 1)
    --> false integral size (17) out of limits [1,16]
    pcall(string.packsize, "i99999999999")
    --> false integral size (999999999) out of limits [1,16]

    -- numbers with a point
    string.unpack("<f", string.pack("<f", 0.5)), string.unpack("<f", string.pack("<f", 0.1)) == 0.1
    --> 0.5 false
    string.pack(">d", 1):byte(1, -1)
    --> 63 240 0 0 0 0 0 0
    string.pack("<d", 1):byte(1, -1)
    --> 0 0 0 0 0 0 240 63
    string.pack(">f", -2):byte(1, -1)
    --> 192 0 0 0
    string.unpack("<n", string.pack("<n", -1/0)), string.unpack("<f", string.pack("<f", 1e300))
    --> -inf inf 5
    (function() local x = string.unpack("d", string.pack("d", 0/0)) return x ~= x end)()
    --> true
    string.unpack("d", string.pack("d", 3)), math.type((string.unpack("d", string.pack("d", 3))))
    --> 3.0 float

    -- texts
    string.pack("<s1", "abc") == "\3abc", #string.pack("s", "abc"), string.pack(">s2", "") == "\0\0"
    --> true 11 true
    string.unpack("<s2", "\2\0abc"), string.unpack("s1", "\0")
    --> ab  2
    string.unpack("c3", "abcdef"), string.unpack("c0", "abc"), string.unpack("c2", "abcdef", 3)
    --> abc  cd 5
    string.pack("c0", "") == "", #string.pack("c10", "abc"), string.pack("c3", "abc")
    --> true 10 abc
    pcall(string.pack, "c", "x")
    --> false missing size for format option 'c'
    pcall(string.pack, "c2", "abc")
    --> false bad argument #2 to 'string.pack' (string longer than given size)
    pcall(string.pack, "s1", ("x"):rep(256))
    --> false bad argument #2 to 'string.pack' (string length does not fit in given size)
    pcall(string.unpack, "s1", "\5abc")
    --> false bad argument #2 to 'string.unpack' (data string too short)
    pcall(string.unpack, "s2", "\5")
    --> false bad argument #2 to 'string.unpack' (data string too short)
    pcall(string.unpack, "z", "abc")
    --> false bad argument #2 to 'string.unpack' (unfinished string for format 'z')
    pcall(string.unpack, "c4", "abc")
    --> false bad argument #2 to 'string.unpack' (data string too short)
    pcall(string.pack, "z")
    --> false bad argument #2 to 'string.pack' (string expected, got nil)
    pcall(string.pack, "s", {})
    --> false bad argument #2 to 'string.pack' (string expected, got table)

    -- padding and alignment
    string.pack("x") == "\0", string.pack("bxb", 1, 2):byte(1, -1)
    --> true 1 0 2
    string.pack("!4 b i4", 1, 2):byte(1, -1)
    --> 1 0 0 0 2 0 0 0
    string.pack("!2 b i4", 1, 2):byte(1, -1)
    --> 1 0 2 0 0 0
    string.pack("b i4", 1, 2):byte(1, -1)
    --> 1 2 0 0 0
    string.pack("!4 b Xi4 b", 1, 2):byte(1, -1)
    --> 1 0 0 0 2
    string.pack("!8 b Xd d", 1, 2):byte(1, 9)
    --> 1 0 0 0 0 0 0 0 0
    string.packsize("!4 b i4"), string.packsize("!8 b d b"), string.packsize("! b d"),
      string.packsize("!1 b d"), string.packsize("!16 b i16")
    --> 8 17 16 9 32
    string.unpack("!4 b i4", "\1\0\0\0\2\0\0\0")
    --> 1 2 9
    string.unpack("!4 i4", "\0\0\0\0\5\0\0\0", 2)
    --> 5 9
    string.unpack("xb", "\1\2"), string.unpack("b b", "\1\2")
    --> 2 1 2 3
    pcall(string.pack, "!3 i4", 1)
    --> false bad argument #1 to 'string.pack' (format asks for alignment not power of 2)
    pcall(string.pack, "!4 i3", 1)
    --> false bad argument #1 to 'string.pack' (format asks for alignment not power of 2)
    pcall(string.pack, "!17 i4", 1)
    --> false integral size (17) out of limits [1,16]
    pcall(string.pack, "X", 1)
    --> false bad argument #1 to 'string.pack' (invalid next option for option 'X')
    pcall(string.pack, "Xz", 1)
    --> false bad argument #1 to 'string.pack' (invalid next option for option 'X')
    pcall(string.pack, "XX", 1)
    --> false bad argument #1 to 'string.pack' (invalid next option for option 'X')
    pcall(string.pack, "!4 Xi3")
    --> false bad argument #1 to 'string.pack' (format asks for alignment not power of 2)
    pcall(string.pack, "Xc1")
    --> false bad argument #1 to 'string.pack' (invalid next option for option 'X')

    -- places
    string.unpack("b", "abc"), string.unpack("b", "abc", 3), string.unpack("b", "abc", -3)
    --> 97 99 97 2
    string.unpack("", "abc"), string.unpack("", "abc", 4), string.unpack("", "")
    --> 1 4 1
    pcall(string.unpack, "", "abc", 5)
    --> false bad argument #3 to 'string.unpack' (initial position out of string)
    pcall(string.unpack, "b", "abc", 4)
    --> false bad argument #2 to 'string.unpack' (data string too short)
    string.unpack("b", "abc", -4)
    --> 97 2
    pcall(string.unpack, "b", "abc", 0)
    --> true 97 2
    pcall(string.unpack, "b", "abc", math.mininteger)
    --> true 97 2
    pcall(string.unpack, "bb", "a")
    --> false bad argument #2 to 'string.unpack' (data string too short)
    pcall(string.unpack, "b", {})
    --> false bad argument #2 to 'string.unpack' (string expected, got table)
    select("#", string.unpack(("b"):rep(100), ("x"):rep(100)))
    --> 101
    pcall(string.pack, "bb", 1)
    --> false bad argument #3 to 'string.pack' (number expected, got nil)
    string.pack("b", 1, 2, 3) == "\1"
    --> true
    pcall(string.pack, "r", 1)
    --> false invalid format option 'r'
    pcall(string.packsize, "z")
    --> false bad argument #1 to 'string.packsize' (variable-length format)
    pcall(string.packsize, ("c2147483647"):rep(2))
    --> false invalid format option '7'
    pcall(string.pack, {})
    --> false bad argument #1 to 'string.pack' (string expected, got table)
    """#

  @Test("a format is what the manual says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
