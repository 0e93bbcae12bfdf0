import Foundation
import Testing

@testable import dormouse

@Suite("What is printed in a terminal")
struct TerminalWidthTests {
  /// Runs a command in a terminal of some columns that nobody has told of them, and prints how long
  /// the longest line is.
  private static let measuring = #"""
    import fcntl, os, pty, re, struct, sys, termios

    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
        os.environ.update(TERM="xterm", NO_COLOR="1", LANG="C.UTF-8")
        os.execv(sys.argv[2], sys.argv[2:])

    text = b""
    while True:
        try: part = os.read(terminal, 65536)
        except OSError: break
        if not part: break
        text += part
    _, status = os.waitpid(child, 0)
    # Progress is wiped, and in a line of its own.
    lines = [line.rstrip("\r").split("\x1b[K")[-1] for line in text.decode().split("\n")]
    print(max(map(len, lines)))
    sys.exit(os.waitstatus_to_exitcode(status))
    """#

  private func longest(
    _ arguments: String, in columns: Int, setting: String = ""
  ) throws -> Int? {
    let place = try Workplace.withScripts()
    try place.write(Self.measuring, to: "measuring.py")
    let outcome = try place.shell(
      "\(setting) python3 measuring.py \(columns) \"$0\" \(arguments)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test("no report is narrower than 40 columns", arguments: [-5, 0, 1, 20])
  func narrow(columns: Int) throws {
    let place = try Workplace()
    let outcome = try place.shell("COLUMNS=\(columns) \"$0\" explain 0xdead10cc")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("suspendedWithLockedFile (exit"))
  }

  @Test("a report is as wide as the terminal, from 80 columns to 100; COLUMNS says another width")
  func reports() throws {
    #expect(try longest("run hour.lua", in: 80) ?? 0 <= 80)
    let wide = try #require(try longest("run hour.lua", in: 150))
    #expect(wide > 80 && wide <= 100)
    #expect(try longest("run hour.lua", in: 150, setting: "COLUMNS=80") ?? 0 <= 80)
  }

  @Test("a command that takes over two seconds shows how far it is, and wipes it in the end")
  func progress() throws {
    let place = try Workplace.withScripts()
    let writing = Self.measuring.replacing(
      "print(max(map(len, lines)))", with: "print(text.decode())")
    try place.write(writing, to: "writing.py")
    // A recording that comes slowly is read as slowly.
    let slow = try place.shell(
      """
      mkfifo slow && (sleep 4; echo '{"ns":0,"kind":"unlock"}') >slow &
      python3 writing.py 80 "$0" trace slow
      """)
    #expect(slow.output.contains("\u{1B}[Ktrace: working for 2 s"), "\(slow.output)")
    #expect(slow.output.contains("\r\u{1B}[K00:00:00.000"), "\(slow.output)")
    let quick = try place.shell("python3 writing.py 80 \"$0\" explain watchdog")
    #expect(!quick.output.contains("\u{1B}[K"))
  }

  @Test(
    "help and lists fold what is too wide",
    arguments: ["", "explain", "museum", "museum double-end", "policies"]
      + Dormouse.catalogue.map { "\($0.name) --help" })
  func help(arguments: String) throws {
    let place = try Workplace()
    let narrow = try place.shell("COLUMNS=80 \"$0\" \(arguments)")
    #expect(narrow.status == 0)
    // How a command is called stands as it is, and so does what a case's test prints.
    let folded = narrow.output.split(separator: "\n").filter {
      !$0.hasPrefix("usage:") && !(arguments.hasPrefix("museum ") && $0.hasPrefix("    "))
    }
    #expect(folded.allSatisfy { $0.count <= 80 })
    // Nothing is lost.
    let wide = try place.shell("\"$0\" \(arguments)")
    let words = { (text: String) in text.split { $0.isWhitespace } }
    #expect(words(narrow.output) == words(wide.output))
  }

  @Test("a timeline is as wide as the terminal, up to 200 columns", arguments: [80, 130, 300])
  func timelines(columns: Int) throws {
    let longest = try #require(try longest("run hour.lua --timeline --quiet", in: columns))
    let most = min(200, columns)
    #expect(longest <= most && longest > most - 20)
  }
}
