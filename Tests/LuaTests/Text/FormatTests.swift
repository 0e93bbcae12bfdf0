import Testing

@Suite("string.format, and what else is made of values")
struct FormatTests {
  static let formats: [(String, String)] = [
    ("'%@', 'x'", "x"), ("'%@', 12", "12"), ("'%@', 1.5", "1.5"), ("'%@', nil", "nil"),
    ("'%@', {}", "{}"), ("'%@', {1, {2}}", "{1, {2}}"), ("'%@', {a = 'b'}", "{a = \\\"b\\\"}"),
    ("'%@', {[1] = 1, [3] = 3}", "{1, [3] = 3}"), ("'%@', {{{{{{{{}}}}}}}}", "{{{{{{{...}}}}}}}"),
    ("'%@ %d %@', 'a', 2, true", "a 2 true"), ("'%%@'", "%@"), ("'%%%@', 1", "%1"),
    ("'%5@|', 'ab'", "   ab|"), ("'%-5@|', 'ab'", "ab   |"), ("'%.1@', 'ab'", "a"),
    ("'%p', nil", "(null)"), ("'%p', 'text'", "(null)"), ("'%p', 1", "(null)"),
    ("'%10p|', true", "    (null)|"), ("'%s', nil", "nil"), ("'%s %s', true, 1.0", "true 1.0"),
    ("'%5.1f|%-8d|%+d', 3.14159, 7, 7", "  3.1|7       |+7"),
    ("'%x %X %#o', 255, 255, 8", "ff FF 010"),
    ("'%q', 1 / 3", "0x1.5555555555555p-2"), ("'%c%c', 76, 117", "Lu"), ("'%i', 3.0", "3"),
    ("'%s', setmetatable({}, {__tostring = function() return 'T' end})", "T"),
    ("'%@', setmetatable({}, {__tostring = function() return 'T' end})", "T"),
    ("'%g %e', 1e20, 1", "1e+20 1.000000e+00"), ("'no conversions'", "no conversions"), ("5", "5"),
  ]

  @Test("format shows values", arguments: formats)
  func format(arguments: String, result: String) throws {
    let expected = result.replacing("\\\"", with: "\"")
    #expect(try Script().lines("note((string.format(\(arguments))))") == [expected])
  }

  static let faults: [(String, String)] = [
    ("'%d', 1.5", "bad argument #2 to 'string.format' (number has no integer representation)"),
    ("'%d', 'x'", "bad argument #2 to 'string.format' (number expected, got string)"),
    ("'%d %d', 1", "bad argument #3 to 'string.format' (no value)"),
    ("'%@'", "bad argument #2 to 'string.format' (no value)"),
    ("'%s'", "bad argument #2 to 'string.format' (no value)"),
    ("'%y', 1", "invalid conversion '%y' to 'format'"),
    ("'%'", "bad argument #2 to 'string.format' (no value)"),
    ("'%5%', 1", "invalid conversion '%5%' to 'format'"),
    ("'%100d', 1", "invalid conversion specification: '%100d'"),
    ("'%q', {}", "bad argument #2 to 'string.format' (value has no literal form)"),
    ("{}", "bad argument #1 to 'string.format' (string expected, got table)"),
    (
      "'%s', setmetatable({}, {__tostring = function() return {} end})",
      "'__tostring' must return a string"
    ),
    ("'%s', setmetatable({}, {__tostring = function() error('no', 0) end})", "no"),
  ]

  @Test("what format cannot show is an error in Lua's words", arguments: faults)
  func fault(arguments: String, message: String) throws {
    #expect(
      try Script().lines("note(select(2, pcall(string.format, \(arguments))))") == [message])
  }

  @Test("identities are serials, the same by every way to see them")
  func identities() throws {
    let script = try Script()
    try script.lines(
      """
      for _, v in ipairs {{}, print, function() end, coroutine.create(print)} do
        local id = ("%p"):format(v)
        note(id:find("^0x%x%x%x%x%x%x%x%x$") == 1, tostring(v) == type(v) .. ": " .. id,
          ("%s"):format(v) == tostring(v))
      end
      local named = setmetatable({}, {__name = "Name"})
      note((tostring(named):gsub("0x%x+", "#")), (("%s %@"):format(named, named):gsub("0x%x+", "#")))
      """)
    #expect(
      script.notebook.lines == Array(repeating: "true\ttrue\ttrue", count: 4)
        + ["Name: #\tName: # Name: #"])
  }

  @Test("embedded zeros and bytes of any kind pass through")
  func bytes() throws {
    let script = try Script()
    try script.lines(
      """
      local all = {}
      for i = 0, 255 do all[i + 1] = string.char(i) end
      all = table.concat(all)
      note(("%s"):format(all) == all, ("%@"):format(all) == all, #("%s%s"):format(all, all))
      note(load("return " .. ("%q"):format(all))() == all)
      note(pcall(string.format, "%5s", "a\\0b"))
      note(("a\\0%s\\0"):format("x") == "a\\0x\\0")
      """)
    #expect(
      script.notebook.lines == [
        "true\ttrue\t512", "true",
        "false\tbad argument #2 to 'string.format' (string contains zeros)",
        "true",
      ])
  }

  /// What makes ready, what is called, and what it is charged at least.
  static let charges: [(String, String, Int)] = [
    ("s = ('x'):rep(1e6)", "s:format()", 100_000),
    ("s = ('x'):rep(1e6)", "('%s'):format(s)", 50_000),
    ("s = ('%d'):rep(200)", "s:format(table.unpack(t))", 800),
    ("", "('%99.99f'):format(1e300)", 40),
    ("s = ('x'):rep(1e6)", "s:upper()", 30_000), ("s = ('x'):rep(1e6)", "s:reverse()", 30_000),
    ("s = ('x'):rep(1e6)", "s:sub(2)", 30_000), ("s = ('x'):rep(1e4)", "s:byte(1, -1)", 2_000),
    ("", "('x'):rep(1e6)", 15_000), ("", "(''):rep(1e6)", 200_000),
    ("", "string.pack('c1000000', '')", 30_000), ("s = ('b'):rep(1e4)", "s.packsize(s)", 300),
    ("s = ('x'):rep(1e6)", "string.pack('s', s)", 30_000),
    ("s = ('x'):rep(1e6)", "string.unpack('c1000000', s)", 30_000),
    ("s = ('x'):rep(1e6)", "utf8.len(s)", 30_000),
    ("s = ('x'):rep(1e6)", "utf8.offset(s, 1e6)", 200_000),
    ("s = ('1'):rep(1e6)", "tonumber(s)", 30_000),
  ]

  @Test("long work of one call is charged", arguments: charges)
  func charge(before: String, call: String, least: Int) throws {
    let script = try Script(memoryBytes: 64 << 20)
    #expect(try script.run("t = {} for i = 1, 200 do t[i] = i end " + before).isFinished)
    _ = script.state.takeInstructions()
    #expect(try script.run("local x = \(call)").isFinished)
    #expect(script.state.takeInstructions() >= least)
  }

  static let bombs = [
    "string.pack('c999999999', '')", "('x'):rep(1e9)", "('x'):rep(1e5, ('y'):rep(1e4))",
    "('%s'):rep(100):format(table.unpack(t))",
    "string.pack(('c9999999'):rep(100), table.unpack(e))",
  ]

  @Test("what would not fit ends the state before it is made", arguments: bombs)
  func bomb(source: String) throws {
    let script = try Script(memoryBytes: 16 << 20)
    #expect(
      try script.run(
        "t, e = {}, {} for i = 1, 100 do t[i] = ('x'):rep(1e5) .. i e[i] = '' end t[1] = ('x'):rep(2e6)"
      ).isFinished || script.state.isKilled)
    let failure = try script.failure("while true do pcall(function() return \(source) end) end")
    #expect(failure.isFatal)
  }
}
