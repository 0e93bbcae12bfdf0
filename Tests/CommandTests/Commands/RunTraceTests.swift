import Foundation
import Testing

@Suite("The trace that dormouse run writes")
struct RunTraceTests {
  @Test("is the same in every process, and the command trace reads it")
  func reproducible() throws {
    let place = try Workplace.withScripts()
    for name in ["a.jsonl", "b.jsonl"] {
      let outcome = try place.run("run", "hour.lua", "--quiet", "--trace", name)
      #expect(outcome.status == 0)
    }
    #expect(try place.read("a.jsonl") == place.read("b.jsonl"))
    let log = try place.run("trace", "a.jsonl", "--kind", "app.log")
    #expect(log.output == "08:20:30.000  sleeper       app.log          good night\n")
  }

  @Test("with --explain has what decisions rested on, and the same fingerprint without it")
  func explained() throws {
    let place = try Workplace.withScripts()
    let plain = try place.run("run", "hour.lua", "--json", "--trace", "plain.jsonl")
    let explained = try place.run("run", "hour.lua", "--json", "--explain", "--trace", "t.jsonl")
    #expect(explained.output == plain.output)
    let lines = try place.read("t.jsonl").split(separator: "\n", omittingEmptySubsequences: false)
    let told = lines.filter { $0.contains(#","kind":"policy.explanation","#) }
    #expect(told.count == 2)
    #expect(told.first?.contains(#""call":"backgroundTime","allowanceNs":30000000000"#) == true)
    let rest = lines.filter { !told.contains($0) }.joined(separator: "\n")
    #expect(try rest == place.read("plain.jsonl"))
    let fingerprints = try ["plain.jsonl", "t.jsonl"].map { name in
      try place.run("trace", name, "--fingerprint").output
    }
    #expect(Set(fingerprints).count == 1)
    #expect(plain.output.contains(fingerprints[0].dropLast()))
  }

  @Test("replaces an older file, through a link too")
  func replaces() throws {
    let place = try Workplace.withScripts()
    try place.write("old", to: "t.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.appendingPathComponent("link").path, withDestinationPath: "t.jsonl")
    #expect(try place.run("run", "hour.lua", "--quiet", "--trace", "link").status == 0)
    #expect(try place.read("t.jsonl").hasPrefix("{\"ns\":"))
    #expect(try place.read("link") == place.read("t.jsonl"))
  }

  @Test("goes to the standard output as '-', and the report to the standard error")
  func printed() throws {
    let outcome = try Workplace.withScripts().run("run", "hour.lua", "--trace", "-")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("{\"ns\":"))
    #expect(outcome.errors.hasPrefix("An hour with two apps\n"))
  }

  @Test(
    "that cannot be written is an error, and nothing is left behind",
    arguments: [
      ("none/t.jsonl", 66, "none/t.jsonl: there is no such folder; "),
      ("/proc/t.jsonl", 74, "/proc/t.jsonl: it cannot be written (No such file or directory); "),
      (".", 74, ".: it is a folder; name a file\n"),
      ("/dev/full", 74, "/dev/full: it cannot be written (No space left on device); "),
    ])
  func impossible(path: String, status: Int32, message: String) throws {
    let place = try Workplace.withScripts()
    let before = try place.files()
    let outcome = try place.run("run", "hour.lua", "--trace", path)
    #expect(outcome.errors.hasPrefix(message))
    #expect(outcome.output.isEmpty)
    #expect(outcome.status == status)
    #expect(try place.files() == before)
  }

  @Test(
    "of a run that is stopped by a signal is not kept, and an older one is",
    arguments: [
      (SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129)), (SIGUSR1, Int32(138)),
      (SIGQUIT, Int32(131)), (SIGXCPU, Int32(152)),
    ])
  func interrupted(signal: Int32, status: Int32) throws {
    let place = try Workplace.withScripts()
    try place.write("old", to: "t.jsonl")
    let before = try place.files()
    let running = try place.start(["run", "endless.lua", "--trace", "t.jsonl"])
    try running.wait { try place.files().count > before.count }
    running.send(signal)
    let outcome = try running.finish()
    #expect(outcome.status == status)
    // A shell that sees that ends its loop too.
    #expect(outcome.isEndedBySignal)
    #expect(outcome.errors.hasPrefix("interrupted at "))
    #expect(outcome.errors.hasSuffix(" events; t.jsonl was not written\n"))
    #expect(outcome.output.isEmpty)
    #expect(try place.files() == before)
    #expect(try place.read("t.jsonl") == "old")
  }

  @Test(
    "is not kept either when dormouse itself fails, which ends it with status 70",
    arguments: [SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGABRT, SIGFPE])
  func fault(signal: Int32) throws {
    let place = try Workplace.withScripts()
    let before = try place.files()
    let running = try place.start(["run", "endless.lua", "--trace", "t.jsonl"])
    try running.wait { try place.files().count > before.count }
    running.send(signal)
    let outcome = try running.finish()
    #expect(outcome.status == 70)
    #expect(
      outcome.errors
        == "dormouse: a fault of its own (signal \(signal)); please report it, with the command and its "
        + "files\n")
    #expect(try place.files() == before)
  }

  @Test("gets nothing but records when the standard output is closed, which is an error of its own")
  func closedOutput() throws {
    let place = try Workplace.withScripts()
    let outcome = try place.shell("exec $0 run hour.lua --trace t.jsonl >&-")
    #expect(
      outcome.errors
        == "output: it cannot be written (Bad file descriptor); open it, or write to a file\n")
    #expect(outcome.status == 74)
    let lines = try place.read("t.jsonl").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("{\"ns\":") && $0.hasSuffix("}") })
    #expect(try place.shell("exec $0 run hour.lua --quiet <&- >&- 2>&-").status == 0)
  }

  @Test("ends quietly when its reader goes away, and so does the command trace")
  func closedPipe() throws {
    let place = try Workplace.withScripts()
    for command in ["run endless.lua --trace -", "trace long.jsonl"] {
      let record = #"{"ns":0,"kind":"app.log","app":"a","message":"something"}"# + "\n"
      try place.write(String(repeating: record, count: 20_000), to: "long.jsonl")
      let outcome = try place.shell("{ \"$0\" \(command); echo \"status $?\" >&2; } | head -n 1")
      #expect(outcome.output.split(separator: "\n").count == 1)
      #expect(outcome.errors == "status 0\n")
    }
  }
}
