import Foundation
import Testing

@testable import dormouse

/// luacheck and gnuplot in the place of which a program stands that does not end.
@Suite("other people's programs that work for the command")
struct OtherProgramTests {
  private static let check = "check a.lua"
  private static let plot = "plot two.sqlite --kind intervals -o f.svg"

  /// A folder with a script, a store, and a program that says which process it is and goes on.
  private func place(_ line: String, program lines: String) throws -> Workplace {
    let place = line == Self.plot ? try Workplace.withExperiment() : try Workplace()
    if line == Self.plot {
      #expect(try place.run("compare", "two.lua", "-o", "two.sqlite", "--quiet").status == 0)
    }
    try place.write("return {}\n", to: "a.lua")
    _ = try place.shell("mkdir bin own")
    for name in ["luacheck", "gnuplot"] {
      try place.write(
        "#!/bin/sh\ncd \"${0%/*}\"; echo $$ >begun; mv begun group\n\(lines)\n", to: "bin/\(name)")
    }
    _ = try place.shell("chmod +x bin/*")
    return place
  }

  /// Starts the command, and waits for the program to be at work.
  ///
  /// - Returns: the program's group.
  private func start(_ line: String, in place: Workplace) throws -> (Running, group: pid_t) {
    let mark = place.folder.appendingPathComponent("bin/group").path
    let running = try place.startShell(
      "export TMPDIR=\"$PWD/own\" PATH=\"$PWD/bin:$PATH\"; exec \"$0\" \(line)")
    try running.wait { FileManager.default.fileExists(atPath: mark) || !running.isRunning }
    let group = try place.read("bin/group").trimmingCharacters(in: .whitespacesAndNewlines)
    return (running, try #require(pid_t(group)))
  }

  private func expectGone(_ group: pid_t) {
    let limit = Date(timeIntervalSinceNow: 60)
    while isAlive(group: group), Date() < limit { Thread.sleep(forTimeInterval: 0.01) }
    #expect(!isAlive(group: group))
  }

  @Test(
    "are ended by whatever signal ends it, with what they have started",
    arguments: [check, plot],
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU])
  func signals(line: String, signal: Int32) throws {
    let place = try place(line, program: "trap '' INT TERM HUP; /bin/sleep 1000 & wait")
    let (running, group) = try start(line, in: place)
    running.send(signal)
    let outcome = try running.finish()
    expectGone(group)
    #expect(outcome.status == 128 + signal && outcome.isEndedBySignal)
    #expect(
      outcome.errors
        == (line == Self.check
          ? "check: interrupted before luacheck had ended\n"
          : "interrupted; no figure was written\n"))
    #expect(outcome.output == (line == Self.check ? "a.lua: app, no errors\n" : ""))
    #expect(try place.shell("ls -A own; ls -A | grep -F f.svg").output.isEmpty)
  }

  @Test("are ended by signals too that nobody heeds", arguments: [SIGVTALRM, SIGPROF])
  func unheeded(signal: Int32) throws {
    let place = try place(Self.check, program: "/bin/sleep 1000 & wait")
    let (running, group) = try start(Self.check, in: place)
    running.send(signal)
    let outcome = try running.finish()
    expectGone(group)
    #expect(outcome.status == 128 + signal && outcome.isEndedBySignal)
    #expect(try place.shell("ls -A own").output.isEmpty)
  }

  @Test("are ended by a fault of the command itself too", arguments: [SIGSEGV, SIGABRT, SIGTRAP])
  func faults(signal: Int32) throws {
    let place = try place(Self.check, program: "/bin/sleep 1000 & wait")
    let (running, group) = try start(Self.check, in: place)
    running.send(signal)
    #expect(try running.finish().status == 70)
    expectGone(group)
    #expect(try place.shell("ls -A own").output.isEmpty)
  }
}
