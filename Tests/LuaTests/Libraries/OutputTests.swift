import Testing

@Suite("print and what there is of io")
struct OutputTests {
  /// Calls, each with what it tells or writes below; a `!` stands before a statement.
  static let calls = #"""
    !print(1, nil, "x", true) print()
    --> 1 nil x true
    !io.write("a", 1, 2.5, "\n")
    --> a12.5
    !io.stdout:write("one ", "two", "\n"):write("three\n")
    --> one two\nthree
    !io.write() io.write("") print("after")
    --> after
    !print(setmetatable({}, {__tostring = function() return "shown" end}))
    --> shown
    io.write("") == io.stdout, io.stdout:write("") == io.stdout
    --> true true
    pcall(io.write, {})
    --> false bad argument #1 to 'io.write' (string expected, got table)
    pcall(io.write, nil)
    --> false bad argument #1 to 'io.write' (string expected, got nil)
    pcall(io.stdout.write, io.stdout, {})
    --> false bad argument #2 to '?' (string expected, got table)
    io.type(io.stdout), io.type(io.stderr), io.type({}), io.type(5), io.type("stdout")
    --> file file nil nil nil
    pcall(io.type)
    --> false bad argument #1 to 'io.type' (value expected)
    io.stdout:flush() == io.stdout, io.stdout:setvbuf("no") == io.stdout, io.stdout:close() ==
      io.stdout
    --> true true true
    (tostring(io.stdout):gsub("0x%x+", "#"))
    --> FILE*: #
    pcall(print, setmetatable({}, {__tostring = function() error("no text", 0) end}))
    --> false no text
    io.read, io.open, io.lines, io.popen, io.tmpfile
    --> nil nil nil nil nil
    """#

  @Test("a call tells or writes what it should", arguments: Transcript(calls).calls)
  func call(_ call: Transcript.Call) throws {
    #expect(try call.told() == call.expected)
  }
}
