import Testing

@Suite("string.format, conversion by conversion")
struct FormatConversionTests {
  /// Calls, each with what it tells below.
  static let calls = #"""
    -- whole numbers
    ("%d|%i|%5d|%-5d|%05d|%+d|% d"):format(1, -2, 3, 4, 5, 6, 7)
    --> 1|-2|    3|4    |00005|+6| 7
    ("%+5d|%-+5d|%+05d|% 5d|%- 5d"):format(1, 2, 3, 4, 5)
    --> +1|+2   |+0003|    4| 5
    ("%.3d|%5.3d|%-5.3d|%+.3d|%.0d|%.d"):format(1, 2, 3, 4, 0, 0)
    --> 001|  002|003  |+004||
    ("%d %d"):format(math.mininteger, math.maxinteger)
    --> -9223372036854775808 9223372036854775807
    ("%20d|%-21d|"):format(math.mininteger, math.maxinteger)
    --> -9223372036854775808|9223372036854775807  |
    ("%.19d"):format(math.maxinteger)
    --> 9223372036854775807
    ("%d %d %d"):format(3.0, "10", "0x10")
    --> 3 10 16
    ("%d"):format("1e2")
    --> 100
    pcall(string.format, "%d", 1.5)
    --> false bad argument #2 to 'string.format' (number has no integer representation)
    pcall(string.format, "%d", "1.5")
    --> false bad argument #2 to 'string.format' (number has no integer representation)
    pcall(string.format, "%d", 2^63)
    --> false bad argument #2 to 'string.format' (number has no integer representation)
    pcall(string.format, "%d", 0/0)
    --> false bad argument #2 to 'string.format' (number has no integer representation)
    pcall(string.format, "%d", {})
    --> false bad argument #2 to 'string.format' (number expected, got table)
    pcall(string.format, "%d", nil)
    --> false bad argument #2 to 'string.format' (number expected, got nil)
    pcall(string.format, "%d")
    --> false bad argument #2 to 'string.format' (no value)

    -- without sign, by eights and sixteens
    ("%x %X %#x %#X %08x %-8x| %.4x"):format(255, 255, 255, 255, 255, 255, 255)
    --> ff FF 0xff 0XFF 000000ff ff      | 00ff
    ("%o %#o %05o %.5o"):format(8, 8, 8, 8)
    --> 10 010 00010 00010
    ("%x %o %X"):format(-1, -1, math.mininteger)
    --> ffffffffffffffff 1777777777777777777777 8000000000000000
    ("%#x %#o"):format(0, 0)
    --> 0 0
    ("%x"):format(255.0)
    --> ff
    pcall(string.format, "%x", 255.5)
    --> false bad argument #2 to 'string.format' (number has no integer representation)
    pcall(string.format, "%u", 1)
    --> true 1
    pcall(string.format, "%+x", 1)
    --> false invalid conversion specification: '%+x'

    -- fractions
    ("%f %.2f %.0f %8.3f|%-8.3f|%08.3f"):format(1.5, 1.005, 0.5, 3.14159, 3.14159, -3.14159)
    --> 1.500000 1.00 0    3.142|3.142   |-003.142
    ("%+f % f %+.1f"):format(1, 2, -0.0)
    --> +1.000000  2.000000 -0.0
    ("%#.0f %#.0e %#g"):format(1, 1, 1)
    --> 1. 1.e+00 1.00000
    ("%e %E %.0e %12.3e|%-12.3e|"):format(12345.678, 12345.678, 12345.678, 12345.678, 12345.678)
    --> 1.234568e+04 1.234568E+04 1e+04    1.235e+04|1.235e+04   |
    ("%g %G %g %g %g"):format(1e20, 1e-10, 100000, 1000000, 0.0001)
    --> 1e+20 1E-10 100000 1e+06 0.0001
    ("%.3g %.10g %10.3g|%-10.3g|%+g"):format(1234567, 0.1, 1234.5, 1234.5, 1)
    --> 1.23e+06 0.1   1.23e+03|1.23e+03  |+1
    ("%f %e %g"):format(1/0, -1/0, 1/0)
    --> inf -inf inf
    ("%5.1f|%-7.1f|"):format(1/0, -1/0)
    --> inf|-inf   |
    ("%.99f"):format(1 / 3):sub(1, 20), #("%.99f"):format(1 / 3)
    --> 0.333333333333333314 101
    #("%99.99f"):format(-1e300), ("%.20g"):format(0.1)
    --> 402 0.10000000000000000555
    ("%a %A %.3a %.0a"):format(1, 0.5, 1 / 3, 1)
    --> 0x1p+0 0X1P-1 0x1.555p-2 0x1p+0
    ("%+a|% a|%12a|%-12a|"):format(1, 1, 1, 1)
    --> +0x1p+0| 0x1p+0|      0x1p+0|0x1p+0      |
    ("%f"):format("0x10"), ("%.1f"):format("  5  "), ("%g"):format(2^53)
    --> 16.000000 5.0 9.0072e+15
    pcall(string.format, "%f", "five")
    --> false bad argument #2 to 'string.format' (number expected, got string)
    pcall(string.format, "%f", true)
    --> false bad argument #2 to 'string.format' (number expected, got boolean)

    -- texts
    ("%s|%5s|%-5s|%.2s|%5.1s|%-5.1s|"):format("a", "b", "c", "def", "ghi", "jkl")
    --> a|    b|c    |de|    g|j    |
    ("%.0s|%.s|%3s"):format("abc", "abc", "abcdef")
    --> ||abcdef
    ("%s %s %s"):format(1, 1.0, -0.0), ("%s"):format(nil), ("%s"):format(false)
    --> 1 1.0 -0.0 nil false
    ("%10s"):format(12), ("%-10s|"):format(true), ("%.3s"):format(3.14159)
    --> 12 true      | 3.1
    ("%s"):format("a\0b") == "a\0b", #("%s"):format(("x"):rep(1000))
    --> true 1000
    ("%99s"):format("x"):find("x"), #("%-99s"):format("x")
    --> 99 99
    pcall(string.format, "%5s", "a\0b")
    --> false bad argument #2 to 'string.format' (string contains zeros)
    pcall(string.format, "%.20s", "a\0b")
    --> false bad argument #2 to 'string.format' (string contains zeros)
    pcall(string.format, "%100s", "x")
    --> false invalid conversion specification: '%100s'
    pcall(string.format, "%.100s", "x")
    --> false invalid conversion specification: '%.100s'
    pcall(string.format, "%05s", "x")
    --> false invalid conversion specification: '%05s'
    pcall(string.format, "%+s", "x")
    --> false invalid conversion specification: '%+s'
    ("%s|%s"):format("a", "b", "more")
    --> a|b

    -- characters
    ("%c%c%c"):format(76, 117, 97), ("%5c|%-5c|"):format(65, 66), #("%c"):format(0)
    --> Lua     A|B    | 1
    ("%c"):format(256 + 65), ("%c"):format("65")
    --> A A
    pcall(string.format, "%.1c", 65)
    --> false invalid conversion specification: '%.1c'
    pcall(string.format, "%c", "A")
    --> false bad argument #2 to 'string.format' (number expected, got string)

    -- literals
    ("%q"):format("a\nb\\c\"d\0e\r\t")
    --> "a\\\nb\\\\c\\"d\\0e\\13\\9"
    ("%q %q %q"):format(1, -1, math.mininteger), ("%q"):format(0.1)
    --> 1 -1 0x8000000000000000 0x1.999999999999ap-4
    ("%q %q %q"):format(1/0, -1/0, 2^63), ("%q"):format(0/0)
    --> 1e9999 -1e9999 0x1p+63 (0/0)
    ("%q %q %q"):format(nil, true, false)
    --> nil true false
    load("return " .. ("%q"):format("\0\1\0029\r\n\\\"\200"))() == "\0\1\0029\r\n\\\"\200"
    --> true
    load("return " .. ("%q"):format(1 / 3))() == 1 / 3
    --> true
    load("return " .. ("%q"):format(math.mininteger))() == math.mininteger
    --> true
    pcall(string.format, "%5q", "x")
    --> false specifier '%q' cannot have modifiers
    pcall(string.format, "%q", print)
    --> false bad argument #2 to 'string.format' (value has no literal form)

    -- what is no conversion
    ("%%"):format(), ("100%%"):format(), ("%d%%"):format(5)
    --> % 100% 5%
    pcall(string.format, "%z", 1)
    --> false invalid conversion '%z' to 'format'
    pcall(string.format, "%d %", 1)
    --> false bad argument #3 to 'string.format' (no value)
    pcall(string.format, "%-", 1)
    --> false invalid conversion '%-' to 'format'
    pcall(string.format, "%-+ #0d", 1)
    --> false invalid conversion specification: '%-+ #0d'
    pcall(string.format, "%--d", 1)
    --> true 1
    pcall(string.format, "%123d", 1)
    --> false invalid conversion specification: '%123d'
    pcall(string.format, "%1.123d", 1)
    --> false invalid conversion specification: '%1.123d'
    pcall(string.format, "%.1.1d", 1)
    --> false invalid conversion specification: '%.1.1d'
    pcall(string.format, "%#d", 1)
    --> false invalid conversion specification: '%#d'
    pcall(string.format, "%0s", 1)
    --> false invalid conversion specification: '%0s'
    pcall(string.format, "%ld", 1)
    --> false invalid conversion '%l' to 'format'
    pcall(string.format, "%*d", 1, 2)
    --> false invalid conversion '%*' to 'format'
    pcall(string.format, "%1$d", 1)
    --> false invalid conversion '%1$' to 'format'
    pcall(string.format, ("%0"):rep(2) .. "d", 1)
    --> false invalid conversion '%0%' to 'format'
    pcall(string.format)
    --> false bad argument #1 to 'string.format' (string expected, got no value)
    ("\0%d\0"):format(1) == "\0" .. "1" .. "\0", (""):format(1)
    --> true
    """#

  @Test("flags, width and precision mean what C says", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
