import Foundation
import Testing

@Suite("dormouse replay")
struct ReplayCommandTests {
  private func place() throws -> (Workplace, fingerprint: String) {
    let place = try Workplace.withScripts()
    let run = try place.run("run", "hour.lua", "--json", "--trace", "hour.jsonl")
    let fingerprint = run.output.components(separatedBy: #""fingerprint":"#)[1]
      .components(separatedBy: "\"")[1]
    return (place, fingerprint)
  }

  @Test("the same run has the fingerprint that the run had")
  func same() throws {
    let (place, fingerprint) = try place()
    let outcome = try place.run("replay", "hour.jsonl", "hour.lua")
    #expect(
      outcome.output == """
        hour.jsonl: the same run again, fingerprint \(fingerprint)

        1  hour.jsonl
        2  hour.lua, first-come, seed 3

        The runs are equal: the same 39 records.

        """)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.status == 0)
  }

  @Test("a run that was stopped is stopped there again")
  func until() throws {
    let (place, _) = try place()
    let run = try place.run(
      "run", "hour.lua", "--quiet", "--until", "10min", "--trace", "cut.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    for arguments in [["cut.jsonl"], ["cut.jsonl", "hour.lua", "--until", "10min"]] {
      let same = try place.run(["replay"] + arguments)
      #expect(same.status == 0 && same.output.contains("the same run again"), "\(same)")
    }
    #expect(try place.run("replay", "cut.jsonl", "hour.lua").status == 1)
  }

  @Test("another run is shown with both fingerprints and the first record that differs")
  func other() throws {
    let (place, fingerprint) = try place()
    let outcome = try place.run("replay", "hour.jsonl", "hour.lua", "--policy", "nothing")
    #expect(
      outcome.output.hasPrefix(
        """
        hour.jsonl: not the run of hour.lua, nothing, seed 3
        fingerprint of the trace  \(fingerprint)
        fingerprint of the run    
        """))
    #expect(!outcome.output.contains("run    \(fingerprint)"))
    #expect(outcome.output.contains("\nNumber 12 differs in\n"))
    #expect(outcome.output.hasSuffix("do this: this very build of dormouse wrote the trace.\n"))
    #expect(outcome.status == 1)
  }

  @Test("a trace says which run it is of, from whatever folder it is replayed")
  func origin() throws {
    let (place, fingerprint) = try place()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("traces"), withIntermediateDirectories: false)
    try place.write(
      "return policy { name = \"half\", backgroundTime = function() return 15 end }",
      to: "half.lua")
    let plain = try place.run("replay", "hour.jsonl")
    #expect(
      plain.output.hasPrefix("hour.jsonl: the same run again, fingerprint \(fingerprint)\n"),
      "\(plain.errors)")
    #expect(plain.status == 0)
    let run = try place.run(
      "run", "hour.lua", "--quiet", "--policy", "half.lua", "--seed", "5", "--set", "poolMinutes=3",
      "--only", "sleeper", "--trace", "traces/t.jsonl")
    #expect(run.status == 0, "\(run.errors)")
    let last = try place.read("traces/t.jsonl").split(separator: "\n").last
    #expect(
      last?.contains(
        #""kind":"run.origin","scenario":"../hour.lua","options":["--policy","../half.lua","#
          + #""--seed","5","--set","poolMinutes=3","--only","sleeper"],"build":"0.1.0 "#) == true,
      "\(last ?? "")")
    let changed = try place.run("replay", "traces/t.jsonl")
    #expect(changed.status == 0 && changed.output.contains("the same run again"), "\(changed)")
    // It is no part of what happened.
    #expect(try place.run("trace", "hour.jsonl", "--fingerprint").output.contains(fingerprint))
    let text = try place.read("hour.jsonl").split(separator: "\n").dropLast()
    try place.write(text.joined(separator: "\n") + "\n", to: "older.jsonl")
    #expect(try place.run("diff", "older.jsonl", "hour.jsonl").status == 0)
    let older = try place.run("replay", "older.jsonl")
    #expect(older.status == 64)
    #expect(
      older.errors.hasPrefix("older.jsonl: it does not say of which run it is; name the scenario"))
    try FileManager.default.removeItem(at: place.folder.appendingPathComponent("hour.lua"))
    #expect(try place.run("replay", "hour.jsonl").status == 66)
  }

  @Test("a trace of another build that is not the run's says so; this build's says that it is")
  func builds() throws {
    let (place, _) = try place()
    let text = try place.read("hour.jsonl")
    let changed = text.replacing(#""reason":"user""#, with: #""reason":"fetch""#)
    try place.write(changed, to: "own.jsonl")
    let own = try place.run("replay", "own.jsonl")
    #expect(own.output.hasSuffix("do this: this very build of dormouse wrote the trace.\n"))
    let build = try #require(text.firstMatch(of: /"build":"([^"]+)"/)).1
    try place.write(changed.replacing(build, with: "0.0.9 abc"), to: "other.jsonl")
    let other = try place.run("replay", "other.jsonl")
    #expect(
      other.output.contains(
        "\nThe trace is of another build of dormouse (0.0.9 abc; this is \(build)), which may run"))
    #expect(own.status == 1 && other.status == 1)
  }

  @Test("a trace that was cut short is said to be that, between records and within one")
  func cut() throws {
    let (place, _) = try place()
    let lines = try place.read("hour.jsonl").split(separator: "\n")
    try place.write(lines.prefix(20).joined(separator: "\n") + "\n", to: "between.jsonl")
    try place.write(
      lines.prefix(20).joined(separator: "\n") + "\n" + lines[20].prefix(9), to: "within.jsonl")
    let between = try place.run("replay", "between.jsonl", "hour.lua")
    #expect(between.output.contains("\n1  (it ends here)\n"))
    #expect(between.output.contains("\nThe trace is the beginning of the run: it was cut short, "))
    #expect(between.status == 1)
    let within = try place.run("replay", "within.jsonl", "hour.lua")
    #expect(within.output.contains("\nThe trace ends within a record: it was cut short. "))
    #expect(within.status == 1)
  }

  @Test(
    "what is no trace, or no scenario, is said",
    arguments: [
      ([], Int32(64), "dormouse replay: an argument is missing; "),
      (["hour.jsonl", "--seed", "4"], 64, "--seed: the trace says how it was run; "),
      (["hour.lua"], 64, "dormouse replay: it takes a trace and then its scenario; "),
      (
        ["hour.lua", "hour.jsonl"], 64, "dormouse replay: it takes a trace and then its scenario; "
      ),
      (["half.txt"], 65, "half.txt: it is no trace; name a file that 'dormouse run --trace' wrote"),
      (["none.jsonl", "hour.lua"], 66, "none.jsonl: there is no such file; check the name\n"),
      (["hour.jsonl", "none.lua"], 66, "none.lua: there is no such file"),
    ])
  func refusals(_ arguments: [String], _ status: Int32, _ message: String) throws {
    let (place, _) = try place()
    try place.write("return 1 / 2\n", to: "half.txt")
    let outcome = try place.run(["replay"] + arguments)
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(outcome.status == status)
  }
}
