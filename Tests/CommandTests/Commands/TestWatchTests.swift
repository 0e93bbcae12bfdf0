import Foundation
import Testing

@Suite("dormouse test --watch")
struct TestWatchTests {
  private static let app = """
    local app = {}
    function app:didBecomeActive() print("one") end
    return app
    """
  private static let tests = """
    test("it prints one", function(t)
      local app = t:device():install("app.lua")
      app:open()
      expect(app.log):toEqual { "one" }
    end)
    """
  private static let others = """
    local lib = require("lib")
    test("three", function(t) expect(lib.three):toEqual(3) end)
    """

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Self.app, to: "app.lua")
    try place.write(Self.tests, to: "app-test.lua")
    try place.write("return { three = 3 }", to: "lib.lua")
    try place.write(Self.others, to: "lib-test.lua")
    return place
  }

  /// Writes a file in one step: no other state of it can be seen.
  private func save(_ text: String, to name: String, in place: Workplace) throws {
    try Data(text.utf8).write(to: place.folder.appendingPathComponent(name), options: .atomic)
  }

  /// A command that watches, of which each run is taken by itself.
  private final class Watching {
    private let running: Running
    private var taken = 0

    init(_ place: Workplace, _ arguments: String...) throws {
      running = try place.start(["test", "--watch"] + arguments)
    }

    /// What it prints until it waits for the next change.
    func next() throws -> String {
      let mark = "; Ctrl-C ends\n"
      try running.wait { try rest().contains(mark) || !running.isRunning }
      let text = try rest()
      let end = try #require(text.range(of: mark), "\(text)").upperBound
      taken += text[..<end].utf8.count
      return String(text[..<end])
    }

    private func rest() throws -> String { String(try running.outputSoFar().dropFirst(taken)) }

    /// The same of the first run that has some text: a machine that is busy may see a state between
    /// two of what a test does.
    func next(with text: String) throws -> String {
      var run = try next()
      while !run.contains(text) { run = try next() }
      return run
    }

    /// - Returns: what it has printed since.
    func end(_ signal: Int32 = SIGINT) throws -> Workplace.Outcome {
      running.send(signal)
      let outcome = try running.finish()
      return Workplace.Outcome(
        status: outcome.status, output: String(outcome.output.dropFirst(taken)),
        errors: outcome.errors, isEndedBySignal: outcome.isEndedBySignal)
    }
  }

  @Test("runs again what has read the file that changed, and nothing else; Ctrl-C ends it")
  func concerned() throws {
    let place = try place()
    let watching = try Watching(place, ".")
    #expect(
      try watching.next() == """
        app-test.lua
          ok    it prints one
        lib-test.lua
          ok    three

        2 tests: 2 passed
        waiting for a change in 4 files; Ctrl-C ends

        """)
    try save(Self.app.replacing("one", with: "two"), to: "app.lua", in: place)
    let failed = try watching.next()
    #expect(failed.hasPrefix("\napp.lua has changed\napp-test.lua\n  FAIL  it prints one\n"))
    #expect(failed.contains("seen     {\"two\"}"))
    #expect(!failed.contains("lib-test.lua"))
    #expect(failed.contains("\n2 tests: 1 passed, 1 failed\nwaiting"))
    // What failed and did not run again is named, for the sum counts it.
    try save("return { three = 1 + 2 }", to: "lib.lua", in: place)
    #expect(
      try watching.next() == """

        lib.lua has changed
        lib-test.lua
          ok    three
        app-test.lua: 1 of 1 test failed; not run again: nothing that it reads has changed

        2 tests: 1 passed, 1 failed
        waiting for a change in 4 files; Ctrl-C ends

        """)
    let end = try watching.end()
    #expect(end.status == 130)
    #expect(end.errors == "test: interrupted while it waited; 2 tests: 1 passed, 1 failed\n")
    #expect(end.output.isEmpty)
  }

  @Test(
    "a signal that comes while it waits ends it, whatever the tests have come to",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    let place = try place()
    let watching = try Watching(place, ".")
    _ = try watching.next()
    let end = try watching.end(signal)
    #expect(end.status == 128 + signal)
    #expect(end.isEndedBySignal)
    #expect(end.errors == "test: interrupted while it waited; 2 tests: 2 passed\n")
  }

  @Test("editors that write by renaming, or beside the file and then in its place, are seen")
  func renamed() throws {
    let place = try place()
    let watching = try Watching(place, "app-test.lua")
    #expect(try watching.next().contains("1 test: 1 passed"))
    // As vim does: the old file gets another name, and a new one its own.
    try save(Self.app.replacing("one", with: "two"), to: "app.new", in: place)
    _ = try place.shell("mv app.lua app.lua~; mv app.new app.lua; rm app.lua~")
    #expect(try watching.next(with: "two").contains("seen     {\"two\"}"))
    // As others do: a link of the same name leads to another file.
    try save(Self.app, to: "elsewhere.lua", in: place)
    _ = try place.shell("ln -s elsewhere.lua link; mv link app.lua")
    #expect(
      try watching.next().hasSuffix(
        "1 test: 1 passed\nwaiting for a change in 2 files; Ctrl-C ends\n"))
    // And the file at the end of the link is the one that matters.
    try save(Self.app.replacing("one", with: "three"), to: "elsewhere.lua", in: place)
    #expect(try watching.next().contains("seen     {\"three\"}"))
    try save(Self.app, to: "elsewhere.lua", in: place)
    #expect(try watching.next().contains("1 test: 1 passed"))
    #expect(try watching.end().status == 130)
  }

  @Test("what several saves have changed is reported, and what no test reads changes nothing")
  func several() throws {
    let place = try place()
    let watching = try Watching(place, ".")
    _ = try watching.next()
    _ = try place.shell("touch app.lua lib.lua app-test.lua")
    var told = ""
    for name in ["app-test.lua", "app.lua", "lib.lua"] {
      while !told.contains("\n\(name) has changed\n") { told += try watching.next() }
    }
    try save("nothing", to: "notes.txt", in: place)
    try save("return {}", to: "not-read.lua", in: place)
    // The next run tells of its own reason alone.
    try save(Self.others + "\n", to: "lib-test.lua", in: place)
    #expect(try watching.next().hasPrefix("\nlib-test.lua has changed\nlib-test.lua\n"))
    #expect(try watching.end().status == 130)
  }

  @Test("files that are broken, or go and come back, are reported, and it goes on")
  func broken() throws {
    let place = try place()
    let watching = try Watching(place, ".")
    _ = try watching.next()
    try save("test(", to: "app-test.lua", in: place)
    #expect(
      try watching.next() == """

        app-test.lua has changed
        app-test.lua
          cannot be used
            app-test.lua:1: unexpected symbol near <eof>

        1 test: 1 passed, 1 file could not be used
        waiting for a change in 3 files; Ctrl-C ends

        """)
    try save(Self.tests, to: "app-test.lua", in: place)
    #expect(try watching.next().contains("\n2 tests: 2 passed\n"))
    _ = try place.shell("mv lib.lua kept")
    let without = try watching.next()
    #expect(without.hasPrefix("\nlib.lua is gone\nlib-test.lua\n  cannot be used\n"))
    #expect(without.contains("module 'lib' not found"))
    // `require` finds it at another place.
    _ = try place.shell("mkdir lib; mv kept lib/init.lua")
    let found = try watching.next()
    #expect(found.hasPrefix("\nlib/init.lua is new\nlib-test.lua\n  ok    three\n"))
    #expect(found.contains("\n2 tests: 2 passed\n"))
    try save("error(\"no\")", to: "lib/init.lua", in: place)
    _ = try watching.next()
    let told = "test: interrupted while it waited; 1 test: 1 passed, 1 file could not be used\n"
    #expect(try watching.end().errors == told)
  }

  @Test("a folder's new files of tests run, and those that are gone count no more")
  func folders() throws {
    let place = try place()
    let watching = try Watching(place, ".")
    _ = try watching.next()
    _ = try place.shell("mkdir deep")
    try save(
      "test(\"new\", function(t) expect(1):toEqual(2) end)", to: "deep/test.lua", in: place)
    let new = try watching.next()
    #expect(new.hasPrefix("\ndeep/test.lua is new\ndeep/test.lua\n  FAIL  new\n"))
    #expect(new.contains("\n3 tests: 2 passed, 1 failed\n"))
    _ = try place.shell("rm -r deep app-test.lua lib-test.lua")
    let left = try watching.next(with: "test: no file of tests is left; ")
    #expect(left.contains(" is gone\n") && left.contains("\nwaiting for a change in 0 files"))
    try save(Self.tests, to: "app-test.lua", in: place)
    #expect(try watching.next().contains("\n1 test: 1 passed\n"))
    #expect(try watching.end().status == 130)
  }

  @Test("a filter, a policy's file and coverage are those of all files that are watched")
  func options() throws {
    let place = try place()
    _ = try place.run("new", "policy", "mine")
    let watching = try Watching(
      place, ".", "--filter", "one", "--policy", "mine.lua", "--coverage", "out.info")
    #expect(
      try watching.next() == """
        app-test.lua
          ok    it prints one

        1 test: 1 passed
        app.lua: 3 of 3 lines
        waiting for a change in 5 files; Ctrl-C ends

        """)
    let before = try place.read("out.info")
    // Another app's lines are there still when a file runs that does not concern it.
    try save(Self.others.replacing("three\"", with: "one\""), to: "lib-test.lua", in: place)
    #expect(try watching.next().contains("\n2 tests: 2 passed\napp.lua: 3 of 3 lines\n"))
    #expect(try place.read("out.info").contains(before))
    _ = try place.shell("echo '-- more' >>mine.lua")
    #expect(try watching.next().hasPrefix("\nmine.lua has changed\napp-test.lua\n"))
    try save(
      Self.tests.replacing("prints one", with: "prints 1"), to: "app-test.lua", in: place)
    #expect(try watching.next().contains("\n1 test: 1 passed\n"))
    try save(Self.others, to: "lib-test.lua", in: place)
    let none = "--filter: no test has that in its name (one); leave it out to see their names\n"
    #expect(try watching.next().contains(none))
    #expect(try watching.end().status == 130)
  }

  @Test("in a terminal each run has the screen for itself, and Ctrl-C leaves it as it is")
  func terminal() throws {
    let place = try place()
    try place.write(Self.typing, to: "typing.py")
    let command = try Running.executable().path
    let outcome = try place.shell("python3 typing.py \(command) test --watch .")
    #expect(outcome.status == 130, "\(outcome.errors)")
    let clear = "\u{1B}[H\u{1B}[2J"
    let screens = outcome.output.components(separatedBy: clear)
    #expect(screens.count == 2)
    #expect(screens.first?.hasPrefix("app-test.lua\r\n") == true)
    #expect(screens.last?.hasPrefix("lib.lua has changed\r\nlib-test.lua\r\n") == true)
    #expect(screens.last?.contains("2 tests: 2 passed") == true)
  }

  /// Runs a command in a terminal of its own, saves a file once it waits, types Ctrl-C once it
  /// waits again, prints what stood there and ends with its status.
  private static let typing = #"""
    import os, pty, select, sys, time

    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", NO_COLOR="1")
        os.execv(sys.argv[1], sys.argv[1:])

    text = b""
    def read(count):
        global text
        limit = time.time() + 300
        while text.count(b"Ctrl-C ends") < count and time.time() < limit:
            if select.select([terminal], [], [], 1)[0]:
                text += os.read(terminal, 4096)

    read(1)
    os.utime("lib.lua")
    read(2)
    os.write(terminal, b"\x03")
    _, status = os.waitpid(child, 0)
    sys.stdout.buffer.write(text)
    sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
    """#

  @Test(
    "is not had together with one document for machines",
    arguments: ["tap", "junit"])
  func formats(format: String) throws {
    let run = try place().run("test", ".", "--watch", "--format", format)
    #expect(run.status == 64)
    #expect(
      run.errors
        == "--watch: --format \(format) is one document of one run; leave one of them out\n")
  }

  @Test("a signal that comes while tests run ends them, and leaves no outcome")
  func interrupted() throws {
    let place = try place()
    try place.write(
      """
      for number = 1, 100000 do
        test("long " .. number, function(t)
          print("begun")
          for i = 1, 100000 do end
        end)
      end
      """, to: "long-test.lua")
    let running = try place.start(["test", "--watch", "app-test.lua", "long-test.lua"])
    try running.wait { try running.outputSoFar().contains("ok") }
    running.send(SIGINT)
    let outcome = try running.finish()
    #expect(outcome.status == 130)
    #expect(outcome.errors.hasPrefix("test: interrupted after "))
  }
}
